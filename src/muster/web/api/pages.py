"""Lists in pages: `?limit=&cursor=` in, `{"items": […], "next": …}` out."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from ninja import Schema
from pydantic import Field

from muster.rules.violations import Refused
from muster.web.api.answers import field_violation

Row = TypeVar("Row")
MOST = 200


class Window(Schema):
    """Which part of a list."""

    limit: int = Field(50, ge=1, le=MOST, description="How many items at most")
    cursor: str = Field("", max_length=200, description="`next` of the page before; empty for the first page")

    @property
    def after(self) -> str:
        """The key of the last item already seen; empty at the start."""
        try:
            return urlsafe_b64decode(self.cursor.encode("ascii")).decode()
        except (ValueError, binascii.Error):
            raise bad_cursor() from None


class Page(Schema, Generic[Row]):
    """The envelope of every list."""

    items: list[Row]
    next: str | None = Field(description="Cursor of the next page; null on the last")


def envelope(rows: Sequence[Any], window: Window, key: Callable[[Any], str]) -> dict[str, Any]:
    """A page from up to limit + 1 rows: the one too many only tells that there is more."""
    items = rows[: window.limit]
    more = len(rows) > window.limit
    return {"items": items, "next": _cursor(key(items[-1])) if more else None}


def page_of_rows(query: QuerySet[Any], window: Window) -> dict[str, Any]:
    """A page of a table, in the order of its UUIDv7 keys, which is the order of making."""
    if window.after:
        query = query.filter(pk__gt=_uuid(window.after))
    return envelope(list(query.order_by("pk")[: window.limit + 1]), window, lambda row: str(row.pk))


def page_of(items: Sequence[Row], window: Window, key: Callable[[Row], str]) -> dict[str, Any]:
    """A page of a list in memory, whose order is the same for every request."""
    start = 0
    if window.after:
        start = next((i for i, item in enumerate(items, 1) if key(item) == window.after), 0)
        if not start:
            raise bad_cursor()
    return envelope(items[start : start + window.limit + 1], window, key)


def _cursor(key: str) -> str:
    return urlsafe_b64encode(key.encode()).decode()


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise bad_cursor() from None


def bad_cursor() -> Refused:
    return Refused(
        field_violation("query.cursor", "this isn’t a cursor of this list; start again without one")
    )
