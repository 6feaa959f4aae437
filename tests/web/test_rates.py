"""How often one may ask without an account, and how often for what is costly; all by count."""

import re
from collections import OrderedDict

import pytest
from django.conf import settings
from django.test import Client

from muster.store.accounts import ApiToken
from muster.web import rates
from muster.web.serving.addresses import trusted_proxies
from tests.web.account_fixtures import ada, guest, signed_in, text_of
from tests.web.route_table import ROUTES

pytestmark = pytest.mark.django_db
__all__ = ["ada"]
FAR, ELSEWHERE = "192.0.2.7", "198.51.100.9"
WRITTEN = [(row.method, row.address) for rows in ROUTES.values() for row in rows if row.method != "GET"]


@pytest.fixture
def clock(monkeypatch):
    """Time stands still; three writes and two costly questions at once."""
    now = [1000.0]
    for rate, at_once in ((rates.WRITES, 3), (rates.COSTS, 2), (rates.GUESTS, 5)):
        monkeypatch.setattr(rate, "counted", OrderedDict())
        monkeypatch.setattr(rate, "clock", lambda: now[0])
        monkeypatch.setattr(rate, "at_once", at_once)
    return now


def theme(client: Client, times: int = 1) -> list[int]:
    return [client.post("/theme").status_code for _ in range(times)]


def test_writes_without_an_account_are_counted_by_address(clock):
    far = Client(REMOTE_ADDR=FAR)
    assert theme(far, 4) == [302, 302, 302, 429]
    assert theme(Client(REMOTE_ADDR=ELSEWHERE)) == [302]
    answer = far.post("/theme")
    assert answer["Retry-After"] == "1" and answer["Cache-Control"] == "no-store"
    assert "Too many requests from here. Nothing was changed. Wait a second" in text_of(answer)
    assert far.get("/theme").status_code == 405, "reading is free"
    clock[0] += 0.5
    assert theme(far, 2) == [302, 429]


def test_the_api_says_it_in_its_own_shape(clock):
    far = Client(REMOTE_ADDR=FAR)
    theme(far, 3)
    answer = far.post("/api/v1/registers", "{}", content_type="application/json")
    assert answer.status_code == 429
    assert answer.json()["status"] == 429 and "Wait a second" in answer.json()["message"]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_no_address_takes_a_write_of_somebody_who_asks_too_often(clock, monkeypatch, method):
    for rate in (rates.WRITES, rates.COSTS):
        monkeypatch.setattr(rate, "at_once", 0)
    far = Client(REMOTE_ADDR=FAR)
    asked = {
        address: far.generic(method, _with_ids(address)).status_code
        for how, address in WRITTEN
        if how == method
    }
    assert asked and {address: status for address, status in asked.items() if status != 429} == {}


def _with_ids(address: str) -> str:
    """Any id: who asks too often is not told whether there is such a thing."""
    long = ("army", "token", "device", "picture", "book", "tour", "campaign", "_id", "hidden_tour")
    for name in {piece.partition("}")[0] for piece in address.split("{")[1:]}:
        dashed = name.endswith(long) or (name == "battle" and address.startswith("/api"))
        id = "01a1e558-0a73-753a-8928-e9dd343ed353"
        plain = {"short": id.replace("-", "")[:13], "push": "1"}.get(name, id.replace("-", ""))
        address = address.replace(f"{{{name}}}", id if dashed else plain)
    return address


@pytest.mark.parametrize(
    "address",
    ["/odds?black=2", "/api/v1/dice/odds?black=1", "/search?q=aim", "/api/v1/search?q=aim",
     "/tables/silhouette.pdf", "/squads/print/transmitter.pdf", "/a/abcdefgh/picture.png",
     "/a/abcdefgh/export/text", f"/event/{'0' * 32}/export.csv", f"/event/{'0' * 32}/print/numbers.pdf"],
)  # fmt: skip
def test_what_is_costly_is_counted_for_everybody(clock, ada, address):
    for client in (Client(REMOTE_ADDR=FAR), _from_far(signed_in(ada))):
        assert [client.get(address).status_code == 429 for _ in range(3)] == [False, False, True]


