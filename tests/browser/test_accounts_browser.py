"""Signing out in a real browser: the pages seen before are gone from the device, its theme is not."""

import pytest

from tests.browser.conftest import axe_findings, dark_findings, unfit
from tests.browser.signing_up import PASSWORD, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PAGES_KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  return kept;
}"""


@pytest.fixture
def keeps_pages() -> bool:
    """What these tests are about."""
    return True


def test_signing_out_forgets_pages_and_keeps_the_theme(open_page):
    page = open_page()
    sign_up(page, "forgetful")
    page.get_by_text("Dark", exact=True).click()
    page.wait_for_selector("html[data-theme=dark]")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/rules")
    page.reload()  # the first visit may still be before the worker has taken over
    page.wait_for_function(f"async () => (await ({PAGES_KEPT})()).includes('/rules')")
    page.goto("/you")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    assert "/rules" not in page.evaluate(PAGES_KEPT)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.goto("/you")
    page.get_by_role("heading", name="You are a guest on this device").wait_for()


def test_a_password_can_be_read_before_it_is_sent(open_page):
    page = open_page()
    page.goto("/sign-up")
    field, show = page.get_by_label("Password"), page.get_by_role("button", name="Show password")
    field.fill(PASSWORD)
    assert field.get_attribute("type") == "password"
    show.click()
    assert field.get_attribute("type") == "text" and field.input_value() == PASSWORD
    page.get_by_role("button", name="Hide password").click()
    assert field.get_attribute("type") == "password"


def test_private_pages_are_never_kept_for_offline(open_page):
    page = open_page()
    sign_up(page, "private")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/rules")
    page.reload()
    page.goto("/you/tokens")
    page.goto("/you")
    page.wait_for_function(f"async () => (await ({PAGES_KEPT})()).includes('/rules')")
    assert not [path for path in page.evaluate(PAGES_KEPT) if path.startswith("/you")]


def test_a_device_is_signed_out_from_another_and_the_archive_is_made_aside(open_page):
    here, there = open_page(), open_page()
    sign_up(here, "twofold")
    there.goto("/sign-in")
    there.get_by_label("Handle").fill("twofold")
    there.get_by_label("Password").fill(PASSWORD)
    there.get_by_role("button", name="Sign in").click()
    there.wait_for_url("**/you")
    here.goto("/you/devices")
    here.get_by_text("signed in on a new device").wait_for()
    assert axe_findings(here) == [] and dark_findings(here) == [] and unfit(here) == []
    here.get_by_role("button", name="Sign out on").click()
    here.get_by_text("Signed out there").wait_for()
    there.goto("/you")
    there.get_by_role("heading", name="You are a guest on this device").wait_for()

    here.goto("/you/data")
    here.get_by_role("button", name="Make the archive").click()
    fetch = here.get_by_role("link", name="Download (")
    fetch.wait_for()
    assert axe_findings(here) == [] and dark_findings(here) == [] and unfit(here) == []
    with here.expect_download() as fetched:
        fetch.click()
    assert fetched.value.suggested_filename == "muster-my-data.zip"


def test_everything_works_without_scripts(open_page):
    page = open_page(scripts=False)
    sign_up(page, "plain")
    page.get_by_text("Dark", exact=True).click()
    page.get_by_role("button", name="Save theme").click()
    page.wait_for_selector("html[data-theme=dark]")
    page.get_by_role("link", name="API tokens").click()
    page.get_by_label("What is it for?").fill("script")
    page.get_by_role("button", name="Make a token").click()
    assert page.get_by_label("New token").input_value().startswith("muster_")
