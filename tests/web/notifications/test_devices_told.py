"""Which devices are told: asked for through the page, one's own alone, gone with their session."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from muster.app.notifications import MOST_DEVICES, QuietHours
from muster.app.tournament import commands
from muster.store.accounts import Account
from muster.store.members.notifications import MOST_FAILURES, PushMessage, PushSubscription
from muster.web.notifications.encrypting import server_public_key
from muster.web.notifications.worker import collect_news, send_due
from tests.web.account_fixtures import PASSWORD, markup, person, signed_in, text_of
from tests.web.event_table_fixtures import Cup
from tests.web.notifications.subscribed import Device, PushService, devices, tell, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Cup:
    return Cup()


def test_the_page_gives_the_browser_the_servers_key_and_says_where_one_is_told():
    client = signed_in(person("Ada"))
    assert f'data-push="{server_public_key()}"' in markup(client.get("/notifications"))
    device = Device(
        client, kind=["turn", "time"], quiet_begin="22:00", quiet_end="08:00", zone="Europe/Berlin"
    )
    device.asked()
    page = client.get("/notifications")
    words = text_of(page)
    assert "Your turn in a game or a campaign, Time called while you play; quiet from 22:00 to 08:00" in words
    assert device.endpoint not in markup(page) and device.keys.auth not in markup(page)
    device.asked()
    assert devices() == 1, "the same device is one"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"endpoint": "http://push.example.org/1"}, "isn’t the address of a push service"),
        ({"endpoint": "https://push.example.org:8443/1"}, "isn’t the address of a push service"),
        ({"endpoint": "https://push.example.org/" + "x" * 500}, "isn’t the address of a push service"),
        ({"p256dh": "AAAA"}, "keys for these messages can’t be used"),
        ({"auth": "!"}, "keys for these messages can’t be used"),
        ({"kind": []}, "Nothing is chosen"),
        ({"kind": ["everything"]}, "Nothing is chosen"),
        ({"quiet_begin": "25:00", "quiet_end": "08:00"}, "quiet hours can’t be read"),
        ({"quiet_begin": "22:00"}, "quiet hours can’t be read"),
        ({"quiet_begin": "22:00", "quiet_end": "08:00", "zone": "Mars/Olympus"}, "quiet hours can’t be read"),
    ],
)
def test_what_cannot_be_told_is_refused_with_a_reason(form, sentence):
    answer = Device(signed_in(person("Ada")), **form).ask()
    assert answer.status_code == 422 and sentence in text_of(answer) and devices() == 0


def test_there_are_only_so_many_devices():
    client = signed_in(person("Ada"))
    for number in range(MOST_DEVICES):
        Device(client, number).asked()
    assert Device(client, 99).ask().status_code == 422
    assert Device(client, 3, kind=["time"]).ask().status_code == 302, "one that is told may change its mind"
    assert devices() == MOST_DEVICES


def test_another_account_neither_sees_nor_stops_mine():
    mine = Device(signed_in(person("Ada")), 1).asked()
    row, eve = PushSubscription.objects.get(), signed_in(person("Eve"))
    assert "Stop" not in text_of(eve.get("/notifications"))
    eve.post(f"/notifications/{row.pk}/stop")
    assert devices() == 1
    mine.client.post(f"/notifications/{row.pk}/stop")
    assert devices() == 0
    assert Client().post(f"/notifications/{row.pk}/stop").status_code == 404, "a stranger has no devices"


def test_a_browser_that_somebody_else_uses_now_is_told_their_news():
    ada, bo = signed_in(person("Ada")), signed_in(person("Bo"))
    Device(ada, 1).asked()
    Device(bo, 1).asked()
    assert PushSubscription.objects.get().account.handle == "Bo"


def test_signing_out_here_or_from_another_device_ends_it():
    ada = person("Ada")
    here, there = signed_in(ada), signed_in(ada)
    Device(here, 1).asked()
    Device(there, 2).asked()
    here.post("/sign-out")
    assert [row.endpoint[-1] for row in PushSubscription.objects.all()] == ["2"]
    signed_in(ada).post("/you/devices", {"do": "others"})
    assert devices() == 0


def test_a_guest_is_told_and_still_told_as_a_member():
    guest = Client()
    Device(guest, 1).asked()
    account = PushSubscription.objects.get().account
    assert account.is_guest
    joined = guest.post("/sign-up", {"handle": "ada", "name": "Ada", "password": PASSWORD, "again": PASSWORD})
    assert joined.status_code in (200, 302)
    row = PushSubscription.objects.get()
    assert row.account.pk == account.pk and row.session_id == guest.session.session_key
    Account.objects.get(pk=account.pk).erase()
    assert devices() == 0


def test_nothing_from_before_is_told_and_two_servers_tell_it_once(cup):
    cup.announce().pair()
    device, service = Device(cup.phones["ann"], 1).asked(), PushService()
    assert tell(service) == 0, "what happened before somebody asked is no news"
    cup.my.do(cup.act(), cup.stream, commands.StartClock())
    assert collect_news() and not collect_news()
    message = PushMessage.objects.get()
    now = timezone.now()
    twin = PushMessage.objects.get()
    assert message.claim(now) and not twin.claim(now)
    assert send_due(now, service) == 0, "another process has it"
    assert send_due(now + timedelta(minutes=2), service) == 1 and len(device.heard(service)) == 1


def test_what_does_not_arrive_is_tried_again_and_a_browser_that_is_gone_is_forgotten(cup):
    Device(cup.phones["ann"], 1).asked()
    service = PushService()
    service.trouble = "the answer was 503"
    cup.announce().pair()
    now = timezone.now()
    assert tell(service, now) == 0 and waiting() == 1
    service.trouble = ""
    assert send_due(now, service) == 0, "not at once"
    assert send_due(now + timedelta(minutes=1), service) == 1
    assert PushSubscription.objects.get().failures == 0
    PushMessage.objects.update(sent=False)
    service.trouble = "the answer was 410"
    send_due(now + timedelta(minutes=3), service)
    assert devices() == 0 and not PushMessage.objects.exists()


def test_a_browser_that_is_never_reached_is_forgotten(cup):
    Device(cup.phones["ann"], 1).asked()
    PushSubscription.objects.update(failures=MOST_FAILURES - 1)
    service = PushService()
    service.trouble = "nobody says where the name leads"
    cup.announce().pair()
    tell(service, timezone.now())
    assert devices() == 0


def test_news_that_is_stale_is_dropped_with_its_mark(cup):
    Device(cup.phones["ann"], 1).asked()
    cup.announce().pair()
    assert tell(PushService(), timezone.now() + timedelta(hours=1)) == 0
    assert not PushMessage.objects.exists()


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        ("22:00", "08:00", "2026-11-18T21:30", "2026-11-19T07:00"),  # 22:30 in Berlin
        ("22:00", "08:00", "2026-11-19T05:00", "2026-11-19T07:00"),
        ("22:00", "08:00", "2026-11-18T12:00", None),
        ("09:00", "17:00", "2026-11-18T09:00", "2026-11-18T16:00"),
        ("09:00", "17:00", "2026-11-18T07:59", None),
        ("09:00", "17:00", "2026-11-18T16:00", None),
        ("12:00", "12:00", "2026-11-18T11:00", None),
        # In the night of 25 October 2026 Berlin's clocks go back by an hour.
        ("22:00", "08:00", "2026-10-24T21:00", "2026-10-25T07:00"),
    ],
)
def test_quiet_hours_are_those_of_the_readers_clock(begin, end, now, until):
    hours = QuietHours(begin, end, "Europe/Berlin")
    found = hours.lasts_until(datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert found == (datetime.fromisoformat(until).replace(tzinfo=UTC) if until else None)
