"""Rows of a table as the values that use cases know, field by field of the same name."""

from typing import Any, TypeVar

import msgspec
from django.db.models import Model

T = TypeVar("T", bound=msgspec.Struct)


def value_of(kind: type[T], row: Model, **more: Any) -> T:
    """A row as a value; `more` has the fields that the row does not have so."""
    return kind(**{name: getattr(row, name) for name in kind.__struct_fields__ if name not in more}, **more)


def fields_of(value: msgspec.Struct, *without: str) -> dict[str, Any]:
    """The fields of a value for its row, but for those that find the row."""
    return {name: _kept(getattr(value, name)) for name in value.__struct_fields__ if name not in without}


def _kept(field: Any) -> Any:
    """A text without NULs: PostgreSQL keeps none, and what SQLite has must be able to move there."""
    return field.replace("\0", "") if isinstance(field, str) else field
