"""Analysis in the browser: lines, reviews, positions set up by hand."""
