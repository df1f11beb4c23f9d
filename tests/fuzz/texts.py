"""Targets that read texts: names, positions, moves, specs, records, protocol lines."""

from __future__ import annotations

import random
from functools import cache

import plyground as ply
from plyground.adapters.kgp.boards import after_move, position_of
from plyground.adapters.kgp.connection import Address, LineCutter
from plyground.adapters.kgp.wire import Board, read_command
from plyground.adapters.mankalah import Change, read_answer
from plyground.adapters.wub import Message
from plyground.arena.referee.clock import Control
from plyground.arena.running.result import GameResult, Pairing
from plyground.evaluation.weights import load
from plyground.games import files
from plyground.games.position import Position
from plyground.games.record import Game
from plyground.learn.tuning.space import read_space
from plyground.players.specs import file_options, read_spec
from plyground.ugi.client import Client
from plyground.ugi.engine import UgiEngine
from plyground.ugi.session import Go, read_go
from tests.fuzz.mutation import mutated
from tests.fuzz.target import target

GAMES = (
    "kalah(6,4)", "kalah(12,12,swap=yes,capture=always)", "kalah(1,1)", "kalah-manchester",
    "squatter(3)", "squatter(7)", "squatter(11,first=black)", "watch-your-back", "connect-four",
    "watch-your-back(max_turns=320,double_pass_draws=yes)", "connect-four(4,15)",
    "connect-four(12,4)",
)  # fmt: skip


@cache
def walks(name: str) -> tuple[Position, ...]:
    """Positions along a random game, its end included."""
    chance, position = random.Random(name), ply.position(name)
    found = [position]
    while not position.is_over and len(found) < 120:
        position = position.play(chance.choice(position.legal_moves))
        found.append(position)
    return (*found[::7], found[-1])


def _position_case(chance: random.Random) -> tuple[str, str]:
    name = chance.choice(GAMES)
    own = [position.text for position in walks(name)]
    other = [position.text for position in walks(chance.choice(GAMES))]
    return name, mutated(chance, own + other[:1])


@target("game-name", lambda chance: mutated(chance, GAMES))
def game_name(name: str) -> None:
    position = ply.position(name)
    assert ply.position(position.game) == position


@target("position-text", _position_case)
def position_text(case: tuple[str, str]) -> None:
    position = ply.position(*case)
    assert ply.position(position.game, position.text) == position
    assert bool(position.legal_moves) != position.is_over
    str(position), repr(position)


def _move_case(chance: random.Random) -> tuple[str, int, str]:
    name = chance.choice(GAMES)
    number = chance.randrange(len(walks(name)))
    moves = [str(move) for move in walks(name)[number].legal_moves]
    return name, number, mutated(chance, [*moves, "a1", "1", "d4e4", "pass", "swap"])


@target("move-text", _move_case)
def move_text(case: tuple[str, int, str]) -> None:
    name, number, text = case
    position = walks(name)[number]
    move = position.parse_move(text)
    assert move in position.legal_moves
    position.effects(move)
    position.play(text.strip() if text.strip() == move else move)


SPECS = (
    "pvs", "pvs:time=1,ponder=yes", "mcts:sims=50,rollout=greedy,memory_mb=1", "level:3",
    "random:seed=7", "phases:0-6=book:variety=0.1;7-=pvs:weights=default,book=none", "greedy",
    "minimax:depth=2", "mtdf:depth=3,table_mb=1", "human", "net:file=x.net",
    "menace:file=x.toml", "book:file=x.book", "mcts:net=x.net,exploration=1.4", "file:agent.py",
    "ugi:engine --option", "file:'a b.py' --x=1",
)  # fmt: skip


@target("spec", lambda chance: mutated(chance, SPECS))
def spec(text: str) -> None:
    kind, given = read_spec(text)
    file_options(text)
    repr((kind.name, given))
    ply.player(text)


@target("control", lambda chance: mutated(chance, ("1", "1+0.5", "10/move", "300+2", "0.1s", "1m")))
def control(text: str) -> None:
    Control.parse(text)


def _records() -> tuple[str, ...]:
    texts = []
    for name in GAMES[:10:3]:
        game = Game(walks(name)[0])
        for _ in range(6):
            if not game.position.is_over:
                game.push(game.position.legal_moves[0])
        texts.append(files.dumps([game, game]))
    return tuple(texts)


@target("record", lambda chance: mutated(chance, _records()))
def record(text: str) -> None:
    for game in files.loads(text):
        assert files.loads(files.dumps([game]))[0].position == game.position


UGI = (
    "ugi", "isready", "uginewgame", "position startpos", "position startpos moves 1 2", "stop",
    "query turn", "position fen 4,4,4,4,4,4/0 4,4,4,4,4,4/0 south moves 3", "go nodes 20",
    "go depth 2", "go movetime 1", "go wtime 100 btime 100 winc 1 binc 1", "go infinite",
    "setoption name game value squatter(5)", "setoption name table_mb value 1",
    "setoption name threads value 2", "query gameover", "query result", "query p1turn",
    "position squatter(5) startpos moves a1", "setoption name nodes value 30", "quit",
)  # fmt: skip


