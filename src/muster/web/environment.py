"""Words every page uses: addresses, days, counted things. Templates know them by the same names."""

import hashlib
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse, set_script_prefix

from muster.rules import messages

plural = messages.plural
NUMBER_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def static_file(path: str) -> Path:
    """Where a static file lies."""
    found = finders.find(path)
    if found is None:
        raise FileNotFoundError(f"static file {path}")
    return Path(found)


@cache
def _fingerprint(path: str) -> str:
    return hashlib.sha256(static_file(path).read_bytes()).hexdigest()[:10]


def static(path: str) -> str:
    """The address of a static file with its fingerprint, so that browsers may keep it for good."""
    return f"{settings.STATIC_URL}{path}?v={_fingerprint(path)}"


def url(name: str, *args: Any, **kwargs: Any) -> str:
    """The address of a named page."""
    return _address(name, args, tuple(kwargs.items()))


@lru_cache(maxsize=16_384)
def _address(name: str, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> str:
    """A page of a hundred rows names hundreds of addresses, mostly those of the page before. Django knows the
    prefix of the demo only in threads that answer a request."""
    set_script_prefix(f"{settings.DEMO_ROOT}/")
    return reverse(name, args=args or None, kwargs=dict(kwargs) or None)


def in_megabytes(size: int) -> str:
    """How large a file is."""
    return f"{max(size, 100_000) / 1_000_000:.1f} MB"


def day(value: date) -> str:
    """19 June 2026"""
    return f"{value.day} {value:%B %Y}"
