"""Lists of other tools: read any of them into an army, write an army as any, losing nothing unsaid.

Read the functions below first, then `muster.rules.armies.exchange.text_reading`, which reads what people
paste. Modules ending in `_reading` and `_writing` are the formats; docs/reference/interchange.md describes
them, and `muster.rules.armies.exchange.losses` says what one of them cannot hold.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from importlib import import_module
from pkgutil import iter_modules

from msgspec.structs import replace

from muster.rules.armies.army import MAX_NOTES, Army
from muster.rules.armies.building.edits import set_words
from muster.rules.armies.exchange import link_reading, text_reading
from muster.rules.armies.exchange.decoding import decode_text
from muster.rules.armies.exchange.json_reading import read_json
from muster.rules.armies.exchange.losses import losses
from muster.rules.armies.exchange.results import Exported, Format, Imported, Reader, import_refusal
from muster.rules.armies.exchange.written import NO_CHOICES, as_choice, as_piece
from muster.rules.cards.catalogue import Catalogue, catalogue, shorten
from muster.rules.messages import explain
from muster.rules.violations import Refused

__all__ = ["FORMATS", "Exported", "Format", "Imported", "as_piece", "read_any", "with_leftovers", "write"]


def _find_formats() -> Iterator[Format]:
    """The formats of every module in this package, so that adding a format means adding a module and nothing
    else."""
    for found in iter_modules(__path__):
        yield from getattr(import_module(f"{__name__}.{found.name}"), "FORMATS", ())


FORMATS: dict[str, Format] = {
    known.id: known for known in sorted(_find_formats(), key=lambda known: (known.place, known.id))
}
# `[my list](https://…)`, as forums and chats write a link.
FORUM = re.compile(r"\[(?:b|i|u|list|size=|color=|\d{1,2}\])", re.IGNORECASE)
MARKED_LINK = re.compile(r"\[[^\]\n]{0,200}\]\(https?://")


def read_any(
    data: bytes | str,
    cat: Catalogue | None = None,
    format_id: str | None = None,
    choices: Iterable[str] = (),
    day: date | None = None,
) -> Imported:
    """Read a list in whatever format it is, or in the one named.

    Keeps all it understands and notes every piece it did not. Refuses only what is no list at all. `choices`
    say which card a person chose for a piece with a name that no card has, or several: "ID piece". `day` is
    the day of the list: the army gets its points, and a card that was not there yet is asked about.
    """
    text, remarks = decode_text(data)
    cat = cat or catalogue()
    read = format_of(format_id).read if format_id else reader_for(text)
    found = read(text, cat, dict(map(as_choice, choices)), day if day and day < cat.edition else None)
    army = replace(found.army, points_date=day) if day else found.army
    return replace(found, army=army, notes=(*remarks, *found.notes), text=text)


def reader_for(text: str) -> Reader:
    """The reader for a text, by how it begins."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[")) and not MARKED_LINK.match(start) and not FORUM.match(start):
        return read_json
    return link_reading.read if link_reading.is_link(text) else text_reading.read


def with_leftovers(found: Imported) -> Army:
    """The army with every piece that was not understood written into its notes, so that nothing is lost."""
    if not found.unresolved:
        return found.army
    pieces = "\n".join(f"- {explain(note)}" for note in found.unresolved)
    notes = f"{found.army.notes}\n\nNot fully understood when brought in:\n{pieces}".strip()
    return set_words(found.army, notes=notes[:MAX_NOTES])


def format_of(format_id: str) -> Format:
    """The format with this id."""
    if format_id not in FORMATS:
        raise import_refusal("import.unknown_format", format=shorten(format_id), formats=", ".join(FORMATS))
    return FORMATS[format_id]


def write(army: Army, format_id: str, cat: Catalogue | None = None) -> Exported:
    """Write the army, and list exactly what reading the text back does not give."""
    form = format_of(format_id)
    cat = cat or catalogue()
    text = form.write(army, cat)
    try:
        back = form.read(text, cat, NO_CHOICES, None).army
    except Refused:
        back = Army(faction=army.faction, points_date=cat.edition)
    return Exported(text=text, format=form.id, lost=losses(army, back, cat))
