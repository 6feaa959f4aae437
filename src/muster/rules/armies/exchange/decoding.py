"""From bytes to text: whatever a phone, an editor or a web page made of the list."""

import codecs

from muster.rules.armies.army import MAX_BYTES
from muster.rules.armies.exchange.results import note, refused
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


def decoded(data: bytes | str) -> tuple[str, tuple[Violation, ...]]:
    """The text, and a remark where its encoding had to be guessed; refuses what is too big or no text."""
    if len(data) > MAX_BYTES:
        raise refused("import.too_big", size=len(data), max=MAX_BYTES)
    text, remarks = (data, ()) if isinstance(data, str) else from_bytes(data)
    if is_binary(text):
        raise refused("import.not_text")
    if not text.strip():
        raise refused("import.empty")
    return text, remarks


def from_bytes(data: bytes) -> tuple[str, tuple[Violation, ...]]:
    """By its byte order mark, else UTF-8, else the old Windows encoding, with a remark."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return marked(data[len(mark) :], encoding)
    try:
        return data.decode(), ()
    except UnicodeDecodeError as problem:
        piece = data[problem.start : problem.end].hex(" ")
        remark = note("import.encoding", f"byte {problem.start + 1}", piece, encoding="Windows-1252")
        return data.decode("cp1252", errors="replace"), (remark,)


def marked(data: bytes, encoding: str) -> tuple[str, tuple[Violation, ...]]:
    """Text with a byte order mark; a broken end is named, the rest is read."""
    try:
        return data.decode(encoding), ()
    except UnicodeDecodeError as problem:
        piece = data[problem.start : problem.end].hex(" ")
        remark = note("import.encoding", f"byte {problem.start + 1}", piece, encoding=encoding.upper())
        return data.decode(encoding, errors="replace"), (remark,)


def is_binary(text: str) -> bool:
    """Whether the text is full of signs that no list has: a picture, a PDF, a zip file."""
    strange = sum(text.count(chr(code)) for code in (*range(9), *range(14, 32), 127, 0xFFFD))
    return strange > max(4, MOST_STRANGE * len(text))


def lines_of(text: str) -> list[str]:
    """The lines of a text, however their ends are written, without invisible signs."""
    ends = text.replace("\r\n", "\n").translate(LINE_ENDS).translate(INVISIBLE)
    return [line.replace("\xa0", " ").replace("\t", " ").rstrip() for line in ends.split("\n")]
