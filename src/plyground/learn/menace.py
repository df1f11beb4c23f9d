"""How MENACE learns: beads for what was won, and beads taken away for what was lost."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plyground._core import Side
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.learn.method import Method, Row, Task
from plyground.learn.perfect import Perfect
from plyground.players.menace import Label, Matchboxes, label
from plyground.players.options import Option
from plyground.players.phases import parts_of
from plyground.players.specs import EnginePlayer, Player, player

_MOST_BOXES = 200_000  # of a game that is small enough
_STEPS = 100
_LAST = 100  # games that progress is measured by
_SIDES = {"first": (Side.FIRST,), "second": (Side.SECOND,), "both": (Side.FIRST, Side.SECOND)}


class Menace(Method):
    """Matchboxes that learn from every game against one opponent, or against each other."""

    name = "menace"
    meaning = "Train MENACE, matchboxes with beads for each move (small games)."
    example = "examples/tic_tac_toe.py --games 1000"
    options = (
        Option("games", 1000, "games to learn from", int, 1, 10_000_000),
        Option("opponent", "perfect", "opponent: perfect, self or a spec", str),
        Option("side", "both", "side to play: first, second or both", str, words=tuple(_SIDES)),
        Option("beads", 4, "beads per move in the first box, fewer later",
               int, 1, 1000),
        Option("win", 3, "beads for a won game", int, -100, 100),
        Option("draw", 1, "beads for a drawn game", int, -100, 100),
        Option("loss", -1, "beads for a lost game; negative: removed", int, -100, 100),
    )  # fmt: skip
    result = "menace.toml"
    openings = "start"

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._boxes = Matchboxes(task.start.game)
        self._results: list[str] = []  # of all games: "won", "drawn" or "lost"
        self._labels: dict[Position, Label] = {}
        self._perfect = Perfect(random.Random())
        self._opponent(0)  # refuses it now, not after the folder was made

    @property
    def steps(self) -> int:
        """As many as make sense to look at."""
        return min(_STEPS, int(self.task.options["games"]))

    def step(self, number: int) -> Row:
        """Play the games of one step."""
        games = int(self.task.options["games"])
        for game in range(games * number // self.steps, games * (number + 1) // self.steps):
            self._play(game)
        last = self._results[-_LAST:]
        first = self._boxes.boxes.get(self._label(self.task.start).text, {})
        return {
            "games": len(self._results),
            "boxes": len(self._boxes.boxes),
            "not_lost": 1 - last.count("lost") / len(last),
            "first_box": " ".join(f"{colour}:{count}" for colour, count in first.items()),
        }

    def _play(self, number: int) -> None:
        """Play one game, and put beads in or take them out."""
        sides = _SIDES[self.task.options["side"]]
        own = Side(sides[number % len(sides)])
        chance = self.task.chance("game", number)
        other = self._opponent(chance.getrandbits(32))
        drawn: dict[Side, list[tuple[Label, str]]] = {Side.FIRST: [], Side.SECOND: []}
        position, resigned = self.task.start, None
        while not position.is_over:
            side = position.turn
            if side != own and other is not None:
                position = position.play(other.choose(position))
                continue
            box = self._label(position)
            self._fill(box, len(drawn[side]))
            colour = self._boxes.draw(box, chance)
            if colour is None:
                resigned = side
                break
            drawn[side].append((box, colour))
            position = position.play(box.moves[colour])
        for side, opened in drawn.items():
            self._teach(opened, _result(position, side, resigned))
        self._results.append(_result(position, own, resigned))

    def _label(self, position: Position) -> Label:
        if position not in self._labels:
            self._labels[position] = label(position)
        return self._labels[position]

    def _fill(self, box: Label, moves_made: int) -> None:
        """Fill a box that is opened for the first time; that of a first move never stays empty."""
        beads = self._boxes.boxes.get(box.text)
        if beads is None or (moves_made == 0 and not any(beads.values())):
            each = max(int(self.task.options["beads"]) - moves_made, 1)
            self._boxes.boxes[box.text] = dict.fromkeys(box.moves, each)
        if len(self._boxes.boxes) > _MOST_BOXES:
            raise PlygroundError(
                f"{self._boxes.game} is too large for matchboxes: {_MOST_BOXES:,} were not enough "
                f"for {len(self._results):,} games; choose a smaller game"
            )

    def _teach(self, opened: list[tuple[Label, str]], result: str) -> None:
        change = self.task.options[{"won": "win", "drawn": "draw", "lost": "loss"}[result]]
        for box, colour in opened:
            beads = self._boxes.boxes[box.text]
            beads[colour] = max(beads[colour] + change, 0)

    def _opponent(self, seed: int) -> Player | None:
        """Return who plays the other side; None if the boxes do that, too."""
        spec = self.task.options["opponent"]
        if spec == "self":
            return None
        if spec == "perfect":
            self._perfect.chance = random.Random(seed)
            return self._perfect
        made = player(spec, seed)
        if any(
            isinstance(p, EnginePlayer) and p.engine.options.get("ponder") for p in parts_of(made)
        ):
            raise PlygroundError(f"{spec}: an opponent may not ponder; remove ponder")
        return made

    def state(self) -> bytes:
        """Return the boxes and the results."""
        return json.dumps({"boxes": self._boxes.boxes, "results": self._results}).encode()

    def restore(self, state: bytes) -> None:
        """Go back to boxes and results."""
        plain = json.loads(state)
        self._boxes.boxes, self._results = plain["boxes"], list(plain["results"])

    def save(self, path: Path) -> None:
        """Write the boxes."""
        options = self.task.options
        self._boxes.origin = (
            f"MENACE, {len(self._results)} games against {options['opponent']}, "
            f"side {options['side']}, seed {self.task.seed}"
        )
        self._boxes.save(path)

    def player(self, file: Path) -> str:
        """Return the player that draws beads."""
        return f"menace:{file}"

    def opponents(self, folder: Path) -> Mapping[str, str]:  # noqa: ARG002
        """Return random play, which is what full boxes begin with, and the best there is."""
        return {"random": "random", "pvs": "pvs:nodes=1000,table_mb=1"}


def _result(position: Position, side: Side, resigned: Side | None) -> str:
    if resigned is not None:
        return "lost" if resigned == side else "won"
    margin: Any = position.margin_for(side)
    return "drawn" if margin == 0 else "won" if margin > 0 else "lost"
