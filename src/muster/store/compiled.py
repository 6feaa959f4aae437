"""Queries that nearly every request makes: Django generates their SQL once, and afterwards only the values
change.

Building a queryset and turning it into SQL costs ten times what the database needs to answer. A query is
written as usual, with `Given` as a placeholder for each value; rows come back as from `values_list`.
Django's SQL compiler is not a public interface, so this is a fence (docs/decisions/0012): if a part of it
is missing or has changed, every query runs as an ordinary queryset.
"""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Model, QuerySet

KEPT: Final = "muster_compiled"
_VALUES: ContextVar[Mapping[str, object] | None] = ContextVar("values of a question", default=None)
"""What `Given` stands for while a question is put as an ordinary queryset."""


class Given(Expression):
    """The placeholder for a field's value, which the field prepares as usual. It is given under the
    field's name, or under another name if there are several for one field."""

    def __init__(self, model: type[Model], field: str, name: str = "") -> None:
        of: Any = model._meta.get_field(field)
        super().__init__(output_field=of)
        self.name = name or field

    def as_sql(
        self,
        compiler: Any,  # noqa: ARG002 - Django hands it to every expression
        connection: BaseDatabaseWrapper,
        **__: Any,
    ) -> tuple[str, tuple[Any, ...]]:
        """Stands among the parameters for the value to come, or is that value once it is known."""
        values = _VALUES.get()
        return "%s", (self if values is None else _prepare_value(self, values[self.name], connection),)


class _Sql(NamedTuple):
    """A query as SQL for one connection, and the converters for its columns."""

    text: str
    given: tuple[Any, ...]
    converters: dict[int, Any]


class Compiled:
    """A query whose values are given by name."""

    def __init__(self, question: Callable[[], QuerySet[Any, Any]]) -> None:
        self._question = question  # called on first use, once all models are loaded

    def rows(self, using: str = DEFAULT_DB_ALIAS, /, **values: object) -> list[Any]:
        """All rows. A value that its field does not accept raises the field's error."""
        connection = connections[using]
        if (sql := self._sql(connection)) is None:
            return self._rows_of_queryset(using, values)
        params = [
            _prepare_value(part, values[part.name], connection) if type(part) is Given else part
            for part in sql.given
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql.text, params)
            rows = cursor.fetchall()
        return [_convert_row(row, sql.converters, connection) for row in rows] if sql.converters else rows

    def first(self, using: str = DEFAULT_DB_ALIAS, /, **values: object) -> Any:
        """The first row, or None."""
        return next(iter(self.rows(using, **values)), None)

    def _sql(self, connection: BaseDatabaseWrapper) -> _Sql | None:
        """Cached per connection, which belongs to one thread, like everything that Django ties to it."""
        kept: dict[Compiled, _Sql | None] = vars(connection).setdefault(KEPT, {})
        if self not in kept:
            kept[self] = _compile(self._question(), connection)
        return kept[self]

    def _rows_of_queryset(self, using: str, values: Mapping[str, object]) -> list[Any]:
        """The public way: builds the queryset and its SQL each time."""
        token = _VALUES.set(values)
        try:
            return list(self._question().using(using))
        finally:
            _VALUES.reset(token)


def _compile(question: QuerySet[Any, Any], connection: BaseDatabaseWrapper) -> _Sql | None:
    """The SQL of a query; None if Django's compiler is not the one we know."""
    try:
        compiler = question.query.get_compiler(connection=connection)
        text, given = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
    except (AttributeError, TypeError, ValueError):
        return None
    return _Sql(text, tuple(given), converters)


def _prepare_value(given: Given, value: object, connection: BaseDatabaseWrapper) -> Any:
    """A value as the database expects it. Texts never contain NUL, which PostgreSQL would not even
    compare."""
    if isinstance(value, str) and "\0" in value:
        raise ValidationError("a text has no NUL")
    return given.output_field.get_db_prep_value(value, connection)


def columns(model: type[Model]) -> list[str]:
    """All columns of a row, as `values_list` and `from_db` name them."""
    return [field.attname for field in model._meta.concrete_fields]


def _convert_row(
    row: tuple[Any, ...], converters: dict[int, Any], connection: BaseDatabaseWrapper
) -> list[Any]:
    values = list(row)
    for place, (steps, column) in converters.items():
        for step in steps:
            values[place] = step(values[place], column, connection)
    return values
