"""A Register: the fold of its events (rules 3 to 28 and 77 to 129)."""

from collections import Counter
from datetime import date
from typing import Final, Literal

import msgspec
from msgspec.structs import asdict, replace

from muster.rules.campaign.register import events
from muster.rules.campaign.register.dossier import Dossier, replace_dossier
from muster.rules.campaign.register.dossier_events import dossier_after, reprice_dossier
from muster.rules.cards.alike import numbers_of_names
from muster.rules.cards.vocabulary import Faction, Rank
from muster.rules.log import Changes, Decider, Event
from muster.rules.violations import Refused, Source

STARTING_POTENTIAL: Final = 600
STARTING_SUPPLY: Final = 5
MOST_DOSSIERS: Final = 60
CORPS_MINIMUM: Final = 2
SOURCE: Final = "Tours of Duty"
problem = Source(SOURCE).problem
problem_if = Source(SOURCE).problem_if

Status = Literal["unknown", "building", "founded", "retired"]


class AgendaTrack(msgspec.Struct, frozen=True):
    """An agenda of the current arc and its marked boxes (rules 12, 69, 70)."""

    id: str
    name: str
    needed: int
    marked: int = 0

    @property
    def complete(self) -> bool:
        """Whether as many boxes are marked as the card asks for."""
        return self.marked >= self.needed


class StoryArc(msgspec.Struct, frozen=True):
    """The current arc with its agendas; `ended` between its turning point and the next choice."""

    id: str
    name: str
    agendas: tuple[AgendaTrack, ...]
    ended: bool = False

    @property
    def complete_agendas(self) -> int:
        """How many of the three agendas are complete."""
        return sum(agenda.complete for agenda in self.agendas)

    def agenda(self, agenda_id: str) -> AgendaTrack | None:
        """One of its agendas."""
        return next((agenda for agenda in self.agendas if agenda.id == agenda_id), None)


class Fallen(msgspec.Struct, frozen=True):
    """A unit that left, with its dossier as it was, and why."""

    dossier: Dossier
    why: str
    battle: str = ""
    words: str = ""


class PastArc(msgspec.Struct, frozen=True):
    """An arc that came to its end."""

    id: str
    outcome: str
    complete: int
    battle: str


class PastBattle(msgspec.Struct, frozen=True):
    """A battle whose ten steps are done."""

    battle: str
    result: str


