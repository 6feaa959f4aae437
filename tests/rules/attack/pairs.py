"""Two plain units and weapons made for a test, with whatever keyword it is about."""

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.sheets.playsheet import WeaponUse
from muster.rules.attack.facts import Facts
from muster.rules.attack.from_cards import line_of
from muster.rules.attack.question import question_of
from muster.rules.attack.sides import Side, Tokens
from muster.rules.attack.weapons import Used
from muster.rules.cards import catalogue
from muster.rules.cards.values import KeywordUse, Range, Weapon


def unit(name):
    return next(card for card in catalogue().data.units if name in (card.full_name, card.id))


def upgrade(name):
    return next(card for card in catalogue().data.upgrades if name in (card.full_name, card.id, card.name))


def side(name, *upgrades, gained=(), lost=0, counterpart=None, **tokens):
    """A unit with upgrades, keywords that it gained and tokens; with its counterpart where one is named."""
    line = line_of(unit(name), [upgrade(card) for card in upgrades], catalogue())
    if counterpart:
        entry = ArmyUnit(key="u1", unit=line.unit.id, counterpart=ArmyCounterpart(card=counterpart))
        army = Army(faction=line.unit.faction, points_date=catalogue().edition, units=(entry,))
        line = Lineup(army, catalogue()).lines[0]
    return Side(line=line, catalogue=catalogue(), gained=tuple(gained), lost=lost, tokens=Tokens(**tokens))


def keyword(id, value=None):
    return KeywordUse(id=id, value=value)


def weapon(*keywords, red=0, black=0, white=1, far=3, near=1):
    return Weapon(name="Test", range=Range(near, far), red=red, black=black, white=white, keywords=keywords)


def used(*weapons, minis=1):
    return tuple(Used(WeaponUse(each, "zz", "unit"), minis) for each in weapons)


def asked(attacker=None, target=None, pool=None, **facts):
    """The question of an attack of two plain units, unless said otherwise."""
    attacker, target = attacker or side("Rebel Troopers"), target or side("Snowtroopers")
    return question_of(attacker, target, used(weapon()) if pool is None else pool, Facts(**facts))
