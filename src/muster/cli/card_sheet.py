"""Renders a card for the terminal."""

from collections.abc import Iterator, Sequence
from datetime import date

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from muster.rules.cards import Card, Catalogue
from muster.rules.cards import wording as say
from muster.rules.cards.effects import no_effect_reason, reason_in_words
from muster.rules.cards.pricing import Price
from muster.rules.cards.types import BattleCard, BattleForce, CommandCard, Counterpart, Priced, Unit, Upgrade
from muster.rules.cards.values import Weapon
from muster.rules.cards.vocabulary import display_word
from muster.rules.messages import plural


def sheet(cards: Catalogue, card: Card, day: date | None) -> RenderableType:
    """The whole card in a frame."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column(overflow="fold")
    for label, value in rows(cards, card, day):
        facts.add_row(label, Text(value))
    parts: list[RenderableType] = [facts]
    if printed := weapons_on(cards, card):
        parts += [Text(), weapons(cards, printed)]
    return Panel(Group(*parts), title=Text(headline(card)), title_align="left", padding=(1, 2), width=100)


def headline(card: Card) -> str:
    """Bullets, name and title."""
    bullets = "•" * (getattr(card, "limit", None) or 0)
    pips = "●" * card.pips if isinstance(card, CommandCard) else ""
    return " ".join(part for part in (bullets, pips, card.full_name) if part)


def rows(cards: Catalogue, card: Card, day: date | None) -> Iterator[tuple[str, str]]:
    """Label and value of every line that is not empty."""
    yield "Card", f"{display_word(card.kind)} · id {card.id} · {card.slug}"
    for part in (unit_rows, upgrade_rows, command_rows, other_rows):
        yield from part(cards, card)
    yield from effect_rows(cards, card)
    if isinstance(card, Priced):
        yield from points_rows(cards, card, day)
    yield from earlier_rows(cards, card)
    yield from common_rows(cards, card)


def points_rows(cards: Catalogue, card: Priced, day: date | None) -> Iterator[tuple[str, str]]:
    """The points on that day, and how they changed."""
    price = cards.points_on(card, day)  # type: ignore[arg-type]
    shown = "unpriced" if price.points is None else str(price.points)
    doubt = "" if price.certain else " (not certain: nothing recorded settles it)"
    yield "Points", f"{shown}{doubt}, as of {day or cards.edition}"
    course = cards.points_course(card)
    if len(course) > 1:
        steps = (f"→ {price_text(then)} ({since})" for since, then in course[1:])
        yield "Over time", " ".join((price_text(course[0][1]), *steps))


def price_text(price: Price) -> str:
    """Points, with a question mark if they are uncertain."""
    return f"{price.points}{'' if price.certain else '?'}"


def earlier_rows(cards: Catalogue, card: Card) -> Iterator[tuple[str, str]]:
    """What the card was before each known change, apart from points."""
    for was in cards.earlier(card):
        if words := say.was_in_words(was, points=False):
            yield f"Before {was.seen}", words


def unit_rows(cards: Catalogue, card: Card) -> Iterator[tuple[str, str]]:
    """Stats and slots of a unit or counterpart."""
    if isinstance(card, Unit):
        yield (
            "Unit",
            f"{display_word(card.faction)} · {display_word(card.rank)} · {display_word(card.unit_type)}",
        )
        yield "Stats", stats(card)
        unknown = say.NOT_KNOWN if "slots" in card.unknown else "none"
        yield "Slots", ", ".join(map(display_word, card.slots)) or unknown
        yield "Base", f"{card.base_mm} mm" if card.base_mm else say.NOT_KNOWN
        if card.mercenary:
            yield (
                "Hired by",
                ", ".join(map(display_word, card.hirable_by)) or "nobody, only in a battle force",
            )
    if isinstance(card, Counterpart):
        yield "Joins", "; ".join(cards.unit(unit).full_name for unit in card.of)
        yield "Stats", f"{plural(card.wounds, 'wound')} · {display_word(card.unit_type)}"


def stats(unit: Unit) -> str:
    """The numbers of a unit in one line."""
    courage = say.NOT_KNOWN if "courage" in unit.unknown else unit.courage or "–"
    nerve = f"resilience {unit.resilience}" if unit.resilience is not None else f"courage {courage}"
    surges = [f"attack surge to {unit.attack_surge}"] if unit.attack_surge else []
    surges += [f"defence surge to {unit.defence_surge}"] if unit.defence_surge else []
    figures = [
        f"{unit.miniatures} miniature{'' if unit.miniatures == 1 else 's'}",
        plural(unit.wounds, "wound"),
        nerve,
        f"speed {unit.speed}",
    ]
    return " · ".join([*figures, f"{unit.defence} defence", *surges])


def upgrade_rows(cards: Catalogue, card: Card) -> Iterator[tuple[str, str]]:
    """Slot, restriction, use and possible bearers of an upgrade."""
    if not isinstance(card, Upgrade):
        return
    yield "Slot", display_word(card.slot)
    yield "For", say.restriction_in_words(card.restriction, cards.keywords) or "any unit with the slot"
    if card.army_factions:
        yield "In armies of", ", ".join(map(display_word, card.army_factions))
    if card.adds_slots:
        yield "Adds slots", ", ".join(map(display_word, card.adds_slots))
    yield "Use", say.NOT_KNOWN if card.use == "unknown" else card.use
    units = cards.equippers(card)
    yield "Equipped by", first_names(units)


def first_names(units: Sequence[Unit], most: int = 8) -> str:
    """The first few names and the total."""
    rest = f"; and {len(units) - most} more" if len(units) > most else ""
    return ("; ".join(unit.full_name for unit in units[:most]) or "no unit") + rest


def command_rows(cards: Catalogue, card: Card) -> Iterator[tuple[str, str]]:
    """Pips, requirements and orders of a command card."""
    if not isinstance(card, CommandCard):
        return
    yield "Pips", str(card.pips)
    yield "Faction", display_word(card.faction) if card.faction else "any"
    needs = (say.restriction_in_words(need, cards.keywords) for need in card.needs)
    yield "Needs", " and ".join(needs) or "nobody"
    yield "Orders", say.orders_in_words(card.orders)
    if card.printed_pips is not None:
        yield "Printed pips", str(card.printed_pips)


def effect_rows(cards: Catalogue, card: Card) -> Iterator[tuple[str, str]]:
    """What an upgrade or a command card does, or why that is unknown."""
    if not isinstance(card, Upgrade | CommandCard):
        return
    if (effect := cards.effect(card)) is None:
        yield "Effect", reason_in_words(card, no_effect_reason(card, cards.data.effects.pictures))
        return
    yield "Effect", effect.plain
    if effect.unsure:
        yield "Not certain", effect.unsure


def other_rows(cards: Catalogue, card: Card) -> Iterator[tuple[str, str]]:
    """Battle cards and battle forces."""
    if isinstance(card, BattleCard):
        yield "Deck", f"{display_word(card.category)}, {card.deck}"
    if isinstance(card, BattleForce):
        yield "Faction", display_word(card.faction)
        for rank, units in card.roster.items():
            yield display_word(rank), "; ".join(cards.unit(unit).full_name for unit in units)


def common_rows(cards: Catalogue, card: Card) -> Iterator[tuple[str, str]]:
    """Keywords, related cards and remarks about the data."""
    named = [say.keyword_in_words(use, cards.keywords) for use in card.keywords]
    forces = [force.name for force in cards.battle_forces_of(card)]
    commands = cards.command_cards(card) if isinstance(card, Unit | Counterpart) else ()
    lines = {
        "Keywords": named,
        "Command cards": [command.name for command in commands],
        "Battle forces": forces,
        "Not known": [name.replace("_", " ").replace(".", " ") for name in card.unknown],
        "Marked": [mark.note for mark in card.marks],
    }
    yield from ((label, ", ".join(values)) for label, values in lines.items() if values)
    if card.release.status == "unreleased":
        yield "Release", f"expected {card.release.expected or say.NOT_KNOWN}"


def weapons_on(cards: Catalogue, card: Card) -> tuple[Weapon, ...]:
    """The weapons of a card, or those that a command card lends."""
    if isinstance(card, Priced):
        return card.weapons
    effect = cards.effect(card)
    return effect.weapons if effect else ()


def weapons(cards: Catalogue, printed: tuple[Weapon, ...]) -> Table:
    """The weapons as a table."""
    table = Table("Weapon", "Range", "Dice", "Keywords", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for weapon in printed:
        keywords = ", ".join(say.keyword_in_words(use, cards.keywords) for use in weapon.keywords)
        cells = (weapon.name, say.range_in_words(weapon.range), say.dice_in_words(weapon), keywords)
        table.add_row(*map(Text, cells))
    return table
