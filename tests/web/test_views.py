"""Positions and moves as the browser gets them: events lead from each board to the next."""

from __future__ import annotations

import random
from typing import Any

import pytest

import plyground as ply
from plyground.web.shared import views

Json = dict[str, Any]

GAMES = [
    "kalah(6,4)",
    "kalah-manchester",
    "kalah(3,12,skip_origin=yes)",
    "kalah(4,3,capture=always,sweep=last_mover)",
    "kalah(4,3,capture=never,sweep=empty_side,end=mover_empty)",
    "kalah(5,4,majority_ends=yes)",
    "kalah(4,4,majority_ends=yes,sweep=none)",
    "kalah(1,1)",
    "squatter(5)",
    "squatter(7,first=black)",
    "squatter(11)",
    "watch-your-back",
    "watch-your-back(max_turns=200,double_pass_draws=yes)",
]


def position_view(position: ply.Position) -> Json:
    found: Json = views.position_view(position).model_dump(by_alias=True)
    return found


def move_view(before: ply.Position, move: str) -> Json:
    view = views.move_view(before, move, before.play(move), 1)
    found: Json = view.model_dump(by_alias=True)
    return found


def houses(board: Json) -> dict[str, int]:
    return {cell["id"]: cell["seeds"] for cell in board["cells"] + board["stores"]}


def apply_to_houses(cells: dict[str, int], events: list[Json]) -> None:
    for event in events:
        match event["type"]:
            case "lift":
                assert cells[event["at"]] == event["seeds"]
                cells[event["at"]] = 0
            case "sowing":
                for cell in event["path"]:
                    cells[cell] += 1
            case "capture" | "sweep":
                assert sum(cells[cell] for cell in event["cells"]) == event["seeds"] > 0
                for cell in event["cells"]:
                    cells[cell] = 0
                cells[event["store"]] += event["seeds"]
            case "swap" | "extra-turn":
                pass
            case other:
                pytest.fail(f"unexpected {other}")


def squares(board: Json) -> dict[str, Json]:
    kept = ("state", "piece", "dead", "owner")
    return {cell["id"]: {k: cell[k] for k in kept if k in cell} for cell in board["cells"]}


def apply_to_squares(cells: dict[str, Json], events: list[Json]) -> None:
    for event in events:
        match event["type"]:
            case "placement":
                assert cells[event["at"]] == {"state": "free"}
                cells[event["at"]]["piece"] = event["side"]
            case "step":
                assert cells[event["start"]].pop("piece") == event["side"]
                assert event["over"] is None or "piece" in cells[event["over"]]
                cells[event["to"]]["piece"] = event["side"]
            case "enclosure":
                assert len(event["loop"]) >= 4
                assert all(cells[cell]["piece"] == event["side"] for cell in event["loop"])
                for cell in event["cells"]:
                    piece = cells[cell].get("piece")
                    cells[cell] = {"state": "land", "owner": event["side"]}
                    if piece is not None:
                        cells[cell]["piece"] = piece
                    if piece not in (None, event["side"]):
                        cells[cell]["dead"] = True
            case "elimination":
                assert len(event["by"]) == 2
                assert cells[event["at"]].pop("piece") == event["side"]
            case "shrink":
                for cell in event["pieces"]:
                    assert "piece" in cells[cell]
                for cell in event["cells"]:
                    cells[cell] = {"state": "gone"}
            case "corner":
                assert cells[event["at"]].get("piece") == event["lost"]
                cells[event["at"]] = {"state": "corner"}
            case "phase" | "pass":
                pass
            case other:
                pytest.fail(f"unexpected {other}")


def check_move(before: ply.Position, move: str) -> tuple[ply.Position, Json]:
    view = move_view(before, move)
    old, new = position_view(before)["board"], position_view(before.play(move))["board"]
    if old["kind"] == "houses":
        cells = houses(old)
        apply_to_houses(cells, view["events"])
        assert cells == houses(new), (before.text, move)
    else:
        grid = squares(old)
        apply_to_squares(grid, view["events"])
        assert grid == squares(new), (before.text, move)
    assert view["announce"].endswith(".")
    return before.play(move), view


@pytest.mark.parametrize("name", GAMES)
def test_events_lead_from_each_board_to_the_next(name: str) -> None:
    """Whole random games, which take what can be taken more often than chance would."""
    chance = random.Random(name)
    for _ in range(6):
        position = ply.position(name)
        for _ in range(320):
            if position.is_over:
                break
            moves = position.legal_moves
            greedy = ply.player("greedy", chance.randrange(1000))
            move = greedy.choose(position) if chance.random() < 0.5 else chance.choice(moves)
            position, view = check_move(position, move)
            again = view["events"][-1]["type"] == "extra-turn"
            if not position.is_over and move != "swap":
                assert again == (position_view(position)["turn"] == view["side"])


def test_a_shrink_and_what_comes_before_it_are_told_apart() -> None:
    """Black sandwiches a piece that would otherwise have fallen to the new corner."""
    rows = "X------X/-@O-@---/--------/--@-----/-------@/-----O--/-----O--/X------X"
    position = ply.position("watch-your-back", f"{rows} moving 127")
    _, view = check_move(position, "e2d2")
    kinds = [event["type"] for event in view["events"]]
    assert kinds == ["step", "elimination", "shrink", *["corner"] * 4]
    assert view["events"][1] == {
        "type": "elimination", "at": "c2", "side": "white", "by": ("d2", "b2")
    }  # fmt: skip
    assert view["events"][3] == {"type": "corner", "at": "b2", "lost": "black"}
    assert view["announce"] == (
        "Black moves e2 to d2. White loses c2. The board shrinks: 2 pieces lost."
    )


def test_the_shrink_is_announced_before_it_comes() -> None:
    rows = "X------X/--------/--O@-O--/-------@/-------@/--O-----/--@-----/X------X"

    def shrink(turns: int) -> Json | None:
        board = position_view(ply.position("watch-your-back", f"{rows} moving {turns}"))["board"]
        doomed = {cell["id"] for cell in board["cells"] if cell.get("doomed")}
        assert doomed == set((board["shrink"] or {"squares": []})["squares"])
        return board["shrink"]  # type: ignore[no-any-return]

    assert shrink(0) == {"at": 128, "in": 128, "squares": []}
    assert shrink(111) == {"at": 128, "in": 17, "squares": []}
    near = shrink(112)
    assert near is not None
    assert near["in"] == 16
    assert len(near["squares"]) == 28


@pytest.mark.parametrize("name", GAMES)
def test_every_cell_is_labelled_and_every_legal_move_can_be_clicked(name: str) -> None:
    chance = random.Random(name)
    position = ply.position(name)
    for _ in range(60):
        if position.is_over:
            break
        view = position_view(position)
        board = view["board"]
        cells = {cell["id"]: cell for cell in board["cells"] + board.get("stores", [])}
        labels = [cell["label"] for cell in cells.values()]
        assert len(set(labels)) == len(cells)
        assert [legal["move"] for legal in view["legal"]] == list(position.legal_moves)
        for legal in view["legal"]:
            if legal["move"] not in ("swap", "pass"):
                assert legal["to"] in cells
            if "from" in legal:
                assert "piece" in cells[legal["from"]]
        position = position.play(chance.choice(position.legal_moves))


def test_a_game_that_is_over_has_no_moves_and_a_margin_for_the_first_side() -> None:
    view = position_view(ply.position("kalah(2,1)", "0,0/1 0,0/3 south"))
    assert (view["turn"], view["legal"], view["winner"], view["margin"]) == (None, [], "second", -2)
    assert view["status"] == "north won"
