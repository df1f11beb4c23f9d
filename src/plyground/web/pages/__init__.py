"""Pages, their files, and pictures of boards."""
