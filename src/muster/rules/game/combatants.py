"""A unit at the table as a side of an attack: its cards, tokens, losses and what it gained."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.sheets.playsheet import WeaponUse, unit_sheet
from muster.rules.attack.keywords import keyword_classes
from muster.rules.attack.sides import Side, Tokens
from muster.rules.attack.weapons import Pool, Used
from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.values import KeywordUse
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.minis import Losses
from muster.rules.game.scoring.contesting import suppressed
from muster.rules.game.table import CACHED, Table, Unit

OF_TOURS: Final = "tod:"
REVEALED: Final = "revealed"
"""A unit that lost Incognito by an attack."""


def is_known(unit: Unit) -> bool:
    """Whether its card is one of today's, so that its weapons are known."""
    return unit.card in catalogue().units


def known_allies(table: Table, unit: str) -> Iterator[Unit]:
    """The other units of its side on the table whose cards are known."""
    for ally in table.army(table.units[unit].seat):
        if ally.id != unit and ally.stands and not ally.waits and is_known(ally):
            yield ally


def side_of(table: Table, unit: Unit) -> Side:
    """The unit as it stands now."""
    line = line_of(unit.card, unit.upgrades or (), unit.counterpart or ())
    losses = unit.losses or Losses()
    fallen = losses.fallen if unit.minis else {unit.card: fallen_alike(unit)}
    side = Side(
        line=line, catalogue=catalogue(), lost=unit.lost, gained=tuple(_gained(table, unit, line)),
        fallen=fallen, turned=frozenset(unit.cards or ()), tokens=_tokens(unit),
        without=frozenset(("incognito",)) if unit.has(REVEALED) else frozenset(),
        promoted=unit.has("commander"), pips=table.chairs[unit.seat].pips, suppressed=suppressed(table, unit),
    )  # fmt: skip
    if not (off := unit.tokens.get("shield-off", 0)):
        return side
    return replace(side, tokens=replace(side.tokens, shields=max(0, side.shields - off)))


def _tokens(unit: Unit) -> Tokens:
    """What it may spend or suffers from, all shields active."""
    return Tokens(
        aims=held(unit, "aim"), dodges=held(unit, "dodge"), surges=held(unit, "surge"),
        suppression=unit.suppression, observation=held(unit, "observation"),
    )  # fmt: skip


def held(unit: Unit, token: str) -> int:
    """The tokens of a kind that a unit may spend, those on its cards among them (Cache)."""
    return unit.tokens.get(token, 0) + unit.tokens.get(CACHED + token, 0)


def spends(unit: Unit, token: str, number: int) -> Iterator[UnitChanged]:
    """A unit gives tokens up: first those that would be lost at the end of the round."""
    plain = min(number, unit.tokens.get(token, 0))
    for what, count in ((token, plain), (CACHED + token, number - plain)):
        if count:
            yield UnitChanged(unit=unit.id, what=what, by=-count, why="attack")


def fallen_alike(unit: Unit) -> int:
    """How many miniatures of an older game's unit have fallen, all alike."""
    each = max(1, unit.wounds // max(1, unit.miniatures))
    return min(unit.miniatures, unit.lost // each)


def pool_of(attacker: Side, weapons: tuple[str, ...]) -> Pool:
    """Weapons as they are kept, `4 card/name`, as a pool."""
    counts = {name: int(number) for number, _, name in (text.partition(" ") for text in weapons)}
    uses = {weapon_key(use): use for use in unit_sheet(attacker.line).weapons}
    return tuple(Used(uses[name], number) for name, number in counts.items() if name in uses)


def weapon_key(use: WeaponUse) -> str:
    """The name of a weapon in answers: its card's and its own."""
    return f"{use.card}/{use.weapon.name}"


def minis_left(unit: Unit) -> int:
    """How many miniatures stand."""
    if not unit.minis:
        return unit.miniatures - fallen_alike(unit)
    fallen = (unit.losses or Losses()).fallen
    return sum(mini.count - fallen.get(mini.card, 0) for mini in unit.minis)


def brings_smoke(unit: Unit) -> bool:
    """Whether a unit may put smoke tokens down, by its card or an upgrade."""
    return _brings_smoke(unit.card, unit.upgrades or (), unit.counterpart or ())


@lru_cache(maxsize=512)
def _brings_smoke(card: str, upgrades: tuple[str, ...], counterpart: tuple[str, ...]) -> bool:
    line = line_of(card, upgrades, counterpart)
    cards = (line.unit, *line.loadout.all_upgrades)
    return any(use.id == "smoke" for known in cards for use in known.keywords)


@lru_cache(maxsize=512)
def line_of(card: str, upgrades: tuple[str, ...], counterpart: tuple[str, ...]) -> ArmyLine:
    """A unit with its upgrades, as the only line of an army."""
    cards = catalogue()
    unit = cards.units[card]
    theirs = counterpart[1:]
    own = tuple(id for id in upgrades[: len(upgrades) - len(theirs)] if id in cards.upgrades)
    companion = ArmyCounterpart(counterpart[0], theirs) if counterpart else None
    entry = ArmyUnit(key="u1", unit=unit.id, upgrades=own, counterpart=companion)
    army = Army(faction=unit.faction, points_date=cards.edition, units=(entry,))
    return Lineup(army, cards).lines[0]


def _gained(table: Table, unit: Unit, line: ArmyLine) -> Iterator[KeywordUse]:
    """Keywords by cards of this game, and what it brings from its campaign."""
    known = catalogue().keywords
    printed = {use.id for use in line.unit.keywords}
    for keyword in table.gained.get(unit.id, ()):
        if keyword in known and keyword not in printed:
            yield KeywordUse(id=keyword)
    for effect in unit.effects:
        if f"{OF_TOURS}{effect}" in keyword_classes():
            yield KeywordUse(id=f"{OF_TOURS}{effect}")
