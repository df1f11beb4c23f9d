"""UGI: every command in any order, garbage between them, and answers while it thinks."""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground as ply
from plyground.arena.referee.referee import play_game
from plyground.players.options import ENGINES
from plyground.players.specs import KINDS
from plyground.ugi.client import Client
from plyground.ugi.engine import UgiEngine, info_lines
from plyground.ugi.session import Go, UgiError, UgiSession, position_command, read_go
from plyground.ugi.thinking import Thinker, option_line

STOP_SECONDS = 0.020
WAIT = 20.0


class Talk:
    """An engine in this process, and what it has said; also a channel for a client."""

    def __init__(self, game: str = "kalah(6,4)", player: str = "pvs:table_mb=1") -> None:
        self.said: list[str] = []
        self._unread: list[str] = []
        self._heard = threading.Condition()
        self.engine = UgiEngine(self._write, game=game, player=player)

    def _write(self, text: str) -> None:
        with self._heard:
            self.said += text.splitlines()
            self._unread += text.splitlines()
            self._heard.notify_all()

    def send(self, line: str) -> None:
        for one in line.split("\n"):
            self.engine.obey(one)

    def receive(self, deadline: float | None = None) -> str:  # noqa: ARG002 - WAIT is enough
        with self._heard:
            assert self._heard.wait_for(lambda: self._unread, WAIT), self.said
            return self._unread.pop(0)

    def ask(self, line: str, first_word: str) -> str:
        """Send a line, and return the next answer that begins with a word."""
        self.send(line)
        while not (heard := self.receive()).startswith(first_word):
            pass
        return heard


@pytest.fixture
def talk() -> Iterator[Talk]:
    made = Talk()
    yield made
    made.engine.stop()


def test_it_introduces_itself(talk: Talk) -> None:
    talk.send("ugi")
    assert talk.said[0].startswith("id name plyground")
    assert talk.said[-1] == "ugiok"
    names = [re.findall(r"^option name (\S+) type", line) for line in talk.said]
    own = {name for found in names for name in found}
    assert own >= {"game", "player", "multipv", *(option.name for option in ENGINES["pvs"])}


def test_queries_answer_about_the_position(talk: Talk) -> None:
    assert talk.ask("query p1turn", "response") == "response true"
    assert talk.ask("query gameover", "response") == "response false"
    assert talk.ask("query result", "response") == "response none"
    assert talk.ask("query legalmoves", "response") == "response 1 2 3 4 5 6"
    talk.send("position startpos moves 3 6")
    assert talk.ask("query p1turn", "response") == "response false"
    expected = ply.position("kalah(6,4)").play("3").play("6").text
    assert talk.ask("query fen", "response") == f"response {expected}"
    talk.send(f"position fen {expected} moves 1")
    assert talk.ask("query fen", "response") != f"response {expected}"
    assert "expected gameover" in talk.ask("query weather", "info string")


@pytest.mark.parametrize("game", ["kalah(3,2)", "squatter(4)", "watch-your-back"])
def test_results_are_told_at_the_end(game: str, talk: Talk) -> None:
    played = play_game(ply.position(game), ("random", "random"), seed=4)
    talk.send(f"setoption name game value {game}")
    talk.send(f"position startpos moves {' '.join(played.moves)}")
    word = {1.0: "p1win", 0.5: "draw", 0.0: "p2win"}[played.score]
    assert talk.ask("query result", "response") == f"response {word}"
    assert talk.ask("query gameover", "response") == "response true"
    assert talk.ask("query legalmoves", "response") == "response"
    assert talk.ask("go depth 3", "bestmove") == "bestmove none"


