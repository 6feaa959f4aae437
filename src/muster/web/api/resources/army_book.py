"""The battle book of an army: it stands among the armies."""

from typing import Literal
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema
from pydantic import Field

from muster.app.armies import saving
from muster.rules.attack.book import Situation
from muster.rules.attack.telling import ASSUMED
from muster.rules.attack.typical import typical_armies
from muster.store.armies import DatabaseArmies
from muster.web.api.answers import reply
from muster.web.api.commands import me
from muster.web.api.resources.armies import router
from muster.web.dice.book_weighing import Order, weighed_book

__all__ = ["router"]


class BookAsked(Schema, extra="forbid"):
    """Against whom, and what holds for every attack."""

    against: str = Field(description="Another army: its id, the code of its link, or typical-empire …")
    cover: Literal["none", "light", "heavy"] = "none"
    aims: Literal[0, 1] = Field(0, description="Aims of the attacker")
    dodges: Literal[0, 1] = Field(0, description="Dodges of the target")


class AttackOut(Schema):
    """An attack at one range, 0 for melee."""

    attacker: int = Field(description="Place in `attackers`")
    target: int = Field(description="Place in `targets`")
    band: int
    weapons: str
    wounds: str = Field(description="On average")
    defeat: str = Field(description="The chance to defeat the unit; empty where its wounds are not known")
    shade: int = Field(description="The share of the target’s wounds, 0 to 5")
    link: str = Field(
        description="The question as the odds page and `dice/odds` take it, for exact fractions"
    )


class DirectionOut(Schema):
    """One army attacks the other; lists of numbers are places in `cells`."""

    attackers: list[str]
    targets: list[str]
    cells: list[AttackOut]
    best_targets: list[list[int]] = Field(description="For each attacker")
    worst_fears: list[list[int]] = Field(description="For each target")
    best: list[int] = Field(description="The best range of each pair")


class BookOut(Schema):
    """Two armies against each other."""

    assumed: str
    ours: DirectionOut
    theirs: DirectionOut


@router.get("{uuid:army}/book", response=BookOut, url_name="api-army-book", summary="Its battle book")
def get_army_book(request: HttpRequest, army: UUID, wanted: Query[BookAsked]) -> HttpResponse:
    """What each unit of an army of mine does to each of another, and the other way round, at every range: the
    other by its id, by the code of its link, or typical as `typical-empire`."""
    mine = saving.own_army(DatabaseArmies(), me(request), str(army)).army
    other = typical_armies().get(wanted.against)
    theirs = other or saving.army_at_address(DatabaseArmies(), me(request), wanted.against[:60]).army
    situation = Situation(cover=wanted.cover, aims=wanted.aims, dodges=wanted.dodges)
    book = weighed_book(Order(mine, theirs, situation))
    return reply({"assumed": ASSUMED, **msgspec.to_builtins(book)})
