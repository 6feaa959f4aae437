"""Dice pages: roll here, roll together; every wrong input gets a sentence and changes nothing."""

import re

import pytest
from django.test import Client

from muster.app.dice import table as dice_table
from muster.store.log.database import DatabaseStore
from muster.store.log.models import LogEvent
from muster.web.dice.dice import rolls_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


@pytest.fixture
def table(client):
    response = client.post("/dice/table", {"name": "Friday"})
    assert response.status_code == 302
    return response["Location"]


def stream_of(table):
    return f"table:{table.removeprefix('/table/')}"


def rows(table):
    return dice_table.table_view(DatabaseStore(), stream_of(table)).rows


def test_rolling_here_shows_faces_and_keeps_nothing(client):
    response = client.post("/dice/roll", {"attack-red": "3"})
    page = response.content.decode()
    assert page.count('data-die="attack-red" viewBox') >= 3
    assert "seed" in page
    assert LogEvent.objects.count() == 0


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "at least one die"),
        ({"attack-red": "41"}, "40"),
        ({"attack-red": "9" * 100}, "a number of dice"),
        ({"attack-red": "-1"}, "a number of dice"),
        ({"attack-red": "three"}, "a number of dice"),
    ],
)
def test_absurd_pools_are_refused_with_a_sentence(client, asked, sentence):
    response = client.post("/dice/roll", asked)
    assert response.status_code == 422
    assert sentence.lower() in response.content.decode().lower()


def test_two_people_roll_at_one_table(client, table):
    other = Client(headers={"host": "localhost"})
    client.post(f"{table}/roll", {"attack-black": "2", "way": "app", "note": "Vader attacks", "key": "1"})
    other.post(f"{table}/roll", {"defence-white": "1", "way": "app", "key": "1"})
    assert [len(row.roll.dice) for row in rows(table)] == [1, 2]
    assert len({row.by for row in rows(table)}) == 2
    assert "Vader attacks" in other.get(table).content.decode()


def test_two_guests_carry_two_names(client, table):
    other = Client(headers={"host": "localhost"})
    for person in (client, other):
        person.post(f"{table}/roll", {"attack-red": "1", "way": "app"})
    names = {row.who for row in rolls_of(dice_table.table_view(DatabaseStore(), stream_of(table))).rows}
    assert len(names) == 2
    assert all(re.fullmatch(r"Guest [0-9A-F]{3}", name) for name in names)


def test_a_guest_is_asked_once_what_to_be_called(client, table):
    guest = Client(headers={"host": "localhost"})
    assert "What shall we call you?" in guest.get("/dice").content.decode()
    form = {"defence-red": "1", "way": "own", "key": "k", "call_me": "Bob"}
    asked = guest.post(f"{table}/roll", form).content.decode()
    assert '<input type="hidden" name="call_me" value="Bob">' in asked
    guest.post(f"{table}/type", {**form, "face-0": "block"})
    page = guest.get(table).content.decode()
    assert "Bob" in page and "What shall we call you?" not in page
    assert "What shall we call you?" not in guest.get("/dice").content.decode()


def test_a_form_sent_twice_rolls_once(client, table):
    form = {"attack-red": "1", "way": "app", "key": "same"}
    client.post(f"{table}/roll", form)
    client.post(f"{table}/roll", form)
    assert len(rows(table)) == 1


def test_own_dice_are_asked_for_face_by_face(client, table):
    asked = client.post(f"{table}/roll", {"defence-red": "2", "way": "own", "key": "k"}).content.decode()
    assert len(re.findall(r'name="face-\d"', asked)) == 6
    form = {"defence-red": "2", "face-0": "block", "face-1": "blank", "key": "k"}
    assert client.post(f"{table}/type", form).status_code == 302
    assert [face.value for face in rows(table)[0].roll.faces] == ["block", "blank"]
    bad = client.post(f"{table}/type", {**form, "face-1": "hit", "key": "k2"})
    assert bad.status_code == 422
    assert len(rows(table)) == 1


def test_seeds_are_nowhere_until_the_table_closes(client, table):
    client.post(f"{table}/roll", {"attack-red": "1", "way": "app", "key": "1"})
    seed = LogEvent.objects.get(kind="table.seed_sealed").payload
    secret = re.search(
        rb'"seed":"([0-9a-f]{64})"', bytes(seed, "ascii") if isinstance(seed, str) else bytes(seed)
    )
    secret = secret.group(1).decode()
    for path in (table, f"{table}/live"):
        assert secret not in client.get(path).content.decode()
    client.post(f"{table}/close")
    page = client.get(table).content.decode()
    assert secret in page
    assert "Checked: the seed gives this result" in page


def test_undo_takes_back_ones_own_roll_only(client, table):
    client.post(f"{table}/roll", {"attack-red": "1", "way": "app", "key": "1"})
    batch = re.search(r'name="batch" value="([^"]+)"', client.get(table).content.decode()).group(1)
    stranger = Client(headers={"host": "localhost"})
    assert stranger.post(f"{table}/undo", {"batch": batch}).status_code == 422
    assert len(rows(table)) == 1
    assert client.post(f"{table}/undo", {"batch": batch}).status_code == 302
    assert rows(table) == ()


def test_only_the_opener_closes(client, table):
    stranger = Client(headers={"host": "localhost"})
    assert stranger.post(f"{table}/close").status_code == 422
    assert "End the session" not in stranger.get(table).content.decode()
    assert client.post(f"{table}/close").status_code == 302


def test_an_unknown_table_is_not_found(client):
    assert client.get(f"/table/{'0' * 32}").status_code == 404
    assert client.get("/table/nonsense").status_code == 404


def test_odd_keys_and_long_notes_are_refused(client, table):
    form = {"attack-red": "1", "way": "app"}
    assert client.post(f"{table}/roll", {**form, "key": "k" * 1000}).status_code == 422
    assert client.post(f"{table}/roll", {**form, "note": "n" * 100_000}).status_code == 422
    assert rows(table) == ()
