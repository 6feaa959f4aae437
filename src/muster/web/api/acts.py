"""Acts as the API takes them: the commands a desk handles, done or only tried."""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.http import HttpResponse
from ninja import Schema
from pydantic import Field

from muster.app.acting import Command, Handlers
from muster.rules.violations import Violation
from muster.web.api.answers import reply
from muster.web.site.errors import as_reason


class Trial(Schema):
    """Whether to do it or only to ask."""

    dry_run: bool = Field(False, description="Say what stands in the way, and write nothing")


def union_of(handlers: Handlers[Any], without: Collection[type[Command]] = ()) -> Any:
    """Every command that is handled, as one type for reading and for the OpenAPI document."""
    return reduce(or_, (kind for kind in handlers.known if kind not in without))


def tried(found: Sequence[Violation]) -> HttpResponse:
    """What stands in the way of an act."""
    return reply({"ok": not found, "violations": [as_reason(one) for one in found]})
