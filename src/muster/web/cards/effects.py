"""What a card does as a page shows it: the sentences with their keywords as links, or why we cannot say."""

from functools import cache
from typing import NamedTuple

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from muster.rules.campaign.library.library import library
from muster.rules.cards import Card, catalogue
from muster.rules.cards.effects import Piece, Told, no_effect_reason, reason_in_words, text_pieces
from muster.rules.cards.types import CommandCard, Upgrade
from muster.rules.core_rules import CoreRule
from muster.rules.why.grounds import beneath_effect
from muster.web.environment import url


class EffectLine(NamedTuple):
    """The sentences in pieces. `known` tells an effect from a reason, `asks` that a reader can help;
    `core` are the core rules that it rests on."""

    pieces: tuple[Piece, ...]
    known: bool = True
    asks: bool = False
    unsure: str = ""
    core: tuple[CoreRule, ...] = ()

    @property
    def plain(self) -> str:
        """The sentences without links."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def with_links(self) -> SafeString:
        """The sentences with their keywords as links, for a sentence of a page that goes on with them."""
        return SafeString("".join(map(_link_keyword, self.pieces)))


def _link_keyword(piece: Piece) -> SafeString:
    if piece.keyword is None:
        return escape(piece.text)
    return format_html('<a href="{}">{}</a>', url("keyword", piece.keyword), piece.text)


def effect_line(card: Card) -> EffectLine | None:
    """What an upgrade or a command card does; other cards have their profile."""
    return effect_or_reason(card) if isinstance(card, Upgrade | CommandCard) else None


@cache
def effect_of(card: str) -> EffectLine | None:
    """What the upgrade or command card of an id does, a Paragon's too; templates ask for it by this name."""
    if found := catalogue().cards.get(card):
        return effect_line(found)
    unlocked = library().paragon_cards.get(card)
    return EffectLine((Piece(unlocked.words),)) if unlocked else None


@cache
def effect_or_reason(card: Told) -> EffectLine:
    """The effect, else the reason why there is none on file."""
    effect = catalogue().effect(card)
    if effect is None:
        reason = no_effect_reason(card, catalogue().data.effects.pictures)
        return EffectLine((Piece(reason_in_words(card, reason)),), known=False, asks=reason != "parts")
    return EffectLine(
        text_pieces(effect, catalogue().keywords_by_name),
        unsure=effect.unsure or "",
        core=beneath_effect(effect),
    )
