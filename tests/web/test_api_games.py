"""A whole game through the API: everything a seat may say comes from its own view."""

from random import Random

import msgspec
import pytest

from muster.app.game.playing.playing import GameDesk
from muster.web.requests import new_look
from tests.app.game_seats import RECON
from tests.web.api_caller import Caller

pytestmark = pytest.mark.django_db
ARMY = msgspec.json.decode(RECON)


def opened(level: str = "full") -> tuple[Caller, Caller, str]:
    ann, bob = Caller("ann"), Caller("bob")
    made = ann.post("/games", {"act": "open-game", "level": level, "player": "Ann"}, 201)
    game = f"/games/{made['id']}"
    assert made["code"], "the code of the seat is shown once"
    bob.do(game, "take-seat", seat="two", player="Bob")
    for caller, seat in ((ann, "one"), (bob, "two")):
        caller.do(game, "bring-army", seat=seat, army=ARMY)
    ann.do(game, "begin-game")
    return ann, bob, game


@pytest.mark.parametrize("level", ["full", "score"])
def test_a_whole_game_is_played_through_the_api(level: str) -> None:
    ann, bob, game = opened(level)
    random = Random(5)
    people = {"one": ann, "two": bob}
    seen = ann.get(game)
    for _ in range(600):
        if seen["table"]["ended"]:
            break
        seat = random.choice(seen["waiting"])
        mine = people[seat].get(game)
        said = random.choice(mine["options"])
        seen = people[seat].do(game, "speak", said=said)
    assert seen["table"]["ended"]
    closed = bob.do(game, "close-game")
    assert closed["table"]["closed"]
    head, *log = ann.client.get(f"/api/v1{game}/log").content.splitlines()
    assert head == b'{"schema":"muster.game/1","audience":"one"}'
    assert log and all(b'"actor":""' in line for line in log)


def test_a_hand_and_a_laid_card_are_shown_to_their_seat_alone() -> None:
    ann, bob, game = opened()
    eve = Caller("eve")
    assert ann.get(game)["own"]["hand"] == ["bl", "bk", "bj", "aa"]
    watched = eve.get(game)
    assert watched["audience"] == "watch" and watched["own"] is None and watched["options"] == []
    assert eve.do(game, "speak", 403, said={"say": "concede"})["violations"]
    assert bob.do(game, "speak", 422, said={"say": "dice", "prompt": "setup.colour"})


def test_what_a_caller_saw_is_named_for_that_caller_alone() -> None:
    ann, bob, game = opened()
    seen = {who: who.client.get(f"/api/v1{game}") for who in (ann, bob, Caller("eve"))}
    tags = {who: answer["ETag"] for who, answer in seen.items()}
    assert len(set(tags.values())) == 3
    for who, tag in tags.items():
        for other in tags:
            again = other.client.get(f"/api/v1{game}", headers={"If-None-Match": tag})
            assert again.status_code == (304 if other is who else 200)
    stream = GameDesk(new_look(), game.rpartition("/")[2].replace("-", ""))
    version = stream.store.version(stream.stream)
    assert not any(str(version) == tag.strip('"') for tag in tags.values())


def test_players_let_others_watch_or_nobody() -> None:
    ann, bob, game = opened()
    eve = Caller("eve")
    eve.do(game, "let-watch", 403, watched=False)
    assert eve.get(game)["audience"] == "watch"
    bob.do(game, "let-watch", watched=False)
    eve.get(game, 404)
    eve.do(game, "let-watch", 404, watched=True)
    eve.do(game, "speak", 404, said={"say": "concede"})
    assert ann.get(game)["audience"] == "one"
    ann.do(game, "let-watch", watched=True)
    assert eve.get(game)["audience"] == "watch"
