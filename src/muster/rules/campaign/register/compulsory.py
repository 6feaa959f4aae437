"""Upgrades a unit cannot go without: they come on top of what it may bring, and they come when it joins.

Source: rules 116, 120 and 123 for Equip and Programmed; R22 adds Flexible Response and Heavy Weapon Team.
"""

from collections.abc import Sequence

from muster.rules.armies.checks.upgrades import missing_count
from muster.rules.campaign.switches import Switches
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.values import MustEquip
from muster.rules.cards.vocabulary import Slot, display_word

ALWAYS_COMPULSORY = frozenset(("equip", "programmed"))


def compulsory_choices(unit: Unit, switches: Switches) -> list[MustEquip]:
    """The compulsory choices of a unit, as the campaign reads R22."""
    every = switches.heavy_weapons_are_compulsory
    return [need for need in unit.must_equip if every or need.keyword in ALWAYS_COMPULSORY]


def compulsory_upgrades(unit: Unit, upgrades: Sequence[Upgrade], switches: Switches) -> list[Upgrade]:
    """The upgrades that fill a compulsory choice and so come on top of the allowance (rules 116, 120, 123).

    The text names Equip and Programmed; R22 adds Flexible Response and Heavy Weapon Team as a switch.
    """
    taken: list[Upgrade] = []
    for need in compulsory_choices(unit, switches):
        fitting = [
            upgrade
            for upgrade in upgrades
            if upgrade not in taken and fills(upgrade, need.upgrades, need.slot)
        ]
        taken += fitting[: 1 if need.upgrades else need.count]
    return taken


def fills(upgrade: Upgrade, wanted: tuple[str, ...], slot: Slot | None) -> bool:
    """Whether an upgrade is one of those named, or of the slot."""
    return upgrade.id in wanted if wanted else upgrade.slot == slot


def missing_upgrades(
    unit: Unit, upgrades: Sequence[Upgrade], switches: Switches
) -> list[tuple[MustEquip, int]]:
    """The compulsory choices that these upgrades leave open, and how many cards each still needs."""
    held = tuple(upgrades)
    found = ((need, missing_count(need, held)) for need in compulsory_choices(unit, switches))
    return [(need, short) for need, short in found if short > 0]


def wanted_words(need: MustEquip, cards: Catalogue) -> str:
    """What a keyword asks for: the cards it names, or so many of a slot."""
    names = [cards.upgrades[upgrade].full_name for upgrade in need.upgrades if upgrade in cards.upgrades]
    if names:
        return " or ".join(names)
    return f"{need.count} {display_word(need.slot or '')} upgrade{'s' if need.count > 1 else ''}"
