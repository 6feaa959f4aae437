"""The clock of a round, and the length that nobody may know before time is called."""

from datetime import timedelta

import msgspec
import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.dice.evidence import verify
from muster.rules.log import to_json
from muster.rules.tournament.clock.events import LengthSealed
from muster.rules.tournament.clock.timekeeping import base_minutes
from tests.rules.tournament.event.hall import CUP, ORGANISER, Hall, refused, won

RECON = TournamentPlan(kind="recon", profile="current", structure="current", points=600)


def running(plan: TournamentPlan = RECON, seed: int = 1) -> Hall:
    hall = Hall(plan, seed)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="sam", role="scorekeeper"))
    hall.begin(4)
    hall.sit("p1", "ann")
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    return hall


def sealed(hall: Hall) -> LengthSealed:
    event = (entry.event for entry in hall.event.store.read(CUP))
    return next(one for one in event if isinstance(one, LengthSealed))


@pytest.mark.rule(466, 589)
def test_the_clock_starts_when_a_leader_says_so():
    hall = Hall().begin(4)
    with refused("tournament.no_round"):
        hall.event.do(hall.act(), CUP, commands.StartClock())
    hall.pair()
    assert hall.round.timing is None
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("ann"), CUP, commands.StartClock())
    hall.event.do(hall.act(), CUP, commands.StartClock())
    clock = hall.round.timing.clock
    assert clock.remaining(hall.clock) == timedelta(minutes=150)
    with refused("clock.started"):
        hall.event.do(hall.act(), CUP, commands.StartClock())


def test_pauses_and_extensions_shift_the_end():
    hall = running(TournamentPlan())
    hall.wait(60)
    hall.event.do(hall.act(), CUP, commands.PauseClock())
    hall.wait(20)
    hall.event.do(hall.act(), CUP, commands.ResumeClock())
    table = hall.round.drawn.round.games[0].table
    hall.event.do(hall.act(), CUP, commands.Extend(minutes=5))
    hall.event.do(hall.act("jo"), CUP, commands.Extend(minutes=10, table=table))
    clock = hall.round.timing.clock
    assert clock.remaining(hall.clock) == timedelta(minutes=95)
    assert clock.remaining(hall.clock, table) == timedelta(minutes=105)
    with refused("tournament.no_game"):
        hall.event.do(hall.act(), CUP, commands.Extend(minutes=10, table=77))


@pytest.mark.rule(468, 469)
def test_a_recon_round_has_ninety_minutes_and_one_for_each_block_or_surge():
    lengths = set()
    for seed in range(12):
        hall = running(seed=seed)
        event = sealed(hall)
        extra = sum(face in ("block", "surge") for face in event.roll.faces)
        assert len(event.roll.faces) == 5 and event.minutes == 90 + extra
        assert verify(event.roll, event.evidence)
        lengths.add(event.minutes)
    assert len(lengths) > 2


@pytest.mark.rule(471)
def test_the_base_time_may_be_longer_if_it_is_announced_before():
    hall = running(msgspec.structs.replace(RECON, minutes=100))
    assert base_minutes(hall.now, hall.round) == 100
    assert 100 <= sealed(hall).minutes <= 105
    with refused("tournament.locked"):
        hall.event.do(hall.act(), CUP, commands.Plan(name="Cup", plan=RECON))


def everything(hall: Hall, person: str) -> bytes:
    """All that a person can reach: the view, its key, the log line by line, their place, the standings."""
    look = hall.watching.look(person, CUP)
    parts = [msgspec.json.encode(look), *map(to_json, hall.watching.log(person, CUP))]
    parts.append(msgspec.json.encode(hall.watching.standings(person, CUP, live=True)))
    if person == "ann":
        parts.append(msgspec.json.encode(hall.watching.my_place(person, CUP)))
    return b"\n".join(parts)


