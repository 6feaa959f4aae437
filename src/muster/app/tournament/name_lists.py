"""Names of players from a pasted list or a file: one on each line, or the name column of a table."""

import codecs
import csv
from collections.abc import Sequence
from typing import Final

from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused

MOST_BYTES: Final = 1_000_000
MOST_NAMES: Final = 10_000
NAME_COLUMNS: Final = ("name", "player", "player name", "full name")
# What a file may be declared to be when it is not UTF-8. Everything can be read as one of these, so none is
# ever guessed: a wrong guess would spoil names without a word.
ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "cp1252": "Windows, Western Europe",
    "cp1250": "Windows, Central Europe",
    "cp1251": "Windows, Cyrillic",
    "iso8859-15": "Latin 9",
    "mac-roman": "Macintosh",
}
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def names_in_file(data: bytes, encoding: str = "utf-8") -> list[str]:
    """The names in a file; one that is not in the stated encoding is refused with where it breaks."""
    if len(data) > MOST_BYTES:
        raise Refused(problem("names.file_large", (), "", have=len(data), max=MOST_BYTES))
    if encoding not in ENCODINGS:
        raise Refused(problem("names.encoding", (encoding[:40],)))
    marked = next((codec for mark, codec in _MARKS if data.startswith(mark)), encoding)
    return names_in(_decoded(data, marked))


def _decoded(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line, byte = data.count(b"\n", 0, error.start) + 1, f"0x{data[error.start]:02X}"
        name = ENCODINGS.get(encoding, "the encoding its first bytes name")
        raise Refused(problem("names.not_text", (), "", line=line, byte=byte, encoding=name)) from None
    if "\0" in text:
        raise Refused(problem("names.binary"))
    return text


def names_in(text: str) -> list[str]:
    """The names in a text: the name column where the first line has one, else one on each line."""
    if len(text) > MOST_BYTES:
        raise Refused(problem("names.file_large", (), "", have=len(text), max=MOST_BYTES))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = _column(lines) if lines else []
    if not found:
        raise Refused(problem("tournament.no_names"))
    if len(found) > MOST_NAMES:
        raise Refused(problem("tournament.too_many", (), "", what="names", max=MOST_NAMES))
    return found


def _column(lines: Sequence[str]) -> list[str]:
    try:
        return _in_table(lines) or list(lines)
    except csv.Error:
        return list(lines)


def _in_table(lines: Sequence[str]) -> list[str]:
    """The cells under the head that says name; nothing where no head does."""
    for mark in (";", "\t", ","):
        heads = [cell.strip().casefold() for cell in next(csv.reader([lines[0]], delimiter=mark))]
        place = next((heads.index(name) for name in NAME_COLUMNS if name in heads), -1)
        if place >= 0:
            _refuse_open_quote(lines[1:], mark)
            rows = csv.reader(lines[1:], delimiter=mark)
            return [row[place].strip() for row in rows if len(row) > place and row[place].strip()]
    return []


def _refuse_open_quote(lines: Sequence[str], mark: str) -> None:
    """A quote that nobody closes would swallow all that follows it as one name."""
    rows = csv.reader(lines, delimiter=mark)
    begins = [0, *(rows.line_num for _ in rows)]
    try:
        list(csv.reader(lines[begins[-2] :] if len(begins) > 1 else (), delimiter=mark, strict=True))
    except csv.Error as error:
        if "end of data" in str(error):
            raise Refused(problem("names.open_quote", (), "", line=begins[-2] + 2)) from None
