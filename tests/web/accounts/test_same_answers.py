"""Whether there is an account is told by nothing: not by words, headers or work done."""

import re

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client

from muster.store.accounts import Account
from muster.web.accounts import letters
from tests.web.account_fixtures import PASSWORD, ada, person
from tests.web.event_hall_fixtures import member
from tests.web.passkey_device import Device, browser, device_of, sign_in

pytestmark = pytest.mark.django_db
__all__ = ["ada"]
PASSING = {"Set-Cookie", "X-Request-ID", "Content-Security-Policy"}


def told(answer, typed: str) -> tuple[int, list[tuple[str, str]], str]:
    """An answer without what is new each time, and without the word that was typed."""
    page = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]+', r"\1", answer.content.decode())
    headers = sorted((name, value) for name, value in answer.headers.items() if name not in PASSING)
    return (
        answer.status_code,
        [header for header in headers if header[0] != "Content-Length"],
        page.replace(typed, "…"),
    )


def test_a_wrong_password_and_an_unknown_handle_look_the_same_and_cost_the_same(ada, monkeypatch):
    member("nopassword", "Nobody Types It")
    hashed = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda self, *given: hashed.append(1) or encode(self, *given)
    )
    answers, work = [], []
    for handle in ("ada", "nobody", "nopassword", "ADA"):
        hashed.clear()
        answers.append(told(Client().post("/sign-in", {"handle": handle, "password": "wrong"}), handle))
        work.append(len(hashed))
    assert answers[0][0] == 422 and answers.count(answers[0]) == 4
    assert work == [1, 1, 1, 1], "one hash for whoever asks"


def test_a_forgotten_password_is_answered_the_same_for_everybody(ada, settings, monkeypatch):
    settings.MAIL_CONFIGURED, settings.EMAIL_BACKEND = True, "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    later = []
    monkeypatch.setattr(letters.postman, "submit", lambda *work: later.append(work))
    answers = [
        told(Client().post("/forgotten", {"who": who}), who)
        for who in ("ada", "ada@example.org", "nobody", "nobody@example.org")
    ]
    assert answers[0][0] == 200 and answers.count(answers[0]) == 4
    assert len(later) == 1 and mail.outbox == [], "a letter goes out beside the answer, and one at a time"


def test_whether_a_code_is_asked_for_is_told_only_to_who_knows_the_password(ada):
    from muster.store import second_steps
    from muster.store.second_steps import SecondStep

    person("Bo")
    second_steps.begin_setup(ada)
    SecondStep.objects.update(confirmed="2030-05-04T12:00Z")
    wrong = [
        told(Client().post("/sign-in", {"handle": who, "password": "wrong"}), who) for who in ("ada", "Bo")
    ]
    assert wrong[0] == wrong[1]
    assert Client().post("/sign-in", {"handle": "ada", "password": PASSWORD})["Location"] == "/sign-in/code"


def test_passkeys_tell_of_no_account_and_what_fails_fails_alike(ada):
    """Nobody's, a closed account's, another's, one with a wrong signature and junk: one answer."""
    mine, closed = device_of(ada), person("Bo")
    his = device_of(closed)
    Account.objects.filter(pk=closed.pk).update(is_active=False)
    nobodys = Device(ada.pk.bytes)
    client = browser()  # pages carry a mark of their session, so all are asked for in one
    asked = [client.post("/sign-in/passkey/options").json() | {"challenge": ""} for _ in range(2)]
    assert asked[0] == asked[1]
    answers = [
        told(sign_in(client, nobodys), "typed"),
        told(sign_in(client, his), "typed"),
        told(sign_in(client, mine, owner=closed.pk.bytes), "typed"),
        told(sign_in(client, mine, sign=b"junk"), "typed"),
        told(client.post("/sign-in/passkey", {"credential": "{}"}), "typed"),
    ]
    assert answers[0][0] == 422 and answers.count(answers[0]) == 5
