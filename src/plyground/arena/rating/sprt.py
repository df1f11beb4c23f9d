"""When to stop a match: the generalised sequential probability ratio test on pairs.

H0 says that the difference is elo0, H1 that it is elo1. After every pair the log-likelihood ratio
of the two is compared with Wald's bounds log(β/(1−α)) and log((1−β)/α): at the upper one H1 is
accepted, at the lower one H0, and in between the match continues.

The outcomes of a pair (or game) have unknown chances p_i, so each hypothesis takes the most likely
ones that it allows (Van den Bergh, "MLE for multinomials", "Normalized Elo practical"). With the
observed parts q_i of n outcomes worth a_i in 0…1:

    LLR = n Σ q_i log(p1_i / p0_i),   p_i = q_i / (1 + x c_i)   with Σ q_i c_i / (1 + x c_i) = 0

    logistic:    the mean μ is given:       c_i = a_i − μ
    normalised:  t = (μ − ½)/σ is given:    c_i = a_i − ½ − t σ (1 + ((a_i − μ)/σ)²) / 2

In the second, μ and σ belong to the solution, which is found by repetition. For pairs, t is √2
times the t of one game, which is normalised Elo · ln 10 / 800. Outcomes never seen count 0.001.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from plyground.arena.rating.statistics import NORMALISED, Counts, expected
from plyground.errors import PlygroundError

UNSEEN = 1e-3  # the count of an outcome never seen: without it, H0 or H1 could be impossible
_ROUNDS = 200  # of repetition at most; a dozen are usual
_CLOSE = 1e-12
_STEPS = 100  # towards a root at most; half a dozen are usual
_EXACT = 1e-15
_WIDEST = 200.0  # normalised Elo; from about 230 on, no outcomes are that one-sided and vary

Distribution = list[tuple[float, float]]  # (value, chance)


class Decision(StrEnum):
    """What a sequential test says."""

    ACCEPT = "accept"  #: H1: the difference is elo1 rather than elo0
    REJECT = "reject"  #: H0
    CONTINUE = "continue"


@dataclass(frozen=True)
class State:
    """How far a test has come.

    >>> print(Sprt(0, 2).state((365, 16618, 36229, 16974, 390)))
    LLR +2.25 in (-2.94, +2.94) for [0, 2] normalised Elo: continue
    """

    test: Sprt
    llr: float

    @property
    def decision(self) -> Decision:
        """Whether to stop, and with which answer."""
        if self.llr >= self.test.upper:
            return Decision.ACCEPT
        return Decision.REJECT if self.llr <= self.test.lower else Decision.CONTINUE

    @property
    def progress(self) -> float:
        """How near the ratio is to the bound on its side, 0 to 1."""
        bound = self.test.upper if self.llr >= 0 else self.test.lower
        return min(self.llr / bound, 1.0)

    def __str__(self) -> str:
        test = self.test
        return (
            f"LLR {self.llr:+.2f} in ({test.lower:+.2f}, {test.upper:+.2f}) "
            f"for [{test.elo0:g}, {test.elo1:g}] {test.model} Elo: {self.decision}"
        )


@dataclass(frozen=True)
class Sprt:
    """A sequential test; alpha and beta are the chances of a wrong H1 and a wrong H0.

    >>> test = Sprt(0, 10)
    >>> round(test.lower, 3), round(test.upper, 3)
    (-2.944, 2.944)
    >>> test.state((10, 100, 300, 200, 60)).decision
    <Decision.ACCEPT: 'accept'>
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalised", "logistic"] = "normalised"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise PlygroundError(f"elo0={self.elo0:g} must be less than elo1={self.elo1:g}")
        if self.model == "normalised" and max(-self.elo0, self.elo1) > _WIDEST:
            raise PlygroundError(
                f"[{self.elo0:g}, {self.elo1:g}] is too wide; "
                f"normalised bounds go from -{_WIDEST:g} to {_WIDEST:g}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise PlygroundError(f"{name}={getattr(self, name)} is not between 0 and 0.5")
        if self.model not in ("normalised", "logistic"):
            raise PlygroundError(f"no Elo model {self.model!r}; there are normalised and logistic")

    @property
    def lower(self) -> float:
        """The ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """Return the log-likelihood ratio of five pair counts or three game counts.

        >>> round(Sprt(0.5, 2.5, model="logistic").llr((223, 9863, 21279, 10037, 246)), 2)
        -3.07
        """
        if len(counts) not in (3, 5):
            raise PlygroundError(f"{tuple(counts)}: expected the counts of 3 or 5 outcomes")
        if not any(counts):
            return 0.0
        filled = [n or UNSEEN for n in counts]
        size, top = sum(filled), len(filled) - 1
        seen = [(i / top, n / size) for i, n in enumerate(filled)]
        under0, under1 = (self._most_likely(seen, elo) for elo in (self.elo0, self.elo1))
        return size * sum(
            q * math.log(p1 / p0)
            for (_, q), (_, p0), (_, p1) in zip(seen, under0, under1, strict=True)
        )

    def state(self, counts: Counts) -> State:
        """Return the ratio and the decision for the counts so far."""
        return State(self, self.llr(counts))

    def _most_likely(self, seen: Distribution, elo: float) -> Distribution:
        if self.model == "logistic":
            return most_likely_with_mean(seen, expected(elo))
        return most_likely_with_t(seen, elo / NORMALISED * math.sqrt(2 if len(seen) == 5 else 1))


def most_likely_with_mean(seen: Distribution, mean: float) -> Distribution:
    """Return the distribution with a given mean that makes what was seen most likely.

    >>> likely = most_likely_with_mean([(0.0, 0.25), (1.0, 0.75)], mean=0.5)
    >>> [(value, round(p, 3)) for value, p in likely]
    [(0.0, 0.5), (1.0, 0.5)]
    """
    return _tilted(seen, [value - mean for value, _ in seen])


def most_likely_with_t(seen: Distribution, t: float) -> Distribution:
    """Return the most likely distribution whose (mean − ½) / deviation is ``t``.

    Where nearly all outcomes are alike there is a second, higher peak at no deviation at all, and
    with it such a test would never end. The even start leads to the peak that others join.

    >>> [(value, round(p, 3)) for value, p in most_likely_with_t([(0.0, 0.25), (1.0, 0.75)], 0)]
    [(0.0, 0.5), (1.0, 0.5)]
    """
    likely = [(value, 1 / len(seen)) for value, _ in seen]
    for _ in range(_ROUNDS):
        mean = sum(value * p for value, p in likely)
        deviation = math.sqrt(sum(p * (value - mean) ** 2 for value, p in likely))
        pulls = [
            value - 0.5 - t * deviation * (1 + ((value - mean) / deviation) ** 2) / 2
            for value, _ in seen
        ]
        before, likely = likely, _tilted(seen, pulls)
        if max(abs(p - q) for (_, p), (_, q) in zip(before, likely, strict=True)) < _CLOSE:
            break
    return likely


def _tilted(seen: Distribution, pulls: list[float]) -> Distribution:
    """Return q_i / (1 + x c_i) for the x that makes the pulls c cancel out.

    The sum falls with x between its two poles: Newton's steps, halved where they leave the range.
    """
    assert min(pulls) < 0 < max(pulls)
    low, high, x = -1 / max(pulls), -1 / min(pulls), 0.0
    for _ in range(_STEPS):
        tilted = [(q, c / (1 + x * c)) for (_, q), c in zip(seen, pulls, strict=True)]
        total = sum(q * pull for q, pull in tilted)
        low, high = (x, high) if total > 0 else (low, x)
        step = total / sum(q * pull * pull for q, pull in tilted)
        if abs(step) <= _EXACT * max(abs(x), 1.0):
            break
        x = x + step if low < x + step < high else (low + high) / 2
    return [(value, q / (1 + x * c)) for (value, q), c in zip(seen, pulls, strict=True)]
