"""Armies through the JSON API: the same answers as the pages and the command line."""

import json

import pytest
from django.test import Client

from muster.rules.armies.army import from_json, to_json
from muster.rules.armies.building.edits import add_unit, new_army
from muster.rules.armies.check import check_army
from muster.rules.armies.sheets.brings import what_it_brings
from muster.rules.cards import catalogue
from muster.store.accounts import Account, ApiToken

pytestmark = pytest.mark.django_db
CAT = catalogue()
ARMY = add_unit(new_army("empire", CAT, name="Watch"), CAT, "at")


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


def send(client, method, path, body, **headers):
    return getattr(client, method)(path, json.dumps(body), content_type="application/json", headers=headers)


def document(army=ARMY):
    return json.loads(to_json(army))


@pytest.fixture
def made(ann):
    response = send(ann, "post", "/api/v1/armies", document())
    assert response.status_code == 201, response.content
    return response.json()


def test_a_document_goes_in_and_comes_out_the_same(ann, made):
    back = ann.get(f"/api/v1/armies/{made['id']}").json()
    assert from_json(json.dumps(back["army"])) == ARMY
    assert [item["id"] for item in ann.get("/api/v1/armies").json()["items"]] == [made["id"]]


@pytest.mark.parametrize("half", [{"name": "\ud800"}, {"\ud800": 1}, {"notes": ["\udfff"]}])
def test_half_a_letter_is_refused_and_changes_nothing(ann, made, half):
    path = f"/api/v1/armies/{made['id']}"
    assert send(ann, "post", "/api/v1/armies", document() | half).status_code == 422
    assert send(ann, "put", path, {"seen": 1, "army": document() | half}).status_code == 422
    assert [item["version"] for item in ann.get("/api/v1/armies").json()["items"]] == [1]


def test_a_change_needs_the_version_seen(ann, made):
    path = f"/api/v1/armies/{made['id']}"
    bigger = document(add_unit(ARMY, CAT, "au"))
    assert send(ann, "put", path, {"seen": 1, "army": bigger}).json()["version"] == 2
    stale = send(ann, "put", path, {"seen": 1, "army": document()})
    assert stale.status_code == 409
    assert stale.json()["violations"][0]["code"] == "log.stale"
    assert len(ann.get(path).json()["army"]["units"]) == 2
    assert send(ann, "post", f"{path}/undo?seen=2", {}).json()["army"] == made["army"]
    assert send(ann, "post", f"{path}/redo?seen=3", {}).json()["army"] == bigger


def test_repeating_a_write_with_its_key_acts_once(ann):
    first = send(ann, "post", "/api/v1/armies", document(), **{"Idempotency-Key": "one"}).json()
    again = send(ann, "post", "/api/v1/armies", document(), **{"Idempotency-Key": "one"}).json()
    assert first == again
    assert len(ann.get("/api/v1/armies").json()["items"]) == 1


def test_checks_answer_like_the_engine(ann, made):
    report = check_army(ARMY, CAT)
    answer = ann.get(f"/api/v1/armies/{made['id']}/check").json()
    assert (answer["points"], answer["legal"]) == (report.points, report.legal)
    assert [v["code"] for v in answer["violations"]] == [v.code for v in report.violations]
    stranger = Client(headers={"host": "localhost"})
    same = send(stranger, "post", "/api/v1/armies/check", {"text": to_json(ARMY).decode()}).json()
    assert same == answer


def test_what_is_no_list_is_refused_with_a_sentence():
    stranger = Client(headers={"host": "localhost"})
    response = send(stranger, "post", "/api/v1/armies/check", {"text": "{half a fi"})
    assert response.status_code == 422
    assert response.json()["violations"][0]["message"]


def test_a_broken_document_is_refused_and_nothing_is_kept(ann):
    broken = document() | {"units": [{"unit": "at", "count": 10_000}]}
    response = send(ann, "post", "/api/v1/armies", broken)
    assert response.status_code == 422
    assert "units" in response.json()["violations"][0]["message"]
    assert ann.get("/api/v1/armies").json()["items"] == []


def test_export_names_what_is_lost(ann, made):
    exported = ann.get(f"/api/v1/armies/{made['id']}/export/link").json()
    assert "at" in exported["text"]
    assert exported["lost"]
    assert ann.get(f"/api/v1/armies/{made['id']}/export/papyrus").status_code == 404


