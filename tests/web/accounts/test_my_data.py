"""Everything of one's own as one archive, and nothing of anybody else's."""

import json
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.db import transaction
from django.test import Client

from tests.web import kept_world
from tests.web.access_world import CANARY, HER_REGISTER, HER_TOKEN, World
from tests.web.account_fixtures import guest

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield kept_world.kept(World)
        transaction.set_rollback(True)


def archive(client: Client) -> dict[str, str]:
    answer = client.get("/you/data.zip")
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as files:
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
    assert not [one for one in files if one.startswith("games/")], "a game that runs has secrets of two"
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
    assert Client().get("/you/data.zip")["Location"] == "/you"
    assert "/you/data.zip" in client.get("/you/delete").content.decode()
