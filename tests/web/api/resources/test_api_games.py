"""A whole game through the API: everything a seat may say comes from its own view."""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from muster.app.game.playing.playing import GameDesk
from muster.cli import main
from muster.rules.dice.faces import SIDES, Die
from muster.web.requests import new_store
from tests.web.api_caller import Caller
from tests.web.api_game import opened

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "how",
    [
        {"mode": "recon"},
        {"mode": "recon", "level": "score"},
        {"mode": "standard", "level": "score"},
        {"mode": "turning-point", "mission": "the-hammer-falls", "level": "score"},
    ],
)
def test_a_whole_game_is_played_through_the_api(how: dict[str, str]) -> None:
    ann, bob, game = opened(**how)
    random = Random(5)
    people = {"one": ann, "two": bob}
    seen = ann.get(game)
    for _ in range(600):
        if seen["table"]["ended"]:
            break
        seat = random.choice(seen["waiting"])
        mine = seen if seen["audience"] == seat else people[seat].get(game)
        answer = random.choice(mine["options"])
        seen = people[seat].do(game, "speak", said=answer)
    assert seen["table"]["ended"] and seen["table"]["mode"] == how["mode"]
    closed = bob.do(game, "close-game")
    assert closed["table"]["closed"]
    head, *log = ann.client.get(f"/api/v1{game}/log").content.splitlines()
    assert head == b'{"schema":"muster.game/1","audience":"one"}'
    assert log and all(b'"actor":""' in line for line in log)


@pytest.mark.rule(363)
def test_a_whole_special_operation_is_played_through_the_api(tmp_path: Path) -> None:
    """The Codes!, won in round 1 by holders who all stand at a Transmitter; closed, its file proves every die
    and gives itself again."""
    ann, bob = Caller("ann"), Caller("bob")
    asked = {"act": "open-game", "mode": "special-operations", "edition": "v1.1", "mission": "the-codes"}
    made = ann.post("/games", {**asked, "squad": "infantry", "switches": {"condition": False}}, 201)
    game, people = f"/games/{made['id']}", {"one": ann, "two": bob}
    bob.do(game, "take-seat", seat="two")
    bob.do(game, "bring-squad", 422, seat="two", squad="nobody")
    bob.do(game, "bring-squad", seat="two", squad="rebel-commandos")
    seen = ann.do(game, "begin-game")
    while not seen["table"]["ended"]:
        caller = people[seen["waiting"][0]]
        if caller is not people[seen["audience"]]:
            seen = caller.get(game)
        seen = caller.do(game, "speak", said=at_the_transmitter(seen))
    table = seen["table"]
    assert table["ended"] == {"winner": "red", "ground": "mission"} and table["round"] == 1
    bob.do(game, "close-game")
    raw = ann.client.get(f"/api/v1{game}/log").content
    (tmp_path / "game.jsonl").write_bytes(raw)
    done = CliRunner().invoke(main, ["game", "replay", str(tmp_path / "game.jsonl"), "--as", "one"])
    assert done.exit_code == 0 and done.stdout_bytes == raw
    assert "0 still sealed" in done.stderr and " 0 rolls" not in done.stderr


@pytest.mark.rule(339)
def test_the_odds_of_a_console_are_told_to_who_acts_there() -> None:
    """Three black dice onto an empty card: five sides of eight fill a slot, but for a third Critical or
    Surge."""
    ann, bob = Caller("ann"), Caller("bob")
    asked = {"act": "open-game", "mode": "special-operations", "mission": "bring-down-the-shields"}
    made = ann.post("/games", {**asked, "squad": "infantry", "switches": {"condition": False}}, 201)
    game, people = f"/games/{made['id']}", {"one": ann, "two": bob}
    bob.do(game, "take-seat", seat="two")
    bob.do(game, "bring-squad", seat="two", squad="imperial-special-forces")
    seen, answer = ann.do(game, "begin-game"), []
    while not answer:
        assert seen["table"]["round"] < 2
        caller = people[seen["waiting"][0]]
        mine = caller.get(game)
        acting = mine["table"]["units"].get(mine["table"]["acting"], {"rank": ""})
        answer = [odds for odds in mine["odds"] if odds["what"] == "filled" and acting["rank"] != "support"]
        seen = seen if answer else caller.do(game, "speak", said=at_the_transmitter(mine))
    brute = [
        sum(min(most, faces.count(face)) for face, most in {"critical": 2, "surge": 2, "hit": 4}.items())
        for faces in product(SIDES[Die.ATTACK_BLACK], repeat=3)
    ]
    plain = [brute.count(number) / 512 for number in range(4)]
    assert answer == [{"action": "console", "on": "", "what": "filled", "chances": plain, "tells": 0.0}]
    watched = Caller("eve").get(game)
    assert watched["odds"] == []


def at_the_transmitter(seen: dict[str, Any]) -> dict[str, Any]:
    """The first thing that may be said; units only go where they have to be."""
    first = seen["options"][0]
    if first["say"] == "take":
        return seen["options"][-1]
    if first["say"] != "places":
        return first
    own = {id: unit for id, unit in seen["table"]["units"].items() if unit["seat"] == seen["audience"]}
    holders = [id for id, unit in own.items() if unit["tokens"].get("code")]
    token = next(id for id, marker in seen["table"]["markers"].items() if marker["kind"] == "transmitter")
    return {**first, "places": {token: holders}}


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
    stream = GameDesk(new_store(), game.rpartition("/")[2].replace("-", ""))
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
