"""`muster bench cards`: loading the catalogue and asking it."""

import json
from collections.abc import Callable
from statistics import median
from time import perf_counter

import click

from muster.rules.cards import Catalogue, Filters
from muster.rules.cards.audit import audit
from muster.rules.cards.catalogue import load

RUNS = 9


def timed(work: Callable[[], object], repeat: int = 1) -> float:
    """The median time of one piece of work in milliseconds."""
    spans = []
    for _ in range(RUNS):
        start = perf_counter()
        for _ in range(repeat):
            work()
        spans.append((perf_counter() - start) / repeat * 1000)
    return median(spans)


def measured() -> dict[str, float]:
    """Milliseconds by what was done."""
    cards = Catalogue(load())
    upgrades = [*cards.upgrades.values()]
    cards.search("warm")
    return {
        "load the whole catalogue": timed(lambda: Catalogue(load())),
        "load and answer a first search": timed(lambda: Catalogue(load()).search("vader")),
        "look up by id": timed(lambda: cards.card("at"), 10_000),
        "look up by slug": timed(lambda: cards.by_slug("unit/jyn-erso-stardust"), 10_000),
        "look up by name": timed(lambda: cards.by_name("Darth Vader"), 1_000),
        "search a word": timed(lambda: cards.search("vader"), 10),
        "search with a spelling mistake": timed(lambda: cards.search("vadr"), 10),
        "filter by faction and slot": timed(
            lambda: cards.search("", Filters(faction="rebels", slot="gear")), 10
        ),
        "who may equip all 434 upgrades": timed(lambda: [*map(Catalogue(cards.data).equippers, upgrades)]),
        "audit": timed(lambda: audit(cards.data)),
    }


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print milliseconds as JSON.")
def command(as_json: bool) -> None:
    """Median times of loading, look-ups and searches."""
    times = measured()
    if as_json:
        click.echo(json.dumps({"unit": "ms", "runs": RUNS, "medians": times}, indent=1))
        return
    for what, took in times.items():
        click.echo(f"{what:<34}{took:>12.4f} ms")
