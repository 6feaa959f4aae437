"""On a laptop every page begins at the same line: bar, title, page and foot share one left edge."""

import pytest

from tests.browser.conftest import OFF_GRID, TINY, WIDE, OpenPage
from tests.browser.shown_ids import ids_in, ids_shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PAGES = (
    "/",
    "/search?q=panic",
    "/cards?q=vader",
    "/cards/unit/stormtroopers",
    "/keywords?q=aim",
    "/rules",
    "/rules/312",
    "/rulings",
    "/squads",
    "/squads/missions",
    "/odds",
    "/dice",
    "/armies",
    "/armies/new",
    "/armies/import",
    "/armies/public",
    "/collection",
    "/tours",
    "/tours/new",
    "/tours/clubs/new",
    "/events",
    "/events/new",
    "/play",
    "/play/help",
    "/tables",
    "/tables/terrain",
    "/help",
    "/help/armies",
    "/about",
    "/you",
    "/sign-in",
    "/nowhere",
)
# Two widths and no third: a column to read, and the whole page.
WIDTHS = """() => [...document.querySelectorAll("main .page")].map((one) => {
  const root = getComputedStyle(document.documentElement);
  const pixels = (name) => parseFloat(root.getPropertyValue(name)) * parseFloat(root.fontSize);
  const most = parseFloat(getComputedStyle(one).maxInlineSize);
  return [pixels("--page"), pixels("--page-wide")].includes(most) ? "" : `${one.className}: ${most}`;
}).filter(Boolean)"""


def test_the_main_pages_share_one_left_edge_and_two_widths(look: OpenPage) -> None:
    page = look(WIDE)
    found = {}
    for address in PAGES:
        page.goto(address, wait_until="domcontentloaded")
        page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
        if wrong := page.evaluate(OFF_GRID) + page.evaluate(WIDTHS) + page.evaluate(TINY) + ids_shown(page):
            found[address] = wrong
    assert not found


def test_ids_are_told_from_words() -> None:
    words = "Sign-up is step-by-step: /rules/darth-vader, a no-show, line-of-sight."
    number = "01a1e6ffdf257528a90c9895faa7d763"
    assert ids_in(words) == []
    assert ids_in(f"printed_pips of special-forces, immune-pierce, {number}") == [
        number, "immune-pierce", "printed_pips", "special-forces",
    ]  # fmt: skip


def test_a_title_out_of_line_is_found(look: OpenPage) -> None:
    page = look(WIDE)
    page.goto("/about")
    page.evaluate("document.querySelector('h1').style.marginLeft = '3px'")
    page.evaluate("document.querySelector('.page p').style.fontSize = '13px'")
    assert len(page.evaluate(OFF_GRID)) == len(page.evaluate(TINY)) == 1


def test_boxes_number_fields_and_file_buttons_are_drawn_in_our_style(look: OpenPage) -> None:
    page = look(WIDE)
    drawn = """([where, part]) => {
      const style = getComputedStyle(document.querySelector(where), part);
      return [style.appearance, style.borderTopLeftRadius, style.inlineSize];
    }"""
    page.goto("/tables/components")
    page.check("main [type=checkbox] >> nth=0")
    assert page.evaluate(drawn, ["main [type=checkbox]", None]) == ["none", "3px", "24px"]
    assert page.evaluate(drawn, ["main input:checked", "::before"])[2] == "14px"  # the tick
    page.goto("/armies/import")
    assert page.evaluate(drawn, ["main [type=file]", "::file-selector-button"])[1] == "3px"
    page.goto("/odds")
    assert page.evaluate(drawn, ["main [type=number]", None])[0] == "textfield"
