"""Notifications in a real browser: what the page says of them, and what the worker makes of a message.

The browser of these tests has no push service and never lets a page notify, so both answers are put in; the
push event itself is the browser's own.
"""

import json

import pytest

from tests.browser.conftest import axe_findings, overflow
from tests.browser.signing_up import sign_up
from tests.web.notifications.browser_keys import BrowserKeys

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
ENDPOINT = "https://push.example.org/send/1"
ALLOWED = """([endpoint, p256dh, auth]) => {
  let held = null;
  const key = new Uint8Array();
  const keys = { p256dh, auth };
  const made = { endpoint, options: { applicationServerKey: key }, toJSON: () => ({ endpoint, keys }) };
  made.unsubscribe = async () => { held = null; sessionStorage.removeItem("held"); return true; };
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => (sessionStorage.getItem("held") ? made : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    sessionStorage.setItem("held", applicationServerKey.length);
    return made;
  };
}"""
SHOWN = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data }) => {
    self.shown.push([title, body, tag, data.url]);
  };
}"""


@pytest.fixture
def keeps_pages() -> bool:
    """Messages come to the worker that keeps pages, too."""
    return True


@pytest.fixture
def site(site):
    """The same site by its name, which browsers take for secure."""
    return site.replace("127.0.0.1", "localhost")


def test_a_device_is_told_from_one_tap_to_the_next(open_page):
    page, keys = open_page(), BrowserKeys()
    sign_up(page, "listener")
    page.goto("/you")
    page.get_by_role("link", name="Notifications").click()
    page.get_by_role("heading", name="Notifications are blocked for this site").wait_for()
    assert page.get_by_role("button", name="Tell this device").count() == 0, "it would be in vain"
    page.add_init_script(f"({ALLOWED})({json.dumps([ENDPOINT, keys.p256dh, keys.auth])})")
    page.goto("/notifications")
    page.get_by_label("Time called while you play").uncheck()
    page.get_by_label("From").fill("22:00")
    page.get_by_role("button", name="Tell this device").click()
    page.get_by_text("Fill in both, or leave both empty.").wait_for()
    page.get_by_label("To", exact=True).fill("08:00")
    page.get_by_role("button", name="Tell this device").click()
    page.get_by_text("(this device)").wait_for()
    assert page.evaluate("sessionStorage.getItem('held')") == "65", "the browser was given the server's key"
    text = page.locator("main").inner_text()
    assert "quiet from 22:00 to 08:00" in text and "Saved. This device is told." in page.inner_text("body")
    assert not axe_findings(page) and overflow(page) <= 0
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("That device is told nothing more.").wait_for()
    assert page.evaluate("sessionStorage.getItem('held')") is None, "the browser gave its address up"


def test_a_message_is_shown_unless_its_page_is_open(open_page):
    page = open_page()
    page.goto("/notifications")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = page.context.service_workers[0]
    worker.evaluate(SHOWN)
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(row["registrationId"] for row in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.wait_for_timeout(200)

    def deliver(**message: str) -> list[list[str]]:
        sent = {"origin": page.evaluate("location.origin"), "registrationId": registrations[-1]}
        devtools.send("ServiceWorker.deliverPushMessage", {**sent, "data": json.dumps(message)})
        page.wait_for_timeout(200)
        return worker.evaluate("self.shown")

    news = ["Your turn", "Your game waits.", "game:1", "/game/1"]
    assert deliver(**dict(zip(("title", "text", "tag", "url"), news, strict=True))) == [news]
    here = deliver(title="Here", text="You see this.", url="/notifications", tag="other")
    assert here == [news], "whoever looks at the page sees the news there"
