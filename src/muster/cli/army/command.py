"""`muster army`: check an army from a file. The other commands are modules of their own."""

import json
from datetime import datetime
from typing import Any

import click
from msgspec.structs import replace

from muster.cli.lazy import LazyGroup
from muster.cli.refusal import Refusing, read_file, wrap_text
from muster.rules.armies.army import MAX_BYTES, Army, refusal_at
from muster.rules.armies.check import check_army
from muster.rules.armies.exchange import read_any
from muster.rules.armies.report import Report, is_legal, report_values
from muster.rules.cards.catalogue import catalogue
from muster.rules.messages import explain, plural, remedy
from muster.rules.violations import Violation

CHOOSE = click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar='"ID PIECE"',
    help="The card that a piece of the list means; as often as needed.",
)
AS_OF = click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The day of the list: its cards and points.",
)
PARTS = {part: f"muster.cli.army.{part}" for part in ("brings", "convert", "print", "versus")}


@click.group(cls=LazyGroup, modules=PARTS)
def command() -> None:
    """Armies: check, convert and print a list, tell what it brings and does to another."""


@command.command("check", cls=Refusing)
@click.argument("file", metavar="FILE|-")
@click.option("--format", "format_id", metavar="ID", help="Check for another format: standard, recon …")
@click.option(
    "--points", type=click.IntRange(1, 100_000), metavar="N", help="Check with another points limit."
)
@AS_OF
@CHOOSE
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def check(file: str, choices: tuple[str, ...], as_json: bool, **wanted: Any) -> None:
    """Check an army: exit code 0 if it is legal, 1 if not, 2 if it cannot be read."""
    day: datetime | None = wanted.pop("as_of")
    found = read_any(read_bytes(file), choices=choices, day=day.date() if day else None)
    army = with_options(found.army, **wanted)
    report, unresolved = check_army(army, catalogue()), found.unresolved
    if as_json:
        click.echo(json.dumps(report_values(report, unresolved), ensure_ascii=False))
    else:
        print_report(army, report, unresolved)
    raise SystemExit(0 if is_legal(report, unresolved) else 1)


def read_bytes(file: str) -> bytes:
    """The content of a file, or of standard input for `-`, up to the maximum size of an army."""
    return read_file(file, MAX_BYTES, lambda what: refusal_at("army.no_file", file[:200], what=what))


def with_options(army: Army, format_id: str | None, points: int | None) -> Army:
    """The army with the format and limit given on the command line."""
    if format_id is not None and format_id not in catalogue().formats:
        known = ", ".join(catalogue().formats)
        raise refusal_at("army.no_such_format", "--format", format=format_id[:60], known=known)
    if format_id is not None:
        army = replace(army, format=format_id, limit=None, ranks=None)
    if points is not None:
        army = replace(army, limit=points)
    return army


def print_report(army: Army, report: Report, unresolved: tuple[Violation, ...]) -> None:
    """Print the total, then every problem with its source and what would help."""
    name = army.name or "The army"
    cost = f"{report.points:,} of {plural(report.limit, 'point')}"
    click.echo(f"{name}: {cost}, {plural(report.activations, 'activation')}")
    for violation in (*unresolved, *report.violations):
        click.echo(wrap_text(f"{explain(violation)} {remedy(violation)}", "- ", "  "))
        click.echo(wrap_text(violation.source, "  ", "  "))
    for advice in report.notes:
        click.echo(wrap_text(explain(advice), "  note: ", "        "))
    click.echo("Legal." if is_legal(report, unresolved) else "Not legal.")
