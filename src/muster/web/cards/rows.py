"""The rows of card lists: what a row shows, ready for the template, made once per card."""

from datetime import date
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

from django.utils.safestring import SafeString

from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, BattleForce, CommandCard, Counterpart, Priced, Unit, Upgrade
from muster.rules.cards.vocabulary import FACTIONS, Faction
from muster.rules.comparing.figures import in_words
from muster.rules.comparing.sorting import figure_of
from muster.web import page
from muster.web.cards import words
from muster.web.environment import plural, url

SHOWN_ANYWAY = ("points", "courage", "speed")
ICONS = {
    "command": "act-book",
    "battle": "ui-table",
    "counterpart": "ui-person",
    "battle-force": "nav-armies",
}


class Row(NamedTuple):
    """One card in a list. `points` of None with `priced` is unpriced; `pips` belong to command cards."""

    card: Card
    href: str
    faction: str
    icon: str
    label: str
    priced: bool
    points: int | None
    certain: bool
    pips: int
    profile: tuple[str, ...]
    defence: str | None


class RowPart(page.Page, frozen=True, kw_only=True):
    """A row as the card list draws it; `current` is the card beside the list."""

    template: ClassVar = "cards/_row.html"
    row: Row
    current: bool
    figure: str


def row(card: Card, day: date | None = None) -> Row:
    """The row of a card with the points of that day."""
    today = _row(card.slug)
    if day is None or not today.priced:
        return today
    price = catalogue().points_on(card, day)
    href = f"{today.href}?as_of={day.isoformat()}"
    return today._replace(points=price.points, certain=price.certain, href=href)


@lru_cache(maxsize=4096)
def render_row(slug: str, day: date | None, current: bool, sort: str = "") -> SafeString:
    """The row as markup, with the figure that the list is sorted by. Lists are read far more often than cards
    change, so each is drawn once."""
    card = catalogue().slugs[slug]
    part = RowPart(row=row(card, day), current=current, figure=sorted_figure(card, day, sort))
    return SafeString(page.render_page(part).strip())


def sorted_figure(card: Card, day: date | None, sort: str) -> str:
    """What a sorted list shows of a card beyond its points: "9.5 dice per 100 points", or that none."""
    if not sort or (figure := figure_of(sort)).id in SHOWN_ANYWAY:
        return ""
    value = figure.measure(card, catalogue().points_on(card, day).points)
    return f"no {figure.unit}" if value is None else in_words(figure, value)


@cache
def _row(slug: str) -> Row:
    card = catalogue().slugs[slug]
    return Row(
        card=card,
        href=address(card),
        faction=flag(card),
        icon=icon(card),
        label=words.type_label(card),
        priced=isinstance(card, Priced),
        points=card.points if isinstance(card, Priced) else None,
        certain=True,
        pips=card.pips if isinstance(card, CommandCard) else 0,
        profile=tuple(profile(card)),
        defence=card.defence if isinstance(card, Unit) else None,
    )


def address(card: Card) -> str:
    """The page of a card."""
    return f"{url('cards')}/{card.slug}"


def icon(card: Card) -> str:
    """The drawing for a rank, an upgrade slot or a kind of card."""
    if isinstance(card, Unit):
        return f"rank-{card.rank}"
    return f"up-{card.slot}" if isinstance(card, Upgrade) else ICONS[card.kind]


def flag(card: Card) -> str:
    """The faction whose flag the card flies: its own, or the only one that may use it."""
    if isinstance(card, Upgrade):
        factions = usable_by(card.slug)
        return next(iter(factions)) if len(factions) == 1 else "neutral"
    return card.faction or "neutral"


@cache
def usable_by(slug: str) -> frozenset[Faction]:
    """The factions a filter finds the card under: its own, and those whose armies can use it."""
    card = catalogue().slugs[slug]
    own = getattr(card, "faction", None)
    open_to = catalogue().armies_for(card) or (frozenset() if own else frozenset(FACTIONS))
    return open_to | {own} if own else open_to


def profile(card: Card) -> list[str]:
    """The short facts under the name."""
    match card:
        case Unit():
            return unit_profile(card)
        case Counterpart():
            return [f"Wounds {card.wounds}"]
        case Upgrade():
            return [words.sentence(words.restriction(card.restriction))] if card.restriction else []
        case CommandCard():
            return [words.sentence(words.restriction(need)) for need in card.needs]
        case BattleCard():
            return []
        case BattleForce():
            return [
                plural(len(card.units), "unit"),
                *([f"{len(card.command_cards)} command cards"] if card.command_cards else []),
            ]


def unit_profile(unit: Unit) -> list[str]:
    """Miniatures, wounds, courage or resilience, speed."""
    nerve = f"Courage {unit.courage}" if unit.courage is not None else ""
    nerve = nerve or (f"Resilience {unit.resilience}" if unit.resilience is not None else "")
    minis = plural(unit.miniatures, "mini")
    return [part for part in (minis, f"Wounds {unit.wounds}", nerve, f"Speed {unit.speed}") if part]
