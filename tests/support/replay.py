"""Replay vectors through any implementation of the rules and compare every fact they state."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Protocol

import pytest

from tests.support.hand_cases import HandCase
from tests.support.vectors import Record

Facts = dict[str, object]


class Subject(Protocol):
    """An implementation under test; positions are whatever it likes."""

    illegal: type[Exception]

    def position(self, game: str, text: str | None = None) -> Any:
        """Return a game's start position, or the position that a text describes."""

    def play(self, position: Any, move: str) -> Any:
        """Return the position after a move; raise `illegal` if it is not legal."""

    def move_from_action(self, action: object) -> str:
        """Return the text of a raw Watch Your Back! action; raise `illegal` if malformed."""

    def facts(self, position: Any) -> Facts:
        """Describe a position by the names that the package's own positions use."""


def check(subject: Subject, position: Any, expected: Facts, where: str) -> Facts:
    """Compare the expected facts, and return all facts of the position."""
    facts = subject.facts(position)
    wrong = {name: (facts[name], fact) for name, fact in expected.items() if facts[name] != fact}
    assert not wrong, f"{where}: (got, expected) = {wrong}"
    return facts


def first_player_margin(facts: Facts) -> int:
    """Return the final margin as the player who moved first sees it."""
    margin = facts["margin"]
    assert isinstance(margin, int)
    return margin if facts["turn"] == 0 else -margin


# --- Connect Four --------------------------------------------------------------------------------


def replay_connect_four(record: Record, subject: Subject) -> None:
    """Replay one whole game; the winner is `R`, `Y` or nobody."""
    position = subject.position(_connect_four_name(record))
    facts = subject.facts(position)
    for number, (move, board) in enumerate(zip(record["moves"], record["boards"], strict=True)):
        where = f"{record['size']} {record['moves']}, move {number}"
        expected: Facts = {"turn": number % 2, "turn_name": ("red", "yellow")[number % 2]}
        check(subject, position, expected | {"is_over": False}, where)
        position = subject.play(position, move)
        rows = tuple(board.split("/"))
        expected = {"board": rows, "is_over": number + 1 == len(record["moves"])}
        if not expected["is_over"]:
            free = {str(column) for column, cell in enumerate(rows[0], 1) if cell == "."}
            expected["legal_moves"] = free
        facts = check(subject, position, expected, where)
    assert first_player_margin(facts) == {"R": 1, "Y": -1, None: 0}[record["winner"]]


def replay_connect_four_endgame(record: Record, subject: Subject) -> None:
    """Replay the moves that lead to an endgame; its exact value is not looked at here."""
    position = subject.position(_connect_four_name(record))
    for move in record["moves"]:
        position = subject.play(position, move)
    assert set(record["best"]) <= subject.facts(position)["legal_moves"]  # type: ignore[operator]


def _connect_four_name(record: Record) -> str:
    return "connect-four({},{})".format(*record["size"])


# --- Kalah ---------------------------------------------------------------------------------------


def replay_manchester(record: Record, subject: Subject) -> None:
    """Replay one game of the Manchester engine."""
    position = subject.position("kalah-manchester")
    facts = subject.facts(position)
    swapped = False
    for ply in record["plies"]:
        where = f"game {record['game']}, ply {ply['ply']}"
        seat = {"S": "south", "N": "north"}[ply["side"]]
        check(subject, position, {"turn": ply["player"] - 1, "turn_name": seat}, where)
        swapped = swapped or ply["move"] == "SWAP"
        position = subject.play(position, str(ply["move"]).lower())
        state = ply["state"]
        expected: Facts = {
            "houses": (tuple(state[8:15]), tuple(state[0:7])),
            "stores": (state[15], state[7]),
            "swapped": swapped,
            "is_over": ply["end"],
        }
        if not ply["end"]:
            expected["turn"] = ply["next_player"] - 1
            expected["turn_name"] = {"S": "south", "N": "north"}[ply["next_side"]]
        facts = check(subject, position, expected, where)
    assert facts["is_over"]
    assert first_player_margin(facts) == record["score_p1"] - record["score_p2"]


