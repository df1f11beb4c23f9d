"""A game at the terminal, from its first prompt to its last line."""

from __future__ import annotations

import textwrap
from pathlib import Path

import plyground as ply
from plyground.cli.play.board_view import board_view
from plyground.cli.play.files import Files
from plyground.cli.play.prompt import prompt
from plyground.cli.shared.output import console
from plyground.games.names import family_of
from plyground.games.native import is_native
from plyground.games.own.honest import demand_honest
from plyground.games.position import move_text
from plyground.games.words import consequences
from plyground.players.human import Human
from plyground.players.specs import EnginePlayer

_WIDTH = 80
_COMMANDS = {
    "moves": "list the legal moves",
    "board": "show the board again",
    "undo": "take back your last move and the replies to it",
    "resign": "resign the game",
    "save": "write the game to a file: save FILE",
    "help": "show this help",
    "quit": "leave (or press Ctrl-C or Ctrl-D)",
}


class TerminalGame:
    """One game at the terminal: whose turn it is is asked, a person or a player."""

    def __init__(
        self, game: ply.Game, specs: tuple[str, str], seed: int | None, limit: ply.Limit | None
    ) -> None:
        self.game = game
        self.specs = specs
        self.limit = limit
        for header, spec in zip(("First", "Second"), specs, strict=True):
            game.headers.setdefault(header, spec)
        # Two random players with the same seed would not be two players.
        seeds = (seed, None if seed is None else seed + 1)
        self.players = [ply.player(spec, own) for spec, own in zip(specs, seeds, strict=True)]
        for player in self.players:
            if isinstance(player, EnginePlayer):
                player.check(game.position)  # before anybody moves
        self.people = [side for side in ply.Side if isinstance(self.players[side], Human)]
        self.ask = prompt(_COMMANDS)
        self.console = console()
        self._say = self.console.print
        self._shown: tuple[str, ...] | None = None
        self._leaving = False

    def run(self, files: Files) -> bool:
        """Play, and say whether it came to an end: False if somebody left before."""
        self._greet()
        try:
            while self.game.result is None and not self._leaving:
                position = self.game.position
                if position.turn in self.people:
                    self._show_board()
                    self._obey(self.ask(position).strip(), files)
                else:
                    self._play(self.players[position.turn].choose(position, self.limit))
        except (EOFError, KeyboardInterrupt):
            self._leaving = True
        if self._leaving:
            return False
        self._show_board()
        self._say(self._outcome(), style="bold")
        return True

    def _obey(self, line: str, files: Files) -> None:
        """Follow a command or play a move; explain what is neither."""
        word, _, argument = line.lower().partition(" ")
        actions = {
            "moves": self._list_moves,
            "board": lambda: self._show_board(again=True),
            "undo": self._undo,
            "resign": lambda: self.game.resign(self.game.position.turn),
            "help": self._help,
            "quit": self._quit,
        }
        legal = self.game.position.legal_moves
        if word == "save":
            self._save(line[len(word) :].strip(), files)
        elif word in actions and not argument:
            actions[word]()
        elif word in actions:
            self._say(f"{word} takes nothing after it; type {word} alone")
        elif not line and len(legal) > 1:
            self._say("expected a move or a command; help explains both")
        else:
            try:
                self._play(line.lower() or legal[0])
            except ply.IllegalMove as problem:
                self._say(f"{problem} (see moves or help)")

    def _play(self, move: str) -> None:
        """Play a move and tell what it did; the move itself, if nobody typed it."""
        before = self.game.position
        self.game.push(move)
        after, played = self.game.position, self.game.moves[-1]
        if not is_native(after):
            demand_honest(after)
        if before.turn not in self.people:
            self._say(f"{self._who(before.turn, before.turn_name)} plays {played}")
        for sentence in consequences(before, played):
            self._say(sentence)
        if not before.effects(played) and after.turn == before.turn and not after.is_over:
            self._say(f"{after.turn_name.capitalize()} moves again.")  # a game that tells nothing

    def _undo(self) -> None:
        """Take moves back up to and including the last one that a person chose."""
        movers = [position.turn for position in self.game.positions[: len(self.game.moves)]]
        if not any(mover in self.people for mover in movers):
            self._say("nothing to take back: you have not moved yet")
            return
        undone = []
        while movers.pop() not in self.people:
            undone.append(str(self.game.pop()))
        undone.append(str(self.game.pop()))
        self._say(f"taken back: {' '.join(reversed(undone))}")

    def _save(self, name: str, files: Files) -> None:
        path = Path(name).expanduser() if name else files.default
        if path is None:
            self._say("expected a file name: save FILE")
            return
        try:
            files.save(path, self.game)
        except (ValueError, OSError) as problem:
            self._say(one_line(problem))
        else:
            self._say(f"saved in {path}", soft_wrap=True)

    def _quit(self) -> None:
        self._leaving = True

    def _list_moves(self) -> None:
        moves = " ".join(map(move_text, self.game.position.legal_moves))
        self._say(textwrap.fill(moves, _WIDTH - 2, initial_indent="  ", subsequent_indent="  "))

    def _help(self) -> None:
        family = family_of(self.game.position)
        rows = {**(family.face.help if family else {}), **_COMMANDS}
        self._say("\n".join(f"  {name:7} {meaning}" for name, meaning in rows.items()))

    def _greet(self) -> None:
        position = self.game.position
        seats = [self._who(side, position.side_name(side)) for side in ply.Side]
        self._say(f"{position.game}: {seats[0]} against {seats[1]}", style="bold")
        if self.people:
            self._say("Type a move, or help.")

    def _show_board(self, *, again: bool = False) -> None:
        if self.game.moves == self._shown and not again:
            return
        self._shown = self.game.moves
        last_move = None
        if self.game.moves:
            last_move = (self.game.positions[-2].turn_name, self.game.moves[-1])
        self._say()
        board = str(self.game.position)
        is_drawn = is_native(self.game.position)
        view = board_view(board, self.console, last_move) if is_drawn else board
        self._say(view, soft_wrap=True)

    def _outcome(self) -> str:
        """Who has won, by what, and how if the game was not played to its end."""
        position = self.game.position
        if self.game.result == "draw":
            return "The game is a draw."
        winner = ply.Side.FIRST if self.game.result == "first" else ply.Side.SECOND
        if len(self.people) == 1:
            line = "You won" if winner in self.people else "You lost"
        else:
            line = f"{self._who(winner, position.side_name(winner))} won"
        if not position.is_over:
            return f"{line}: {position.side_name(winner.other)} resigned."
        family = family_of(position)
        if family is not None and not family.face.counts_margin:
            return f"{line}."
        return f"{line} by {position.margin_for(winner)}."

    def _who(self, side: ply.Side, seat: str) -> str:
        return f"{seat} ({self.specs[side]})"


def one_line(problem: Exception) -> str:
    """Say what went wrong to the person who typed it."""
    if isinstance(problem, OSError) and problem.filename is not None:
        return f"{problem.filename}: {problem.strerror}"
    return str(problem)
