"""From bytes to text, whatever a phone, an editor or a web page did to the list."""

import codecs

from muster.rules.armies.army import MAX_BYTES
from muster.rules.armies.exchange.results import import_refusal, note
from muster.rules.violations import Violation

# The mark of UTF-32 begins with that of UTF-16, so it is looked for first.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
LINE_ENDS = str.maketrans(
    {"\r": "\n", "\u2028": "\n", "\u2029": "\n", "\x85": "\n", "\x0b": "\n", "\x0c": "\n"}
)
INVISIBLE = str.maketrans("", "", "\ufeff\u200b\u200e\u200f\u2060\xad")
MOST_STRANGE = 0.05


def decode_text(data: bytes | str) -> tuple[str, tuple[Violation, ...]]:
    """The text, and a note where its encoding had to be guessed. Refuses input that is too big or is not
    text."""
    if len(data) > MAX_BYTES:
        raise import_refusal("import.too_big", size=len(data), max=MAX_BYTES)
    text, remarks = (data, ()) if isinstance(data, str) else from_bytes(data)
    if is_binary(text):
        raise import_refusal("import.not_text")
    if not text.strip():
        raise import_refusal("import.empty")
    return text, remarks


def from_bytes(data: bytes) -> tuple[str, tuple[Violation, ...]]:
    """By its byte order mark, else UTF-8, else the old Windows encoding, with a remark."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return read_as(data[len(mark) :], encoding, encoding, encoding.upper())
    return read_as(data, "utf-8", "cp1252", "Windows-1252")


def read_as(data: bytes, encoding: str, other: str, named: str) -> tuple[str, tuple[Violation, ...]]:
    """The text, or what the fallback encoding makes of it, with a note on the first byte that does not
    fit."""
    try:
        return data.decode(encoding), ()
    except UnicodeDecodeError as problem:
        piece = data[problem.start : problem.end].hex(" ")
        remark = note("import.encoding", f"byte {problem.start + 1}", piece, encoding=named)
        return data.decode(other, errors="replace"), (remark,)


def is_binary(text: str) -> bool:
    """Whether the text is full of signs that no list has: a picture, a PDF, a zip file."""
    strange = sum(text.count(chr(code)) for code in (*range(9), *range(14, 32), 127, 0xFFFD))
    return strange > max(4, MOST_STRANGE * len(text))


def lines_of(text: str) -> list[str]:
    """The lines of a text, however their ends are written, without invisible signs."""
    ends = text.replace("\r\n", "\n").translate(LINE_ENDS).translate(INVISIBLE)
    return [line.replace("\xa0", " ").replace("\t", " ").rstrip() for line in ends.split("\n")]
