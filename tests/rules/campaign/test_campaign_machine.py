"""Random campaigns: events or reasons, never a crash; what must always hold, holds; undo restores exactly."""

import os
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from muster.app.campaign_battles import Place
from muster.rules.campaign.battle import BATTLE, SIDES
from muster.rules.campaign.recruiting import refill_due
from muster.rules.campaign.register import REGISTER, Register
from muster.rules.log import Undone
from tests.rules.campaign.campaign_machine import Club

BATTLES = int(os.environ.get("MUSTER_RANDOM_BATTLES", "5"))


def holds(club: Club, own: Register) -> None:
    """What must be true of a Register at any moment."""
    rewarded = any(one.joined_faction for one in own.dossiers)
    assert own.spent <= own.potential or rewarded
    assert own.supply >= 0
    assert own.paragon is not None and sum(one.paragon for one in own.dossiers) == 1
    for one in own.dossiers:
        assert one.experience <= 50 and one.veteran_rank <= one.maximum <= 5
        assert len({award.id for award in one.commendations}) == len(one.commendations)
        assert sum(award.high for award in one.commendations) <= one.high_allowed
        assert one.awards_due >= 0 and one.cards_due >= 0
    for arc in [own.arc] if own.arc else []:
        assert all(0 <= agenda.marked <= agenda.needed for agenda in arc.agendas)


def settled(club: Club, own: Register) -> None:
    """What must be true between battles."""
    holds(club, own)
    assert own.open_battle == ""
    assert own.ranks["corps"] >= 2 or not refill_due(own, club.tours.cards)
    assert not any(one.needs_name or one.awards_due for one in own.dossiers)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32 - 1))
def test_random_campaigns_hold_together(seed):
    club = Club(Random(seed))
    for _ in range(BATTLES):
        club.fight()
        for key in SIDES:
            settled(club, club.register(key))
    assert club.fought == BATTLES


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32 - 1))
def test_undo_in_the_middle_restores_exactly(seed):
    """Whatever is undone, the state is that of a log in which it never happened; then the battle goes on."""
    chance = Random(seed)
    club = Club(chance)
    club.open_battle()
    assert all(tuple(club.muster(key) for key in SIDES))
    club.choose_agendas()
    club.record()
    for _ in range(600):
        if club.state.done:
            break
        key = chance.choice(SIDES)
        deed = chance.random()
        if deed < 0.15:
            check_undo(club, key)
        elif deed < 0.4:
            club.wild(key)
        else:
            club.step(key)
        for side in SIDES:
            holds(club, club.register(side))


def check_undo(club: Club, key) -> None:
    streams = (club.battle, *club.registers.values())
    before = {stream: len(club.store.read(stream)) for stream in streams}
    club.undo(key)
    for stream in streams:
        log = club.store.read(stream)
        gone = {entry.event.batch for entry in log[before[stream] :] if isinstance(entry.event, Undone)}
        decider = BATTLE if stream == club.battle else REGISTER
        kept = [entry for entry in log[: before[stream]] if entry.batch not in gone]
        assert decider.fold(log) == decider.fold(kept)


@pytest.mark.parametrize("seed", range(3))
def test_redoing_an_undone_roll_shows_the_same_faces(seed):
    club = Club(Random(seed))
    club.open_battle()
    assert all(tuple(club.muster(key) for key in SIDES))
    club.record()
    place = Place(club.battle, "blue")
    while club.state.blue.step < 3 or not club.state.blue.supplied:
        if not club.step("blue"):
            return
    rolled = club.state.blue.supplied
    supply = club.register("blue").supply
    club.undo("blue")
    if not club.state.blue.supplied and rolled:
        club.battles.roll_supply(club.act("blue"), place)
        assert club.register("blue").supply == supply
