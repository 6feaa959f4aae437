"""What a card does as a page shows it: the sentences with their keywords as links, or why we cannot say."""

from functools import cache
from typing import NamedTuple

from muster.rules.cards import Card, catalogue
from muster.rules.cards.effects import Piece, Told, no_effect_reason, pieces, reason_in_words
from muster.rules.cards.types import CommandCard, Upgrade


class EffectLine(NamedTuple):
    """The sentences in pieces. `known` tells an effect from a reason, `asks` that a reader can help."""

    pieces: tuple[Piece, ...]
    known: bool = True
    asks: bool = False
    unsure: str = ""

    @property
    def plain(self) -> str:
        """The sentences without links."""
        return "".join(piece.text for piece in self.pieces)


def effect_line(card: Card) -> EffectLine | None:
    """What an upgrade or a command card does; other cards have their profile."""
    return told(card) if isinstance(card, Upgrade | CommandCard) else None


@cache
def told(card: Told) -> EffectLine:
    """The effect, else the reason why there is none on file."""
    effect = catalogue().effect(card)
    if effect is None:
        reason = no_effect_reason(card, catalogue().data.effects.pictures)
        return EffectLine((Piece(reason_in_words(card, reason)),), known=False, asks=reason != "parts")
    return EffectLine(pieces(effect, catalogue().keywords_by_name), unsure=effect.unsure or "")