@pytest.mark.parametrize(
    "go",
    [
        "go depth 3", "go nodes 500", "go movetime 20", "go p1time 200 p2time 200",
        "go p1time 100 p2time 100 p1inc 10 p2inc 10", "go depth 2 nodes 100 movetime 10",
        "go p1time -50 p2time 0", "go depth 99999999 movetime 5", "go movetime 0",
        "go depth 1 p2time 7",
    ],
)  # fmt: skip
@pytest.mark.parametrize("player", ["pvs:table_mb=1", "mcts:sims=99", "random", "minimax:depth=2"])
def test_every_way_to_go_ends_with_a_move(go: str, player: str) -> None:
    talk = Talk(player=player)
    began = time.perf_counter()
    move = talk.ask(go, "bestmove").split()[1]
    assert move in ply.position("kalah(6,4)").legal_moves
    assert time.perf_counter() - began < 3


def test_it_tells_what_it_thinks(talk: Talk) -> None:
    talk.send("setoption name multipv value 3")
    talk.ask("go depth 5", "bestmove")
    infos = [line for line in talk.said if line.startswith("info depth 5 ")]
    form = (
        r"info depth 5 seldepth \d+ multipv [123] score cp -?\d+( (lower|upper)bound)? "
        r"wdl \d+ \d+ \d+ margin -?\d+ nodes \d+ "
        r"nps \d+ time \d+ hashfull \d+ pv( [1-6])+"
    )
    assert len(infos) >= 3
    assert all(re.fullmatch(form, line) for line in infos)


def test_stop_is_answered_at_once(talk: Talk) -> None:
    late = []
    for pause in (0.0, 0.001, 0.01, 0.1, 0.3):
        talk.send("go infinite")
        time.sleep(pause)
        began = time.perf_counter()
        talk.ask("stop", "bestmove")
        late.append(time.perf_counter() - began)
    # The machine may be busy once; the engine may not.
    assert sorted(late)[-2] < STOP_SECONDS, late


# Its rollouts search at every move: one of them alone takes a large part of a second.
SLOW_TO_END = "mcts:rollout=shallow,memory_mb=1"


@pytest.mark.parametrize("player", [*(kind for kind in ENGINES if kind != "pvs"), SLOW_TO_END])
@pytest.mark.parametrize("game", ["kalah(12,12)", "squatter(11)", "watch-your-back"])
def test_every_player_can_be_stopped_at_once(player: str, game: str) -> None:
    talk = Talk(game, player)
    late = []
    for pause in (0.0, 0.001, 0.02, 0.05):
        talk.send("go infinite")
        time.sleep(pause)
        began = time.perf_counter()
        move = talk.ask("stop", "bestmove").split()[1]
        late.append(time.perf_counter() - began)
        assert move in ply.position(game).legal_moves
    talk.engine.close()
    assert sorted(late)[1] < STOP_SECONDS, late
    moves = [line for line in talk.said if line.startswith("bestmove")]
    assert len(moves) == 4
    assert talk.said[-1] == moves[-1], "nothing is said after the answer"


def test_infinite_waits_for_stop_even_if_there_is_nothing_to_think_about() -> None:
    talk = Talk(game="kalah(2,1)", player="random")
    talk.send("go infinite")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in talk.said)
    assert talk.ask("stop", "bestmove")


def test_it_answers_while_it_thinks(talk: Talk) -> None:
    talk.send("go infinite")
    assert talk.ask("isready", "readyok")
    assert talk.ask("query p1turn", "response") == "response true"
    talk.send("position startpos moves 1")
    assert talk.ask("query p1turn", "response") == "response false"
    assert talk.ask("nonsense", "info string")
    talk.send("go infinite")  # ends the search before, with its move
    assert [line[:8] for line in talk.said].count("bestmove") == 1
    talk.send("setoption name table_mb value 2")
    assert [line[:8] for line in talk.said].count("bestmove") == 2
    talk.send("uginewgame")
    assert talk.ask("query p1turn", "response") == "response true"


