"""Passkeys: adding one, signing in with it, and every way it must not work."""

import json
import logging
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from muster.store import passkeys as store
from muster.store import second_steps
from muster.store.accounts import Account
from muster.store.passkeys import Passkey
from muster.store.second_steps import MOST_FAILURES, SecondStep
from muster.web.accounts import passkeys, your_passkeys
from muster.web.accounts.passwords import reset_path
from muster.web.serving import logs
from tests.web.account_fixtures import PASSWORD, ada, person, text_of
from tests.web.passkey_device import (
    HOST,
    ORIGIN,
    PRESENT,
    VERIFIED,
    Device,
    add,
    browser,
    confirmed,
    device_of,
    sign_in,
)

pytestmark = pytest.mark.django_db
__all__ = ["ada"]
NEW = "another long walk"
WRONG = "This passkey didn’t work."


@pytest.fixture
def clock(monkeypatch):
    """Time passes when it is told to."""
    now = [datetime(2030, 5, 4, 12, tzinfo=UTC)]
    for module in ("second_step", "forms", "passkeys", "your_passkeys"):
        monkeypatch.setattr(f"muster.web.accounts.{module}.timezone.now", lambda: now[0])
    return now


@pytest.fixture
def device(ada):
    return device_of(ada)


def is_in(client: Client) -> bool:
    return client.get("/you/tokens").status_code == 200


def refused(client: Client, device: Device, **wrong) -> bool:
    """Whether the answer opens nothing, in the one sentence there is."""
    answer = sign_in(client, device, **wrong)
    return answer.status_code == 422 and WRONG in text_of(answer) and not is_in(client)


# Adding and removing ---------------------------------------------------------------------------------------


def test_a_passkey_is_asked_for_with_its_owner_and_their_screen_lock(ada):
    first = device_of(ada)
    options = confirmed(ada).post("/you/passkeys/options", {"label": "x"}).json()
    assert options["rp"] == {"name": "Muster", "id": HOST} and options["user"]["name"] == "Ada"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert [credential["id"] for credential in options["excludeCredentials"]] == [
        json.loads(first.create(options))["id"]
    ]


def test_what_is_kept_of_a_passkey_is_public(ada, device):
    kept = Passkey.objects.get()
    assert (kept.account, kept.host, kept.label, kept.used) == (ada, HOST, "my phone", None)
    assert device.id in bytes(kept.data)
    private = device.key.private_numbers().private_value.to_bytes(32, "big")
    assert private not in bytes(kept.data)
    page = text_of(browser(ada).get("/you/passkeys"))
    assert "my phone" in page and "never used" in page and "Remove" not in page


def test_without_the_password_nothing_is_added_or_removed(ada, device):
    client, kept = browser(ada), Passkey.objects.get()
    assert client.post("/you/passkeys", {"do": "confirm", "password": "wrong"}).status_code == 422
    assert client.post("/you/passkeys/options", {"label": "x"}).status_code == 422
    assert client.post("/you/passkeys", {"do": "remove", "passkey": kept.pk}).status_code == 422
    add = {"do": "add", "label": "x", "credential": Device().create({"challenge": "AAAA"})}
    assert client.post("/you/passkeys", add).status_code == 422
    assert list(Passkey.objects.all()) == [kept]


def test_the_password_counts_for_some_minutes(ada, clock):
    client = confirmed(ada)
    clock[0] += timedelta(seconds=your_passkeys.PATIENCE + 1)
    assert client.post("/you/passkeys/options", {"label": "x"}).status_code == 422
    assert "Your password" in text_of(client.get("/you/passkeys"))


def test_a_device_that_takes_its_time_is_still_added(ada, clock):
    client, device = confirmed(ada), Device(ada.pk.bytes)
    clock[0] += timedelta(seconds=your_passkeys.PATIENCE)
    options = client.post("/you/passkeys/options", {"label": "x"}).json()
    clock[0] += timedelta(seconds=passkeys.PATIENCE)
    form = {"do": "add", "label": "x", "credential": device.create(options)}
    assert client.post("/you/passkeys", form).status_code == 302
    again = client.post("/you/passkeys", form)
    assert again.status_code == 422 and "nothing was saved" in text_of(again)


