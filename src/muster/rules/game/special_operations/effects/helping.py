"""What many effects have in common: whose they are, who got an order, tokens for those that were picked."""

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypedDict, Unpack

from muster.rules.game.engine.continuations import Answered, Choice, Nothing, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.marks import Mark
from muster.rules.game.measuring import NO_PLACE, Door
from muster.rules.game.special_operations.deciding import ask, may_pick
from muster.rules.game.special_operations.distances import AT_OBJECTIVE, at_objective
from muster.rules.game.special_operations.marks import MEASURED, RANGED
from muster.rules.game.special_operations.panic import give
from muster.rules.game.special_operations.squads.cards import CommandCard, LoadoutSide
from muster.rules.game.special_operations.squads.squads import command_card, loadout_side
from muster.rules.game.special_operations.units import ability, edition, squad
from muster.rules.game.steps import Hook
from muster.rules.game.table import Seat, Table
from muster.rules.log import Event

When: TypeAlias = Callable[[Table, Moment], int]
"""Whether, or how much, a card does something at a moment."""


Among: TypeAlias = Callable[[Table, Moment], Iterable[str]]
"""Whom a card may choose at a moment."""


class Picks(TypedDict, total=False):
    """How many may be picked, and which unit the choice is about."""

    most: When
    of: Callable[[Moment], str]


def seat_of(table: Table, moment: Moment) -> Seat:
    """Whose card it is."""
    return table.seat_of(moment.side)


def is_own(table: Table, moment: Moment, id: str) -> bool:
    """Whether a unit is of the side whose card it is."""
    return id in table.units and table.side_of(table.units[id].seat) == moment.side


def attacks(table: Table, moment: Moment) -> bool:
    """Whether a unit of the card's side attacks."""
    return is_own(table, moment, moment.unit)


def shoots(table: Table, moment: Moment) -> int:
    """Whether it attacks at range."""
    return attacks(table, moment) and RANGED.count(table)


def loadout(table: Table, id: str) -> LoadoutSide:
    """A side of a loadout card."""
    return loadout_side(edition(table), id)


def command(table: Table, id: str) -> CommandCard:
    """A command card."""
    return command_card(edition(table), id)


def number(table: Table, moment: Moment, id: str) -> int:
    """The value of the carrier's ability."""
    found = ability(table, table.units[moment.carrier], id)
    return found.value if found else 0


