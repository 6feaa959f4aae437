"""What cards do: one small function for each card and moment.

Numbers and texts are data; behaviour is a function registered on a `Card` at a hook. Cards in force are those
of the mission, command cards in play, strategic assets, and whatever units bring from their campaign. What
follows a choice or a roll is in `continuations`; `UNIT_ACTIONS` are actions beyond the core ones.
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
    """The situation in which a card acts: for which side (if it belongs to one) and about which unit.

    `carrier` is the unit that has the effect, `by` the unit that defeated another, `near` whether it was
    within range 1, and `card` what caused wounds other than an attack. Of rolled dice, `surges` counts those
    that nothing converts yet and `idle` those that have no effect.
    """

    side: Side = "blue"
    unit: str = ""
    carrier: str = ""
    by: str = ""
    near: bool = False
    card: str = ""
    surges: int = 0
    idle: int = 0


class InForce(NamedTuple):
    """A card in force, its side, and the unit that carries it."""

    name: str
    side: Side
    carrier: str = ""


class Counted(NamedTuple):
    """Numbers that a card asks for, and the most they may add up to."""

    names: tuple[str, ...]
    most: int


class Asked(NamedTuple):
    """What a card needs to know apart from who holds what: `marks` that last until the end of the round, what
    is worth something at once, and groups of which at most one may be set (`one_of`)."""

    marks: tuple[str, ...] = ()
    worth: Mapping[str, tuple[Event, ...]] = {}
    one_of: tuple[tuple[str, ...], ...] = ()
    counts: tuple[Counted, ...] = ()
    both: bool = False


class UnitAction(NamedTuple):
    """An action of a unit: at which tokens it is possible (one empty name if it needs none), and its effect.
    With `once` it counts as an action and is allowed once per activation (core: Actions; G12)."""

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
    """Everything that a card does: its effects by hook, the assets it lets units claim, what it asks in
    score-only games, and what it gives an attacker that defeated an enemy."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.effects: dict[Hook, Effect] = {}
        self.claimable: dict[str, Claims] = {}
        self.asked: Asks | None = None
        self.worth: Worth | None = None
        self.needs_nominee = self.needs_panic = False

    def at(self, *hooks: Hook, when: When | None = None) -> Callable[[Effect], Effect]:
        """Register what it does at one or more hooks."""

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
        """Register what it scores in each End Phase from round 2."""
        self.at("score")(
            lambda table, _: Outcome(tuple(function(table)) if table.round >= FIRST_SCORING else ())
        )
        return function

    def asks(self, function: Asks) -> Asks:
        """Register what it asks when only the score is kept."""
        self.asked = function
        return function

    def claims(self, asset: str) -> Callable[[Claims], Claims]:
        """Register which units may claim an asset of this name."""

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
    """Look up or create a card by id. With `nominee` it needs to know which Commander was nominated; with
    `panic`, immediately whether a unit that gained Suppression is Panicked."""
    found = CARDS.setdefault(name, Card(name))
    found.needs_nominee |= nominee
    found.needs_panic |= panic
    return found


def effect(hook: Hook, name: str, when: When | None = None) -> Callable[[Effect], Effect]:
    """Register what a card does at a hook."""
    return card(name).at(hook, when=when)


# When a card acts -----------------------------------------------------------------------------------------
def _only(when: When, function: Effect) -> Effect:
    return lambda table, moment: function(table, moment) if when(table, moment) else NOTHING


def full_game(table: Table, _moment: Moment) -> bool:
    """Whether units are tracked, not just the score."""
    return table.level == "full"


def scoring_round(table: Table, _moment: Moment) -> bool:
    """Whether objectives score yet."""
    return table.round >= FIRST_SCORING


def full_scoring_round(table: Table, _moment: Moment) -> bool:
    """Whether objectives score yet and units are tracked."""
    return table.level == "full" and table.round >= FIRST_SCORING


def full_first_round(table: Table, _moment: Moment) -> bool:
    """Whether it is round 1 and units are tracked."""
    return table.level == "full" and table.round == 1


def carrier_acts(_table: Table, moment: Moment) -> bool:
    """Whether the moment is about the unit that has the card."""
    return moment.unit == moment.carrier


def unit_action(
    name: str, able: Callable[[Table, Unit], Iterable[str]], once: bool = False
) -> Callable[[Done], Done]:
    """Register an action of units, and what follows when one takes it."""

    def register(settle: Done) -> Done:
        UNIT_ACTIONS[name] = UnitAction(able, settle, once)
        return settle

    return register


@cache
def effects_at(hook: Hook) -> dict[str, Effect]:
    """The effects at a hook, by card id."""
    return {name: known.effects[hook] for name, known in CARDS.items() if hook in known.effects}


@lru_cache(maxsize=4096)
def names_with_effect(hook: Hook | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that have any effect, or one at this hook."""
    wanted = effects_at(hook) if hook else CARDS
    return tuple(name for name in names if name in wanted)


@lru_cache(maxsize=4096)
def _of_mission(hook: Hook | None, mission: Mission) -> tuple[InForce, ...]:
    """The cards of a mission that have any effect, or one at this hook."""
    *cards, reds = _mission_cards(mission)
    sides: tuple[tuple[Side, tuple[str, ...]], ...] = (("blue", tuple(cards)), ("red", (reds,)))
    return tuple(InForce(name, side) for side, names in sides for name in names_with_effect(hook, names))


def mission_in_force(table: Table) -> tuple[str, str, str, str]:
    """Objective, secondary, Blue's advantage, Red's advantage, in the order of rule 461."""
    return _mission_cards(table.mission)


def _mission_cards(mission: Mission) -> tuple[str, str, str, str]:
    return rules_id(mission.objective), mission.secondary, mission.blue_advantage, mission.red_advantage


def mission_rules(table: Table) -> Iterator[Card]:
    """The mission's cards that have behaviour."""
    return (CARDS[name] for name in mission_in_force(table) if name in CARDS)


def in_force(table: Table, hook: Hook | None = None) -> list[InForce]:
    """Every card in force that has any effect, or one at this hook. The order is: the mission and its
    condition, command cards (Blue first), then assets, agendas and what units carry, the priority player's
    first, or Blue's where nobody has priority (G21)."""
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
    """Further fields of a moment."""

    near: bool
    card: str
    surges: int
    idle: int


def at(table: Table, hook: Hook, unit: str = "", by: str = "", **more: Unpack[Known]) -> Outcome:
    """What all cards in force do at a hook, in their order. `more` are further fields of the moment."""
    effects, found = effects_at(hook), in_force(table, hook)
    says = [effects[name](table, Moment(side, unit, carrier, by, **more)) for name, side, carrier in found]
    return together(says) if says else NOTHING


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """Join outcomes in their order."""
    outcomes = [outcome for outcome in outcomes if outcome.events or outcome.then]
    if len(outcomes) < 2:
        return outcomes[0] if outcomes else NOTHING
    return Outcome.of(
        (event for outcome in outcomes for event in outcome.events),
        (step for outcome in outcomes for step in outcome.then),
    )
