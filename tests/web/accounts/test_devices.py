"""Where somebody is signed in: the page of devices, signing out there, and the notice of a new one."""

import importlib
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from muster.store.members import devices
from muster.store.members.devices import SEEN_GRAIN, Device
from muster.web.accounts.device_names import device_name
from muster.web.accounts.letters import postman
from muster.web.identity import of_cookies
from tests.web.account_fixtures import PASSWORD, ada, guest, html_of, person, signed_in, text_of

__all__ = ["ada"]
pytestmark = pytest.mark.django_db
ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
LAPTOP = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 "
    "Safari/537.36"
)
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
FORM = re.compile(r'action="(/you/devices/[^"]+)".*?aria-label="Sign out on ([^"]+)"')
NEWS = "Your account was signed in on a new device"


def enters(user_agent: str, client: Client | None = None) -> Client:
    """Ada signs in with this browser."""
    client = client or Client(headers={"user-agent": user_agent})
    assert client.post("/sign-in", {"handle": "Ada", "password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return "Sign out" in text_of(client.get("/you"))


def buttons(client: Client) -> dict[str, str]:
    """Sign-out forms of the page: where they lead, by the device they name."""
    found = FORM.findall(html_of(client.get("/you/devices")))
    return {name: address for address, name in found}


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (ANDROID, "Firefox on Android"),
        (LAPTOP, "Chrome on Windows"),
        (LAPTOP + " Edg/129.0.0.0", "Edge on Windows"),
        (IPHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (IPHONE.replace("Version/17.5", "CriOS/129.0"), "Chrome on iPhone"),
        ("curl/8.5.0", "A browser"),
        ("", "A browser"),
        ("x" * 5000, "A browser"),
    ],
)
def test_a_browser_is_called_by_plain_words(user_agent, name):
    assert device_name(user_agent) == name


def test_every_device_is_listed_in_words_and_this_one_is_marked(ada):
    phone, laptop = enters(ANDROID), enters(LAPTOP)
    text = text_of(phone.get("/you/devices")).partition("Where you are signed in now")[2]
    assert text.index("Firefox on Android") < text.index("This device") < text.index("Chrome on Windows")
    assert list(buttons(phone)) == ["Chrome on Windows"] and list(buttons(laptop)) == ["Firefox on Android"]
    assert "Signed in on 2 devices" in text_of(phone.get("/you"))
    kept = [str(value) for row in Device.objects.values() for value in row.values()]
    assert not any("127.0.0.1" in value or "Mozilla" in value for value in kept), "no address, no raw name"


def test_what_is_made_on_a_device_that_was_signed_out_there_is_not_lost(ada):
    """Its page was open and asks for nobody's name: the first write opens a guest's account."""
    phone, laptop = enters(ANDROID), enters(LAPTOP)
    phone.post(buttons(phone)["Chrome on Windows"])
    made = laptop.post("/tours/clubs/new", {"name": "The long dark", "key": "k"})
    assert made.status_code == 302 and made["Clear-Site-Data"] == '"cache", "storage"'
    page = laptop.get(made["Location"])
    assert page.status_code == 200 and "The long dark" in text_of(page)
    assert "signed out from another one of yours" in text_of(page)
    assert "signed out from another" not in text_of(laptop.get(made["Location"]))


def test_who_signs_in_again_where_they_were_signed_out_is_in(ada):
    phone, laptop = enters(ANDROID), enters(LAPTOP)
    phone.post(buttons(phone)["Chrome on Windows"])
    assert laptop.post("/sign-in", {"handle": "Ada", "password": PASSWORD}).status_code == 302
    assert laptop.get("/you").status_code == 200 and "Sign out" in text_of(laptop.get("/you"))


def test_signing_out_there_ends_that_session_with_its_line_and_its_copies(ada):
    phone, laptop = enters(ANDROID), enters(LAPTOP)
    cookies = f"sessionid={laptop.cookies['sessionid'].value}"
    assert of_cookies(cookies) == str(ada.pk)
    answer = phone.post(buttons(phone)["Chrome on Windows"], follow=True)
    assert "Signed out there" in text_of(answer) and "Chrome on Windows" not in text_of(answer)
    assert of_cookies(cookies) == "", "its live lines are cut with the next frame or sign of life"
    heard = laptop.get("/you")
    assert "Sign in" in text_of(heard) and heard["Clear-Site-Data"] == '"cache", "storage"'
    assert heard.cookies["sessionid"]["max-age"] == 0
    again = laptop.get("/you")
    assert "signed out from another one of yours" in text_of(again) and "Clear-Site-Data" not in again
    assert is_in(phone) and not buttons(phone)


def test_signing_out_everywhere_else_leaves_this_device_and_other_people_alone(ada):
    phone, laptop, other = enters(ANDROID), enters(LAPTOP), signed_in(person("Bo"))
    text = text_of(phone.post("/you/devices", {"do": "others"}, follow=True))
    assert "Signed out on 1 other device." in text and "Sign out everywhere else" not in text
    assert is_in(phone) and is_in(other) and not is_in(laptop)


def test_another_persons_device_is_not_there_for_you_and_this_one_is_left_by_sign_out(ada):
    phone, other = enters(ANDROID), person("Bo")
    bos = signed_in(other)
    assert phone.post(f"/you/devices/{Device.objects.get(account=other).pk}/sign-out").status_code == 404
    assert phone.post(f"/you/devices/{Device.objects.get(account=ada).pk}/sign-out").status_code == 302
    assert is_in(bos) and is_in(phone)
    phone.post("/sign-out")
    assert not Device.objects.filter(account=ada).exists(), "an ordinary sign-out leaves no device"


def test_a_request_under_way_does_not_bring_an_ended_session_back(ada):
    laptop = enters(LAPTOP)
    session = laptop.session
    session["x"] = 1
    devices.sign_out_devices(devices.devices_of(ada))
    with pytest.raises(UpdateError):
        session.save()
    assert not is_in(laptop)


def test_a_new_device_is_told_of_on_the_next_page_of_the_others_until_it_is_closed(ada):
    phone = enters(ANDROID)
    assert NEWS not in text_of(phone.get("/you"))
    laptop = enters(LAPTOP)
    text = text_of(phone.get("/armies"))
    assert NEWS in text and "Chrome on Windows" in text.partition(NEWS)[2]
    assert NEWS not in text_of(laptop.get("/armies"))
    laptop.post("/sign-out")
    assert NEWS in text_of(phone.get("/you")), "signing out again does not hide it"
    assert phone.post("/you/devices", {"do": "close", "next": "/armies"})["Location"] == "/armies"
    assert NEWS not in text_of(phone.get("/armies"))
    enters(LAPTOP, laptop)
    assert NEWS not in text_of(phone.get("/armies")), "a device that has signed in before is no news"


def test_a_device_that_was_signed_out_from_another_is_news_when_it_comes_back(ada):
    phone, laptop = enters(ANDROID), enters(LAPTOP)
    phone.post("/you/devices", {"do": "others"})
    laptop.get("/you")
    enters(LAPTOP, laptop)
    assert NEWS in text_of(phone.get("/you"))


def test_a_new_device_is_told_of_by_mail(ada, settings):
    settings.MAIL_CONFIGURED, settings.ADDRESS = True, "https://muster.example"
    phone = enters(ANDROID)
    phone.post("/sign-out")
    enters(ANDROID, phone)
    postman.submit(lambda: None).result()
    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"] and "Firefox on Android" in letter.body
    assert "https://muster.example/you/devices" in letter.body


@pytest.mark.parametrize(("address", "configured"), [("", True), ("ada@example.org", False)])
def test_without_an_address_or_without_mail_no_letter_is_sent(ada, settings, address, configured):
    settings.MAIL_CONFIGURED = configured
    type(ada).objects.update(email=address)
    enters(ANDROID)
    postman.submit(lambda: None).result()
    assert mail.outbox == []


def test_last_seen_is_coarse_so_that_reading_writes_nothing(ada):
    phone = enters(ANDROID)
    with CaptureQueriesContext(connection) as asked:
        phone.get("/you/devices")
    assert not [query for query in asked.captured_queries if query["sql"].startswith(("UPDATE", "INSERT"))]
    long_ago = timezone.now() - 2 * SEEN_GRAIN
    Device.objects.update(seen=long_ago)
    phone.get("/you")
    assert timezone.now() - Device.objects.get().seen < timedelta(minutes=1)


def test_a_new_password_keeps_this_device_and_ends_the_others(ada):
    phone, laptop = enters(ANDROID), enters(LAPTOP)
    since = Device.objects.get(name="Firefox on Android").since
    phone.post("/you/password", {"password": PASSWORD, "new_password": "another long walk"})
    assert is_in(phone) and not is_in(laptop)
    assert Device.objects.get().since == since


def test_guests_have_no_devices_and_a_guest_who_signs_up_has_one():
    client, _ = guest()
    client.get("/you")
    assert not Device.objects.exists()
    assert client.get("/you/devices")["Location"].startswith("/sign-in")
    client.post("/sign-up", {"handle": "Gus", "password": PASSWORD, "name": "", "email": ""})
    assert list(buttons(client)) == [] and Device.objects.get().account.handle == "Gus"


def test_whoever_was_signed_in_before_devices_were_noted_is_listed(ada):
    phone, _ = enters(ANDROID), guest()
    old = enters(LAPTOP)
    Device.objects.all().delete()
    importlib.import_module("muster.store.migrations.0019_devices").note_devices(
        apps, SimpleNamespace(connection=connection)
    )
    assert Device.objects.count() == 2 and Session.objects.count() == 3
    text = text_of(phone.get("/you/devices"))
    assert "Signed in some time ago" in text and "not seen since" in text
    assert "Firefox on Android" in text_of(phone.get("/you/devices"))
    phone.post("/you/devices", {"do": "others"})
    assert not is_in(old)
