"""The files of the static site: what travels means the same, and the same bytes come out twice."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

from plyground.web.pages import files
from plyground.web.site import export, lean
from tests.support.paths import ROOT


def tokens(sources: list[str]) -> list[list[list[str]]]:
    run = subprocess.run(
        ["node", str(ROOT / "tests/web/javascript/tokens.mjs")],
        input=json.dumps(sources), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return list(json.loads(run.stdout))


def test_modules_keep_their_tokens() -> None:
    scripts = {
        name: file.content.decode() for name, file in files.files().items() if name.endswith(".js")
    }
    whole = tokens(list(scripts.values()))
    shorter = tokens([lean.script(text) for text in scripts.values()])
    assert [name for name, *both in zip(scripts, whole, shorter, strict=True)
            if both[0] != both[1]] == []  # fmt: skip


def test_two_exports_are_the_same_bytes() -> None:
    """Also where words are hashed otherwise: no file depends on the order of a set."""
    code = (
        "import hashlib; from plyground.web.site import export\n"
        "made = export.contents({'engine.wasm': b'an engine'})\n"
        "print({name: hashlib.sha256(made[name]).hexdigest() for name in sorted(made)})"
    )
    told = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True,
                       env={"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1


def test_every_link_leads_to_a_file(site: Path) -> None:
    for page in site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        for address in re.findall(r'(?:href|src)="([^"#?]*)', text):
            assert not address.startswith("/"), (page.name, address)
            assert not address or (site / address).is_file(), (page.name, address)


def test_modules_find_what_they_import(site: Path) -> None:
    for module in site.glob("static/**/*.js"):
        for path in re.findall(r'(?:from |import |import\()"(\.[^"]+)"', module.read_text("utf-8")):
            assert (module.parent / path).is_file(), (module, path)


def test_first_visit_has_every_page(site: Path) -> None:
    packed = json.loads((site / "pack.json").read_text(encoding="utf-8"))
    assert {page.name for page in site.glob("*.html")} <= packed.keys()
    for name, text in packed.items():
        assert (site / name).read_text(encoding="utf-8") == text
    assert len(gzip.compress((site / "data/engine.wasm").read_bytes(), mtime=0)) <= 120_000
    assert not any(name.endswith(export.LATER) for name in packed)
