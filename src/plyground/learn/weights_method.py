"""What all methods share that learn the weights of the evaluation: their file, and its matches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plyground.arena.running.workers import Workers
from plyground.evaluation.weights import Weights, load_for
from plyground.games.names import learning_of
from plyground.learn.method import Method, Task


class WeightsMethod(Method):
    """Begins with the weights that the option ``start`` names, and writes a weight file."""

    result = "weights.toml"
    _workers: Workers[Any, Any]  # who play the games; the method's own to make

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._begun = load_for(task.options["start"], task.start)
        self._games = 0

    @property
    @abstractmethod
    def weights(self) -> Weights:
        """What has been learned so far."""

    @property
    @abstractmethod
    def origin(self) -> str:
        """How the weights came about, for their file; the game and the seed are added to it."""

    def save(self, path: Path) -> None:
        """Write the weights."""
        origin = f"{self.origin} on {self.task.start.game}, seed {self.task.seed}"
        self.weights.updated({}, origin).save(path)

    def player(self, file: Path) -> str:
        """Return the spec of the player with these weights."""
        nodes = self.task.options["nodes"] or learning_of(self.task.start).nodes
        return f"pvs:nodes={nodes},table_mb=8,weights={file}"

    def opponents(self, folder: Path) -> Mapping[str, str]:
        """Return the weights that the run began with, and the usual ones."""
        default = self.player(Path("default"))
        if self._begun == load_for("default", self.task.start):
            return {"default": default}
        self._begun.save(folder / "start.toml")
        return {"start": self.player(folder / "start.toml"), "default": default}

    def close(self) -> None:
        """End the workers."""
        self._workers.close()
