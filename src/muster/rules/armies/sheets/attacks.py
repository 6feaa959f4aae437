"""This unit, with these upgrades, attacks that one: cards as a question about odds.

Weapons give dice and keywords, unit cards the rest. What no keyword here changes is said, not guessed.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.lineup import ArmyLine, Lineup
from muster.rules.armies.sheets.playsheet import WeaponUse, unit_sheet
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.values import KeywordUse, Weapon
from muster.rules.cards.wording import keyword_in_words
from muster.rules.dice.questions import BOUNDS, COVER_VALUES, Attack, Cover, Defence, Question

SUMMED: Final = ("critical", "impact", "pierce", "lethal")
"""Keywords of weapons that count once for each weapon in the pool."""
SHARED: Final = ("blast", "high-velocity")
"""Keywords of weapons that work on the whole pool, when every weapon in it has them."""
OF_ATTACKER: Final = ("precise", "sharpshooter", "marksman")
OF_TARGET: Final = {
    "outmaneuver": "agile",
    "impervious": "impervious",
    "uncanny-luck": "uncanny_luck",
    "low-profile": "low_profile",
    "shielded": "shields",
    "deflect": "deflect",
}
"""Keywords of the target, with the field of a defence that each one sets."""
RANGED_ONLY: Final = frozenset(("shielded", "deflect", "low-profile", "cover"))
COVERS: Final[tuple[Cover, ...]] = tuple(COVER_VALUES)


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
    """Whether an upgrade has a weapon, or gives a keyword that the odds know."""
    known = {*OF_ATTACKER, *SUMMED}
    return bool(card.weapons) or any(use.granted and use.id in known for use in card.keywords)


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
    line: ArmyLine, pool: Iterable[tuple[WeaponUse, int]], target: Unit, catalogue: Catalogue
) -> UnitAttack:
    """What the chosen weapons of a line do to the target."""
    used = [(use.weapon, count) for use, count in pool if count]
    melee = any(weapon.melee for weapon, _ in used)
    own = [
        *line.unit.keywords,
        *(use for card in line.loadout.upgrades for use in card.keywords if use.granted),
    ]
    attack = _against(_attack(line.unit, own, used), target, melee)
    defence = _defence(target, melee)
    theirs = {use.id for use in target.keywords if _counts_for_target(use, melee)}
    ours = {*SUMMED, *OF_ATTACKER, *(word for word in SHARED if _all_have(used, word))}
    seen = [(use, use.id in ours) for use in (*(use for weapon, _ in used for use in weapon.keywords), *own)]
    seen += [(use, use.id in theirs) for use in target.keywords]
    counted = [keyword_in_words(use, catalogue.keywords) for use, counts in seen if counts]
    missing = [keyword_in_words(use, catalogue.keywords) for use, counts in seen if not counts]
    return UnitAttack(
        Question(attack, defence),
        line.loadout.points,
        tuple(dict.fromkeys(counted)),
        tuple(name for name in dict.fromkeys(missing) if name not in counted),
    )


def _attack(unit: Unit, own: list[KeywordUse], used: list[tuple[Weapon, int]]) -> Attack:
    """The pool of the chosen weapons; their keywords count once for each weapon in it."""
    red, black, white = (sum(dice_of(weapon)[n] * count for weapon, count in used) for n in range(3))
    numbers = {word: sum(_value(weapon.keywords, word) * n for weapon, n in used) for word in SUMMED}
    numbers |= {word: _value(own, word) for word in ("precise", "sharpshooter")}
    bounded = {word: min(number, BOUNDS[word][1]) for word, number in numbers.items()}
    flags = {word.replace("-", "_"): _all_have(used, word) for word in SHARED}
    marksman = any(use.id == "marksman" for use in own)
    pool = Attack(red=red, black=black, white=white, surge=unit.attack_surge or "none", marksman=marksman)
    return replace(pool, **bounded, **flags)


def _against(attack: Attack, target: Unit, melee: bool) -> Attack:
    """The attack without what its target is immune to."""
    if target.has("immune-pierce") or (melee and target.has("immune-melee-pierce")):
        attack = replace(attack, pierce=0, lethal=0)
    return replace(attack, blast=False) if target.has("immune-blast") else attack


def _defence(unit: Unit, melee: bool) -> Defence:
    """The target: its die, surge, armour, wounds, and the keywords that always work. Where all miniatures or
    their wounds come by other cards, nobody knows what it takes to defeat them."""
    armour = next((use.value for use in unit.keywords if use.id == "armor"), 0)
    plain = Defence(
        die=unit.defence,
        surge=unit.defence_surge is not None,
        armour="all" if armour is None else armour if isinstance(armour, int) else 0,
        wounds=(unit.wounds or None) if unit.miniatures else None,
        minis=unit.miniatures or 1,
        cover=COVERS[0 if melee else min(2, _value(unit.keywords, "cover"))],
    )
    fields = {
        OF_TARGET[use.id]: use.value if isinstance(use.value, int) else True
        for use in unit.keywords
        if use.id in OF_TARGET and _counts_for_target(use, melee)
    }
    return replace(plain, **fields)


def _counts_for_target(use: KeywordUse, melee: bool) -> bool:
    always = ("armor", "cover", "immune-pierce", "immune-blast", *OF_TARGET)
    if use.id == "immune-melee-pierce":
        return melee
    unknown = OF_TARGET.get(use.id) in BOUNDS and not isinstance(use.value, int)  # an X that a card explains
    return use.id in always and not unknown and not (melee and use.id in RANGED_ONLY)


def _all_have(used: list[tuple[Weapon, int]], word: str) -> bool:
    return bool(used) and all(any(use.id == word for use in weapon.keywords) for weapon, _ in used)


def _value(keywords: Iterable[KeywordUse], keyword: str) -> int:
    """The number behind a keyword, 0 where the card does not have it."""
    return sum(use.value for use in keywords if use.id == keyword and isinstance(use.value, int))
