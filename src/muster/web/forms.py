"""What people type, read once and in one way."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.http import QueryDict

from muster.app.acting import Command

MOST_DIGITS = 6
MOST_VALUES = 200


class Form(NamedTuple):
    """How what is typed into a page becomes a command."""

    command: type[Command]
    read: Callable[[QueryDict], Command]


def whole_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """A whole number as a person types it; None for anything else, also for nothing."""
    typed = text.strip()
    plain = typed.isascii() and typed.isdigit() and len(typed) <= most_digits
    return int(typed) if plain else None


def page_number(text: str) -> int:
    """The page of a list that is asked for; nonsense is the first."""
    return max(1, whole_number(text, MOST_DIGITS - 1) or 1)


def limited(values: Iterable[str], most: int = MOST_VALUES) -> tuple[str, ...]:
    """What a form may hold of one thing: so many values, and each so long."""
    return tuple(value[:most] for value in values)[:most]
