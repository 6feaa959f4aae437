"""`muster-lab bench import`: time parsing an ordinary list, and the worst texts of the maximum size."""

import json
from collections.abc import Callable
from functools import partial
from time import perf_counter

import click

from muster.rules.armies.army import MAX_BYTES
from muster.rules.armies.exchange import read_any
from muster.rules.violations import Refused

ORDINARY = """Grey Watch
990/1000 (9 activations)
1 × Darth Vader (170): Force Choke (5), Saber Throw (5) = 180
3 × Stormtroopers (44): DLT-19 Stormtrooper (18) = 186
Commands: •Implacable, ••New Ways to Motivate Them, •••Master of Evil, ••••Standing Orders
"""
# Each is repeated up to the maximum length that is parsed.
REPEATED: dict[str, tuple[str, str]] = {
    "one line of commas": ("", ","),
    "one line of names and commas": ("Darth Vader: ", "Darth, "),
    "lines of commas": ("", "," * 3990 + "\n"),
    "lines of one known word": ("Stormtroopers (44): ", "Force, " * 500 + "\nStormtroopers (44): "),
    "lines of unknown names": ("", "Nobody Knows This One\n"),
    "lines of unknown upgrades": ("", "Stormtroopers (44): " + "Nope (5), " * 390 + "\n"),
    "brackets": ("", "(" * 3990 + ")\n"),
    "sums that are none": ("", "1 " * 1990 + "=\n"),
    "pips": ("Commands: ", "• "),
    "addresses": ("", "a.b.c.d.e.f.g.h.i/list/x "),
    "a link of segments": ("https://legionhq2.com/list/empire/1000:", "1aa,"),
    "one long word": ("", "a"),
    "marks that never close": ("", "__a " * 990 + "\n"),
    "dots and counts": ("", "Nobody .... x 3 " * 240 + "\n"),
    "pictures": ("", "🔹" * 990 + "\n"),
    "names and commas in lines": ("", "Stormtroopers, " * 260 + "\n"),
    "nested JSON": ("", "["),
}


def longest_text(start: str, piece: str) -> str:
    """This piece repeated up to the maximum length."""
    room = MAX_BYTES - len(start.encode())
    return start + piece * (room // len(piece.encode()))


def seconds(text: str) -> tuple[float, str]:
    """How long one text takes to parse, and what came of it."""
    start = perf_counter()
    try:
        outcome = f"{len(read_any(text).notes)} notes"
    except Refused as refused:
        outcome = refused.violations[0].code
    return perf_counter() - start, outcome


TEXTS: dict[str, Callable[[], str]] = {
    "an ordinary list": lambda: ORDINARY,
    **{name: partial(longest_text, start, piece) for name, (start, piece) in REPEATED.items()},
}


@click.command("import")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(as_json: bool) -> None:
    """Read an ordinary list, then the most tiresome texts of the largest size allowed."""
    seconds(ORDINARY)  # warm up: names are loaded once
    found = {name: seconds(make()) for name, make in TEXTS.items()}
    if as_json:
        click.echo(json.dumps({name: round(spent * 1000, 1) for name, (spent, _) in found.items()}, indent=2))
        return
    for name, (spent, outcome) in found.items():
        click.echo(f"{name:<32}{spent * 1000:>10.1f} ms   {outcome}")
