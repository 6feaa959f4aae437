"""The attack dice of a unit at a range: the strongest pool that one attack can have there.

Every mini adds one weapon whose range fits, and Arsenal X lets it add X (core: choose weapons, page 32). Who
may use the weapon of an upgrade is rules 420 to 424. Cards are readied; facing, sight and all other keywords
are left out.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.sheets.playsheet import ADDS_MINIATURE, unit_sheet
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.values import KeywordUse, Weapon
from muster.rules.dice.faces import ATTACK_DICE, SIDES, Face, count_of

MELEE: Final = 0
MOST_SHARED: Final = 40
"""More weapons that serve one mini each than a unit can carry."""
BANDS: Final = (MELEE, 1, 2, 3, 4, 5)
"""Melee and the five ranges that weapons reach."""
WORTH: Final = tuple(count_of(die, Face.HIT) + count_of(die, Face.CRITICAL) for die in ATTACK_DICE)
"""Sides of each attack die that hit."""


class Dice(NamedTuple):
    """Attack dice by colour."""

    red: int = 0
    black: int = 0
    white: int = 0

    @property
    def total(self) -> int:
        """How many dice."""
        return sum(self)

    @property
    def in_words(self) -> str:
        """ "2 red, 1 white"; nothing where there are none."""
        counts = zip(self._fields, self, strict=True)
        return ", ".join(f"{count} {colour}" for colour, count in counts if count)

    def times(self, number: int) -> "Dice":
        """The dice of so many such pools."""
        return Dice(*(count * number for count in self))


def add_pools(pools: Iterable[Dice]) -> Dice:
    """All dice of these pools."""
    return Dice(*map(sum, zip(Dice(), *pools, strict=True)))


def hits_on_average(dice: Dice, surge: Literal["hit", "critical"] | None) -> Fraction:
    """Hits and Criticals that a roll shows on average, surges that become one of them included."""
    faces = (Face.HIT, Face.CRITICAL, *((Face.SURGE,) if surge else ()))
    good = (
        count * Fraction(sum(count_of(die, face) for face in faces), len(SIDES[die]))
        for die, count in zip(ATTACK_DICE, dice, strict=True)
    )
    return sum(good, Fraction(0))


def reaches(weapon: Weapon, band: int) -> bool:
    """Whether the weapon can be used at this range. An unknown maximum range is taken to equal the
    minimum."""
    if weapon.range is None:
        return False
    nearest, farthest = weapon.range
    if farthest == "beyond":
        return band >= nearest
    return nearest <= band <= (nearest if farthest is None else farthest)


class Minis(NamedTuple):
    """Minis that attack alike: the weapons each of them uses at a range, strongest first. Those that `share`
    may use a weapon that serves one mini instead."""

    weapons: tuple[Weapon, ...]
    arsenal: int = 1
    number: int = 1
    share: bool = True

    @property
    def dice(self) -> Dice:
        """The dice of one of them."""
        return add_pools(map(dice_of, self.weapons))


def dice_of(weapon: Weapon) -> Dice:
    """The dice of a weapon."""
    return Dice(weapon.red, weapon.black, weapon.white)


def strength(weapon: Weapon) -> tuple[int, int]:
    """More dice are stronger, of as many those that hit more often."""
    red, black, white = weapon.red, weapon.black, weapon.white
    return red + black + white, red * WORTH[0] + black * WORTH[1] + white * WORTH[2]


def strongest(weapons: Iterable[Weapon], band: int, most: int) -> tuple[Weapon, ...]:
    """The strongest weapons that reach."""
    fitting = [weapon for weapon in weapons if reaches(weapon, band)]
    return tuple(sorted(fitting, key=strength, reverse=True)[:most])


def pool(groups: Iterable[Minis], band: int, shared: Iterable[Weapon] = ()) -> Dice:
    """The combined dice of all minis. A weapon that serves one mini goes to the weakest mini it improves."""
    left, used = strongest(shared, band, MOST_SHARED), []
    for group in sorted(groups, key=lambda weapon: weapon.dice.total):
        number = group.number if group.share else 0
        while number and left:
            chosen = strongest((*group.weapons, *left[: group.arsenal]), band, group.arsenal)
            kept = tuple(weapon for weapon in left if not any(weapon is other for other in chosen))
            if len(kept) == len(left):
                break
            left, number = kept, number - 1
            used.append(add_pools(map(dice_of, chosen)))
        used.append(group.dice.times(number if group.share else group.number))
    return add_pools(used)


def unit_pool(unit: Unit, band: int) -> Dice:
    """The dice of a whole unit without upgrades."""
    number = arsenal((unit.keywords,))
    return Minis(strongest(unit.weapons, band, number)).dice.times(unit.miniatures)


def line_pools(line: ArmyLine, catalogue: Catalogue) -> tuple[Dice, ...]:
    """The dice of all units of a line at each of the BANDS, with their upgrades and counterparts."""
    uses = unit_sheet(line).weapons
    of_unit = [use for use in uses if use.users not in ("added", "counterpart")]
    everyone = [use.weapon for use in of_unit if use.miniatures == "each"]
    shared = [use.weapon for use in of_unit if use.miniatures == "one"]
    companion = [use.weapon for use in uses if use.users == "counterpart"]
    number = arsenal((line.unit.keywords, given_arsenal(line, catalogue)))
    found = []
    for band in BANDS:
        own = strongest(everyone, band, number)
        groups = [
            Minis(own, number, line.unit.miniatures),
            *minis_from_upgrades(line, own, number, band, catalogue),
        ]
        groups += [Minis(strongest(companion, band, 1), share=False)] if companion else []
        found.append(pool(groups, band, shared).times(line.count))
    return tuple(found)


def given_arsenal(line: ArmyLine, catalogue: Catalogue) -> Iterator[KeywordUse]:
    """Arsenal that upgrades give for the whole game."""
    for card in line.loadout.upgrades:
        effect = catalogue.effects.get(card.id)
        for gift in effect.gives if effect else ():
            if gift.id == "arsenal" and not gift.to:
                yield KeywordUse(id=gift.id, value=gift.value)


def minis_from_upgrades(
    line: ArmyLine, own: tuple[Weapon, ...], number: int, band: int, catalogue: Catalogue
) -> Iterator[Minis]:
    """The minis that upgrades add: each uses the weapons of its card and of its unit. A Noncombatant uses
    none, one with a Sidearm for this kind of attack only its own; where the kind is not on file, for both."""
    kind = "melee" if band == MELEE else "ranged"
    for card in line.loadout.upgrades:
        if card.slot not in ADDS_MINIATURE or card.has("noncombatant"):
            continue
        alone = any(use.id == "sidearm" and kind in str(use.value or kind).lower() for use in card.keywords)
        weapons = strongest(card.weapons if alone else (*card.weapons, *own), band, number)
        yield Minis(weapons, number, added_minis(card, catalogue), share=not alone)


def added_minis(card: Upgrade, catalogue: Catalogue) -> int:
    """How many minis an upgrade adds: one by rule 420, more where its card says so, none by other slots."""
    if card.slot not in ADDS_MINIATURE:
        return 0
    effect = catalogue.effects.get(card.id)
    return max(effect.miniatures if effect else 0, 1)


def arsenal(keywords: Iterable[Iterable[KeywordUse]]) -> int:
    """How many weapons a mini adds to an attack: Arsenal X where it has one, copies added up; else one."""
    values = [use.value for uses in keywords for use in uses if use.id == "arsenal"]
    return max(1, sum(value for value in values if isinstance(value, int)))
