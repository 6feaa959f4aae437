"""`muster-lab bench cards`: time loading the catalogue and looking things up in it."""

from collections.abc import Callable

import click

from muster.rules.cards import Catalogue, Filters
from muster.rules.cards.audit import audit
from muster.rules.cards.catalogue import load_card_data
from muster_lab.bench.timing import print_medians, time_calls

RUNS = 9


def measure() -> dict[str, float]:
    """Milliseconds by task."""
    cards = Catalogue(load_card_data())
    upgrades = [*cards.upgrades.values()]
    cards.search("warm")
    work: dict[str, tuple[Callable[[], object], int]] = {
        "load the whole catalogue": (lambda: Catalogue(load_card_data()), 1),
        "load and answer a first search": (lambda: Catalogue(load_card_data()).search("vader"), 1),
        "look up by id": (lambda: cards.card("at"), 10_000),
        "look up by slug": (lambda: cards.by_slug("unit/jyn-erso-stardust"), 10_000),
        "look up by name": (lambda: cards.by_name("Darth Vader"), 1_000),
        "search a word": (lambda: cards.search("vader"), 10),
        "search with a spelling mistake": (lambda: cards.search("vadr"), 10),
        "filter by faction and slot": (lambda: cards.search("", Filters(faction="rebels", slot="gear")), 10),
        "who may equip all 434 upgrades": (lambda: [*map(Catalogue(cards.data).equippers, upgrades)], 1),
        "audit": (lambda: audit(cards.data), 1),
    }
    return {what: time_calls(task, RUNS, repeat=repeat)[0] for what, (task, repeat) in work.items()}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print milliseconds as JSON.")
def command(as_json: bool) -> None:
    """Median times of loading, look-ups and searches."""
    print_medians(measure(), RUNS, as_json)
