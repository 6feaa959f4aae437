"""The overlay for a stream: score, round and dice of a game that may be watched, and nothing secret."""

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.test import Client

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.store.accounts import new_id
from tests.web.api_caller import caller_of
from tests.web.api_game import ARMY, opened
from tests.web.event_table_fixtures import Cup

pytestmark = pytest.mark.django_db


def test_an_overlay_shows_score_and_dice_to_whoever_has_its_address():
    ann, bob, game = opened(level="score")
    people, seen = {"one": ann, "two": bob}, ann.get(game)
    while not seen["table"]["round"]:
        mine = people[seen["waiting"][0]].get(game)
        seen = people[seen["waiting"][0]].do(game, "speak", said=mine["options"][0])
    ann.do(game, "roll-tray", dice=["attack-red", "attack-red"])
    address = f"/game/{game.rpartition('/')[2].replace('-', '')}/overlay"
    page = Client().get(address)
    html = page.content.decode()
    assert page.status_code == 200
    assert re.findall(r'class="overlay-side" data-side="(\w+)"', html) == ["blue", "red"]
    assert "<span>Ann</span>" in html and "<span>Bob</span>" in html
    assert "Round 1" in html and html.count('data-die="attack-red"') == 2
    assert html.count('class="overlay-roll"') == 1, "what was rolled for the colour is long past"
    assert f'data-streams="/api/v1{game}/live"' in html
    assert Client().get(f"/api/v1{game}/live").status_code == 200
    ann.do(game, "let-watch", watched=False)
    assert Client().get(address).status_code == 404
    assert Client().get(f"/api/v1{game}/live").status_code == 404


class CastTable:
    """Ann and Bo keep the score of their table in the app, and a caster opens the overlay of it."""

    def __init__(self, cup: Cup) -> None:
        cup.announce().pair()
        asked = {"act": "play-table", "tournament": cup.stream, "level": "score"}
        players = [caller_of(cup.people[name]) for name in ("ann", "bo")]
        (id,) = {player.post("/games", asked, 201)["id"] for player in players}
        self.game = f"/games/{id}"
        seats = {player.get(self.game)["audience"]: player for player in players}
        for seat, player in seats.items():
            player.do(self.game, "bring-army", seat=seat, army=ARMY)
        seen = players[0].do(self.game, "begin-game")
        while not seen["table"]["blue"]:
            player = seats[seen["waiting"][0]]
            seen = player.do(self.game, "speak", said=player.get(self.game)["options"][0])

    def overlay(self) -> str:
        page = Client().get(f"/game/{UUID(self.game.removeprefix('/games/')).hex}/overlay")
        assert page.status_code == 200
        return page.content.decode()


def start_clock(cup: Cup, at: datetime) -> None:
    cup.my.do(Act(str(cup.people["olga"].pk), at, str(new_id())), cup.stream, commands.StartClock())


def test_the_clock_of_an_events_round_runs_on_the_overlay_with_the_minutes_of_its_table():
    cup, started = Cup(minutes=100), datetime.now(UTC) - timedelta(minutes=10)
    overlay = CastTable(cup).overlay
    assert f"/api/v1/tournaments/{UUID(cup.id)}/live" in overlay(), "a clock that starts changes the overlay"
    assert "<time" not in overlay(), "nobody has started it"
    start_clock(cup, started)
    ends, left = re.search(r'<time data-ends="([^"]+)">([^<]+)</time>', overlay()).groups()
    assert datetime.fromisoformat(ends) == started + timedelta(minutes=100)
    assert left in ("89:59", "89:58", "89:57")
    table = cup.my.load(cup.stream).state.round.game_of("p1").table
    cup.my.do(cup.act(), cup.stream, commands.Extend(minutes=5, table=table))
    assert f'data-ends="{(started + timedelta(minutes=105)).isoformat()}"' in overlay()


def test_a_clock_of_secret_length_is_not_on_the_overlay():
    cup = Cup(kind="recon", profile="current", points=600)
    overlay = CastTable(cup).overlay
    start_clock(cup, datetime.now(UTC))
    assert 'class="overlay-round"' in overlay() and "<time" not in overlay()
