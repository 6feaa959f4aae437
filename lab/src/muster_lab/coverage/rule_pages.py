"""Generates docs/reference/rules.md and rulings.md from the data, so that they cannot drift from it."""

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill

from muster.rules.reference import Document, Rule, Ruling, documents, rules, rulings

NOTICE = "<!-- Written by `muster-lab coverage --write-docs` from src/muster/data/rules: edit the data. -->"

RULES_INTRO = """\
# The rules by number

Every rule of the five documents, in our own words. The numbers are stable: violations, tests and pages point
to them. The mark in brackets says what a rule asks of Muster: *validate* (check it), *compute* (work it out),
*procedure* (walk through it), *random* (dice and draws), *state* (remember it), *info* and *physical* (show
it where it matters). `muster-lab coverage` tells which of them are proven by a test or shown; the answers to
open questions are in [rulings.md](rulings.md).
"""

RULINGS_INTRO = """\
# Rulings

What the documents leave open, and the answer Muster takes. A question and its answer have an id: A for
contradictions and gaps; R (Tours of Duty), T (tournaments), S (Special Operations) and G (games at the
table) for the hard ones, which win where two rulings differ. ⇄ marks a switch: a campaign, an event or a game
may set it otherwise, and this ruling is the default. The numbers are those of [rules.md](rules.md).
"""

KINDS = {
    "A": "Contradictions and gaps",
    "R": "Hard questions: Tours of Duty",
    "T": "Hard questions: tournaments",
    "S": "Hard questions: Special Operations",
    "G": "Games at the table",
    "K": "Attacks of the standard game",
}


def rules_page() -> str:
    """rules.md: one list per section of each document."""
    parts = (_document_part(document) for document in documents())
    return "\n".join((NOTICE, "", RULES_INTRO, *parts))


def rulings_page() -> str:
    """rulings.md: one table per kind of ruling."""
    parts = (_kind_part(KINDS[kind], list(group)) for kind, group in groupby(rulings(), lambda r: r.id[0]))
    return "\n".join((NOTICE, "", RULINGS_INTRO, *parts))


PAGES: dict[str, Callable[[], str]] = {
    "docs/reference/rules.md": rules_page,
    "docs/reference/rulings.md": rulings_page,
}


def write_pages(root: Path) -> list[str]:
    """Write both pages into a checkout; returns their paths."""
    for path, page in PAGES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(page(), encoding="utf-8")
    return list(PAGES)


def _document_part(document: Document) -> str:
    edition = f" ({document.edition})" if document.edition else ""
    sections = groupby(rules(document.id), lambda r: r.section)
    return "\n".join((f"## {document.id} {document.name}{edition}\n", *_sections(sections)))


def _sections(sections: Iterator[tuple[str, Iterator[Rule]]]) -> Iterator[str]:
    for name, found in sections:
        items = (_wrap_item(f"- **{rule.number}** [{rule.tag}] {rule.text}") for rule in found)
        yield "\n".join((f"### {name}\n", *items, ""))


def _wrap_item(item: str) -> str:
    """An item of a list on lines of at most 110 characters."""
    return fill(item, 110, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _kind_part(heading: str, found: list[Ruling]) -> str:
    rows = (_row(ruling) for ruling in found)
    return "\n".join(
        (f"## {heading}\n", "| id | question | ruling | rules |", "|---|---|---|---|", *rows, "")
    )


def _row(ruling: Ruling) -> str:
    id = f"{ruling.id} ⇄" if ruling.switch else ruling.id
    concerned = ", ".join(str(number) for number in ruling.rules)
    return f"| {id} | {ruling.question} | {ruling.ruling}{_pointer(ruling)} | {concerned} |"


def _pointer(ruling: Ruling) -> str:
    if ruling.superseded_by:
        return f" *Superseded by {ruling.superseded_by}.*"
    return f" *See {', '.join(ruling.see)}.*" if ruling.see else ""
