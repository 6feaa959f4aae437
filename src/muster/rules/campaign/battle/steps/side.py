"""What a player works with in the ten steps: the battle, the Register and the library. What they do is a
turn."""

from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from muster.rules.campaign.battle.battle import Battle, Side, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.offers import BattleRecord
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Agenda, Arc, TurningPoint
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.ledger import Ledger
from muster.rules.campaign.register.register import Register, problem
from muster.rules.campaign.register.unit_facts import UnitFacts, dossier_facts
from muster.rules.cards.alike import distinct_names
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.faces import Die, Roll, check_roll
from muster.rules.log import Event
from muster.rules.violations import Refused, Violation, refuse_if, require

STEPS: Final[dict[int, str]] = {
    1: "Progress agendas",
    2: "Turning point rewards",
    3: "Award supply points",
    4: "Determine casualties and setbacks",
    5: "Award experience",
    6: "Award commendations",
    7: "Make aid requests",
    8: "Edit Register",
    9: "Adjust reputation",
    10: "Choose new story arc",
}


@dataclass(frozen=True, slots=True)
class SideContext:
    """One side of a battle with its Register; `enemy` is the opponent's Register, if there is one."""

    battle: Battle
    key: SideKey
    register: Register
    cards: Catalogue
    library: Library
    enemy: Register | None = None

    @property
    def side(self) -> Side:
        """The side that sits here."""
        return self.battle.side(self.key)

    @property
    def opponent(self) -> Side:
        """The side across the table."""
        return self.battle.side(other(self.key))

    @property
    def names(self) -> dict[str, str]:
        """Every unit of the side by what it is called, guests too."""
        own = self.register.names
        return own | distinct_names({unit.key: own.get(unit.key, unit.name) for unit in self.side.fielded})

    @property
    def arc(self) -> Arc:
        """The current story arc; refused when the library no longer has it (a club's own arc taken away)."""
        held = self.register.arc
        found = self.library.arcs.get(held.id) if held else None
        if found is None:
            name = held.name if held else "none"
            raise Refused(problem("sequence.arc_lost", (held.id if held else "",), arc=name))
        return found

    def across(self) -> "SideContext":
        """The same battle as the other side sits before it."""
        there = self.enemy or Register()
        return SideContext(self.battle, other(self.key), there, self.cards, self.library, self.register)

    def agenda(self) -> Agenda | None:
        """The agenda in play, if there is one; it belongs to the arc, so both are there or neither is."""
        return self.library.agendas[self.side.agenda] if self.side.agenda and self.arc else None

    def mission(self) -> TurningPoint:
        """The turning point that was played; refused when the library no longer has it."""
        return require(
            self.library.turning_points.get(self.battle.turning_point),
            problem("sequence.arc_lost", (self.battle.turning_point,), arc=self.battle.mission),
        )

    def ledger(self) -> Ledger:
        """A ledger for what this turn does to the Register."""
        return Ledger(self.register, self.battle.id)


@dataclass(frozen=True, slots=True)
class Turn:
    """What a decision comes to: events for the battle, events for the own Register, written together."""

    battle: tuple[Event, ...] = ()
    register: tuple[Event, ...] = field(default=())


def not_now(seat: SideContext, *steps: int) -> Violation | None:
    """The sequence runs in order: this belongs to another step."""
    side = seat.side
    if seat.battle.status != "recorded":
        return problem("sequence.no_record", (seat.battle.id,))
    if not side.register:
        return problem("sequence.no_register", (seat.key,))
    if side.step not in steps:
        now = STEPS.get(side.step, "done")
        return problem("sequence.not_now", (seat.key,), step=steps[0], title=STEPS[steps[0]], now=now)
    return None


def check_dice(roll: Roll, dice: tuple[Die, ...]) -> None:
    """Refuse a roll of other dice than asked for, and faces that are not on the dice."""
    if roll.dice != dice:
        kind = dice[0].value if dice else "no"
        refuse_if(problem("sequence.dice", (), wanted=len(dice), die=kind, given=len(roll.dice)))
    refuse_if(*check_roll(roll))


def trait_active(seat: SideContext, trait: str) -> bool:
    """Whether the Paragon has this trait in this battle; one gained now begins with the next (R18)."""
    return has_active_trait(seat.register, trait, seat.battle.id)


def has_active_trait(register: Register, trait: str, battle: str) -> bool:
    """Whether a Register's Paragon has the trait in this battle."""
    paragon = register.paragon
    held = paragon.trait if paragon is not None else None
    return held is not None and held.id == trait and held.gained_in != battle


def unit_facts(seat: SideContext, dossier: Dossier) -> UnitFacts:
    """A dossier as the calculators see it, with what happened to it in this battle."""
    return replace(
        dossier_facts(dossier, seat.cards),
        took_part=dossier.id in seat.side.own_units,
        defeated=dossier.id in seat.side.record.defeated,
    )


def roster(seat: SideContext) -> tuple[UnitFacts, ...]:
    """The whole Register with the guests of this battle."""
    own, defeated = (
        [unit_facts(seat, dossier) for dossier in seat.register.dossiers],
        seat.side.record.defeated,
    )
    guests = [
        UnitFacts(id=g.key, rank=g.rank, unit_type=g.unit_type, defeated=g.key in defeated, guest=True)
        for g in seat.side.fielded
        if g.guest
    ]
    return (*own, *guests)


def agenda_record(seat: SideContext) -> BattleRecord:
    """What the agenda in play needs to know. `before` are the boxes marked in earlier battles."""
    side, arc = seat.side, seat.register.arc
    track = arc.agenda(side.agenda or "") if arc else None
    return replace(
        _record(seat, "agenda", side.record.count, side.record.facts, side.record.chosen),
        before=(track.marked if track else 0) - (side.marked or 0),
        tunnel_vision=trait_active(seat, "tunnel-vision"),
    )


def mission_record(seat: SideContext) -> BattleRecord:
    """What the turning point's spoils and reward need to know."""
    record = seat.side.record
    return _record(seat, "mission", record.mission_count, record.mission_facts, record.mission_chosen)


def _record(
    seat: SideContext, part: str, count: int, facts: tuple[str, ...], chosen: tuple[str, ...]
) -> BattleRecord:
    drawn = seat.side.drawn.get(part)
    return BattleRecord(
        result=seat.battle.result(seat.key),
        count=count,
        facts=facts,
        chosen=chosen,
        roster=roster(seat),
        drawn=drawn.orders if drawn else None,
        faces=drawn.faces if drawn else None,
    )
