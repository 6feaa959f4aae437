"""Pictures that people send: looked at, turned upright, made small and written anew.

Only the pixels survive. Where it was taken, by whom and with what stays behind, and so does anything that
was hidden in the file.
"""

import struct
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageOps

from muster.rules.violations import Refused, Source, Violation

problem = Source("pictures").problem

MOST_BYTES: Final = 15 * 1024 * 1024
MOST_PIXELS: Final = 60_000_000
LONGEST_EDGE: Final = 1600
QUALITY: Final = 82
TYPE: Final = "image/jpeg"
READ: Final = ("JPEG", "PNG", "WEBP")
# What Pillow raises for files that are broken, cut off or made to break it.
BROKEN = (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, MemoryError)
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)


class Pixels(NamedTuple):
    """A picture as we keep it: JPEG."""

    data: bytes
    width: int
    height: int


def checked(raw: bytes) -> Pixels:
    """The picture in this file, ready to keep; refused with the reason when it is none that we take."""
    if len(raw) > MOST_BYTES:
        raise Refused(problem("picture.too_large", max=MOST_BYTES // 1024 // 1024))
    try:
        with Image.open(BytesIO(raw), formats=READ) as sent:
            return _written(_looked_at(sent))
    except BOMBS as error:
        raise Refused(_too_many()) from error
    except BROKEN as error:
        raise Refused(problem("picture.unreadable")) from error


def _looked_at(sent: Image.Image) -> Image.Image:
    """The first picture of the file, upright and small; its size is read before any pixel is."""
    if sent.width * sent.height > MOST_PIXELS:
        raise Refused(_too_many())
    sent.draft("RGB", (LONGEST_EDGE * 2, LONGEST_EDGE * 2))
    upright = _upright(sent)
    upright.thumbnail((LONGEST_EDGE, LONGEST_EDGE))
    return _opaque(upright)


def _upright(sent: Image.Image) -> Image.Image:
    """Turned as the camera was held; notes of the camera that make no sense are not a broken picture."""
    try:
        return ImageOps.exif_transpose(sent)
    except (*BROKEN, struct.error):
        return sent


def _opaque(image: Image.Image) -> Image.Image:
    """On white where it can be seen through."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    shown = image.convert("RGBA")
    paper = Image.new("RGBA", shown.size, "white")
    return Image.alpha_composite(paper, shown).convert("RGB")


def _written(image: Image.Image) -> Pixels:
    """Onto a fresh sheet: an image that was opened remembers comments and profiles, and would save them."""
    fresh, out = Image.new("RGB", image.size), BytesIO()
    fresh.paste(image)
    fresh.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Pixels(out.getvalue(), image.width, image.height)


def _too_many() -> Violation:
    return problem("picture.too_many_pixels", max=MOST_PIXELS // 1_000_000)