def replay_openspiel(record: Record, subject: Subject) -> None:
    """Replay one game of OpenSpiel's mancala, which leaves the last seeds in the houses."""
    swept, unswept = subject.position("kalah(6,4)"), subject.position("kalah(6,4,sweep=none)")
    for number, ply in enumerate(record["plies"], start=1):
        where = f"game {record['game']}, ply {number}"
        check(subject, unswept, {"turn": ply["player"]}, where)
        move = str(ply["action"] - 7 * ply["player"])
        swept, unswept = subject.play(swept, move), subject.play(unswept, move)
        board = ply["board"]
        expected: Facts = {
            "houses": (tuple(board[1:7]), tuple(board[8:14])),
            "stores": (board[7], board[0]),
            "is_over": ply["terminal"],
            "legal_moves": {str(action - (0 if action < 7 else 7)) for action in ply["legal_next"]},
        }
        if not ply["terminal"]:
            expected["turn"] = ply["next_player"]
            check(subject, swept, expected, where)
        check(subject, unswept, expected, where)
    final = {"is_over": True, "stores": (record["final_sum_p0"], record["final_sum_p1"])}
    facts = check(subject, swept, final, f"game {record['game']}, end")
    assert first_player_margin(facts) == record["final_sum_p0"] - record["final_sum_p1"]


# --- Squatter ------------------------------------------------------------------------------------


def replay_squatter(record: Record, subject: Subject) -> None:
    """Replay one whole game; 1 is White, 2 is Black, 3 as winner a draw."""
    n = record["n"]
    position = subject.position(_squatter_name(n, first=record["first"]))
    facts = subject.facts(position)
    for (row, column, player), step in zip(record["moves"], record["steps"], strict=True):
        where = f"game {record['id']}, move ({row}, {column})"
        assert facts["turn_name"] == _colour(player), where
        position = subject.play(position, _cell_text(row, column))
        facts = check(subject, position, _squatter_facts(n, step), where)
        _check_owners(facts, step["own"], where)
        assert facts["legal_moves"] == _free_cells(step["b2"], n), where
    assert facts["is_over"]
    assert facts["scores"] == tuple(record["score"])
    white_margin = record["score"][0] - record["score"][1]
    assert (white_margin > 0, white_margin < 0) == (record["winner"] == 1, record["winner"] == 2)
    assert first_player_margin(facts) == white_margin * (1 if record["first"] == 1 else -1)


def replay_squatter_case(record: Record, subject: Subject) -> None:
    """Replay one edge case, which places pieces of either colour in any order."""
    n = record["n"]
    game = _squatter_name(n)
    position = subject.position(game)
    for (row, column, player), step in zip(record["moves"], record["steps"], strict=True):
        board, owners, _ = str(subject.facts(position)["text"]).split(" ")
        position = subject.position(game, f"{board} {owners} {_colour(player)}")
        position = subject.play(position, _cell_text(row, column))
        where = f"{record['name']} ({row}, {column})"
        _check_owners(check(subject, position, _squatter_facts(n, step), where), step["own"], where)
    final: Facts = {"scores": (record["final_w"], record["final_k"])}
    check(subject, position, final, record["name"])
    for row, column in record["illegal_after"]:
        with pytest.raises(subject.illegal):
            subject.play(position, _cell_text(row, column))


def replay_squatter_endgame(record: Record, subject: Subject) -> None:
    """Replay the moves that lead to an endgame; its exact value is not looked at here."""
    n = record["n"]
    position = subject.position(_squatter_name(n, first=record["moves"][0][2]))
    for row, column, player in record["moves"]:
        check(subject, position, {"turn_name": _colour(player)}, record["b2"])
        position = subject.play(position, _cell_text(row, column))
    expected = _squatter_facts(n, record) | {"turn_name": _colour(record["to_move"])}
    check(subject, position, expected, record["b2"])


def _squatter_name(n: int, first: int = 1) -> str:
    return f"squatter({n})" if first == 1 else f"squatter({n},first=black)"


def _squatter_facts(n: int, step: Record) -> Facts:
    facts: Facts = {"board": _rows(step["b2"], n), "scores": (step["w"], step["k"])}
    if "free" in step:
        facts["free"] = step["free"]
    return facts


def _check_owners(facts: Facts, expected: str, where: str) -> None:
    """Compare the owners of all cells but those under a piece that is not in enemy territory.

    Programs differ on whether a live piece inside its own loop stands in its own territory; it
    changes neither scores nor legal moves, then or later.
    """
    cells = zip(_joined(facts["board"]), _joined(facts["owners"]), expected, strict=True)
    assert all(owner == wanted for symbol, owner, wanted in cells if symbol not in "WB"), where


def _joined(rows: object) -> str:
    assert isinstance(rows, tuple)
    return "".join(rows)


def _colour(player: int) -> str:
    return {1: "white", 2: "black"}[player]


def _cell_text(row: int, column: int) -> str:
    return "abcdefghijk"[column] + str(row + 1)


def _free_cells(cells: str, width: int) -> set[str]:
    return {_cell_text(*divmod(i, width)) for i, symbol in enumerate(cells) if symbol == "+"}


