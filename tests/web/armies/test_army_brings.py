"""What my list brings: the page of an army, who reads it, and the two pages of paper."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from itertools import islice

import pytest
from django.test import Client
from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.armies.saving import Shared
from muster.cli.demo.armies import full_army
from muster.rules.armies.army import Army
from muster.rules.armies.check import check_army
from muster.rules.armies.sheets.brings import what_it_brings
from muster.rules.cards.catalogue import catalogue
from muster.store.accounts import new_id
from muster.store.armies import DatabaseArmies
from muster.web.print.armies.heading import PrintOrder
from muster.web.print.armies.sheets import army_pdf, sheet_of
from muster_lab.bench.armies import generate_armies
from tests.rules.armies.army_building import army
from tests.web.account_fixtures import markup, person, signed_in, text_of
from tests.web.pdf_text import page_texts

CAT = catalogue()
FULL = full_army(CAT)
HAND = [CAT.commands[card].name for card in FULL.command_hand]
# Push and Assault are also parts of the names of an upgrade and a keyword.
TELLING = [name for name in HAND if name not in ("Push", "Assault")]
ADDRESSES = ("/armies/{id}/brings", "/a/{code}/brings")


@pytest.fixture
def ada(db):
    return person("Ada")


def keep(account, built=FULL, code="abc123"):
    act = Act(actor=str(account.pk), at=datetime(2026, 7, 1, tzinfo=UTC), batch="made")
    return saving.create_army(DatabaseArmies(), act, str(new_id()), code, built)


def let_read(saved, *, hand_hidden):
    act = Act(actor=saved.owner, at=saved.changed, batch="shared")
    saving.share_army(DatabaseArmies(), act, saved.id, Shared.BY_LINK, hand_hidden=hand_hidden)


def read(page) -> str:
    """What a person reads; a link is part of its sentence."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"</?a\b[^>]*>", "", markup(page)))))


# The page -------------------------------------------------------------------------------------------------


def test_the_army_leads_to_a_page_with_all_it_brings_in_order(ada):
    saved, client = keep(ada), signed_in(ada)
    address = f"/armies/{saved.id}/brings"
    assert f'href="{address}"' in markup(client.get(f"/armies/{saved.id}"))
    page = client.get(address)
    text, brought = read(page), what_it_brings(FULL, CAT)
    assert "What my list brings" in text
    places = [markup(page).index(f'id="{part.id}"') for part in brought.parts]
    assert places == sorted(places)
    words = [word for part in brought.parts for word in part.keywords]
    assert [word.name for word in words if text.count(f" {word.meaning} {word.bringers} ") != 1] == []
    assert all(f'href="/keywords/{word.id}">{word.title}</a>' in markup(page) for word in words)
    done = [effect for part in brought.parts for effect in part.effects]
    assert [effect.title for effect in done if text.count(f" {effect.text} {effect.bringers} ") != 1] == []
    assert all(name in text for name in HAND)


def test_the_page_leads_to_its_paper(ada):
    saved, client = keep(ada), signed_in(ada)
    paper = f"/armies/{saved.id}/print/brings.pdf"
    assert f'href="{paper}"' in markup(client.get(f"/armies/{saved.id}/brings"))
    assert f'href="{paper}"' in markup(client.get(f"/armies/{saved.id}/share"))
    assert client.get(paper)["Content-Type"] == "application/pdf"


def test_an_army_without_units_says_so_and_offers_no_paper(ada):
    saved = keep(ada, army("rebels"))
    page = markup(signed_in(ada).get(f"/armies/{saved.id}/brings"))
    assert "No units yet" in page
    assert "brings.pdf" not in page
    assert "/brings" not in markup(signed_in(ada).get(f"/armies/{saved.id}"))


def test_what_is_not_on_file_is_said(ada):
    unseen = next(card for card in CAT.data.upgrades if card.name == "Academy Trained")
    saved = keep(ada, army("empire", f"at:{unseen.id}", "<b>zz"))
    page = signed_in(ada).get(f"/armies/{saved.id}/brings")
    assert "Academy Trained Not known" in " ".join(text_of(page).split())
    assert "No card is known as “&lt;b&gt;zz”" in markup(page)


