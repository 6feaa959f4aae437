"""The clock of a round, and the length that nobody may know before time is called."""

from datetime import timedelta

import msgspec
import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.dice.evidence import verify
from muster.rules.log import to_json
from muster.rules.tournament.clock.events import LengthSealed
from muster.rules.tournament.running.timekeeping import base_minutes
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won

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
    return next(each for each in event if isinstance(each, LengthSealed))


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


def clock_at(hall):
    return hall.round.timing.clock


def test_time_called_too_early_is_taken_back_by_the_organiser_alone():
    hall = running()
    hall.wait(30)
    hall.event.do(hall.act("jo"), CUP, commands.CallTime())
    hall.wait(5)
    for who in ("jo", "ann", "stranger"):
        refused(lambda who=who: hall.event.do(hall.act(who), CUP, commands.TakeBackTime()), who)
    hall.event.do(hall.act(), CUP, commands.TakeBackTime())
    left = clock_at(hall).remaining(hall.clock)
    assert left == timedelta(minutes=sealed(hall).minutes - 35) and clock_at(hall).called is None
    assert hall.event.tick(hall.act("clock"), CUP) is None
    hall.wait(sealed(hall).minutes - 35)
    assert hall.event.tick(hall.act("clock"), CUP) is not None


def test_a_clock_that_jumped_is_set_to_what_is_left():
    """The server's clock was months behind when the round began, and was put right in the middle of it."""
    hall = running()
    hall.wait(60 * 24 * 90)
    assert hall.event.tick(hall.act("clock"), CUP) is not None
    taking = commands.TakeBackTime()
    assert [violation.code for violation in hall.event.can(hall.act(), CUP, taking)] == ["clock.nothing_left"]
    hall.event.do(hall.act(), CUP, commands.TakeBackTime(left=20))
    assert clock_at(hall).remaining(hall.clock) == timedelta(minutes=20)
    assert clock_at(hall).length() == timedelta(minutes=sealed(hall).minutes), "the round is no longer"
    hall.wait(20)
    assert hall.event.tick(hall.act("clock"), CUP) is not None


def test_what_was_not_called_is_not_taken_back_and_no_round_grows_longer():
    hall = running()
    found = {left: hall.event.can(hall.act(), CUP, commands.TakeBackTime(left=left)) for left in (0, 5)}
    assert {violation.code for some in found.values() for violation in some} == {"clock.not_called"}
    hall.wait(10)
    hall.event.do(hall.act(), CUP, commands.CallTime())
    for left in (-1, sealed(hall).minutes + 1, 10**9):
        (problem,) = hall.event.can(hall.act(), CUP, commands.TakeBackTime(left=left))
        assert problem.code == "clock.left" and not problem.params


def test_who_keeps_scores_learns_a_pairing_with_everybody_else():
    hall = Hall(RECON)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="sam", role="scorekeeper"))
    hall.begin(4)
    hall.sit("p1", "sam")
    hall.event.do(hall.act(), CUP, commands.Draft())
    draft = hall.watching.look(ORGANISER, CUP).view.draft
    assert draft is not None and draft.drawn.seed.encode() in everything(hall, ORGANISER)
    hall.event.do(hall.act(), CUP, commands.Swap(one="p1", other="p3"))
    for who in ("sam", "jo", "stranger", ""):
        assert hall.watching.look(who, CUP).view.draft is None
        seen = everything(hall, who)
        assert draft.drawn.seed.encode() not in seen and b"draft_swapped" not in seen


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
