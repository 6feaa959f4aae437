"""The parts of a game's page, as a browser holds them: what the server only names is put back from them."""

import re
from typing import Final

from muster.web.serving.parts import HEADER

BEGINS: Final = re.compile(r'<([a-z][a-z0-9]*)\b[^>]* data-part="([\w-]{8})">')
NAMED: Final = re.compile(r'<template data-parts="([\w -]+)"></template>')


def parts_in(html: str) -> dict[str, str]:
    """Every part of a fragment that is whole, by its name."""
    found = {}
    for part in BEGINS.finditer(html):
        found[part[2]] = html[part.start() : _end(html, part[1], part.start())]
    return found


def _end(html: str, tag: str, start: int) -> int:
    depth = 0
    for mark in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        depth += -1 if mark[1] else 1
        if not depth:
            return mark.end()
    raise AssertionError(f"{html[start : start + 80]} is not closed")


class Browser:
    """What a browser has of a page. It names it when it asks, and makes a whole of what it gets."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}

    @property
    def header(self) -> dict[str, str]:
        return {HEADER: " ".join(self.parts)} if self.parts else {}

    def whole(self, html: str) -> str:
        """The page with all of its parts; what is named must be there."""
        page = NAMED.sub(lambda named: "".join(self.parts[name] for name in named[1].split()), html)
        self.parts = parts_in(page) or self.parts
        return page
