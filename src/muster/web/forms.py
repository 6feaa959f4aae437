"""What people type, read once and in one way."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.http import QueryDict
from msgspec.structs import FieldInfo, fields

from muster.app.acting import Command
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import Source, refuse_unless

MOST_DIGITS = 6
MOST_VALUES = 200
LONGEST = 4000
MOST_FIELDS = 1000
"""Far more than a page can hold: what it drew comes back whole, and anything beyond is refused, never cut."""
problem = Source("form").problem


class Form(NamedTuple):
    """How what is typed into a page becomes a command."""

    command: type[Command]
    read: Callable[[QueryDict], Command]


Field = Callable[[QueryDict], Any]
"""How one field of a command is read from a form."""


def form_for(command: type[Command], **readers: Field) -> Form:
    """The form of a command: each of its fields is the form's field of the same name, read by its type.

    `readers` read a field in a way of their own. A field with a default that the form does not have keeps it.
    """
    asked = {field.name: field for field in fields(command)}
    read_as = {name: readers.get(name) or _reader(command, field) for name, field in asked.items()}

    def read(form: QueryDict) -> Command:
        sent = [name for name, field in asked.items() if name in readers or field.required or name in form]
        return command(**{name: read_as[name](form) for name in sent})

    return Form(command, read)


def _reader(command: type[Command], field: FieldInfo) -> Field:
    """How a field is read that nothing else is said of."""
    readers: dict[object, Callable[[str], Field]] = {str: text, int: number, bool: checkbox}
    if field.type not in readers:
        raise TypeError(f"{command.__name__}.{field.name} needs a reader of its own")
    return readers[field.type](field.name)


def text(name: str) -> Field:
    """What was typed, uncut."""
    return lambda form: whole_text(form, name)


def number(name: str, most_digits: int = MOST_DIGITS) -> Field:
    """A whole number; 0 where there is none that can be meant."""
    return lambda form: whole_number(form.get(name, ""), most_digits) or 0


def number_in(form: QueryDict, name: str) -> int:
    """A whole number in a form; 0 where there is none that can be meant."""
    return whole_number(form.get(name, "")) or 0


def checkbox(name: str) -> Field:
    """Whether a box is ticked or a switch is on."""
    return lambda form: form.get(name) == "on"


def always(value: object) -> Field:
    """What the button itself says."""
    return lambda _: value


def word(name: str) -> Field:
    """What a form names: an id, which is short; somebody may have typed a megabyte."""
    return lambda form: shorten(form.get(name, ""))


def whole_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """A whole number as a person types it; None for anything else, also for nothing."""
    typed = text.strip()
    plain = typed.isascii() and typed.isdigit() and len(typed) <= most_digits
    return int(typed) if plain else None


def page_number(text: str) -> int:
    """The page of a list that is asked for; nonsense is the first."""
    return max(1, whole_number(text, MOST_DIGITS - 1) or 1)


def limit_values(values: Iterable[str], most: int = MOST_VALUES) -> tuple[str, ...]:
    """What a form may hold of one thing: so many values, and each so long."""
    return tuple(value[:most] for value in values)[:most]


def whole_text(form: QueryDict, name: str) -> str:
    """What a field says, uncut."""
    return _whole_text(form.get(name, ""))


def whole_texts(form: QueryDict, name: str) -> tuple[str, ...]:
    """All that is said by that name, each of it uncut."""
    return tuple(map(_whole_text, _few(form.getlist(name))))


def fields_under(form: QueryDict, prefix: str) -> dict[str, str]:
    """The fields that begin so, by the rest of their names."""
    names = _few([name for name in form if name.startswith(prefix)])
    return {_whole_text(name.removeprefix(prefix)): whole_text(form, name) for name in names}


def _few(values: list[str]) -> list[str]:
    refuse_unless(len(values) <= MOST_FIELDS, problem("form.too_much", have=len(values), max=MOST_FIELDS))
    return values


def _whole_text(text: str) -> str:
    refuse_unless(len(text) <= LONGEST, problem("form.too_long", have=len(text), max=LONGEST))
    return text
