"""Parses players' names from a pasted list or a file: one per line, or the name column of a table, with
clubs if there is a column for them."""

import codecs
import csv
from collections.abc import Sequence
from typing import Final, NamedTuple

from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused

MOST_BYTES: Final = 1_000_000
MOST_NAMES: Final = 10_000
NAME_COLUMNS: Final = ("name", "player", "player name", "full name")
CLUB_COLUMNS: Final = ("club", "team")
LONGEST_CLUB: Final = 80
# The encodings a user may choose if a file is not UTF-8. Any file decodes in one of these, so we never guess:
# a wrong guess would silently garble names.
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


class ListedPlayer(NamedTuple):
    """Somebody on a list."""

    name: str
    club: str = ""


def people_in_file(data: bytes, encoding: str = "utf-8") -> list[ListedPlayer]:
    """The names in a file; if it does not match the stated encoding it is refused with the position of
    the error."""
    if len(data) > MOST_BYTES:
        raise Refused(problem("names.file_large", (), "", have=len(data), max=MOST_BYTES))
    if encoding not in ENCODINGS:
        raise Refused(problem("names.encoding", (encoding[:40],)))
    marked = next((codec for mark, codec in _MARKS if data.startswith(mark)), encoding)
    return people_in(_decode_text(data, marked))


def _decode_text(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line, byte = data.count(b"\n", 0, error.start) + 1, f"0x{data[error.start]:02X}"
        name = ENCODINGS.get(encoding, "the encoding its first bytes name")
        raise Refused(problem("names.not_text", (), "", line=line, byte=byte, encoding=name)) from None
    if "\0" in text:
        raise Refused(problem("names.binary"))
    return text


def people_in(text: str) -> list[ListedPlayer]:
    """The names in a text: from the name column if the first line has one, else one per line."""
    if len(text) > MOST_BYTES:
        raise Refused(problem("names.file_large", (), "", have=len(text), max=MOST_BYTES))
    found = read_player_list(text)
    if not found:
        raise Refused(problem("tournament.no_names"))
    if len(found) > MOST_NAMES:
        raise Refused(problem("tournament.too_many", (), "", what="names", max=MOST_NAMES))
    return found


def read_player_list(text: str) -> list[ListedPlayer]:
    """Everybody in a text, however many there are."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    try:
        return (_players_in_table(lines) if lines else []) or [ListedPlayer(line) for line in lines]
    except csv.Error:
        return [ListedPlayer(line) for line in lines]


def _players_in_table(lines: Sequence[str]) -> list[ListedPlayer]:
    """The cells under the name and club headings; empty if there is no name heading."""
    for mark in (";", "\t", ","):
        heads = [cell.strip().casefold() for cell in next(csv.reader([lines[0]], delimiter=mark))]
        name, club = (
            next((heads.index(head) for head in known if head in heads), -1)
            for known in (NAME_COLUMNS, CLUB_COLUMNS)
        )
        if name >= 0:
            _refuse_open_quote(lines[1:], mark)
            rows = csv.reader(lines[1:], delimiter=mark)
            found = (ListedPlayer(_cell(row, name), _cell(row, club)[:LONGEST_CLUB]) for row in rows)
            return [person for person in found if person.name]
    return []


def _cell(row: Sequence[str], place: int) -> str:
    return row[place].strip() if 0 <= place < len(row) else ""


def _refuse_open_quote(lines: Sequence[str], mark: str) -> None:
    """An unclosed quote would swallow everything after it as one name."""
    rows = csv.reader(lines, delimiter=mark)
    begins = [0, *(rows.line_num for _ in rows)]
    try:
        list(csv.reader(lines[begins[-2] :] if len(begins) > 1 else (), delimiter=mark, strict=True))
    except csv.Error as error:
        if "end of data" in str(error):
            raise Refused(problem("names.open_quote", (), "", line=begins[-2] + 2)) from None
