"""A dice table through the JSON API: the same commands as the pages, the same refusals."""

import json
from fractions import Fraction
from uuid import UUID

import pytest
from django.test import Client

from muster.app.dice.commands import OpenTable
from muster.app.dice.table import HANDLERS
from muster.store.accounts import Account, ApiToken
from muster.web.api.resources import dice as api_dice
from muster.web.dice.forms import FORMS

pytestmark = pytest.mark.django_db


def client_of(handle):
    account = Account.objects.create_user(handle, "a long enough secret")
    _, secret = ApiToken.issue(account, "test")
    return Client(headers={"host": "localhost", "authorization": f"Bearer {secret}"})


@pytest.fixture
def ann():
    return client_of("ann")


@pytest.fixture
def bob():
    return client_of("bob")


def send(client, path, body):
    return client.post(path, json.dumps(body), content_type="application/json")


@pytest.fixture
def table(ann):
    opened = send(ann, "/api/v1/dice/tables", {"name": "Friday"})
    assert opened.status_code == 201, opened.content
    assert opened.json()["name"] == "Friday"
    return f"/api/v1/dice/tables/{opened.json()['id']}"


def act(client, table, **body):
    return send(client, f"{table}/acts", body)


def codes(response):
    return {violation["code"] for violation in response.json()["violations"]}


def test_the_odds_of_a_pool_are_exact_fractions(client):
    answer = client.get("/api/v1/dice/pool?black=2").json()
    assert answer["average"] == {"hit": "3/4", "critical": "1/4", "surge": "1/4"}
    assert answer["at_least"] == ["1", "3/4", "1/4"]
    assert client.get("/api/v1/dice/pool").status_code == 422


def test_a_whole_evening_at_a_table(ann, bob, table):
    rolled = act(ann, table, act="roll-dice", dice=["attack-red"] * 3, note="Vader attacks").json()
    typed = act(bob, table, act="type-dice", dice=["defence-red"], faces=["block"]).json()
    assert [roll["number"] for roll in typed["rolls"]] == [2, 1]
    assert (typed["rolls"][0]["origin"], typed["rolls"][0]["totals"]) == ("typed", {"block": 1})
    assert rolled["rolls"][0]["commitment"] and rolled["rolls"][0]["seed"] is None
    (batch,) = rolled["undoable"].values()
    assert len(act(ann, table, act="undo-roll", batch=batch).json()["rolls"]) == 1
    again = act(ann, table, act="roll-dice", dice=["attack-red"] * 3).json()
    assert again["rolls"][0]["dice"] == rolled["rolls"][0]["dice"]
    closed = act(ann, table, act="close-table").json()
    assert closed["closed"] and closed["rolls"][0]["proven"] and closed["rolls"][0]["seed"]
    assert Client().get(table).json() == closed


def test_only_the_opener_closes_and_a_dry_run_says_so_without_acting(ann, bob, table):
    tried = send(bob, f"{table}/acts?dry_run=true", {"act": "close-table"}).json()
    assert tried["ok"] is False and tried["violations"][0]["code"] == "table.not_yours"
    assert codes(act(bob, table, act="close-table")) == {"table.not_yours"}
    assert send(ann, f"{table}/acts?dry_run=true", {"act": "close-table"}).json()["ok"] is True
    rolling = {"act": "roll-dice", "dice": ["attack-red"]}
    assert send(bob, f"{table}/acts?dry_run=true", rolling).json() == {"ok": True, "violations": []}
    assert ann.get(table).json()["version"] == 1


def test_two_tables_of_one_opener_close_each_on_its_own():
    client = Client(headers={"host": "localhost"})
    for _ in range(2):
        table = client.post("/dice/table", {"name": "Friday"})["Location"]
        page = client.get(table).content.decode()
        key = page.split('name="key" value="')[1].split('"')[0]
        client.post(f"{table}/close", {"key": key})
        assert "This table is closed" in client.get(table).content.decode()


def test_an_id_with_dashes_is_the_same_table(ann, table):
    dashed = f"/api/v1/dice/tables/{UUID(table.rpartition('/')[2])}"
    rolled = act(ann, dashed, act="roll-dice", dice=["attack-red"]).json()
    assert rolled["url"] == table and ann.get(dashed).json() == ann.get(table).json() == rolled


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body.act"),
        ({"act": "open-table"}, "body.act"),
        ({"act": "roll-dice"}, "body.dice"),
        ({"act": "roll-dice", "dice": [], "surprise": 1}, "body.surprise"),
        ({"act": "roll-dice", "dice": ["attack-green"]}, "body.dice[0]"),
        ([], "body"),
    ],
)
def test_what_is_no_act_is_refused_by_its_field(ann, table, body, field):
    response = send(ann, f"{table}/acts", body)
    assert response.status_code == 422
    assert codes(response) == {"request.field"}
    (violation,) = response.json()["violations"]
    assert violation["about"] == [field]
    assert response.json()["detail"] == f"{violation['message']} Nothing was changed."


def test_who_only_looks_is_told_nothing_about_changes(client):
    answer = client.get(f"/api/v1/dice/tables/{'0' * 32}").json()
    assert answer["detail"] == answer["violations"][0]["message"]


def test_every_command_has_a_form_a_task_and_a_word_for_who_may():
    assert {form.command for form in FORMS.values()} == set(HANDLERS.known)
    tasks = {kind.__struct_config__.tag for kind in HANDLERS.known if kind is not OpenTable}
    assert set(api_dice.ACTS.__args__) == set(HANDLERS.known) - {OpenTable}
    assert tasks == {"roll-dice", "type-dice", "undo-roll", "close-table"}
    assert {handler.who for handler in HANDLERS.known.values()} == {"anyone", "opener"}


def test_a_table_asks_the_database_little(client, django_assert_max_num_queries):
    table = client.post("/dice/table", {"name": "Friday"})["Location"]
    for number in range(5):
        client.post(f"{table}/roll", {"attack-red": "2", "way": "app", "key": str(number)})
    with django_assert_max_num_queries(6):
        client.get(table)


def test_odds_take_the_tokens_of_both_sides(client):
    def mean(**asked):
        answer = client.get("/api/v1/dice/odds", {"white": 8, "defence": "white", **asked}).json()
        assert answer["link"]
        return Fraction(answer["mean"])

    plain = mean()
    assert mean(surges=2) > plain > mean(defence_surges=2)
    assert plain > mean(camouflage=1) and plain > mean(danger_sense=2)
    assert mean(dodge=3, critical=8, agile=True) < mean(dodge=3, critical=8)
