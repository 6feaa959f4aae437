"""What nobody can use any longer goes, and nothing else."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError

from muster.app.acting import Act
from muster.app.dice.commands import OpenTable
from muster.app.dice.table import HANDLERS, DiceContext
from muster.cli import serve
from muster.store import cleanup
from muster.store.accounts import Account, ApiToken
from muster.store.cleanup import RemovedRows, clean_up
from muster.store.idempotency import AnsweredRequest
from muster.store.log.database import DatabaseStore
from muster.store.log.models import LogAct

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
LONG_AGO = NOW - timedelta(days=3100)


def guest(joined: datetime = LONG_AGO) -> Account:
    account = Account.objects.open_guest()
    Account.objects.filter(pk=account.pk).update(joined=joined)
    return account


def test_ended_sessions_go_and_others_stay():
    for name, ends in (("ended", -1), ("open", 1)):
        Session.objects.create(session_key=name, session_data="", expire_date=NOW + timedelta(hours=ends))
    assert clean_up(NOW) == RemovedRows(sessions=1, guests=0, answers=0, archives=0)
    assert Session.objects.get().session_key == "open"


def test_guests_who_never_made_anything_go_after_a_month():
    guest()
    young = guest(NOW - timedelta(days=29))
    member = Account.objects.create_user("ada", "a long walk", joined=LONG_AGO)
    assert clean_up(NOW).guests == 1
    assert set(Account.objects.all()) == {young, member}


def test_a_guest_who_left_a_trace_stays():
    acted, owns, answered = guest(), guest(), guest()
    LogAct.objects.create(batch="b", actor=str(acted.pk), at=LONG_AGO, digest="", versions="{}")
    ApiToken.issue(owns, "any row of any table")
    AnsweredRequest.claim(answered, "key", b"")
    assert clean_up(NOW).guests == 1
    assert set(Account.objects.all()) == {acted, owns}


def test_answers_end():
    ada = Account.objects.create_user("ada", "a long walk")
    for key in ("old", "new"):
        AnsweredRequest.claim(ada, key, b"")
    AnsweredRequest.objects.filter(pk=AnsweredRequest.objects.earliest("pk").pk).update(made=LONG_AGO)
    AnsweredRequest.objects.filter(made__gt=LONG_AGO).update(made=NOW)
    assert clean_up(NOW).answers == 1
    assert AnsweredRequest.objects.get().made == NOW


def test_a_start_looks_at_so_many_and_a_later_one_goes_on(monkeypatch):
    monkeypatch.setattr(cleanup, "CHUNK", 2)
    for _ in range(5):
        guest()
    assert [clean_up(NOW, most=2).guests for _ in range(4)] == [2, 2, 1, 0]
    for number in range(5):
        Session.objects.create(session_key=str(number), session_data="", expire_date=LONG_AGO)
    assert [clean_up(NOW, most=2).sessions, clean_up(NOW).sessions] == [2, 3]


def test_the_server_begins_with_it_and_starts_where_it_cannot(monkeypatch):
    guest()
    serve._clean_up()
    assert not Account.objects.exists()

    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(cleanup, "clean_up", locked)
    serve._clean_up()


def test_a_start_with_a_clock_far_ahead_ends_nothing(monkeypatch):
    account = Account.objects.create_user("ada", "a long walk")
    handled = DiceContext(DatabaseStore(), "table:1"), Act(str(account.pk), NOW, "b")
    HANDLERS.handle(*handled, OpenTable(name="Friday"))
    Session.objects.create(session_key="open", session_data="", expire_date=NOW + timedelta(days=300))
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + timedelta(days=365))
    serve._clean_up()
    assert Session.objects.exists()
    assert cleanup.trusted_time(NOW + timedelta(days=29)) == NOW + timedelta(days=29)
