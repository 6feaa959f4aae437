"""Exact odds of an attack, and of every unit of an army against another: fractions, never simulated."""

from typing import Literal

from muster.library.armies import read
from muster.rules.armies.army import Army
from muster.rules.attack.book import Book, Situation, book_of
from muster.rules.attack.typical import typical_armies
from muster.rules.cards.catalogue import catalogue
from muster.rules.dice.odds import Odds
from muster.rules.dice.odds import odds as of
from muster.rules.dice.questions import Attack, Cover, Defence

__all__ = ["Attack", "Book", "Defence", "Odds", "book", "of", "typical"]


def book(
    mine: Army | str | bytes, theirs: Army | str | bytes, *,
    cover: Cover = "none", aims: Literal[0, 1] = 0, dodges: Literal[0, 1] = 0,
) -> Book:  # fmt: skip
    """The battle book of two armies, or of lists as text: what each unit does to each of the others, both
    ways and at every range.

    All attacks are in one situation: the cover of the target, an Aim of the attacker, a Dodge of the target.
    """
    situation = Situation(cover=cover, aims=aims, dodges=dodges)
    return book_of(_army(mine), _army(theirs), catalogue(), situation)


def typical() -> dict[str, Army]:
    """Legal armies to measure one's own against, by their keys: one of each faction and one more."""
    return dict(typical_armies())


def _army(given: Army | str | bytes) -> Army:
    return given if isinstance(given, Army) else read(given).army
