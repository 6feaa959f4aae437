"""Uploaded pictures: checked, turned upright, scaled down and encoded again.

Only the pixels survive. Where it was taken, by whom and with what is dropped, and so is anything hidden in
the file.
"""

import struct
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageOps

from muster.rules.violations import Refused, Source, Violation

problem = Source("pictures").problem

MOST_BYTES: Final = 15 * 1024 * 1024
MOST_PIXELS: Final = 60_000_000
MOST_ROOM: Final = 160_000_000
"""Bytes of memory that reading one picture may take; what it will take is told by its first few bytes."""
LONGEST_EDGE: Final = 1600
QUALITY: Final = 82
TYPE: Final = "image/jpeg"
READ: Final = ("JPEG", "PNG", "WEBP")
BYTES_A_PIXEL: Final = {"1": 1, "L": 1, "P": 1, "I;16": 3, "LA": 10, "RGBA": 10}
# What Pillow raises for files that are broken, truncated or malicious.
BROKEN = (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, MemoryError)
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)


class Pixels(NamedTuple):
    """A picture as we store it: JPEG."""

    data: bytes
    width: int
    height: int


def prepare_picture(raw: bytes) -> Pixels:
    """The picture in this file, ready to store; refused with the reason if we cannot accept it."""
    if len(raw) > MOST_BYTES:
        raise Refused(problem("picture.too_large", max=MOST_BYTES // 1024 // 1024))
    try:
        with Image.open(BytesIO(raw), formats=READ) as sent:
            return _encode_jpeg(_open_image(sent))
    except BOMBS as error:
        raise Refused(_too_many()) from error
    except BROKEN as error:
        raise Refused(problem("picture.unreadable")) from error


def reduce_picture(data: bytes, longest: int) -> Pixels:
    """One of our own pictures, no longer than this at its longer edge."""
    with Image.open(BytesIO(data), formats=READ) as kept:
        kept.draft("RGB", (longest, longest))
        kept.thumbnail((longest, longest))
        return _encode_jpeg(kept.convert("RGB"))


def _open_image(sent: Image.Image) -> Image.Image:
    """The first picture in the file, small and upright; its size is checked before any pixel is decoded."""
    pixels, taking = sent.width * sent.height, _memory_needed(sent)
    most = min(MOST_PIXELS, pixels * MOST_ROOM // max(taking, 1))
    if pixels > most:
        raise Refused(_too_many(most))
    sent.thumbnail((LONGEST_EDGE, LONGEST_EDGE))
    return _flatten(_turn_upright(sent))


def _memory_needed(sent: Image.Image) -> int:
    """How many bytes decoding this picture takes, according to its header."""
    whole = sent.width * sent.height
    if sent.format == "WEBP":
        return whole * 12  # decoded in full, and copied twice
    coefficients = whole * 3 if sent.info.get("progressive") else 0  # all of them, before the first pixel
    longest = max(sent.size)
    # A JPEG can be decoded at a half, a quarter or an eighth of its size, whichever is still large enough.
    sent.draft("RGB", (sent.width * LONGEST_EDGE // longest, sent.height * LONGEST_EDGE // longest))
    return coefficients + sent.width * sent.height * BYTES_A_PIXEL.get(sent.mode, 4)


def _turn_upright(sent: Image.Image) -> Image.Image:
    """Turn it the way the camera was held; senseless camera metadata does not make a picture invalid."""
    try:
        return ImageOps.exif_transpose(sent)
    except (*BROKEN, struct.error):
        return sent


def _flatten(image: Image.Image) -> Image.Image:
    """Put it on a white background if it is transparent."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    shown = image.convert("RGBA")
    paper = Image.new("RGBA", shown.size, "white")
    return Image.alpha_composite(paper, shown).convert("RGB")


def _encode_jpeg(image: Image.Image) -> Pixels:
    """Copy the pixels to a new image first: an opened image keeps its comments and profiles, and would
    save them."""
    fresh, out = Image.new("RGB", image.size), BytesIO()
    fresh.paste(image)
    fresh.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Pixels(out.getvalue(), image.width, image.height)


def _too_many(most: int = MOST_PIXELS) -> Violation:
    return problem("picture.too_many_pixels", max=most // 1_000_000)
