"""Ids that a page shows to people: what the data calls things, the names of fields, numbers of streams."""

import re
from functools import cache
from typing import Final

from playwright.sync_api import Page

from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import RANKS, SLOTS
from muster.rules.dice.faces import Die

# The text people see, but for what is meant for programs: addresses, evidence, the API's own words.
SHOWN: Final = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: within } = walk.currentNode;
    if (!within.closest("script, code, pre, textarea") && within.checkVisibility()) found.push(data);
  }
  return found.join("\\n");
}"""
SNAKE: Final = re.compile(r"(?<![\w/.-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/])")
KEBAB: Final = re.compile(r"(?<![\w/.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w/-])")
NUMBER: Final = re.compile(
    r"(?<![\w/])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?!\w)"
)


@cache
def known_ids() -> frozenset[str]:
    """What the data writes with hyphens; an English word with one (sign-up) is not among them."""
    slugs = {card.slug.partition("/")[2] for card in catalogue().cards.values()}
    every = slugs | set(catalogue().keywords) | {*RANKS, *SLOTS} | {die.value for die in Die}
    return frozenset(id_ for id_ in every if "-" in id_)


def ids_in(text: str) -> list[str]:
    """The ids in a text, each once."""
    kebab = [id_ for id_ in KEBAB.findall(text) if id_ in known_ids()]
    return sorted({*SNAKE.findall(text), *NUMBER.findall(text), *kebab})


def ids_shown(page: Page) -> list[str]:
    """The ids that this page shows."""
    return ids_in(page.evaluate(SHOWN))
