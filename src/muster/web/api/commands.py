"""Acts as JSON: one address per thing, and what is done there named by `act` with exactly its own fields.

A resource takes the commands of its desk; decoding is strict, and the OpenAPI document is drawn from them.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import reduce, wraps
from operator import or_
from typing import Any, dataclass_transform
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import Field

from muster.app.acting import Act, Command, Handlers, task_name
from muster.rules.json_text import TOO_DEEP, decode_json, misfit
from muster.rules.violations import Refused, Violation
from muster.store.accounts import new_id
from muster.web.api.answers import field_violation, reply
from muster.web.api.auth import account_of
from muster.web.api.components import mark_struct
from muster.web.api.repeats import View, idempotent
from muster.web.site import code_tries
from muster.web.site.errors import as_reason


class Trial(Schema):
    """Whether to do it or only to ask."""

    dry_run: bool = Field(False, description="Say what is in the way, and save nothing")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Question(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="act", tag=task_name, forbid_unknown_fields=True
):
    """What is asked in the form of an act though it changes nothing."""


class ActsRouter(Router):
    """A router whose writes may take commands."""

    def takes(
        self, path: str, commands: Any, response: Any, name: str | None, summary: str, **more: Any
    ) -> Callable[[View], View]:
        """A write whose body is one of these commands, which the document calls `acts` where they are many.
        Where one of them weighs a code, `codes_at` says of which kind of stream."""
        codes_at, extra = more.pop("codes_at", ""), document_commands(commands, more.pop("acts", ""))

        def register(view: View) -> View:
            options = {"response": response, "url_name": name, "summary": summary, **more}
            post: Callable[[View], View] = self.post(path, openapi_extra=extra, **options)
            once = idempotent(view)
            return post(_counting_codes(once, commands, codes_at) if codes_at else once)

        return register


def _counting_codes(view: View, commands: Any, kind: str) -> View:
    """Beside the act's transaction, which a wrong code rolls back."""

    @wraps(view)
    def around(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        stream = kind + next(value.hex for value in named.values() if isinstance(value, UUID))
        asked, command = bool(named.get("dry_run")), read_command(request.body, commands)
        with code_tries.count_tries(request, account_of(request), stream, command, only_asked=asked):
            return view(request, *args, **named)

    return around


def read_command(body: bytes, commands: Any) -> Any:
    """The command in a body; what does not fit is named by its field."""
    try:
        return decode_json(body, commands)
    except msgspec.ValidationError as error:
        where, what = misfit(error)
        place = f"body.{where}" if where and where[0] != "[" else f"body{where}"
        raise Refused(field_violation(place[:60], what[:1].lower() + what[1:200])) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        why = TOO_DEEP if str(error) == TOO_DEEP else "it isn’t readable JSON"
        raise Refused(field_violation("body", why)) from None


def union_of(handlers: Handlers[Any], *without: type[Command]) -> Any:
    """Every command of a desk but these, as one type to decode."""
    return reduce(or_, (kind for kind in handlers.known if kind not in without))


def dry_run_answer(found: Sequence[Violation]) -> HttpResponse:
    """The answer to `dry_run`: what stands in the way, if anything."""
    return reply({"ok": not found, "violations": [as_reason(violation) for violation in found]})


def document_commands(commands: Any, name: str) -> dict[str, Any]:
    """The request body for the OpenAPI document; `components` gives every act a schema of its own."""
    content = {"application/json": {"schema": mark_struct(commands, name)}}
    return {"requestBody": {"required": True, "content": content}}


def me(request: HttpRequest) -> str:
    """The account that calls."""
    return str(account_of(request).pk)


def act_of(request: HttpRequest) -> Act:
    """Who acts and when. Repeats are answered by `idempotent`."""
    return Act(me(request), datetime.now(UTC), str(new_id()))
