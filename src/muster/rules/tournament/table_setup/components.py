"""Matters of components: substitutes, what happens when something is lost, damaged or not allowed.

Tournament Regulations, "Sharing Components", "Component Modifications", "Lost and Damaged Components",
"Tokens" and "Legal Products" (rules 541 to 567), and the silhouette template (661). What a leader must judge
with their eyes is a question here, never an answer.
"""

from typing import Final, Literal, TypeAlias, get_args

from muster.rules.cards.types import Unit
from muster.rules.tournament.judging.products import Tier
from muster.rules.violations import Refused, Source, Violation

SOURCE: Final = "tournament regulations: components"
problem = Source(SOURCE).problem
SMALL_BASE: Final = "27"

Shareable: TypeAlias = Literal["range-ruler", "movement-tools", "dice"]
Part: TypeAlias = Literal["card", "miniature", "base", "token", "order-token"] | Shareable
SHAREABLE: Final[tuple[Shareable, ...]] = get_args(Shareable)
ESSENTIAL_TOKENS: Final = ("objective", "condition", "charge", "smoke", "order")
"""The tokens that must be the real ones (rule 557); any other may be marked by something else (558)."""


# Substitutes ------------------------------------------------------------------------------------------------


def substitute_problems(
    part: Part, *, token: str = "", on_stream: bool = False, made_by_leader: bool = False
) -> tuple[Violation, ...]:
    """Whether something other than the official component may be used (rules 562, 563 and 567).

    Bases of the same size and tokens that are not essential may be replaced, and a damaged card by a
    leader's proxy; on an official stream nothing may.
    """
    if on_stream:
        return (problem("component.on_stream"),)
    if part == "base" or (part == "card" and made_by_leader):
        return ()
    if part == "token" and token and token not in ESSENTIAL_TOKENS:
        return ()
    return (problem("component.proxy" if part == "card" else "component.not_official"),)


def order_token_problems(tier: Tier, *, opaque: bool) -> tuple[Violation, ...]:
    """In Competitive events random order tokens are drawn from an opaque bag or container (rule 560)."""
    return (problem("component.order_tokens"),) if tier == "competitive" and not opaque else ()


# Lost, damaged, not allowed --------------------------------------------------------------------------------

MissingStage: TypeAlias = Literal["reported", "extended", "conceded", "removed", "found"]
MissingNews: TypeAlias = Literal["extension-given", "replacement-found", "extension-over", "next-round-began"]

AFTER: Final[dict[tuple[MissingStage, MissingNews], MissingStage]] = {
    ("reported", "extension-given"): "extended",
    ("reported", "replacement-found"): "found",
    ("extended", "replacement-found"): "found",
    ("extended", "extension-over"): "conceded",
    ("conceded", "replacement-found"): "found",
    ("conceded", "next-round-began"): "removed",
}
"""The three steps: a short extension, then the game is conceded, then the player is removed (552, 553)."""


def missing_component(stage: MissingStage, news: MissingNews) -> MissingStage:
    """Where the matter of a missing essential component stands after the news (rules 552 and 553)."""
    if (stage, news) not in AFTER:
        raise Refused(problem("component.not_so", stage=stage, news=news))
    return AFTER[stage, news]


Remedy: TypeAlias = Literal["use-on", "proxy", "share-with-opponent", "modify-or-replace", "as-lost"]


def damage_remedy(part: Part, *, impedes_play: bool = False) -> Remedy:
    """What to do about a damaged component without a replacement (rules 554 to 556).

    A card gets a proxy; a miniature is used on unless it impedes play, else it is mended or replaced; dice,
    rulers and tools are shared with the opponent; anything else counts as lost.
    """
    if part == "card":
        return "proxy"
    if part == "miniature":
        return "modify-or-replace" if impedes_play else "use-on"
    return "share-with-opponent" if part in SHAREABLE else "as-lost"


def ineligible_remedy(*, necessary: bool, replacement: bool) -> Literal["leave-out", "replace", "dropped"]:
    """What is ruled ineligible is replaced; without a replacement, a necessary one drops its player (542)."""
    if replacement:
        return "replace"
    return "dropped" if necessary else "leave-out"


# The silhouette template -----------------------------------------------------------------------------------


def uses_silhouette(unit: Unit) -> bool | None:
    """Line of sight to and from small-base troopers goes by the template (rule 661); None: base not known."""
    if not unit.unit_type.endswith("trooper"):
        return False
    return None if unit.base_mm is None else unit.base_mm == SMALL_BASE
