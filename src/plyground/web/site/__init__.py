"""The static site: the same pages, with the engine as WebAssembly in the place of the server."""
