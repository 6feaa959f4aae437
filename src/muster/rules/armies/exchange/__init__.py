"""Lists of other tools: read any of them into an army, write an army as any, losing nothing unsaid."""

from collections.abc import Callable
from typing import Any

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.exchange import (
    admiral_writing,
    link_reading,
    link_writing,
    own_json,
    text_reading,
    text_writing,
    tts_reading,
    tts_writing,
)
from muster.rules.armies.exchange.decoding import decoded
from muster.rules.armies.exchange.losses import losses
from muster.rules.armies.exchange.results import Exported, Imported, refused
from muster.rules.cards.catalogue import Catalogue, catalogue, shorten
from muster.rules.violations import Refused

__all__ = ["FORMATS", "Exported", "Format", "Imported", "read_any", "write"]


class Format(msgspec.Struct, frozen=True):
    """A list format: its id, what people call it, how it is read and written."""

    id: str
    name: str
    read: Callable[[str, Catalogue], Imported]
    write: Callable[[Army, Catalogue], str]
    suffix: str = "txt"


def read_json(text: str, catalogue: Catalogue) -> Imported:
    """JSON: our own document, or a list for Tabletop Simulator."""
    document = parsed(text)
    if isinstance(document, dict) and "points_date" in document:
        return own_json.read(text, catalogue)
    if tts_reading.is_tts(document):
        return tts_reading.read(document, catalogue)
    raise refused("import.other_json")


def parsed(text: str) -> Any:
    """The JSON document. Some pages keep it with ` || ` for line breaks."""
    for attempt in (text, text.replace(" || ", "\n")):
        try:
            return msgspec.json.decode(attempt.strip().lstrip("\ufeff"))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as failed:
            problem = failed
    raise refused("import.broken_json", what=shorten(str(problem) or "it is nested too deeply", 160))


FORMATS: dict[str, Format] = {
    each.id: each
    for each in (
        Format("json", "Muster JSON", own_json.read, own_json.write, "json"),
        Format("link", "share link", link_reading.read, link_writing.write),
        Format("tts", "Tabletop Simulator and Longshanks JSON", read_json, tts_writing.write, "json"),
        Format("text", "Legion HQ standard text", text_reading.read, text_writing.standard),
        Format("minimal", "Legion HQ minimal text", text_reading.read, text_writing.minimal),
        Format("tournament", "Legion HQ tournament text", text_reading.read, text_writing.tournament),
        Format("admiral", "Tabletop Admiral text", text_reading.read, admiral_writing.write),
    )
}


def read_any(data: bytes | str, cat: Catalogue | None = None, format_id: str | None = None) -> Imported:
    """Read a list in whatever format it is, or in the one named.

    Keeps all it understands and notes every piece it did not. Refuses only what is no list at all.
    """
    text, remarks = decoded(data)
    read = chosen(format_id).read if format_id else told_by(text)
    found = read(text, cat or catalogue())
    return msgspec.structs.replace(found, notes=(*remarks, *found.notes)) if remarks else found


def told_by(text: str) -> Callable[[str, Catalogue], Imported]:
    """The reader for a text, by how it begins."""
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return read_json
    return link_reading.read if link_reading.is_link(text) else text_reading.read


def chosen(format_id: str) -> Format:
    """The format with this id."""
    if format_id not in FORMATS:
        raise refused("import.unknown_format", format=shorten(format_id), formats=", ".join(FORMATS))
    return FORMATS[format_id]


def write(army: Army, format_id: str, cat: Catalogue | None = None) -> Exported:
    """Write the army, and list exactly what reading the text back does not give."""
    form = chosen(format_id)
    cat = cat or catalogue()
    text = form.write(army, cat)
    try:
        back = form.read(text, cat).army
    except Refused:
        back = Army(faction=army.faction, points_date=cat.edition)
    return Exported(text=text, format=form.id, lost=losses(army, back, cat))