def _rows(cells: str, width: int) -> tuple[str, ...]:
    return tuple(cells[start : start + width] for start in range(0, len(cells), width))


# --- Watch Your Back! ----------------------------------------------------------------------------


def replay_watch_your_back(record: Record, subject: Subject) -> None:
    """Replay one whole game; unfinished games stop at the moving phase's turn 320."""
    position = subject.position("watch-your-back")
    facts = subject.facts(position)
    for number, (action, state) in enumerate(zip(record["actions"], record["states"], strict=True)):
        where = f"game {record['id']}, action {number}: {action}"
        assert facts["turn"] == "WB".index(state["mover"]), where
        position = _act(subject, position, _frozen(action))
        expected = _board_facts(state)
        if "to_move" in state:
            expected["turn"] = "WB".index(state["to_move"])
        if "legal" in state:
            expected["legal_moves"] = {_move_text(action) for action in state["legal"]}
        facts = check(subject, position, expected, where)
        if "nlegal" in state:
            legal: Any = facts["legal_moves"]
            assert len(legal) == (state["nlegal"] or 1), where
            assert (legal == {"pass"}) == (state["nlegal"] == 0), where
    _check_winner(facts, record["result"]["winner"], f"game {record['id']}")


def replay_watch_your_back_position(record: Record, subject: Subject) -> None:
    """Make one action on a set-up board."""
    before, after = record["before"], record["after"]
    position = subject.position("watch-your-back", _watch_your_back_text(before))
    where = f"{before}, action {record['action']}"
    expected = _board_facts(before) | {"turn": "WB".index(before["to_move"])}
    check(subject, position, expected, where)
    position = _act(subject, position, _frozen(record["action"]))
    facts = check(subject, position, _board_facts(after), where)
    _check_winner(facts, after["winner"], where)


def replay_watch_your_back_illegal(record: Record, subject: Subject) -> None:
    """Try one action that the referee refused: malformed, or not legal on its board."""
    position = subject.position("watch-your-back", _watch_your_back_text(record))
    # Only the Python form tells a tuple from a list and True from 1, as the referee does.
    action = ast.literal_eval(record["action_repr"])
    with pytest.raises(subject.illegal):
        _act(subject, position, action)


def _act(subject: Subject, position: Any, action: object) -> Any:
    return subject.play(position, subject.move_from_action(action))


def _board_facts(state: Record) -> Facts:
    return {
        "board": _rows(state["board"], 8),
        "phase": state["phase"],
        "turns": state["turns"],
        "pieces": (state["W"], state["B"]),
        "shrinks": state["shrinks"],
        "is_over": state["phase"] == "completed",
    }


def _check_winner(facts: Facts, winner: str | None, where: str) -> None:
    assert facts["is_over"] == (winner is not None), where
    if winner is not None:
        assert first_player_margin(facts) == {"W": 1, "B": -1, "draw": 0}[winner], where


def _watch_your_back_text(state: Record) -> str:
    rows = "/".join(_rows(state["board"].replace(" ", "."), 8))
    return f"{rows} {state['phase']} {state['turns']}"


def _move_text(action: Any) -> str:
    if action is None:
        return "pass"
    squares = action if isinstance(action[0], list) else [action]
    return "".join("abcdefgh"[x] + str(y + 1) for x, y in squares)


def _frozen(action: Any) -> object:
    """Turn the lists of JSON into the tuples that a player would return."""
    return tuple(map(_frozen, action)) if isinstance(action, list) else action


REPLAYS: dict[str, Callable[[Record, Subject], None]] = {
    "connect-four": replay_connect_four,
    "connect-four-endgames": replay_connect_four_endgame,
    "kalah-manchester": replay_manchester,
    "kalah-openspiel": replay_openspiel,
    "squatter": replay_squatter,
    "squatter-cases": replay_squatter_case,
    "squatter-endgames": replay_squatter_endgame,
    "watch-your-back": replay_watch_your_back,
    "watch-your-back-illegal": replay_watch_your_back_illegal,
    "watch-your-back-positions": replay_watch_your_back_position,
}


def replay_hand_case(case: HandCase, subject: Subject) -> None:
    """Make one move that was worked out by hand; the texts must survive being read and written."""
    position = subject.position(case.game, case.before)
    check(subject, position, {"text": case.before, "is_over": False}, case.name)
    over: Facts = {"is_over": case.margin is not None, "margin": case.margin}
    expected = over | {"text": case.after}
    check(subject, subject.play(position, case.move), expected, case.name)
    check(subject, subject.position(case.game, case.after), expected, f"{case.name}, read again")
