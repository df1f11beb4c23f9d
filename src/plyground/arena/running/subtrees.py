"""Solving with everything there is: threads, other processes, or a Ray cluster.

On several machines the first plies are a small tree of their own. Each question about the root
becomes questions about the positions at its leaves, which workers answer with the same solver; what
they prove narrows the intervals of the tree from below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic

from plyground._core import UNBOUNDED_MARGIN
from plyground.arena.running.workers import Workers, make_workers
from plyground.errors import PlygroundError
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.solving.checkpoint import solve_saved
from plyground.solving.solver import Solution, first_guess, solve

OnProgress = Callable[[Solution], None]
Answer = tuple[int, int, int]  # proven bounds of a leaf, and the nodes that they took

_PLIES = 2  # of the tree above the leaves


@dataclass(frozen=True)
class Question:
    """Whether the margin of a leaf reaches a goal: a job for a worker."""

    key: tuple[int, int]  #: the leaf, and the goal
    position: Position
    goal: int

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return f"the position {self.position.text}"


@dataclass(frozen=True)
class Subtrees:
    """What all questions have in common; can be sent to other processes."""

    table_mb: int
    threads: int
    is_portable: bool = True
    boards: bool = False

    @property
    def cores(self) -> int:
        """How many cores a question needs."""
        return self.threads

    def open(self) -> Subtrees:
        """Prepare a worker: there is nothing to do."""
        return self

    def play(self, job: Question, tell: object = None) -> Answer:  # noqa: ARG002 - no board
        """Answer one question."""
        found = solve(job.position, goal=job.goal, table_mb=self.table_mb, threads=self.threads)
        return found.lower, found.upper, found.nodes

    def close(self) -> None:
        """Leave nothing running: nothing is."""


@dataclass
class _Node:
    """A position of the small tree, with what is proven from its mover's view."""

    position: Position
    lower: int = -UNBOUNDED_MARGIN
    upper: int = UNBOUNDED_MARGIN
    children: list[_Node] = field(default_factory=list)

    def grow(self, plies: int) -> None:
        """Make the children, and theirs."""
        if self.position.is_over:
            self.lower = self.upper = self.position.margin
        elif plies:
            self.children = [_Node(self.position.play(m)) for m in self.position.legal_moves]
            for child in self.children:
                child.grow(plies - 1)

    def decides(self, goal: int) -> bool:
        """Whether it is known if the value reaches the goal."""
        return self.lower >= goal or self.upper < goal

    def seen_by(self, parent: _Node) -> tuple[int, int]:
        """Return the bounds from the view of the parent's mover."""
        if self.position.turn == parent.position.turn:
            return self.lower, self.upper
        return -self.upper, -self.lower

    def update(self) -> None:
        """Take over what is known of the leaves."""
        for child in self.children:
            child.update()
        if self.children:
            seen = [child.seen_by(self) for child in self.children]
            self.lower = max(self.lower, *(lower for lower, _ in seen))
            self.upper = min(self.upper, max(upper for _, upper in seen))

    def open_leaves(self, goal: int) -> Iterator[tuple[_Node, int]]:
        """Yield the leaves that the answer may depend on, with the goal for each."""
        if self.decides(goal):
            return
        if not self.children:
            yield self, goal
        for child in self.children:
            same_side = child.position.turn == self.position.turn
            yield from child.open_leaves(goal if same_side else 1 - goal)


