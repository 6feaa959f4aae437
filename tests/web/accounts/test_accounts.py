"""Accounts: every way in, through and out."""

import re
from datetime import datetime, timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from muster.app.accounts.names import NAME_LENGTH, name_problem
from muster.store.accounts import Account, ApiToken, names_of
from muster.store.codes.tries import CodeTries
from muster.web import identity
from muster.web import settings as site_settings
from muster.web.accounts import passwords
from muster.web.accounts.letters import postman
from tests.web.account_fixtures import PASSWORD, ada, guest, person, signed_in, text_of

pytestmark = pytest.mark.django_db
NEW = "another long walk"
__all__ = ["ada"]


def sign_up(client: Client, handle: str = "Ada", **more: str):
    return client.post("/sign-up", {"handle": handle, "password": PASSWORD, "name": "", "email": "", **more})


def sign_in(client: Client, handle: str = "Ada", password: str = PASSWORD, **more: str):
    return client.post("/sign-in", {"handle": handle, "password": password, **more})


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


# signing up


def test_signing_up_signs_in(client, settings):
    settings.PASSWORD_HASHERS = site_settings.PASSWORD_HASHERS
    response = sign_up(client, name="Ada Marrok", email="ada@example.org")
    account = Account.objects.get(handle="Ada")
    assert response["Location"] == "/you"
    assert who(client) == str(account.pk)
    assert (account.name, account.email) == ("Ada Marrok", "ada@example.org")
    assert account.password.startswith("argon2")


def test_without_a_name_the_handle_is_the_name(client):
    sign_up(client)
    assert Account.objects.get(handle="Ada").name == "Ada"


def test_a_guest_who_signs_up_keeps_the_row_and_loses_the_old_session_key():
    client, account = guest()
    before = client.session.session_key
    sign_up(client)
    account.refresh_from_db()
    assert (account.handle, account.is_guest, who(client)) == ("Ada", False, str(account.pk))
    assert client.session.session_key != before
    assert Account.objects.count() == 1


def test_a_handle_is_taken_in_every_case(ada, client):
    response = sign_up(client, "aDA")
    assert response.status_code == 422
    assert "The handle Ada is taken. Capital letters make no difference." in text_of(response)
    assert Account.objects.count() == 1


def test_the_database_itself_refuses_a_second_handle(ada):
    with pytest.raises(IntegrityError), transaction.atomic():
        person("ADA")


def test_a_handle_taken_between_check_and_write_is_a_sentence(client, ada, monkeypatch):
    monkeypatch.setattr("muster.web.accounts.forms.clean_handle", lambda handle: handle)
    response = sign_up(client, "ada")
    assert response.status_code == 422
    assert "The handle ada was taken a moment ago." in text_of(response)
    assert who(client) is None


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"handle": ""}, "A handle is needed here."),
        ({"handle": "ada marrok"}, "holds only A to Z"),
        ({"handle": "ada\u0000"}, "A handle is one line of visible characters."),
        ({"handle": "x" * 41}, "A handle has up to 40 characters; this one has 41."),
        ({"password": ""}, "A password is needed here."),
        ({"password": "short"}, "too short"),
        ({"password": "password123"}, "too common"),
        ({"handle": "walkerhothlong", "password": "walkerhothlong"}, "too similar"),
        ({"password": "p" * 257}, "A password has up to 256 characters; this one has 257."),
        ({"name": "x" * 1_000_000}, "A name has up to 60 characters; this one has 1,000,000."),
        ({"name": "Ada\u202eMarrok"}, "A name is one line of visible characters."),
        ({"email": "ada"}, "A mail address looks like ada@example.org."),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_made(client, given, sentence):
    response = sign_up(client, **{"handle": "Ada", **given})
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert len(response.content) < 20_000, "a megabyte must not be echoed"
    assert Account.objects.count() == 0


def test_a_wrong_field_is_marked_for_screen_readers_and_keeps_its_value(client):
    page = sign_up(client, "ada marrok").content.decode()
    field = re.search(r'<input[^>]*id="field-handle"[^>]*>', page)[0]
    assert 'aria-invalid="true"' in field and 'value="ada marrok"' in field
    described = re.search(r'aria-describedby="([^"]*)"', field)[1].split()
    assert described and all(f'id="{id_}"' in page for id_ in described)
    assert PASSWORD not in page


def test_members_need_not_sign_up_again(ada):
    assert signed_in(ada).get("/sign-up")["Location"] == "/you"


