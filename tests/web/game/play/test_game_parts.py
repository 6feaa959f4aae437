"""What a phone gets after a tap, on its line and when that broke: what changed, and names for the rest."""

import re

import pytest

from muster.rules.game.game import legal
from muster.rules.game.table import view
from muster.web import live
from muster.web.game.play.views import GameLive
from tests.web.game_parts import Browser, parts_in
from tests.web.game_phones import HTMX, Phone, play_to, sat, say
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db
MOST = 0.45
"""How much of the page a tap on a row may send, at most."""


@pytest.fixture
def phones(db):
    ann, bob = kept(sat)
    play_to(ann, ".acts")
    return ann, bob


def drawn_for(phone: Phone) -> str:
    """The page, to the last blank."""
    return phone.client.get(f"/game/{phone.game}").content.decode()


def fragment(page: str) -> str:
    """The part of a page that is live."""
    return page[page.index("<header") : page.rindex("</footer>")]


def tapped(phone: Phone, browser: Browser, do: str) -> str:
    answer = phone.client.post(
        f"/game/{phone.game}/act", {"do": do, "key": do}, headers=HTMX | browser.header
    )
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_tap_is_answered_with_what_it_changed(phones):
    ann, _ = phones
    browser = Browser()
    whole = browser.whole(drawn_for(ann))
    unit = next(one for one in ann.desk.game.table.units if one.startswith("one."))
    sent = tapped(ann, browser, f"token {unit} dodge")
    assert "Dodge" in sent and len(sent) < MOST * len(fragment(whole))
    page = browser.whole(sent)
    assert fragment(page) == fragment(drawn_for(ann)), "and what the phone makes of it is the page"
    name = re.search(r'id="game-drawn" data-version="(\w+)"', sent)
    assert name and name[1] in drawn_for(ann)


def test_who_names_nothing_gets_all_of_it(phones):
    ann, _ = phones
    unit = next(one for one in ann.desk.game.table.units if one.startswith("one."))
    assert "<template data-parts" not in ann.do(f"token {unit} dodge")
    assert "<template data-parts" not in drawn_for(ann) and "<!--" not in drawn_for(ann)


def test_a_line_that_broke_is_mended_with_what_it_missed(phones):
    ann, bob = phones
    browser = Browser()
    browser.whole(drawn_for(bob))
    unit = next(one for one in ann.desk.game.table.units if one.startswith("one."))
    ann.do(f"token {unit} dodge")
    answer = bob.client.get(f"/game/{bob.game}/live", headers=HTMX | browser.header).content.decode()
    assert len(answer) < MOST * len(drawn_for(bob))
    assert fragment(browser.whole(answer)) == fragment(drawn_for(bob))


def test_no_audience_has_the_names_of_another(phones):
    ann, bob = phones
    names = {audience: GameLive().fragment(ann.desk.stream, audience)[1].names for audience in ("one", "two")}
    assert names["one"].isdisjoint(names["two"])
    assert names["one"] == parts_in(drawn_for(ann)).keys() and names["two"] == parts_in(drawn_for(bob)).keys()
    stolen = Browser()
    stolen.whole(drawn_for(ann))
    answer = bob.client.get(f"/game/{bob.game}/live", headers=HTMX | stolen.header).content.decode()
    assert "<template data-parts" not in answer


def test_what_somebody_does_in_secret_changes_no_name_for_the_others(phones):
    ann, _ = phones
    play_to(ann, ".card")
    before = GameLive().fragment(ann.desk.stream, "two")
    say(ann, "one", next(iter(legal(view(ann.desk.game, "one")))))
    after = GameLive().fragment(ann.desk.stream, "two")
    assert (before[0], before[1].names) == (after[0], after[1].names)
    assert live.seen_as("two", after[1].shape) == after[0]
