"""`muster bench armies`: checking an army and asking what may be added."""

import click

from muster.cli.bench.timing import tell_medians, timed
from muster.cli.demo.armies import full_army
from muster.rules.armies.army import to_json
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.check import check_army
from muster.rules.armies.frame import frame_of
from muster.rules.cards.catalogue import catalogue

RUNS = 301
PICKS = 25


def measured() -> dict[str, float]:
    """Milliseconds by what was done."""
    cards = catalogue()
    army = full_army(cards)
    forget = frame_of(army, cards).outfits.clear
    first = army.units[0].key
    return {
        "check a full army": timed(lambda: check_army(army, cards), RUNS)[0],
        "check it with nothing kept": timed(lambda: check_army(army, cards), RUNS, prepare=forget)[0],
        "pick from all units": timed(lambda: [*Picker(army, cards).units()], PICKS)[0],
        "pick from all upgrades for a line": timed(lambda: [*Picker(army, cards).upgrades(first)], PICKS)[0],
        "pick from all command and battle cards": timed(
            lambda: [*Picker(army, cards).commands(), *Picker(army, cards).battle_cards()], PICKS
        )[0],
        "write as JSON": timed(lambda: to_json(army), RUNS)[0],
    }


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print milliseconds as JSON.")
def command(as_json: bool) -> None:
    """Median times of checking a full 1000-point army and of the picker."""
    cards = catalogue()
    report = check_army(full_army(cards), cards)
    army = {"points": report.points, "legal": report.legal, "activations": report.activations}
    if not as_json:
        click.echo(", ".join(f"{name} {value}" for name, value in army.items()))
    tell_medians(measured(), RUNS, as_json, army=army)
