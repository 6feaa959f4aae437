"""Activations on pages: tokens with their rules, cards that turn, counted actions, keywords, the clock."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from muster.app.game.playing import commands
from muster.rules.core_rules import core_rule
from muster.rules.game.answers import Act, CountActions, Tokens, TurnCard
from muster.rules.game.game import view
from muster.rules.game.tokens import KINDS
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import part_for
from muster.web.game.play.prompts.asking import prompt_for
from muster.web.game.play.rows import groups, tools_of
from muster.web.page import render_page
from tests.app.game_seats import HANDLERS, act, two_at_a_game, while_a_unit_acts
from tests.web.api_game import opened

BOTH = ("one", "two")


def read(do: str):
    """What a form with this button says."""
    command = FORMS[do.partition(" ")[0]].read(QueryDict(f"do={do}"))
    assert isinstance(command, commands.Speak)
    return command.said


def test_a_button_says_which_token_card_or_switch() -> None:
    assert read("token one.1 shield-off off") == Tokens(unit="one.1", token="shield-off", number=-1)
    assert read("token one.1 poison") == Tokens(unit="one.1", token="poison", number=1)
    assert read("card one.1 db exhausted") == TurnCard(unit="one.1", card="db", to="exhausted")
    assert read("count-actions one on") == CountActions(on=True)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_token_leads_to_a_core_rule_that_there_is(kind: str) -> None:
    assert core_rule(KINDS[kind].core).id == KINDS[kind].core


def test_what_is_tapped_is_drawn_and_taken() -> None:
    """Every button of the tools of a unit that acts is read and not refused."""
    desk = while_a_unit_acts()
    seat = desk.game.table.units[desk.game.table.acting].seat
    tools = tools_of(view(desk.game, seat), desk.game.table.acting)
    assert tools and len(tools.steps) >= 8
    for step in tools.steps:
        for button, off in ((step.more, step.full), (step.less, step.empty)):
            wrong = HANDLERS.can(
                desk, act(desk.game.players[seat]), commands.Speak(seat=seat, said=read(button))
            )
            assert bool(wrong) == off, (button, wrong)


def test_counted_actions_are_tiles_and_without_the_switch_there_are_none() -> None:
    for counted in (False, True):
        desk = while_a_unit_acts(switches={"count-actions": counted})
        seat = desk.game.table.units[desk.game.table.acting].seat
        enters = commands.Speak(seat=seat, said=Act(unit=desk.game.table.acting, what="enter"))
        first = prompt_for(view(desk.game, seat))
        assert first and not first.tiles, "who is not on the table makes only the Move that enters it"
        HANDLERS.handle(desk, act(desk.game.players[seat]), enters)
        prompt = prompt_for(view(desk.game, seat))
        assert prompt and prompt.kind == "acts"
        names = [tile.name for tile in prompt.tiles]
        assert ("Aim" in names and "Move" in names) == counted
        assert ("1 of 2 actions left: Move" in prompt.small) == counted, "it entered by a Move"


def test_a_row_has_its_figures_and_leads_to_its_card_for_whoever_looks() -> None:
    desk = while_a_unit_acts()
    for audience in ("one", "two", "both", "watch"):
        seen = view(desk.game, audience)  # type: ignore[arg-type]
        rows = [row for seat in BOTH for group in groups(seen, seat) for row in group.rows]  # type: ignore[arg-type]
        assert rows and all(row.href.startswith("/cards/") for row in rows)
        assert all(re.match(r"Courage (\d|–), speed \d", row.profile) for row in rows)


def test_the_clock_of_a_game_is_the_same_in_every_frame_and_absent_without_a_limit() -> None:
    desk = two_at_a_game(minutes=90)
    pages = {render_page(part_for(desk, "one")) for _ in range(2)}
    assert len(pages) == 1 and 'data-ends="2026-11-16T01:30:00+00:00"' in pages.pop()
    assert "data-ends" not in render_page(part_for(two_at_a_game(), "one"))


@pytest.mark.django_db
def test_a_limit_is_on_the_page_the_big_screen_and_the_overlay() -> None:
    ann, bob, game = opened(level="score", minutes=75)
    people, seen = {"one": ann, "two": bob}, ann.get(game)
    while not seen["table"]["round"]:
        mine = people[seen["waiting"][0]].get(game)
        seen = people[seen["waiting"][0]].do(game, "speak", said=mine["options"][0])
    at = f"/game/{game.rpartition('/')[2].replace('-', '')}"
    for page in ("", "/hall", "/overlay"):
        html = Client().get(f"{at}{page}").content.decode()
        assert "data-ends=" in html and "clock.js" in html, page
    assert ann.do(game, "call-last-round")["table"]["last"] == 0
    waits = Client().get(at).content.decode()
    assert "Ann says that time is called" in waits
    assert bob.do(game, "call-last-round")["table"]["last"] == seen["table"]["round"]
    assert "Last round" in Client().get(f"{at}/hall").content.decode()
    assert "Time is called" in Client().get(at).content.decode()
