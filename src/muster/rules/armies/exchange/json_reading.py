"""JSON of two kinds: our own document, or a list for Tabletop Simulator."""

from typing import Any

import msgspec

from muster.rules.armies.exchange import own_json, tts_reading
from muster.rules.armies.exchange.results import Imported, refused
from muster.rules.cards.catalogue import Catalogue, shorten


def read_json(text: str, catalogue: Catalogue) -> Imported:
    """The army, whichever of the two it is."""
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
