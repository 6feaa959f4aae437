"""What every answer of the API carries: ETag, compression, what is left of the rate, other origins."""

import gzip
import json

import pytest
from django.test import Client

from muster.web import rates
from tests.web.account_fixtures import bearer, person, signed_in
from tests.web.api_caller import Caller, Game

pytestmark = pytest.mark.django_db
CLUB = "https://club.example"


def test_an_answer_that_did_not_change_is_not_sent_again():
    ann = Caller("Ann")
    first = ann.client.get("/api/v1/armies")
    again = ann.client.get("/api/v1/armies", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    ann.post("/armies", {"name": "x", "faction": "empire", "points_date": "2026-05-01"}, 201)
    changed = ann.client.get("/api/v1/armies", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200 and changed["ETag"] != first["ETag"]


def test_long_answers_are_compressed_but_never_those_of_a_session():
    wants = {"Accept-Encoding": "gzip"}
    plain = Client().get("/api/v1/cards")
    answer = Client().get("/api/v1/cards", headers=wants)
    assert answer["Content-Encoding"] == "gzip" and len(answer.content) < len(plain.content) / 2
    assert json.loads(gzip.decompress(answer.content)) == plain.json()
    assert "Accept-Encoding" in plain["Vary"]
    assert "Content-Encoding" not in signed_in(person("Ada")).get("/api/v1/cards", headers=wants)


def test_each_answer_says_what_is_left_and_too_many_calls_are_429(monkeypatch):
    monkeypatch.setattr(rates, "CALLS", rates.Rate(2, 1, clock=lambda: 0.0))
    ann = Caller("Ann")
    left = [ann.client.get("/api/v1/me") for _ in range(3)]
    assert [answer["RateLimit"] for answer in left] == ['"api";r=1;t=1', '"api";r=0;t=1', '"api";r=0;t=1']
    assert [answer.status_code for answer in left] == [200, 200, 429]
    assert left[2]["Retry-After"] == "1" and left[2]["Content-Type"] == "application/problem+json"
    assert Client(headers=bearer(person("Bob"))).get("/api/v1/me").status_code == 200
    far = {"REMOTE_ADDR": "203.0.113.7"}
    assert [Client().get("/api/v1/health", **far).status_code for _ in range(3)] == [200, 200, 429]
    nobody = {"Authorization": "Bearer muster_nobody"}
    claims = (nobody, {"Authorization": "junk"}, {"Cookie": "sessionid=junk"})
    for number, claim in enumerate(claims, 8):
        calls = [
            Client(headers=claim).get(path, REMOTE_ADDR=f"203.0.113.{number}").status_code
            for path in ("/api/v1/health", "/api/v1/me", "/api/v1/health")
        ]
        assert calls == [200, 401, 429], "a word in a header exempts nobody"


def test_another_site_may_call_where_the_owner_says_so(settings):
    asks = {"Origin": CLUB, "Access-Control-Request-Method": "POST"}
    assert "Access-Control-Allow-Origin" not in Client().options("/api/v1/me", headers=asks)
    settings.API_ORIGINS = frozenset({CLUB})
    allowed = Client().options("/api/v1/me", headers=asks)
    assert (allowed.status_code, allowed["Access-Control-Allow-Origin"]) == (204, CLUB)
    assert "Authorization" in allowed["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in allowed
    answer = Client().get("/api/v1/health", headers={"Origin": CLUB})
    assert answer["Access-Control-Allow-Origin"] == CLUB and "Origin" in answer["Vary"]
    other = Client().get("/api/v1/health", headers={"Origin": "https://other.example"})
    assert "Access-Control-Allow-Origin" not in other
    assert "Access-Control-Allow-Origin" not in Client().get("/", headers={"Origin": CLUB})


def test_what_was_made_says_where_it_is_and_so_does_the_repeat():
    ann = Caller("Ann")
    body = {"name": "x", "faction": "empire", "points_date": "2026-05-01"}
    key = {"Idempotency-Key": "one"}
    for _ in range(2):
        made = ann.client.post("/api/v1/armies", body, content_type="application/json", headers=key)
        assert made["Location"] == made.json()["url"] and made.status_code == 201
        assert ann.client.get(made["Location"]).json()["id"] == made.json()["id"]


def test_my_games_and_battles_are_listed():
    ann = Caller("Ann")
    made = [ann.post("/games", {"act": "open-game", "player": "Ann"}, 201)["url"] for _ in range(2)]
    listed = ann.get("/games?limit=1")
    assert [game["url"] for game in listed["items"]] == made[:0:-1]
    assert [game["url"] for game in ann.get(f"/games?cursor={listed['next']}")["items"]] == made[:1]
    assert Caller("Eve").get("/games") == {"items": [], "next": None}
    played = Game(ann, Caller("Bo"))
    for side in played.sides:
        [battle] = side.get("/battles")["items"]
        assert (battle["url"], battle["status"]) == (f"/api/v1{played.battle}", "open")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/tokens", {"label": 3}, "body.label"),
        ("/armies/import", {"text": "x", "choices": [1]}, "body.choices.0"),
        ("/dice/roll", {"dice": {"purple": 1}}, "body.dice.purple"),
        ("/games", {"act": "open-game", "player": 4}, "body.player"),
    ],
)
def test_an_error_names_the_field_as_it_was_sent(path, body, field):
    refused = Caller("Ann").post(path, body, 422)
    assert refused["violations"][0]["about"] == [field]