@pytest.mark.parametrize(
    "kind", [k.name for k in KINDS.values() if k.name != "human" and not k.needs_more]
)
def test_every_option_of_every_player_can_be_set(kind: str, talk: Talk) -> None:
    talk.send(f"setoption name player value {kind}")
    for option in KINDS[kind].options:
        value = option.default if option.default is not None else option.least
        text = str(value).lower() if isinstance(value, bool) else str(value)
        talk.send(f"setoption name {option.name} value {text}")
        assert option_line(option).startswith(f"option name {option.name} type ")
        talk.send(f"setoption name {option.name} value <empty>")
    assert talk.said == []
    assert talk.ask("setoption name no_such value 1", "info string")
    talk.send("setoption name player value human")
    assert "another player" in talk.said[-1]


def test_levels_count() -> None:
    position = ply.position("kalah(6,4)")
    talk = Talk(player="pvs:table_mb=1,nodes=20000")
    strong, weak = set[str](), set[str]()
    for _ in range(5):
        talk.send("uginewgame")  # a table from the search before may change the move
        strong.add(talk.ask("go", "bestmove"))
    talk.send("setoption name level value 1")
    for _ in range(30):
        talk.send("uginewgame")
        weak.add(talk.ask("go", "bestmove"))
    assert len(strong) == 1
    assert len(weak) > 2, "a beginner errs differently in every game"
    assert weak <= {f"bestmove {move}" for move in position.legal_moves}


def test_books_count() -> None:
    talk = Talk(game="kalah-manchester", player="pvs:table_mb=1,book=default")
    move = talk.ask("go", "bestmove").split()[1]
    assert move in ply.position("kalah-manchester").legal_moves
    assert not any(line.startswith("info depth") for line in talk.said), "no search"
    talk.send("go infinite")
    time.sleep(0.05)
    talk.ask("stop", "bestmove")
    assert any(line.startswith("info depth") for line in talk.said), "whoever analyses wants one"
    talk.send("setoption name book value none")
    talk.said.clear()
    talk.ask("go depth 2", "bestmove")
    assert any(line.startswith("info depth") for line in talk.said)


@pytest.mark.parametrize("kind", ENGINES)
def test_several_lines_of_every_engine(kind: str) -> None:
    talk = Talk(player=kind)
    talk.send("setoption name multipv value 4")
    talk.ask("go nodes 3000 movetime 200", "bestmove")
    infos = [line.split() for line in talk.said if line.startswith("info depth")]
    last = infos[-4:]
    assert [words[6] for words in last] == ["1", "2", "3", "4"]
    firsts = {words[words.index("pv") + 1] for words in last}
    assert len(firsts) == 4, "each line begins with a move of its own"


def test_options_change_the_player() -> None:
    thinker = Thinker("pvs:depth=3")
    thinker.set_option("table_mb", "2")
    assert thinker.spec == "pvs:depth=3,table_mb=2"
    thinker.set_option("depth", "<empty>")
    thinker.set_option("ponder", "true")
    [engine] = thinker.engines
    assert engine.options["depth"] is None
    assert engine.options["ponder"] is True
    for wrong in (("depth", "x"), ("multipv", "0"), ("multipv", "x"), ("player", "nobody")):
        with pytest.raises(ply.PlygroundError):
            thinker.set_option(*wrong)
    assert thinker.spec == "pvs:table_mb=2,ponder=yes"


def test_it_thinks_on_the_opponent_s_time_if_told_to() -> None:
    # Not Kalah: who moves again has no opponent to think about.
    talk = Talk("squatter(7)", "pvs:ponder=yes,table_mb=1,nodes=2000")
    threads = {thread.name for thread in threading.enumerate()}
    talk.ask("go", "bestmove")
    time.sleep(0.05)
    assert "ponder" in {thread.name for thread in threading.enumerate()} - threads
    talk.ask("go", "bestmove")
    talk.send("setoption name ponder value false")
    talk.engine.close()
    assert "ponder" not in {thread.name for thread in threading.enumerate()}


