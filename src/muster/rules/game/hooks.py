"""Where cards have their say: one small function for each card and moment.

Numbers and words are data; what a card does are functions of its `Card`, each at a hook. The cards in force
are those of the mission, the command cards on the table, strategic assets, and what units carry from their
campaign. What follows a choice or dice stands in `continuations`; `UNIT_ACTIONS` are what a unit may do
beside its core actions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias, TypedDict, Unpack

from muster.rules.game.engine.outcome import Outcome
from muster.rules.game.missions import rules_id
from muster.rules.game.modes import mode_of
from muster.rules.game.steps import Hook
from muster.rules.game.table import Chair, Marker, Mission, Seat, Side, Table, Unit, other
from muster.rules.log import Event


class Moment(NamedTuple):
    """When a card is asked: for which side, where it belongs to one, and about which unit. `carrier` is the
    unit that has the effect; `by` who defeated the unit, `near` one within range 1, `card` what wounded it
    where that was no attack. Of dice that lie, `surges` are those
    that nothing turns yet, `idle` those that count nothing."""

    side: Side = "blue"
    unit: str = ""
    carrier: str = ""
    by: str = ""
    near: bool = False
    card: str = ""
    surges: int = 0
    idle: int = 0


class InForce(NamedTuple):
    """A card in force, whose it is, and the unit that carries it."""

    name: str
    side: Side
    carrier: str = ""


class Counted(NamedTuple):
    """Numbers that a card asks for, which together are at most so many."""

    names: tuple[str, ...]
    most: int


class Asked(NamedTuple):
    """What a card has to know beside who holds what: `marks` that stand until the round is over, or are worth
    something at once; of the marks in a group at most one is told."""

    marks: tuple[str, ...] = ()
    worth: Mapping[str, tuple[Event, ...]] = {}
    one_of: tuple[tuple[str, ...], ...] = ()
    counts: tuple[Counted, ...] = ()
    both: bool = False


class UnitAction(NamedTuple):
    """What a unit may do: at which tokens (one empty name where it needs none), and what it brings. `once`:
    an action, free or not, once an activation (core: Actions; G12)."""

    able: Callable[[Table, Unit], Iterable[str]]
    settle: Callable[[Table, Unit, str], Outcome]
    once: bool = False


Effect: TypeAlias = Callable[[Table, Moment], Outcome]
When: TypeAlias = Callable[[Table, Moment], bool]
Scores: TypeAlias = Callable[[Table], Iterable[Event]]
Asks: TypeAlias = Callable[[Table], Asked]
Claims: TypeAlias = Callable[[Table, Unit, Marker], bool]
Worth: TypeAlias = Callable[[Table, Side, Unit, Unit], tuple[Event, ...]]
Done: TypeAlias = Callable[[Table, Unit, str], Outcome]


class Card:
    """All that a card does: its effects by the moment, which assets it lets units claim, what it asks for
    when only the score is kept, and what it makes of an attacker that defeated an enemy."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.effects: dict[Hook, Effect] = {}
        self.claimable: dict[str, Claims] = {}
        self.asked: Asks | None = None
        self.worth: Worth | None = None
        self.needs_nominee = self.needs_panic = False

    def at(self, *hooks: Hook, when: When | None = None) -> Callable[[Effect], Effect]:
        """Say what it does at a moment."""

        def register(function: Effect) -> Effect:
            if twice := self.effects.keys() & hooks:
                raise ValueError(f"{self.name} has two effects at {twice}")
            self.effects.update(dict.fromkeys(hooks, _only(when, function) if when else function))
            effects_at.cache_clear()
            names_with_effect.cache_clear()
            _of_mission.cache_clear()
            return function

        return register

    def scores(self, function: Scores) -> Scores:
        """Say what it is worth in each End Phase from round 2."""
        self.at("score")(
            lambda table, _: Outcome(tuple(function(table)) if table.round >= FIRST_SCORING else ())
        )
        return function

    def asks(self, function: Asks) -> Asks:
        """Say what it has to know when only the score is kept."""
        self.asked = function
        return function

    def claims(self, asset: str) -> Callable[[Claims], Claims]:
        """Say which units may claim an asset of this name."""

        def register(function: Claims) -> Claims:
            self.claimable[asset] = function
            return function

        return register


FIRST_SCORING: Final = 2
"""Objectives score from round 2."""
CARDS: Final[dict[str, Card]] = {}
UNIT_ACTIONS: Final[dict[str, UnitAction]] = {}
NOTHING: Final = Outcome()
NOBODY: Final = Chair()
"""A seat that nobody has taken."""


def card(name: str, *, nominee: bool = False, panic: bool = False) -> Card:
    """A card by its id. `nominee`: it has to know which Commander was nominated; `panic`: it has to know at
    once whether a unit that gained Suppression is Panicked."""
    found = CARDS.setdefault(name, Card(name))
    found.needs_nominee |= nominee
    found.needs_panic |= panic
    return found


