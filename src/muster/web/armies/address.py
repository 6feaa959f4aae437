"""What is open in the builder, as the address says it: every state of the page has one.

An address that asks for something that is not there (a line removed since, a slot that no card has) opens
the army itself: a bookmark or the way back never ends on an error.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from muster.rules.armies.army import DECK_CATEGORIES, Army
from muster.rules.cards.vocabulary import RANKS, SLOTS
from muster.rules.comparing.sorting import SORTS
from muster.web.environment import url

PLAIN = ("hand", "reasons", "settings", "notes", "more")
OF_LINE = ("unit", "join", "odds")
LONGEST_QUERY = 100
LONGEST_ID = 60


class Open(NamedTuple):
    """What is open: `view` says what kind of thing, `key` which line, `place` which rank, slot or category.

    `out` is the card that a new one replaces, `theirs` means the counterpart's slots, `every` shows also the
    cards that may not be added, `q` narrows the choice, `sort` is the figure that units to add go by.
    """

    view: str = ""
    key: str = ""
    place: str = ""
    out: str = ""
    theirs: bool = False
    every: bool = False
    q: str = ""
    sort: str = ""

    @property
    def query(self) -> str:
        """The state as the query of an address."""
        return query_of(self)

    def pairs(self) -> list[tuple[str, str]]:
        """What the query has, in its order; empty values are left out of it."""
        theirs = [("on", "counterpart")] if self.theirs else []
        return [*self._place(), *theirs, ("show", "all" if self.every else ""), ("q", self.q)]

    def _place(self) -> list[tuple[str, str]]:
        match self.view:
            case "":
                return []
            case "add":
                return [("add", self.place), ("sort", self.sort)]
            case "deck":
                return [("deck", self.place)]
            case "equip":
                return [("equip", self.key), ("slot", self.place), ("out", self.out)]
        return [(self.view, self.key if self.view in OF_LINE else "1")]

    def at(self, army_id: str) -> str:
        """The address of the army in this state."""
        page = page_of(army_id)
        return f"{page}?{self.query}" if self.view else page

    def but(self, **changes: str | bool) -> "Open":
        """The same state but for some of it."""
        return self._replace(**changes)  # type: ignore[arg-type]

    def to(self, view: str = "", **place: str) -> "Open":
        """Another place of the builder, for links."""
        return Open(view, **place)  # type: ignore[arg-type]

    @property
    def below(self) -> "Open":
        """What is open when the sheet on top is closed: the line it belongs to, or the army alone."""
        return Open("unit", key=self.key) if self.key and self.view != "unit" else Open()


@lru_cache(maxsize=4096)
def query_of(state: Open) -> str:
    """The query of an address. Lines are called u1, u2 … in every army, so that armies share most of
    them."""
    return urlencode([(name, value) for name, value in state.pairs() if value])


@lru_cache(maxsize=1024)
def page_of(army_id: str) -> str:
    """The page of an army; a builder has a hundred links to it."""
    return url("army", army_id)


def reopen(query: str, army: Army) -> Open:
    """What was open before the army changed, as far as it is still there."""
    return read_open(dict(parse_qsl(query)), army)


def read_open(query: Mapping[str, str], army: Army) -> Open:
    """What an address opens in this army."""
    every, q = query.get("show") == "all", query.get("q", "")[:LONGEST_QUERY]
    found = _parse_open(query, army)
    return found.but(every=every, q=q) if found.view in ("add", "equip", "join", "hand", "deck") else found


def _parse_open(query: Mapping[str, str], army: Army) -> Open:
    keys = {entry.key for entry in army.units}
    if query.get("add") in RANKS:
        sort = query.get("sort", "")
        return Open("add", place=query["add"], sort=sort if sort in SORTS else "")
    if query.get("equip") in keys and query.get("slot") in SLOTS:
        theirs = query.get("on") == "counterpart"
        out = query.get("out", "")[:LONGEST_ID]
        return Open("equip", key=query["equip"], place=query["slot"], out=out, theirs=theirs)
    if query.get("deck") in DECK_CATEGORIES:
        return Open("deck", place=query["deck"])
    for view in OF_LINE:
        if query.get(view) in keys:
            return Open(view, key=query[view])
    return next((Open(view) for view in PLAIN if query.get(view)), Open())
