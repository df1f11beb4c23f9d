"""``plyground train``: train a player, watch it, resume later, and measure its progress."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.books.book import SUFFIX
from plyground.books.opening import file_name
from plyground.cli.learn.train_gate import gate
from plyground.cli.learn.train_view import train_view
from plyground.cli.shared.command import App
from plyground.cli.shared.completion import complete_games
from plyground.cli.shared.options import SAVE, SEED, Json, Quiet, Resume, Workers, shown
from plyground.cli.shared.output import say, say_json, warn
from plyground.cli.shared.start import game_or_start
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.learn import training
from plyground.learn.method import Method
from plyground.learn.methods import METHODS
from plyground.learn.plots import plot_run
from plyground.players.options import Option

app = App("Train a player and measure its progress.")

_METHOD, _MATCHES = "Method", "Matches"

Game = Annotated[
    str,
    typer.Argument(metavar="GAME", autocompletion=complete_games, help="Game name or game.py"),
]


@dataclass(frozen=True)
class _Common:
    """What was given besides the method's own options."""

    game: str | Position
    save: Path
    resume: bool
    seed: int | None
    workers: str | None
    quiet: bool
    json: bool


def _common(
    game: Game,
    save: Annotated[str | None, shown(SAVE, "METHOD-GAME")] = None,
    resume: Resume = False,
    seed: Annotated[int | None, shown(SEED, "0")] = None,
    workers: Workers = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Declare the options that all methods share."""


def _train(method: type[Method], common: _Common, given: dict[str, Any]) -> None:
    with _training(method, common, given) as run:
        try:
            with train_view(run, quiet=common.quiet, as_json=common.json):
                matches = run.finish()
        except KeyboardInterrupt:
            warn(
                f"plyground: stopped after step {run.run.step}; "
                f"{run.result} holds what was learned; resume with --resume"
            )
            raise typer.Exit(130) from None
        if common.json:
            say_json({"event": "result", "file": str(run.result)})
            return
        for played in matches:
            say(played.verdict)
        say(f"play with it: {run.method.player(run.result)}")


def _training(method: type[Method], common: _Common, given: dict[str, Any]) -> training.Training:
    if not common.resume:
        return training.begin(
            method.name, common.game, common.save, seed=common.seed or 0, workers=common.workers,
            options=given,
        )  # fmt: skip
    own = None if isinstance(common.game, str) else common.game
    run = training.resume(common.save, game=own, workers=common.workers)
    config, wanted = run.run.config, {**given, "seed": common.seed}
    there = {**config.options, "seed": config.seed}
    differing = [name for name, value in wanted.items() if value not in (None, there[name])]
    game = training.start_of(common.game).game
    try:
        if (config.method, config.game) != (method.name, game):
            raise PlygroundError(
                f"{common.save} is a run of {config.method} on {config.game}, "
                f"not of {method.name} on {game}"
            )
        if differing:
            name = differing[0]
            raise PlygroundError(
                f"{common.save} was started with {name}={there[name]}; "
                f"leave --{name.replace('_', '-')} out to resume it"
            )
    except PlygroundError:
        run.close()
        raise
    return run


def _command(method: type[Method]) -> Callable[..., None]:
    """Make the command of a method: its options, and those that all share."""
    panels = dict.fromkeys(method.options, _METHOD)
    panels |= dict.fromkeys(training.SHARED, _MATCHES)
    shared = inspect.signature(_common, eval_str=True).parameters

    def command(**given: Any) -> None:
        options = {
            option.name: option.read(text)
            for option in panels
            if (text := given.pop(f"option_{option.name}")) is not None
        }
        game = game_or_start(given.pop("game"))
        save = Path(given.pop("save") or _folder(method, game))
        common = _Common(game=game, save=save, json=given.pop("as_json"), **given)
        _train(method, common, options)

    parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in shared.values()]
    parameters += [_parameter(option, panel) for option, panel in panels.items()]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": None}
    command.__doc__ = f"{method.meaning}\n\nExample: plyground train {method.name} {method.example}"
    return command


def _folder(method: type[Method], game: str | Position) -> Path:
    """Return the folder of a run that was given none: a name that specs and shells can take."""
    name = game if isinstance(game, str) else game.game
    return Path(f"{method.name}-{file_name(name).removesuffix(SUFFIX)}")


def _parameter(option: Option, panel: str) -> inspect.Parameter:
    described = typer.Option(
        f"--{option.name.replace('_', '-')}", metavar=_KINDS[option.kind],
        help=f"{option.meaning[0].upper()}{option.meaning[1:]}",
        show_default=_default(option),
        rich_help_panel=panel,
    )  # fmt: skip
    return inspect.Parameter(
        f"option_{option.name}",  # which Python takes even for an option called lambda
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[str | None, described],
    )


def _default(option: Option) -> str:
    if option.kind is bool:
        return "yes" if option.default else "no"
    return "auto" if option.default is None else str(option.default) or "all"


_KINDS = {int: "N", float: "X", bool: "yes|no", str: "TEXT"}

for _method in METHODS.values():
    app.command(_method.name)(_command(_method))
app.command()(gate)


@app.command()
def plot(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run")],
    save: Annotated[str | None, shown(SAVE, "RUN/plot.png")] = None,
) -> None:
    """Draw the rating, the loss and the weights of a run.

    The picture is a .png or an .svg.

    Example: plyground train plot tdleaf-kalah-6-4 --save learning.svg
    """
    path = Path(save) if save else run / "plot.png"
    plot_run(run, path)
    say(f"wrote {path}")