def effect(hook: Hook, name: str, when: When | None = None) -> Callable[[Effect], Effect]:
    """Say what a card does at a moment."""
    return card(name).at(hook, when=when)


# When a card has its say ------------------------------------------------------------------------------------
def _only(when: When, function: Effect) -> Effect:
    return lambda table, moment: function(table, moment) if when(table, moment) else NOTHING


def full_game(table: Table, _moment: Moment) -> bool:
    """Where unit rows are kept, not the score alone."""
    return table.level == "full"


def scoring_round(table: Table, _moment: Moment) -> bool:
    """Where objectives score already."""
    return table.round >= FIRST_SCORING


def full_scoring_round(table: Table, _moment: Moment) -> bool:
    """Where objectives score, and unit rows are kept."""
    return table.level == "full" and table.round >= FIRST_SCORING


def full_first_round(table: Table, _moment: Moment) -> bool:
    """In round 1, where unit rows are kept."""
    return table.level == "full" and table.round == 1


def carrier_acts(_table: Table, moment: Moment) -> bool:
    """Whether it is about the unit that has the card."""
    return moment.unit == moment.carrier


def unit_action(
    name: str, able: Callable[[Table, Unit], Iterable[str]], once: bool = False
) -> Callable[[Done], Done]:
    """Say what a unit may do, and what follows when it does."""

    def register(settle: Done) -> Done:
        UNIT_ACTIONS[name] = UnitAction(able, settle, once)
        return settle

    return register


@cache
def effects_at(hook: Hook) -> dict[str, Effect]:
    """What cards do at a moment, by their ids."""
    return {name: known.effects[hook] for name, known in CARDS.items() if hook in known.effects}


@lru_cache(maxsize=4096)
def names_with_effect(hook: Hook | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these cards and abilities that do something, or do at a moment."""
    wanted = effects_at(hook) if hook else CARDS
    return tuple(name for name in names if name in wanted)


@lru_cache(maxsize=4096)
def _of_mission(hook: Hook | None, mission: Mission) -> tuple[InForce, ...]:
    """The cards of a mission that do something, or do at a moment."""
    *cards, reds = _mission_cards(mission)
    sides: tuple[tuple[Side, tuple[str, ...]], ...] = (("blue", tuple(cards)), ("red", (reds,)))
    return tuple(InForce(name, side) for side, names in sides for name in names_with_effect(hook, names))


def mission_in_force(table: Table) -> tuple[str, str, str, str]:
    """Objective, secondary, Blue's advantage, Red's advantage: the order of rule 461."""
    return _mission_cards(table.mission)


def _mission_cards(mission: Mission) -> tuple[str, str, str, str]:
    return rules_id(mission.objective), mission.secondary, mission.blue_advantage, mission.red_advantage


def mission_rules(table: Table) -> Iterator[Card]:
    """What the cards of the mission do."""
    return (CARDS[name] for name in mission_in_force(table) if name in CARDS)


def in_force(table: Table, hook: Hook | None = None) -> list[InForce]:
    """Every card that does something, or does at this moment: the mission's, its condition, the command cards
    played (Blue first), then assets, agendas and what units carry, the priority player's first, without
    priority Blue's (G21)."""
    wanted = effects_at(hook) if hook else CARDS
    mode, chairs = mode_of(table), table.chairs
    sides: list[tuple[Seat, Side]] = [(blue := table.blue or "one", "blue"), (other(blue), "red")]
    found = [*_of_mission(hook, table.mission)]
    if mode.conditions:
        found += [InForce(name, "blue") for name in mode.conditions(table) if name in wanted]
    for seat, side in sides:
        played = chairs.get(seat, NOBODY).played
        if played in wanted:
            found.append(InForce(played, side))
    carriers = mode.carried(table, hook)
    for seat, side in sides if table.priority in (None, blue) else sides[::-1]:
        chair = chairs.get(seat, NOBODY)
        if chair.assets:
            found += [InForce(name, side) for name in chair.assets if name in wanted]
        if chair.agenda in wanted and table.level == "full":
            found.append(InForce(chair.agenda, side))
        for unit, names in carriers:
            if unit.seat == seat:
                found += [InForce(name, side, unit.id) for name in names]
    return found


class Known(TypedDict, total=False):
    """What else a moment knows."""

    near: bool
    card: str
    surges: int
    idle: int


def at(table: Table, hook: Hook, unit: str = "", by: str = "", **more: Unpack[Known]) -> Outcome:
    """What all cards in force do at a moment, in their order; `more` is what else the moment knows."""
    effects, found = effects_at(hook), in_force(table, hook)
    says = [effects[name](table, Moment(side, unit, carrier, by, **more)) for name, side, carrier in found]
    return together(says) if says else NOTHING


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """Several outcomes as one, one after the other."""
    outcomes = [outcome for outcome in outcomes if outcome.events or outcome.then]
    if len(outcomes) < 2:
        return outcomes[0] if outcomes else NOTHING
    return Outcome.of(
        (event for outcome in outcomes for event in outcome.events),
        (step for outcome in outcomes for step in outcome.then),
    )
