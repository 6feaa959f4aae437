"""`muster audit`: the data of this release checked against itself."""

import json
from collections import Counter

import click

from muster.cli.refusal import violations_as_json
from muster.rules.cards.audit import audit
from muster.rules.cards.catalogue import CardData, load
from muster.rules.messages import explain, remedy

KINDS = (
    "units",
    "upgrades",
    "commands",
    "battle_cards",
    "counterparts",
    "battle_forces",
    "keywords",
    "products",
)


def counts(data: CardData) -> dict[str, int]:
    """How many cards of each kind there are."""
    return {kind: len(getattr(data, kind)) for kind in KINDS} | {"formats": len(data.formats.formats)}


def marked(data: CardData) -> Counter[str]:
    """How many known defects are marked, by code."""
    items = (*data.everything, *data.keywords, *data.products, *data.formats.formats)
    return Counter(mark.code for item in items for mark in item.marks)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print counts, marks and violations as JSON.")
def command(as_json: bool) -> None:
    """Look for dangling references, impossible restrictions, broken histories; exit 1 if there are any."""
    data = load()
    found = audit(data)
    if as_json:
        told = {"counts": counts(data), "marked": marked(data), "violations": violations_as_json(found)}
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
    for violation in () if as_json else found:
        click.echo(f"{explain(violation)} {remedy(violation)}".strip())
    if not as_json:
        click.echo(summary(data, len(found)))
    raise SystemExit(1 if found else 0)


def summary(data: CardData, problems: int) -> str:
    """One line: what was looked at, what is wrong, what is known to be wrong."""
    looked_at = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in counts(data).items())
    verdict = "nothing wrong" if not problems else f"{problems} problem{'s' if problems > 1 else ''}"
    return f"{looked_at}: {verdict}; {marked(data).total()} known defects are marked."
