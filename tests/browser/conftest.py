"""A real browser and a real site for the tests of this folder."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import axe
from tests.browser import site as live_site
from tests.browser.shown_ids import ids_shown
from tests.browser.site import CHROMIUM, QUIET
from tests.requirements_gate import require
from tests.store.ready_database import put_ready_database

PHONE, WIDE = (375, 812), (1280, 800)
# What a thumb misses: everything that is tapped has 44 px, but links within a sentence and small labels.
SMALL = """() => [...document.querySelectorAll("main a, main button, main input, .tab-bar a, .foot a")]
  .filter((one) => one.checkVisibility() && !one.closest("p, .chips, .vh") && !/hidden|radio/.test(one.type))
  .map((one) => [one.outerHTML.slice(0, 90), one.closest(one.matches(".row-link") ? "tr" : "label") ?? one])
  .map(([html, target]) => [html, target.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""
# What is cut off at its box, without the dots that say so.
CUT = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1 && !one.closest(".vh"))
  .filter((one) => getComputedStyle(one).overflowX === "hidden")
  .filter((one) => getComputedStyle(one).textOverflow !== "ellipsis")
  .map((one) => one.outerHTML.slice(0, 90))"""
# Sentences have 14 px at least, labels (a few words, no full stop) 13, what is only heard has none. The
# letters of a drawing grow with it.
TINY = """() => [...document.querySelectorAll("body *")]
  .filter((one) => !one.closest("svg, .vh, script") && one.checkVisibility())
  .map((one) => [[...one.childNodes].filter((node) => node.nodeType === 3), getComputedStyle(one).fontSize])
  .map(([own, size]) => [own.map((node) => node.data).join("").trim(), parseFloat(size)])
  .map(([text, size]) => [text, size, /\\s\\S+\\s.*\\.$/.test(text) || text.split(/\\s+/).length > 9])
  .filter(([text, size, sentence]) => text && size && size < (sentence ? 14 : 13))
  .map(([text, size]) => `${text.slice(0, 60)} (${size} px)`)"""
# Beside the rail everything begins at one line: the title, the page and the foot.
OFF_GRID = """() => {
  const root = getComputedStyle(document.documentElement);
  const line = ["--rail", "--gutter"].reduce((sum, name) => sum + parseFloat(root.getPropertyValue(name)), 0)
    * parseFloat(root.fontSize);
  const inner = (one) => one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).paddingLeft);
  return [...document.querySelectorAll("main h1, main .page, main .wizard-body, .foot")]
    .filter((one) => one.checkVisibility() && !one.closest(".vh, .game, .hall"))
    .filter((one) => Math.abs(inner(one) - line) > .5)
    .map((one) => `${one.outerHTML.slice(0, 60)} begins at ${inner(one)}, not ${line}`);
}"""
# Codes are made by chance: whether they fit must not be. None is wider than this.
WIDEST = """() => {
  const codes = [...document.querySelectorAll(".desk-code, .code, .secret li")];
  const said = codes.map((one) => one.textContent);
  codes.forEach((one) => { one.textContent = one.textContent.replace(/\\w/g, "W"); });
  return () => codes.forEach((one, place) => { one.textContent = said[place]; });
}"""
# All of these, at 200% text and at 100%.
UNFIT = f"""(wide) => {{
  const told = (how, found) => found.map((one) => `${{how}}: ${{one}}`);
  const asBefore = ({WIDEST})();
  const found = wide ? told("off the grid", ({OFF_GRID})()) : told("small", ({SMALL})());
  found.push(...told("tiny", ({TINY})()));
  const root = document.documentElement;
  for (const text of ["200%", ""]) {{
    root.style.fontSize = text;
    found.push(...told(`cut at ${{text || "100%"}}`, ({CUT})()));
    const beyond = root.scrollWidth - root.clientWidth;
    if (beyond) found.push(`${{beyond}} px too wide at ${{text || "100%"}}`);
  }}
  asBefore();
  return found;
}}"""
# A test taps faster than anybody reads: its clock runs ahead, so that a new question is never too new.
HURRY = "{ const now = performance.now.bind(performance); performance.now = () => now() * 1e4; }"
Size = tuple[int, int]
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the running site keeps its data."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site(site_folder: Path, request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[str]:
    """The address of the running site. As several processes (MUSTER_TEST_PROCESSES) it has PostgreSQL."""
    with pytest.MonkeyPatch.context() as environment:
        if os.environ.get("MUSTER_TEST_PROCESSES", "1") != "1":
            environment.setenv("DATABASE_URL", request.getfixturevalue("postgres_url"))
        else:
            with django_db_blocker.unblock():
                put_ready_database(site_folder / "muster.sqlite3")
        with live_site.running(site_folder) as address:
            yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all browser tests."""
    program = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if program is None:
        require("browser", "Chromium is missing: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def keeps_pages() -> bool:
    """Whether a browser keeps pages for later, as on a secure connection; the tests of that say yes. For all
    others a worker that fetches and stores what they never open is work for nothing."""
    return False


@pytest.fixture
def open_page(chromium: Browser, site: str, keeps_pages: bool) -> Iterator[OpenPage]:
    """Opens pages of a chosen size, theme and script setting, each in a fresh profile.

    A script error or a breach of the content policy fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def fresh(size: Size = PHONE, *, dark: bool = False, scripts: bool = True) -> Page:
        context = profile(chromium, site, size, dark, scripts, keeps_pages)
        contexts.append(context)
        return listening(context.new_page(), complaints)

    yield fresh
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def kept_pages(chromium: Browser) -> Iterator[tuple[dict[tuple[bool, bool], Page], list[str]]]:
    """Pages that stay open from test to test, for those who only look; and what they complain of."""
    pages: dict[tuple[bool, bool], Page] = {}
    yield pages, []
    for page in pages.values():
        page.context.close()


@pytest.fixture
def look(chromium: Browser, site: str, kept_pages) -> Iterator[OpenPage]:
    """Like `open_page`, for a guest who only looks: the same profile for every page of the kind."""
    pages, complaints = kept_pages

    def kept(size: Size = PHONE, *, dark: bool = False) -> Page:
        kind = (is_phone(size), dark)
        if kind not in pages:
            pages[kind] = listening(profile(chromium, site, size, dark).new_page(), complaints)
        pages[kind].set_viewport_size({"width": size[0], "height": size[1]})
        return pages[kind]

    complaints.clear()
    yield kept
    assert not complaints


def is_phone(size: Size) -> bool:
    """Narrow screens are touched."""
    return size[0] < 600


def profile(  # noqa: PLR0917
    chromium: Browser,
    site: str,
    size: Size,
    dark: bool = False,
    scripts: bool = True,
    keeps_pages: bool = False,
) -> BrowserContext:
    """A browser nobody has used before."""
    context = chromium.new_context(
        base_url=site,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        has_touch=is_phone(size),
        java_script_enabled=scripts,
        reduced_motion="reduce",
        service_workers="allow" if keeps_pages else "block",
    )
    context.add_init_script(HURRY)
    return context


def listening(page: Page, complaints: list[str]) -> Page:
    """Whatever goes wrong on the page is noted."""
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if "Content Security" in line.text else None)
    return page


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


def overflow_of_large_text(page: Page) -> int:
    """The same on the narrowest phone with 200% text; afterwards the page is as before."""
    size = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found = overflow(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    if size:
        page.set_viewport_size(size)
    return found


def axe_findings(page: Page, **options: Any) -> list[str]:
    """What axe finds wrong (WCAG 2.2 AA and best practice), one line each."""
    lines: list[str] | None = page.evaluate(axe.LINES, options)
    if lines is None:
        page.evaluate(axe.script())
        lines = page.evaluate(axe.LINES, options)
    assert lines is not None, "axe does not run here"
    return lines


def dark_findings(page: Page) -> list[str]:
    """What the dark theme makes hard to read on this page, which stays in the light one."""
    page.emulate_media(color_scheme="dark")
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    found = axe_findings(page, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


def unfit(page: Page) -> list[str]:
    """What is too small for a thumb or an eye, what leaves the grid, and what the page cuts off or pushes out
    at 100% and 200% text."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    found: list[str] = page.evaluate(UNFIT, width >= WIDE[0])
    return found


def findings(page: Page) -> list[str]:
    """What stands in somebody's way: what axe finds, what does not fit, and ids instead of names."""
    return axe_findings(page) + unfit(page) + [f"an id: {id_}" for id_ in ids_shown(page)]