def test_every_file_that_is_made_for_whoever_asks_is_costly():
    made = [route for route in ROUTES if re.search(r"\.(pdf|png|zip|ics|xml|csv)\$?$", route)]
    assert len(made) > 12
    assert [route for route in made if not rates.COSTLY.search(route)] == []


def test_lists_that_are_checked_without_an_account_are_costly_too(clock):
    far = Client(REMOTE_ADDR=FAR)
    asked = [
        far.post(
            "/api/v1/armies/check",
            "{}",
            content_type="application/json",
            headers={"Authorization": "Bearer x"},
        )
        for _ in range(3)
    ]
    assert [answer.status_code for answer in asked] == [422, 422, 429]


def test_a_guest_is_counted_alone_and_a_member_writes_freely(clock, ada):
    first, other = (_from_far(guest()[0]) for _ in range(2))
    assert theme(first, 4)[-1] == 429
    assert theme(other) == [302], "a hall is behind one address"
    assert theme(_from_far(signed_in(ada)), 5) == [302] * 5


def test_all_guests_of_an_address_are_counted_together_as_well(clock):
    guests = [_from_far(guest()[0]) for _ in range(6)]
    assert [theme(guest)[0] for guest in guests] == [302] * 5 + [429]
    clock[0] += 1
    assert theme(guests[5]) == [302]
    assert (rates.GUESTS.at_once, rates.GUESTS.a_second) == (5, 30)


@pytest.mark.parametrize("said", ["x", "Bearer x", "Basic eDp4"])
def test_a_header_that_is_no_token_frees_nobody(clock, said):
    far = Client(REMOTE_ADDR=FAR, headers={"Authorization": said})
    assert theme(far, 4)[-1] == 429
    call = far.post("/api/v1/registers", "{}", content_type="application/json")
    assert call.status_code == 429


def test_a_token_frees_calls_and_no_pages(clock, ada):
    _, secret = ApiToken.issue(ada, "phone")
    far = Client(REMOTE_ADDR=FAR, headers={"Authorization": f"Bearer {secret}"})
    calls = [far.post("/api/v1/registers", "{}", content_type="application/json") for _ in range(5)]
    assert [answer.status_code for answer in calls] == [422] * 5
    assert theme(far, 4)[-1] == 429


def test_whoever_asks_at_this_machine_is_not_counted(clock):
    assert theme(Client(), 5) == [302] * 5


def test_behind_a_proxy_the_address_it_names_counts(clock, monkeypatch):
    monkeypatch.setenv("MUSTER_PROXIES", "127.0.0.1")
    trusted_proxies.cache_clear()
    try:
        near = {"headers": {"X-Forwarded-For": f"{ELSEWHERE}, {FAR}"}}
        assert [Client().post("/theme", **near).status_code for _ in range(4)][-1] == 429
        assert theme(Client(headers={"X-Forwarded-For": ELSEWHERE})) == [302]
    finally:
        trusted_proxies.cache_clear()


def test_what_is_counted_does_not_grow_for_ever(clock, monkeypatch):
    monkeypatch.setattr(rates, "MOST_COUNTED", 3)
    for last in range(9):
        rates.WRITES.wait(f"192.0.2.{last}")
    assert len(rates.WRITES.counted) == 3


def test_usually_a_hall_has_room_enough():
    """300 phones join behind one address, and one more each half second; 30 people search by letters."""
    assert (rates.WRITES.at_once, rates.WRITES.a_second) == (300, 2)
    assert (rates.COSTS.at_once, rates.COSTS.a_second) == (240, 8)
    assert "muster.web.rates.Rates" in settings.MIDDLEWARE


def _from_far(client: Client) -> Client:
    client.defaults["REMOTE_ADDR"] = FAR
    return client
