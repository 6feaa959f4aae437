"""What my list brings: every keyword and effect of an army on one page, in the order of a round."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from msgspec.structs import replace

from muster.app.armies import saving
from muster.app.armies.saving import Shared
from muster.rules.armies.army import Army, army_name
from muster.rules.armies.sheets.brings import what_it_brings
from muster.rules.armies.sheets.brought import Brought
from muster.rules.cards import catalogue
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies.address import Open
from muster.web.armies.requests import load_own_army
from muster.web.cards.effects import EffectLine, effect_or_reason
from muster.web.cards.rows import address
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.requests import actor


class ToldCard(NamedTuple):
    """A card that does something: its page, its effect, the icon of its slot."""

    href: str
    line: EffectLine
    icon: str = ""


class BringsPage(Page, frozen=True, kw_only=True):
    """All that an army brings; `sealed` where the command hand is hidden from the reader. `cards` are its
    command cards and the upgrades that do something, by id; `paper` leads to the same as PDF."""

    template: ClassVar = "armies/brings.html"
    faction: str
    name: str
    brought: Brought
    cards: dict[str, ToldCard]
    back: str
    paper: str = ""
    is_mine: bool = True
    sealed: bool = False
    is_public: bool = False


@identity.private
@require_GET
def own_brings(request: HttpRequest, army_id: object) -> HttpResponse:
    """What one's own army brings."""
    saved = load_own_army(request, army_id)
    paper = url("army-print", saved.id, "brings")
    return render_response(request, brings_page(saved.army, Open().at(saved.id), paper=paper))


@identity.private
@require_GET
def shared_brings(request: HttpRequest, code: str) -> HttpResponse:
    """What an army brings, by its link: as far as the reader may see it (rule 528)."""
    saved = saving.army_by_link(DatabaseArmies(), actor(request), code)
    is_mine = saved.owner == actor(request)
    page = brings_page(saved.army, url("army-shared", code), paper=url("army-shared-print", code, "brings"))
    sealed, public = saved.hand_hidden and not is_mine, saved.shared is Shared.PUBLIC
    return render_response(request, replace(page, is_mine=is_mine, sealed=sealed, is_public=public))


def brings_page(army: Army, back: str, paper: str = "") -> BringsPage:
    """The page of an army, as its player sees it."""
    brought = what_it_brings(army, catalogue())
    return BringsPage(
        faction=army.faction,
        name=army_name(army),
        brought=brought,
        cards={card: card_line(card) for part in brought.parts for card in part.cards},
        back=back,
        paper=paper,
    )


def card_line(card_id: str) -> ToldCard:
    """An upgrade or a command card as the page shows it."""
    upgrade = catalogue().upgrades.get(card_id)
    if upgrade:
        return ToldCard(address(upgrade), effect_or_reason(upgrade), f"up-{upgrade.slot}")
    card = catalogue().command(card_id)
    return ToldCard(address(card), effect_or_reason(card))
