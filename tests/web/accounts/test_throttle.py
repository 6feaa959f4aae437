"""Guessing passwords: one count for all spellings at every door, and nobody locks somebody else out."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, identify_hasher, make_password
from django.core import signing
from django.test import Client

from muster.app.accounts.names import canonical_handle
from muster.store.accounts import Account
from muster.web.accounts import hashers, throttle
from muster.web.accounts.hashers import BoundedArgon2
from muster.web.serving import limits
from muster.web.serving.addresses import trusted_proxies
from tests.web.account_fixtures import PASSWORD, ada, person, signed_in, text_of

pytestmark = pytest.mark.django_db
__all__ = ["ada"]
NEW = "another long walk"
BLANKS = ["Ada ", " ada", "ADA\t", "\u00a0ada", "ada\n", "Ada\u2003"]


def sign_in(client, handle="Ada", password=PASSWORD):
    return client.post("/sign-in", {"handle": handle, "password": password}).status_code


def guess(client, times, handle="Ada"):
    return [sign_in(client, handle, "not this one") for _ in range(times)]


@pytest.mark.parametrize("handle", BLANKS)
def test_a_locked_handle_is_locked_in_every_spelling(ada, client, handle):
    assert guess(client, 6)[-1] == 429
    assert sign_in(client, handle, "no") == sign_in(client, handle) == 429
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("handle", BLANKS)
def test_failures_of_every_spelling_count_together(ada, client, handle):
    guess(client, 5, handle)
    assert guess(client, 1)[-1] == 429


@pytest.mark.parametrize("handle", ["", " ", "Ad\u0061\u0301", "\u212ada", "ada\x00", "a" * 41, "#", "ada#x"])
def test_what_is_no_handle_is_nobody(handle):
    assert canonical_handle(handle) == ""
    assert Account.objects.holding(handle) is None
    Account.objects.open_guest()
    with pytest.raises(Account.DoesNotExist):
        Account.objects.get_by_natural_key(handle)


@pytest.mark.parametrize("page", ["/you/password", "/you/delete"])
@pytest.mark.parametrize("named", [{}, {"handle": "somebody.else"}, {"username": "somebody.else"}])
def test_pages_inside_are_locked_whatever_handle_is_sent_along(ada, page, named):
    client = signed_in(ada)
    wrong = {"password": "no", "new_password": NEW, **named}
    assert [client.post(page, wrong).status_code for _ in range(6)][-1] == 429
    assert client.post(page, wrong | {"password": PASSWORD}).status_code == 429
    assert Account.objects.get(handle="Ada").check_password(PASSWORD)
    assert sign_in(Client()) == 429, "and so is the door, from the same address"


# Nobody locks somebody else out


def test_a_device_that_was_signed_in_is_not_locked_by_others_at_the_same_address(ada):
    mine, stranger = Client(), Client()
    assert sign_in(mine) == 302
    mine.post("/sign-out")
    assert guess(stranger, 6)[-1] == sign_in(stranger) == 429
    assert sign_in(mine) == 302
    assert guess(mine, 6)[-1] == 429, "it has a count of its own"


def test_signing_up_and_a_new_password_make_a_device_known(client, settings):
    client.post("/sign-up", {"handle": "Bo", "password": PASSWORD, "name": "", "email": ""})
    client.post("/sign-out")
    guess(Client(), 6, "Bo")
    assert sign_in(client, "Bo") == 302


def test_a_device_is_known_for_those_who_signed_in_there_alone(ada):
    person("Bo")
    device = Client()
    sign_in(device)
    device.post("/sign-out")
    guess(Client(), 6, "Bo")
    assert sign_in(device, "Bo") == 429
    assert sign_in(device) == 302


@pytest.mark.parametrize(
    "cookie",
    ["nonsense", signing.dumps(["x"], salt="other"), ""],
    ids=["nonsense", "signed for something else", "empty"],
)
def test_a_forged_device_is_a_stranger(ada, cookie):
    client = Client()
    guess(client, 6)
    client.cookies[throttle.COOKIE] = cookie
    assert sign_in(client) == 429


def test_the_cookie_names_nobody_and_stays_with_the_browser(ada, client):
    sign_in(client)
    cookie = client.cookies[throttle.COOKIE]
    assert "ada" not in str(signing.loads(cookie.value, salt=throttle.SALT)).lower()
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


# An address has its own limit


def spray(client, times):
    return [sign_in(client, f"nobody{number}", "not this one") for number in range(times)]


def test_an_address_that_tries_many_handles_is_locked_for_all_but_known_devices(ada, monkeypatch):
    monkeypatch.setattr(throttle, "FAILURES_OF_AN_ADDRESS", 12)
    known, stranger = Client(), Client()
    sign_in(known)
    known.post("/sign-out")
    assert set(spray(stranger, 11)) == {422}
    assert spray(stranger, 1) == [429]
    answer = stranger.post("/sign-in", {"handle": "Ada", "password": PASSWORD})
    assert answer.status_code == 429 and "from your network" in text_of(answer)
    assert sign_in(known) == 302
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")) == 302


def test_an_account_of_ones_own_does_not_clear_the_count_of_the_address(ada, monkeypatch):
    monkeypatch.setattr(throttle, "FAILURES_OF_AN_ADDRESS", 12)
    person("Bo")
    guesser = Client()
    spray(guesser, 11)
    assert sign_in(guesser, "Bo") == 302
    guesser.post("/sign-out")
    assert spray(guesser, 1) == [429]


def test_behind_a_proxy_everybody_has_their_own_address(ada, monkeypatch):
    def at(address):
        return Client(REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": f"203.0.113.9, {address}"})

    trusted_proxies.cache_clear()
    monkeypatch.setenv("MUSTER_PROXIES", "127.0.0.1")
    try:
        assert guess(at("192.0.2.1"), 6)[-1] == 429
        assert sign_in(at("192.0.2.2")) == 302
        assert set(AccessAttempt.objects.values_list("ip_address", flat=True)) <= {"192.0.2.1"}
    finally:
        monkeypatch.undo()
        trusted_proxies.cache_clear()
    guess(Client(headers={"X-Forwarded-For": "192.0.2.77"}), 1)
    assert "127.0.0.1" in set(AccessAttempt.objects.values_list("ip_address", flat=True)), "nobody to believe"


# Tries are counted before they are weighed


def test_a_right_password_gives_its_try_back_wherever_it_is_asked_for(ada):
    client = signed_in(ada)
    for _ in range(8):
        assert client.post("/you/password", {"password": PASSWORD, "new_password": "a"}).status_code == 422
    assert guess(Client(), 5) == [422] * 5, "a password that is too short was no wrong one"


def test_a_password_that_nobody_had_time_for_was_no_try(ada, monkeypatch):
    def crowded(*_: object, **__: object) -> None:
        raise limits.busy_refusal()

    client = Client()
    with monkeypatch.context() as busy:
        busy.setattr("django.contrib.auth.backends.ModelBackend.authenticate", crowded)
        assert guess(client, 7) == [503] * 7
    assert sign_in(client) == 302


def test_leaving_takes_the_counts_of_all_devices_along(ada):
    client = Client()
    sign_in(client)
    client.post("/sign-out")
    guess(client, 2)
    guess(Client(), 2)
    ada.refresh_from_db()
    ada.erase()
    assert not AccessAttempt.objects.exists()


# Hashing


def test_a_new_hash_takes_little_memory_and_an_old_one_is_renewed(settings):
    settings.PASSWORD_HASHERS = ["muster.web.accounts.hashers.BoundedArgon2"]
    old = Argon2PasswordHasher().encode(PASSWORD, "a salt of some length")
    account = person("Bo")
    account.password = old
    account.save()
    assert check_password(PASSWORD, old) and account.check_password(PASSWORD)
    account.refresh_from_db()
    made = identify_hasher(account.password).decode(account.password)
    assert (made["memory_cost"], made["parallelism"]) == (19 * 1024, 1)
    assert account.password != old and account.check_password(PASSWORD)
    assert not check_password("not this one", make_password(PASSWORD))


def test_sixteen_at_once_are_hashed_two_at_a_time(monkeypatch):
    inside, most, lock = [0], [0], Lock()

    def slowly(self, password, salt):
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        Event().wait(0.01)  # the others are let go on: as many are inside as may be
        with lock:
            inside[0] -= 1
        return "argon2$"

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slowly)
    with ThreadPoolExecutor(hashers.HASHING_LIMIT.most) as crowd:
        list(crowd.map(lambda number: BoundedArgon2().encode(PASSWORD, str(number)), range(16)))
    assert 1 <= most[0] <= 2
    assert hashers.HASHING_LIMIT.inside == 0
