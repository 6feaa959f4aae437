"""The overlay for a stream: score, round and dice of a game that may be watched, and nothing secret."""

import re

import pytest
from django.test import Client

from tests.web.api_game import opened

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