def test_where_a_code_is_asked_for_the_password_is_not_enough(ada, monkeypatch):
    second_steps.begin_setup(ada)
    SecondStep.objects.update(confirmed=datetime(2030, 5, 4, tzinfo=UTC))
    client, form = browser(ada), {"do": "confirm", "password": PASSWORD, "code": "123456"}
    monkeypatch.setattr(SecondStep, "accepts", lambda self, code, now: False)
    assert client.post("/you/passkeys", form).status_code == 422
    assert client.post("/you/passkeys/options", {"label": "x"}).status_code == 422
    monkeypatch.setattr(SecondStep, "accepts", lambda self, code, now: code == "123456")
    assert client.post("/you/passkeys", form).status_code == 302
    assert add(client, Device(ada.pk.bytes)) == 302
    SecondStep.objects.update(failures=MOST_FAILURES, failed=datetime.now(UTC))
    assert client.post("/you/passkeys", form).status_code == 429


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": f"{ORIGIN}:8000"},
        {"host": "evil.example"},
        {"without": VERIFIED},
        {"without": PRESENT},
        {"kind": "webauthn.get"},
        {"algorithm": -65000},
    ],
)
def test_a_passkey_that_is_wrong_is_not_kept(ada, wrong):
    assert add(confirmed(ada), Device(ada.pk.bytes), **wrong) == 422
    assert not Passkey.objects.exists()


@pytest.mark.parametrize(
    "credential", ["", "{", "[]", "{}", "x" * 20_000, "[" * 9_000, '{"rawId": 1, "response": {}}']
)
def test_what_is_no_passkey_is_answered_like_a_wrong_one(ada, credential):
    client = confirmed(ada)
    for form in ({"do": "add", "label": "x"}, {"do": "add"}):
        client.post("/you/passkeys/options", {"label": "x"})
        assert client.post("/you/passkeys", form | {"credential": credential}).status_code == 422
    stranger = browser()
    stranger.post("/sign-in/passkey/options")
    answer = stranger.post("/sign-in/passkey", {"credential": credential})
    assert answer.status_code == 422 and WRONG in text_of(answer)


def test_a_key_that_another_has_is_not_added_twice(ada, device):
    assert add(confirmed(person("Bo")), device) == 422
    assert Passkey.objects.get().account == ada


def test_a_label_that_will_not_do_is_told_before_the_device_is_asked(ada):
    answer = confirmed(ada).post("/you/passkeys/options", {"label": "x" * 61})
    assert answer.status_code == 422
    assert answer.json()["message"] == "A label has up to 60 characters; this one has 61."


def test_an_account_has_ten_passkeys_at_most(ada, monkeypatch):
    monkeypatch.setattr(store, "MOST", 1)
    client = confirmed(ada)
    options = client.post("/you/passkeys/options", {"label": "x"}).json()
    assert add(confirmed(ada), Device(ada.pk.bytes)) == 302
    assert client.post("/you/passkeys/options", {"label": "x"}).status_code == 422
    late = {"do": "add", "label": "x", "credential": Device(ada.pk.bytes).create(options)}
    answer = client.post("/you/passkeys", late)
    assert answer.status_code == 422 and "up to 1 passkey" in text_of(answer)
    assert Passkey.objects.count() == 1
    assert "Remove one first" in text_of(client.get("/you/passkeys"))


def test_a_removed_passkey_opens_nothing(ada, device):
    kept = Passkey.objects.get()
    other = confirmed(person("Bo"))
    assert other.post("/you/passkeys", {"do": "remove", "passkey": kept.pk}).status_code == 404
    assert other.post("/you/passkeys", {"do": "remove", "passkey": "x"}).status_code == 404
    mine, form = confirmed(ada), {"do": "remove", "passkey": kept.pk}
    sent = [mine.post("/you/passkeys", form).status_code for _ in range(2)]
    assert sent == [302, 302], "the button pressed twice"
    assert refused(browser(), device)


