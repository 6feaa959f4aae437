"""No style rule makes a browser restyle a whole page for a few words that change: a container of a game's
page or of the builder does not ask what is in it, and no rule is for a tag beside a bare tag."""

import re
from pathlib import Path

import muster

SHEETS = Path(muster.__file__).parent / "web" / "static" / "muster"
DRAWN_ANEW = ("components.css", "pages.css", "armies/armies.css", "game/play.css")
"""What the two pages load that draw themselves anew at every tap."""
CONTAINERS = r"(?:body|html|:root|\.app|\.game|#live|\.builder|#builder)"
CONTAINER = re.compile(rf"(?:^|[\s,(]){CONTAINERS}(?:\[[^\]]*\])?:(?:not\(:)?has\(")
TAG = r"(?:li|a|div|span|label|svg|p|i|b|small)"
BARE_TAGS = re.compile(rf"(?:&|(?:^|[\s>,&]){TAG}) \+ {TAG}\b")
"""`li + li`, also with a class somewhere before it: browsers file the rule under every li of the page."""


def rules(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name in DRAWN_ANEW
        for number, line in enumerate((SHEETS / name).read_text().splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_container_of_a_page_asks_what_is_in_it() -> None:
    assert CONTAINER.search("  .game:not(:has(.turn)) {") and CONTAINER.search("body:has(.scrim) {")
    assert rules(CONTAINER) == []


def test_no_rule_hangs_on_two_bare_tags() -> None:
    assert BARE_TAGS.search("  .list > li + li {") and not BARE_TAGS.search(".a + li {")
    assert rules(BARE_TAGS) == []
