"""A database that is locked, full or away: come back in a moment, everywhere; and nobody has to restart."""

import pytest
from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError, connection
from django.test import Client

from muster.rules.violations import Refused, Violation
from muster.store.accounts import Account


class Said(Exception):
    """What PostgreSQL said, by its code."""

    def __init__(self, sqlstate):
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def of_postgres(kind, sqlstate):
    """As Django wraps it."""
    trouble = kind(sqlstate)
    trouble.__cause__ = Said(sqlstate)
    return trouble


TROUBLES = [
    OperationalError("database is locked"),
    OperationalError("database or disk is full"),
    OperationalError("attempt to write a readonly database"),
    OperationalError("unable to open database file"),
    OperationalError("no such table: store_loghead"),
    InterfaceError("connection already closed"),
    of_postgres(InternalError, "25006"),
    of_postgres(InternalError, "25P02"),
]


@pytest.fixture
def ada():
    client = Client(raise_request_exception=False)
    client.force_login(Account.objects.open_guest())
    return client


def failing(trouble):
    def fails(*_):
        raise trouble

    return connection.execute_wrapper(fails)


@pytest.mark.django_db
@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
def test_pages_calls_and_health_say_when_to_come_back(ada, trouble):
    ways = [(ada.get, "/armies"), (ada.post, "/dice/table"), (ada.get, "/health"), (ada.post, "/sign-in")]
    ways += [(ada.get, "/api/v1/me"), (ada.post, "/api/v1/registers"), (ada.get, "/api/v1/registers")]
    with failing(trouble):
        for ask, path in ways:
            form = {"username": "ada", "password": "a long one"}
            answer = ask(path, form) if ask == ada.post else ask(path)
            assert (path, answer.status_code) == (path, 503)
            assert int(answer["Retry-After"]) > 0
            if path.startswith("/api/"):
                found = answer.json()
                assert (found["ok"], found["status"]) == (False, 503)
                assert [violation["code"] for violation in found["violations"]] == ["site.database_away"]
            else:
                assert "locked, full or can’t be reached" in answer.content.decode()
    assert ada.get("/armies").status_code == ada.get("/api/v1/me").status_code == 200, "and it is back"


@pytest.mark.django_db
def test_a_bug_is_still_a_bug(ada):
    for bug in (ZeroDivisionError(), of_postgres(ProgrammingError, "42703")):
        with failing(bug):
            answer = ada.get("/armies")
        assert answer.status_code == 500 and "Retry-After" not in answer


@pytest.mark.django_db
def test_a_log_that_stays_locked_is_no_mistake_of_the_form(ada, monkeypatch):
    def locked(*_, **__):
        raise Refused(Violation(code="log.busy", source="log"))

    monkeypatch.setattr("muster.store.log.database.DatabaseStore.append", locked)
    page = ada.post("/dice/table", {"name": "Friday"})
    call = ada.post("/api/v1/registers", {"faction": "empire"}, content_type="application/json")
    for answer in (page, call):
        assert answer.status_code == 503 and int(answer["Retry-After"]) > 0
