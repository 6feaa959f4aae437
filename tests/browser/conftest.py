"""A real browser and a real site for the tests of this folder."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import site as live_site
from tests.requirements_gate import require

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
QUIET += ["--disable-sync", "--no-first-run"]
PHONE, WIDE = (375, 812), (1280, 800)
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running site."""
    with live_site.running(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all browser tests."""
    program = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if program is None:
        require("browser", "Chromium is missing: apt-get install --no-install-recommends chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, site: str) -> Iterator[OpenPage]:
    """Opens pages of a chosen size, theme and script setting, each in a fresh profile.

    A script error or a breach of the content policy fails the test.
    """
    contexts, complaints = [], []

    def fresh(size: tuple[int, int] = PHONE, *, dark: bool = False, scripts: bool = True) -> Page:
        width, height = size
        context = chromium.new_context(
            base_url=site,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=width < 600,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda line: complaints.append(line.text) if "Content Security" in line.text else None
        )
        return page

    yield fresh
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """A page the size of a phone."""
    return open_page(PHONE)


@pytest.fixture
def wide(open_page: OpenPage) -> Page:
    """A page the size of a laptop."""
    return open_page(WIDE)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def axe_findings(page: Page) -> list[str]:
    """What axe finds wrong (WCAG 2.2 AA and best practice), one line each."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]
