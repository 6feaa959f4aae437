"""Where cards have their say: one small function for each card and moment.

Numbers and words are data; what a card does is a function registered under its id on a hook. The cards in
force are those of the mission, the command cards on the table, strategic assets, and what units carry from
their campaign. `PURPOSES` say what becomes of things that a seat chose, `QUESTIONS` what follows from a yes
or no, `ROLLS` and `DRAWS` what dice and drawn tokens mean, `DEEDS` what a unit may do beside its core
actions.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Roll
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import ForceBrought
from muster.rules.game.missions import ways
from muster.rules.game.steps import AnyStep, Ask, ChooseUnits, DrawRanks, Hook, Pick, RollDice
from muster.rules.game.table import (
    SEATS,
    SIDES,
    Chair,
    Edition,
    Ended,
    Marker,
    Mode,
    Seat,
    Side,
    Table,
    Unit,
    other,
)


class Moment(NamedTuple):
    """When a card is asked: for which side, where it belongs to one, and about which unit. `carrier` is the
    unit that has the effect; `by` who defeated the unit, `near` one within range 1, `card` what wounded it
    where that was no attack; `place` begins the ids of what is asked. Of dice that lie, `surges` are those
    that nothing turns yet, `idle` those that count nothing."""

    side: Side = "blue"
    unit: str = ""
    carrier: str = ""
    by: str = ""
    near: bool = False
    card: str = ""
    place: str = ""
    surges: int = 0
    idle: int = 0


class Choice(NamedTuple):
    """What a seat chose, units or other things by id, and the step that asked for it."""

    table: Table
    step: ChooseUnits | Pick
    seat: Seat
    units: tuple[str, ...]

    @property
    def side(self) -> Side:
        """The colour of who chose."""
        return self.table.side_of(self.seat)


class Told(NamedTuple):
    """A yes or no, and the step that asked for it."""

    table: Table
    step: Ask
    seat: Seat
    yes: bool

    @property
    def side(self) -> Side:
        """The colour of who answered."""
        return self.table.side_of(self.seat)


class Cast(NamedTuple):
    """Dice that fell for a card."""

    table: Table
    step: RollDice
    roll: Roll


class Draw(NamedTuple):
    """Order tokens drawn for a card."""

    table: Table
    step: DrawRanks
    ranks: tuple[Rank, ...]


class Deed(NamedTuple):
    """What a unit may do: at which tokens (one empty name where it needs none), and what it brings. `once`:
    an action, free or not, once an activation (core: Actions; G12)."""

    able: Callable[[Table, Unit], Iterable[str]]
    settle: Callable[[Table, Unit, str], Outcome]
    once: bool = False


Effect: TypeAlias = Callable[[Table, Moment], Outcome]
F = TypeVar("F", bound=Callable[..., object])

EFFECTS: Final[dict[tuple[Hook, str], Effect]] = {}
PURPOSES: Final[dict[str, Callable[[Choice], Outcome]]] = {}
QUESTIONS: Final[dict[str, Callable[[Told], Outcome]]] = {}
ROLLS: Final[dict[str, Callable[[Cast], Outcome]]] = {}
DRAWS: Final[dict[str, Callable[[Draw], Outcome]]] = {}
DEEDS: Final[dict[str, Deed]] = {}
CLAIMS: Final[dict[str, Callable[[Table, Unit, Marker], bool]]] = {}
"""Who may claim an asset, by the asset's name."""


@dataclass(frozen=True)
class Ways:
    """Where a mode goes its own way, by what it is asked."""

    squad: dict[Mode, Callable[[Seat, Edition, str], tuple[ForceBrought, tuple[str, ...]]]] = field(
        default_factory=dict
    )
    setup: dict[Mode, Callable[[Table], tuple[AnyStep, ...]]] = field(default_factory=dict)
    pips: dict[Mode, Callable[[Table, str], int]] = field(default_factory=dict)
    returns: dict[Mode, Callable[[str], bool]] = field(default_factory=dict)
    orders: dict[Mode, Callable[[Table], tuple[AnyStep, ...]]] = field(default_factory=dict)
    carried: dict[Mode, Callable[[Table, Unit], Iterable[str]]] = field(default_factory=dict)
    activation: dict[Mode, Callable[[Table, str], tuple[AnyStep, ...]]] = field(default_factory=dict)
    near: dict[Mode, Callable[[Table], tuple[str, ...]]] = field(default_factory=dict)
    matters: dict[Mode, Callable[[Table, Unit], bool]] = field(default_factory=dict)
    decided: dict[Mode, Callable[[Table], Ended | None]] = field(default_factory=dict)
    certain: dict[Mode, Callable[[Table], Ended | None]] = field(default_factory=dict)

    def keep(self, what: str, mode: Mode, function: F) -> None:
        """Keep how a mode does one of these."""
        known: dict[Mode, F] = getattr(self, what)
        known[mode] = function


WAYS: Final = Ways()


NEED_NOMINEE: Final[set[str]] = set()
"""Effects and missions that have to know which Commander was nominated."""