@pytest.mark.parametrize(
    ("host", "secure"), [("192.0.2.7", True), ("[2001:db8::7]:8443", True), ("muster.example", False)]
)
def test_where_browsers_have_no_passkeys_the_pages_say_why(ada, host, secure, settings):
    settings.ALLOWED_HOSTS = ["*"]
    page = confirmed(ada).get("/you/passkeys", headers={"host": host}, secure=secure)
    assert "only where the address has a name and starts with https" in text_of(page)
    assert "data-passkey" not in page.content.decode()
    stranger = Client(headers={"host": host})
    assert "passkey" not in stranger.get("/sign-in", secure=secure).content.decode()
    assert stranger.post("/sign-in/passkey/options", secure=secure).status_code == 422
    assert stranger.post("/sign-in/passkey", {"credential": "{}"}, secure=secure).status_code == 422


def test_with_tls_every_name_has_passkeys(settings):
    settings.ALLOWED_HOSTS = ["*"]
    client = Client(headers={"host": "muster.example:8443"})
    assert client.post("/sign-in/passkey/options", secure=True).json()["rpId"] == "muster.example"


# Signing in ------------------------------------------------------------------------------------------------


def test_a_passkey_signs_in_and_leads_on(ada, device):
    client = browser()
    page = client.get("/sign-in?next=/armies").content.decode()
    assert 'action="/sign-in/passkey"' in page and "muster/accounts/passkeys" in page
    answer = sign_in(client, device, {"next": "/armies"})
    assert (answer.status_code, answer["Location"]) == (302, "/armies")
    assert is_in(client) and "device" in answer.cookies
    assert "last used" in text_of(client.get("/you/passkeys"))
    assert client.get("/sign-in/passkey")["Location"] == "/sign-in"


def test_what_the_browser_is_told_names_nobody(ada, device):
    options = browser().post("/sign-in/passkey/options").json()
    assert options.keys() == {"challenge", "rpId", "userVerification"}
    assert options["userVerification"] == "required"


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "https://localhost"},
        {"host": "evil.example"},
        {"kind": "webauthn.create"},
        {"without": VERIFIED},
        {"without": PRESENT},
        {"sign": b"x" * 70},
        {"counter": 1},  # that was the one it was added with
        {"counter": 0},
        {"owner": b""},
        {"owner": bytes(16)},
    ],
)
def test_an_answer_with_anything_wrong_opens_nothing(device, wrong):
    assert refused(browser(), device, **wrong)
    assert sign_in(browser(), device).status_code == 302, "and the right one still does"


def test_anothers_handle_does_not_make_it_theirs(ada, device):
    assert refused(browser(), device, owner=person("Bo").pk.bytes)


def test_a_device_that_does_not_know_its_key_opens_nothing(ada, device):
    stranger = Device(ada.pk.bytes)
    assert refused(browser(), stranger)
    stranger.id = device.id
    assert refused(browser(), stranger)


def test_a_passkey_of_another_host_opens_nothing(device):
    Passkey.objects.update(host="elsewhere.example")
    assert refused(browser(), device)


def test_keys_on_several_devices_count_nothing_and_work_again_and_again(ada):
    device = device_of(ada, counts=False)
    assert [sign_in(browser(), device).status_code for _ in range(2)] == [302, 302]
    assert sign_in(browser(), device, counter=5).status_code == 302
    assert refused(browser(), device), "once it has counted, nothing is less"


