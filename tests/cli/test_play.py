"""``plyground play``, driven as a person drives it: through its input and a real terminal."""

import contextlib
import fcntl
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from rich.console import Console

import plyground as ply
from plyground.cli.play.board_view import board_view
from plyground.players.human import Human
from plyground.players.specs import Random, player

COMMAND = [sys.executable, "-c", "from plyground.cli.main import main; main()", "play"]
GAMES = [
    "kalah(6,4)",
    "kalah-manchester",
    "squatter(6)",
    "squatter(5,first=black)",
    "watch-your-back",
]


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, "COLUMNS": "80", "PROMPT_TOOLKIT_NO_CPR": "1", **changes}


def play(lines: Sequence[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command; the opponent is random, and so repeatable, unless a test names another."""
    opponent = () if "--second" in arguments else ("--second", "random")
    done = subprocess.run(
        [*COMMAND, *arguments, *opponent],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env=environment(PYTHONUTF8="1"),
        check=False,
    )
    assert "Traceback" not in done.stderr
    own_lines = [line for line in done.stdout.split("\n") if "/" not in line]
    assert max(map(len, own_lines)) <= 80  # Others name a file that the tests chose.
    return done


def played(lines: Sequence[str], *arguments: str) -> str:
    done = play(lines, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def full_game(name: str, seed: int) -> tuple[ply.Game, list[str]]:
    """A game against the second player of ``--seed``, and what the person typed in it."""
    game, typed = ply.game(name), []
    person, opponent = random.Random(0), player("random", seed + 1)
    while game.result is None:
        if game.position.turn == ply.Side.FIRST:
            typed.append(person.choice(game.position.legal_moves))
            game.push(typed[-1])
        else:
            game.push(opponent.choose(game.position))
    return game, typed


def outcome(name: str, game: ply.Game) -> str:
    """The last word on a game between a person and random."""
    if game.result == "draw":
        return "The game is a draw."
    winner = ply.Side.FIRST if game.result == "first" else ply.Side.SECOND
    score = "" if name == "watch-your-back" else f" by {game.position.margin_for(winner)}"
    return f"You {'won' if winner == ply.Side.FIRST else 'lost'}{score}."


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_random(name: str, tmp_path: Path) -> None:
    game, typed = full_game(name, seed=7)
    file = tmp_path / "one.games"
    output = played(typed, name, "--seed", "7", "--save", str(file))
    ending = output.split("\n")[-4:]
    assert "has won" in ending[0] or "draw" in ending[0]
    assert ending[1] == outcome(name, game)
    assert ending[2] == f"saved in {file}"
    [saved] = ply.load(file)
    assert saved.moves == game.moves
    assert saved.result == game.result


def test_two_people_at_one_keyboard() -> None:
    game, _ = full_game("squatter(4)", seed=1)
    output = played(game.moves, "squatter(4)", "--second", "human")
    assert output.count("white> ") == output.count("black> ") == 8
    assert "plays" not in output


def test_two_random_players_differ_and_repeat() -> None:
    arguments = ("kalah(4,3)", "--first", "random", "--seed", "5")
    output = played([], *arguments)
    assert output == played([], *arguments)
    assert output != played([], *arguments[:-1], "6")
    assert "south (random) plays" in output
    assert "north (random) plays" in output


def test_moving_again_is_announced() -> None:
    output = played(["3", "6"], "kalah(6,4)", "--second", "human")
    assert output.count("South moves again.") == 1
    assert output.count("south> ") == 2
    assert output.count("north> ") == 1


def test_the_game_ends_on_a_move_that_would_be_an_extra_turn() -> None:
    text = "0,0,0,0,0,1/20 1,0,0,0,0,0/26 south"
    output = played(["6"], "kalah(6,4)", "--position", text)
    assert "moves again" not in output
    assert "You lost by 6." in output
    assert "North gets the 1 seed left." in output


def test_captures_are_announced() -> None:
    taken = played(["1"], "kalah(3,2)", "--position", "1,0,4/0 0,3,2/2 south", "--second", "human")
    assert "South captures 4 seeds." in taken
    closed = played(["b3"], "squatter(3)", "--position", "+W+/W+W/+++ - white")
    assert "White captures 1 cell.\n" in closed


def test_swap_changes_seats() -> None:
    output = played(["1", "swap", "2"], "kalah-manchester", "--second", "human")
    assert "The players swap sides" in output
    assert re.findall(r"(\w+)> ", output) == ["south", "north", "north", "south"]


def test_bad_input_is_explained_and_costs_nothing() -> None:
    bad = ["", "foo", "9", "0", "3 4", "undo 2", "moves x", "[bold]", "é", "save"]
    output = played([*bad, "quit"], "kalah(6,4)")
    assert output.count("south> ") == len(bad) + 1
    assert output.count("▸ south") == 1
    assert "expected a move or a command" in output
    assert "type undo alone" in output
    assert "expected a file name" in output
    assert "left after 0 moves" in output


def test_moves_board_and_help() -> None:
    output = played(["moves", "MOVES", "board", "help"], "kalah(3,2)")
    assert output.count("  1 2 3\n") == 2
    assert output.count("▸ south") == 2
    for command in ("moves", "undo", "resign", "save", "board", "help", "quit"):
        assert f"\n  {command} " in output


def test_enter_plays_the_only_move() -> None:
    output = played([""], "kalah(2,1)", "--position", "0,1/0 1,1/1 south", "--second", "human")
    assert "north> " in output or " won by " in output


def test_undo_goes_back_to_the_persons_own_decision(tmp_path: Path) -> None:
    file = tmp_path / "undo.games"
    output = played(["1", "undo", "undo", "2"], "kalah(6,4)", "--seed", "1", "--save", str(file))
    assert re.search(r"^taken back: 1( [1-6])+$", output, re.MULTILINE)
    assert "nothing to take back" in output
    assert ply.load(file)[0].moves[0] == "2"


def test_undo_of_an_extra_turn_and_between_people(tmp_path: Path) -> None:
    file = tmp_path / "undo.games"
    output = played(["3", "6", "1", "undo", "undo"], "--second", "human", "--save", str(file))
    assert re.findall(r"taken back: (.*)", output) == ["1", "6"]
    assert ply.load(file)[0].moves == ("3",)


def test_undo_never_takes_back_only_the_opponents_opening() -> None:
    output = played(["undo"], "squatter(5)", "--first", "random", "--second", "human")
    assert "nothing to take back" in output
    assert output.count("plays") == 1


def test_resign(tmp_path: Path) -> None:
    file = tmp_path / "resigned.games"
    output = played(["a1", "resign"], "squatter(5)", "--save", str(file))
    assert "You lost: white resigned." in output
    assert ply.load(file)[0].result == "second"
    again = played([], str(file))
    assert "You lost: white resigned." in again


@pytest.mark.parametrize("name", GAMES)
def test_save_leave_and_go_on(name: str, tmp_path: Path) -> None:
    game, typed = full_game(name, seed=2)
    first, second = str(tmp_path / "a.games"), str(tmp_path / "b.games")
    output = played([*typed[:3], f"save {first}"], name, "--seed", "2", "--save", second)
    assert f"saved in {first}" in output
    assert "left after" in output.split("\n")[-2]
    [left], [wanted] = ply.load(Path(first)), ply.load(Path(second))
    assert left.moves == wanted.moves == game.moves[: len(left.moves)]
    output = played(["quit"], first)
    assert str(left.position).split("\n")[-1] in output


def test_saving_keeps_the_other_games_of_a_file(tmp_path: Path) -> None:
    file = str(tmp_path / "all.games")
    played(["a1", "quit"], "squatter(5)", "--second", "human", "--save", file)
    played(["1", "save", "2"], "kalah(6,4)", "--second", "human", "--save", file)
    played(["c3"], "squatter(5)", "--second", "human", "--save", file)
    played(["b2"], file, "--second", "human", "--save", file)
    assert [game.moves for game in ply.load(Path(file))] == [("a1",), ("1", "2"), ("c3", "b2")]


def test_a_game_of_a_file_by_its_number(tmp_path: Path) -> None:
    file = str(tmp_path / "all.games")
    ply.save(file, [record("squatter(5)", "a1"), record("kalah(6,4)", "1"), record("squatter(5)")])
    played(["2"], f"{file}:2", "--second", "human", "--save", file)
    assert [game.moves for game in ply.load(file)] == [("a1",), (), ("1", "2")]
    output = played(["quit"], f"{file}:1", "--moves", "b2", "--second", "human")
    assert "left after 2 moves" in output


def test_who_plays_and_how_long() -> None:
    output = played(["2", "quit"], "--second", "pvs:time=60", "--nodes", "500")
    assert "north (pvs:time=60) plays" in output
    output = played(["2", "quit"], "--player", "greedy", "--second", "random")
    assert "north (random) plays" in output


def record(name: str, *moves: str) -> ply.Game:
    game = ply.game(name)
    for move in moves:
        game.push(move)
    return game


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["ludo"], "ludo"),
        (["kalah(99,1)"], "99"),
        (["--second", "alphago"], "no player 'alphago'"),
        (["--second", "pvs:elo=99999"], "elo=99999 is not valid"),
        (["squatter(5)", "--position", "nonsense"], "expected e.g."),
        (["no-such-file.games"], "there is no file no-such-file.games"),
        (["--save", "no-such-folder/x.games"], "no-such-folder"),
    ],
)
def test_mistakes_of_the_user_end_with_one_line_and_code_2(
    arguments: list[str], expected: str
) -> None:
    done = play([], *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_no_record_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("eggs\nmilk\n")
    for words in ([str(file)], ["--save", str(file)]):
        done = play(["1"], *words)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
    output = played([f"save {file}", f"save {tmp_path}", "save /no/such/folder/x"])
    assert "saved" not in output
    assert file.read_text() == "eggs\nmilk\n"


def test_players_by_name() -> None:
    position = ply.position("squatter(6)")
    assert isinstance(player("human"), Human)
    assert Human(lambda _: " c3 ").choose(position) == "c3"
    choices = [Random(3).choose(position) for _ in range(2)]
    assert choices[0] == choices[1]
    assert choices[0] in position.legal_moves
    with pytest.raises(ValueError, match="there are human, random"):
        player("")


# Colours.


@pytest.mark.parametrize("system", ["truecolor", "256", "standard", None])
def test_colours_change_nothing_but_the_discs(system: str | None) -> None:
    console = Console(color_system=system, force_terminal=True)  # type: ignore[arg-type]
    for name in GAMES:
        game, _ = full_game(name, seed=3)
        for before, move, after in zip(
            game.positions, game.moves, game.positions[1:], strict=False
        ):
            view = board_view(str(after), console, (before.turn_name, move)).plain
            plain = re.sub(r"[\[\]]", " ", view)
            same = str.maketrans("○◦□", "●•■") if system in ("truecolor", "256") else {}
            lines = [line.rstrip() for line in plain.split("\n")]
            assert lines == str(after).translate(same).split("\n")
            if name.startswith(("kalah(", "squatter")):  # Elsewhere: swap, pass, a lost square.
                assert view.count("[") == view.count("]") == 1


# A real terminal of 80 by 24.


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self._bytes = b""
        self._at = 0
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.execve(sys.executable, [*COMMAND, *arguments], environment(TERM="xterm-256color"))
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    @property
    def output(self) -> str:
        return self._bytes.decode(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def expect(self, pattern: str, seconds: float = 30.0) -> None:
        """Wait for a text that comes after what was expected before."""
        deadline = time.monotonic() + seconds
        while True:
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", self.output)
            found = re.compile(pattern).search(plain, self._at)
            if found:
                self._at = found.end()
                return
            ready, _, _ = select.select([self._fd], [], [], 0.2)
            if ready:
                with contextlib.suppress(OSError):  # Linux says so when the program has ended.
                    self._bytes += os.read(self._fd, 65536)
            assert time.monotonic() < deadline, f"no {pattern!r} in {plain[self._at :]!r}"

    def exit_code(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def close(self) -> None:
        os.close(self._fd)


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    program = Terminal(*request.param)
    yield program
    program.close()


@pytest.mark.parametrize("terminal", [("kalah(6,4)", "--second", "human")], indirect=True)
def test_in_a_terminal(terminal: Terminal) -> None:
    terminal.expect("south to move")
    terminal.expect("south>")
    terminal.type("3\r")
    terminal.expect("South moves again.")
    terminal.expect("south>")
    terminal.type("mov\t\r")
    terminal.expect("1 2 4 5 6")
    terminal.type("nonsense\r")
    terminal.expect("nonsense")
    terminal.expect("see moves or help")
    terminal.type("6\r")
    terminal.expect("north to move")
    terminal.expect("north>")
    assert "48;5;137" in terminal.output  # The wood of the board.
    terminal.type("\x04")
    terminal.expect("left after 2 moves")
    assert terminal.exit_code() == 0


@pytest.mark.parametrize("terminal", [("watch-your-back", "--seed", "1")], indirect=True)
def test_control_c_leaves_cleanly(terminal: Terminal) -> None:
    terminal.expect("white>")
    terminal.type("d4\r")
    terminal.expect("placing 3 of 24")
    terminal.expect("white>")
    terminal.type("\x03")
    terminal.expect("left after 2 moves")
    assert terminal.exit_code() == 0
    assert "Traceback" not in terminal.output
