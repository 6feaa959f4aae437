"""Addresses are found by their first word: only those patterns are tried that begin as the address does.

For whoever names an address nothing changes: patterns, their order and their names are Django's own.

How resolvers are made is not documented, so this is a fence (docs/decisions/0012): where that has changed,
the patterns are tried one after another, as Django does it.
"""

import re
from collections.abc import Iterable
from typing import Final

from django.urls import Resolver404, ResolverMatch, URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

WORD: Final = re.compile(r"(?:\^(?=[a-z-]+/))?([a-z.-]*)(?=/|$)")
"""What a pattern begins with, to the first slash; of an expression only what is no part of one."""

Pattern = URLPattern | URLResolver


class ByFirstWord(URLResolver):
    """Patterns below a prefix, each beginning with a word of its own."""

    def __init__(self, patterns: Iterable[Pattern], prefix: str = "") -> None:
        self.prefix = prefix
        of_word: dict[str, list[Pattern]] = {}
        for pattern in (every := list(patterns)):
            of_word.setdefault(first_word(pattern), []).append(pattern)
        super().__init__(RoutePattern(prefix), every)
        self.of_word = {word: URLResolver(RoutePattern(prefix), some) for word, some in of_word.items()}

    def resolve(self, path: str) -> ResolverMatch:
        """As Django does it, among the few."""
        found = self.of_word.get(path.removeprefix(self.prefix).partition("/")[0])
        if found is None:
            raise Resolver404({"path": path, "tried": []})
        return found.resolve(path)


def by_first_word(patterns: Iterable[Pattern], prefix: str = "") -> Pattern:
    """These patterns below a prefix, found by their first word."""
    every = list(patterns)
    try:
        return ByFirstWord(every, prefix)
    except (AttributeError, TypeError):
        return path(prefix, include(every))


def first_word(pattern: Pattern) -> str:
    """A pattern that begins with anything else could not be found by it: the site does not start."""
    found = WORD.match(str(pattern.pattern))
    if found is None:
        raise ValueError(f"the address {pattern.pattern} does not begin with a word")
    return found[1]
