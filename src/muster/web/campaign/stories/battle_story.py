"""A battle told step by step: who fought, what was in play, how it ended, and what became of everybody.

Read out of the logs of the battle and of the Registers whose story the reader may see; nothing is written for
it. A side whose Register is not among them is told with its name and its points alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import reduce
from typing import Final, NamedTuple

from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.battle import BOTH, SIDES, Battle, other
from muster.rules.campaign.battle.events import Fielded, SideKey
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.campaign.register import events
from muster.rules.campaign.register.register import evolve
from muster.rules.log import Event, Recorded
from muster.web.campaign.battle.record import SideTold, side_told
from muster.web.campaign.battle.steps.moments import (
    CASUALTIES,
    COMMENDATIONS,
    EXPERIENCE,
    SUPPLY,
    Act,
    Moment,
    moments_in,
)
from muster.web.campaign.battle.steps.words import Teller, acts_of, entries_of, told_by_step
from muster.web.environment import plural

BEFORE_CASUALTIES: Final = (1, 2, SUPPLY)
AWARDS: Final = (EXPERIENCE, COMMENDATIONS)
AFTERWARDS: Final = (7, 8, 9, 10)
SHOWN_APART: Final = (
    battle_events.ArmyMustered,
    battle_events.AgendaChosen,
    battle_events.AgendaSwitched,
    battle_events.BattleRecorded,
    battle_events.SupplyRolled,
    battle_events.MedevacUsed,
    battle_events.CasualtySettled,
    battle_events.SetbackRolled,
    battle_events.TraitRolled,
    events.SetbackGained,
    events.TraitGained,
    events.CommendationAwarded,
    events.ParagonCardUnlocked,
)
"""What has a scene or a moment of its own, and is not said again in the lines of its step."""


class Seat(NamedTuple):
    """A side whose story is told: its Register as it took the field, and what was written to it since."""

    context: SideContext
    entries: Sequence[Recorded]


class FoughtBattle(NamedTuple):
    """All that a battle is told from. `names` are what both sides are called here, `own` is told first."""

    battle: Battle
    log: Sequence[Recorded]
    names: Mapping[SideKey, str]
    seats: Mapping[SideKey, Seat]
    own: SideKey

    @property
    def order(self) -> tuple[SideKey, SideKey]:
        """The reader's side first."""
        return self.own, other(self.own)

    @property
    def day(self) -> date | None:
        """When it was recorded."""
        found = (
            entry.at.date()
            for entry in reversed(self.log)
            if isinstance(entry.event, battle_events.BattleRecorded)
        )
        return next(found, None)


class FieldedUnit(NamedTuple):
    """A unit that took the field."""

    name: str
    rank: str
    note: str


class Army(NamedTuple):
    """A side as it took the field; `agenda` is what it had in play."""

    side: SideKey
    name: str
    faction: str
    words: str
    agenda: str
    units: tuple[FieldedUnit, ...]


class Scene(NamedTuple):
    """One step of the story. `fate` is a casualty check with its dice; `parts` are lines under a heading."""

    title: str
    side: SideKey | None = None
    name: str = ""
    armies: tuple[Army, ...] = ()
    told: tuple[SideTold, ...] = ()
    fate: Moment | None = None
    moments: tuple[Moment, ...] = ()
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ends: bool = False


def seat_of(context: SideContext, log: Sequence[Recorded]) -> Seat:
    """A side with its Register as it took the field; `log` is what counts of that Register's own."""
    entries = entries_of(log, context.battle.id)
    upto = entries[0].version if entries else 0
    events_before = (entry.event for entry in log if entry.version <= upto)
    return Seat(replace(context, register=reduce(evolve, events_before, type(context.register)())), entries)


def headline(battle: Battle, names: Mapping[SideKey, str]) -> str:
    """Who beat whom, or that nobody did, and how it ended where it was not played to its end."""
    first: SideKey = "red" if battle.winner == "red" else "blue"
    points = [battle.side(key).record.victory_points for key in (first, other(first))]
    score = f", {points[0]} to {points[1]}" if any(points) else ""
    early = "" if not battle.conceded else ", ended early by agreement"
    early = ", by concession" if battle.conceded and battle.conceded != BOTH else early
    pair = f"{names[first]} beat {names[other(first)]}"
    drawn = f"{names['blue']} and {names['red']} fought to a draw"
    return f"{pair if battle.winner else drawn}{score}{early}"


def scenes(fought: FoughtBattle) -> list[Scene]:
    """The whole story, scene by scene; the last one shows its picture."""
    known = [key for key in fought.order if key in fought.seats]
    told = [side_told(fought.seats[key].context, fought.names[key]) for key in known]
    return [
        Scene("The armies", armies=tuple(_army(fought, key) for key in fought.order)),
        Scene(headline(fought.battle, fought.names), told=tuple(told)),
        *(scene for key in known for scene in _scenes_of_side(fought, key)),
        Scene("To remember it by", ends=True),
    ]