# signing in and out


@pytest.mark.parametrize("handle", ["Ada", "ada", "ADA"])
def test_signing_in_knows_every_case(ada, client, handle):
    assert sign_in(client, handle)["Location"] == "/you"
    assert who(client) == str(ada.pk)


def test_an_unknown_handle_and_a_wrong_password_look_the_same(ada, client):
    wrong = sign_in(client, "Ada", "not this one")
    unknown = sign_in(client, "Bob", "not this one")
    assert wrong.status_code == unknown.status_code == 422
    same = [text_of(r).replace("Ada", "Bob") for r in (wrong, unknown)]
    assert same[0] == same[1]
    assert "Wrong handle or password" in same[0]


def test_a_guest_cannot_be_signed_in_to(client):
    Account.objects.open_guest()
    for handle in ("", "Guest", "None"):
        sign_in(client, handle, "")
        assert who(client) is None


@pytest.mark.parametrize(
    ("wanted", "taken"),
    [
        ("/about", "/about"),
        ("/you/tokens?x=1", "/you/tokens?x=1"),
        ("https://evil.example/", "/you"),
        ("//evil.example/", "/you"),
        ("/\\evil.example", "/you"),
        ("javascript:alert(1)", "/you"),
        ("about", "/you"),
        ("0", "/you"),
        ("", "/you"),
    ],
)
def test_next_leads_only_to_this_site(ada, client, wanted, taken):
    assert sign_in(client, next=wanted)["Location"] == taken
    assert sign_up(Client(), "Bob", next=wanted)["Location"] == taken


@pytest.mark.parametrize(("wanted", "taken"), [("/about", "/about"), ("//evil.example/", "/"), ("0", "/")])
def test_the_light_switch_leads_back_to_this_site(client, wanted, taken):
    assert client.post("/theme", {"theme": "dark", "next": wanted})["Location"] == taken


def test_a_made_up_session_is_nobodys(db):
    for key in ("x" * 32, "x" * 5_000, '"xxxxxxxxxxxx\\000x"'):
        client = Client(headers={"cookie": f"sessionid={key}"})
        assert client.get("/you/tokens").status_code == 302 and who(client) is None


def test_members_pages_lead_to_sign_in_and_back(ada, client):
    there = client.get("/you/tokens")["Location"]
    assert there == "/sign-in?next=%2Fyou%2Ftokens"
    hidden = re.search(r'name="next" value="([^"]*)"', client.get(there).content.decode())[1]
    assert sign_in(client, next=hidden)["Location"] == "/you/tokens"


def test_signing_in_as_a_guest_says_what_comes_along(ada):
    client, _ = guest()
    assert "you can import them" in text_of(client.get("/sign-in"))


def test_signing_out_ends_the_session_and_forgets_pages_but_not_the_theme(ada):
    client = signed_in(ada)
    client.cookies["theme"] = "dark"
    response = client.post("/sign-out")
    assert response["Clear-Site-Data"] == '"cache", "storage"'
    assert "theme" not in response.cookies
    assert who(client) is None
    assert client.get("/you/tokens").status_code == 302


def test_signing_out_needs_a_post(ada):
    client = signed_in(ada)
    assert client.get("/sign-out").status_code == 405
    assert who(client) == str(ada.pk)


def test_a_guest_who_signs_out_is_asked_first():
    client, account = guest()
    assert client.post("/sign-out")["Location"] == "/you/delete"
    assert who(client) == str(account.pk)


# throttling


def fail(client: Client, times: int, handle: str = "Ada"):
    return [sign_in(client, handle, "not this one") for _ in range(times)][-1]


def test_the_sixth_wrong_password_locks_and_says_how_long(ada, client):
    assert fail(client, 5).status_code == 422
    response = fail(client, 1)
    assert response.status_code == 429
    assert "Wait 15 minutes, then try again." in text_of(response)
    assert 0 < int(response["Retry-After"]) <= 900
    assert sign_in(client).status_code == 429, "even with the right password"
    assert who(client) is None


def test_spellings_of_a_handle_share_one_count(ada, client):
    for handle in ("ada", "ADA", "Ada", "aDa", "adA"):
        fail(client, 1, handle)
    assert fail(client, 1, "ADa").status_code == 429


def test_unknown_handles_lock_alike(ada, client):
    assert text_of(fail(client, 6, "Ada")) == text_of(fail(client, 6, "Nobody"))