COMMANDS = (
    "ugi", "isready", "uginewgame", "position startpos moves 3", "go nodes 50", "go infinite",
    "stop", "query gameover", "setoption name game value squatter(4)",
    "setoption name depth value 2",
)  # fmt: skip
GARBAGE = (
    "", " ", "xyzzy", "position", "position fen", "position fen 1/2/3", "position startpos moves x",
    "position moves", "go depth", "go depth x", "go sideways", "go nodes 9" + "9" * 400,
    "setoption", "setoption name", "setoption name game value chess", "setoption name game",
    "setoption value", "query", "query \x00", "bestmove 1", "ugi ugi", "\ufffd\x01", "stop stop",
    "quitter",
)  # fmt: skip


def check_conversation(lines: list[str]) -> None:
    """Every ``go`` that is understood gets one move, every ``isready`` its answer at once."""
    talk = Talk(game="kalah(3,2)")
    for line in lines:
        ready = talk.said.count("readyok")
        talk.send(line)
        assert talk.said.count("readyok") == ready + (line.split()[:1] == ["isready"])
    assert talk.engine.obey("quit") is False
    asked = sum(
        line in ("go nodes 50", "go infinite") or line[:11] == "go nodes 99" for line in lines
    )
    assert sum(line.startswith("bestmove") for line in talk.said) == asked
    assert all(re.match(r"id|option|ugiok|readyok|info|bestmove|response", x) for x in talk.said)


def test_any_two_commands_in_any_order() -> None:
    for pair in itertools.product(COMMANDS, repeat=2):
        check_conversation([*pair, "isready"])


@settings(deadline=None, max_examples=60)
@given(lines=st.lists(st.sampled_from([*COMMANDS, *GARBAGE]), max_size=12))
def test_any_conversation(lines: list[str]) -> None:
    check_conversation(lines)


@settings(deadline=None, max_examples=100)
@given(line=st.text(st.characters(exclude_characters="\n"), max_size=60))
def test_any_text_is_survived(line: str) -> None:
    check_conversation([f"x{line}", f"position {line}", f"query x{line}", f"setoption {line}"])


@given(word=st.sampled_from(["depth", "movetime", "p1time"]), text=st.text(max_size=8))
def test_numbers_are_read_or_refused(word: str, text: str) -> None:
    try:
        go = read_go([word, *text.split()])
    except UgiError:
        return
    assert read_go(go.text.split()[1:]) == go


def test_what_is_sent_is_what_is_read() -> None:
    go = Go(p1time=1, p2time=2, p1inc=3, p2inc=4, movetime=5, depth=6, nodes=7, infinite=True)
    assert read_go(go.text.split()[1:]) == go
    start = ply.position("squatter(4)").play("a1")
    session = UgiSession("squatter(4)")
    session.set_position(position_command(start, ["b1", "c1"]).split()[1:])
    assert session.position == start.play("b1").play("c1")
    session.set_position(["startpos"])
    with pytest.raises(ply.PlygroundError):
        session.set_position(["startpos", "moves", "a1", "a1"])
    assert session.position == ply.position("squatter(4)"), "an error changes nothing"


def test_a_client_plays_a_game_with_an_engine() -> None:
    talk = Talk(player="pvs:depth=3,table_mb=1")
    client = Client(talk)
    client.greet(None)
    assert client.name == "plyground pvs:depth=3,table_mb=1"
    position, moves = ply.position("squatter(4)"), list[str]()
    client.new_game(position, None)
    while not position.is_over:
        answer = client.go(moves, Go(), None)
        assert answer.score is not None or len(position.legal_moves) == 1
        position = position.play(answer.move)
        moves.append(answer.move)
    assert client.query("gameover", None) == "false", "it has not seen its own last move"


def test_no_line_is_written_for_a_move_that_was_not_looked_at() -> None:
    found = ply.MCTS(sims=1, lines=6).search(ply.position("kalah(6,4)"))
    assert all("pv" in line for line in info_lines(found))
