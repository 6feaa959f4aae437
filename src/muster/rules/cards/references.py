"""Everything in the data that points to something else: by id, by unit name, by title, by keyword."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from muster.rules.cards import types, values
from muster.rules.cards.catalogue import CardData

Shelf: TypeAlias = Literal[
    "unit", "upgrade", "command", "battle", "counterpart", "battle-force", "keyword", "unit name", "title",
    "choice",
]  # fmt: skip

POINTING: Final[dict[type, dict[str, Shelf]]] = {
    types.Unit: {
        "counterpart": "counterpart",
        "special_issue": "battle-force",
        "entourage": "unit name",
        "associate": "unit name",
    },
    types.Upgrade: {"needs_choice": "choice"},
    types.CommandCard: {"battle_force": "battle-force"},
    types.Counterpart: {"of": "unit", "brought_by": "unit"},
    types.BattleForce: {
        "corps_when_building": "unit",
        "detachment_ignored_for": "unit",
        "one_per_unit": "unit",
        "extra_slots": "unit",
        "command_cards": "command",
        "unique_upgrades": "upgrade",
        "forbidden_upgrades": "upgrade",
        "free_upgrades": "upgrade",
        "clan_upgrade": "upgrade",
        "clan_upgrade_for_leaders": "upgrade",
    },
    types.UnitLimit: {"units": "unit"},
    types.Choice: {"adds_units": "unit"},
    types.Product: {"units": "unit"},
    types.BattleDeck: {"fixed": "battle"},
    types.CommandHand: {"four_pips": "command"},
    values.KeywordUse: {"id": "keyword"},
    values.Detachment: {"name": "unit name"},
    values.MustEquip: {"upgrades": "upgrade", "keyword": "keyword"},
    values.ConditionalPoints: {
        "unit_in_army": "unit",
        "bearer": "unit",
        "battle_force": "battle-force",
        "choice": "choice",
    },
    values.Restriction: {"names": "unit name", "titles": "title", "units": "unit", "keywords": "keyword"},
    values.Orders: {"names": "unit name"},
}
"""The fields that point to something, and to what; of a dictionary it is the keys."""


class Reference(NamedTuple):
    """`owner` points, in `field`, to `wanted` on the shelf."""

    owner: str
    field: str
    shelf: Shelf
    wanted: str


def references(data: CardData) -> Iterator[Reference]:
    """Every reference in the data."""
    for card in data.everything:
        yield from references_in(card.slug, "", card)
    for force in data.battle_forces:
        yield from field_references(force.slug, "roster", "unit", force.units)
        yield from field_references(force.slug, "one_per_unit", "unit name", force.one_per_unit.values())
    for counterpart in data.counterparts:
        yield from field_references(
            counterpart.slug, "brought_by", "upgrade", counterpart.brought_by.values()
        )
    for product in data.products:
        yield from references_in(product.name, "", product)
    for item in data.formats.formats:
        yield from references_in(item.id, "", item)
    army = data.formats.army
    yield from references_in("formats", "", army)
    for forces in (*army.needs_battle_force.values(), army.default_battle_force.values()):
        yield from field_references("formats", "needs_battle_force", "battle-force", forces)


def references_in(owner: str, field: str, value: object) -> Iterator[Reference]:
    """What a value and all values in it point to, under the card's own field."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            if shelf := POINTING.get(type(value), {}).get(name):
                ids = (inner,) if isinstance(inner, str) else inner or ()
                yield from field_references(owner, field or name, shelf, ids)
            yield from references_in(owner, field or name, inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from references_in(owner, field, inner)


def field_references(owner: str, field: str, shelf: Shelf, wanted: Iterable[str]) -> Iterator[Reference]:
    """The references of one field."""
    return (Reference(owner, field, shelf, name) for name in wanted)
