"""Record files of ``plyground play``: a file may hold other games, which stay."""

from __future__ import annotations

from pathlib import Path

import plyground as ply
from plyground.cli.shared.start import chosen, in_record_file, loaded, start
from plyground.games.own.entry import registered


class Files:
    """Reads the game to begin with, and writes it behind the other games of a file."""

    def __init__(self, default: Path | None, game: str | None = None) -> None:
        self.default, self._game = default, game
        self._others: dict[Path, list[ply.Game]] = {}
        if default is not None:  # Find out now, not after the game, that this file will not do.
            self._look_at(default)

    def begin(self, source: str, position: str | None, moves: str, game: str | None) -> ply.Game:
        """Return the record to begin with; one from a file takes its own place when it is saved."""
        file = in_record_file(source)
        if file is None or position is not None:  # with which it is an error
            return start(source, position, moves, game)
        path, number = file
        self._others[path.resolve()], record = chosen(path, number, self._game)
        for move in moves.split():
            record.push(move)
        return record

    def save(self, path: Path, game: ply.Game) -> None:
        """Write ``game`` behind the other games of a file."""
        others = self._look_at(path)
        if self._game is not None:
            registered(self._game)  # a record begins with the game's name
        ply.save(path, [*others, game])

    def _look_at(self, path: Path) -> list[ply.Game]:
        if path.is_dir() or not path.parent.is_dir():
            raise ply.PlygroundError(
                f"cannot save to {path}: expected a file in a folder that exists"
            )
        key = path.resolve()
        if key not in self._others:
            self._others[key] = loaded(path, self._game) if path.exists() else []
        return self._others[key]
