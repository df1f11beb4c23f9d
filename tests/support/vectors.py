"""Ground truth from the official programs: whole games, single transitions, illegal actions.

The full set lies beside the repository (`<repo>/../shared/vectors`). Where it is missing, a small
sample kept in the repository stands in, with a warning, so that the tests always prove something.
Run `python -m tests.support.vectors` to write the sample anew.
"""

from __future__ import annotations

import gzip
import json
import warnings
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import DATA, SHARED_VECTORS

SAMPLE = DATA / "vectors-sample"
OWN = DATA / "vectors-own"  # games without an official program: their references wrote these

# Each file is tested in this many shares, so that parallel test workers have something to divide.
SHARES = {
    "connect-four": 1,
    "connect-four-endgames": 1,
    "kalah-manchester": 2,
    "kalah-openspiel": 1,
    "squatter": 2,
    "squatter-cases": 1,
    "squatter-endgames": 1,
    "watch-your-back": 6,
    "watch-your-back-illegal": 1,
    "watch-your-back-positions": 1,
}

Record = dict[str, Any]


def all_shares() -> list[tuple[str, int]]:
    """List every (file name, share number), for use as test parameters."""
    return [(name, number) for name, count in SHARES.items() for number in range(count)]


def share(name: str, number: int) -> list[Record]:
    """Return one share of the records of a file."""
    return load(name)[number :: SHARES[name]]


@cache
def load(name: str) -> list[Record]:
    """Return all records of a file, from the full set or else from the sample."""
    if (own := OWN / f"{name}.jsonl.gz").exists():
        return read(own)
    path = SHARED_VECTORS / f"{name}.jsonl.gz"
    if not path.exists():
        path = SAMPLE / path.name
        if not path.exists():
            pytest.skip(f"no vectors: neither {SHARED_VECTORS} nor {SAMPLE} holds {path.name}")
        warnings.warn(
            pytest.PytestWarning(
                f"only a sample of {path.name} is tested: {SHARED_VECTORS} is missing"
            ),
            stacklevel=2,
        )
    return read(path)


def read(path: Path) -> list[Record]:
    """Read one file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_sample() -> None:
    """Write the sample: every so-many-th record, and the first one of each rare kind."""
    SAMPLE.mkdir(parents=True, exist_ok=True)
    for path in sorted(SHARED_VECTORS.glob("*.jsonl.gz")):
        name = path.name.removesuffix(".jsonl.gz")
        chosen = _sample(name, read(path))
        write(SAMPLE / path.name, chosen)


def write(path: Path, records: Iterable[Record]) -> None:
    """Write one file of JSON lines."""
    text = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    # No time stamp, so that the same records always give the same file.
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def _sample(name: str, records: list[Record]) -> Iterable[Record]:
    step = {"squatter-cases": 1, "squatter-endgames": 5, "watch-your-back": 56}.get(name, 20)
    kinds: set[object] = set()
    for number, record in enumerate(records):
        kind = _kind(name, record)
        if number % step == 0 or kind not in kinds:
            kinds.add(kind)
            yield record


def _kind(name: str, record: Record) -> object:
    if name == "watch-your-back":
        return record["result"]["winner"], record["result"]["how"], None in record["actions"]
    if name == "watch-your-back-illegal":
        return record["phase"], record["error"].split(":")[0]
    if name == "watch-your-back-positions":
        after = record["after"]
        return record["before"]["shrinks"], after["shrinks"], after["phase"], after["winner"]
    if name == "kalah-manchester":
        return record["swapped"], record["winner"]
    return record.get("n"), record.get("style")


if __name__ == "__main__":
    write_sample()