def ordered_units(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat with a faceup order."""
    return tuple(unit.id for unit in table.army(seat) if unit.order == "faceup")


def attack_bonus(table: Table, what: Mark, by: int = 1) -> Outcome:
    """Something more in this attack."""
    return Outcome((what.add(table, by=by),) if by else ())


def adds_bonus(card: str, more: Mark, when: When, by: When = lambda _table, _moment: 1) -> None:
    """A card that adds so much to an attack when it is declared."""

    @effect("declared", card)
    def add(table: Table, moment: Moment) -> Outcome:
        return attack_bonus(table, more, by(table, moment) if when(table, moment) else 0)


def gives_tokens(hook: Hook, id: str, token: str, when: When, why: str = "") -> None:
    """An ability that gives its carrier as many tokens as its number says."""

    @effect(hook, id)
    def gain(table: Table, moment: Moment) -> Outcome:
        count = number(table, moment, id) if when(table, moment) else 0
        return Outcome(give(table, moment.carrier, token, count, why))


def at_objective_adds(card: str, keyword: Mark, worth: When) -> None:
    """A keyword near an objective: by what was told already when an attack is declared; else somebody looks
    once the dice make it worth knowing."""

    @choice(card, door=AT_OBJECTIVE)
    def look(answer: Answered[Nothing]) -> Outcome:
        return as_measured(answer, objectives(answer.table), keyword, int(answer.yes))

    @effect("declared", card)
    def add(table: Table, moment: Moment) -> Outcome:
        bonus_known = known_bonus(table, card, moment.unit, objectives(table), keyword)
        return bonus_known if attacks(table, moment) else Outcome()

    @effect("rolled", card)
    def ask_first(table: Table, moment: Moment) -> Outcome:
        open_ = attacks(table, moment) and not measured(table, card, moment.unit, objectives(table))
        return near_objective(table, look, moment.unit) if open_ and worth(table, moment) else Outcome()


def as_measured(answer: Answered[Nothing], by: str, keyword: Mark, more: int) -> Outcome:
    """So much more of a keyword in this attack, and in the next ones until somebody moves."""
    kept = MEASURED.add(answer.table, answer.step.what, answer.step.unit, by, by=1 + more)
    return Outcome((kept, *attack_bonus(answer.table, keyword, more).events))


def measured(table: Table, card: str, unit: str, by: str) -> int:
    """What was told of where a unit stands, one higher; 0 where nobody has looked since it moved."""
    return MEASURED.count(table, card, unit, by)


def known_bonus(table: Table, card: str, unit: str, by: str, keyword: Mark) -> Outcome:
    """The keyword by what was told already, when an attack is declared."""
    return attack_bonus(table, keyword, max(0, measured(table, card, unit, by) - 1))


def objectives(table: Table) -> str:
    """How many objectives lie on the table: with one more or less it is looked at again."""
    return str(sum(1 for _ in table.lying()))


def all_give(table: Table, units: Iterable[str], token: str, by: int = 1, why: str = "") -> Outcome:
    """These units gain tokens."""
    return Outcome.of(event for id in units for event in give(table, id, token, by, why))


def pick_choice(id: str, door: Door, do: Callable[[Table, str], Iterable[Event]]) -> Choice[Nothing]:
    """Say what becomes of each unit picked for a card."""

    @choice(id, door=door)
    def settle(answer: Answered[Nothing]) -> Outcome:
        return Outcome.of(event for unit in answer.chosen for event in do(answer.table, unit))

    return settle


def lets_pick(
    hook: Hook,
    card: str,
    do: Callable[[Table, str], Iterable[Event]],
    door: Door = NO_PLACE,
    **more: Unpack[Picks],
) -> Callable[[Among], Among]:
    """At a moment a card lets its side pick some of those among whom it may, and does something with each."""
    follow, most, of = pick_choice(card, door, do), more.get("most", only_one), more.get("of")

    def register(among: Among) -> Among:
        @effect(hook, card)
        def offer(table: Table, moment: Moment) -> Outcome:
            seat, unit, units = seat_of(table, moment), of(moment) if of else "", among(table, moment)
            return Outcome(then=may_pick(follow, seat, units, most=most(table, moment), unit=unit))

        return among

    return register


def each_gains(token: str) -> Callable[[Table, str], Iterable[Event]]:
    """Who is picked gains a token."""
    return lambda table, unit: give(table, unit, token)


def carrier_of(moment: Moment) -> str:
    """The unit that has the ability."""
    return moment.carrier


def only_one(_table: Table, _moment: Moment) -> int:
    """One of them."""
    return 1


def every_one(table: Table, _moment: Moment) -> int:
    """As many as there are."""
    return len(table.units)


def shaken_units(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat on the table with Suppression."""
    return tuple(id for id in squad(table, seat) if table.units[id].suppression)


def near_objective(table: Table, follow: Choice[Nothing], unit: str) -> Outcome:
    """Somebody looks whether a unit is near an objective."""
    near = at_objective(table, unit, follow.name)
    return Outcome(then=(ask(follow, table.units[unit].seat, unit=unit),) if near else ())


def to_ordered(card: str, do: Callable[[Table, str], Iterable[Event]]) -> None:
    """Something for each unit given an order."""

    @effect("ordered", card)
    def settle(table: Table, moment: Moment) -> Outcome:
        units = ordered_units(table, seat_of(table, moment))
        return Outcome.of(event for id in units for event in do(table, id))
