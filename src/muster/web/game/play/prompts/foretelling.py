"""What dice of missions and of panic would bring, in a line: the exact odds of `foreseeing` in words."""

from typing import Final

from muster.rules.game.special_operations.odds.foreseeing import Foreseen
from muster.web.dice.odds import decimal, percent
from muster.web.game.wording import word_list

WORDS: Final[dict[str, tuple[str, str]]] = word_list("foreseen")
"""What is counted, and what the chance of it is that matters."""


def odds_words(odds: Foreseen) -> str:
    """`1.9 slots on average, 12% that the card can be sent`."""
    counted, matters = WORDS[odds.what]
    mean = f"{decimal(odds.mean)} {counted} on average"
    return f"{mean}, {percent(odds.tells)} {matters}" if matters else mean