def _army(fought: FoughtBattle, key: SideKey) -> Army:
    name, seat = fought.names[key], fought.seats.get(key)
    if seat is None:
        return Army(key, name, "", "", "", ())
    side, context = seat.context.side, seat.context
    names = context.names
    agenda = context.library.agendas.get(side.agenda or "")
    return Army(
        side=key,
        name=name,
        faction=context.register.faction,
        words=f"{plural(len(side.fielded), 'unit')}, {side.points:,} of {plural(side.limit, 'point')}",
        agenda=agenda.name if agenda else "",
        units=tuple(FieldedUnit(names[unit.key], unit.rank, _note(context, unit)) for unit in side.fielded),
    )


def _note(context: SideContext, unit: Fielded) -> str:
    """What the unit is, where it has a name of its own, and how long it has served."""
    dossier = context.register.find(unit.key)
    if dossier is None:
        return "a guest" if unit.guest else ""
    served = f"veteran {dossier.veteran_rank}" if dossier.veteran_rank else ""
    return ", ".join(filter(None, (dossier.unit_name if dossier.name else "", served)))


# What became of a side -------------------------------------------------------------------------------------


class StoryTeller(Teller):
    """The steps for readers who need not sit at this side, without what has a scene or a moment."""

    def __init__(self, fought: FoughtBattle, key: SideKey) -> None:
        super().__init__(fought.seats[key].context)
        self.theirs = fought.names[other(key)]
        enemy = fought.seats.get(other(key))
        self.enemies = enemy.context.names if enemy else {}

    def tell(self, event: Event) -> str:
        """One event in a sentence; empty where it needs none."""
        if isinstance(event, SHOWN_APART):
            return ""
        if isinstance(event, battle_events.RivalNamed):
            return self._rival(event)
        return super().tell(event)

    def _rival(self, event: battle_events.RivalNamed) -> str:
        if not event.dossier:
            return ""
        if event.side != self.own:
            return f"{self._unit(event.dossier)} is the Most Feared Rival of {self.theirs}"
        unit = self.context.opponent.unit(event.dossier)
        return f"Most Feared Rival: {self.enemies.get(event.dossier, unit.name if unit else event.dossier)}"


def _scenes_of_side(fought: FoughtBattle, key: SideKey) -> Iterator[Scene]:
    seat, name = fought.seats[key], fought.names[key]
    acts = acts_of([*fought.log, *seat.entries[1:]])
    lines = told_by_step(acts.values(), StoryTeller(fought, key))
    moments = [moment for act in _acts_of_side(seat, fought.log) for moment in moments_in(seat.context, act)]

    def scene(title: str, steps: tuple[int, ...]) -> Iterator[Scene]:
        parts = tuple((STEPS[step], tuple(lines[step])) for step in steps if lines.get(step))
        shown = tuple(moment for moment in moments if moment.step in steps)
        if parts or shown:
            yield Scene(title, key, name, moments=shown, parts=parts)

    yield from scene("Agendas and supply", BEFORE_CASUALTIES)
    yield from _fates(key, name, [moment for moment in moments if moment.step == CASUALTIES])
    yield from scene("Experience and commendations", AWARDS)
    yield from scene("Back at base", AFTERWARDS)


def _fates(key: SideKey, name: str, moments: list[Moment]) -> Iterator[Scene]:
    """A scene for each unit: its check, and the setback or the trait that came of it."""
    by_unit: dict[str, list[Moment]] = {}
    for moment in moments:
        by_unit.setdefault(moment.unit, []).append(moment)
    for unit, (fate, *more) in by_unit.items():
        yield Scene(f"The fate of {unit}", key, name, fate=fate, moments=tuple(more))


def _acts_of_side(seat: Seat, log: Sequence[Recorded]) -> Iterator[Act]:
    """What the side wrote, act by act, each with the Register before it."""
    own = [entry for entry in log if getattr(entry.event, "side", "") == seat.context.key]
    battle, register = acts_of(own), acts_of(seat.entries[1:])
    state = seat.context.register
    for batch in acts_of([*own, *seat.entries[1:]]):
        written = register.get(batch, [])
        yield Act(battle.get(batch, []), written, state)
        state = reduce(evolve, written, state)


def names_of_unfinished(fought: FoughtBattle) -> list[str]:
    """Whose ten steps are not done yet: their heroes and their fallen are still to come."""
    return [fought.names[key] for key in SIDES if not fought.battle.side(key).done]
