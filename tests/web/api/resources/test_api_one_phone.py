"""One phone for both through the API: it sees the secrets of the seat it names, and none of the other."""

import msgspec
import pytest

from tests.app.game_seats import RECON
from tests.web.api_caller import Caller

pytestmark = pytest.mark.django_db


def test_one_phone_for_both_names_the_seat_whose_secrets_it_wants() -> None:
    ann = Caller("ann")
    made = ann.post("/games", {"act": "open-game", "player": "Ann", "opponent": "Bob", "both": True}, 201)
    game = f"/games/{made['id']}"
    for seat in ("one", "two"):
        ann.do(game, "bring-army", seat=seat, army=msgspec.json.decode(RECON))
    seen = ann.do(game, "begin-game")
    while "card" not in seen["table"]["todo"][-1]["id"]:
        seat = seen["waiting"][0]
        ann.do(game, "speak", seat=seat, said=ann.get(f"{game}?seat={seat}")["options"][0])
        seen = ann.get(game)
    assert seen["audience"] == "both" and seen["waiting"] == ["one", "two"]
    assert seen["own"] is None and seen["options"] == [], "nobody has said who looks"
    for seat in ("one", "two"):
        shown = ann.get(f"{game}?seat={seat}")
        assert shown["audience"] == seat and shown["own"]["hand"] and shown["options"] and shown["prompt"]


def test_a_seat_is_shown_only_to_who_sits_there() -> None:
    ann, bob = Caller("ann"), Caller("bob")
    game = f"/games/{ann.post('/games', {'act': 'open-game', 'player': 'Ann'}, 201)['id']}"
    bob.do(game, "take-seat", seat="two", player="Bob")
    assert bob.get(f"{game}?seat=two")["audience"] == "two"
    refused = bob.get(f"{game}?seat=one", 403)
    assert [violation["code"] for violation in refused["violations"]] == ["game.not_seated"]
    assert Caller("eve").get(f"{game}?seat=one", 403)["violations"]
