"""Use cases of a battle as a whole: open, muster, record, confirm, undo. Its ten steps: `campaign_sequence`.

A step writes to the battle and to the own Register in one act. Dice come from the app or are typed in; a step
that was undone keeps its faces.
"""

import os
from collections.abc import Callable, Sequence

import msgspec

from muster.app import undo as undoing
from muster.app.acting import Act
from muster.app.campaign.faces import Dice, rolled
from muster.app.campaign.logs import CampaignLogs
from muster.app.streams import Appended, EventStore, Loaded, Write
from muster.rules.campaign.battle import recording
from muster.rules.campaign.battle.battle import BATTLE, SIDES, Battle, other
from muster.rules.campaign.battle.events import (
    BattleCalledOff,
    BattleOpened,
    BattleRecorded,
    RivalNamed,
    RivalSealed,
    SideKey,
    SideRecord,
)
from muster.rules.campaign.battle.muster import Mustered, MusterPlan, decide_muster, muster
from muster.rules.campaign.battle.recording import Conceder, Opening, Winner
from muster.rules.campaign.battle.steps.open_step import OpenStep, open_step
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.club.membership import decide_announce
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register.register import Register
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.faces import Die, Roll
from muster.rules.log import Event, FacesVoided, Recorded, live
from muster.rules.violations import Refused, Violation

Faces = Sequence[str] | None


class SideRef(msgspec.Struct, frozen=True):
    """A battle and a side of it."""

    battle: str
    side: SideKey


class LoadedSide(msgspec.Struct, frozen=True):
    """A seat with the versions it was read at: what the next write must expect."""

    seat: SideContext
    battle: int
    register: int