def test_the_wait_runs_down_and_trying_does_not_prolong_it(ada, client):
    def failed(**ago: int) -> None:
        AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(**ago))
        CodeTries.objects.update(failed=timezone.now() - timedelta(**ago))

    fail(client, 6)
    failed(minutes=10)
    assert "Wait 5 minutes" in text_of(fail(client, 1))
    failed(minutes=15, seconds=1)
    assert sign_in(client).status_code == 302


def test_success_clears_the_count(ada, client):
    fail(client, 5, "ADA")
    assert sign_in(client).status_code == 302
    client.post("/sign-out")
    assert fail(client, 5).status_code == 422


def test_another_address_is_not_locked(ada, client):
    fail(client, 6)
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_failures_keep_no_password(ada, client):
    fail(client, 1)
    signed_in(ada).post("/you/password", {"password": "not this one", "new_password": NEW})
    kept = str(list(AccessAttempt.objects.values()))
    assert "not this one" not in kept and NEW not in kept


@pytest.mark.parametrize("page", ["/you/delete", "/you/password"])
def test_guessing_the_password_inside_is_throttled_too(ada, page):
    client = signed_in(ada)
    answers = [client.post(page, {"password": "no", "new_password": NEW}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]
    assert Account.objects.filter(handle="Ada").exists()


# guests


def request_of(client: Client):
    request = RequestFactory().get("/")
    request.session = client.session
    request.user = get_user(request)
    return request


def test_looking_makes_nobody_and_writing_makes_one_guest(client):
    request = request_of(client)
    assert identity.current(request) is None
    assert Account.objects.count() == 0
    with identity.acting_account(request) as first:
        assert identity.current(request) == first
    with identity.acting_account(request) as again:
        assert again == identity.current(request) == first
    assert first.is_guest and not first.has_usable_password()
    assert Account.objects.count() == 1


def test_reading_pages_sets_no_session(client):
    for page in ("/", "/you", "/sign-in", "/sign-up", "/forgotten", "/api/v1/docs"):
        assert "sessionid" not in client.get(page).cookies, page
    assert Session.objects.count() == 0


def test_the_page_about_you_speaks_to_guests_with_and_without_work(client):
    assert "You are a guest on this device" in text_of(client.get("/you"))
    assert "Sign up and keep everything" in text_of(guest()[0].get("/you"))


# the page about you


def test_name_and_mail_change(ada):
    client = signed_in(ada)
    client.post("/you", {"name": "Ada of Orrin", "email": "", "password": PASSWORD})
    ada.refresh_from_db()
    assert (ada.name, ada.email) == ("Ada of Orrin", "")
    assert "Saved." in text_of(client.get("/you"))


@pytest.mark.parametrize("password", ["", "not this one"])
def test_where_mail_goes_changes_with_the_password_only(ada, password):
    client = signed_in(ada)
    form = {"name": "Ada of Orrin", "email": "eve@example.org", "password": password}
    assert client.post("/you", form).status_code == 422
    ada.refresh_from_db()
    assert (ada.name, ada.email) == ("Ada Marrok", "ada@example.org")
    assert client.post("/you", {"name": "Ada of Orrin", "email": "ada@example.org"}).status_code == 302


def test_guessing_the_password_there_is_throttled_as_well(ada):
    client, form = signed_in(ada), {"name": "Ada", "email": "eve@example.org", "password": "no"}
    assert [client.post("/you", form).status_code for _ in range(6)] == [422] * 5 + [429]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "x" * 1_000_000, "two\nlines"])
def test_a_bad_name_changes_nothing(ada, name):
    assert signed_in(ada).post("/you", {"name": name, "email": ""}).status_code == 422
    ada.refresh_from_db()
    assert (ada.name, ada.email) == ("Ada Marrok", "ada@example.org")


def test_markup_in_a_name_stays_text(ada):
    client = signed_in(ada)
    client.post("/you", {"name": "<script>alert(1)</script>", "email": "ada@example.org"})
    assert b"<script>alert" not in client.get("/you").content


def test_a_name_of_the_longest_length_fits():
    assert name_problem("x" * NAME_LENGTH) == ""


# passwords


