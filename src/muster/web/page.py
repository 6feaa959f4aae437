"""A page is a struct: one frozen value per template, built without HTML and drawn without rules."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from threading import Lock
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
THEMES = ("light", "dark")
MOST_DRAWN = 64


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


class DrawnOnce:
    """Pages as they were drawn for somebody without any cookie but the theme's: whoever asks the same gets
    the same bytes, whatever else the address says. Those not asked for longest go first."""

    def __init__(self, most: int = MOST_DRAWN) -> None:
        self.most = most
        self._bodies: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def draw(self, request: HttpRequest, question: Hashable, make: Callable[[], Page]) -> HttpResponse:
        """The page; `question` is everything it is made from but path, host and theme."""
        theme = request.COOKIES.get("theme", "")
        if request.COOKIES.keys() - {"theme"} or wants_part(request):
            return draw(request, make())
        key = (question, request.path, request.scheme, request.get_host(), theme in THEMES and theme)
        with self._lock:
            if (body := self._bodies.get(key)) is not None:
                self._bodies.move_to_end(key)
        if body is None:
            body = draw(request, make()).content
            with self._lock:
                self._bodies[key] = body
                while len(self._bodies) > self.most:
                    self._bodies.popitem(last=False)
        response = HttpResponse(body)
        response[READER] = NOBODY
        return response

    def forget(self) -> None:
        """Keep nothing."""
        self._bodies.clear()


drawn_once = DrawnOnce()


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
