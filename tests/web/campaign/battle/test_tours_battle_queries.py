"""What a battle's pages ask the database: every stage reads what it needs once, on both phones."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.account_fixtures import text_of
from tests.web.kept_world import kept
from tests.web.tour_phone import Phone, key_of
from tests.web.two_phones import Table, recorded_table

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("tours-battles")]
PAGE, ACT, STRIP = 15, 15, 10
NOT_ASKED = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


@pytest.fixture
def table() -> Table:
    return kept(Table)


def asked(client: Client, address: str, form: dict[str, object] | None = None, most: int = PAGE) -> str:
    """A page or an act; it puts no more questions than it may."""
    with CaptureQueriesContext(connection) as found:
        answer = client.get(address) if form is None else client.post(address, form)
    assert answer.status_code in (200, 302), text_of(answer)
    queries = [query["sql"] for query in found.captured_queries if not query["sql"].startswith(NOT_ASKED)]
    assert len(queries) <= most, "\n".join(queries)
    return answer.content.decode()


def both(table: Table) -> None:
    """The page and the strip of each phone, and the arbitrator's."""
    for client in (table.ada.client, table.bo.client, table.arbitrator):
        asked(client, table.ada.at)
        asked(client, f"{table.ada.at}/live", most=STRIP)


def written() -> int:
    """Grows with whatever anybody writes."""
    return connection.connection.total_changes


def test_before_the_battle(table):
    asked(table.ada.client, f"/tours/register/{table.ada.stream.removeprefix('register:')}/battle")
    table.open()
    both(table)  # both muster
    units = {"unit": ["d1", "d2", "d3", "d4"], "plan": "1"}
    asked(table.ada.client, f"{table.ada.at}/count", units)
    table.bo.muster()
    both(table)  # Red waits for Blue to choose first
    table.ada.muster()
    both(table)  # Blue chooses an agenda
    table.agendas()
    both(table)  # both may write down how it ended
    asked(table.ada.client, f"{table.ada.at}/call-off", {"key": "1"}, ACT)
    both(table)


def test_while_the_other_army_musters(table):
    table.open()
    table.ada.muster()
    table.ada.do("agenda", agenda="")
    assert "Bo Tarn is mustering" in asked(table.ada.client, table.ada.at)


def test_the_ten_steps_until_all_is_confirmed():
    defeated = [f"fate-{unit}=defeated" for unit in ("d2", "d3")]
    table = kept(recorded_table, *defeated, *(f"their-{fate}" for fate in defeated))
    before = -1
    assert "Is that right?" in asked(table.bo.client, table.bo.at)
    asked(table.ada.client, table.ada.at + "?rewrite=1")
    for step in range(1, 11):
        for phone in (table.ada, table.bo):
            table.to_step(phone, step)
        if written() == before:
            continue  # both stood in this step already, and were asked there
        both(table)
        for query in ("?begin=1", "?rival=1", "?look=1", "?aid=active-recruiting"):
            asked(table.ada.client, table.ada.at + query)
        before = written()
    table.finished()
    both(table)
    for phone in (table.ada, table.bo):
        asked(phone.client, f"{phone.at}/confirm", {"key": "1"}, ACT)
    both(table)


def test_a_casualty_check_is_rolled_and_taken_back():
    table = kept(recorded_table, "fate-d2=defeated")
    table.to_step(table.ada, 4)
    phone: Phone = table.ada
    page = phone.client.get(phone.at)
    form = {"key": key_of(page), "way": "app", "dossier": "d2"}
    asked(phone.client, f"{phone.at}/roll-check", form, ACT)
    after = asked(phone.client, phone.at)
    batch = re.search(r'name="batch" value="([^"]+)"', after)[1]
    asked(phone.client, f"{phone.at}/undo", {"key": "u", "batch": batch}, ACT)
    assert "was undone. The dice stay" in asked(phone.client, phone.at)
    both(table)


def test_with_an_undo_that_takes_more_with_it():
    table = kept(recorded_table, "fate-d2=defeated", "their-fate-d2=defeated")
    table.to_step(table.ada, 5)
    table.to_step(table.bo, 5)
    both(table)
    batch = table.bo.undoable
    asked(table.bo.client, f"{table.bo.at}/undo", {"key": "u", "batch": batch}, ACT)


def test_alone_against_somebody_without_a_register(table):
    phone: Phone = table.ada
    phone.open().muster()
    asked(phone.client, phone.at)
    phone.record()
    for step in range(1, 11):
        table.to_step(phone, step)
        asked(phone.client, phone.at)
        if step == 5:
            phone.do("their-rival", dossier="d4")
