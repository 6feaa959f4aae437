"""`muster search`: core rules, cards, keywords, rules and rulings by words."""

import json
from textwrap import fill, shorten

import click
import msgspec
from rich.console import Console
from rich.text import Text

from muster.app.search.entries import KINDS
from muster.app.search.index import Found
from muster.app.search.public_index import public_index
from muster.cli.refusal import Refusing
from muster.rules import core_rules, reference
from muster.rules.violations import Refused, Violation

SHOWN = 12
EXAMPLES = """\b
Examples:
  muster search pierce
  muster search panic --kind rule
  muster search can I shoot after I got pinned
  muster search "casualty check" --all
"""


@click.command(cls=Refusing, epilog=EXAMPLES)
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--kind", type=click.Choice(KINDS[KINDS.index("core") : KINDS.index("page")]), help="Only these."
)
@click.option("--all", "everything", is_flag=True, help=f"Show everything, not only the first {SHOWN}.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def command(words: tuple[str, ...], kind: str | None, everything: bool, as_json: bool) -> None:
    """Find WORDS in core rules, cards, keywords, rules and rulings: exact names first, typos forgiven."""
    query = " ".join(words)
    hits = [hit for hit in public_index().find(query) if kind in (None, hit.entry.kind)]
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(hits), ensure_ascii=False, indent=1))
        return
    if not hits:
        raise Refused(Violation(code="search.nothing", source="search", params={"words": query[:60]}))
    console = Console(highlight=False)
    if hits[0].near:
        console.print(Text(f"Nothing is spelled “{query}”. The nearest:", style="dim"))
    for hit in hits if everything else hits[:SHOWN]:
        _line(console, hit)
    if len(hits) > SHOWN and not everything:
        console.print(f"and {len(hits) - SHOWN} more; --all shows them", style="dim")
    documents = "; ".join(document.badge for document in reference.documents())
    core = core_rules.document()
    scope = f"\nSearched: the cards, the {core.name.lower()} of {core.edition}, and {documents}."
    console.print(Text(scope, style="dim"))


def _line(console: Console, hit: Found) -> None:
    entry = hit.entry
    console.print(Text.assemble((entry.title, "bold"), f"  {entry.note}", (f"  [{entry.badge}]", "dim")))
    if words := entry.text or entry.does:
        text = shorten(words, 200, placeholder=" …")
        console.print(Text(fill(text, console.width, initial_indent="  ", subsequent_indent="  ")))
