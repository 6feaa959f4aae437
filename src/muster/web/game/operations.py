"""The missions of Special Operations with their maps, the condition chart and the weapon keywords."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse

from muster.rules.game.missions import MissionCard
from muster.rules.game.special_operations.squads.cards import EditionId
from muster.rules.game.special_operations.squads.finding import edition_named
from muster.rules.game.special_operations.squads.squads import (
    any_meaning,
    condition_text,
    conditions,
    operations,
    weapon_keywords,
)
from muster.web.cards.cards import searches
from muster.web.cards.freshness import cached_view
from muster.web.cards.squad_sheets import EditionChoice, editions
from muster.web.game.play.board import HALF, PHONE, TOKEN, MapToken, MapZone, MissionMap
from muster.web.page import Page, render_response


class MissionLine(NamedTuple):
    """A mission: its map and its words."""

    card: MissionCard
    map: MissionMap


class ConditionLine(NamedTuple):
    """A row of the condition chart."""

    face: str
    name: str
    text: str


class MissionsPage(Page, frozen=True, kw_only=True):
    """The four missions of an edition."""

    template: ClassVar = "game/operations.html"
    edition: EditionId
    editions: tuple[EditionChoice, ...]
    missions: tuple[MissionLine, ...]
    conditions: tuple[ConditionLine, ...]
    keywords: tuple[tuple[str, str], ...]


@cached_view
@searches
def render_missions(request: HttpRequest) -> HttpResponse:
    """Everything on one page."""
    edition = edition_named(request.GET.get("edition", ""))
    known = (any_meaning(edition, id) for id in weapon_keywords(edition))
    page = MissionsPage(
        edition=edition,
        editions=editions(edition, "missions"),
        missions=tuple(MissionLine(card, mission_line(card)) for card in operations(edition).values()),
        conditions=tuple(
            ConditionLine(row.face, row.name, condition_text(row)) for row in conditions().values()
        ),
        keywords=tuple((card.name, card.text) for card in known),
    )
    return render_response(request, page)


def mission_line(card: MissionCard) -> MissionMap:
    """A mission's map as Blue sees it."""
    width, height = (card.board.width, card.board.height) if card.board else (0, 0)
    zones = (MapZone(z.side, z.left, z.top, z.right - z.left, z.bottom - z.top) for z in card.zones)
    tokens = tuple(
        MapToken(
            token.name[0], "", token.x, token.y, HALF + TOKEN if token.kind == "poi" else 0, "",
            token.of or "", "", "",
            f"{token.name}: {token.x:g}″ from the left, {token.y:g}″ from Red’s edge",
        )
        for token in card.tokens
    )  # fmt: skip
    return MissionMap(
        card.name, width, height, round((width + 0.6) / PHONE, 4), tuple(zones), tokens, "blue",
        ("Red", "Blue"), tuple(token.words for token in tokens),
    )  # fmt: skip
