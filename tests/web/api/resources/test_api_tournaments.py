"""An event run through the API, and what each audience gets of it."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.rules.cards import catalogue
from muster.store.accounts import Account
from muster.web.tournament.requests import tournaments
from tests.web.account_fixtures import person
from tests.web.api_caller import Caller
from tests.web.api_organiser import WON, Organiser

pytestmark = pytest.mark.django_db


@pytest.fixture
def org(db) -> Organiser:
    return Organiser("Org")


def test_an_event_is_run_through_the_api(org):
    event = org.begin()
    for number in (1, 2):
        assert not org.pair(event)["state"]["rounds"][-1]["begun"]
        assert org.do(event, "start-clock")["state"]["rounds"][-1]["begun"]
        org.play(event, number)
        org.do(event, "close-round")
    org.do(event, "end")
    lines = Client().get(f"/api/v1{event}/standings").json()
    assert [line["rank"] for line in lines] == list(range(1, 9)) and lines[0]["points"] == 2
    assert lines[0]["figures"]["average-mov"] == "2/3"
    why = org.get(f"{event}/standings/{lines[0]['player']}/average-mov")
    assert why["value"] == "2/3" and len(why["lines"]) == 2 and why["divisor"] == 2
    assert why["source"] == "rule 633" and "2" in why["rule"]
    assert Client().get("/api/v1/tournaments").json()["items"][0]["name"] == "Hoth Open"


def test_clubs_come_with_the_players_and_can_be_set(org):
    made = org.post("/tournaments", {"act": "begin", "name": "Hoth", "plan": {"avoid_clubs": True}}, 201)
    event = f"/tournaments/{made['id']}"
    assert made["state"]["plan"]["avoid_clubs"] is True
    org.do(event, "enter", names=["Ann", "Bo", "Cy", "Di"], clubs=["North", "North"], present=True)
    org.do(event, "set-club", player="p3", club="South")
    assert [player["club"] for player in org.get(event)["state"]["players"]] == [
        "North",
        "North",
        "South",
        "",
    ]


def test_a_player_reports_and_the_opponent_confirms(org):
    event = org.begin()
    state = org.pair(event)["state"]
    first, two = state["rounds"][0]["round"]["games"][0]["players"]
    phones = {}
    for key in (first, two):
        phones[key] = Caller(f"Phone{key}")
        org.do(event, "link", player=key, account=str(phones[key].account.pk))
    org.do(event, "start-clock")
    phones[first].do(event, "report", number=1, slip=WON)
    assert phones[two].do(event, "confirm", number=1)["audience"] == "player"
    held = org.get(event)["state"]["rounds"][0]["round"]["games"][0]
    assert held["result"]["winner"] == first
    phones[two].do(event, "enter-result", 403, number=1, table=2, slip=WON)
    phones[two].do(event, "draft", 403)


def test_a_correction_shows_its_effect_first(org):
    event = org.begin()
    org.pair(event)
    org.do(event, "start-clock")
    org.play(event, 1)
    org.do(event, "close-round")
    other = {"how": "rounds", "tallies": WON["tallies"][::-1]}
    asked = {"act": "correct", "number": 1, "table": 1, "slip": other}
    shown = org.post(f"{event}/corrections/preview", asked)
    assert shown["before"] != shown["after"] and shown["recut"] is False
    org.do(event, "correct", number=1, table=1, slip=other, why="slip misread")
    assert [line["player"] for line in org.get(f"{event}/standings")] == shown["after"]


def test_the_length_of_a_recon_round_is_nowhere_until_time_is_called(org):
    event = org.begin(kind="recon", profile="current", structure="current", points=600)
    org.pair(event)
    org.do(event, "start-clock")
    player = Caller("Phone")
    org.do(event, "link", player="p1", account=str(player.account.pk))
    for answer in (Client().get(f"/api/v1{event}").json(), player.get(event)):
        clock = answer["state"]["rounds"][0]["clock"]
        assert clock["secret"] and clock["clock"] is None and clock["roll"] is None
        assert '"faces"' not in json.dumps(answer) and '"evidence": ""' in json.dumps(answer)
    org.do(event, "call-time")
    assert Client().get(f"/api/v1{event}").json()["state"]["rounds"][0]["clock"]["roll"] is not None


def test_what_is_refused_says_why(org):
    event = org.begin()
    drawn = org.pair(event)["state"]["rounds"][0]["round"]
    org.do(event, "start-clock")
    answer = org.do(event, "enter-result", 422, number=1, table=99, slip=WON)
    assert "99" in str(answer["violations"])
    both = WON | {"winners": drawn["games"][0]["players"]}
    answer = org.do(event, "enter-result", 422, number=1, table=1, slip=both)
    assert [violation["code"] for violation in answer["violations"]] == ["result.two_winners"]
    org.do(event, "enter", 422, names=["Player 1"])
    org.do(event, "swim", 422)


def test_a_private_event_is_not_there_for_others(org):
    event = org.begin(public=False)
    assert Client().get(f"/api/v1{event}").status_code == 404
    assert Client().get(f"/api/v1{event}/standings").status_code == 404
    assert Client().get("/api/v1/tournaments").json()["items"] == []
    stranger = Caller("Zoe")
    stranger.get(event, 404)
    stranger.do(event, "announce", 404)
    assert Account.objects.count() == 2


def test_nobody_needs_an_account_to_look_but_to_act(org):
    event = org.begin()
    body = {"act": "end"}
    assert Client().post(f"/api/v1{event}/acts", body, content_type="application/json").status_code == 401
    assert person("Cy") and Client().get(f"/api/v1{event}").json()["audience"] == "public"


@pytest.mark.parametrize(
    ("person", "status"),
    [("nobody", 422), ("00000000-0000-4000-8000-000000000000", 422), ("\ud83e", 422), ("x" * 10_000, 422)],
)
def test_an_event_is_handed_to_nobody_who_is_not_there(org, person, status):
    event = org.begin()
    for act, more in (("hand-over", {"person": person}), ("link", {"player": "p1", "account": person})):
        answer = org.client.post(
            f"/api/v1{event}/acts", json.dumps({"act": act, **more}), content_type="application/json"
        )
        assert answer.status_code == status, answer.content
    assert org.get(event)["state"]["organiser"] == str(org.account.pk)


def test_whoever_asks_the_api_when_time_is_up_finds_out(org):
    event = org.begin(minutes=1)
    org.pair(event)
    stream = f"tournament:{event.removeprefix('/tournaments/').replace('-', '')}"
    long_ago = datetime.now(UTC) - timedelta(hours=2)
    tournaments().do(Act(str(org.account.pk), long_ago, "long-ago"), stream, commands.StartClock())
    clock = Client().get(f"/api/v1{event}").json()["state"]["rounds"][0]["clock"]
    assert clock["state"] == "time" and clock["called"]


@pytest.mark.rule(620)
def test_a_score_is_counted_from_the_list_of_the_other(org):
    event = org.begin()
    unit = next(unit for unit in catalogue().data.units if unit.rank == "corps" and unit.faction == "rebels")
    army = {"faction": "rebels", "points_date": "2026-04-21", "units": [{"unit": unit.id, "count": 2}]}
    org.do(event, "submit-list", player="p1", army=army)
    [line] = org.post(f"{event}/score", {"act": "score", "player": "p1"})["units"]
    assert line["count"] == 2 and line["points_each"] > 0
    unit_row = {"act": "score", "player": "p1", "lost": {line["key"]: 1}}
    assert org.post(f"{event}/score", unit_row)["score"] == line["points_each"]
    org.post(f"{event}/score", unit_row | {"lost": {line["key"]: 3}}, 422)
    Caller("Nosy").post(f"{event}/score", unit_row, 403)
