"""`muster bench armies`: checking an army and asking what may be added."""

import json
from collections.abc import Callable
from statistics import median
from time import perf_counter

import click

from muster.cli.demo.armies import full_army
from muster.rules.armies.army import to_json
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.check import check_army
from muster.rules.armies.frame import frame_of
from muster.rules.cards.catalogue import catalogue

RUNS = 301
PICKS = 25


def timed(work: Callable[[], object], runs: int, prepare: Callable[[], object] = lambda: None) -> float:
    """The median of single calls in milliseconds, so that an interrupted call does not count for much."""
    spans = []
    for _ in range(runs):
        prepare()
        start = perf_counter()
        work()
        spans.append((perf_counter() - start) * 1000)
    return median(spans)


def measured() -> dict[str, float]:
    """Milliseconds by what was done."""
    cards = catalogue()
    army = full_army(cards)
    forget = frame_of(army, cards).outfits.clear
    first = army.units[0].key
    return {
        "check a full army": timed(lambda: check_army(army, cards), RUNS),
        "check it with nothing kept": timed(lambda: check_army(army, cards), RUNS, forget),
        "pick from all units": timed(lambda: [*Picker(army, cards).units()], PICKS),
        "pick from all upgrades for a line": timed(lambda: [*Picker(army, cards).upgrades(first)], PICKS),
        "pick from all command and battle cards": timed(
            lambda: [*Picker(army, cards).commands(), *Picker(army, cards).battle_cards()], PICKS
        ),
        "write as JSON": timed(lambda: to_json(army), RUNS),
    }


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print milliseconds as JSON.")
def command(as_json: bool) -> None:
    """Median times of checking a full 1000-point army and of the picker."""
    cards = catalogue()
    report = check_army(full_army(cards), cards)
    times = measured()
    if as_json:
        army = {"points": report.points, "legal": report.legal, "activations": report.activations}
        click.echo(json.dumps({"unit": "ms", "runs": RUNS, "army": army, "medians": times}, indent=1))
        return
    click.echo(
        f"{report.points} points, {report.activations} activations, {'' if report.legal else 'not '}legal"
    )
    for what, took in times.items():
        click.echo(f"{what:<40}{took:>12.4f} ms")
