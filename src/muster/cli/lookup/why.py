"""`muster why`: the rules, rulings and keywords on file for a card, two units, a keyword or a refusal."""

import json
from textwrap import fill

import click
from rich.console import Console
from rich.text import Text

from muster.cli.refusal import Refusing
from muster.rules.cards import catalogue
from muster.rules.why.answers import Answer, Question, answer, as_values
from muster.rules.why.reasons import Reason


@click.command(cls=Refusing)
@click.argument("card", required=False, default="")
@click.argument("target", required=False, default="")
@click.option("--keyword", default="", help="A keyword, by its name or id, instead of a card.")
@click.option("--refusal", default="", help="The code of a refusal, as the API gives it.")
@click.option("--json", "as_json", is_flag=True, help="Print what is on file as JSON.")
def command(card: str, target: str, keyword: str, refusal: str, as_json: bool) -> None:
    """Tell what is on file about CARD, or about CARD attacking TARGET, the shortest first, with sources."""
    known = catalogue().keywords_by_name
    id = known.get(keyword, keyword)
    found = answer(Question(card=card, target=target, keyword=id, refusal=refusal))
    if as_json:
        click.echo(json.dumps(as_values(found), ensure_ascii=False, indent=1))
        return
    print_reasons(Console(highlight=False), found)


def print_reasons(console: Console, found: Answer) -> None:
    """Part by part."""
    console.print(Text(found.title, style="bold"))
    if found.said:
        console.print(Text(f"“{found.said}”"))
    for part in found.parts:
        console.print(Text(f"\n{part.title}", style="bold"))
        for reason in part.reasons:
            _line(console, reason)


def _line(console: Console, reason: Reason) -> None:
    console.print(Text.assemble((reason.title, "bold"), (f"  [{reason.source}]", "dim")))
    console.print(Text(fill(reason.text, console.width, initial_indent="  ", subsequent_indent="  ")))
