"""How the fields of a form are read, for everything people ask for at an event."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from muster.app.acting import Command
from muster.rules.cards.catalogue import shorten
from muster.web.forms import Form, whole_number

MOST_PLAYERS = 10_000
Field = Callable[[QueryDict], Any]


def asks_for(command: type[Command], **fields: Field) -> Form:
    """A form that asks for a command, and how each of its fields is read."""
    return Form(command, lambda form: command(**{name: read(form) for name, read in fields.items()}))


def text(name: str) -> Field:
    """What was typed."""
    return lambda form: form.get(name, "")


def number(name: str) -> Field:
    """A whole number; 0 where there is none that can be meant."""
    return lambda form: number_in(form, name)


def number_in(form: QueryDict, name: str) -> int:
    """A whole number in a form; 0 where there is none that can be meant."""
    return whole_number(form.get(name, "")) or 0


def always(value: object) -> Field:
    """What the button itself says."""
    return lambda _: value


def word(name: str) -> Field:
    """What a form names: an id, which is short."""
    return lambda form: shorten(form.get(name, ""))


player = word("player")


def players(form: QueryDict) -> tuple[str, ...]:
    """The players a form names; many stand in one field, as a form has no more than 500."""
    named = " ".join(form.getlist("player")).split()
    return tuple(shorten(name) for name in named[:MOST_PLAYERS])
