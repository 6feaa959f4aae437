"""`muster card`: one card with all its facts, on any date."""

import json
from datetime import date

import click
from rich.console import Console

from muster.cli.card_sheet import sheet
from muster.cli.refusal import Refusing
from muster.rules.cards import Card, Catalogue, catalogue
from muster.rules.cards.catalogue import unknown_card
from muster.rules.cards.facts import card_briefs, card_facts
from muster.rules.messages import plural

SHOWN = 12


class Day(click.ParamType[date, object]):
    """A date as YYYY-MM-DD."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Refuse anything that is not a date, and say which form is expected."""
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{str(value)[:40]!r} is not a date like 2026-04-21.", param, ctx)


def find(cards: Catalogue, wanted: str) -> tuple[Card, ...]:
    """The best match first: by id, by slug, else by search."""
    if exact := cards.cards.get(wanted) or cards.slugs.get(wanted):
        return (exact,)
    hits = cards.search(wanted) if wanted.strip() else ()
    if not hits:
        raise unknown_card(wanted, suggestions(cards, wanted), cards.gone.departure_of(wanted))
    return tuple(hit.card for hit in hits)


def suggestions(cards: Catalogue, wanted: str) -> list[str]:
    """Names close to any single word of the query."""
    near = (hit.card.full_name for word in wanted[:200].split()[:6] for hit in cards.search(word)[:2])
    return list(dict.fromkeys(near))[:4]


@click.command(cls=Refusing)
@click.argument("name")
@click.option("--as-of", "day", type=Day(), help="Points on this date (YYYY-MM-DD) instead of today's.")
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
def command(name: str, day: date | None, as_json: bool) -> None:
    """Show the card that NAME means best (a name, part of it, an id or a slug), and list the others."""
    cards = catalogue()
    best, *others = find(cards, name)
    if as_json:
        answer = {**card_facts(cards, best, day), "also_found": card_briefs(others)}
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False)
    console.print(sheet(cards, best, day))
    list_others(console, cards, others)


def list_others(console: Console, cards: Catalogue, others: list[Card]) -> None:
    """One line for each further match, with the id to ask for it."""
    for card in others[:SHOWN]:
        points = cards.points_on(card).points
        cost = "" if points is None else f" · {plural(points, 'point')}"
        console.print(f"  {card.id}  {card.full_name} · {card.kind}{cost}", style="dim", markup=False)
    if len(others) > SHOWN:
        console.print(f"  and {len(others) - SHOWN} more", style="dim")
