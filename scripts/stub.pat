# Types that the stub generator cannot import, as they need the module that it describes.

\.effects$:
    \from plyground.games.effects import Effect
    def effects(self, move: str) -> tuple[Effect, ...]:
        \doc
