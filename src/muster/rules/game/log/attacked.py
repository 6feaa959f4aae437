"""What happens in attacks of the core rules, apart from what it changes on units."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from muster.rules.dice.faces import Die
from muster.rules.game.log.evolve import on
from muster.rules.game.log.measured import Source
from muster.rules.game.minis import Losses
from muster.rules.game.table import AttackMode, Game, Seat
from muster.rules.game.told_facts import fact_key
from muster.rules.log import Event, event


@event("game.attack_begun")
class AttackBegun(Event, frozen=True, kw_only=True):
    """A unit is about to attack."""

    unit: str
    why: str = "action"


@event("game.attacks_set")
class AttacksSet(Event, frozen=True, kw_only=True):
    """How attacks are resolved: those of a seat, or without one of who has not said otherwise."""

    mode: AttackMode
    seat: Seat | None = None


@event("game.facts_told")
class FactsTold(Event, frozen=True, kw_only=True):
    """What somebody told of the table for an attack; `source` is who looked."""

    seat: Seat
    by: str
    on: str
    facts: Mapping[str, str]
    source: Source = "told"


@event("game.pool_formed")
class PoolFormed(Event, frozen=True, kw_only=True):
    """An attack pool: whose, against whom, with which weapons by how many minis, at which range (0: melee),
    with which dice."""

    by: str
    on: str
    weapons: Mapping[str, int]
    range: int
    dice: tuple[Die, ...]
    why: str = "action"


@event("game.attack_resolved")
class AttackResolved(Event, frozen=True, kw_only=True):
    """What an attack came to: results left, Blocks that counted, wounds on the target and on the attacker;
    `summed` where only the sum was entered."""

    by: str
    on: str
    criticals: int
    hits: int
    blocks: int
    wounds: int
    back: int = 0
    summed: bool = False


@event("game.minis_fell")
class MinisFell(Event, frozen=True, kw_only=True):
    """Which miniatures of a unit its wounds are on, as its player says."""

    unit: str
    losses: Losses


@event("game.card_turned")
class CardTurned(Event, frozen=True, kw_only=True):
    """An upgrade was exhausted or expended, or is ready again."""

    unit: str
    card: str
    state: Literal["", "exhausted", "expended"]


@on(AttacksSet)
def _attacks_set(game: Game, event: AttacksSet) -> Game:
    attacks = {**game.table.attacks, event.seat or "": event.mode}
    return replace(game, table=replace(game.table, attacks=attacks))


@on(FactsTold)
def _facts_told(game: Game, event: FactsTold) -> Game:
    told = {fact_key(event.by, event.on, question): fact for question, fact in event.facts.items()}
    return replace(game, table=replace(game.table, facts={**game.table.facts, **told}))


@on(MinisFell)
def _minis_fell(game: Game, event: MinisFell) -> Game:
    unit = replace(game.table.units[event.unit], losses=event.losses)
    return replace(game, table=replace(game.table, units={**game.table.units, unit.id: unit}))


@on(CardTurned)
def _card_turned(game: Game, event: CardTurned) -> Game:
    unit = game.table.units[event.unit]
    others = {card: state for card, state in (unit.cards or {}).items() if card != event.card}
    cards = {**others, event.card: event.state} if event.state else others
    unit = replace(unit, cards=cards)
    return replace(game, table=replace(game.table, units={**game.table.units, unit.id: unit}))
