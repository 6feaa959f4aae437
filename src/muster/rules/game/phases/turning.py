"""Upgrades that turn when they are used: exhausted ones are readied by Recover, expended ones stay spent
(rules 425 to 431; core: Exhausting, Expending, page 17). What an attack uses turns by itself."""

from collections.abc import Iterator
from typing import Final

from muster.rules.cards.catalogue import catalogue
from muster.rules.game.answers import AnyInput, CardState, TurnCard
from muster.rules.game.kernel import Outcome, change_rule, problem
from muster.rules.game.log.attacked import CardTurned
from muster.rules.game.phases.changing import own_units
from muster.rules.game.table import Game, Seat, Unit, View
from muster.rules.violations import Violation

LONGEST: Final = 40
USES: Final[tuple[tuple[str, CardState], ...]] = (("exhaust", "exhausted"), ("expend", "expended"))
"""What the mark of a card makes of it."""


def turning_cards(unit: Unit) -> Iterator[tuple[str, str]]:
    """Its upgrades that are exhausted or expended when they are used, each with how: `exhaust`, `expend`, or
    `unknown` where no source says (rules 425 to 430)."""
    known = catalogue().upgrades
    for id in dict.fromkeys(unit.upgrades or ()):
        if id in known and known[id].use != "none":
            yield id, known[id].use


def _card_options(seen: View) -> Iterator[AnyInput]:
    for unit in own_units(seen):
        for card, use in turning_cards(unit):
            yield from (TurnCard(unit=unit.id, card=card, to=to) for to in ways_to_turn(unit, card, use))


def ways_to_turn(unit: Unit, card: str, use: str) -> Iterator[CardState]:
    """What may become of a card: ready ones are used as their mark says, exhausted ones may be readied, what
    is expended stays so (rules 426 and 427)."""
    state = (unit.cards or {}).get(card, "ready")
    if state == "exhausted":
        yield "ready"
    elif state == "ready":
        yield from (to for mark, to in USES if use in (mark, "unknown"))


def _card_wrong(seen: View, said: TurnCard) -> Iterator[Violation]:
    """An upgrade of one's own unit that turns, and not what it is already; nothing readies what is expended
    (rule 427)."""
    unit = next((unit for unit in own_units(seen) if unit.id == said.unit), None)
    if unit is None:
        yield problem("game.not_your_unit", [said.unit[:LONGEST]])
        return
    uses = dict(turning_cards(unit))
    if said.card not in uses:
        yield problem("game.no_such_upgrade", [said.card[:LONGEST]], rule=425)
    elif (unit.cards or {}).get(said.card) == "expended":
        yield problem("game.card_spent", [said.card], rule=427)
    elif said.to not in ways_to_turn(unit, said.card, uses[said.card]):
        yield problem("game.card_not_so", [said.card], rule=426)


@change_rule(TurnCard, _card_wrong, _card_options)
def _turn_card(_game: Game, _seat: Seat, said: TurnCard) -> Outcome:
    return Outcome((CardTurned(unit=said.unit, card=said.card, state="" if said.to == "ready" else said.to),))
