"""The strip that tells each phone where the other is, pushed to both while they play.

Each side has a channel of its own. What is sealed, and the command hand, is in neither strip.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET

from muster.app.campaign.battle_access import BattleRole
from muster.app.campaign.battles import SideRef
from muster.rules.campaign.battle.battle import SIDES, Battle, Side, other
from muster.rules.campaign.battle.steps.experience import rival_awaited
from muster.rules.violations import Refused
from muster.web import live
from muster.web.campaign.battle.across import record_of, screen_of, side_named, whereabouts
from muster.web.campaign.battle.request import BattleRequest, chair_of, my_battles
from muster.web.identity import private

BOTH, ARBITRATOR = "both", "arbitrator"


def audience_of(standing: BattleRole) -> str:
    """As whom somebody watches: the arbitrator who plays sees what a player sees."""
    if len(standing.sides) > 1:
        return BOTH
    return standing.sides[0] if standing.sides else ARBITRATOR


class BattleLive:
    """Battles for the live app."""

    def audience(self, stream: str, account: str) -> str | None:
        try:
            return audience_of(my_battles().role(account, stream))
        except Refused:
            return None

    def render(self, stream: str, audience: str) -> tuple[int, str]:
        strip = strip_of(stream, audience)
        return strip["version"], render_to_string("campaign/battle/strip.html", strip)


def strip_of(stream: str, audience: str) -> dict[str, Any]:
    """What the strip says to this audience."""
    battles = my_battles().battles
    loaded = battles.battle(stream)
    own = audience if audience in SIDES else ""
    return {
        "version": loaded.version,
        "screen": _screen(stream, own) if own else "",
        "battle_at": stream.removeprefix("battle:"),
        "rows": [_row(battles, loaded.state, key, own) for key in SIDES if key != own],
        "waits_for_you": bool(own) and _waits(stream, other(own)),  # type: ignore[arg-type]
    }


def _screen(stream: str, own: str) -> str:
    battles = my_battles().battles
    return screen_of(battles.load_side(SideRef(stream, own)).seat, record_of(battles.store, stream))  # type: ignore[arg-type]


def _row(battles: Any, battle: Battle, key: Any, own: str) -> dict[str, Any]:
    side: Side = battle.side(key)
    return {
        "who": side_named(battles.tours, battle, key),
        "where": whereabouts(battle, key),
        "dispute": side.dispute,
        "sealed": side.sealed_rival is not None and side.rival is None,
        "own": key == own,
    }


def _waits(stream: str, theirs: Any) -> bool:
    """Whether the other side stands in step 5 and waits for this one's rival."""
    seat = my_battles().battles.load_side(SideRef(stream, theirs)).seat
    side = seat.side
    if not side.register or seat.battle.status != "recorded":
        return False
    return (
        side.step == 5 and not side.experienced and seat.opponent.sealed_rival is None and rival_awaited(seat)
    )


def live_context(chair: BattleRequest) -> dict[str, Any]:
    """The strip of a page with its ticket."""
    audience = audience_of(chair.standing)
    ticket = live.issue_ticket(chair.stream, audience, chair.me)
    return {"strip": strip_of(chair.stream, audience), "ticket": ticket, "battle": chair.address}


@private
@require_GET
def fragment(request: HttpRequest, battle: str) -> HttpResponse:
    """The strip alone with a fresh ticket: what a phone fetches when its line broke."""
    return render(request, "campaign/battle/live.html", live_context(chair_of(request, battle)))
