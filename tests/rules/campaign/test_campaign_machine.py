"""Random campaigns: events or reasons, never a crash; what must always hold, holds; undo restores exactly."""

import os
from random import Random

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from muster.app.campaign.battle.commands import (
    RollSupply,
)
from muster.rules.campaign.battle.battle import BATTLE, SIDES, Battle
from muster.rules.campaign.register.recruiting import refill_due
from muster.rules.campaign.register.register import REGISTER, Register
from muster.rules.log import Undone
from tests.rules.campaign.campaign_machine import FACTIONS, Club

BATTLES = int(os.environ.get("MUSTER_RANDOM_BATTLES", "30"))
"""How many battles a random campaign has: raise it for a long run."""

CALM = settings(deadline=None, suppress_health_check=list(HealthCheck))
sides = st.sampled_from(SIDES)
a_faction = st.sampled_from(FACTIONS)


def holds(own: Register) -> None:
    """What must be true of a Register at any moment."""
    rewarded = any(dossier.joined_faction for dossier in own.dossiers)
    assert own.potential_spent <= own.potential or rewarded
    assert own.supply >= 0
    assert own.paragon is not None and sum(dossier.paragon for dossier in own.dossiers) == 1
    for dossier in own.dossiers:
        assert dossier.experience <= 50 and dossier.veteran_rank <= dossier.maximum <= 5
        assert len({award.id for award in dossier.commendations}) == len(dossier.commendations)
        assert sum(award.high for award in dossier.commendations) <= dossier.high_allowed
        assert dossier.awards_due >= 0 and dossier.cards_due >= 0
    for arc in [own.arc] if own.arc else []:
        assert all(0 <= agenda.marked <= agenda.needed for agenda in arc.agendas)


def settled(club: Club, own: Register) -> None:
    """What must be true between battles."""
    holds(own)
    assert own.open_battle == ""
    assert own.ranks["corps"] >= 2 or not refill_due(own, club.tours.cards)
    assert not any(dossier.needs_name or dossier.awards_due for dossier in own.dossiers)


@settings(CALM, max_examples=3)
@given(seed=st.integers(0, 2**32 - 1), factions=st.tuples(a_faction, a_faction))
def test_random_campaigns_hold_together(seed, factions):
    club = Club(Random(seed), factions)
    for _ in range(BATTLES):
        club.fight()
        for key in SIDES:
            settled(club, club.register(key))
    assert club.fought == BATTLES
    for key, stream in club.registers.items():
        assert REGISTER.fold(club.log.read(stream)) == club.register(key), "as if the log were read anew"


def undone_exactly(club: Club, key) -> None:
    """After an undo the state is that of a log in which the undone acts never happened."""
    streams = (club.battle, *club.registers.values())
    before = {stream: len(club.store.read(stream)) for stream in streams}
    club.undo(key)
    for stream in streams:
        log = club.store.read(stream)
        gone = {entry.event.batch for entry in log[before[stream] :] if isinstance(entry.event, Undone)}
        decider = BATTLE if stream == club.battle else REGISTER
        earlier = decider.fold(log[: before[stream]])
        kept = [entry for entry in log[: before[stream]] if entry.batch not in gone]
        assert decider.fold(log) == (decider.fold(kept) if gone else earlier)


class Tours(RuleBasedStateMachine):
    """Two players at random: steps, nonsense, undo, one battle after another."""

    @initialize(seed=st.integers(0, 2**32 - 1), factions=st.tuples(a_faction, a_faction))
    def found(self, seed: int, factions: tuple[str, str]) -> None:
        self.club = Club(Random(seed), factions)
        self.fighting = False

    def at_the_table(self) -> Club:
        """The club in a battle whose steps are not done: a new one where the last is over."""
        club = self.club
        tries = 0
        while not self.fighting:
            tries += 1
            assert tries < 6, club.last_refusal
            club.open_battle()
            self.fighting = all(tuple(club.muster(key) for key in SIDES))
            if self.fighting:
                club.choose_agendas()
                club.record()
            else:
                club.repair()
            club.fought += 1
        return club

    @rule(key=sides, acts=st.integers(1, 25))
    def go_on(self, key, acts: int) -> None:
        club = self.at_the_table()
        for _ in range(acts):
            club.step(key)
        self.fighting = not club.state.done

    @rule(key=sides, tries=st.integers(1, 3))
    def try_nonsense(self, key, tries: int) -> None:
        club = self.at_the_table()
        for _ in range(tries):
            club.wild(key)
        self.fighting = not club.state.done

    @rule(key=sides)
    def take_back(self, key) -> None:
        undone_exactly(self.at_the_table(), key)
        # Even the record may be gone now, or the battle itself: it is set up again.
        status = self.club.state.status
        if status == "open":
            self.club.finish_setting_up()
        self.fighting = status != "unknown"

    @invariant()
    def registers_hold(self) -> None:
        for key in SIDES if hasattr(self, "club") else ():
            holds(self.club.register(key))

    @invariant()
    def snapshots_read_back(self) -> None:
        if getattr(self, "fighting", False):
            battle = self.club.state
            assert msgspec.json.decode(msgspec.json.encode(battle), type=Battle) == battle
            own = self.club.register("blue")
            assert msgspec.json.decode(msgspec.json.encode(own), type=Register) == own


TestTours = Tours.TestCase
TestTours.settings = settings(CALM, max_examples=8, stateful_step_count=40)


@settings(CALM, max_examples=5)
@given(seed=st.integers(0, 2**32 - 1))
def test_redoing_an_undone_roll_shows_the_same_faces(seed):
    club = Club(Random(seed))
    club.open_battle()
    assert all(tuple(club.muster(key) for key in SIDES))
    club.record()
    while club.state.blue.step < 3:
        club.step("blue")
    if club.state.blue.step == 3 and not club.state.blue.supplied:
        place = club.place("blue")
        club.battles.do(club.act("blue"), place, RollSupply())
        supply = club.register("blue").supply
        club.undo("blue")
        assert not club.state.blue.supplied
        club.battles.do(club.act("blue"), place, RollSupply())
        assert club.register("blue").supply == supply
