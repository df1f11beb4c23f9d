"""The web server behind the browser board; ``docs/web-api.md`` describes its interface."""