# Who reads it ---------------------------------------------------------------------------------------------


def test_nobody_else_reads_an_army_that_is_not_shared(ada):
    saved = keep(ada)
    for client in (Client(), signed_in(person("Bob"))):
        for address in ADDRESSES:
            assert client.get(address.format(id=saved.id, code=saved.code)).status_code == 404


@pytest.mark.rule(528)
def test_readers_of_a_link_see_no_command_card_while_the_hand_is_hidden(ada):
    saved = keep(ada)
    let_read(saved, hand_hidden=True)
    page = Client().get(f"/a/{saved.code}/brings")
    assert [name for name in TELLING if name in text_of(page)] == []
    assert "stays with the owner" in text_of(page)
    assert "What this list brings" in text_of(page)
    assert "Uncanny Luck 3" in text_of(page)
    let_read(saved, hand_hidden=False)
    assert all(name in text_of(Client().get(f"/a/{saved.code}/brings")) for name in HAND)


def test_the_shared_list_leads_there(ada):
    saved = keep(ada)
    let_read(saved, hand_hidden=True)
    assert f'href="/a/{saved.code}/brings"' in markup(Client().get(f"/a/{saved.code}"))
    assert Client().get(f"/armies/{saved.id}/brings").status_code == 404


# Paper ----------------------------------------------------------------------------------------------------


def samples() -> Iterator[Army]:
    """The demo's army; for each faction one of about 1000 points and the same cut to 800."""
    yield FULL
    wanted = {"empire", "rebels", "republic", "separatists"}
    for built in generate_armies(CAT):
        if built.faction in wanted:
            wanted.discard(built.faction)
            yield built
            yield cut(built, 800)
        if not wanted:
            break
    for faction in ("mercenary", "mandalorians"):
        built = army(faction, *fielded(faction), command_hand=FULL.command_hand)
        yield built
        yield cut(built, 800)


def cut(built: Army, limit: int) -> Army:
    """The army without its last lines, until it costs no more."""
    while check_army(built, CAT).points > limit:
        built = replace(built, units=built.units[:-1])
    return built


def fielded(faction: str) -> Iterator[str]:
    """Units on the rosters of a faction's battle forces, a card in each slot, for about a thousand points."""
    forces = [force for force in CAT.data.battle_forces if force.faction == faction]
    units, left = dict.fromkeys(unit for force in forces for unit in force.units), 1000
    for unit in map(CAT.unit, units):
        shelves = [[card for card in shelf if card.points] for shelf in CAT.upgrades_for(unit).values()]
        cards = [shelf[0] for shelf in shelves if shelf]
        cost = (unit.points or 1000) + sum(card.points for card in cards)
        if cost <= left:
            left -= cost
            yield f"{unit.id}:{','.join(card.id for card in cards)}"


@pytest.mark.parametrize(("paper", "most"), [("a4", None), ("letter", 3)])
def test_a_usual_army_fits_on_two_pages(paper, most):
    for built in islice(samples(), most):
        pages = page_texts(army_pdf(built, CAT, PrintOrder(sheet="brings", paper=paper)))
        assert len(pages) <= 2, built.faction
        assert check_army(built, CAT).points > 600, "a sample as large as what is played"


def test_the_paper_tells_every_keyword_and_effect_once_in_order():
    sheet = sheet_of(FULL, CAT, PrintOrder(sheet="brings"))
    text = " ".join(page_texts(army_pdf(FULL, CAT, PrintOrder(sheet="brings"))))
    lines = [line for part in sheet.parts for line in part.told]
    assert len(lines) == sum(part.size for part in what_it_brings(FULL, CAT).parts)
    place = 0
    for one in lines:
        written = f"{one.name} {one.text}".replace("\u00a0", " ").strip()
        assert text.count(written) == 1 or not one.text
        place = text.index(written, place)


def test_a_list_too_long_for_two_pages_says_why_there_is_a_third():
    every = army("rebels", *sorted(CAT.units)[:90])
    pages = page_texts(army_pdf(every, CAT, PrintOrder(sheet="brings")))
    assert len(pages) > 2
    assert "fit on two pages" in pages[0]