NEED_PANIC: Final[set[str]] = set()
"""Cards that have to know at once whether a unit that gained Suppression is Panicked."""


def effect(hook: Hook, card: str) -> Callable[[Effect], Effect]:
    """Say what a card does at a moment."""

    def register(function: Effect) -> Effect:
        if (hook, card) in EFFECTS:
            raise ValueError(f"{card} has two effects at {hook}")
        EFFECTS[hook, card] = function
        return function

    return register


def registers(table: dict[str, F], name: str) -> Callable[[F], F]:
    """Say something under a name, once."""

    def register(function: F) -> F:
        if name in table:
            raise ValueError(f"{name} is said twice")
        table[name] = function
        return function

    return register


def purpose(name: str) -> Callable[[Callable[[Choice], Outcome]], Callable[[Choice], Outcome]]:
    """Say what becomes of what was chosen for a purpose."""
    return registers(PURPOSES, name)


def question(name: str) -> Callable[[Callable[[Told], Outcome]], Callable[[Told], Outcome]]:
    """Say what follows from a yes or no."""
    return registers(QUESTIONS, name)


def rolled(name: str) -> Callable[[Callable[[Cast], Outcome]], Callable[[Cast], Outcome]]:
    """Say what dice rolled for a purpose mean."""
    return registers(ROLLS, name)


def drawn(name: str) -> Callable[[Callable[[Draw], Outcome]], Callable[[Draw], Outcome]]:
    """Say what order tokens drawn for a purpose mean."""
    return registers(DRAWS, name)


def claims(name: str) -> Callable[[Callable[[Table, Unit, Marker], bool]], Callable[..., bool]]:
    """Say which units may claim an asset of this name."""
    return registers(CLAIMS, name)


def deed(
    name: str, able: Callable[[Table, Unit], Iterable[str]], once: bool = False
) -> Callable[[Callable[[Table, Unit, str], Outcome]], Callable[[Table, Unit, str], Outcome]]:
    """Say what a unit may do, and what follows when it does."""

    def register(settle: Callable[[Table, Unit, str], Outcome]) -> Callable[[Table, Unit, str], Outcome]:
        DEEDS[name] = Deed(able, settle, once)
        return settle

    return register


def way(what: str, mode: Mode) -> Callable[[F], F]:
    """Say how a mode does something."""

    def register(function: F) -> F:
        WAYS.keep(what, mode, function)
        return function

    return register


def mission_in_force(table: Table) -> Iterator[tuple[str, Side]]:
    """Objective, secondary, Blue's advantage, Red's advantage: the order of rule 461."""
    mission = table.mission
    for card in (ways(mission.objective), mission.secondary, mission.blue_advantage):
        if card:
            yield card, "blue"
    if mission.red_advantage:
        yield mission.red_advantage, "red"


def in_force(table: Table) -> Iterator[tuple[str, Moment]]:
    """Every card by id: the mission's, its condition, the command cards played (Blue first), then assets,
    agendas and what units carry, the priority player's first, without priority Blue's (G21)."""
    yield from ((card, Moment(side)) for card, side in mission_in_force(table))
    conditions = (name for name in table.marks if name.startswith("condition."))
    yield from ((name.removeprefix("condition."), Moment()) for name in conditions)
    chairs = {seat: table.chairs.get(seat, Chair()) for seat in SEATS}
    for side in SIDES:
        if played := chairs[table.seat_of(side)].played:
            yield played, Moment(side)
    first = table.priority or table.seat_of("blue")
    for seat in (first, other(first)):
        yield from ((asset, Moment(table.side_of(seat))) for asset in chairs[seat].assets)
        if chairs[seat].agenda and table.level == "full":
            yield chairs[seat].agenda, Moment(table.side_of(seat))
        for unit in table.army(seat):
            for name in carried(table, unit):
                yield name, Moment(table.side_of(seat), carrier=unit.id)


def carried(table: Table, unit: Unit) -> Iterable[str]:
    """What a unit carries: from its campaign, or by its card of Special Operations."""
    if own := WAYS.carried.get(table.mode):
        return own(table, unit)
    return dict.fromkeys(unit.effects)


class Known(TypedDict, total=False):
    """What else a moment knows."""

    near: bool
    card: str
    place: str
    surges: int
    idle: int


def at(table: Table, hook: Hook, unit: str = "", by: str = "", **more: Unpack[Known]) -> Outcome:
    """What all cards in force do at a moment, in their order; `more` is what else the moment knows. Both
    sides may have the same card: what it asks has the side in its id."""
    place = more.get("place", "")
    outcomes = [
        EFFECTS[hook, card](
            table, moment._replace(**more)._replace(unit=unit, by=by, place=f"{place}.{moment.side}")
        )
        for card, moment in in_force(table)
        if (hook, card) in EFFECTS
    ]
    return together(outcomes)


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """Several outcomes as one, one after the other."""
    outcomes = tuple(outcomes)
    return Outcome(
        tuple(event for one in outcomes for event in one.events),
        tuple(step for one in outcomes for step in one.then),
    )
