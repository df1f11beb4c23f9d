"""The options of players: names, kinds, defaults and meanings, in one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from plyground.errors import PlygroundError

Value = bool | int | float | str | None


@dataclass(frozen=True)
class Option:
    """One option: its default decides its kind unless ``kind`` says otherwise."""

    name: str
    default: Value
    meaning: str
    kind: type = int
    least: float | None = None
    most: float | None = None
    words: tuple[str, ...] = ()
    is_file: bool = False  #: whether a value that is none of the words is the name of a file

    def names_file(self, text: str) -> bool:
        """Whether a value is the name of a file, which whoever plays for strangers must know.

        >>> WEIGHTS.names_file("material"), WEIGHTS.names_file("own.toml"), SEED.names_file("1")
        (False, True, False)
        """
        return self.is_file and text not in self.words

    @property
    def expected(self) -> str:
        """What values are taken, for messages."""
        if self.is_file:
            return " or ".join([*self.words, "a file"])
        if self.words:
            return f"one of {', '.join(self.words)}"
        if self.kind is str:
            return "a text"
        if self.kind is bool:
            return "yes or no"
        number = "a whole number" if self.kind is int else "a number"
        if self.most is not None:
            return f"{number} {self.least} to {self.most}"
        return f"{number}, {self.least} or more" if self.least is not None else number

    def read(self, text: str) -> Value:
        """Read a value from text; raises PlygroundError with what was expected."""
        if self.kind is bool and text in ("yes", "no"):
            return text == "yes"
        if self.kind is str and (self.is_any or text in self.words):
            return text
        if self.kind in (int, float):
            try:
                value: float = int(text.replace("_", "")) if self.kind is int else float(text)
            except ValueError:
                value = float("nan")
            if self._fits(value):
                return value
        raise PlygroundError(f"{self.name}={text} is not valid; expected {self.expected}")

    def check(self, value: object) -> Value:
        """Check a value given in Python."""
        if self.kind is bool and isinstance(value, bool):
            return value
        is_plain = type(value).__module__ == "builtins" and not isinstance(value, str)
        if self.kind is str and self.is_any and not is_plain:
            return value  # type: ignore[return-value]  # a name, a path, or what was loaded
        if self.kind is str and value in self.words:
            return str(value)
        kinds = (int, float) if self.kind is float else (self.kind,) if self.kind is int else ()
        if isinstance(value, kinds) and not isinstance(value, bool) and self._fits(value):
            return self.kind(value)  # type: ignore[no-any-return]
        raise PlygroundError(f"{self.name}={value!r} is not valid; expected {self.expected}")

    @property
    def is_any(self) -> bool:
        """Whether no list of words bounds it: whoever uses a text knows what it may be."""
        return self.is_file or not self.words

    def _fits(self, value: float) -> bool:
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most) and value == value


THINKING = (
    Option("time", None, "seconds per move", float, 0.001),
    Option("depth", None, "search depth in plies", int, 1, 100),
    Option("nodes", None, "nodes per move", int, 1),
    Option("cpu", False, "measure processor time instead of wall-clock time", bool),
)
LEVEL = (
    Option("level", 10, "playing strength", int, 1, 10),
    Option("elo", None, "playing strength as a rating; plyground levels shows the range", int, 0),
    Option("blur", 0, "misjudge positions: standard error in points", int, 0, 15_000),
    Option("overlook", 0, "do not see this many of 100 moves", int, 0, 100),
)
SEED = Option("seed", 1, "random seed", int, 0, 2**64 - 1)
THREADS = Option("threads", 1, "search threads", int, 1, 64)
EVALUATOR = Option(
    "evaluator",
    "auto",
    "evaluation of leaves (auto: net where one is shipped)",
    str,
    words=("auto", "features", "net", "hashed"),
)
WEIGHTS = Option(
    "weights", "default", "weights: default, material or a file; a .net file is a network", str,
    words=("default", "material"), is_file=True,
)  # fmt: skip
SOLVER = Option("solver", True, "solve the position where that finishes in time", bool)
PONDER = Option("ponder", False, "think on the opponent's time", bool)
BOOK = (
    Option("book", "none", "opening book: none, default (the game's own) or a file", str,
           words=("none", "default"), is_file=True),
    Option("book_variety", 0.1, "how much worse than the best a book move may be", float, 0, 0.5),
)  # fmt: skip
BOOK_PLAYER = (
    Option("file", "default", "opening book: default (the game's own) or a file", str,
           words=("default",), is_file=True),
    Option("variety", 0.1, "how much worse than the best a move may be", float, 0, 0.5),
    SEED,
)  # fmt: skip
MENACE = (
    Option("file", None, "a file of matchboxes", str, is_file=True),
    Option("best", False, "take the move with the most beads instead of drawing one", bool),
    SEED,
)
NET_PLAYER = (
    Option("file", None, "a network", str, is_file=True),
    Option("temperature", 0.0, "0 plays the best move, more plays more varied moves",
           float, 0, 10),
    SEED,
)  # fmt: skip

ORDER = Option("order_moves", True, "search promising moves first", bool)
QUIESCENCE = Option(
    "quiescence", True, "resolve forcing moves before evaluating (quiescence search)", bool
)
ENDINGS = Option("endings", True, "look up endings that are known exactly", bool)
HALF = Option("better_half", False, "search only the better half of the moves", bool)
TABLE = (
    Option("table_mb", 64, "size of the transposition table in MB", int, 1, 1_000_000),
    Option("fold_symmetries", True, "share table entries between mirror images, early on", bool),
    Option("exact_depth", False, "use only table entries of exactly the same depth", bool),
)
EXTEND = Option(
    "extend_again", True, "do not count moves that keep the turn towards the depth", bool
)
SELECTIVE = (
    Option("reductions", "auto",
           "late-move and internal iterative reductions; auto: where they gained in matches", str,
           words=("auto", "yes", "no")),
    Option("pruning", "auto",
           "futility, null-move and ProbCut pruning; auto: where it gained in matches", str,
           words=("auto", "yes", "no")),
)  # fmt: skip

JUDGING = (EVALUATOR, WEIGHTS)

_WHOLE_FAMILY = (
    *THINKING, *LEVEL, *TABLE, *SELECTIVE, EXTEND, *JUDGING, SEED, ORDER, QUIESCENCE, HALF, ENDINGS,
    THREADS, SOLVER, PONDER,
)  # fmt: skip
ENGINES: dict[str, tuple[Option, ...]] = {
    "minimax": (*THINKING, *JUDGING, SEED),
    "alphabeta": (*THINKING, *LEVEL, EXTEND, *JUDGING, SEED, ORDER, QUIESCENCE, HALF),
    "negamax": (
        *THINKING, *LEVEL, *TABLE, EXTEND, *JUDGING, SEED, ORDER, QUIESCENCE, HALF, ENDINGS, PONDER,
    ),
    "pvs": _WHOLE_FAMILY,
    "mtdf": _WHOLE_FAMILY,
    "mcts": (
        Option("time", None, "seconds per move", float, 0.001),
        Option("sims", None, "simulations per move", int, 1),
        Option("cpu", False, "measure processor time instead of wall-clock time", bool),
        Option("rollout", "random", "how rollouts choose moves", str,
               words=("random", "greedy", "shallow", "evaluation", "cutoff")),
        Option("cutoff_plies", 8, "random plies before rollout=cutoff evaluates", int, 0, 400),
        Option("exploration", 1.4, "exploration constant", float, 0, 100),
        Option("puct", False, "explore by move priors (PUCT)", bool),
        Option("prior_temperature", 1.0, "temperature of the priors", float, 0.01, 100),
        Option("net", None, "network for priors and leaf values, instead of the above",
               str, is_file=True),
        Option("memory_mb", 64, "size of the tree in MB", int, 1, 65_536),
        ENDINGS,
        *JUDGING, SEED, THREADS, PONDER,
    ),
}  # fmt: skip


def complete(
    options: tuple[Option, ...], given: Mapping[str, object], owner: str
) -> dict[str, Any]:
    """Return all options: given ones checked, defaults for the rest."""
    by_name = {option.name: option for option in options}
    for name in given:
        if name not in by_name:
            raise PlygroundError(unknown_option(name, by_name, owner))
    return {
        name: option.default if given.get(name) is None else option.check(given[name])
        for name, option in by_name.items()
    }


def unknown_option(name: str, known: Mapping[str, object], owner: str) -> str:
    """Say that an option does not exist, and which one was probably meant."""
    near = get_close_matches(name, known, 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(known) or 'no options'}"
    return f"{owner} has no option {name!r}; {hint}"
