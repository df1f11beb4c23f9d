"""Game names: one canonical form, and a mistake is answered with what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground as ply
from plyground.games.names import known_names, parse_name
from tests.support.random_play import KALAH_PARAMETERS
from tests.support.strategies import game_names

FUZZ = settings(deadline=None, max_examples=300)

CANONICAL = {
    "kalah": "kalah(6,4)",
    "kalah()": "kalah(6,4)",
    "kalah(6)": "kalah(6,4)",
    "kalah(6,4)": "kalah(6,4)",
    "kalah(12,12)": "kalah(12,12)",
    "kalah(1,1)": "kalah(1,1)",
    "kalah(06,004)": "kalah(6,4)",
    "kalah(seeds=3)": "kalah(6,3)",
    "kalah(seeds=3,houses=5)": "kalah(5,3)",
    "kalah(5,seeds=3)": "kalah(5,3)",
    "kalah(6,4,capture=opposite,swap=no,sweep=owner)": "kalah(6,4)",
    "kalah(6,3,capture=always)": "kalah(6,3,capture=always)",
    "kalah(6,3,skip_origin=yes,capture=never)": "kalah(6,3,capture=never,skip_origin=yes)",
    "kalah-manchester": "kalah-manchester",
    "kalah-manchester()": "kalah-manchester",
    "kalah(7,7,swap=yes,first_extra_turn=no)": "kalah-manchester",
    "kalah(first_extra_turn=no,seeds=7,swap=yes,houses=7)": "kalah-manchester",
    "kalah(7,7,swap=yes)": "kalah(7,7,swap=yes)",
    "kalah-manchester(swap=no)": "kalah(7,7,first_extra_turn=no)",
    "kalah-manchester(6,4)": "kalah(6,4,swap=yes,first_extra_turn=no)",
    "squatter": "squatter(7)",
    "squatter(7)": "squatter(7)",
    "squatter(size=11)": "squatter(11)",
    "squatter(6,first=black)": "squatter(6,first=black)",
    "squatter(6,first=white)": "squatter(6)",
    "squatter(first=black)": "squatter(7,first=black)",
    "watch-your-back": "watch-your-back",
    "watch-your-back()": "watch-your-back",
    "watch-your-back(max_turns=none,double_pass_draws=no)": "watch-your-back",
    "watch-your-back(max_turns=0320)": "watch-your-back(max_turns=320)",
    "watch-your-back(double_pass_draws=yes,max_turns=320)": (
        "watch-your-back(max_turns=320,double_pass_draws=yes)"
    ),
    " kalah ( 6 , 4 ) ": "kalah(6,4)",
    "kalah(6,\n\t4,\u00a0capture = always)\r\n": "kalah(6,4,capture=always)",
    "watch-your-back\u2028": "watch-your-back",
}

# What is wrong, and what the message says about it.
BAD = {
    "": "'' is not a game name; expected e.g. kalah(6,4)",
    "   ": "'' is not a game name",
    "(6,4)": "is not a game name",
    "6,4": "is not a game name",
    "Kalah(6,4)": "is not a game name",
    "kalah(6,4": "is not a game name",
    "kalah6,4)": "is not a game name",
    "kalah(6,4))": "is not a game name",
    "kalah((6,4))": "is not a game name",
    "kalah(6,4)squatter(7)": "is not a game name",
    "kalah[6,4]": "is not a game name",
    "käläh": "is not a game name",
    "kalah\0": "is not a game name",
    "chess": "there is no game 'chess'; known are kalah, kalah-manchester, squatter",
    "kalha": "there is no game 'kalha'; did you mean kalah?",
    "squater(7)": "did you mean squatter?",
    "watchyourback": "did you mean watch-your-back?",
    "kalah(0,4)": "houses=0 is not valid; houses takes a whole number 1 to 12",
    "kalah(13,4)": "houses=13 is not valid; houses takes a whole number 1 to 12",
    "kalah(6,13)": "seeds=13 is not valid; seeds takes a whole number 1 to 12",
    "kalah(-1,4)": "houses=-1 is not valid",
    "kalah(6.0,4)": "houses=6.0 is not valid",
    "kalah(six,4)": "houses=six is not valid",
    "kalah(６,4)": "houses=６ is not valid",
    "kalah(6,4_0)": "seeds=4_0 is not valid",
    f"kalah({'9' * 5000})": "is not valid; houses takes a whole number 1 to 12",
    "kalah(,4)": "houses= is not valid",
    "kalah(6,)": "seeds= is not valid",
    "kalah(6,4,)": "'' has no name; kalah takes (houses,seeds,capture=…",
    "kalah(6,4,5)": "'5' has no name; kalah takes (houses,seeds,",
    "kalah(6,4,always)": "'always' has no name; kalah takes (houses,seeds,",
    "kalah(capture=always,6)": "'6' has no name; kalah takes (houses,seeds,",
    "kalah(houses=6,4)": "'4' has no name; kalah takes (houses,seeds,",
    "kalah(6,houses=6)": "houses is given twice; give it once",
    "kalah(6,4,swap=yes,swap=yes)": "swap is given twice; give it once",
    "kalah(6,4,capture=sometimes)": "capture takes opposite, always or never",
    "kalah(6,4,sweep=all)": "sweep takes owner, none, last_mover or empty_side",
    "kalah(6,4,swap=maybe)": "swap=maybe is not valid; swap takes no or yes",
    "kalah(6,4,swap=)": "swap= is not valid; swap takes no or yes",
    "kalah(6,4,swap=yes=no)": "swap=yes=no is not valid",
    "kalah(6,4,captures=always)": "no parameter 'captures'; did you mean capture?",
    "kalah(6,4,=yes)": "no parameter ''; kalah takes (houses,seeds,",
    "kalah(6,4,x=1)": "no parameter 'x'; kalah takes (houses,seeds,",
    "kalah(6,\n99)": "kalah(6,99): seeds=99 is not valid",
    "kalah-manchester(7,7,7)": "'7' has no name",
    "squatter(2)": "size=2 is not valid; size takes a whole number 3 to 11",
    "squatter(12)": "size=12 is not valid; size takes a whole number 3 to 11",
    "squatter(7,7)": "'7' has no name; squatter takes (size,first=…)",
    "squatter(7,black)": "'black' has no name; squatter takes (size,first=…)",
    "squatter(7,first=red)": "first takes white or black",
    "squatter(7,n=7)": "no parameter 'n'; squatter takes (size,first=…)",
    "watch-your-back(320)": "'320' has no name; watch-your-back takes (max_turns=…",
    "watch-your-back(max_turns=0)": "max_turns takes none or a whole number 1 to 9999",
    "watch-your-back(max_turns=10000)": "max_turns takes none or a whole number 1 to 9999",
    "watch-your-back(max_turns=)": "max_turns= is not valid",
    "watch-your-back(double_pass_draws=1)": "double_pass_draws takes no or yes",
    "watch-your-back(double_pass_draw=yes)": "did you mean double_pass_draws?",
}


def canonical(name: str) -> str:
    family, values = parse_name(name)
    return family.canonical(values)


@pytest.mark.parametrize(("name", "expected"), CANONICAL.items())
def test_canonical_names(name: str, expected: str) -> None:
    assert canonical(name) == expected
    assert ply.position(name).game == expected
    assert ply.position(name) == ply.position(expected)
    assert ply.game(name).start.game == expected


@pytest.mark.parametrize(("name", "expected"), BAD.items(), ids=lambda text: text[:40])
def test_bad_names_are_explained(name: str, expected: str) -> None:
    with pytest.raises(ply.GameNameError) as error:
        ply.position(name)
    message = str(error.value)
    assert expected in message
    assert_one_line(error.value)
    with pytest.raises(ply.GameNameError):
        ply.game(name)
    with pytest.raises(ply.GameNameError):
        ply.position(name, "whatever comes after it")


def test_every_parameter_lists_its_values() -> None:
    for parameter, values in KALAH_PARAMETERS.items():
        with pytest.raises(ply.GameNameError) as error:
            ply.position(f"kalah({parameter}=?)")
        assert all(value in str(error.value) for value in values)


def test_known_names() -> None:
    assert known_names()[:5] == [  # own games, which other tests registered, come after
        "kalah",
        "kalah-manchester",
        "squatter",
        "watch-your-back",
        "connect-four",
    ]
    for name in known_names():
        assert ply.position(name).is_over is False


@FUZZ
@given(game_names())
def test_canonical_names_read_back(name: str) -> None:
    position = ply.position(name)
    assert canonical(position.game) == position.game
    assert ply.position(position.game) == position
    assert position.game == canonical(name)


def test_parameters_as_keywords() -> None:
    assert ply.kalah.Game(houses=3, seeds=2, capture="never").start.game == (
        "kalah(3,2,capture=never)"
    )
    assert ply.squatter.Game(size=5, first="black").start.game == "squatter(5,first=black)"
    assert ply.watch_your_back.Game().start.game == "watch-your-back"
    assert ply.kalah.Game(7, 7, swap="yes", first_extra_turn="no").start.game == "kalah-manchester"
    for wrong in ({"houses": 13}, {"seeds": 0}, {"colour": "red"}, {"swap": "perhaps"}):
        with pytest.raises(ply.GameNameError):
            ply.kalah.Game(**wrong)
    with pytest.raises(ply.GameNameError, match="3 to 11"):
        ply.squatter.Game(size=12)
    with pytest.raises(ply.GameNameError, match="did you mean max_turns"):
        ply.watch_your_back.Game(max_turn="320")


# Whatever is given: a game, or a GameNameError of one line.


def assert_one_line(error: BaseException) -> None:
    assert len(str(error).splitlines()) == 1


def check_any(name: str) -> None:
    try:
        found = canonical(name)
    except ply.GameNameError as error:
        assert_one_line(error)
    else:
        assert canonical(found) == found
        assert ply.position(found).game == found


@FUZZ
@given(st.text())
def test_any_text(name: str) -> None:
    check_any(name)


WORDS = ("kalah", "squatter", "watch-your-back", "-", "(", ")", ",", "=", "3", "7", "12", "13")
PARAMETERS = ("none", "swap", "yes", "first", "black", "size", "max_turns", "00", "\n", "é")


@FUZZ
@given(st.lists(st.sampled_from(WORDS + PARAMETERS), max_size=12).map("".join))
def test_any_words(name: str) -> None:
    check_any(name)


@FUZZ
@given(game_names(), st.data())
def test_any_slip_of_the_pen(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(name)))
    until = data.draw(st.integers(at, min(len(name), at + 3)))
    typed = data.draw(st.text("kalahsqutewcyobr-(),= 0179_\n\0", max_size=3) | st.text(max_size=2))
    check_any(name[:at] + typed + name[until:])
