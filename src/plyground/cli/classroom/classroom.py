"""``plyground class``: a class from the first team to the grade book; a file for each command."""

from __future__ import annotations

from plyground.cli.classroom.files import backup, export, similar
from plyground.cli.classroom.new import new
from plyground.cli.classroom.serve import serve
from plyground.cli.classroom.submit import submit
from plyground.cli.classroom.teams import app as teams
from plyground.cli.shared.command import App

app = App("Run a class: uploads, a ladder, rounds.")


@app.callback()
def classroom() -> None:
    """Run a class: uploads, a ladder, rounds."""


app.command()(new)
app.command()(serve)
app.add_typer(teams, name="teams")
app.command()(submit)
app.command()(export)
app.command()(similar)
app.command()(backup)
