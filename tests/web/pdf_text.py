"""Reads the text back out of the PDFs we make: enough of the format for what our typesetter writes."""

import re
import zlib

OBJECT = re.compile(rb"(?<!\d)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
FONT = re.compile(rb"/(f\d+) [\d.]+ Tf")
REMARK = re.compile(rb"/Span<<.*?>>\s*BDC", re.DOTALL)
OCTAL = re.compile(rb"[0-7]{1,3}")
SIGNS = {b"n": 10, b"r": 13, b"t": 9, b"b": 8, b"f": 12}


def page_texts(pdf: bytes) -> list[str]:
    """The text of every page, in the order it was set, with single spaces."""
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    kids = re.search(rb"/Type/Pages.*?/Kids\[(.*?)\]", pdf, re.DOTALL)
    assert kids, "no pages"
    return [page_text(objects, int(number)) for number in re.findall(rb"(\d+) 0 R", kids[1])]


def text_of(pdf: bytes) -> str:
    """All of it."""
    return " ".join(page_texts(pdf))


def page_size(pdf: bytes) -> tuple[int, int]:
    """Width and height of the first page in points."""
    box = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box
    return round(float(box[1])), round(float(box[2]))


def page_text(objects: dict[int, bytes], number: int) -> str:
    """The shown strings of a page, each read with the font in force; a text object is one run."""
    page = objects[number]
    fonts = fonts_of(objects, objects[ref(page, b"/Resources")])
    content, runs = stream(objects[ref(page, b"/Contents")]), []
    for block in re.findall(rb"\nBT (.*?)\nET", content, re.DOTALL):
        font = FONT.search(block)
        assert font, block
        letters, codes = fonts[font[1]], strings(REMARK.sub(b"", block[font.end() :]))
        runs.append("".join(letters[codes[at : at + 2]] for at in range(0, len(codes), 2)))
    return " ".join(" ".join(runs).replace("\u200b", "").split())


def strings(block: bytes) -> bytes:
    """Every string of a text object, put together. Brackets inside a string may stand bare, in pairs."""
    found, depth, at = bytearray(), 0, 0
    while at < len(block):
        sign = block[at : at + 1]
        if depth and sign == b"\\":
            code, at = escaped(block, at + 1)
            found.append(code)
            continue
        if not depth and sign == b"<":
            found += bytes.fromhex(block[at + 1 : block.index(b">", at)].decode())
        inside = depth > 0
        depth += (sign == b"(") - (sign == b")")
        if inside and depth:
            found += sign
        at += 1
    return bytes(found)


def escaped(block: bytes, at: int) -> tuple[int, int]:
    """What stands after a backslash, and where the string goes on."""
    if octal := OCTAL.match(block, at):
        return int(octal[0], 8), octal.end()
    return SIGNS.get(block[at : at + 1], block[at]), at + 1


def fonts_of(objects: dict[int, bytes], resources: bytes) -> dict[bytes, dict[bytes, str]]:
    """For each font of a page, what its glyphs read as."""
    named = re.findall(rb"/(f\d+) (\d+) 0 R", resources)
    return {name: readings(stream(objects[ref(objects[int(font)], b"/ToUnicode")])) for name, font in named}


def readings(table: bytes) -> dict[bytes, str]:
    pairs = re.findall(rb"^<([0-9A-Fa-f]{4})> ?<([0-9A-Fa-f]+)>$", table, re.MULTILINE)
    return {
        bytes.fromhex(code.decode()): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs
    }


def ref(body: bytes, key: bytes) -> int:
    found = re.search(re.escape(key) + rb" (\d+) 0 R", body)
    assert found, key
    return int(found[1])


def stream(body: bytes) -> bytes:
    """What a stream holds: exactly as many bytes as it says, unpacked."""
    head, _, rest = body.partition(b"stream\n")
    length = re.search(rb"/Length (\d+)", head)
    assert length, head
    held = rest[: int(length[1])]
    return zlib.decompress(held) if b"/FlateDecode" in head else held
