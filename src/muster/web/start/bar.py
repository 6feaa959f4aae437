"""The bar of every page: the places and tools of the site, and which of them the page belongs to."""

from functools import cache
from typing import ClassVar, Final

from django.utils.safestring import SafeString

from muster.web.page import Page, drawn
from muster.web.rooms import BAR, TOOLS, YOU, Way

RAIL: Final = (*TOOLS, YOU)


class TabBar(Page, frozen=True, kw_only=True):
    """The bar; `here` are the ways that lead to this page."""

    template: ClassVar = "start/_bar.html"
    bar: tuple[Way, ...]
    rail: tuple[Way, ...]
    here: tuple[Way, ...]


def tab_bar(path: str) -> SafeString:
    """The bar of the page at this path."""
    return _drawn(tuple(way for way in (*BAR, *RAIL) if path.startswith(way.under)))


@cache
def _drawn(here: tuple[Way, ...]) -> SafeString:
    """Each is drawn once: it is the same for everybody."""
    return SafeString(drawn(TabBar(bar=BAR, rail=RAIL, here=here)).strip())