def test_a_challenge_is_good_for_one_try(device):
    client = browser()
    options = client.post("/sign-in/passkey/options").json()
    answers = [client.post("/sign-in/passkey", {"credential": device.get(options)}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 422]
    other = browser()
    options = other.post("/sign-in/passkey/options").json()
    assert other.post("/sign-in/passkey", {"credential": "{}"}).status_code == 422
    assert other.post("/sign-in/passkey", {"credential": device.get(options)}).status_code == 422


def test_a_challenge_is_good_for_some_minutes(device, clock):
    client = browser()
    options = client.post("/sign-in/passkey/options").json()
    clock[0] += timedelta(seconds=passkeys.PATIENCE + 1)
    assert client.post("/sign-in/passkey", {"credential": device.get(options)}).status_code == 422


def test_a_challenge_of_another_session_or_purpose_is_none(ada, device):
    options = browser().post("/sign-in/passkey/options").json()
    other = browser()
    other.post("/sign-in/passkey/options")
    assert other.post("/sign-in/passkey", {"credential": device.get(options)}).status_code == 422
    member = confirmed(ada)
    adding = member.post("/you/passkeys/options", {"label": "x"}).json()
    assert member.post("/sign-in/passkey", {"credential": device.get(adding)}).status_code == 422
    entering = member.post("/sign-in/passkey/options").json()
    form = {"do": "add", "label": "x", "credential": Device(ada.pk.bytes).create(entering)}
    assert member.post("/you/passkeys", form).status_code == 422


def test_a_closed_account_stays_closed(ada, device):
    Account.objects.update(is_active=False)
    assert refused(browser(), device)


def test_a_locked_handle_locks_no_passkey_and_junk_locks_no_handle(ada, device):
    for _ in range(10):
        sign_in(browser(), device, sign=b"junk")
    assert browser().post("/sign-in", {"handle": "ada", "password": PASSWORD}).status_code == 302
    for _ in range(6):
        browser().post("/sign-in", {"handle": "ada", "password": "wrong"})
    assert browser().post("/sign-in", {"handle": "ada", "password": PASSWORD}).status_code == 429
    assert sign_in(browser(), device).status_code == 302


# Beside the second step ------------------------------------------------------------------------------------


@pytest.fixture
def at_code(ada, device):
    """A browser that is asked for the code."""
    second_steps.begin_setup(ada)
    SecondStep.objects.update(confirmed=datetime(2030, 5, 4, tzinfo=UTC))
    client = browser()
    client.post("/sign-in", {"handle": "ada", "password": PASSWORD, "next": "/armies"})
    return client


def test_a_passkey_is_both_steps(device, at_code):
    assert sign_in(browser(), device).status_code == 302


def test_a_passkey_takes_the_place_of_the_code(device, at_code):
    assert "Use a passkey instead" in text_of(at_code.get("/sign-in/code"))
    failed = sign_in(at_code, device, sign=b"junk")
    assert failed.status_code == 422 and "or enter a code" in text_of(failed) and not is_in(at_code)
    answer = sign_in(at_code, device)
    assert (answer.status_code, answer["Location"]) == (302, "/armies") and is_in(at_code)
    assert at_code.get("/sign-in/code")["Location"] == "/sign-in", "no code is waited for any more"


def test_too_many_wrong_codes_keep_no_passkey_out(device, at_code):
    SecondStep.objects.update(failures=MOST_FAILURES, failed=datetime.now(UTC))
    assert at_code.get("/sign-in/code").status_code == 429
    assert sign_in(at_code, device).status_code == 302


# What ends them --------------------------------------------------------------------------------------------


def test_a_new_password_removes_passkeys_and_the_pages_say_so(ada, device):
    person("Bo")
    others = device_of(Account.objects.get(handle="Bo"))
    client = browser(ada)
    assert "passkeys are removed" in text_of(client.get("/you/password"))
    done = client.post("/you/password", {"password": PASSWORD, "new_password": NEW}, follow=True)
    assert "API tokens and passkeys are removed" in text_of(done)
    assert refused(browser(), device) and sign_in(browser(), others).status_code == 302


def test_a_one_time_link_removes_them_too(ada, device):
    link = reset_path(ada)
    assert "passkeys are removed" in text_of(Client().get(link))
    assert Client().post(link, {"new_password": NEW}).status_code == 302
    assert refused(browser(), device)


def test_passkeys_leave_with_the_account_and_are_in_its_archive(ada, device):
    from muster.web.accounts.data_files import _account

    kept = _account(ada)["passkeys"]
    assert [(passkey["label"], passkey["host"]) for passkey in kept] == [("my phone", HOST)]
    assert kept[0].keys() == {"label", "host", "made", "used"}
    ada.erase()
    assert not Passkey.objects.exists()


def test_the_log_names_no_passkey(monkeypatch):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logs.configure_logging()
    assert not logging.getLogger("fido2.server").isEnabledFor(logging.INFO)
