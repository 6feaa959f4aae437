"""This unit attacks that one: the weapons of a line of the army, and whom they could attack."""

from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from muster.rules.armies.army import Army
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.attack.from_cards import WeaponChoice, weapon_choices
from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import FACTIONS
from muster.rules.cards.wording import dice_in_words
from muster.web import identity
from muster.web.armies.forms import number
from muster.web.armies.requests import load_own_army
from muster.web.cards import words
from muster.web.environment import url


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
    return OddsQuestion(tuple(map(weapon_row, weapon_choices(line_in(army, key)))), targets())


def line_in(army: Army, key: str) -> ArmyLine:
    """The line of the army with this key."""
    return next(line for line in Lineup(army, catalogue()).lines if line.key == key)


def weapon_row(choice: WeaponChoice) -> WeaponRow:
    """One weapon in words."""
    weapon = choice.use.weapon
    facts = f"{words.reach(weapon.range)}, {dice_in_words(weapon)}"
    return WeaponRow(weapon.name, facts, choice.most, choice.default)


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
    army = load_own_army(request, army_id).army
    entry = army.entry(request.GET.get("key", ""))
    line = line_in(army, entry.key)
    counts = [number(request.GET.get(f"weapon-{n}") or "0") for n in range(len(weapon_choices(line)))]
    target = catalogue().unit(request.GET.get("target", ""))
    cards = [("unit", entry.unit), *(("up", card) for card in entry.upgrades)]
    cards += [("counterpart", "1")] if entry.counterpart else []
    weapons = [(f"weapon-{n}", str(count)) for n, count in enumerate(counts)]
    return redirect(f"{url('odds')}?{urlencode([*cards, *weapons, ('target', target.id)])}")
