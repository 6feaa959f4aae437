"""`muster account`, for the owner of the server."""

import re
import subprocess
import sys
from datetime import timedelta

import pytest
from click.testing import CliRunner
from django.test import Client

from muster.cli import account as cli
from muster.store import passkeys
from muster.store.accounts import Account
from tests.web.account_fixtures import PASSWORD, ada, person

pytestmark = pytest.mark.django_db
__all__ = ["ada"]


@pytest.fixture
def muster(monkeypatch):
    """Runs a command on the test's own database."""
    monkeypatch.setattr("muster.cli.django_setup.use_server", lambda data: None)
    return lambda *words, typed="": CliRunner().invoke(cli.command, words, input=typed)


def test_an_account_is_made_with_a_typed_password(muster):
    ran = muster("create", "Ada", "--name", "Ada Marrok", typed=f"{PASSWORD}\n{PASSWORD}\n")
    assert ran.exit_code == 0, ran.output
    account = Account.objects.get(handle="Ada")
    assert account.name == "Ada Marrok" and account.check_password(PASSWORD) and not account.is_staff
    assert PASSWORD not in ran.output


def test_an_account_may_be_made_with_a_link_instead(muster, client):
    ran = muster("create", "Ada", "--link", "--address", "https://muster.example/")
    link = re.search(r"https://muster\.example(/forgotten/\S+)", ran.output)[1]
    assert client.post(link, {"new_password": PASSWORD}).status_code == 302
    assert Account.objects.get(handle="Ada").check_password(PASSWORD)


@pytest.mark.parametrize(
    ("words", "typed", "sentence"),
    [
        (["create", "aDA"], "", "The handle Ada is taken."),
        (["create", "a b"], "", "holds only A to Z"),
        (["create", "x" * 1_000_000], "", "A handle has up to 40 characters"),
        (["create", "Bob", "--name", "x" * 61], "", "A name has up to 60 characters"),
        (["create", "Bob"], "short\nshort\n", "too short"),
        (["reset-link", "Nobody"], "", "No account has the handle 'Nobody'."),
        (["delete", "Nobody", "--yes"], "", "No account has the handle 'Nobody'."),
    ],
)
def test_what_does_not_work_is_said_with_exit_2(ada, muster, words, typed, sentence):
    ran = muster(*words, typed=typed)
    assert ran.exit_code == 2
    assert sentence in ran.output and len(ran.output) < 2000
    assert list(Account.objects.values_list("handle", flat=True)) == ["Ada"]


def test_a_reset_link_works_once(ada, muster, client):
    link = re.search(r"http://[^/]+(/forgotten/\S+)", muster("reset-link", "ADA").output)[1]
    assert client.post(link, {"new_password": "a new long walk"}).status_code == 302
    assert Client().get(link).status_code == 410


def test_the_list_names_members_and_counts_guests(ada, muster):
    person("Bob", is_staff=True)
    Account.objects.open_guest()
    lines = muster("list").output.splitlines()
    assert lines[0].startswith("Ada\tAda Marrok\tsince ") and lines[1].endswith(", staff")
    assert lines[2] == "1 guest"


def test_the_owner_removes_somebodys_passkeys(ada, muster):
    bo = person("Bo")
    for key, account in ((b"1", ada), (b"2", ada), (b"3", bo)):
        passkeys.add_passkey(account, key, b"", host="localhost", label="x")
    ran = muster("passkeys-off", "ADA")
    assert (ran.exit_code, ran.output) == (0, "2 passkeys of Ada removed.\n")
    assert [passkey.account for passkey in passkeys.Passkey.objects.all()] == [bo]
    assert muster("passkeys-off", "bo").output == "1 passkey of Bo removed.\n"


def test_an_admin_is_made_and_unmade(ada, muster):
    assert muster("staff", "ADA").output == "Ada is now a server admin.\n"
    assert Account.objects.get(pk=ada.pk).is_staff
    assert muster("staff", "ada", "--off").output == "Ada is no longer a server admin.\n"
    assert not Account.objects.get(pk=ada.pk).is_staff


def test_deleting_asks_first(ada, muster):
    assert muster("delete", "ada", typed="n\n").exit_code == 1
    assert Account.objects.count() == 1
    assert muster("delete", "ada", typed="y\n").exit_code == 0
    assert Account.objects.count() == 0


def test_a_folder_without_a_database_is_a_sentence(tmp_path):
    words = [sys.executable, "-m", "muster", "account", "--data", str(tmp_path), "list"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert "Start `muster serve` once" in ran.stderr and "Traceback" not in ran.stderr


def test_tidying_says_what_went(muster):
    guest = Account.objects.open_guest()
    Account.objects.filter(pk=guest.pk).update(joined=guest.joined - timedelta(days=31))
    assert muster("tidy").output == "Removed: 0 sessions, 1 guests, 0 answers, 0 archives.\n"
    assert not Account.objects.exists()


def test_a_token_is_printed_once_and_opens_the_api(ada, muster, client):
    secret = muster("token", "ADA", "--label", "the club’s page").output.strip()
    answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    assert answer.json()["handle"] == "Ada"
    assert muster("token", "ADA", "--label", " ").exit_code == 2
