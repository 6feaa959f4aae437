"""*Look around* on a fresh server: one click, and a world of its own that leaves no trace in the real one."""

import re
import sqlite3
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from tests.browser import site as live_site
from tests.store.ready_database import put_ready_database

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PARTS = ("href", "action", "hx-get", "data-live", "data-refresh")
LINKS = """(parts) => [...document.querySelectorAll("*")]
  .flatMap((one) => parts.map((part) => one.getAttribute(part)))
  .filter((address) => address?.startsWith("/"))
  .filter((address) => !address.startsWith("/look/") && !address.startsWith("/static/"))"""


@pytest.fixture
def fresh_site(tmp_path, django_db_blocker):
    """A site where nobody has an account, which no other test of the browser shares."""
    with django_db_blocker.unblock():
        put_ready_database(tmp_path / "muster.sqlite3")
    with live_site.running(tmp_path) as address:
        yield address


def accounts(file):
    with closing(sqlite3.connect(file)) as database:
        return {handle for (handle,) in database.execute("SELECT handle FROM store_account")}


def test_one_click_opens_the_demo_and_nothing_of_it_is_real(fresh_site, chromium, tmp_path):
    with closing(chromium.new_context(viewport={"width": 375, "height": 812})) as context:
        page = context.new_page()
        page.goto(fresh_site)
        page.get_by_role("link", name="Look around in a demo").click(timeout=120_000)
        page.get_by_text("You are Ann.").wait_for()
        page.get_by_role("heading", name="Open now").wait_for()

        left = set(page.evaluate(LINKS, PARTS))
        for place in ("/look/armies", "/look/tours", "/look/events", "/look/play", "/look/rules/core"):
            page.goto(f"{fresh_site}{place}")
            left |= set(page.evaluate(LINKS, PARTS))
        assert left == {"/"}  # the way out

        page.goto(f"{fresh_site}/look/")
        game = page.locator("a[href^='/look/game/']").first.get_attribute("href")
        page.goto(f"{fresh_site}{game}")
        page.wait_for_selector("[data-live^='/look/live']", state="attached")
        page.get_by_role("link", name="Be Bo").click()
        page.get_by_text("You are Bo.").wait_for()

        page.goto(f"{fresh_site}/look/sign-up")
        answer = page.request.post(f"{fresh_site}/look/notifications", headers={"origin": fresh_site})
        assert answer.status == 403

        cookies = {(cookie["name"], cookie["path"]) for cookie in context.cookies()}
        assert {path for name, path in cookies if name.startswith("look-")} == {"/look/"}
        page.get_by_role("link", name="Leave").click()
        page.wait_for_url(lambda url: urlsplit(url).path == "/")
        page.get_by_role("link", name="Look around in a demo").wait_for()
        assert page.evaluate("Object.keys(localStorage)") == []
    assert accounts(tmp_path / "muster.sqlite3") == set()
    assert accounts(tmp_path / "look" / "muster.sqlite3") == {"ann", "bo", "cass"}
    log = (tmp_path / "site.log").read_text()
    assert not re.search(r"/look/(armies|tours)", log)
