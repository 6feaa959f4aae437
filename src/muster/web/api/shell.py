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
from ninja.operation import Operation
from ninja.parser import Parser

import muster
from muster.rules.json_text import TOO_DEEP, is_too_deep
from muster.rules.violations import Refused
from muster.web.api import answers
from muster.web.api.answers import Renderer, field_violation, problem
from muster.web.api.document import complete_document
from muster.web.api.limits import count_stranger, count_uncounted, tell_what_is_left, too_many_calls
from muster.web.api.packing import compress, with_etag
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
    Throttled: too_many_calls,
    Http404: lambda request, _: problem(request, 404),
    Refused: errors.refusal_page,
    Exception: answers.on_anything,
}
MOST_KEYS = 200


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
        return complete_document(dict(self.get_openapi_schema(path_prefix="/api/v1/")))

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name of the function: `create_army`."""
        return operation.view_func.__name__

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
            return problem(request, 413, most=most)
        try:
            count_stranger(request)
            response = view(request, *args, **kwargs)
            count_uncounted(request)
        except Throttled as often:
            response = too_many_calls(request, often)
        if response.status_code == 405:
            allowed = response["Allow"]
            response = problem(request, 405, method=request.method)
            response["Allow"] = allowed
        response["Cache-Control"] = response.get("Cache-Control", "no-store")
        tell_what_is_left(request, response)
        return compress(request, with_etag(request, response))

    return safe
