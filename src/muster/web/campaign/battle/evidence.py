"""The evidence of a battle on a page: every roll of the app can be checked by whoever may read the battle."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse

from muster.rules.campaign.battle.battle import Battle
from muster.rules.campaign.battle.events import OfSide, SideKey
from muster.rules.campaign.battle.evidence import BattleEvidence, evidence_of
from muster.web.campaign.battle.opponent_view import Across
from muster.web.campaign.battle.request import battle_request
from muster.web.campaign.battle.undo import roll_words
from muster.web.campaign.requests import methods_only
from muster.web.page import Page, render_response


class Row(NamedTuple):
    """A roll with what it was for."""

    words: str
    one: BattleEvidence


class EvidencePage(Page):
    """Every roll and draw, with its commitment and, once the battle is done, its seed."""

    template: ClassVar[str] = "campaign/battle/evidence.html"
    here: str
    battle: Battle
    named: dict[SideKey, Across]
    rows: list[Row]


@methods_only("GET")
def page(request: HttpRequest, battle: str) -> HttpResponse:
    """For everybody who may read the battle."""
    asked = battle_request(request, battle)
    desk, context = asked.desk, asked.desk.context
    events = {
        (entry.batch, entry.event.step_key()): entry.event
        for entry in reversed(desk.log)
        if isinstance(entry.event, OfSide)
    }
    found = evidence_of(desk.log, opened=desk.battle.done)
    rows = [Row(roll_words(events[roll.act, roll.step], context), roll) for roll in found]
    return render_response(
        request, EvidencePage(here=asked.here, battle=desk.battle, named=asked.players, rows=rows)
    )
