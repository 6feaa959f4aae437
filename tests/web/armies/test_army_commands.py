"""The builder's acts as commands: page and API build the same values, and ask the database little."""

import json

import pytest
from django.http import QueryDict
from django.test import Client

from muster.app.armies import commands
from muster.rules.armies.history import describe_change
from muster.rules.cards import catalogue
from muster.rules.violations import Refused
from muster.store.accounts import Account, ApiToken
from muster.store.armies import DatabaseArmies
from muster.web.api.resources import armies as api_armies
from muster.web.armies import forms
from tests.web.account_fixtures import signed_in
from tests.web.army_fixtures import HEADERS, Builder

pytestmark = pytest.mark.django_db
ALL = {*commands.EDITS, commands.Undo, commands.Redo}


def form(do, **fields):
    data = QueryDict(mutable=True)
    data["do"] = do
    for name, value in fields.items():
        data.setlist(name.replace("_", "-"), value if isinstance(value, list) else [value])
    return data


def test_every_command_has_a_button_and_an_api_task():
    assert {form.command for form in forms.FORMS.values()} == ALL
    assert set(api_armies.ACTS.__args__) == ALL


@pytest.mark.parametrize(
    ("pressed", "command"),
    [
        (form("add ab"), commands.AddUnit(unit="ab")),
        (form("count u3 2"), commands.SetCount(key="u3", count=2)),
        (form("after u1 u2"), commands.MoveUnit(key="u1", other="u2", behind=True)),
        (form("swap-theirs u1 df ej"), commands.Swap(key="u1", out="df", upgrade="ej", on_counterpart=True)),
        (form("unequip u1 No Such Card"), commands.Unequip(key="u1", upgrade="No Such Card")),
        (
            form("deck-typed objective", cards="A\n\n B "),
            commands.WriteDeck(category="objective", cards=("A", "B")),
        ),
        (form("force", force="og", choices=["x", ""]), commands.SetForce(force="og", choices=("x",))),
        (form("undo"), commands.Undo()),
    ],
)
def test_a_pressed_button_becomes_a_command(pressed, command):
    assert forms.read_command(pressed) == command


@pytest.mark.parametrize("do", ["", "fly", "add", "equip u1", "count u1 -1", "count u1 many"])
def test_what_no_button_sends_is_refused(do):
    with pytest.raises(Refused):
        forms.read_command(form(do))


@pytest.fixture
def ann():
    account = Account.objects.create_user("ann", "a long enough secret")
    _, secret = ApiToken.issue(account, "test")
    return Client(headers={"host": "localhost", "authorization": f"Bearer {secret}"})


def test_the_api_builds_an_army_act_by_act(ann):
    draft = {"faction": "empire", "points_date": "2026-06-01"}
    made = ann.post("/api/v1/armies", json.dumps(draft), content_type="application/json").json()

    def act(seen, query="", **body):
        path = f"/api/v1/armies/{made['id']}/acts?seen={seen}{query}"
        return ann.post(path, json.dumps(body), content_type="application/json")

    assert act(1, "&dry_run=true", act="add-unit", unit="at").json() == {"ok": True, "violations": []}
    assert act(1, act="add-unit", unit="at").json()["version"] == 2
    assert act(2, act="set-count", key="u1", count=3).json()["army"]["units"] == [
        {"key": "u1", "unit": "at", "count": 3}
    ]
    assert act(2, act="remove-unit", key="u1").json()["violations"][0]["code"] == "log.stale"
    tried = act(3, "&dry_run=true", act="remove-unit", key="u9").json()
    assert (tried["ok"], tried["violations"][0]["code"]) == (False, "army.no_entry")
    assert act(3, act="undo").json()["army"]["units"][0].get("count", 1) == 1
    done = [describe_change(version.change, catalogue()) for version in DatabaseArmies().versions(made["id"])]
    vader = "Darth Vader, Dark Lord of the Sith"
    assert done == ["Undone", f"{vader} × 3", f"{vader} added", "Started"]


@pytest.fixture
def builder():
    account = Account.objects.create_user("bo", "a long enough secret")
    return Builder(signed_in(account)).has("add au", "add at", "add at")


def test_a_tap_of_the_builder_asks_the_database_little(builder, django_assert_max_num_queries):
    seen = builder.version
    form = {"do": "add at", "seen": seen, "key": "tap", "at": "add=corps"}
    with django_assert_max_num_queries(8):
        tapped = builder.client.post(
            f"{builder.address}/act", form, headers={**HEADERS, "HX-Request": "true"}
        )
    assert tapped.status_code == 200
    with django_assert_max_num_queries(4):
        builder.get()
    with django_assert_max_num_queries(5):
        builder.client.get("/armies")


@pytest.mark.parametrize(
    "page", ["/armies", "/armies/public", "/collection", "/cards", "/cards/unit/stormtroopers", "/a/{code}"]
)
def test_pages_of_this_room_ask_the_database_little(builder, page, django_assert_max_num_queries):
    builder.client.post(f"{builder.address}/share", {"shared": "public"})
    for number in range(4):
        other = Account.objects.create_user(f"other{number}", "a long enough secret")
        their = Builder(signed_in(other)).has("add au")
        their.client.post(f"{their.address}/share", {"shared": "public"})
    with django_assert_max_num_queries(6):
        assert builder.client.get(page.format(code=builder.code)).status_code == 200
