"""The API around its routers: errors, sizes, the OpenAPI document and its page."""

import json
from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import HttpError, Throttled, ValidationError
from ninja.parser import Parser

import muster
from muster.rules.json_text import TOO_DEEP, is_too_deep
from muster.rules.violations import Refused
from muster.web.api import answers
from muster.web.api.answers import ErrorAnswer, Renderer, TriedAnswer, field_violation, problem
from muster.web.api.reading import Chapter, chapters
from muster.web.page import Page, render_response
from muster.web.site import errors

View = Callable[..., HttpResponse]
ABOUT = (
    "Everything the pages do, as JSON. Errors have one shape, lists one envelope, "
    "and a write with an Idempotency-Key can be repeated safely."
)
ANSWERS: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    ValidationError: answers.on_validation,
    HttpError: answers.on_http_error,
    Throttled: lambda *_: problem(429),
    Http404: lambda *_: problem(404),
    Refused: errors.refused,
    Exception: answers.on_anything,
}
MOST_KEYS = 200
TRIED = {"$ref": "#/components/schemas/TriedAnswer"}
ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}


class DocsPage(Page):
    """The OpenAPI document for people."""

    template = "api/docs.html"
    document: dict[str, Any]
    chapters: list[Chapter]


class ShallowJson(Parser):
    """Bodies that ninja reads itself; those of acts are read by `commands.read`."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """The JSON in a body; refused when it is too deep to be walked through, or an object in it too wide:
        every key that nobody knows would be a problem of its own."""
        if is_too_deep(request.body):
            raise Refused(field_violation("body", TOO_DEEP))
        return cast("dict[str, Any]", json.loads(request.body, object_pairs_hook=_narrow))


def _narrow(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_KEYS:
        raise Refused(
            field_violation("body", f"an object in it has {len(pairs):,} keys, and {MOST_KEYS} is the most")
        )
    return dict(pairs)


class MusterAPI(NinjaAPI):
    """ninja with our errors, our renderer and our own page instead of one that loads foreign scripts."""

    def __init__(self) -> None:
        super().__init__(
            title="Muster API",
            version=muster.__version__,
            description=ABOUT,
            urls_namespace="api",
            renderer=Renderer(),
            parser=ShallowJson(),
            openapi_url=None,
            docs_url=None,
        )
        for kind, answer in ANSWERS.items():
            self.add_exception_handler(kind, answer)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document, built once."""
        document = dict(self.get_openapi_schema(path_prefix="/api/v1/"))
        schemas = document["components"].setdefault("schemas", {})
        schemas.update(_error_schemas())
        for operations in document["paths"].values():
            for operation in operations.values():
                _add_errors(operation)
                _add_trial(operation)
        return document

    @property
    def patterns(self) -> list[URLPattern]:
        """All addresses below /api/v1/, with our answer to a wrong method or a body too large."""
        calls = [p for p in self.urls[0] if isinstance(p, URLPattern) and p.name != "api-root"]
        for pattern in calls:
            pattern.callback = shield(cast("View", pattern.callback))
        return [
            path("openapi.json", require_safe(self.openapi_json), name="api-openapi"),
            path("docs", require_safe(self.docs_page), name="api-docs"),
            *calls,
        ]

    def openapi_json(self, request: HttpRequest) -> HttpResponse:  # noqa: ARG002
        """The document for machines."""
        return answers.reply(self.document)

    def docs_page(self, request: HttpRequest) -> HttpResponse:
        """The document for people, drawn here without a script."""
        return render_response(request, DocsPage(document=self.document, chapters=chapters(self.document)))


def shield(view: View) -> View:
    """What ninja answers in plain text or not at all."""

    @wraps(view)
    def safe(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if int(request.META.get("CONTENT_LENGTH") or 0) > most:
            return problem(413, most=most)
        response = view(request, *args, **kwargs)
        if response.status_code == 405:
            allowed = response["Allow"]
            response = problem(405, method=request.method)
            response["Allow"] = allowed
        response["Cache-Control"] = response.get("Cache-Control", "no-store")
        return response

    return safe


def _error_schemas() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for answer in (ErrorAnswer, TriedAnswer):
        schema = answer.model_json_schema(ref_template="#/components/schemas/{model}")
        found |= {**schema.pop("$defs"), answer.__name__: schema}
    return found


def _add_trial(operation: dict[str, Any]) -> None:
    """A call that can be tried answers in another shape then."""
    if any(parameter["name"] == "dry_run" for parameter in operation.get("parameters", ())):
        done = operation["responses"].setdefault(200, {"description": "OK"})
        own = done.get("content", {}).get("application/json", {}).get("schema")
        both = {"anyOf": [own, TRIED]} if own else TRIED
        done["content"] = {"application/json": {"schema": both}}


def _add_errors(operation: dict[str, Any]) -> None:
    """Each call names the errors it can give; they all look alike."""
    possible = {405, 413}
    if operation.get("parameters") or "requestBody" in operation:
        possible |= {422}
    if "requestBody" in operation:
        possible |= {400, 404}  # a body may name things that are not there, or not the caller's
    if "security" in operation:
        possible |= {401, 403}
    if any(p["in"] == "path" for p in operation.get("parameters", ())):
        possible |= {404}
    for status in sorted(possible):
        meaning = answers.meaning(status)
        operation["responses"].setdefault(str(status), {"description": meaning, "content": ERROR})