def test_changing_the_password_keeps_this_device_and_ends_the_others(ada):
    here, there = signed_in(ada), signed_in(ada)
    here.post("/you/password", {"password": PASSWORD, "new_password": NEW})
    assert here.get("/you/tokens").status_code == 200
    assert there.get("/you/tokens").status_code == 302
    assert sign_in(Client(), password=NEW).status_code == 302
    assert sign_in(Client()).status_code == 422


@pytest.mark.parametrize("way", ["/you/password", "by link"])
def test_a_new_password_ends_every_token_of_the_account(ada, way):
    (_, secret), (_, others) = ApiToken.issue(ada, "x"), ApiToken.issue(person("Bob"), "y")
    by_link = way == "by link"
    for new in ("", NEW):
        assert ApiToken.find_valid(secret), "nothing has changed yet"
        client = Client() if by_link else signed_in(ada)
        ada.refresh_from_db()
        address = passwords.reset_path(ada) if by_link else way
        client.post(address, {"password": PASSWORD, "new_password": new})
    assert ApiToken.find_valid(secret) is None
    assert ApiToken.find_valid(others)


@pytest.mark.parametrize("given", [{"password": "wrong"}, {"new_password": "short"}, {"new_password": ""}])
def test_a_refused_change_changes_nothing(ada, given):
    answer = signed_in(ada).post("/you/password", {"password": PASSWORD, "new_password": NEW, **given})
    assert answer.status_code == 422
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def letters() -> list:
    postman.submit(lambda: None).result()  # one postman, so earlier mail is out too
    return mail.outbox


@pytest.fixture
def with_mail(settings):
    cache.clear()
    settings.MAIL_CONFIGURED = True
    settings.ADDRESS = "https://muster.example"
    yield
    letters()  # a letter still on its way (a notice of a new device) would land in the next test's box


def test_without_mail_the_page_sends_you_to_the_owner(client, settings):
    settings.MAIL_CONFIGURED = False
    for response in (client.get("/forgotten"), client.post("/forgotten", {"who": "ada"})):
        assert "Ask the owner of this server" in text_of(response)
        assert "muster account reset-link HANDLE" in text_of(response)


@pytest.mark.parametrize("asked", ["Ada", "ada", "ADA@example.org"])
def test_a_link_by_mail_works_once(ada, client, with_mail, asked):
    client.post("/forgotten", {"who": asked})
    [letter] = letters()
    assert letter.to == ["ada@example.org"]
    link = re.search(r"https://muster\.example(\S+)", letter.body)[1]
    assert client.get(link).status_code == 200
    assert client.post(link, {"new_password": "short"}).status_code == 422
    assert client.post(link, {"new_password": NEW})["Location"] == "/you"
    assert who(client) == str(ada.pk)
    assert Client().get(link).status_code == 410
    assert sign_in(Client(), password=NEW).status_code == 302


def test_a_link_by_mail_leads_where_the_owner_says_and_not_where_the_request_does(ada, client, with_mail):
    client.post("/forgotten", {"who": "Ada"}, headers={"Host": "localhost:9"})
    [letter] = letters()
    assert re.findall(r"\w+://[^/\s]+", letter.body) == ["https://muster.example"]


def test_a_mail_server_that_says_nothing_is_left_after_seconds(settings):
    assert 0 < settings.EMAIL_TIMEOUT <= 30


def test_the_answer_never_tells_who_is_here(ada, client, with_mail):
    person("nomail")
    answers = {client.post("/forgotten", {"who": w}).content for w in ("Ada", "Bob", "nomail", "x@y.example")}
    assert len(answers) == 1
    assert len(letters()) == 1


def test_a_mailbox_cannot_be_filled(ada, client, with_mail):
    for _ in range(5):
        client.post("/forgotten", {"who": "Ada"})
    assert len(letters()) == 1


def test_guests_get_no_link(client, with_mail):
    account = Account.objects.open_guest()
    account.email = "ghost@example.org"
    account.save()
    client.post("/forgotten", {"who": "ghost@example.org"})
    assert letters() == []
    assert client.get(passwords.reset_path(account)).status_code == 410


@pytest.mark.parametrize("link", ["x/y", "%FF/y", "MTIz/a-b", "A" * 9000 + "/x"])
def test_an_invented_link_is_used_up(client, link):
    assert client.get(f"/forgotten/{link}").status_code == 410


def test_a_link_of_another_account_opens_nothing(ada, client):
    other = person("Bob")
    mine, theirs = passwords.reset_path(ada).split("/"), passwords.reset_path(other).split("/")
    assert client.get("/".join([*mine[:3], theirs[3]])).status_code == 410


