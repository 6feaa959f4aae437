"""JSON of two kinds: our own document, or a list for Tabletop Simulator."""

from collections.abc import Mapping
from datetime import date

import msgspec

from muster.rules.armies.army import Army, from_json, to_json
from muster.rules.armies.exchange import tts_reading
from muster.rules.armies.exchange.results import Format, Imported, import_refusal
from muster.rules.armies.exchange.written import NO_CHOICES
from muster.rules.cards.catalogue import Catalogue, shorten
from muster.rules.json_text import Json, decode_json


def read_json(
    text: str, catalogue: Catalogue, choices: Mapping[str, str] = NO_CHOICES, day: date | None = None
) -> Imported:
    """The army, whichever of the two it is."""
    document = parse_json(text)
    if isinstance(document, dict) and "points_date" in document:
        return read_own(text, catalogue, choices)
    if tts_reading.is_tts(document):
        return tts_reading.read(document, catalogue, choices, day)
    raise import_refusal("import.other_json")


def parse_json(text: str) -> Json:
    """The JSON document. Some pages keep it with ` || ` for line breaks."""
    for attempt in (text, text.replace(" || ", "\n")):
        try:
            return decode_json(attempt.strip().lstrip("\ufeff"))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as failed:
            problem = failed
    raise import_refusal("import.broken_json", what=shorten(str(problem) or "it is nested too deeply", 160))


def read_own(
    text: str, _catalogue: Catalogue, _choices: Mapping[str, str] = NO_CHOICES, _day: date | None = None
) -> Imported:
    """Our own document, strictly; cards that do not exist stay in it and the check names them."""
    return Imported(army=from_json(text), format="json")


def write_own(army: Army, _catalogue: Catalogue) -> str:
    """The canonical bytes as text."""
    return to_json(army).decode()


FORMATS = (Format("json", "Muster JSON", read_own, write_own, "json", place=10),)