def _ugi_case(chance: random.Random) -> list[str]:
    lines = [mutated(chance, UGI) for _ in range(chance.randrange(1, 12))]
    return [line for text in lines for line in text.split("\n")][:60]


@target("ugi-engine", _ugi_case, ())
def ugi_engine(lines: list[str]) -> None:
    said = list[str]()
    engine = UgiEngine(said.append, player="pvs:nodes=50,table_mb=1")
    for line in lines:
        if not engine.obey(line):
            break
    engine.close()
    assert not any("\x1b" in line for line in said)


@target("ugi-go", lambda chance: mutated(chance, UGI).split())
def ugi_go(words: list[str]) -> None:
    read_go(words).limit(ply.Side.FIRST)


class Talk:
    """A channel whose other end says these lines and then nothing more."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = iter(lines)

    def send(self, line: str) -> None:
        assert line

    def receive(self, deadline: float | None) -> str:  # noqa: ARG002
        try:
            return next(self._lines)
        except StopIteration:
            raise ply.PlygroundError("the engine has ended") from None


ANSWERS = (
    "id name x\noption name a type spin default 1\nugiok\nreadyok\ninfo score cp 5\nbestmove 3",
    "ugiok\nreadyok\ninfo multipv 1 score cp -10 depth 3\nresponse true\nbestmove d4e4 ponder a1\n",
)  # fmt: skip


@target("ugi-client", lambda chance: mutated(chance, ANSWERS).split("\n"))
def ugi_client(lines: list[str]) -> None:
    client = Client(Talk(lines))
    client.greet(None)
    client.new_game(ply.position("kalah(6,4)"), None)
    client.go(["1"], Go(nodes=5), None)


KGP = (
    "kgp 1 0 1", '4@2 set info:name "a \\"b\\""', "2 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>",
    "1@3 yield", "@4 move 3", "ping 5", "@5 pong", 'error "x\\ny"', "goodbye", "mode freeplay",
    "ok", "2 stop", "fail", "problem 3 <3,0,0,3,3,3,3,3,3>", "set auth:token abc",
    "7 state <1,0,0,1,1>", "move 1.5",
)  # fmt: skip


@target("kgp-line", lambda chance: mutated(chance, KGP))
def kgp_line(line: str) -> None:
    for whole in LineCutter().feed(line.encode("utf-8", "replace") + b"\n"):
        command = read_command(whole)
        assert command.text
        for board in command.arguments:
            if isinstance(board, Board):
                position_of(board)
                after_move(board, 1)


URLS = (
    "ws://localhost:8080/x",
    "wss://kalah.example/socket",
    "localhost:2671",
    "tcp://[::1]:2",
    "h",
)


@target("kgp-address", lambda chance: mutated(chance, URLS))
def kgp_address(url: str) -> None:
    Address.parse(url).is_private, Address.parse(url).text


WUB = (
    "OKAY name", "GAME white", "TURN", "ACTN move 3 3 4 3", "UPD8 place 1 2", "UPD8 pass",
    "OVER winner", "ERRO invalid", "PLAY name channel", "DISC x", "ACTN place 99 99",
    "ACTN pass",
)  # fmt: skip


@target("wub-line", lambda chance: mutated(chance, WUB))
def wub_line(line: str) -> None:
    message = Message.read(line.encode("utf-8", "replace"))
    if message.head in ("ACTN", "UPD8"):
        message.move  # noqa: B018


MANKALAH = (
    "CHANGE;5;8,8,8,8,7,7,7,0,7,7,7,7,0,8,8,1;YOU",
    "CHANGE;SWAP;7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,0;OPP", "MOVE;3\n", "SWAP\n", "START;South",
    "END",
)  # fmt: skip


@target("mankalah-line", lambda chance: mutated(chance, MANKALAH))
def mankalah_line(line: str) -> None:
    read_answer(line.encode("utf-8", "replace"))
    change = Change.read(line)
    change.position("South", is_reply=True)
    assert Change.read(change.line) == change


SPACES = (
    "stores,late.empty=-2..0:0.1",
    "hoard=0..2:0.5, late.empty",
    "again",
    "actions.captures=1..2",
)


@target("tuning-space", lambda chance: mutated(chance, SPACES))
def tuning_space(text: str) -> None:
    read_space(text, load("material", "kalah"), 1.0)


RESULTS = (
    '{"players":["a","b"],"game":"kalah(6,4)","score":1.0,"reason":"end","loser":"second","moves":["1"]}',
    '[0,"a","b",7,false]',
)


@target("stored-result", lambda chance: mutated(chance, RESULTS))
def stored_result(text: str) -> None:
    try:
        assert Pairing.from_key(text).key
    except ply.PlygroundError:
        GameResult.from_json(text)
