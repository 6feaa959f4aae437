"""This unit, with these upgrades, attacks that one: cards as a question about odds (`rules/attack`)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.lineup import ArmyLine, Lineup
from muster.rules.armies.sheets.playsheet import WeaponUse, unit_sheet
from muster.rules.attack.facts import BANDS, MELEE, Facts
from muster.rules.attack.keywords import card_classes, keyword_classes
from muster.rules.attack.question import question_of
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Used
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.values import Weapon
from muster.rules.comparing.pools import reaches
from muster.rules.dice.questions import Question


class WeaponChoice(NamedTuple):
    """A weapon that throws dice, how many miniatures may use it, and how many do unless told otherwise."""

    use: WeaponUse
    most: int
    default: int


class UnitAttack(NamedTuple):
    """The question, the points of the attacking unit, and what became of the keywords on its way."""

    question: Question
    points: int
    counted: tuple[str, ...]
    not_counted: tuple[str, ...]


def line_of(unit: Unit, upgrades: Sequence[Upgrade], catalogue: Catalogue) -> ArmyLine:
    """A unit with its upgrades, as the only line of an army."""
    entry = ArmyUnit(key="u1", unit=unit.id, upgrades=tuple(card.id for card in upgrades))
    army = Army(faction=unit.faction, points_date=catalogue.edition, units=(entry,))
    return Lineup(army, catalogue).lines[0]


def changes_attack(card: Upgrade) -> bool:
    """Whether an upgrade has a weapon, or does something in an attack."""
    given = (keyword_classes().get(use.id) for use in card.keywords if use.granted)
    counted = any(row and row.touches == "arithmetic" for row in given)
    return bool(card.weapons) or counted or card.id in card_classes()


def weapon_choices(line: ArmyLine) -> tuple[WeaponChoice, ...]:
    """The weapons of a line. Everybody uses the unit's last ranged weapon, or else its first; added
    miniatures use theirs in the same attack."""
    uses = [use for use in unit_sheet(line).weapons if dice_of(use.weapon) != (0, 0, 0)]
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


def dice_of(weapon: Weapon) -> tuple[int, int, int]:
    """Red, black and white dice of one miniature."""
    return weapon.red, weapon.black, weapon.white


def unit_attack(
    line: ArmyLine,
    pool: Iterable[tuple[WeaponUse, int]],
    target: ArmyLine,
    catalogue: Catalogue,
    facts: Facts | None = None,
) -> UnitAttack:
    """What the chosen weapons of a line do to the target, both with their upgrades."""
    used = tuple(Used(use, count) for use, count in pool if count)
    attacker, other = Side(line=line, catalogue=catalogue), Side(line=target, catalogue=catalogue)
    asking = question_of(attacker, other, used, facts or plain_facts(used))
    return UnitAttack(asking.question, line.loadout.points, asking.counted, asking.not_counted)


def plain_facts(used: tuple[Used, ...]) -> Facts:
    """What holds unless told: the longest range at which all weapons shoot, melee where one needs it."""
    weapons = [each.weapon for each in used]
    if any(weapon.melee and not reaches(weapon, 1) for weapon in weapons):
        return Facts(band=MELEE, kind="melee")
    if weapons and all(any(use.id == "overrun" for use in weapon.keywords) for weapon in weapons):
        return Facts(kind="overrun")
    bands = (band for band in reversed(BANDS) if all(reaches(weapon, band) for weapon in weapons))
    return Facts(band=next((band for band in bands if band != MELEE), 1))
