"""A page is a struct: one frozen value per template, built without HTML and drawn without rules."""

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
NOBODY = "guest"
LETTERS = 16


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Names(msgspec.Struct, frozen=True, kw_only=True):
    """Names for a template: its fields. What several pages share is one of these, held by each of them."""


class Page(Names, frozen=True, kw_only=True):
    """What one template draws. Its fields are the template's names, and so are those of what it holds: a
    frame, or the part that is also drawn alone. A name it lacks is an error."""

    template: ClassVar[str]
    fragment: ClassVar[str] = ""  # the template of what htmx swaps, where that is not the whole page


def draw(request: HttpRequest, page: Page, status: int = 200) -> HttpResponse:
    """The page as an answer, or the part of it that htmx asks for."""
    template = page.fragment if page.fragment and wants_part(request) else page.template
    response = render(request, template, names_in(page), status=status)
    response[READER] = reader_of(request)
    return response


def reader_of(request: HttpRequest) -> str:
    """For whom a page is made, as a device may know it: copies and waiting changes are kept apart by this.
    It is made from the session, so a new one begins with signing in, and nothing has to be read for it."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return salted_hmac("muster.web.page.reader", key).hexdigest()[:LETTERS] if key else NOBODY


def drawn(page: Page, request: HttpRequest | None = None) -> str:
    """The page as text: a fragment, or a part that is kept."""
    return render_to_string(page.template, names_in(page), request)


@lru_cache(maxsize=1024)
def drawn_again(page: Page) -> SafeString:
    """A part of other pages that seldom changes: drawn once for the same values."""
    return SafeString(drawn(page))


def names_in(page: Names) -> dict[str, object]:
    """What the template may say; of two with the same name the page's own is meant."""
    own = {name: getattr(page, name) for name in page.__struct_fields__}
    held = [names_in(value) for value in own.values() if isinstance(value, Names)]
    return {name: value for names in (*held, own) for name, value in names.items()}


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx swaps a part of the page; a browser that goes back wants the whole."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and "HX-History-Restore-Request" not in headers
