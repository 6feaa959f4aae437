"""QR codes on pages: an address that a phone's camera reads."""

import segno
from django.utils.safestring import SafeString


def qr_code(text: str) -> SafeString:
    """A QR code as SVG, black on white in both themes so that every camera reads it."""
    code = segno.make(text, error="m")
    return SafeString(code.svg_inline(scale=4, border=2, omitsize=True, dark="#000", svgclass="qr"))
