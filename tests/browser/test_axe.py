"""What is wrong is found: planted on a page that has nothing wrong, in the theme in which it shows."""

import pytest

from tests.browser.conftest import PHONE, WIDE, OpenPage, axe_findings, dark_findings, overflow, unfit

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PLANTED = """() => {
  const page = document.querySelector("main .page");
  page.insertAdjacentHTML("beforeend", "<p id=pale>Hard to read.</p><p id=dim>Hard to read at night.</p>");
  document.getElementById("pale").style.color = "rgb(150 150 150 / .9)";
  document.getElementById("dim").style.color = "#595959";
  page.insertAdjacentHTML("beforeend", "<button></button><img src='/static/muster/app-icon.svg'>");
}"""


def test_what_is_planted_is_found(look: OpenPage) -> None:
    page = look(PHONE)
    page.goto("/about")
    assert axe_findings(page) == [] and dark_findings(page) == []
    page.evaluate(PLANTED)
    found = {line.partition(">")[0] for line in axe_findings(page)}
    assert {line.partition(":")[0] for line in found} == {"button-name", "color-contrast", "image-alt"}
    assert [line.partition('id="')[2][:4] for line in found if "contrast" in line] == ["pale"]
    assert any('id="dim"' in line for line in dark_findings(page))


UNFIT = """() => {
  const page = document.querySelector("main .page");
  page.insertAdjacentHTML("beforeend", "<p id=tiny>Too small to be read by many.</p><p id=cut>Cut off.</p>");
  page.insertAdjacentHTML("beforeend", "<div><button type=button>x</button></div><div id=wide>&nbsp;</div>");
  const style = (id, how) => Object.assign(document.getElementById(id).style, how);
  style("tiny", { fontSize: "13px" });
  style("cut", { inlineSize: "1.5em", overflowX: "hidden", whiteSpace: "nowrap" });
  style("wide", { inlineSize: "90rem" });
  document.querySelector("main h1").style.marginLeft = "3px";
}"""


def test_what_does_not_fit_is_found(look: OpenPage) -> None:
    page = look(PHONE)
    page.goto("/about")
    assert unfit(page) == []
    page.evaluate(UNFIT)
    both = ["cut at 200%", "px too wide at 200%", "cut at 100%", "px too wide at 100%"]
    assert kinds(unfit(page)) == ["small", "tiny", *both]
    look(WIDE).goto("/about")
    assert unfit(look(WIDE)) == []
    look(WIDE).evaluate(UNFIT)
    assert kinds(unfit(look(WIDE))) == ["off the grid", "tiny", *both]


def kinds(found: list[str]) -> list[str]:
    """What kind of thing does not fit, each once."""
    return list(dict.fromkeys(line.partition(":")[0].lstrip("0123456789 ") for line in found))


LUCKY = """() => {
  const code = document.createElement("b");
  code.className = "code";
  code.textContent = "i".repeat(40);
  code.style.whiteSpace = "nowrap";
  document.querySelector("main .page").append(code);
}"""


def test_a_code_that_fits_by_chance_is_found(look: OpenPage) -> None:
    page = look(PHONE)
    page.goto("/about")
    page.evaluate(LUCKY)
    assert overflow(page) == 0
    assert kinds(unfit(page)) == ["px too wide at 200%", "px too wide at 100%"]
    assert page.locator("b.code").inner_text() == "i" * 40
