"""The notebooks in examples/notebooks run from their first cell to their last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))
PATIENCE = 300  # seconds for one cell: a busy machine is nobody's fault


def read(path: Path) -> Any:
    return nbformat.reads(path.read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = read(path)
    resources = {"metadata": {"path": str(tmp_path)}}
    client = NotebookClient(notebook, timeout=PATIENCE, resources=resources)
    kernel = client.create_kernel_manager()
    kernel.transport, kernel.ip = "ipc", str(tmp_path / "kernel")  # no port to fight for
    client.execute()
    shown = [kind for cell in notebook.cells for out in cell.get("outputs", ()) for kind in out]
    assert "data" in shown
    assert "text" in shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_not_stored(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)


def test_every_notebook_is_linked() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notebooks.md").read_text("utf-8")
    for path in NOTEBOOKS:
        assert f"examples/notebooks/{path.name}" in page
