"""Answers of the API: JSON by msgspec, and the one shape of every error."""

from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Schema
from ninja.errors import HttpError, ValidationError
from ninja.renderers import BaseRenderer
from pydantic import BaseModel, Field

from muster.rules.violations import Refused, Violation
from muster.web.site import errors

MOST_TOLD = 20
JSON = "application/json; charset=utf-8"
URL = "Its address in this API"
SENTENCES = {
    400: "The body is not readable JSON. Nothing was changed.",
    401: "Send a personal token as “Authorization: Bearer …”, or sign in.",
    403: "This belongs to someone else.",
    404: "There is nothing at this address.",
    405: "This address does not take {method}.",
    413: "The body is larger than {most:,} bytes. Nothing was changed.",
    409: "Someone changed it in the meantime. Look again.",
    422: "The request does not fit.",
    429: "Too many requests. Wait and try again.",
    500: "Our mistake. Nothing was half-done.",
    503: "The server is busy or its database is away. Wait and try again.",
}


def meaning(status: int) -> str:
    """What a status means, for the OpenAPI document."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return SENTENCES[status].split(". ")[0].rstrip(".").format(method="this method", most=most)


class ErrorReason(Schema):
    """One thing that is wrong."""

    code: str = Field(description="Stable name of the problem")
    about: list[str] = Field(description="The field or the ids concerned")
    params: dict[str, Any] = Field(description="The numbers of the sentence")
    message: str = Field(description="The sentence people read")
    fix: str = Field(description="What would help, or empty")
    source: str = Field(description="The rule it comes from")


class Problem(Schema):
    """The only error shape there is: a problem after RFC 9457, with every reason."""

    type: str = Field(description="Where the first reason is explained, or about:blank")
    title: str = Field(description="The status in words")
    status: int
    detail: str = Field(description="The first reason, and what became of the request")
    instance: str = Field(description="The address that was asked for")
    ok: bool = Field(description="Always false")
    message: str = Field(description="The same as `detail`")
    violations: list[ErrorReason]


class TriedAnswer(Schema):
    """The answer to `dry_run`: what stands in the way, if anything."""

    ok: bool
    violations: list[ErrorReason]


def encode(body: Any) -> bytes:
    """JSON bytes of plain values, msgspec Structs and schemas alike."""
    return msgspec.json.encode(body, enc_hook=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump()
    raise TypeError(f"{type(value).__name__} has no JSON form")


def reply(body: Any, status: int = 200) -> HttpResponse:
    """An answer past ninja's own rendering: the quick way, and the one `idempotent` can keep."""
    return HttpResponse(encode(body), status=status, content_type=JSON)


def answer_created(body: dict[str, Any]) -> HttpResponse:
    """The answer to having made something: where it is stands in `Location`, too."""
    answer = reply(body, 201)
    answer["Location"] = body["url"]
    return answer


def address_of(*parts: object) -> str:
    """Where something is in this API."""
    return "/".join(("/api/v1", *map(str, parts)))


def shape(schema: type[Schema], thing: object, **more: Any) -> dict[str, Any]:
    """What a schema names of a thing; `more` has the fields that the thing itself has not, or not so."""
    return {name: more[name] if name in more else getattr(thing, name) for name in schema.model_fields}


class Renderer(BaseRenderer):
    """What views return as values is encoded by msgspec too."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:  # noqa: ARG002
        return encode(data)


def problem(
    request: HttpRequest, status: int, message: str = "", *violations: Violation, **params: Any
) -> HttpResponse:
    """An error in the one shape; without a message its reasons say what is wrong."""
    reasons = [errors.as_reason(violation) for violation in violations]
    text = message or SENTENCES.get(status, "Not done.").format(**params)
    if reasons and not message:
        text = errors.detail_of(reasons, errors.outcome_of(request))
    response = reply(errors.error_body(status, text, reasons, request.path), status)
    response["Content-Type"] = errors.PROBLEM_JSON
    if status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="Muster"'
    return response


def field_violation(where: str, what: str) -> Violation:
    """A violation for a field of the request itself."""
    return Violation(code="request.field", source="Muster API", about=(where,), params={"problem": what})


def on_validation(request: HttpRequest, exception: ValidationError) -> HttpResponse:
    """Names the field as the client knows it: `body.name`, `query.limit`."""
    first, more = exception.errors[:MOST_TOLD], len(exception.errors) - MOST_TOLD
    violations = [field_violation(_where(e["loc"]), e["msg"][:1].lower() + e["msg"][1:]) for e in first]
    if more > 0:
        violations.append(field_violation("body", f"{more:,} more things in it do not fit"))
    return problem(request, 422, "", *violations)


def _where(location: tuple[Any, ...]) -> str:
    """As the caller sent it, without the name our function has for the body. Long or odd keys are the
    client's own text: shortened, so that an error never echoes a megabyte."""
    parts = (location[0], *location[2:]) if location[0] == "body" else location
    return ".".join(str(part)[:40] for part in parts if part != "[key]")


def on_http_error(request: HttpRequest, exception: HttpError) -> HttpResponse:
    if isinstance(exception.__cause__, Refused):  # ninja's word for a body that could not be read
        return problem(request, 422, "", *exception.__cause__.violations)
    status = exception.status_code
    return problem(request, status, "" if status in SENTENCES else str(exception))


def on_anything(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A bug: Django logs it and answers with the last net, in the same shape."""
    raise exception
