"""The strip that tells each phone where the other is, pushed to both while they play.

Each side has a channel of its own. What is sealed, and the command hand, is in neither strip.
"""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse

from muster.app.campaign.battle.context import BattleContext, BattleRole, SideRef
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.experience import owes_rival
from muster.rules.violations import Refused
from muster.web import live
from muster.web.campaign.battle import opponent_view
from muster.web.campaign.battle.opponent_view import Across, Recording, recording_in, sides_named
from muster.web.campaign.battle.request import BattleRequest, battle_request, battles_over
from muster.web.campaign.battle.steps.moments import FatesAcross, latest_fates
from muster.web.campaign.requests import methods_only
from muster.web.environment import url
from muster.web.page import Page, render_page, render_response
from muster.web.requests import new_store

BOTH, ARBITRATOR = "both", "arbitrator"


class StripRow(NamedTuple):
    """Where one side is."""

    who: Across
    where: str
    dispute: str
    sealed: bool
    fates: FatesAcross | None


class Strip(NamedTuple):
    """What the strip says. `rival_at` leads to the rival that the other side waits for."""

    version: int
    screen: str
    rows: list[StripRow]
    rival_at: str


class LiveStrip(NamedTuple):
    """The strip with the ticket of its line, and where it is fetched when the line broke."""

    strip: Strip
    ticket: str
    refresh: str


class StripPage(Page):
    """What is pushed."""

    template: ClassVar[str] = "campaign/battle/strip.html"
    strip: Strip


class LivePage(Page):
    """What is fetched."""

    template: ClassVar[str] = "campaign/battle/live.html"
    live: LiveStrip


def audience_of(role: BattleRole) -> str:
    """As whom somebody watches: the arbitrator who plays sees what a player sees."""
    if len(role.sides) > 1:
        return BOTH
    return role.sides[0] if role.sides else ARBITRATOR


class BattleLive:
    """Battles for the live app: a look of its own each time."""

    def audience(self, stream: str, account: str) -> str | None:
        try:
            return audience_of(_desk(stream).role(account))
        except Refused:
            return None

    def render(self, stream: str, audience: str) -> tuple[int, str]:
        desk = _desk(stream)
        named = sides_named(desk.table, desk.battle)
        strip = strip_of(desk, audience, named, recording_in(desk))
        return strip.version, render_page(StripPage(strip=strip))


def _desk(stream: str) -> BattleContext:
    battles = battles_over(new_store())
    battles.prefetch([stream])
    return battles.desk(SideRef(stream, "blue"))


def strip_of(desk: BattleContext, audience: str, named: dict[SideKey, Across], record: Recording) -> Strip:
    """What the strip says to this audience."""
    own = next((key for key in SIDES if key == audience), None)
    context = desk.context_of(own) if own else None
    battle = desk.battle
    rival_at = f"{url('tour-battle', battle=battle.id.partition(':')[2])}?rival=1"
    return Strip(
        desk.table.battle(battle.id).version,
        opponent_view.screen_of(context, record) if context else "",
        [_row(desk, key, named[key]) for key in SIDES if key != own],
        rival_at if context and owes_rival(context) else "",
    )


def _row(desk: BattleContext, key: SideKey, who: Across) -> StripRow:
    side = desk.battle.side(key)
    sealed = side.sealed_rival is not None and side.rival is None
    where = opponent_view.whereabouts(desk.battle, key)
    return StripRow(who, where, side.dispute, sealed, latest_fates(desk, key))


def live_strip(asked: BattleRequest) -> LiveStrip:
    """The strip of a page with its ticket."""
    audience = audience_of(asked.role)
    ticket = live.issue_ticket(asked.stream, audience, asked.me)
    strip = strip_of(asked.desk, audience, asked.players, asked.recording)
    return LiveStrip(strip, ticket, url("tour-battle-live", battle=asked.address))


@methods_only("GET")
def fragment(request: HttpRequest, battle: str) -> HttpResponse:
    """The strip alone with a fresh ticket: what a phone fetches when its line broke."""
    return render_response(request, LivePage(live=live_strip(battle_request(request, battle))))