class Register(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a player's Register holds. `requested` counts the aid requests made before founding."""

    status: Status = "unknown"
    name: str = ""
    by: str = ""
    campaign: str = ""
    faction: Faction = "empire"
    points_date: date = date.min
    potential: int = STARTING_POTENTIAL
    supply: int = STARTING_SUPPLY
    reputation: int = 0
    dossiers: tuple[Dossier, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    assets: tuple[str, ...] = ()
    arc: StoryArc | None = None
    past_arcs: tuple[PastArc, ...] = ()
    battles: tuple[PastBattle, ...] = ()
    open_battle: str = ""
    joined: int = 0
    added: int = 0
    requested: tuple[str, ...] = ()

    @property
    def potential_spent(self) -> int:
        """Rule 8: the points of all unit and upgrade cards on its dossiers."""
        return sum(dossier.points_spent for dossier in self.dossiers)

    @property
    def potential_left(self) -> int:
        """The Combat Potential still free; below nothing where a rule allowed it."""
        return self.potential - self.potential_spent

    @property
    def over_potential(self) -> bool:
        """Flagged: after a points update or a reward the cards cost more than the potential (R25)."""
        return self.potential_left < 0

    @property
    def ranks(self) -> Counter[Rank]:
        """How many units of each rank."""
        return Counter(dossier.rank for dossier in self.dossiers)

    @property
    def below_minimum(self) -> bool:
        """Flagged: fewer than two corps (rule 108, ambiguity 41)."""
        return self.ranks["corps"] < CORPS_MINIMUM

    @property
    def paragon(self) -> Dossier | None:
        """The first commander added (rule 27)."""
        return next((dossier for dossier in self.dossiers if dossier.paragon), None)

    @property
    def free_to_undo(self) -> bool:
        """Before the first battle, units and upgrades may be taken back (ambiguity 40)."""
        return self.status in ("building", "founded") and not self.joined

    @property
    def called(self) -> str:
        """Its name, or whose it is while it has none."""
        if self.name:
            return self.name
        return f"{self.paragon.called}’s Register" if self.paragon else "A new Register"

    @property
    def everybody(self) -> tuple[Dossier, ...]:
        """The dossiers on it, and those that have left."""
        return (*self.dossiers, *(fallen.dossier for fallen in self.fallen))

    @property
    def names(self) -> dict[str, str]:
        """Every unit it has or had, by what it is called."""
        return {dossier.id: dossier.called for dossier in self.everybody}

    def find(self, dossier_id: str) -> Dossier | None:
        """A dossier on the Register."""
        return next((dossier for dossier in self.dossiers if dossier.id == dossier_id), None)

    def dossier(self, dossier_id: str) -> Dossier:
        """A dossier on the Register; refused when there is none: fallen, reassigned, or never there."""
        if (found := self.find(dossier_id)) is None:
            raise Refused(problem("register.no_dossier", (dossier_id[:60],), dossier=self._once(dossier_id)))
        return found

    def _once(self, dossier_id: str) -> str:
        gone = (fallen.dossier.called for fallen in self.fallen if fallen.dossier.id == dossier_id)
        return next(gone, dossier_id[:60])


def _add_unit(register: Register, event: events.UnitAdded) -> Register:
    """The event holds the fields of the dossier it opens, and why the unit came."""
    fields = {name: value for name, value in asdict(event).items() if name not in ("dossier", "why")}
    dossier = Dossier(id=event.dossier, **fields)
    return _number_units(replace(register, dossiers=(*register.dossiers, dossier), added=register.added + 1))


def _number_units(register: Register) -> Register:
    """Number the units of one card in the order they came, counting those that left, so that a number never
    changes its meaning.

    Only a unit taken back before the first battle leaves no gap.
    """
    known = sorted(register.everybody, key=lambda dossier: (len(dossier.id), dossier.id))
    ids, found = (
        [dossier.id for dossier in known],
        numbers_of_names(tuple(dossier.unit_name for dossier in known)),
    )
    number = dict(zip(ids, found, strict=True))
    return replace(
        register,
        dossiers=tuple(replace(dossier, number=number[dossier.id]) for dossier in register.dossiers),
        fallen=tuple(
            replace(fallen, dossier=replace(fallen.dossier, number=number[fallen.dossier.id]))
            for fallen in register.fallen
        ),
    )


def _remove_unit(register: Register, event: events.UnitRemoved) -> Register:
    dossier = register.find(event.dossier)
    if dossier is None:
        return register
    rest = tuple(dossier for dossier in register.dossiers if dossier.id != event.dossier)
    if event.why == "withdrawn":
        return _number_units(replace(register, dossiers=_with_paragon(rest)))
    # Whoever falls in a battle has fought it; it is closed without them.
    fell = event.why == "casualty" and bool(event.battle)
    gone = Fallen(_count_battle(dossier, fell), event.why, event.battle, event.words)
    return replace(register, dossiers=rest, fallen=(*register.fallen, gone))


def _with_paragon(dossiers: tuple[Dossier, ...]) -> tuple[Dossier, ...]:
    """If the Paragon was taken back while building, the next commander becomes the Paragon."""
    first = next((dossier for dossier in dossiers if dossier.rank == "commander"), None)
    if first is None or any(dossier.paragon for dossier in dossiers):
        return dossiers
    return replace_dossier(dossiers, replace(first, paragon=True))


def _mark_agenda(register: Register, event: events.AgendaProgressed) -> Register:
    if register.arc is None:
        return register
    agendas = tuple(
        replace(agenda, marked=min(agenda.needed, agenda.marked + event.marks))
        if agenda.id == event.agenda
        else agenda
        for agenda in register.arc.agendas
    )
    return replace(register, arc=replace(register.arc, agendas=agendas))


def _restore_unit(register: Register, event: events.UnitRestored) -> Register:
    """A casualty of the open battle has fought it once, and that is counted when it is closed."""
    found = next((fallen for fallen in register.fallen if fallen.dossier.id == event.dossier), None)
    if found is None:
        return register
    here = found.why == "casualty" and bool(found.battle) and found.battle == register.open_battle
    left = tuple(fallen for fallen in register.fallen if fallen is not found)
    return replace(register, dossiers=(*register.dossiers, _count_battle(found.dossier, -here)), fallen=left)


def _count_battle(dossier: Dossier, battles: int) -> Dossier:
    return replace(dossier, battles=dossier.battles + battles)


def _close_battle(register: Register, event: events.BattleClosed) -> Register:
    """Count the battle for everybody who took part, also for those reassigned since; its casualties are
    already counted."""
    dossiers = tuple(_count_battle(dossier, dossier.id in event.present) for dossier in register.dossiers)
    fallen = tuple(
        replace(
            fallen,
            dossier=_count_battle(
                fallen.dossier, fallen.why != "casualty" and fallen.dossier.id in event.present
            ),
        )
        for fallen in register.fallen
    )
    battles = (*register.battles, PastBattle(event.battle, event.result))
    return replace(register, open_battle="", dossiers=dossiers, fallen=fallen, battles=battles)


def without_name(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The names with one of them gone, once."""
    place = names.index(name) if name in names else len(names)
    return (*names[:place], *names[place + 1 :])


def _choose_arc(register: Register, event: events.ArcChosen) -> Register:
    agendas = tuple(AgendaTrack(agenda.id, agenda.name, agenda.needed) for agenda in event.agendas)
    return replace(register, arc=StoryArc(event.arc, event.name, agendas))


def _end_arc(register: Register, event: events.ArcEnded) -> Register:
    past = PastArc(event.arc, event.outcome, event.complete, event.battle)
    arc = register.arc and replace(register.arc, ended=True)
    return replace(register, arc=arc, past_arcs=(*register.past_arcs, past))


def _request_aid(register: Register, event: events.AidRequested) -> Register:
    """Requests of a battle stand with the battle."""
    return register if event.battle else replace(register, requested=(*register.requested, event.aid))


def _move_points_date(register: Register, event: events.PointsDateMoved) -> Register:
    dossiers = tuple(reprice_dossier(dossier, event.costs) for dossier in register.dossiers)
    return replace(register, points_date=event.points_date, dossiers=dossiers)


CHANGES: Final = Changes[Register]()
"""How each kind of event changes a Register; what happens to one unit changes its dossier."""
on = CHANGES.on
on(events.RegisterOpened)(lambda _, event: Register(status="building", **asdict(event)))
on(events.RegisterNamed)(lambda now, event: replace(now, name=event.name))
on(events.RegisterFounded)(lambda now, _: replace(now, status="founded"))
on(events.RegisterRetired)(lambda now, _: replace(now, status="retired"))
on(events.CampaignEntered)(lambda now, event: replace(now, campaign=event.campaign))
on(events.UnitAdded)(_add_unit)
on(events.UnitRemoved)(_remove_unit)
on(events.UnitRestored)(_restore_unit)
on(events.ArcChosen)(_choose_arc)
on(events.ArcEnded)(_end_arc)
on(events.AgendaProgressed)(_mark_agenda)
on(events.SupplyChanged)(lambda now, event: replace(now, supply=max(0, now.supply + event.amount)))
on(events.PotentialChanged)(lambda now, event: replace(now, potential=now.potential + event.amount))
on(events.ReputationChanged)(lambda now, event: replace(now, reputation=now.reputation + event.amount))
on(events.AssetAdded)(lambda now, event: replace(now, assets=(*now.assets, event.asset)))
on(events.AssetRemoved)(lambda now, event: replace(now, assets=without_name(now.assets, event.asset)))
on(events.AidRequested)(_request_aid)
on(events.PointsDateMoved)(_move_points_date)
on(events.BattleJoined)(lambda now, event: replace(now, open_battle=event.battle, joined=now.joined + 1))
on(events.BattleLeft)(lambda now, _: replace(now, open_battle="", joined=now.joined - 1))
on(events.BattleClosed)(_close_battle)


def evolve(register: Register, event: Event) -> Register:
    """The state after one more event."""
    if isinstance(event, events.OfUnit) and (dossier := register.find(event.dossier)):
        changed = dossier_after(dossier, event)
        if changed is not dossier:
            return replace(register, dossiers=replace_dossier(register.dossiers, changed))
    return CHANGES.after(register, event)


REGISTER: Final = Decider(name="register", schema=3, state=Register, initial=Register, evolve=evolve)