def test_a_link_dies_when_the_owner_signs_in(ada, client):
    link = passwords.reset_path(ada)
    sign_in(client)
    assert Client().get(link).status_code == 410


def test_a_link_dies_after_a_day(ada, client, monkeypatch):
    link = passwords.reset_path(ada)
    tomorrow = datetime.now() + timedelta(hours=25)
    monkeypatch.setattr(type(passwords.default_token_generator), "_now", lambda self: tomorrow)
    assert client.get(link).status_code == 410


def test_the_log_keeps_no_link(ada, client, monkeypatch):
    seen = []
    monkeypatch.setattr("muster.web.middleware.log.info", lambda *a, **fields: seen.append(fields))
    client.get(passwords.reset_path(ada))
    assert [line["path"] for line in seen] == ["/forgotten"]


# leaving


def test_a_member_leaves_with_the_password(ada):
    here, there = signed_in(ada), signed_in(ada)
    ApiToken.issue(ada, "script")
    fail(Client(), 1)
    response = here.post("/you/delete", {"password": PASSWORD})
    assert response["Clear-Site-Data"]
    assert who(here) is None
    assert there.get("/you/tokens").status_code == 302
    assert (Account.objects.count(), ApiToken.objects.count(), AccessAttempt.objects.count()) == (0, 0, 0)
    assert names_of({str(ada.pk)}) == {str(ada.pk): "Former player"}


def test_a_wrong_password_deletes_nobody(ada):
    assert signed_in(ada).post("/you/delete", {"password": "wrong"}).status_code == 422
    assert Account.objects.count() == 1


def test_a_guest_leaves_with_a_tick():
    client, _ = guest()
    assert client.post("/you/delete", {}).status_code == 422
    assert Account.objects.count() == 1
    assert client.post("/you/delete", {"sure": "on"}).status_code == 302
    assert Account.objects.count() == 0


def test_a_handle_is_free_again(ada, client):
    signed_in(ada).post("/you/delete", {"password": PASSWORD})
    sign_up(client)
    assert Account.objects.get(handle="Ada").pk != ada.pk


# tokens


def test_a_token_is_shown_once_and_kept_as_a_digest(ada):
    client = signed_in(ada)
    response = client.post("/you/tokens", {"label": "league table"})
    assert response.status_code == 201
    secret = re.search(r"muster_[\w-]{43}", response.content.decode())[0]
    token = ApiToken.objects.get()
    assert secret not in str(ApiToken.objects.values()[0])
    assert ApiToken.find_valid(secret) == token
    assert ApiToken.find_valid(secret + "x") is None
    page = client.get("/you/tokens")
    assert secret not in page.content.decode()
    assert "league table" in text_of(page) and "last used" in text_of(page)


def test_last_use_is_noted_to_the_minute(ada):
    token, secret = ApiToken.issue(ada, "x")
    ApiToken.find_valid(secret)
    token.refresh_from_db()
    first = token.used
    ApiToken.find_valid(secret)
    token.refresh_from_db()
    assert token.used == first
    ApiToken.objects.update(used=first - timedelta(minutes=2))
    ApiToken.find_valid(secret)
    token.refresh_from_db()
    assert token.used >= first


def test_an_inactive_account_has_no_working_token(ada):
    _, secret = ApiToken.issue(ada, "x")
    Account.objects.update(is_active=False)
    assert ApiToken.find_valid(secret) is None


def test_revoking_ends_it_and_only_ones_own(ada):
    token, secret = ApiToken.issue(ada, "x")
    assert signed_in(person("Bob")).post(f"/you/tokens/{token.pk}/revoke").status_code == 404
    assert ApiToken.find_valid(secret)
    client = signed_in(ada)
    sent = [client.post(f"/you/tokens/{token.pk}/revoke").status_code for _ in range(2)]
    assert sent == [302, 302], "the button pressed twice"
    assert ApiToken.find_valid(secret) is None


def test_there_is_a_most_number_of_tokens(ada, monkeypatch):
    monkeypatch.setattr("muster.app.accounts.accounts.TOKENS_PER_ACCOUNT", 1)
    client = signed_in(ada)
    client.post("/you/tokens", {"label": "one"})
    response = client.post("/you/tokens", {"label": "two"})
    assert response.status_code == 422
    assert "An account has up to 1 API token." in text_of(response)
    assert ApiToken.objects.count() == 1
