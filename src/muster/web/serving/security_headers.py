"""Security headers: what a browser may do with a response.

`STRICT` is for responses sent without Django, so that no browser takes them for a page or a script.
"""

from typing import Final

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
UNUSED_FEATURES: Final = (
    "accelerometer", "autoplay", "clipboard-read", "display-capture", "encrypted-media",
    "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer",
    "microphone", "midi", "payment", "picture-in-picture", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS: Final = ", ".join(["camera=(self)", *(f"{feature}=()" for feature in UNUSED_FEATURES)])
"""The device features pages may use: the camera, plus what browsers allow by default (clipboard writes,
sharing, wake lock, passkeys). Everything else is switched off."""
STRICT_HEADERS: Final = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", PERMISSIONS.encode()),
)
