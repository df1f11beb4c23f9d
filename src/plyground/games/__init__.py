"""Games: positions, records, names, and a folder for each native game."""

from importlib import import_module

# A new native game is registered by one line here; all other code finds it in the registry. They
# are shown in this order, and the first one is played where none is named.
for _folder in (
    "kalah",
    "squatter",
    "watch_your_back",
    "connect_four",
):
    import_module("plyground.games.names").register(
        import_module(f"plyground.games.{_folder}").FAMILY
    )
