"""This unit, with these upgrades, attacks that one: cards as a question about odds (`rules/attack`)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.sheets.playsheet import ADDS_MINIATURE, WeaponUse, unit_sheet
from muster.rules.attack.facts import BANDS, MELEE, SHORTEST, Asked, Facts, asked_of, facts_from
from muster.rules.attack.keywords import card_classes, keyword_classes
from muster.rules.attack.question import question_of
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool, Used, preset_pools, throws_dice, why_not, with_long_shot
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.comparing.pools import reaches
from muster.rules.dice.questions import Guardian, Kind, Question

Answers = Callable[[tuple[Asked, ...]], Mapping[str, str]]
"""What was answered to these questions, by their keys."""


class WeaponChoice(NamedTuple):
    """A weapon that throws dice, how many miniatures may use it, and how many do unless told otherwise."""

    use: WeaponUse
    most: int
    default: int


class UnitAttack(NamedTuple):
    """The question, the points of the attacking unit, and what became of the keywords on its way; the range,
    and what was asked about the table."""

    question: Question
    points: int
    counted: tuple[str, ...]
    not_counted: tuple[str, ...]
    band: int
    asked: tuple[Asked, ...]


def line_of(
    unit: Unit, upgrades: Sequence[Upgrade], catalogue: Catalogue, *, with_counterpart: bool = False
) -> ArmyLine:
    """A unit with its upgrades, and with its counterpart where it has one and that is wanted, as the only
    line of an army."""
    companion = ArmyCounterpart(unit.counterpart) if with_counterpart and unit.counterpart else None
    cards = tuple(card.id for card in upgrades)
    entry = ArmyUnit(key="u1", unit=unit.id, upgrades=cards, counterpart=companion)
    army = Army(faction=unit.faction, points_date=catalogue.edition, units=(entry,))
    return Lineup(army, catalogue).lines[0]


def changes_attack(card: Upgrade) -> bool:
    """Whether an upgrade has a weapon, adds a miniature, or does something in an attack."""
    given = (keyword_classes().get(use.id) for use in card.keywords if use.granted)
    counted = any(row and row.touches == "arithmetic" for row in given)
    return bool(card.weapons) or counted or card.slot in ADDS_MINIATURE or card.id in card_classes()


def weapon_choices(line: ArmyLine) -> tuple[WeaponChoice, ...]:
    """The weapons of a line. Everybody uses the unit's last ranged weapon, or else its first; added
    miniatures use theirs in the same attack."""
    uses = [use for use in unit_sheet(line).weapons if throws_dice(use.weapon)]
    ranged = [place for place, use in enumerate(uses) if use.users == "unit" and not use.weapon.melee]
    first = ranged[-1] if ranged else 0
    added: set[str] = set()
    choices = []
    for place, use in enumerate(uses):
        most = 1 if use.miniatures == "one" else line.unit.miniatures
        joins = (
            use.users == "added" and use.weapon.melee == uses[first].weapon.melee and use.card not in added
        )
        added |= {use.card} if joins else set()
        choices.append(WeaponChoice(use, most, most if place == first else int(joins)))
    return tuple(choices)


def choices_at(attacker: Side, target: Side, band: int) -> tuple[WeaponChoice, ...]:
    """The same at a range: every miniature takes the weapon that does most against this target there; nobody
    uses one that does not reach it."""
    facts = Facts(band=band, kind="melee" if band == MELEE else "ranged")
    pools = preset_pools(attacker, target, facts)
    minis = {(used.use.card, used.weapon.name): used.minis for used in pools[-1]} if pools else {}
    found = []
    for choice in weapon_choices(attacker.line):
        count = minis.get((choice.use.card, choice.use.weapon.name), 0)
        most = (
            0
            if why_not(choice.use.weapon, target, with_long_shot(attacker, facts))
            else max(choice.most, count)
        )
        found.append(WeaponChoice(choice.use, most, count))
    return tuple(found)


def plain_band(line: ArmyLine) -> int:
    """The range that holds unless told: the longest at which everybody shoots, melee without a weapon that
    does."""
    return _longest_band(tuple(Used(each.use, each.default) for each in weapon_choices(line) if each.default))


def _longest_band(pool: Pool) -> int:
    weapons = [used.weapon for used in pool]
    if any(weapon.melee and not reaches(weapon, 1) for weapon in weapons):
        return MELEE
    bands = (band for band in reversed(BANDS) if all(reaches(weapon, band) for weapon in weapons))
    return next((band for band in bands if band != MELEE), 1)


class AtTheTable(NamedTuple):
    """What only the table shows: the answers to what is asked, the range (None: the longest at which all
    weapons of the pool shoot) and guardians near the target."""

    answers: Answers = lambda _: {}
    band: int | None = None
    guardians: tuple[Guardian, ...] = ()


NOTHING_TOLD: Final = AtTheTable()


def unit_attack(attacker: Side, target: Side, pool: Pool, table: AtTheTable = NOTHING_TOLD) -> UnitAttack:
    """What a pool does to the target, as things stand at the table."""
    band = _longest_band(pool) if table.band is None else table.band
    kind: Kind = "melee" if band == MELEE else "overrun" if _overruns(pool) else "ranged"
    asked = asked_of(attacker, target, tuple(used.weapon for used in pool), kind, band)
    words = {**table.answers(asked), "range": SHORTEST if band == MELEE else str(band)}
    facts = replace(facts_from(words, kind), guardians=table.guardians)
    counted = question_of(attacker, target, pool, facts)
    points = attacker.line.loadout.points
    return UnitAttack(counted.question, points, counted.counted, counted.not_counted, band, asked)


def _overruns(pool: Pool) -> bool:
    return bool(pool) and all(any(use.id == "overrun" for use in used.weapon.keywords) for used in pool)
