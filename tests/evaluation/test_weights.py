"""Weight files: what is written is read back, and every kind of mistake is named."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.evaluation.terms import terms
from plyground.evaluation.weights import Weights, from_toml, load, material, shipped
from plyground.evaluation.xml import from_xml, to_xml
from plyground.games.names import families, parse_name

FAMILIES = [family.name for family in families()]
STARTS = {"kalah": "kalah(6,4)", "squatter": "squatter(6)"}  # the others go by their names


@pytest.mark.parametrize("game", FAMILIES)
def test_shipped_weights_are_complete_and_written_as_they_would_be(game: str) -> None:
    weights = shipped(game)
    assert weights.game == game
    assert weights.origin
    assert from_toml(weights.to_toml(), "again") == weights
    assert parse_name(game)[0].read("weights.toml") == weights.to_toml()


@pytest.mark.parametrize("game", FAMILIES)
@pytest.mark.parametrize("suffix", [".toml", ".xml"])
def test_files_round_trip(game: str, suffix: str, tmp_path: Path) -> None:
    first = next(iter(terms(game).features))
    phase = terms(game).phases[0]
    changed = shipped(game).updated({f"{phase}.{first}": 1.25}, origin='by "hand" <&>\nlater')
    changed.save(tmp_path / f"mine{suffix}")
    assert load(tmp_path / f"mine{suffix}", game) == changed


@pytest.mark.parametrize("game", FAMILIES)
def test_material_counts_only_what_was_won(game: str) -> None:
    start = ply.position(STARTS.get(game, game))
    for row in ply.explain(start, material(game)).rows[1:]:
        assert row.weight == 0


def test_xml_of_the_courses_is_understood() -> None:
    first = '<weight name="stores" phase="opening">1.5</weight>'
    text = f'<weights>{first}<weight name="hoard">2</weight></weights>'
    weights = from_xml(text, "course.xml", "kalah")
    assert weights["opening"]["stores"] == 1.5
    assert weights["late"]["stores"] == 0
    assert weights["opening"]["hoard"] == weights["late"]["hoard"] == 2
    assert from_xml(to_xml(weights), "again") == weights


def kalah_text(**changes: str) -> str:
    text = shipped("kalah").to_toml()
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "w.toml: not TOML"),
        ("version = 1\n", 'w.toml: the line game = "kalah"'),
        ('game = "chess"', "no weights for a game 'chess'"),
        ('game = "kalha"', "no weights for a game 'kalha'; did you mean kalah?"),
        ('game = "kalah"\nversion = 9', "w.toml: version 9 is unknown"),
        ('game = "kalah"\nstores = 1', "w.toml: stores is outside a section"),
        ('game = "kalah"\n[opening]\n', "w.toml: 24 weights are missing: opening.stores, "),
        (
            'game = "kalah"\n[opening]\nstors = 1',
            "w.toml: opening.stors is not a weight; did you mean",
        ),
        (kalah_text(hoard='"many"\nhoard'), "w.toml: not TOML"),
        (kalah_text(**{"[late]": "[later]"}), "w.toml: later.stores is not a weight"),
    ],
)
def test_mistakes_in_files_are_named(text: str, message: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        from_toml(text, "w.toml")
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", ["nan", "inf", "true", '"1"', "1e9", "[1]"])
def test_weights_are_numbers(value: str) -> None:
    key = "majority = 10.0"
    with pytest.raises(PlygroundError, match="is not valid; expected a number"):
        from_toml(kalah_text(**{key: f"majority = {value}"}), "w.toml")


@pytest.mark.parametrize(
    "text",
    [
        "<weights",
        "<other/>",
        "<weights/>",
        '<weights game="kalah"><w/></weights>',
        '<weights game="kalah"><weight name="stores">x</weight></weights>',
        '<weights game="kalah"><weight name="stores" phase="never">1</weight></weights>',
        '<weights game="kalah"><weight name="nothing">1</weight></weights>',
        '<!DOCTYPE w [<!ENTITY a "b">]><weights game="kalah"/>',
    ],
)
def test_mistakes_in_xml_are_named(text: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        from_xml(text, "w.xml")
    assert str(refused.value).startswith("w.xml: ")
    assert "\n" not in str(refused.value)


def test_missing_and_foreign_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="cannot read"):
        load(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PlygroundError, match="not UTF-8 text"):
        load(tmp_path / "bytes.toml")
    shipped("kalah").save(tmp_path / "kalah.toml")
    with pytest.raises(PlygroundError, match="weights of kalah, not of squatter"):
        ply.player(f"pvs:depth=2,weights={tmp_path / 'kalah.toml'}").choose(
            ply.position("squatter(4)")
        )


def test_players_with_different_weights_choose_differently(tmp_path: Path) -> None:
    generous = shipped("kalah").updated({"opening.stores": -5.0, "late.stores": -5.0})
    generous.save(tmp_path / "generous.toml")
    position = ply.position("kalah(6,4)")
    usual = ply.PVS(depth=1, quiescence=False).search(position, ply.Limit(depth=1))
    other = ply.PVS(weights=str(tmp_path / "generous.toml"), quiescence=False).search(
        position, ply.Limit(depth=1)
    )
    given: Weights = generous
    same = ply.PVS(weights=given, quiescence=False).search(position, ply.Limit(depth=1))
    assert usual.move != other.move
    assert other.move == same.move
