"""Passkeys in a real browser with a device of its own: added, used to sign in, refused without its lock."""

import pytest

from tests.browser.conftest import axe_findings, overflow
from tests.browser.signing_up import PASSWORD, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def site(site):
    """The same site by its name: browsers have no passkeys at a bare IP address."""
    return site.replace("127.0.0.1", "localhost")


def test_a_passkey_is_added_and_signs_in_only_when_its_device_is_unlocked(open_page):
    page = open_page()
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    made = device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    sign_up(page, "keyholder")
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of the passkey").fill("this phone")
    assert not axe_findings(page) and overflow(page) <= 0
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("Passkey this phone added").wait_for()
    page.get_by_label("Name of the passkey").fill("again")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("This device already has a passkey for your account.").wait_for()

    page.goto("/you")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    page.goto("/sign-in?next=/you/passkeys")
    assert not axe_findings(page) and overflow(page) <= 0
    device.send("WebAuthn.setUserVerified", made | {"isUserVerified": False})
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("No passkey was used").wait_for()
    device.send("WebAuthn.setUserVerified", made | {"isUserVerified": True})
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("last used").wait_for()