class BattleTable:
    """What is done with a battle as a whole. `entropy` is where the app's own dice come from."""

    def __init__(
        self,
        store: EventStore,
        books: Library | None = None,
        cards: Catalogue | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.store = store
        self.tours = CampaignLogs(store, books, cards)
        self.entropy = entropy

    # Looking ---------------------------------------------------------------------------------------------

    def battle(self, battle: str) -> Loaded[Battle]:
        """A battle now."""
        return self.store.load(BATTLE, battle)

    def load_side(self, place: SideRef) -> LoadedSide:
        """What a side sits before, with the versions read."""
        found = self.battle(place.battle)
        side, enemy = found.state.side(place.side), found.state.side(other(place.side))
        own = self.tours.register(side.register) if side.register else Loaded(Register(), 0)
        theirs = self.tours.register(enemy.register).state if enemy.register else None
        tours = self.tours
        seat = SideContext(found.state, place.side, own.state, tours.cards, tours.library, theirs)
        return LoadedSide(seat, found.version, own.version)

    def open_step(self, place: SideRef) -> OpenStep:
        """What this side may do now."""
        return open_step(self.load_side(place).seat)

    def preview_muster(self, place: SideRef, plan: MusterPlan) -> Mustered:
        """The army of a plan with every reason, before it takes the field."""
        return muster(self.load_side(place).seat, plan)

    # The battle ------------------------------------------------------------------------------------------

    def open(self, act: Act, opening: Opening, registers: dict[SideKey, str]) -> Appended:
        """Open a battle for one or two Registers; their streams must not move meanwhile."""
        asked = ("open", opening, registers)
        if (done := self.tours.answered(act, asked)) is not None:
            return done
        found = {key: self.tours.register(stream) for key, stream in registers.items()}
        event = recording.decide_battle(
            opening,
            {key: one.state for key, one in found.items()},
            registers,
            self.tours.switches(opening.campaign),
            self.tours.library,
        )
        guards = [Write(stream, found[key].version) for key, stream in registers.items()]
        writes = [Write(opening.battle, 0, (event,)), *guards, *self._announced(opening, registers)]
        return self.tours.write(act, asked, writes)

    def _announced(self, opening: Opening, registers: dict[SideKey, str]) -> list[Write]:
        """The campaign hears of its battles, so that the opponent finds them."""
        if not opening.campaign:
            return []
        club = self.tours.campaign(opening.campaign)
        event = decide_announce(club.state, opening.battle, {str(key): one for key, one in registers.items()})
        return [Write(opening.campaign, club.version, (event,))]

    def muster(self, act: Act, place: SideRef, plan: MusterPlan) -> Appended:
        """An army takes the field."""
        return self.turn(act, place, ("muster", plan), lambda seat: decide_muster(seat, plan))

    def choose_agenda(self, act: Act, place: SideRef, agenda: str) -> Appended:
        """Put an agenda into play, or pass with an empty one."""
        return self.turn(
            act, place, ("agenda", agenda), lambda seat: recording.decide_agenda_choice(seat, agenda)
        )

    def switch_agenda(self, act: Act, place: SideRef, agenda: str) -> Appended:
        """Contingency Plan."""
        return self.turn(act, place, ("switch", agenda), lambda seat: recording.decide_switch(seat, agenda))

    def combat_drop(self, act: Act, place: SideRef, unit: str) -> Appended:
        """Combat Drop."""
        return self.turn(act, place, ("drop", unit), lambda seat: recording.decide_combat_drop(seat, unit))

    def call_off(self, act: Act, battle: str) -> Appended:
        """Call off a battle that was not played; the Registers are free again."""
        asked = ("call off", battle)
        if (done := self.tours.answered(act, asked)) is not None:
            return done
        found = self.battle(battle)
        streams = {key: found.state.side(key).register for key in SIDES if found.state.side(key).register}
        loaded = {key: self.tours.register(stream) for key, stream in streams.items()}
        event = recording.decide_call_off(found.state, {key: one.state for key, one in loaded.items()})
        writes = [Write(battle, found.version, event["battle"])]
        writes += [Write(streams[key], loaded[key].version, event.get(key, ())) for key in streams]
        return self.tours.write(act, asked, writes)

    def record(
        self, act: Act, battle: str, winner: Winner, conceded: Conceder, sides: dict[str, SideRecord]
    ) -> Appended:
        """Write down how the battle ended."""

        def decide(found: Battle) -> Event:
            held = {key: found.side(key).register for key in SIDES if found.side(key).register}
            registers = {key: self.tours.register(stream).state for key, stream in held.items()}
            return recording.decide_record(found, winner, conceded, sides, registers)

        return self._at_battle(act, battle, ("record", winner, conceded, sides), decide)

    def confirm(self, act: Act, place: SideRef, *, by_arbitrator: bool = False) -> Appended:
        """A side, or the arbitrator for it, says that all is right."""
        return self._at_battle(
            act,
            place.battle,
            ("confirm", place.side),
            lambda found: recording.decide_confirm(found, place.side, by_arbitrator=by_arbitrator),
        )

    def dispute(self, act: Act, place: SideRef, words: str) -> Appended:
        """A side says what is wrong."""
        return self._at_battle(
            act,
            place.battle,
            ("dispute", place.side, words),
            lambda found: recording.decide_dispute(found, place.side, words),
        )

    # Undo ------------------------------------------------------------------------------------------------

    def dependents(self, target: str) -> tuple[str, ...]:
        """The acts that fall with this one, to be shown before an undo.

        What the opponent did for their own side alone stays; what touched the same Register, or rests on the
        casualties (a rival named), falls, and so does what rests on that.
        """
        falling: dict[str, None] = {}
        looking = [target]
        while looking:
            found = [one for one in self._resting_on(looking.pop()) if one != target and one not in falling]
            falling |= dict.fromkeys(found)
            looking += found
        return tuple(falling)

    def _resting_on(self, batch: str) -> list[str]:
        found = []
        for stream in self.store.streams_of(batch):
            entries = live(self.store.read(stream))
            start = next((n for n, entry in enumerate(entries) if entry.batch == batch), len(entries))
            sides = {getattr(entry.event, "side", "") for entry in entries[start:] if entry.batch == batch}
            found += [one.batch for one in entries[start:] if one.batch != batch and _depends(one, sides)]
        return found

    def undo(self, act: Act, place: SideRef, target: str) -> Appended:
        """Take back the actor's own latest act with what depends on it, until both sides have confirmed.

        A rival already rewarded is taken back by the rewarded side first; a record stands once somebody else
        has built on it, and so does what that record rests on.
        """
        recording.refuse_undo(self.battle(place.battle).state)
        others = self.falling(act.actor, place, target)
        return undoing.undo(self.store, target, actor=act.actor, at=act.at, batch=act.batch, also=others)

    def falling(self, actor: str, place: SideRef, target: str) -> tuple[str, ...]:
        """What falls with an act of this side; refused where the act cannot be taken back in this battle.

        Nothing falls beyond the table: neither the campaign nor another battle loses a word.
        """
        if not self._is_of(place, target):
            raise Refused(_blocked("log.nothing_to_undo", target))
        found, others = self.battle(place.battle).state, self.dependents(target)
        named = [event.side for event in self._said(place.battle, target) if isinstance(event, RivalNamed)]
        table = {place.battle, *(found.side(key).register for key in SIDES)}
        touched = {stream for batch in (target, *others) for stream in self.store.streams_of(batch)}
        stands = any(found.side(other(side)).experienced for side in named) or touched - table
        falls = {target, *others}
        if stands or self._over_heads(actor, place.battle, falls) or self._opens_rivals(place.battle, falls):
            raise Refused(_blocked("log.undo_blocked", place.battle))
        return others

    def _opens_rivals(self, battle: str, falling: set[str]) -> bool:
        """Whether an act opened both sealed rivals: seen once, neither is chosen anew."""
        opened = [entry for entry in self.store.read(battle) if isinstance(entry.event, RivalNamed)]
        acts = [entry.batch for entry in opened if entry.batch in falling]
        return len(acts) > len(set(acts))

    def _is_of(self, place: SideRef, target: str) -> bool:
        """Whether an act belongs to this side of the battle; its opening and calling off are not undone."""
        register = self.battle(place.battle).state.side(place.side).register
        if register and self.store.streams_of(target) == [register]:
            return self.tours.register(register).state.open_battle == place.battle
        event = self._said(place.battle, target)
        return bool(event) and not any(isinstance(one, BattleOpened | BattleCalledOff) for one in event)

    def _over_heads(self, actor: str, battle: str, falling: set[str]) -> bool:
        """Whether a record would fall with something that another person did."""
        entries = [entry for entry in live(self.store.read(battle)) if entry.batch in falling]
        recorded = any(isinstance(entry.event, BattleRecorded) for entry in entries)
        return recorded and any(entry.actor != actor for entry in entries)

    def _said(self, stream: str, batch: str) -> list[Event]:
        return [entry.event for entry in self.store.read(stream) if entry.batch == batch]

    def void_faces(self, act: Act, battle: str, batch: str, step: str) -> Appended:
        """The other side or the arbitrator frees an undone step for a fresh roll."""
        found = self.battle(battle)
        return self.tours.write(
            act, ("void", batch, step), [Write(battle, found.version, (FacesVoided(batch, step),))]
        )

    # Writing ---------------------------------------------------------------------------------------------

    def turn(
        self, act: Act, place: SideRef, asked: object, decide: Callable[[SideContext], Turn]
    ) -> Appended:
        """Decide at the table as it stands, and write battle and Register together."""
        request = (place, asked)
        if (done := self.tours.answered(act, request)) is not None:
            return done
        sitting = self.load_side(place)
        return self.tours.write(act, request, _writes(place, sitting, decide(sitting.seat)))

    def roll(  # noqa: PLR0913, PLR0917 - who, where, what, faces, and how
        self,
        act: Act,
        place: SideRef,
        asked: object,
        faces: Faces,
        dice: Callable[[SideContext], tuple[Die, ...]],
        decide: Callable[[SideContext, Roll], Turn],
    ) -> Appended:
        """A turn with dice: kept faces first, then typed ones, then the app's own."""
        request = (place, roll_request(asked, faces))
        if (done := self.tours.answered(act, request)) is not None:
            return done
        sitting = self.load_side(place)
        asked_for = Dice(dice(sitting.seat), faces, self.entropy)
        turn = rolled(self.store.read(place.battle), asked_for, lambda roll: decide(sitting.seat, roll))
        return self.tours.write(act, request, _writes(place, sitting, turn))

    def _at_battle(self, act: Act, battle: str, asked: object, decide: Callable[[Battle], Event]) -> Appended:
        request = (battle, asked)
        if (done := self.tours.answered(act, request)) is not None:
            return done
        found = self.battle(battle)
        return self.tours.write(act, request, [Write(battle, found.version, (decide(found.state),))])


def roll_request(asked: object, faces: Faces) -> object:
    """What is asked under a key when dice are rolled: the faces typed in belong to it."""
    return (asked, list(faces) if faces is not None else None)


def _writes(place: SideRef, sitting: LoadedSide, turn: Turn) -> list[Write]:
    """Both streams in one act; a stream that gets no event still must not have moved."""
    writes = [Write(place.battle, sitting.battle, turn.battle)]
    if sitting.seat.side.register:
        writes.append(Write(sitting.seat.side.register, sitting.register, turn.register))
    return writes


def _depends(entry: Recorded, sides: set[str]) -> bool:
    side = getattr(entry.event, "side", "")
    other_side = bool(side) and sides <= set(SIDES) and side not in sides
    return not other_side or isinstance(entry.event, RivalNamed | RivalSealed)


def _blocked(code: str, about: str) -> Violation:
    return Violation(code=code, source="log", about=(about[:100],))
