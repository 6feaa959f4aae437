"""The Jinja2 environment: a few globals, no rules."""

import hashlib
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse
from jinja2 import Environment, StrictUndefined

import muster


class Place(NamedTuple):
    """A way in the main bar. Addresses that begin with one of `under` belong to it."""

    url: str
    icon: str
    name: str
    under: tuple[str, ...]


PLACES = (
    Place("armies", "nav-armies", "Armies", ("/armies", "/a/", "/collection")),
    Place("tours", "nav-tours", "Tours", ("/tours", "/battle/", "/chronicle/")),
    Place("events", "nav-events", "Events", ("/event", "/tables")),
    Place("cards", "nav-cards", "Cards", ("/cards", "/keywords")),
    Place("dice", "nav-play", "Dice", ("/dice", "/table/", "/odds")),
    Place("rules", "act-book", "Rules", ("/rules",)),
    Place("you", "ui-person", "You", ("/you",)),
)


@cache
def _fingerprint(path: str) -> str:
    found = finders.find(path)
    if found is None:
        raise FileNotFoundError(f"static file {path}")
    with open(found, "rb") as file:  # noqa: PTH123
        return hashlib.sha256(file.read()).hexdigest()[:10]


def static(path: str) -> str:
    """The address of a static file with its fingerprint, so that browsers may keep it for good."""
    return f"{settings.STATIC_URL}{path}?v={_fingerprint(path)}"


def url(name: str, *args: Any, **kwargs: Any) -> str:
    """The address of a named page."""
    return reverse(name, args=args or None, kwargs=kwargs or None)


def day(value: date) -> str:
    """19 June 2026"""
    return f"{value.day} {value:%B %Y}"


def plural(count: int, one: str, many: str = "") -> str:
    """1 card, 2 cards"""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def environment(**options: Any) -> Environment:
    """Built by Django for its Jinja2 backend."""
    env = Environment(**options | {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True})  # noqa: S701
    from muster.web.dice.odds import decimal, fraction, percent
    from muster.web.rules.rules import rule_note

    env.globals.update(
        rule_note=rule_note,
        static=static,
        url=url,
        icons=static("muster/icons.svg"),
        places=PLACES,
        version=muster.__version__,
    )
    env.filters.update(day=day, plural=plural, decimal=decimal, fraction=fraction, percent=percent)
    return env
