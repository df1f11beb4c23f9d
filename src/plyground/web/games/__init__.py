"""Games in the browser: begun, played, watched, kept."""
