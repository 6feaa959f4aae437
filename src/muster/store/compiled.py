"""Questions that nearly every request puts: Django writes their SQL once, and then only the values are new.

To build a queryset and to turn it into SQL costs ten times what the database needs to answer. A question is
written as ever, with `Given` where a value will come; its rows come as `values_list` has them.

How Django makes SQL is its own affair, so this is a fence (docs/decisions/0012): where a part of its
compiler is gone or has changed, every question is put as an ordinary queryset.
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
    """The place of a value for a field, which prepares it as ever; it is given by the field's name, or by
    another where there are several for one field."""

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
        """Stands among the parameters for what will be given, or is that where it is known."""
        values = _VALUES.get()
        return "%s", (self if values is None else _prepared(self, values[self.name], connection),)


class _Sql(NamedTuple):
    """A question as one connection puts it, and what makes its columns values of Python."""

    text: str
    given: tuple[Any, ...]
    converters: dict[int, Any]


class Compiled:
    """A question, and whoever puts it gives the values by name."""

    def __init__(self, question: Callable[[], QuerySet[Any, Any]]) -> None:
        self._question = question  # called when it is first put: not before all models are loaded

    def rows(self, using: str = DEFAULT_DB_ALIAS, /, **values: object) -> list[Any]:
        """All rows. What is no value of its field is refused, as the field refuses it."""
        connection = connections[using]
        if (sql := self._sql(connection)) is None:
            return self._rows_of_queryset(using, values)
        params = [
            _prepared(part, values[part.name], connection) if type(part) is Given else part
            for part in sql.given
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql.text, params)
            rows = cursor.fetchall()
        return [_converted(row, sql.converters, connection) for row in rows] if sql.converters else rows

    def first(self, using: str = DEFAULT_DB_ALIAS, /, **values: object) -> Any:
        """The first row, or None."""
        return next(iter(self.rows(using, **values)), None)

    def _sql(self, connection: BaseDatabaseWrapper) -> _Sql | None:
        """Kept with the connection: it is one thread's own, and so is all that Django ties to it."""
        kept: dict[Compiled, _Sql | None] = vars(connection).setdefault(KEPT, {})
        if self not in kept:
            kept[self] = _compile(self._question(), connection)
        return kept[self]

    def _rows_of_queryset(self, using: str, values: Mapping[str, object]) -> list[Any]:
        """The public way: the queryset is built and made into SQL each time."""
        token = _VALUES.set(values)
        try:
            return list(self._question().using(using))
        finally:
            _VALUES.reset(token)


def _compile(question: QuerySet[Any, Any], connection: BaseDatabaseWrapper) -> _Sql | None:
    """The SQL of a question; None where Django's compiler is not the one we know."""
    try:
        compiler = question.query.get_compiler(connection=connection)
        text, given = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
    except (AttributeError, TypeError, ValueError):
        return None
    return _Sql(text, tuple(given), converters)


def _prepared(given: Given, value: object, connection: BaseDatabaseWrapper) -> Any:
    """A value as the database takes it. No text there has a NUL: PostgreSQL would not even compare it."""
    if isinstance(value, str) and "\0" in value:
        raise ValidationError("a text has no NUL")
    return given.output_field.get_db_prep_value(value, connection)


def columns(model: type[Model]) -> list[str]:
    """All of a row, as `values_list` and `from_db` name it."""
    return [field.attname for field in model._meta.concrete_fields]


def _converted(
    row: tuple[Any, ...], converters: dict[int, Any], connection: BaseDatabaseWrapper
) -> list[Any]:
    values = list(row)
    for place, (steps, column) in converters.items():
        for step in steps:
            values[place] = step(values[place], column, connection)
    return values
