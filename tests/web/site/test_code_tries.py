"""Wrong codes of seats are counted, by account and by address; nobody else has to wait for it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from muster.app.acting import Act
from muster.app.game.playing.commands import OpenGame
from muster.app.game.playing.playing import HANDLERS
from muster.store.accounts import Account, new_id
from muster.store.codes import tries
from muster.store.codes.tries import CodeTries
from muster.web.game.desks import desk_over
from muster.web.requests import new_store
from muster.web.site import code_tries
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.event_desk_fixtures import PLAN, Hall

pytestmark = pytest.mark.django_db
HERE = "address 127.0.0.1"


@pytest.fixture
def clock(monkeypatch):
    now = [datetime(2030, 5, 4, 12, tzinfo=UTC)]
    monkeypatch.setattr("muster.web.site.code_tries.timezone.now", lambda: now[0])
    return now


class Seat:
    """Ada's seat in a game, and the code it is retaken with."""

    def __init__(self) -> None:
        desk = desk_over(new_store(), new_id().hex)
        HANDLERS.handle(desk, Act(str(person("Ada").pk), datetime.now(UTC), "opened"), OpenGame())
        self.stream, self.code = desk.stream, desk.code
        self.at = f"/game/{desk.stream.partition(':')[2]}/act"

    def retake(self, client: Client, code: str = "NOTACODE"):
        return client.post(self.at, {"do": "retake", "seat": "one", "code": code})

    def statuses(self, client: Client, count: int) -> list[int]:
        return [self.retake(client).status_code for _ in range(count)]


@pytest.fixture
def seat(clock) -> Seat:
    return Seat()


def test_six_wrong_codes_of_a_seat_make_whoever_typed_them_wait(seat, clock):
    eve = signed_in(person("Eve"))
    assert seat.statuses(eve, 7) == [422] * 6 + [429]
    held = seat.retake(eve, seat.code)
    assert (held.status_code, held["Retry-After"]) == (429, "900"), "a right one is not weighed any more"
    assert "Too many wrong codes were typed here. Wait 15 minutes, then try again." in text_of(held)
    assert seat.retake(signed_in(person("Bo")), seat.code).status_code == 302, "nobody else waits"
    clock[0] += tries.WAIT
    assert seat.retake(eve, seat.code).status_code == 302


def test_a_right_code_gives_back_its_own_try_and_no_other(seat):
    eve = signed_in(person("Eve"))
    assert seat.statuses(eve, 5) == [422] * 5
    assert seat.retake(eve, seat.code).status_code == 302
    assert seat.statuses(eve, 2) == [422, 429]


def test_guests_without_end_are_counted_by_their_address(seat, clock):
    for _ in range(code_tries.OF_AN_ADDRESS - 1):
        assert not tries.take_try(seat.stream, HERE, code_tries.OF_AN_ADDRESS, clock[0])
    there = Account.objects.count()
    assert [seat.retake(Client()).status_code for _ in range(2)] == [422, 429]
    assert Account.objects.count() == there, "a refusal leaves no guest behind"


def test_a_code_of_a_player_is_counted_in_its_event_alone(clock):
    hall = Hall()
    zoe, pia = hall.clients["zoe"], hall.clients["pia"]
    wrong = {"do": "claim", "code": "NOTACODE", "key": "x"}
    assert [zoe.post(f"{hall.at}/join", wrong).status_code for _ in range(7)] == [422] * 6 + [429]
    assert pia.post(f"{hall.at}/join", wrong).status_code == 422
    elsewhere = zoe.post("/events/new", {"name": "Hoth Open", "key": "begin", "details": "1", **PLAN})
    at = elsewhere["Location"].removesuffix("/desk")
    assert zoe.post(f"{at}/join", wrong).status_code == 422


def test_whoever_need_not_wait_any_longer_is_forgotten(seat, clock):
    seat.statuses(signed_in(person("Eve")), 2)
    assert CodeTries.objects.count() == 2
    assert not [who for who in CodeTries.objects.values_list("who", flat=True) if "127.0" in who]
    clock[0] += tries.WAIT + timedelta(seconds=1)
    seat.retake(signed_in(person("Bo")), seat.code)
    assert CodeTries.objects.count() == 0
