"""Cookies of the demo have names and a path of their own: it never sees those of the site, nor the other way
round. How a page is lit is the one thing that the demo takes over."""

from typing import Final

PREFIX: Final = b"look-"
SHARED: Final = b"theme="
Headers = list[tuple[bytes, bytes]]


def for_demo(headers: Headers) -> Headers:
    """The request's headers, with the demo's own cookies under the names that its pages know."""
    kept = [header for header in headers if header[0] != b"cookie"]
    sent = [part.strip() for name, value in headers if name == b"cookie" for part in value.split(b";")]
    own = [part.removeprefix(PREFIX) for part in sent if part.startswith(PREFIX)]
    if not any(part.startswith(SHARED) for part in own):
        own += [part for part in sent if part.startswith(SHARED)]
    return [*kept, (b"cookie", b"; ".join(own))] if own else kept


def from_demo(headers: Headers, path: bytes) -> Headers:
    """The answer's headers: its cookies renamed and held below `path`, away from search engines, and without
    the word that would empty all that this device keeps of the site."""
    kept = [
        (name, _below(value, path) if name == b"set-cookie" else value)
        for name, value in headers
        if name not in (b"clear-site-data", b"x-robots-tag")
    ]
    return [*kept, (b"x-robots-tag", b"noindex, nofollow")]


def _below(cookie: bytes, path: bytes) -> bytes:
    first, *more = cookie.strip().split(b"; ")
    kept = [part for part in more if not part.lower().startswith((b"path=", b"domain="))]
    return b"; ".join([PREFIX + first, *kept, b"Path=" + path])
