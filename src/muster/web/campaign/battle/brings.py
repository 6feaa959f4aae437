"""What a mustered army brings to its battle, for the eyes of its own side."""

from django.http import Http404, HttpRequest, HttpResponse
from msgspec.structs import replace

from muster.rules.armies.army import from_json
from muster.web.armies.brings import brings_page
from muster.web.campaign.battle.request import battle_request
from muster.web.campaign.requests import methods_only
from muster.web.page import render_response


@methods_only("GET")
def page(request: HttpRequest, battle: str) -> HttpResponse:
    """Every keyword and effect of the army that the reader's side mustered, with the hand it wrote down; its
    Paragon cards are told on the Register (rule 437: nobody else sees the hand)."""
    asked = battle_request(request, battle)
    side = asked.desk.battle.side(asked.side) if asked.side else None
    if side is None or not side.mustered:
        raise Http404
    cards = asked.desk.context.cards
    hand = tuple(card for card in side.hand if card in cards.commands)
    army = replace(from_json(side.army), command_hand=hand)
    return render_response(request, brings_page(army, back=asked.here))
