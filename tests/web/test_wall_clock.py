"""A server whose clock jumps calls no time by itself, says so at the desk, and can be put right there."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.test import Client

from muster.app.tournament import commands
from muster.store.accounts import Account
from muster.web import sessions, wall_clock
from muster.web.api import repeats
from muster.web.tournament import requests
from muster.web.tournament.desk import clock as desk_clock
from muster.web.wall_clock import WallClock, steady
from tests.web.account_fixtures import bearer, text_of
from tests.web.event_table_fixtures import Cup

NOON = datetime(2026, 9, 5, 12, tzinfo=UTC)


class Clocks:
    """A time of day that can be put anywhere, and seconds that count on."""

    def __init__(self, said=NOON):
        self.said, self.passed = said, 100.0
        self.watched = WallClock(lambda: self.said, lambda: self.passed)

    def wait(self, minutes, shown=None):
        self.passed += minutes * 60
        self.said += timedelta(minutes=minutes if shown is None else shown)
        return self.watched.now()


def test_time_that_passes_is_no_jump_however_long_nobody_looks():
    clocks = Clocks()
    clocks.wait(1)
    clocks.wait(60 * 24)
    assert clocks.watched.jump is None
    assert steady() <= steady()


@pytest.mark.parametrize("shown", [120, -30])
def test_a_jump_is_noticed_with_its_size_and_only_forward_ones_end_rounds(shown):
    clocks = Clocks()
    clocks.wait(10)
    clocks.wait(1, shown=1 + shown)
    assert clocks.watched.jump.minutes == shown
    assert clocks.watched.is_doubtful(NOON) is (shown > 0)
    assert not clocks.watched.is_doubtful(clocks.said + timedelta(minutes=1)), "what begins now is well timed"
    assert not clocks.watched.is_doubtful(None)


def test_a_jump_forward_is_not_believed_for_a_day():
    clocks = Clocks()
    clocks.wait(1, shown=60 * 24 * 365)
    assert clocks.watched.earliest() == NOON + timedelta(minutes=1)
    clocks.wait(60)
    assert clocks.watched.earliest() == NOON + timedelta(minutes=61)
    clocks.wait(60 * 24)
    assert clocks.watched.earliest() == clocks.said


def test_a_clock_put_back_is_believed_at_once():
    clocks = Clocks()
    clocks.wait(1, shown=60 * 24 * 365)
    clocks.wait(1, shown=1 - 60 * 24 * 365)
    assert clocks.watched.earliest() == clocks.said


@pytest.fixture
def a_year_ahead(monkeypatch):
    """From the moment it is called, the server's clock is wrong by a year and more."""
    clocks = Clocks(datetime.now(UTC))
    for module in (sessions, repeats):
        monkeypatch.setattr(module, "wall_clock", clocks.watched)

    def jump():
        clocks.wait(1, shown=60 * 24 * 400)
        monkeypatch.setattr("django.utils.timezone.now", lambda: clocks.said)

    return jump


@pytest.mark.django_db
def test_a_clock_that_jumps_signs_nobody_out(a_year_ahead):
    client = Client()
    client.post("/dice/table", {"name": "Friday"})
    cookie = client.cookies["sessionid"].value
    a_year_ahead()
    assert "Friday" in client.post("/dice/table", {"name": "Friday"}, follow=True).content.decode()
    assert client.cookies["sessionid"].value == cookie
    assert Account.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_request_repeated_after_a_jump_acts_once(a_year_ahead):
    ada = bearer(Account.objects.create_user("Ada", "a long walk on Hoth"))
    asked = {"data": {"name": "Friday"}, "content_type": "application/json"}
    sends = []
    for _ in range(2):
        sends.append(Client().post("/api/v1/dice/tables", **asked, headers=ada | {"Idempotency-Key": "k1"}))
        a_year_ahead()
    assert [response.status_code for response in sends] == [201, 201]
    assert sends[0].json() == sends[1].json()


@pytest.fixture
def cup(db, monkeypatch):
    cup = Cup().announce()
    cup.pair()
    cup.my.do(cup.act(), cup.stream, commands.StartClock())
    cup.clocks = Clocks(datetime.now(UTC))
    for module in (requests, desk_clock, wall_clock):
        monkeypatch.setattr(module, "wall_clock", cup.clocks.watched)
    return cup


def called(cup):
    return cup.my.load(cup.stream).state.open_round.timing.clock.called


def test_a_round_that_has_run_its_time_is_called_by_whoever_looks(cup):
    cup.clocks.wait(200)
    cup.phones["eve"].get(f"/event/{cup.id}")
    assert called(cup) == cup.clocks.said


@pytest.mark.parametrize(
    ("who", "page"),
    [
        ("eve", "/event/{}"),
        ("eve", "/api/v1/tournaments/{}"),
        ("olga", "/event/{}/desk"),
        ("olga", "/event/{}/desk/clock"),
    ],
)
def test_a_clock_that_jumps_calls_nothing_wherever_one_looks(cup, who, page):
    cup.clocks.wait(5, shown=60 * 24 * 90)
    address = page.format(UUID(cup.id) if "/api/" in page else cup.id)
    assert cup.phones[who].get(address).status_code == 200
    assert called(cup) is None


def test_the_desk_says_so_and_takes_time_back(cup):
    olga, desk = cup.phones["olga"], f"/event/{cup.id}/desk"
    assert "jumped" not in text_of(olga.get(f"{desk}/clock"))
    cup.clocks.wait(5, shown=125)
    text = text_of(olga.get(f"{desk}/clock"))
    assert "clock jumped +120 minutes" in text and "Restart the clock" in text
    cup.my.do(cup.act(), cup.stream, commands.CallTime())
    answer = olga.post(f"{desk}/act", {"do": "time-back", "from": "clock", "left": "25", "key": "k"})
    assert answer.status_code == 302
    now = cup.my.load(cup.stream).state.open_round.timing.clock
    left = now.remaining(datetime.now(UTC))
    assert now.called is None and timedelta(minutes=24) < left <= timedelta(minutes=25)


def test_time_is_taken_back_through_the_api_by_the_organiser_alone(cup):
    cup.my.do(cup.act(), cup.stream, commands.CallTime())
    path, act = f"/api/v1/tournaments/{UUID(cup.id)}/acts", {"act": "take-back-time", "left": 10}

    def asked(who):
        headers = bearer(cup.people[who])
        return cup.phones["eve"].post(path, act, content_type="application/json", headers=headers)

    assert asked("ann").status_code == 403
    assert called(cup) is not None
    assert asked("olga").status_code == 200
    assert called(cup) is None


def test_a_table_where_nobody_sat_down_has_nothing_to_follow(cup):
    for who in ("ann", "bo"):
        assert cup.phones[who].get(f"/event/{cup.id}/setup/body").status_code == 204
    assert cup.phones["olga"].get(f"/event/{cup.id}/setup/body?table=1").status_code == 204