class _Distributed:
    """One run over workers."""

    def __init__(self, root: _Node, workers: Workers[Question, Answer], limit: Limit) -> None:
        self._root, self._workers, self._limit = root, workers, limit
        self._leaves: dict[tuple[int, int], _Node] = {}  # by the key of the question under way
        self._nodes = 0
        self._began = monotonic()

    def run(self, goal: int, on_progress: OnProgress | None) -> Solution:
        """Narrow the root until it is exact or the time is over."""
        while self._root.lower < self._root.upper:
            if not self._answer(goal, on_progress):
                break
            goal = self._root.lower + 1 if self._root.lower >= goal else self._root.upper
        return self._solution(goal)

    def _answer(self, goal: int, on_progress: OnProgress | None) -> bool:
        while not self._root.decides(goal):
            for leaf, leaf_goal in self._root.open_leaves(goal):
                key = id(leaf), leaf_goal
                if self._workers.free <= 0:
                    break
                if key not in self._leaves:
                    self._leaves[key] = leaf
                    self._workers.submit(Question(key, leaf.position, leaf_goal))
            job, (lower, upper, nodes) = self._workers.finished()
            leaf = self._leaves.pop(job.key)
            leaf.lower, leaf.upper = max(leaf.lower, lower), min(leaf.upper, upper)
            self._nodes += nodes
            self._root.update()
            if on_progress is not None:
                on_progress(self._solution(goal))
            if self._limit.time is not None and monotonic() - self._began > self._limit.time:
                return False
        return True

    def _solution(self, goal: int) -> Solution:
        seconds = monotonic() - self._began
        return Solution(self._root.lower, self._root.upper, (), self._nodes, seconds, goal)


def solve_on_workers(
    position: Position,
    wanted: str,
    work: Subtrees,
    limit: Limit | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Solve a position with other processes (a number) or a cluster (``ray``, ``ray:ADDRESS``).

    It finds the margin; the best line is not worked out. A time limit is looked at between answers.
    """
    if not is_native(position):
        raise PlygroundError("a game written in Python cannot be solved by --workers; leave it out")
    root = _Node(position)
    root.grow(_PLIES)
    root.update()
    workers = make_workers(wanted, work)
    try:
        goal = first_guess(position) or 0
        return _Distributed(root, workers, limit or Limit()).run(goal, on_progress)
    finally:
        workers.close()


@dataclass(frozen=True)
class Plan:
    """How ``plyground solve`` solves."""

    limit: Limit
    table_mb: int
    threads: int
    save: str | None = None
    resume: bool = False
    workers: str | None = None

    def run(self, root: Position, on_progress: OnProgress | None) -> Solution:
        """Solve a position."""
        if self.resume and self.save is None:
            raise PlygroundError("--resume needs --save: the file of the run to resume")
        if self.workers is not None and self.save is not None:
            raise PlygroundError("--save works in one process; leave out --workers")
        if self.workers is not None:
            work = Subtrees(self.table_mb, threads=1)
            return solve_on_workers(root, self.workers, work, self.limit, on_progress)
        if self.save is not None:
            return solve_saved(
                root, self.save, self.limit, resume=self.resume, table_mb=self.table_mb,
                threads=self.threads, guess=first_guess(root), on_progress=on_progress,
            )  # fmt: skip
        return solve(
            root, self.limit, table_mb=self.table_mb, threads=self.threads,
            guess=first_guess(root), on_progress=on_progress,
        )  # fmt: skip

    def verify(self, root: Position, found: Solution) -> bool:
        """Solve again with another order of moves, table size and number of threads.

        Raises PlygroundError if that, or the line played to its end, gives another result.
        """
        again = solve(
            root, table_mb=max(1, self.table_mb * 2 // 3), variation=1, guess=found.margin,
            threads=1 if self.threads > 1 else 2,
        )  # fmt: skip
        if again.margin != found.margin:
            raise PlygroundError(
                f"not verified: {found.margin:+d}, and {again.margin:+d} in a second run; "
                "please report this"
            )
        for solution in (found, again):
            _replay(root, solution)
        return True


def _replay(root: Position, solution: Solution) -> None:
    position = root
    for move in solution.line:
        position = position.play(move)
    margin = position.margin if position.turn == root.turn else -position.margin
    if solution.line and position.is_over and margin != solution.margin:
        raise PlygroundError(
            f"not verified: the best line ends with {margin:+d} instead of {solution.margin:+d}; "
            "please report this"
        )
