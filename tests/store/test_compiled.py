"""Questions compiled once: the same rows as the ORM's, with values of every kind, on every connection."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connections
from django.test.utils import CaptureQueriesContext

from muster.app.campaign.stories import Report
from muster.store.accounts import Account, ApiToken, names_of
from muster.store.armies import DatabaseArmies
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.compiled import KEPT, Compiled, Given, _compile, columns
from muster.store.rows import fields_of

NOON = datetime(2026, 6, 19, 12, tzinfo=UTC)
JOINED_AFTER = Compiled(
    lambda: (
        Account.objects.filter(joined__gt=Given(Account, "joined"), is_staff=Given(Account, "is_staff"))
        .order_by("handle")
        .values_list(*columns(Account))
    )
)


def account(handle: str | None, **fields: object) -> Account:
    return Account.objects.create(handle=handle, name=handle or "Guest", password="!", **fields)


@pytest.fixture
def crowd(db) -> list[Account]:
    return [
        account("ada", joined=NOON, is_staff=True, email="ada@example.org"),
        account("bo", joined=NOON + timedelta(hours=1), is_staff=True, last_login=NOON),
        account("cy", joined=NOON + timedelta(hours=2), is_staff=False, theme="dark"),
        account(None, joined=NOON + timedelta(hours=3), is_staff=True),
    ]


def test_rows_are_those_of_the_orm_with_ids_times_and_truths(crowd):
    for after in (NOON - timedelta(1), NOON, NOON + timedelta(hours=2)):
        for staff in (True, False):
            asked = Account.objects.filter(joined__gt=after, is_staff=staff).order_by("handle")
            rows = JOINED_AFTER.rows(is_staff=staff, joined=after)
            assert [tuple(row) for row in rows] == list(asked.values_list(*columns(Account)))


def test_where_the_compiler_of_django_is_another_the_orm_answers(crowd, monkeypatch):
    """The public way: the same rows, the same refusals."""
    monkeypatch.setattr("muster.store.compiled._compile", lambda *_: None)
    for staff in (True, False):
        question = Compiled(JOINED_AFTER._question)
        asked = Account.objects.filter(joined__gt=NOON, is_staff=staff).order_by("handle")
        assert question.rows(is_staff=staff, joined=NOON) == list(asked.values_list(*columns(Account)))
        with pytest.raises(KeyError):
            question.rows(joined=NOON)
    text = Compiled(lambda: Account.objects.filter(name=Given(Account, "name")).values_list("name"))
    with pytest.raises(ValidationError):
        text.rows(name="a\0b")
    assert text.first(name="bo") == ("bo",)


def test_a_compiler_that_is_another_is_noticed_and_ours_is_known(crowd, monkeypatch):
    question = Account.objects.filter(pk=Given(Account, "id")).values_list("name")
    assert _compile(question, connections["default"]) is not None
    monkeypatch.delattr("django.db.models.sql.compiler.SQLCompiler.get_converters")
    assert _compile(question, connections["default"]) is None


def test_the_sql_is_written_once_for_a_connection_and_asked_each_time(crowd):
    asked = []
    question = Compiled(
        lambda: asked.append(1) or Account.objects.filter(pk=Given(Account, "id")).values_list("name")
    )
    with CaptureQueriesContext(connections["default"]) as queries:
        names = [question.first(id=one.pk) for one in crowd]
    assert [name for (name,) in names] == ["ada", "bo", "cy", "Guest"]
    assert len(asked) == 1 and len(queries) == 4
    assert question in vars(connections["default"])[KEPT]


def test_every_thread_has_its_own(crowd):
    """What Django ties to a connection goes with it."""

    def kept() -> tuple[int, bool]:
        here = connections["default"]
        try:
            JOINED_AFTER._sql(here)
            return id(here), JOINED_AFTER in vars(here)[KEPT]
        finally:
            here.close()

    with ThreadPoolExecutor(1) as other:
        there, was_kept = other.submit(kept).result()
    assert was_kept and there != id(connections["default"])


def test_a_value_that_its_field_does_not_take_is_refused_as_ever(db):
    with pytest.raises(ValidationError):
        Account.objects.get(pk="nobody")
    with pytest.raises(KeyError):
        JOINED_AFTER.rows(joined=NOON)


def test_a_nul_is_in_no_row_and_finds_none(db, django_assert_num_queries):
    """PostgreSQL neither keeps nor compares a text that holds one; SQLite does, and what it has must move."""
    report = Report(register="r", battle="b", title="a\0b", words="\0c\nd", changed=NOON)
    assert fields_of(report, "changed") == {"register": "r", "battle": "b", "title": "ab", "words": "c\nd"}
    with django_assert_num_queries(0):
        assert DatabaseArmies().by_code("a\0b") is None
        assert DatabaseRoles().role(str(uuid4()), "register:a\0b") is None


def test_an_account_by_its_id_is_the_row_itself(crowd):
    for one in crowd:
        found = Account.objects.get(pk=str(one.pk))
        assert isinstance(found.pk, UUID) and not found._state.adding and found._state.db == "default"
        assert {name: getattr(found, name) for name in columns(Account)} == {
            name: getattr(one, name) for name in columns(Account)
        }
        found.name = "Renamed"
        found.save()
    assert set(Account.objects.values_list("name", flat=True)) == {"Renamed"}
    with pytest.raises(Account.DoesNotExist):
        Account.objects.get(pk=uuid4())
    with pytest.raises(Account.DoesNotExist):
        Account.objects.get(pk=crowd[0].pk, name="nobody")


def test_a_token_comes_with_its_account(crowd):
    kept, secret = ApiToken.issue(crowd[1], "phone")
    with CaptureQueriesContext(connections["default"]) as queries:
        found = ApiToken.find_valid(secret)
        assert found and found.account == crowd[1] and found.account.last_login == NOON
    assert len(queries) == 2, "one question, and one note of its use"
    assert (found.pk, found.label, found.made) == (kept.pk, "phone", kept.made)
    Account.objects.filter(pk=crowd[1].pk).update(is_active=False)
    assert ApiToken.find_valid(secret) is None and ApiToken.find_valid("muster_other") is None


@pytest.mark.parametrize("many", range(1, 10))
def test_names_are_asked_for_together_however_many(db, django_assert_num_queries, many):
    people = [account(f"p{number}") for number in range(many)]
    gone = str(uuid4())
    with django_assert_num_queries(1):
        found = names_of({str(one.pk) for one in people} | {gone})
    assert found == {str(one.pk): one.name for one in people} | {gone: "Former player"}


def test_an_imported_log_may_name_people_by_anything(db):
    here = account("p1")
    names = {str(here.pk): "p1", "x": "Former player", "\u202e<b>": "Former player", "": "Former player"}
    assert names_of(set(names)) == names


def test_nobody_is_asked_for_without_a_question(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert names_of(set()) == {}
        assert names_of({"x"}) == {"x": "Former player"}
