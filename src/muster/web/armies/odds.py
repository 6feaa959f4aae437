"""This unit attacks that one: the weapons of a line as an attack pool, another unit as its defence."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET
from msgspec.structs import replace

from muster.rules.armies.army import Army
from muster.rules.armies.lineup import Lineup
from muster.rules.armies.sheets.playsheet import WeaponUse, unit_sheet
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import FACTIONS
from muster.rules.cards.wording import dice_in_words
from muster.rules.dice.links import to_query
from muster.rules.dice.questions import BOUNDS, Attack, Defence, Question
from muster.web import identity
from muster.web.armies.forms import number
from muster.web.armies.requests import own
from muster.web.cards import words
from muster.web.environment import url

OF_WEAPONS = ("critical", "impact", "pierce")
OF_UNIT = ("precise", "sharpshooter")


class WeaponRow(NamedTuple):
    """A weapon, how many miniatures may use it, and how many do by default."""

    name: str
    facts: str
    most: int
    default: int


class OddsQuestion(NamedTuple):
    """What the sheet asks: which weapons, and which unit of which faction they are used against."""

    weapons: tuple[WeaponRow, ...]
    targets: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def question(army: Army, key: str) -> OddsQuestion:
    """The weapons of a line, and everybody it could attack."""
    uses, minis = weapons(army, key)
    # Everybody uses the unit's last ranged weapon unless told otherwise, else its first.
    ranged = [place for place, use in enumerate(uses) if use.users == "unit" and not use.weapon.melee]
    first = ranged[-1] if ranged else 0
    rows = (weapon_row(use, minis, place == first) for place, use in enumerate(uses))
    return OddsQuestion(tuple(rows), targets())


def weapons(army: Army, key: str) -> tuple[tuple[WeaponUse, ...], int]:
    """The weapons of a line that throw dice, and the miniatures of its unit card."""
    line = next(line for line in Lineup(army, catalogue()).lines if line.key == key)
    uses = unit_sheet(line).weapons
    return tuple(use for use in uses if dice_of(use) != (0, 0, 0)), line.unit.miniatures


def weapon_row(use: WeaponUse, minis: int, first: bool) -> WeaponRow:
    """One weapon: added miniatures bring theirs along, the rest use the unit's own."""
    most = 1 if use.miniatures == "one" else minis
    default = most if first else 1 if use.users == "added" else 0
    where = words.reach(use.weapon.range)
    return WeaponRow(use.weapon.name, f"{where}, {dice_in_words(use.weapon)}", most, default)


def dice_of(use: WeaponUse) -> tuple[int, int, int]:
    """Red, black and white dice of one miniature."""
    return use.weapon.red, use.weapon.black, use.weapon.white


@cache
def targets() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Every unit of the game by faction."""
    units = catalogue().data.units
    return tuple(
        (words.FACTION_NAMES[faction], tuple((u.id, u.full_name) for u in units if u.faction == faction))
        for faction in FACTIONS
    )


@identity.private
@require_GET
def page(request: HttpRequest, army_id: object) -> HttpResponse:
    """Sends the chosen attack to the page of exact odds, which can be changed and shared from there."""
    army = own(request, army_id).army
    key = request.GET.get("key", "")
    unit = catalogue().unit(army.entry(key).unit)
    uses, minis = weapons(army, key)
    counts = [number(request.GET.get(f"weapon-{n}") or "0") for n in range(len(uses))]
    counts = [min(count, minis + len(uses)) for count in counts]
    target = catalogue().unit(request.GET.get("target", ""))
    asked = Question(attack(unit, list(zip(uses, counts, strict=True))), defence(target))
    return redirect(f"{url('odds')}?{to_query(asked)}")


def attack(unit: Unit, chosen: list[tuple[WeaponUse, int]]) -> Attack:
    """The pool of the chosen weapons; their keywords count once for each weapon in it."""
    red, black, white = (sum(dice_of(use)[n] * count for use, count in chosen) for n in range(3))
    values = {word: sum(value(use.weapon.keywords, word) * n for use, n in chosen) for word in OF_WEAPONS}
    values |= {word: value(unit.keywords, word) for word in OF_UNIT}
    bounded = {word: min(number, BOUNDS[word][1]) for word, number in values.items()}  # as the odds page does
    pool = Attack(red=red, black=black, white=white, surge=unit.attack_surge or "none")
    return replace(pool, **bounded)


def defence(unit: Unit) -> Defence:
    """The target: its die, surge, armour and wounds."""
    armour = next((use.value for use in unit.keywords if use.id == "armor"), 0)
    return Defence(
        die=unit.defence,
        surge=unit.defence_surge is not None,
        armour="all" if armour is None else armour if isinstance(armour, int) else 0,
        wounds=unit.wounds,
        minis=unit.miniatures,
    )


def value(keywords: Iterable[KeywordUse], keyword: str) -> int:
    """The number behind a keyword, 0 where the card does not have it."""
    return sum(use.value for use in keywords if use.id == keyword and isinstance(use.value, int))
