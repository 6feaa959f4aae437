"""`Idempotency-Key`: a write repeated with the same key acts once and gets the first answer again."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from ninja.operation import Operation
from ninja.utils import contribute_operation_callback

from muster.rules.violations import Refused, Violation
from muster.store.idempotency import Answer, AnsweredRequest
from muster.web.api.answers import JSON, field_violation
from muster.web.api.auth import account_of
from muster.web.wall_clock import wall_clock

View = Callable[..., HttpResponse]
HEADER = "Idempotency-Key"
LENGTH = 255
PARAMETER = {
    "in": "header",
    "name": HEADER,
    "required": False,
    "description": "Any text of your own, new for each act. Repeat it to repeat safely; kept for 24 hours.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LENGTH, "pattern": "^[!-~]+$"},
}


def idempotent(view: View) -> View:
    """For writes. The act and its answer are one transaction, with a key or without: an answer that cannot be
    given leaves nothing done. A refused act is not kept: try it again."""

    @wraps(view)
    def once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.headers.get(HEADER)
        if key is not None:
            _check(key)
        with transaction.atomic():
            if key is None:
                return view(request, *args, **kwargs)
            return _act_or_repeat(key, request, lambda: view(request, *args, **kwargs))

    contribute_operation_callback(once, _document)
    return once


def _act_or_repeat(key: str, request: HttpRequest, act: Callable[[], HttpResponse]) -> HttpResponse:
    asked = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    row, fresh = AnsweredRequest.claim(account_of(request), key, asked, wall_clock.earliest())
    if not fresh:
        return _repeat(row, key, asked)
    response = act()
    row.keep(key, Answer(response.status_code, response.content))
    return response


def _repeat(row: AnsweredRequest, key: str, asked: bytes) -> HttpResponse:
    if not row.asked_for(asked):
        raise Refused(Violation(code="request.key_reused", source="Muster API", about=(HEADER,)))
    first = row.answer(key)
    response = HttpResponse(first.body, status=first.status, content_type=JSON)
    response["Idempotency-Replayed"] = "true"
    if first.status == 201:
        response["Location"] = msgspec.json.decode(first.body)["url"]
    return response


def _check(key: str) -> None:
    if not 1 <= len(key) <= LENGTH or not all("!" <= sign <= "~" for sign in key):
        raise Refused(field_violation(f"header.{HEADER}", f"it has 1 to {LENGTH} visible ASCII characters"))


def _document(operation: Operation) -> None:
    extra = operation.openapi_extra or {}
    operation.openapi_extra = extra | {"parameters": [*extra.get("parameters", []), PARAMETER]}
