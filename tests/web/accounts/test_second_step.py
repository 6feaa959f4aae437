"""A second step at sign-in: a code of an app, recovery codes, and every way around them."""

import base64
import hashlib
import hmac
import re
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from django.test import Client

from muster.store import second_steps
from muster.store.accounts import Account
from muster.store.second_steps import RecoveryCode, SecondStep
from muster.web.accounts import second_step
from muster.web.accounts.passwords import reset_path
from tests.web.account_fixtures import PASSWORD, ada, person, signed_in, text_of

pytestmark = pytest.mark.django_db
__all__ = ["ada"]
NEW = "another long walk"


def code_at(key: str, when: float, digits: int = 6) -> str:
    """RFC 6238 once more, in its own words: HMAC of the half minute, four bytes of it, the last digits."""
    mac = hmac.digest(base64.b32decode(key), int(when // 30).to_bytes(8, "big"), hashlib.sha1)
    at = mac[-1] & 15
    return str(int.from_bytes(mac[at : at + 4], "big") & 0x7FFFFFFF)[-digits:].zfill(digits)


@pytest.mark.parametrize(
    ("when", "code"), [(59, "94287082"), (1111111109, "07081804"), (20000000000, "65353130")]
)
def test_the_codes_here_are_those_of_the_standard(when, code):
    assert code_at(base64.b32encode(b"12345678901234567890").decode(), when, 8) == code


@pytest.fixture
def clock(monkeypatch):
    """Every half minute comes when it is told to."""
    now = [datetime(2030, 5, 4, 12, tzinfo=UTC)]
    for module in ("second_step", "forms"):
        monkeypatch.setattr(f"muster.web.accounts.{module}.timezone.now", lambda: now[0])
    return now


class Phone:
    """Ada's phone with the app on it."""

    def __init__(self, account: Account, clock: list[datetime]) -> None:
        self.clock, self.client = clock, signed_in(account)
        page = self.client.post("/you/second-step", {"do": "begin", "password": PASSWORD})
        assert page.status_code == 200 and "<svg" in page.content.decode()
        self.key = re.search(r'id="key" value="([A-Z2-7]{32})"', page.content.decode())[1]
        done = self.client.post("/you/second-step", {"do": "confirm", "code": self.code()})
        assert done.status_code == 200 and done["Cache-Control"] == "no-store"
        self.codes = re.findall(r"<li>([a-z2-7-]{19})</li>", done.content.decode())

    def code(self) -> str:
        return code_at(self.key, self.clock[0].timestamp())

    def later(self, **by: int) -> "Phone":
        self.clock[0] += timedelta(**(by or {"seconds": 30}))
        return self


@pytest.fixture
def phone(ada, clock):
    return Phone(ada, clock)


def after_password(**form: str) -> Client:
    client = Client()
    answer = client.post("/sign-in", {"handle": "ada", "password": PASSWORD, **form})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/code")
    return client


def enter(client: Client, code: str) -> int:
    return client.post("/sign-in/code", {"code": code}).status_code


def is_in(client: Client) -> bool:
    return client.get("/you/tokens").status_code == 200


def test_the_password_alone_opens_nothing(phone):
    client = after_password()
    assert not is_in(client)
    assert client.get("/api/v1/me").status_code == 401
    page = text_of(client.get("/sign-in/code"))
    assert "Six digits from your authenticator app, or a recovery code" in page and "Ada" not in page


def test_a_code_of_the_app_opens_the_door_once(phone):
    phone.later()
    client = after_password(next="/armies")
    code = phone.code()
    answer = client.post("/sign-in/code", {"code": f"{code[:3]} {code[3:]}"})
    assert (answer.status_code, answer["Location"]) == (302, "/armies")
    assert is_in(client) and "device" in answer.cookies
    again = after_password()
    assert enter(again, code) == 422 and not is_in(again)
    assert enter(again, phone.later().code()) == 302 and is_in(again)


def test_the_code_that_switched_it_on_does_not_sign_in(phone):
    assert enter(after_password(), phone.code()) == 422


@pytest.mark.parametrize(("seconds", "status"), [(-60, 422), (-30, 302), (0, 302), (30, 302), (60, 422)])
def test_a_clock_may_be_half_a_minute_off(phone, seconds, status):
    phone.later(minutes=5)
    code = code_at(phone.key, phone.clock[0].timestamp() + seconds)
    assert enter(after_password(), code) == status


def test_a_recovery_code_works_once_however_it_is_typed(phone):
    assert len(set(phone.codes)) == 10
    assert enter(after_password(), phone.codes[3].upper().replace("-", " ")) == 302
    assert enter(after_password(), phone.codes[3]) == 422
    assert enter(after_password(), phone.codes[4]) == 302
    assert RecoveryCode.objects.count() == 8


def test_six_wrong_codes_make_everybody_wait(phone):
    phone.later()
    client = after_password()
    assert [enter(client, "000000") for _ in range(7)] == [422] * 6 + [429]
    answer = after_password().post("/sign-in/code", {"code": phone.code()})
    assert (answer.status_code, answer["Retry-After"]) == (429, "900"), "another browser waits, too"
    assert "Too many wrong codes. Wait 15 minutes" in text_of(answer)
    phone.later(minutes=15)
    assert enter(after_password(), phone.code()) == 302


def test_a_code_that_works_forgives_the_wrong_ones(phone):
    phone.later()
    client = after_password()
    assert [enter(client, "000000") for _ in range(5)] == [422] * 5
    assert enter(client, phone.code()) == 302
    assert SecondStep.objects.get().failures == 0


def test_who_takes_too_long_begins_again(phone):
    client = after_password()
    phone.later(seconds=second_step.PATIENCE + 1)
    answer = client.post("/sign-in/code", {"code": phone.code()})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in")
    assert not is_in(client)


def test_a_one_time_link_leads_to_the_code_as_well(phone, ada):
    client = Client()
    answer = client.post(reset_path(ada), {"new_password": NEW})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/code")
    assert not is_in(client)
    assert enter(client, phone.later().code()) == 302 and is_in(client)


def test_without_a_second_step_nothing_changes(clock):
    person("Bo")
    client = Client()
    answer = client.post("/sign-in", {"handle": "Bo", "password": PASSWORD, "next": "/armies"})
    assert (answer.status_code, answer["Location"]) == (302, "/armies") and is_in(client)


def test_nothing_is_asked_for_before_the_app_has_answered(ada, clock):
    client = signed_in(ada)
    assert client.post("/you/second-step", {"do": "begin", "password": "wrong"}).status_code == 422
    for other in ("codes", "off"):  # of a page on which it was still on
        client.post("/you/second-step", {"do": other, "password": PASSWORD, "code": "000000"})
    assert not SecondStep.objects.exists()
    client.post("/you/second-step", {"do": "begin", "password": PASSWORD})
    assert client.post("/you/second-step", {"do": "confirm", "code": "000000"}).status_code == 422
    assert second_steps.second_step_of(ada) is None
    assert Client().post("/sign-in", {"handle": "ada", "password": PASSWORD})["Location"] == "/you"


@pytest.mark.parametrize(
    ("password", "code", "status"),
    [(PASSWORD, "", 422), ("wrong", "right", 422), (PASSWORD, "000000", 422), (PASSWORD, "right", 302)],
)
def test_switching_it_off_takes_the_password_and_a_code(phone, ada, password, code, status):
    code = phone.later().code() if code == "right" else code
    sent = phone.client.post("/you/second-step", {"do": "off", "password": password, "code": code})
    assert sent.status_code == status
    assert (second_steps.second_step_of(ada) is None) == (status == 302)
    assert RecoveryCode.objects.exists() == (status != 302)


def test_a_session_left_open_cannot_put_another_app_in_its_place(phone, ada):
    before = SecondStep.objects.get().sealed
    assert phone.client.post("/you/second-step", {"do": "begin", "password": PASSWORD}).status_code == 422
    assert (
        phone.client.post("/you/second-step", {"do": "confirm", "code": phone.later().code()}).status_code
        == 422
    )
    assert SecondStep.objects.get().sealed == before


def test_new_recovery_codes_end_the_old_ones(phone):
    form = {"do": "codes", "password": PASSWORD, "code": phone.later().code()}
    page = phone.client.post("/you/second-step", form).content.decode()
    fresh = re.findall(r"<li>([a-z2-7-]{19})</li>", page)
    assert len(fresh) == 10 and not set(fresh) & set(phone.codes)
    assert enter(after_password(), phone.codes[0]) == 422
    assert enter(after_password(), fresh[0]) == 302


def test_a_lost_database_holds_no_secret(phone, settings):
    kept = repr([*SecondStep.objects.values_list(), *RecoveryCode.objects.values_list()])
    secret = base64.b32decode(phone.key)
    assert phone.key not in kept and repr(secret)[2:-1] not in kept
    assert not any(code in kept or code.replace("-", "") in kept for code in phone.codes)
    settings.SECRET_KEY = "another server's"
    assert enter(after_password(), phone.later().code()) == 422, "sealed with the key of the old one"
    assert enter(after_password(), phone.codes[0]) == 302, "recovery codes move with the database"


def test_the_servers_owner_can_switch_it_off(phone, ada, monkeypatch):
    from muster.cli import account

    monkeypatch.setattr("muster.cli.django_setup.use_server", lambda data: None)
    done = CliRunner().invoke(account.command, ["second-step-off", "ADA"])
    assert (done.exit_code, done.output) == (0, "Ada signs in with the password alone.\n")
    assert second_steps.second_step_of(ada) is None and not RecoveryCode.objects.exists()


def test_who_leaves_takes_it_along(phone, ada):
    ada.erase()
    assert not SecondStep.objects.exists() and not RecoveryCode.objects.exists()
