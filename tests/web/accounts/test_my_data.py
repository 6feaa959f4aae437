"""Everything of one's own as one archive, and nothing of anybody else's."""

import json
from collections.abc import Iterator
from io import BytesIO
from threading import Event
from time import sleep
from zipfile import ZipFile

import pytest
from django.test import Client, TestCase
from django.utils import timezone

from muster.rules.violations import Refused
from muster.store.cleanup import clean_up
from muster.store.members.data_archives import KEPT, STILL, DataArchive
from muster.web.accounts import my_data
from muster.web.serving.background import BackgroundQueue
from tests.transactions import rolled_back
from tests.web import kept_world
from tests.web.access_world import CANARY, HER_REGISTER, HER_TOKEN, World
from tests.web.account_fixtures import guest

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    with django_db_blocker.unblock(), rolled_back():
        yield kept_world.kept(World)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """What is put aside is done when the request has committed."""
    monkeypatch.setattr(my_data.ASIDE, "queue", lambda work: work())


def archive(client: Client) -> dict[str, str]:
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert client.post("/you/data")["Location"] == "/you/data"
    page = client.get("/you/data")
    assert page["Cache-Control"] == "no-store" and 'href="/you/data.zip"' in page.content.decode()
    answer = client.get("/you/data.zip")
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    with ZipFile(BytesIO(answer.content)) as files:
        return {name: files.read(name).decode("latin-1") for name in files.namelist()}


def test_the_archive_holds_everything_of_ones_own(world):
    files, things = archive(world.clients["player"]), world.things
    assert json.loads(files["account.json"])["tokens"][0]["label"] == HER_TOKEN
    assert CANARY in files[f"armies/{things['code']}.json"]
    assert "8673" in files["collection.json"]
    book = f"registers/{things['register']}"
    assert HER_REGISTER in files[f"{book}/log.jsonl"]
    assert files[f"{book}/{things['picture']}.jpg"] == "\xff\xd8\xff"
    assert f"{book}/battle-{things['battle']}.jsonl" in files
    assert f"campaigns/{things['club']}.json" in files
    assert "Autumn Cup" in files[f"events/{things['event']}.json"]
    assert not [file for file in files if file.startswith("games/")], "a game that runs has secrets of two"
    kinds = {act["kind"] for act in json.loads(files["acts.json"])}
    assert {"register.opened", "table.opened"} <= kinds


def test_it_holds_no_secret_and_nothing_of_others(world):
    files = archive(world.clients["opponent"])
    whole = "\n".join(files.values())
    assert CANARY not in whole and HER_TOKEN not in whole
    assert "digest" not in files["account.json"] and "password" not in files["account.json"]


def test_a_guest_has_an_archive_too_and_nobody_has_none():
    client, account = guest()
    assert json.loads(archive(client)["account.json"])["id"] == str(account.pk)
    assert Client().get("/you/data.zip")["Location"] == Client().post("/you/data")["Location"] == "/you"
    assert 'href="/you/data"' in client.get("/you/delete").content.decode()


def test_asking_costs_nothing_and_the_page_tells_how_far_it_is(monkeypatch):
    client, _ = guest()
    waiting = []
    monkeypatch.setattr(my_data.ASIDE, "queue", waiting.append)
    with TestCase.captureOnCommitCallbacks(execute=True):
        client.post("/you/data")
        client.post("/you/data")
    assert len(waiting) == 1, "what is being made is not begun again"
    assert "Waiting for its turn" in client.get("/you/data").content.decode()
    assert client.get("/you/data.zip")["Location"] == "/you/data"
    seen = []

    def parts(request, account):
        look = lambda: seen.append(client.get("/you/data").content.decode()) or ()  # noqa: E731
        return [look, lambda: [("a.txt", b"a")], look]

    monkeypatch.setattr(my_data, "parts_of", parts)
    monkeypatch.setattr(my_data, "TELL", -1)
    waiting[0]()
    assert "0 of 3 parts" in seen[0] and "2 of 3 parts" in seen[1] and 'value="2"' in seen[1]
    assert 'hx-trigger="every 1s"' in seen[1] and "Ready" in client.get("/you/data").content.decode()


def test_one_that_fails_or_stops_can_be_made_again(monkeypatch):
    client, account = guest()
    monkeypatch.setattr(my_data, "parts_of", lambda *_: [lambda: 1 / 0])
    with pytest.raises(ZeroDivisionError), TestCase.captureOnCommitCallbacks(execute=True):
        client.post("/you/data")
    assert "Make the archive" in client.get("/you/data").content.decode()
    DataArchive.objects.create(account=account, moved=timezone.now() - STILL)
    assert "Make the archive" in client.get("/you/data").content.decode()
    monkeypatch.undo()
    monkeypatch.setattr(my_data.ASIDE, "queue", lambda work: work())
    assert archive(client)


def test_it_is_kept_for_a_day():
    client, account = guest()
    assert archive(client)
    DataArchive.objects.filter(account=account).update(moved=timezone.now() - KEPT)
    assert client.get("/you/data.zip")["Location"] == "/you/data"
    assert clean_up(timezone.now()).archives == 1


def test_too_many_at_once_are_told_to_come_back():
    begun, go, done = Event(), Event(), []
    aside = BackgroundQueue(waiting=1)

    def first():
        begun.set()
        go.wait(5)

    aside.queue(first)
    begun.wait(5)
    aside.queue(lambda: done.append(1))
    with pytest.raises(Refused, match="busy"):
        aside.queue(lambda: done.append(2))
    go.set()
    while not done:
        sleep(0.01)
    assert done == [1]
