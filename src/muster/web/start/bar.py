"""The bar of every page: the places and tools of the site, and which of them the page belongs to."""

from functools import cache
from typing import ClassVar, Final

from django.utils.safestring import SafeString

from muster.web.page import Page, render_page
from muster.web.rooms import BAR, TOOLS, YOU, NavLink

RAIL: Final = (*TOOLS, YOU)


class TabBar(Page, frozen=True, kw_only=True):
    """The bar; `here` are the ways that lead to this page."""

    template: ClassVar = "start/_bar.html"
    bar: tuple[NavLink, ...]
    rail: tuple[NavLink, ...]
    here: tuple[NavLink, ...]


def tab_bar(path: str) -> SafeString:
    """The bar of the page at this path."""
    return _render_bar(tuple(way for way in (*BAR, *RAIL) if path.startswith(way.under)))


@cache
def _render_bar(here: tuple[NavLink, ...]) -> SafeString:
    """Each is drawn once: it is the same for everybody."""
    return SafeString(render_page(TabBar(bar=BAR, rail=RAIL, here=here)).strip())
