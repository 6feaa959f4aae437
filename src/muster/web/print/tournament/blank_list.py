"""A blank army list to fill in by hand: what rule 537 asks for, in the event's format."""

from typing import Final

import msgspec

from muster.app.tournament.access import AudienceView
from muster.rules.cards.catalogue import catalogue
from muster.rules.tournament.judging.lists import event_format
from muster.web.print.armies.heading import Paper
from muster.web.print.tournament.heading import EventHeading, heading, on_paper

UNITS: Final = 14


class BlankList(msgspec.Struct, frozen=True, kw_only=True):
    """The empty lines of a list: units, command cards, battle cards; `aside` where the format has Loadout."""

    heading: EventHeading
    format: str
    points: int
    units: int
    commands: int
    battle_cards: int
    aside: bool


def blank_list(look: AudienceView, paper: Paper) -> BlankList:
    """What stands on the sheet."""
    cards, format_id = catalogue(), event_format(look.view.plan)
    known = cards.formats[format_id]
    return BlankList(
        heading=heading(look, paper, "Army list"),
        format=known.name,
        points=look.view.plan.points,
        units=UNITS,
        commands=sum(cards.army.command_hand.by_pips.values()),
        battle_cards=sum(known.battle_deck.categories.values()),
        aside=format_id == "legacy-800",
    )


blank_list_pdf = on_paper("tournament_blank_list", blank_list)
