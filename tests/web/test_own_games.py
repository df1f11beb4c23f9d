"""Games written in Python on the server: they can do all; those that lie harm nobody."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.games.own.entry import register
from plyground.games.python_file import start_in_file
from plyground.web.shared import own_code
from tests.support.server import PATIENCE, Server, Visitor, served

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
LIAR = ROOT / "tests" / "support" / "own_games" / "liar.py"
ALL = tuple(start_in_file(str(path)).game for path in EXAMPLES)


@pytest.fixture(scope="module")
def serving() -> tuple[str, ...]:
    return tuple(map(str, (*EXAMPLES, LIAR)))


def test_the_start_page_offers_the_games_first(visitor: Visitor) -> None:
    families = visitor.http.get("/api/catalogue").json()["families"]
    assert {family["name"] for family in families[: len(ALL) + 1]} == {*ALL, "liar"}
    page = visitor.http.get("/").text
    for name in ALL:
        assert f'value="{name}"' in page
    rules = visitor.http.get("/rules/reversi")
    assert rules.status_code == 200
    assert "Black moves first" in rules.text


@pytest.mark.parametrize("game", ALL)
def test_a_game_is_played_shared_and_drawn(visitor: Visitor, game: str) -> None:
    table = visitor.sit(visitor.begin(game=game, second="pvs:level=2")["id"])
    for _ in range(3):
        if table.state["status"] == "running":
            table.move()
    assert table.state["problem"] is None
    moves = [move["move"] for move in table.moves]
    assert all(move["announce"] for move in table.moves)
    line = {"game": game, "moves": moves}
    shown = visitor.http.post("/api/positions", json=line).json()
    assert shown["position"] == table.state["position"]
    text = "".join(f"{move};" for move in moves)
    for picture in ("picture", "replay"):
        drawn = visitor.http.get(f"/api/{picture}.svg", params={"game": game, "moves": text})
        assert drawn.status_code == 200, drawn.text
        assert drawn.text.startswith("<svg")
    record = visitor.http.get("/api/record", params={"game": game, "moves": text}).text
    read = visitor.http.post("/api/records", json={"text": record}).json()["games"]
    assert [one["moves"] for one in read] == [moves]


@pytest.mark.parametrize("game", ["tictactoe", "dotsandboxes"])
def test_a_game_is_analysed_and_reviewed(visitor: Visitor, game: str) -> None:
    start = visitor.http.post("/api/positions", json={"game": game}).json()["position"]
    moves = [start["legal"][0]["move"]]
    wish = {"game": game, "moves": moves, "nodes": 300, "lines": 2, "explain": True}
    found = visitor.http.post("/api/analyse", json=wish).json()
    assert len(found["lines"]) == 2
    socket = visitor.connect("/ws/analysis")
    review = {"type": "review", "id": 1, "game": game, "moves": moves, "nodes": 1000}
    socket.send(json.dumps(review))
    news = [json.loads(socket.recv(PATIENCE)) for _ in range(3)]
    assert [one["type"] for one in news] == ["graded", "graded", "review"]
    graded = visitor.http.post("/api/grade", json={"game": game, "move": moves[0]}).json()
    assert graded["grade"] in ("best", "good", "inaccuracy", "mistake", "blunder")


def test_named_features_explain_a_score(visitor: Visitor) -> None:
    wish = {"game": "reversi", "moves": ["d3"], "nodes": 100, "lines": 1, "explain": True}
    found = visitor.http.post("/api/analyse", json=wish).json()
    assert {row["name"]: row["weight"] for row in found["explanation"]["features"]} == {
        "corners": 10, "mobility": 1,
    }  # fmt: skip
    assert {one["cell"] for one in found["heat"]} == {"c3", "e3", "c5"}
    assert "discs" in found["explanation"]["expected"]
    without = visitor.http.post("/api/analyse", json=wish | {"game": "nim", "moves": []}).json()
    assert (without["explanation"], without["heat"]) == (None, [])


def test_hints_take_back_and_setting_up(visitor: Visitor) -> None:
    table = visitor.sit(visitor.begin(game="tictactoe", second="random")["id"])
    table.move("4")
    table.send(type="hint", version=table.state["version"])
    assert table.hear("hint")["why"]
    table.send(type="take_back", version=table.state["version"])
    assert table.wait_for(lambda state: not state["from"])["position"]["text"] == "......... X"
    wish = {"game": "tictactoe", "text": "XX.OO.... X"}
    valid = visitor.http.post("/api/setup", json=wish).json()
    assert valid["valid"]
    assert valid["position"]["board"]["cells"][0]["piece"]["shape"] == "cross"
    wrong = visitor.http.post("/api/setup", json=wish | {"text": "XXX"}).json()
    assert wrong["message"].startswith("expected nine cells")
    none = visitor.http.post("/api/setup", json={"game": "nim", "text": "x"}).json()
    assert "from_text" in none["message"]


def held(visitor: Visitor, wish: dict[str, Any]) -> dict[str, Any]:
    """Hold a tournament; returns its state at the end."""
    begun = visitor.http.post("/api/tournaments", json=wish).json()
    end = time.monotonic() + PATIENCE
    while begun["status"] == "running" and time.monotonic() < end:
        time.sleep(0.1)
        begun = visitor.http.get(f"/api/tournaments/{begun['id']}").json()
    return begun  # type: ignore[no-any-return]


def test_a_tournament_of_a_game_in_python(visitor: Visitor) -> None:
    wish = {"game": "nim", "players": ["random", "pvs:level=1"], "pairs": 1}
    begun = held(visitor, wish)
    assert (begun["status"], begun["games"]) == ("finished", 2)
    number = begun["recent"][0]["id"]
    game = visitor.http.get(f"/api/tournaments/{begun['id']}/games/{number}").json()
    line = {key: game[key] for key in ("game", "start", "moves")}
    assert visitor.http.post("/api/positions", json=line).json()["position"]["over"]


LIES = {
    "crash": r"liar\.py, line \d+: IndexError: there is no such cell",
    "huge": r"liar\.py, line \d+: MemoryError",
    "exit": r"liar\.py, line \d+: SystemExit: goodbye",
    "text": r"liar: Liar\.play\('text'\) returned 'text'; expected the position after the move",
    "flip": r"liar: Liar\.is_over was \w+ and then \w+ in one position",
    "lie": r"liar: Liar\.is_over is True, but there are 11 legal moves.*",
    "none": r"liar: Liar\.is_over is False, but there are no legal move.*",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_one_line_on_the_page(visitor: Visitor, lie: str) -> None:
    table = visitor.sit(visitor.begin(game="liar", second="human")["id"])
    table.send(type="move", move=lie, version=0)
    error = table.hear("error")
    assert error["code"] == "game_fault"
    assert re.fullmatch(LIES[lie], error["message"]), error["message"]
    table.move("ok")  # and the game goes on
    request = {"game": "liar", "moves": [lie]}
    assert visitor.http.post("/api/positions", json=request).status_code == 422


@pytest.mark.parametrize("lie", ["sleep", "hang"])
def test_code_that_does_not_return_holds_nobody_up(
    server: Server, visitor: Visitor, lie: str
) -> None:
    table = visitor.sit(visitor.begin(game="liar", second="human")["id"])
    table.send(type="move", move=lie, version=0)
    other = Visitor(server)
    other.sit(other.begin(second="human")["id"]).move()  # while the liar is at work
    other.close()
    error = table.hear("error")
    assert re.fullmatch(r"liar took longer than 3 s in liar\.py, line \d+; it was stopped",
                        error["message"]), error["message"]  # fmt: skip


def test_an_engine_that_meets_a_fault_stops_and_says_so(visitor: Visitor) -> None:
    table = visitor.sit(visitor.begin(game="liar", second="pvs:depth=1")["id"])
    table.send(type="move", move="ok", version=0)
    state = table.wait_for(lambda state: state["problem"])
    assert "IndexError" in state["problem"]
    assert state["thinking"] is None
    table.send(type="take_back", version=state["version"])
    table.wait_for(lambda state: state["problem"] is None)


def test_a_tournament_says_why_it_stopped(visitor: Visitor) -> None:
    wish = {"game": "liar", "players": ["pvs:depth=1", "pvs:depth=2"], "pairs": 1}
    begun = held(visitor, wish)
    assert begun["status"] == "stopped"
    assert re.fullmatch(r"liar\.py, line \d+: IndexError: there is no such cell", begun["problem"])
    listed = visitor.http.get("/api/tournaments").json()["tournaments"]
    assert begun["problem"] in [one["problem"] for one in listed]


def test_the_terminal_says_each_line_once(tmp_path: Path) -> None:
    with served(tmp_path / "games.db", str(LIAR)) as server:
        visitor = Visitor(server)
        for _ in range(3):
            request = {"game": "liar", "moves": ["crash"]}
            visitor.http.post("/api/positions", json=request)
        visitor.close()
    assert server.output.count("IndexError") == 1


def test_games_of_another_start_are_listed_and_explained(tmp_path: Path) -> None:
    with served(tmp_path / "games.db", str(ROOT / "examples" / "nim.py")) as server:
        visitor = Visitor(server)
        cookies = dict(visitor.http.cookies)
        begun = visitor.begin(game="nim", second="human")["id"]
        visitor.close()
    with served(tmp_path / "games.db") as server:
        visitor = Visitor(server)
        visitor.http.cookies.clear()
        visitor.http.cookies.update(cookies)
        found = visitor.http.get("/api/games").json()["games"]
        assert [game["title"] for game in found] == ["nim"]
        answer = visitor.http.get(f"/api/games/{begun}")
        assert answer.status_code == 400
        assert "there is no game 'nim'" in answer.json()["error"]["message"]
        table: Any = visitor.connect(f"/ws/games/{begun}")
        assert "no game 'nim'" in table.recv(PATIENCE)
        visitor.close()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("import plyground as ply\n", "has no game"),
        ("raise ValueError('not today')\n", "cannot be run: ValueError: not today"),
        (
            "import plyground as ply\nfrom dataclasses import dataclass\n"
            "@dataclass(frozen=True)\nclass Odd(ply.Position):\n    game = 'Odd One'\n",
            "Odd.game is Odd One; expected small letters",
        ),
        (
            "import plyground as ply\nfrom dataclasses import dataclass\n"
            "@dataclass(frozen=True)\nclass Odd(ply.Position):\n    game = 'kalah'\n",
            "there is a game 'kalah' already",
        ),
    ],
)
def test_a_file_that_cannot_be_served_is_refused(
    tmp_path: Path, content: str, problem: str
) -> None:
    file = tmp_path / f"{tmp_path.name}.py"
    file.write_text(content)
    with pytest.raises(ply.GameNameError, match=re.escape(problem)):
        register(start_in_file(str(file)))


def test_names_that_nobody_gave_are_not_served(visitor: Visitor) -> None:
    for name in ("examples/nim.py", "nim.py:Nim", "/etc/passwd"):
        assert visitor.http.post("/api/games", json={"game": name}).status_code == 400


def test_a_line_for_people_has_no_paths_and_is_short() -> None:
    error = own_code.explained("nim", ValueError("x" * 1000))
    assert isinstance(error, own_code.GameFault)
    assert len(str(error)) < 400
