"""A class without its pages: settings, register, pairings, rounds, and the league in earnest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from plyground import Side
from plyground.arena.rating.ratings import rate
from plyground.arena.referee.clock import Control, GameClock
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.store import Filter, Store
from plyground.classroom.league import League
from plyground.classroom.limits import HomeLimits, limits_text, read_limits
from plyground.classroom.moments import Moment
from plyground.classroom.new import Choices, write_class
from plyground.classroom.pairings import Known, informative
from plyground.classroom.parcels import BadUpload
from plyground.classroom.register import (
    INVALID,
    PAUSED,
    VALID,
    Register,
    Unknown,
    hashed,
    read_teams,
)
from plyground.classroom.reports import report_text
from plyground.classroom.rounds import due, freeze, ready, result_of
from plyground.classroom.settings import RoundPlan, Settings, read_settings
from plyground.classroom.uploads import in_turn, parcel_of, take
from plyground.errors import PlygroundError
from tests.support.classroom import FIRST, ILLEGAL, SLEEPS, set_up, until


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = write_class(tmp_path / "class", Choices("kalah(3,2)", move_time=0.1))
    path = made.folder / "class.toml"
    path.write_text(path.read_text().replace("first = 2", "first = 1"))
    return read_settings(made.folder)


@pytest.fixture
def league(tmp_path: Path) -> Iterator[League]:
    running = League(read_settings(set_up(tmp_path / "small").folder), 1)
    yield running
    running.close()


def upload(league: League, team: str, content: bytes = FIRST) -> int:
    found = league.register.team_called(team)
    parcel = parcel_of(league.settings, "agent.py", content)
    return take(league.register, league.settings, found, parcel).id


# Settings.


def test_a_new_class_can_be_read_back(settings: Settings, tmp_path: Path) -> None:
    assert settings.game == "kalah(3,2)"
    assert [one.name for one in settings.staff] == ["Staff easy", "Staff medium", "Staff strong"]
    assert settings.play.control.move_time == 0.1
    with pytest.raises(PlygroundError, match="already exists"):
        write_class(settings.folder, Choices("kalah(3,2)"))
    other = Choices("watch-your-back", None, None, "60+1", 0, "2030-01-01 12:00", "start")
    made = write_class(tmp_path / "other", other)
    assert made.play.control.game_time == 60
    assert made.uploads.deadline == "2030-01-01 12:00"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("move_time = 0.1", "move_tme = 0.1", "move_tme.* is not known in .play."),
        ("files = 200", 'files = "many"', "files=many is not valid; expected int"),
        ('kind = "knockout"', 'kind = "gauntlet"', "not a kind of round"),
        ("every night 02:00", "every night 26:00", "not a time"),
        ('name = "Staff easy"', 'name = "Ann v2"', "not a valid name"),
        ('name = "Staff easy"', 'name = "Staff strong"', "two staff agents"),
        ('game = "kalah(3,2)"', 'game = "chess"', "chess"),
    ],
)
def test_mistakes_in_the_settings_are_explained(
    old: str, new: str, why: str, settings: Settings
) -> None:
    path = settings.folder / "class.toml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(PlygroundError, match=why):
        read_settings(settings.folder)


def test_moments_come_again() -> None:
    monday = Moment.parse("every monday 09:00")
    assert monday.last(datetime(2026, 11, 18, 12)) == datetime(2026, 11, 16, 9)
    assert monday.next(datetime(2026, 11, 16, 9)) == datetime(2026, 11, 23, 9)
    once = Moment.parse("2026-12-01 18:00")
    assert once.last(datetime(2026, 12, 1)) is None
    assert once.next(datetime(2026, 12, 2)) is None
    for bad in ("tomorrow", "every noon 12:00", "every day 25:00", ""):
        with pytest.raises(PlygroundError, match="is not a time"):
            Moment.parse(bad)


def test_the_limits_at_home_are_those_of_the_class(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "class-limits.toml"
    path.write_text(limits_text(settings))
    for found in (read_limits(path), read_limits(settings.folder / "class.toml")):
        assert found == HomeLimits(settings.game, "random", settings.play)
    path.write_text("game = 1")
    with pytest.raises(PlygroundError, match="holds no limits"):
        read_limits(path)


def test_three_late_moves_are_forgiven() -> None:
    clock = GameClock(Control(move_time=1.0, overruns=3))
    assert clock.allowed(Side.FIRST) == pytest.approx(3.05)
    assert [clock.charge(Side.FIRST, seconds) for seconds in (1, 2, 1, 3, 1.5)] == [True] * 5
    assert clock.allowed(Side.FIRST) == pytest.approx(1.05)
    assert not clock.charge(Side.FIRST, 1.2)
    assert not clock.charge(Side.SECOND, 3.2)
    assert Control(move_time=1.0).settings == Control(move_time=1.0, overruns=0).settings
    assert "overruns" not in Control(move_time=1.0).settings
    with pytest.raises(PlygroundError, match="overruns"):
        Control(game_time=1.0, overruns=1)


# The register.


def test_keys_are_stored_as_hashes_and_replaced(settings: Settings) -> None:
    register = Register(settings.address)
    keys = register.add_teams(read_teams("team,members\nAnts,Ann,Abe\nBees\n"))
    assert register.add_teams([("ants", "")]) == {}
    ants = register.team_with_key(keys["Ants"])
    assert ants is not None
    assert ants.members == "Ann; Abe"
    staff = register.new_staff_key()
    content = Path(str(settings.address)).read_bytes()
    wal = Path(f"{settings.address}-wal").read_bytes()
    for key in (*keys.values(), staff):
        assert key.encode() not in content + wal
    assert hashed(keys["Ants"]).encode() in content + wal
    new = register.new_team_key(ants.id)
    assert register.team_with_key(keys["Ants"]) is None
    assert register.team_with_key(new) is not None
    with pytest.raises(Unknown):
        register.team_called("Cats")
    register.close()


def test_the_last_valid_version_plays(settings: Settings) -> None:
    register = Register(settings.address)
    register.add_teams([("Ants", "")])
    ants = register.team_called("Ants").id
    one, two, three = (register.add_version(ants, "a.py", FIRST) for _ in range(3))
    assert [one.label, three.label] == ["Ants v1", "Ants v3"]
    fine, bad = {"case": "a", "problem": None, "details": ""}, {"problem": "b", "details": ""}
    assert register.enter_report(two.id, [fine], "file:a.py", from_start=False)
    register.enter_report(one.id, [fine], "file:a.py", from_start=False)
    register.enter_report(three.id, [bad], "", from_start=False)
    assert [v.label for v in register.playing()] == ["Ants v2"]
    register.let_play(one.id)
    assert [v.label for v in register.playing()] == ["Ants v1"]
    with pytest.raises(PlygroundError, match="not valid"):
        register.let_play(three.id)
    register.ban(ants, banned=True)
    assert register.playing() == []
    register.close()


def test_quotas_and_deadlines_hold(league: League) -> None:
    settings = league.settings
    league.register.add_teams([("Ants", "")])
    for _ in range(settings.uploads.per_day):
        upload(league, "Ants")
    with pytest.raises(BadUpload, match="20 times"):
        upload(league, "Ants")
    path = settings.folder / "class.toml"
    path.write_text(path.read_text().replace('# deadline = "2026', 'deadline = "2020'))
    late = read_settings(settings.folder)
    ants = league.register.team_called("Ants")
    with pytest.raises(BadUpload, match="deadline was 2020"):
        take(league.register, late, ants, parcel_of(late, "a.py", FIRST))


def test_teams_take_turns_at_being_checked(league: League) -> None:
    league.register.add_teams([("Ants", ""), ("Bees", "")])
    for team in ("Ants", "Ants", "Ants", "Bees"):
        upload(league, team)
    order = [one.label for one in in_turn(league.register.versions_to_check())]
    assert order == ["Ants v1", "Bees v1", "Ants v2", "Ants v3"]


# Who meets whom.


def test_close_and_unknown_players_meet_first() -> None:
    points = {
        Pairing(a, b, n): float(n % 10 < wins)
        for (a, b), wins in {("a", "s"): 5, ("b", "s"): 5, ("c", "s"): 10}.items()
        for n in range(40)
    }
    counts = Counter((game.a, game.b) for game in points)
    known = Known(counts, points.__contains__, Counter(), rate(points), lambda _: True)
    found = informative(["a", "b", "c"], [], 20, known)
    assert found is not None
    assert {found.a, found.b} == {"a", "b"}
    new = informative(["a", "b", "d"], [], 20, known)
    assert new is not None
    assert "d" in new.players
    full = Known({("a", "b"): 4}, lambda _: False, Counter(), None, lambda _: True)
    spent = Known({}, lambda _: False, Counter(), None, lambda _: False)
    assert informative(["a", "b"], [], 2, full) is None
    assert informative(["a", "b"], [], 2, spent) is None


def test_rounds_that_are_due_begin_once(settings: Settings) -> None:
    register = Register(settings.address)
    noon = datetime(2026, 11, 20, 12)
    assert list(due(settings, register, noon)) == []
    assert list(due(settings, register, noon + timedelta(hours=13))) == []
    [(plan, when)] = due(settings, register, noon + timedelta(hours=50))
    assert (plan.name, when) == ("Nightly", "2026-11-22 02:00")
    assert register.begin_round(plan.name, when, 1)
    assert not register.begin_round(plan.name, when, 2)
    assert list(due(settings, register, noon + timedelta(hours=50))) == []
    register.close()


@pytest.mark.parametrize("kind", ["swiss", "round-robin", "knockout"])
def test_a_round_s_result_follows_its_games(kind: str, settings: Settings) -> None:
    register = Register(settings.address)
    register.add_teams([(name, "") for name in "ABCDE"])
    for team in register.teams():
        version = register.add_version(team.id, "a.py", FIRST)
        case = {"problem": None, "details": ""}
        register.enter_report(version.id, [case], "file:a.py", from_start=False)
    with Store(settings.address) as store:
        frozen = freeze(settings, RoundPlan("R", kind), register.playing(), 1)
        number = store.start(kind, frozen, 1)
        while games := ready(store.run(number), store.points(number)):
            for game in games:
                score = float(game.players[0] < game.players[1])
                store.save(number, game, GameResult("kalah(3,2)", game.players, score))
        table = result_of(store.run(number), store.points(number))
    assert table[0].player == "A v1"
    assert [one.rank for one in table][:2] == [1, 2]
    register.close()


# The league.


def test_uploads_are_checked_and_play(league: League) -> None:
    league.register.add_teams([("Ants", ""), ("Bees", ""), ("Cats", "")])
    league.register.set_value(PAUSED, "yes")
    league.start()
    bad, good = upload(league, "Ants", ILLEGAL), upload(league, "Bees")
    upload(league, "Cats")
    league.changed()
    until(lambda: len(league.register.playing()) == 2)
    until(lambda: league.register.version(bad).status == INVALID)
    assert league.register.version(good).status == VALID
    text = report_text(league.register.version(bad))
    assert "not legal" in text
    assert "woe" in text
    assert "unpacked" not in text
    until(lambda: not any(map(league.games_left, league.register.playing())))
    until(lambda: league.ladder.ratings is not None)
    met = Counter(frozenset(g.result.players) for g in league.store.games(
        Filter(player="Bees v1"), 12))  # fmt: skip
    assert met == {frozenset(("Bees v1", one.name)): 2 for one in league.settings.staff}
    run = league.hold(RoundPlan("Final", "knockout"))
    until(lambda: league.store.run(run).status == "finished")
    assert league.store.run(run).settings["round"] == "Final"
    [game, *_] = league.store.games(Filter(run=run))
    league.rerun(game.id)
    until(lambda: league.store.run(run).status == "finished")
    assert league.problem is None


def is_over(league: League, job: str) -> bool:
    return job not in [one.name for one in league.jobs()]


def test_a_game_in_progress_can_be_stopped(tmp_path: Path) -> None:
    settings = read_settings(set_up(tmp_path / "slow", "Ants", "Bees", first=0).folder)
    with closing(League(settings, 1)) as league:
        league.register.set_value(PAUSED, "yes")
        for team in ("Ants", "Bees"):
            version = upload(league, team, SLEEPS)
            case = {"case": "", "problem": None, "details": ""}
            league.register.enter_report(version, [case], "file:agent.py", from_start=False)
        run = league.hold(RoundPlan("Final", "round-robin"))
        league.start()
        for _ in range(2):
            [name] = until(lambda: [one.name for one in league.jobs()])
            assert league.stop_game(name)
            until(partial(is_over, league, name))
            assert not league.stop_game(name)
        until(lambda: league.store.run(run).status == "finished")
        results = [game.result for game in league.store.games(Filter(run=run))]
        assert [(one.score, str(one.reason)) for one in results] == [(0.5, "adjudicated")] * 2
        league.register.set_value(PAUSED, "no")
        league.changed()
        [name] = until(lambda: [one.name for one in league.jobs()])
        assert league.stop_game(name)
        until(partial(is_over, league, name))
        assert list(league.store.games(Filter(run=league.ladder_run))) == []
        assert league.problem is None


def test_a_team_that_is_stopped_forfeits(league: League) -> None:
    league.register.add_teams([("Ants", ""), ("Bees", "")])
    for team in ("Ants", "Bees"):
        version = upload(league, team)
        case = {"case": "", "problem": None, "details": ""}
        league.register.enter_report(version, [case], "file:agent.py", from_start=False)
    run = league.hold(RoundPlan("Final", "round-robin"))
    league.register.ban(league.register.team_called("Ants").id, banned=True)
    league.matches.refresh()
    table = result_of(league.store.run(run), league.store.points(run))
    assert table[0].player == "Bees v1"
    assert league.store.run(run).status == "finished"
