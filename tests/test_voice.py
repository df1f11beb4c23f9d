"""Words that people read are those of the field: phrases that were replaced do not come back."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src/plyground", "docs", "examples")
KINDS = {".py", ".js", ".html", ".md", ".toml", ".txt", ".css"}

# What was said before, and what is said now.
NOT = {
    "Begin an agent of your own": "Create a starter agent",
    "Say what is wrong with something": "Check … for common mistakes",
    "Makes openings and chance repeatable": "Random seed",
    "makes chance repeatable": "reproducible",
    "Go on with the same run": "Resume the run",
    "Print JSON, a line each": "Print JSON Lines",
    "The difference that is not enough": "H0 Elo bound",
    "Chance of a wrong yes": "False-positive rate",
    "Plies that a unit lost counts": "Depth penalty per unit of score lost",
    "all if empty": "[default: all]",
    "how much the unknown attracts": "exploration constant",
    "greedy is moved by the weights": "also tune the move-ordering weights",
    "is not possible": "say what is allowed",
    "guest": "external player",
    "opinion": "static evaluation",
    "this is no database": "not a plyground database",
    "holds what is no text": "is not UTF-8 text",
    "the server is ending": "the server is shutting down",
    "items after validation": "Enter at least two players.",
    "A friend here": "Two players, one device",
    "rules of your own": "custom rules",
    "A name with options": "e.g. `mcts:sims=500`",
    "With an end: draw": "Draw after 320 turns",
    "By the book: may go on": "Original rules, no limit",
    "what a last seed in an own empty house": "What landing in your own empty house captures",
    "The board shrinks in 1 turn": "The edge disappears after this move!",
    "Swap seats": "Swap sides",
    "The engine rests": "Engine off",
    "Without looking ahead": "Score before search",
    "Own − other": "You − opponent",
    "Nothing comes from": "No effect here",
    "Again waiting": "Opponent's extra-turn houses",
    "is not it: a": "is a …. Try again.",
    "was better than": "Better: …",
    "A click on the board means": "Clicking places",
    "as few as can be": "automatic",
    "A game can go on from here": "Valid position",
    "Players, one a line": "Players, one per line",
    "Pairs of games for each two": "Game pairs per pairing",
    "Running and played": "Tournaments",
    "Corners bite": "Corners capture",
    "To the start page": "Home",
    "players fight": "engines play",
    "a cookie knows": "visitors are recognised by a cookie",
    "waits for itself": "waits only for its own requests",
    "stands in methods": "see methods for what each technique gains",
    "the one that waits": "the opponent",
    "the table's move": "hash move",
    "nobody's business": "private",
    "of one's own": "custom",
    "by the cores": "[default: one per core]",
    'Missing("There is no such': "… not found.",
    "no answer is no pass": "a plain sentence",
    "what was proven is told": "a plain sentence",
}


def sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return [ROOT / "README.md", *(path for path in found if path.suffix in KINDS)]


def test_odd_phrases_do_not_come_back() -> None:
    pattern = re.compile("|".join(map(re.escape, NOT)), re.IGNORECASE)
    better = {phrase.lower(): instead for phrase, instead in NOT.items()}
    problems = []
    for path in sources():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := pattern.search(line):
                where = f"{path.relative_to(ROOT)}:{number}"
                problems.append(f"{where}: {found[0]!r}; say: {better[found[0].lower()]}")
    assert problems == [], "\n".join(problems)
