"""The battle book of an army: page, who reads the other army, paper of two pages, API."""

import re
from datetime import UTC, datetime

import pytest

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.armies.saving import Shared
from muster.rules.attack.book import Situation
from muster.rules.attack.told_book import book_in_words
from muster.rules.attack.typical import typical_armies
from muster.rules.cards.catalogue import catalogue
from muster.store.accounts import new_id
from muster.store.armies import DatabaseArmies
from muster.web.dice import book_weighing, weighing
from muster.web.print.armies.book import book_pdf
from tests.web.account_fixtures import markup, person, signed_in
from tests.web.pdf_text import page_texts

ARMIES = typical_armies()
EMPIRE, REBELS = ARMIES["typical-empire"], ARMIES["typical-rebels"]


def keep(account, built=EMPIRE, code="abc123"):
    act = Act(actor=str(account.pk), at=datetime(2026, 7, 1, tzinfo=UTC), batch="made")
    return saving.create_army(DatabaseArmies(), act, str(new_id()), code, built)


def let_read(saved):
    act = Act(actor=saved.owner, at=saved.changed, batch="shared")
    saving.share_army(DatabaseArmies(), act, saved.id, Shared.BY_LINK, hand_hidden=True)


@pytest.fixture
def ada(db):
    return person("Ada")


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", markup(response)))


def test_the_page_shows_best_targets_fears_and_the_table(ada):
    saved = keep(ada)
    shown = signed_in(ada).get(f"/armies/{saved.id}/book?against=typical-rebels&cover=light&aims=1")
    page, book = text(shown), book_in_words(EMPIRE, REBELS, catalogue(), Situation(cover="light", aims=1))
    assert "light cover, 1 Aim, no Dodge" in page
    best = book.ours.cells[book.ours.best_targets[0][0]]
    assert f"{best.wounds} wounds" in page
    for name in (*book.ours.attackers, *book.ours.targets):
        assert name in page
    assert page.index("Best targets") < page.index("What hurts us") < page.index("All against all")


def test_a_cell_opens_all_ranges_of_its_pair(ada):
    saved = keep(ada)
    client, base = signed_in(ada), f"/armies/{saved.id}/book?against=typical-rebels"
    page = text(client.get(f"{base}&cell=1-0"))
    assert "3 × Stormtroopers attacks" in page and "Range 3" in page and "Step by step" in page
    links = re.findall(r'href="(/odds\?a=[^"]+)"', markup(client.get(f"{base}&cell=1-0")))
    assert links and client.get(links[0].replace("&amp;", "&")).status_code == 200
    for wrong in ("99-99", "x", "1", "-1", "1-0-0"):
        assert client.get(f"{base}&cell={wrong}&band=9&cover=thick&aims=7").status_code == 200


def test_tabs_choose_the_range_and_who_attacks(ada):
    saved = keep(ada)
    client, base = signed_in(ada), f"/armies/{saved.id}/book?against=typical-rebels"
    assert markup(client.get(f"{base}&band=0")) != markup(client.get(f"{base}&band=3"))
    turned = markup(client.get(f"{base}&side=theirs&band=3"))
    assert turned.count('data-size="small"') >= 9 and "#table" in turned


def test_without_another_army_one_is_chosen(ada):
    saved, other = keep(ada), keep(ada, REBELS, "def456")
    page = markup(signed_in(ada).get(f"/armies/{saved.id}/book"))
    for key in ARMIES:
        assert f"against={key}" in page
    assert f"against={other.id}" in page and f"against={saved.id}" not in page


def test_the_other_army_is_read_as_far_as_its_owner_lets(ada):
    saved, theirs = keep(ada), keep(person("Bo"), REBELS, "def456")
    client = signed_in(ada)
    assert client.get(f"/armies/{saved.id}/book?against={theirs.code}").status_code == 404
    assert client.get(f"/armies/{saved.id}/book.pdf?against={theirs.code}").status_code == 404
    let_read(theirs)
    assert client.get(f"/armies/{saved.id}/book?against={theirs.code}").status_code == 200
    link = f"https://example.org/a/{theirs.code}"
    assert client.get(f"/armies/{saved.id}/book", {"against": link}).status_code == 200


def test_another_ones_book_does_not_exist(ada):
    saved = keep(ada)
    assert signed_in(person("Bo")).get(f"/armies/{saved.id}/book?against=typical-empire").status_code == 404


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_paper_has_a_page_for_each_direction(ada, paper):
    saved = keep(ada)
    made = signed_in(ada).get(f"/armies/{saved.id}/book.pdf?against=typical-rebels&paper={paper}")
    pages = page_texts(made.content)
    assert len(pages) == 2
    assert "Typical Empire attacks Typical Rebels" in pages[0]
    assert "Typical Rebels attacks Typical Empire" in pages[1]
    day = f"{catalogue().edition:%-d %B %Y}"
    assert all(f"Cards of {day}" in page for page in pages)


@pytest.mark.parametrize("other", sorted(ARMIES))
def test_no_book_needs_more_than_two_pages(other):
    book = book_in_words(ARMIES["typical-shadow-collective"], ARMIES[other], catalogue(), Situation())
    names = "A name of an army that somebody made as long as they could", other
    assert len(page_texts(book_pdf(book, names, Situation(), "a4"))) == 2


def test_the_army_leads_to_its_book(ada):
    saved = keep(ada)
    assert f'href="/armies/{saved.id}/book"' in markup(signed_in(ada).get(f"/armies/{saved.id}?view=more"))


def test_a_book_weighed_beside_the_server_is_the_same_and_kept(monkeypatch):
    order = book_weighing.Order(EMPIRE, REBELS, Situation(dodges=1))
    here = book_weighing.weighed_here(order)
    monkeypatch.setattr(weighing, "is_beside", lambda: True)
    book_weighing._known.clear()
    try:
        assert book_weighing.weighed_book(order) == here
        monkeypatch.setattr(book_weighing, "_beside", None)
        assert book_weighing.weighed_book(order) == here
    finally:
        book_weighing.close()
        book_weighing._known.clear()