@pytest.mark.rule(467)
def test_until_time_is_called_nothing_a_player_can_reach_depends_on_the_length():
    """Halls alike in everything but the dice look the same to all outside, but for the commitment."""
    found: dict[int, dict[str, bytes]] = {}
    for seed in range(40):
        hall = Hall(RECON, seed=7)
        hall.event.do(hall.act(), CUP, commands.GiveRole(person="sam", role="scorekeeper"))
        hall.begin(4)
        hall.sit("p1", "ann")
        hall.pair()
        hall.event.entropy = lambda size, seed=seed: bytes([seed]) * size
        hall.event.do(hall.act(), CUP, commands.StartClock())
        hall.wait(30)
        hall.event.do(hall.act(), CUP, commands.Extend(minutes=3))
        event = sealed(hall)
        secret = event.roll.commitment.encode()
        seen = {who: everything(hall, who).replace(secret, b"") for who in ("", "ann", "sam", "stranger")}
        for text in seen.values():
            assert event.evidence.encode() not in text
            assert b"length_sealed" not in text
        found.setdefault(event.minutes, seen)
    assert len(found) >= 4
    first, *rest = found.values()
    assert all(other == first for other in rest)


@pytest.mark.rule(467)
def test_leaders_who_do_not_play_see_the_clock_and_one_who_plays_does_not():
    hall = running()
    minutes = sealed(hall).minutes
    for leader in (ORGANISER, "jo"):
        assert hall.watching.look(leader, CUP).view.rounds[0].clock.clock.minutes == minutes
    hall.sit("p2", "jo")
    assert hall.watching.look("jo", CUP).view.rounds[0].clock.clock is None
    assert sealed(hall).evidence.encode() not in everything(hall, "jo")


@pytest.mark.rule(470)
def test_calling_time_opens_the_length_with_its_dice():
    hall = running()
    hall.wait(200)
    hall.event.do(hall.act("jo"), CUP, commands.CallTime())
    clock = hall.watching.look("", CUP).view.rounds[0].clock
    assert clock.state == "time" and clock.clock.minutes == sealed(hall).minutes
    assert verify(clock.roll, clock.evidence)
    assert clock.roll.commitment == clock.commitment


def test_time_is_called_by_itself_when_it_is_up_and_not_before():
    hall = running()
    minutes = sealed(hall).minutes
    hall.wait(minutes - 1)
    assert hall.event.tick(hall.act("clock"), CUP) is None
    hall.wait(1)
    assert hall.event.tick(hall.act("clock"), CUP) is not None
    assert hall.round.timing.clock.called == hall.clock
    assert hall.event.tick(hall.act("clock"), CUP) is None


def test_a_start_that_was_undone_keeps_its_dice():
    hall = Hall(RECON).begin(4)
    hall.pair()
    done = hall.event.do(hall.act(), CUP, commands.StartClock())
    first = sealed(hall)
    hall.event.do(hall.act(), CUP, commands.Undo(batch=done.batch))
    hall.event.do(hall.act(), CUP, commands.StartClock())
    assert hall.round.timing.roll == first.roll


def test_a_draft_is_for_the_desk_alone():
    hall = Hall().begin(8)
    hall.sit("p1", "ann")
    hall.event.do(hall.act(), CUP, commands.Draft())
    seed = hall.now.draft.drawn.seed.encode()
    assert seed in everything(hall, ORGANISER)
    for person in ("ann", "", "stranger"):
        assert seed not in everything(hall, person)
    hall.event.do(hall.act(), CUP, commands.Publish(draft=1))
    assert seed in everything(hall, "")


def test_penalties_fixed_tables_and_accounts_are_not_for_everybody():
    hall = running(TournamentPlan())
    hall.event.do(hall.act("jo"), CUP, commands.Penalise(player="p1", kind="warning", words="Slow play"))
    hall.event.do(hall.act(), CUP, commands.FixTable(player="p2", table=42))
    for person in ("ann", ""):
        text = everything(hall, person)
        assert b"Slow play" not in text and b'"table":42' not in text
        assert b'"account":"ann"' not in text
    assert b"Slow play" in everything(hall, "jo")
    assert b'"table":42' in everything(hall, ORGANISER)


def test_what_one_player_told_is_for_the_table_and_the_officials():
    hall = running(TournamentPlan())
    game = hall.round.game_of("p1")
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(game, 0, (9, 1), 777)))
    for person in ("ann", "sam", ORGANISER):
        assert b"777" in everything(hall, person)
    assert b"777" not in everything(hall, "")
