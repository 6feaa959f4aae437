"""The admin pages: who gets in, what is decided there, and what comes of it."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from muster.app.admin import desk as admin_desk
from muster.store import second_steps
from muster.store.accounts import Account, ApiToken
from muster.store.admin import Invitation, Report, SiteChoices
from muster.store.second_steps import SecondStep
from muster.store.webhooks import MOST_FAILURES, DatabaseHooks, Webhook
from muster.web.accounts import data_files
from tests.web.account_fixtures import PASSWORD, person, signed_in
from tests.web.army_fixtures import Builder
from tests.web.event_table_fixtures import Cup

pytestmark = pytest.mark.django_db


def staff(name: str = "Root", *, second_step: bool = True) -> Account:
    account = person(name)
    Account.objects.filter(pk=account.pk).update(is_staff=True)
    if second_step:
        second_steps.begin_setup(account)
        SecondStep.objects.filter(account=account).update(confirmed=datetime.now(UTC))
    return Account.objects.get(pk=account.pk)


@pytest.fixture
def admin() -> Client:
    return signed_in(staff())


def sign_up(client: Client, handle: str = "newcomer", **more: str):
    return client.post("/sign-up", {"handle": handle, "password": PASSWORD, "name": "", "email": "", **more})


def test_staff_without_a_second_step_are_told_to_turn_it_on():
    client = signed_in(staff(second_step=False))
    assert "Turn on the second step first" in client.get("/you").content.decode()
    response = client.get("/admin")
    assert response.status_code == 403
    assert "Second step" in response.content.decode()


def test_to_everybody_else_there_is_no_such_page():
    for client in (Client(), signed_in(person("Eve"))):
        for address in ("/admin", "/admin/accounts", "/admin/reports"):
            assert client.get(address).status_code == 404
        assert client.post("/admin", {"do": "announcement", "announcement": "x"}).status_code == 404
    assert not SiteChoices.objects.exists()


def test_a_blocked_account_is_out_everywhere_and_comes_back(admin):
    eve = person("Eve")
    hers, (_, secret) = signed_in(eve), ApiToken.issue(eve, "phone")
    api = {"Authorization": f"Bearer {secret}"}
    assert hers.get("/you/tokens").status_code == 200
    assert admin.post(f"/admin/accounts/{eve.pk}", {"do": "block"}).status_code == 302
    assert hers.get("/you/tokens").status_code == 302
    assert Client().get("/api/v1/me", headers=api).status_code == 401
    answer = Client().post("/sign-in", {"handle": eve.handle, "password": PASSWORD})
    assert answer.status_code == 422
    assert "blocked" in admin.get("/admin/accounts?q=eve").content.decode()
    admin.post(f"/admin/accounts/{eve.pk}", {"do": "unblock"})
    assert Client().post("/sign-in", {"handle": eve.handle, "password": PASSWORD}).status_code == 302
    assert Client().get("/api/v1/me", headers=api).status_code == 200


def test_an_account_is_deleted_by_its_typed_handle_alone(admin):
    eve = person("Eve")
    wrong = admin.post(f"/admin/accounts/{eve.pk}", {"do": "delete", "handle": "bo"})
    assert wrong.status_code == 422 and Account.objects.filter(pk=eve.pk).exists()
    admin.post(f"/admin/accounts/{eve.pk}", {"do": "delete", "handle": eve.handle.upper()})
    assert not Account.objects.filter(pk=eve.pk).exists()
    assert admin.get(f"/admin/accounts/{eve.pk}").status_code == 404


def test_the_browser_knows_what_has_to_be_typed(admin):
    eve = person("Eve.V")
    page = admin.get(f"/admin/accounts/{eve.pk}").content.decode()
    [pattern] = re.findall(r'name="handle"[^>]* pattern="([^"]*)"', page)
    assert re.fullmatch(pattern, eve.handle) and "." in eve.handle
    assert not re.fullmatch(pattern, "bo") and not re.fullmatch(pattern, eve.handle.replace(".", "x"))


def test_admins_do_nothing_to_each_other_nor_to_themselves(admin):
    for other in (staff("Other"), Account.objects.get(name="Root")):
        assert admin.post(f"/admin/accounts/{other.pk}", {"do": "block"}).status_code == 422
        deleting = {"do": "delete", "handle": other.handle}
        assert admin.post(f"/admin/accounts/{other.pk}", deleting).status_code == 422
        assert Account.objects.filter(pk=other.pk, is_active=True).exists()


def test_nobody_signs_up_where_registration_is_closed(admin):
    admin.post("/admin", {"do": "registration", "registration": "closed"})
    page = Client().get("/sign-up").content.decode()
    assert "no new accounts" in page and 'name="password"' not in page
    assert sign_up(Client()).status_code == 422
    assert not Account.objects.filter(handle="newcomer").exists()
    admin.post("/admin", {"do": "registration", "registration": "open"})
    assert sign_up(Client()).status_code == 302


def test_an_invitation_lets_one_person_in(admin):
    admin.post("/admin", {"do": "registration", "registration": "invited"})
    assert sign_up(Client()).status_code == 422
    code = re.search(r'name="code" value="([^"]+)"', admin.get("/admin").content.decode())[1]
    for _ in range(2):  # the same form twice is one invitation
        page = admin.post("/admin", {"do": "invite", "code": code}).content.decode()
        assert re.search(r"/sign-up\?invitation=([\w-]+)", page)[1] == code
    assert Invitation.objects.count() == 1 and code not in str(Invitation.objects.values().get())
    assert f'value="{code}"' in Client().get(f"/sign-up?invitation={code}").content.decode()
    assert sign_up(Client(), "first", invitation=code).status_code == 302
    assert sign_up(Client(), "second", invitation=code).status_code == 422
    assert Account.objects.filter(handle="first").exists()
    assert not Account.objects.filter(handle="second").exists()


def test_a_sign_up_that_fails_leaves_the_invitation(admin):
    admin.post("/admin", {"do": "registration", "registration": "invited"})
    admin.post("/admin", {"do": "invite", "code": "x" * 22})
    assert sign_up(Client(), "root", invitation="x" * 22).status_code == 422  # the handle is taken
    assert sign_up(Client(), "first", invitation="x" * 22).status_code == 302


def test_an_announcement_stands_on_the_first_page(admin):
    admin.post("/admin", {"do": "announcement", "announcement": "  Down at <b>eight</b>\n tonight "})
    for client in (admin, Client()):
        assert "Down at &lt;b&gt;eight&lt;/b&gt; tonight" in client.get("/").content.decode()
    assert admin.post("/admin", {"do": "announcement", "announcement": "x" * 301}).status_code == 422
    admin.post("/admin", {"do": "announcement", "announcement": ""})
    assert "eight" not in admin.get("/").content.decode()


def test_what_anybody_reports_is_read_and_closed(admin):
    telling = {"about": "/event/" + "0" * 32, "reason": "personal", "words": "My <i>name</i> is there."}
    for _ in range(2):
        assert Client().post("/report", telling)["Location"] == telling["about"]
    page = admin.get("/admin/reports").content.decode()
    assert page.count("My &lt;i&gt;name&lt;/i&gt; is there.") == 1 and "without an account" in page
    admin.post("/admin/reports", {"report": str(Report.objects.get().pk)})
    assert "Nothing to look at" in admin.get("/admin/reports").content.decode()


def test_shared_armies_and_events_lead_strangers_to_the_report_form():
    army, cup = Builder(), Cup(public=True).announce()
    army.client.post(f"{army.address}/share", {"shared": "link"})
    for page, about in (
        (f"/a/{army.code}", f"/a/{army.code}"),
        (f"/event/{cup.id}?show=about", f"/event/{cup.id}"),
    ):
        assert f'href="/report?about={about}"' in Client().get(page).content.decode(), page
        assert f'value="{about}"' in Client().get(f"/report?about={about}").content.decode()
    assert "/report?about=" not in army.client.get(f"/a/{army.code}").content.decode()


def test_a_flood_of_reports_ends(monkeypatch):
    monkeypatch.setattr(admin_desk, "MOST_OPEN_REPORTS", 2)
    sent = [Client().post("/report", {"about": f"/a/{name}", "reason": "spam"}) for name in "xyz"]
    assert [response.status_code for response in sent] == [302, 302, 422]
    assert Report.objects.count() == 2


def test_what_one_reported_is_in_ones_own_archive_alone():
    eve, ada = person("Eve"), person("Ada")
    signed_in(eve).post("/report", {"about": "/a/x", "reason": "spam", "words": "Look."})
    assert [report["words"] for report in data_files._account(eve)["reports"]] == ["Look."]
    assert data_files._account(ada)["reports"] == []


@pytest.mark.parametrize(
    "about", ["", "/you", "//evil.example/a/x", "https://a.example/a/x", "/a/x/../../you"]
)
def test_only_pages_that_strangers_open_can_be_reported(about):
    response = Client().post("/report", {"about": about, "reason": "spam"})
    assert response.status_code == 422 and not Report.objects.exists()


def test_a_webhook_that_was_given_up_is_listed_by_its_host_and_tried_again(admin):
    DatabaseHooks().add("tournament:x", str(person("Ora").pk), "https://chat.example/secret", ("pairings",))
    Webhook.objects.update(failures=MOST_FAILURES, waiting=[["news"]])
    page = admin.get("/admin").content.decode()
    assert "chat.example" in page and "secret" not in page and "given up" in page
    admin.post("/admin", {"do": "retry", "hook": str(Webhook.objects.get().pk)})
    assert Webhook.objects.get().failures == 0
    assert "chat.example" not in admin.get("/admin").content.decode()


def test_lists_of_accounts_cost_no_query_a_row(admin, django_assert_max_num_queries):
    for number in range(12):
        person(f"Player {number}")
    with django_assert_max_num_queries(6):
        page = admin.get("/admin/accounts")
    assert page.content.decode().count('class="door"') == 13
