"""``python -m plyground``: the command line."""

from plyground.cli.main import main

main()
