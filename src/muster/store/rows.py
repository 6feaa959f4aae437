"""Converts between rows of a table and the values of use cases, field by field of the same name."""

from typing import Any, TypeVar

import msgspec
from django.db.models import Model

T = TypeVar("T", bound=msgspec.Struct)


def value_of(kind: type[T], row: Model, **more: Any) -> T:
    """A row as a value; `more` gives the fields that the row does not have in the same form."""
    return kind(**{name: getattr(row, name) for name in kind.__struct_fields__ if name not in more}, **more)


def fields_of(value: msgspec.Struct, *without: str) -> dict[str, Any]:
    """The fields of a value for its row, without those that identify the row."""
    return {name: _storable(getattr(value, name)) for name in value.__struct_fields__ if name not in without}


def _storable(field: Any) -> Any:
    """A text without NULs: PostgreSQL cannot store them, and what SQLite has must be able to move there."""
    return field.replace("\0", "") if isinstance(field, str) else field
