"""What a format loses: the army is written, read back and compared. Only what did not come back is listed."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from muster.rules.armies.army import DECK_CATEGORIES, Army, ArmyUnit
from muster.rules.armies.exchange.results import SOURCE
from muster.rules.armies.lineup import lineup
from muster.rules.cards.catalogue import Catalogue, shorten
from muster.rules.cards.values import RankTable
from muster.rules.violations import Param, Violation

FIELDS = ("name", "faction", "format", "points_date", "battle_force", "choices", "limit", "ranks", "notes")


def loss(code: str, about: tuple[str, ...] = (), **params: Param) -> Violation:
    """One thing lost."""
    return Violation(code=f"export.{code}", source=SOURCE, about=about, params=params)


def losses(army: Army, back: Army, catalogue: Catalogue) -> tuple[Violation, ...]:
    """All that `back`, the army read from the text, no longer has."""
    parts = (lost_fields, lost_units, lost_hand, lost_deck)
    return tuple(violation for part in parts for violation in part(army, back, catalogue))


def lost_fields(army: Army, back: Army, catalogue: Catalogue) -> Iterator[Violation]:
    """Fields of the document that differ."""
    for name in FIELDS:
        had, has = getattr(army, name), getattr(back, name)
        if had != has:
            yield loss(
                name, (name,), had=value_in_words(had, catalogue), reads=value_in_words(has, catalogue)
            )


def value_in_words(value: object, catalogue: Catalogue) -> str:
    """A value of the document for a sentence."""
    if value is None or value in ("", ()):
        return "none"
    if isinstance(value, str) and value in (*catalogue.battle_forces, *catalogue.formats):
        return (catalogue.battle_forces.get(value) or catalogue.formats[value]).name
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, RankTable):
        return ", ".join(f"{rank} {limit.min}–{limit.max}" for rank, limit in value.limits.items())
    return shorten(" ".join(str(value).split()))


def lost_units(army: Army, back: Army, catalogue: Catalogue) -> Iterator[Violation]:
    """Lines, upgrades, counterparts, and the order of each."""
    had, has = unit_counts(army), unit_counts(back)
    gone, come = had - has, has - had
    for entry, count in gone.items():
        yield from lost_line(entry, count, come, catalogue)
    if more := +come:
        listed = ", ".join(f"{count}× {card_name(entry.unit, catalogue)}" for entry, count in more.items())
        yield loss("added", tuple(entry.unit for entry in more), cards=listed)
    if gone or more:
        return
    if plain_lines(army) != plain_lines(back):
        same = Counter(plain_lines(army)) == Counter(plain_lines(back))
        yield loss("unit_order" if same else "stacks", lines=len(army.units), reads=len(back.units))


def plain_lines(army: Army) -> list[tuple[ArmyUnit, int]]:
    """The lines in order, without their keys."""
    return [(bare_unit(entry), entry.count) for entry in army.units]


def unit_counts(army: Army) -> Counter[ArmyUnit]:
    """How many of each unit equipped alike."""
    return Counter(lineup.sum_counts((bare_unit(entry), entry.count) for entry in army.units))


def bare_unit(entry: ArmyUnit) -> ArmyUnit:
    """The unit without key and count."""
    return replace(entry, key="", count=1)


def lost_line(
    entry: ArmyUnit, count: int, come: Counter[ArmyUnit], catalogue: Catalogue
) -> Iterator[Violation]:
    """What became of a line that did not come back as it was."""
    name = card_name(entry.unit, catalogue)
    alike = sorted(
        (other for other in come if other.unit == entry.unit),
        key=lambda candidate: -likeness(candidate, entry),
    )
    if not alike:
        cards = (*entry.cards[1:], *entry.set_aside)
        with_cards = f" with {', '.join(card_name(card, catalogue) for card in cards)}" if cards else ""
        yield loss("unit", (entry.unit, *cards), unit=name, count=count, cards=with_cards)
        return
    best = alike[0]
    come[best] -= min(count, come[best])
    come += Counter()
    if best.upgrades != entry.upgrades:
        yield lost_upgrades(name, entry, best, catalogue)
    if best.counterpart != entry.counterpart:
        card = entry.counterpart.card if entry.counterpart else entry.unit
        yield loss("counterpart", (card,), unit=name, card=card_name(card, catalogue))
    if best.set_aside != entry.set_aside:
        listed = ", ".join(card_name(card, catalogue) for card in entry.set_aside)
        yield loss("set_aside", entry.set_aside, unit=name, cards=listed or "none")


def likeness(unit: ArmyUnit, other: ArmyUnit) -> int:
    """How much two lines have in common."""
    cards = Counter(unit.upgrades) & Counter(other.upgrades)
    return 2 * cards.total() + (unit.counterpart == other.counterpart)


def lost_upgrades(name: str, entry: ArmyUnit, best: ArmyUnit, catalogue: Catalogue) -> Violation:
    """Upgrades that are gone, or only their order."""
    gone = Counter(entry.upgrades) - Counter(best.upgrades)
    if not gone and len(entry.upgrades) == len(best.upgrades):
        return loss("upgrade_order", (entry.unit,), unit=name)
    listed = ", ".join(card_name(card, catalogue) for card in gone) or "none"
    return loss("upgrades", tuple(gone), unit=name, cards=listed)


def lost_hand(army: Army, back: Army, catalogue: Catalogue) -> Iterator[Violation]:
    """Command cards that are gone, Standing Orders that was added, or only the order."""
    if army.command_hand == back.command_hand:
        return
    had, has = Counter(army.command_hand), Counter(back.command_hand)
    if gone := tuple((had - has).elements()):
        yield loss("command_hand", gone, cards=", ".join(card_name(card, catalogue) for card in gone))
    elif has - had:
        yield loss("standing_orders", tuple(has - had))
    else:
        yield loss("command_order")


def lost_deck(army: Army, back: Army, catalogue: Catalogue) -> Iterator[Violation]:
    """Cards of the battle deck that are gone from their category, or only their order."""
    for category in DECK_CATEGORIES:
        had, has = army.battle_deck.of(category), back.battle_deck.of(category)
        gone = tuple((Counter(had) - Counter(has)).elements())
        if gone:
            listed = ", ".join(card_name(card, catalogue) for card in gone)
            yield loss("battle_deck", gone, category=category, cards=listed)
        elif had != has:
            yield loss("deck_order", had, category=category)


def card_name(card_id: str, catalogue: Catalogue) -> str:
    """A card for a sentence."""
    card = catalogue.cards.get(card_id)
    return card.full_name if card else shorten(card_id)