def test_what_an_army_brings_is_told_in_the_order_of_a_round(ann, bob):
    made = send(ann, "post", "/api/v1/armies", document() | {"command_hand": ["bl"]}).json()
    answer = ann.get(f"/api/v1/armies/{made['id']}/brings").json()["parts"]
    assert [part["title"] for part in answer] == [
        "Command Phase",
        *(part.title for part in what_it_brings(ARMY, CAT).parts),
    ]
    words = {word["title"]: word for part in answer for word in part["keywords"]}
    vader = {"card": "at", "name": "Darth Vader", "count": 1, "on": [], "values": [1], "names": False}
    assert words["Master of the Force 1"]["by"] == [vader]
    assert [card["name"] for part in answer for card in part["commands"]] == ["Ambush"]
    send(ann, "put", f"/api/v1/armies/{made['id']}/sharing", {"shared": "link"})
    seen = bob.get(f"/api/v1/armies/shared/{made['code']}/brings").json()["parts"]
    assert [part["keywords"] for part in seen] == [part["keywords"] for part in answer if part["keywords"]]
    assert not any(part["commands"] for part in seen)


def test_others_read_only_what_is_shared(ann, bob, made):
    for method, path in (
        ("get", ""),
        ("get", "/check"),
        ("get", "/brings"),
        ("get", "/export/json"),
        ("delete", ""),
    ):
        assert getattr(bob, method)(f"/api/v1/armies/{made['id']}{path}").status_code == 404
    shared = f"/api/v1/armies/shared/{made['code']}"
    assert bob.get(shared).status_code == 404
    send(ann, "put", f"/api/v1/armies/{made['id']}/sharing", {"shared": "link"})
    assert bob.get(shared).json()["army"]["units"] == made["army"]["units"]
    assert ann.delete(f"/api/v1/armies/{made['id']}").status_code == 204
    assert bob.get(shared).status_code == 404


MISSPELT = "Darth Vader Dark Lord of the Sith (175)\nStrmtroopers (44)\n"


def test_a_card_chosen_for_a_piece_counts_in_check_and_import(ann):
    found = send(ann, "post", "/api/v1/armies/check", {"text": MISSPELT}).json()["unresolved"][0]
    assert "ay" in found["about"] and found["params"]["piece"].startswith("Strmtroopers")
    chosen = {"text": MISSPELT, "choices": [f"ay {found['params']['piece']}"]}
    assert send(ann, "post", "/api/v1/armies/check", chosen).json()["unresolved"] == []
    made = send(ann, "post", "/api/v1/armies/import", chosen)
    assert made.status_code == 201, made.content
    assert [unit["unit"] for unit in made.json()["army"]["units"]] == ["at", "ay"]
    assert made.json()["army"]["notes"] == ""
    mine = [item["id"] for item in ann.get("/api/v1/armies").json()["items"]]
    assert mine == [made.json()["id"]]


def test_a_list_of_another_day_is_read_and_judged_by_its_cards(ann):
    """Aqua Droids are on record since December 2024; Royal Guards left the game in April 2025."""
    listed = {
        "text": "Stormtroopers (44)\nImperial Royal Guards (69)\nAqua Droids (60)\n",
        "as_of": "2024-03-01",
    }
    answer = send(ann, "post", "/api/v1/armies/check", listed).json()
    assert [(each["code"], each["about"]) for each in answer["unresolved"]] == [("import.not_yet", ["Aw"])]
    assert {"army.left_since", "army.not_yet"} <= {each["code"] for each in answer["notes"]}
    made = send(ann, "post", "/api/v1/armies/import", listed | {"choices": ["Aw Aqua Droids (60)"]}).json()
    assert made["army"]["points_date"] == "2024-03-01" and made["army"]["notes"] == ""
    notes = ann.get(f"/api/v1/armies/{made['id']}/check").json()["notes"]
    assert "army.left_since" in {each["code"] for each in notes}


def test_an_import_keeps_what_was_not_understood_in_its_notes(ann):
    made = send(ann, "post", "/api/v1/armies/import", {"text": MISSPELT}).json()
    assert [unit["unit"] for unit in made["army"]["units"]] == ["at", "Strmtroopers"]
    assert "Not fully understood" in made["army"]["notes"]


def test_two_lists_are_compared_as_far_as_the_caller_may_read_them(ann, bob, made):
    more = add_unit(ARMY, CAT, "ay")
    other = send(bob, "post", "/api/v1/armies", document(more)).json()
    asked = {"a": made["id"], "b": other["code"]}
    assert ann.get("/api/v1/armies/compare", asked).status_code == 404
    send(bob, "put", f"/api/v1/armies/{other['id']}/sharing", {"shared": "link"})
    answer = ann.get("/api/v1/armies/compare", asked).json()
    assert answer["added"][0]["unit"] == {"id": "ay", "name": "Stormtroopers"} and answer["same"] == 1
    assert answer["added"][0]["points_after"] == 42 and answer["removed"] == []
    assert answer["command_hand"] is None  # his stays hidden
    assert ann.get("/api/v1/armies/compare", {"a": made["id"], "b": other["id"]}).status_code == 404
    older = ann.get("/api/v1/armies/compare", {"a": f"{made['id']}.1", "b": made["id"]}).json()
    assert older["same"] == 1 and older["command_hand"] == {"both": [], "only_a": [], "only_b": []}
