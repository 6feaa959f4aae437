"""Pages as structs: one frozen value per template, built without HTML and rendered without rules."""

from functools import lru_cache
from typing import ClassVar, dataclass_transform

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString

READER = "Muster-Reader"
GUEST_READER = "guest"
READER_LENGTH = 16


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class TemplateContext(msgspec.Struct, frozen=True, kw_only=True):
    """Values for a template, one per field. Pages that share values hold a common struct of this kind."""


class Page(TemplateContext, frozen=True, kw_only=True):
    """The values of one template. Its fields are the template's variables, together with the fields of the
    structs it holds: a frame, or a part that is also rendered alone. An unknown variable is an error."""

    template: ClassVar[str]
    fragment: ClassVar[str] = ""  # the template that htmx swaps in, if not the whole page


def render_response(request: HttpRequest, page: Page, status: int = 200) -> HttpResponse:
    """The page as a response, or only the part that htmx asks for."""
    template = page.fragment if page.fragment and wants_part(request) else page.template
    response = render(request, template, context_of(page), status=status)
    response[READER] = reader_of(request)
    return response


def reader_of(request: HttpRequest) -> str:
    """A pseudonym of the reader that a device may store, to keep offline copies and queued changes of several
    people apart. It is derived from the session key: it changes on sign-in and costs no query."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return salted_hmac("muster.web.page.reader", key).hexdigest()[:READER_LENGTH] if key else GUEST_READER


def render_page(page: Page, request: HttpRequest | None = None) -> str:
    """The page as text, for a fragment or a cached part."""
    return render_to_string(page.template, context_of(page), request)


@lru_cache(maxsize=1024)
def render_cached(page: Page) -> SafeString:
    """A part of other pages that seldom changes, rendered once for the same values."""
    return SafeString(render_page(page))


def context_of(page: TemplateContext) -> dict[str, object]:
    """All variables of the template; the page's own fields take precedence over those of structs it holds."""
    own = {name: getattr(page, name) for name in page.__struct_fields__}
    held = [context_of(value) for value in own.values() if isinstance(value, TemplateContext)]
    return {name: value for names in (*held, own) for name, value in names.items()}


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx wants a part of the page; going back in the history needs the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and "HX-History-Restore-Request" not in headers
