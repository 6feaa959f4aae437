"""Armies on paper: what stands on each sheet, what must not, and who gets which."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime

import msgspec
import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.armies.saving import Shared
from muster.cli.demo.armies import full_army
from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, Deck, require_sizes
from muster.rules.armies.sheets.identify import printed_names
from muster.rules.cards.catalogue import catalogue
from muster.rules.violations import Refused, Violation
from muster.store.accounts import new_id
from muster.store.armies import DatabaseArmies
from muster.web.print import fit_for_paper, handed_over
from muster.web.print.armies.heading import PAPERS, SHEETS, PrintOrder
from muster.web.print.armies.sheets import army_pdf, file_name, paper_named, sheet_of
from muster.web.print.typesetting import kept
from tests.web.account_fixtures import guest, person, signed_in
from tests.web.pdf_text import page_size, page_texts, text_of

CAT = catalogue()
NAMES = printed_names(CAT)
HAND = ("bl", "cs", "bk", "ck", "bj", "cd", "aa")
DECK = Deck(objective=("Ag", "Ah", "Ai"), secondary=("Aa", "Ab", "Ac"), advantage=("yu", "yv", "Eu"))


def army(*units, **fields):
    fields = {"name": "Free Hands", "faction": "rebels", "points_date": CAT.edition, **fields}
    return require_sizes(Army(units=tuple(units), **fields))


LUKE = ArmyUnit(unit="ad", upgrades=("dt", "df", "cw"), set_aside=("nq",))
VETERANS = ArmyUnit(unit="gv", count=2, upgrades=("ig", "jb", "dj"))
COMMANDOS = ArmyUnit(unit="ak", upgrades=("ef", "li"))
STRIKE_TEAM = ArmyUnit(unit="al", upgrades=("eg",))
FREE_HANDS = army(LUKE, VETERANS, COMMANDOS, STRIKE_TEAM, command_hand=HAND, battle_deck=DECK)
# Push and Assault are also parts of the names of an upgrade and a keyword.
TELLING = [card for card in HAND if NAMES[card] not in ("Push", "Assault")]
SECRETS = [NAMES[card] for card in (*TELLING, *DECK.objective, *DECK.secondary, *DECK.advantage)]


def printed(army, sheet, **order):
    return text_of(army_pdf(army, CAT, PrintOrder(sheet=sheet, **order)))


def sheet(army, name, **order):
    return sheet_of(army, CAT, PrintOrder(sheet=name, **order))


# The list -------------------------------------------------------------------------------------------------


@pytest.mark.rule(537)
def test_the_list_holds_all_that_the_regulations_ask_for():
    text = printed(FREE_HANDS, "tournament", player="Mira Okafor")
    assert "Mira Okafor" in text
    for entry in FREE_HANDS.units:
        for card in (entry.unit, *entry.upgrades):
            assert NAMES[card] in text
    aside = CAT.upgrades["nq"]
    assert f"{NAMES['nq']} set aside, {aside.points} not counted" in text
    assert all(name in text for name in SECRETS)
    total = sheet(FREE_HANDS, "tournament").heading.points
    assert f"Total of at most 1,000 {total}" in text
    assert f"{total} of 1,000 points 5 activations" in text


def test_every_card_has_its_points_and_they_add_up():
    rows = sheet(FREE_HANDS, "tournament").rows
    for row in rows:
        cards = (row.card, *row.upgrades)
        assert row.each == sum(card.points for card in cards)
        assert row.points == row.count * row.each
    assert sum(row.points for row in rows) == sheet(FREE_HANDS, "tournament").heading.points


def test_a_list_without_a_player_has_a_line_to_write_on_and_says_what_else_is_missing():
    page = sheet(army(LUKE), "tournament")
    assert page.heading.player == ""
    reasons = " ".join(reason.what for reason in page.reasons)
    assert "command cards" in reasons
    assert "battle cards" in reasons
    assert "name" not in reasons


@pytest.mark.rule(538)
def test_cards_of_one_name_are_printed_so_that_they_cannot_be_confused():
    with_officer = army(ArmyUnit(unit="ah", upgrades=("er",)))
    twins = [card for card in CAT.data.cards if card.name == CAT.upgrades["er"].name]
    assert len(twins) > 1
    row = sheet(with_officer, "tournament").rows[0]
    assert row.upgrades[0].name != CAT.upgrades["er"].name
    assert [card.id for card in CAT.data.cards if NAMES[card.id] == row.upgrades[0].name] == ["er"]
    assert row.upgrades[0].name in printed(with_officer, "tournament")


@pytest.mark.rule(539)
def test_units_with_several_versions_state_theirs():
    text = printed(FREE_HANDS, "tournament")
    assert CAT.units["ak"].name == CAT.units["al"].name == "Rebel Commandos"
    assert "Rebel Commandos (Special Forces)" in text
    assert "Rebel Commandos, Strike Team" in text


def test_counterparts_stand_with_their_unit():
    unit = next(unit for unit in CAT.units.values() if unit.counterpart)
    joined = army(ArmyUnit(unit=unit.id, counterpart=ArmyCounterpart(card=unit.counterpart)))
    for name in ("tournament", "opponent", "play"):
        assert f"{NAMES[unit.counterpart]} counterpart" in printed(joined, name)


def test_lines_go_by_rank_and_keep_the_players_order_within():
    mixed = army(STRIKE_TEAM, COMMANDOS, VETERANS, LUKE)
    names = [row.card.name for row in sheet(mixed, "tournament").rows]
    assert names == [NAMES[card] for card in ("ad", "gv", "ak", "al")]
    assert [block.name for block in sheet(mixed, "play").blocks] == [
        NAMES[entry.unit] for entry in mixed.units
    ]


def test_an_army_that_is_not_legal_lists_every_reason():
    page = sheet(FREE_HANDS, "tournament")
    text = printed(FREE_HANDS, "tournament")
    assert page.legal is False
    assert f"Not legal for Standard: {len(page.reasons)} reasons" in text
    assert all(reason.what in text and reason.source in text for reason in page.reasons)


def test_what_an_import_did_not_understand_is_a_reason_on_the_list():
    unread = (Violation(code="army.not_json", source="a list", params={"what": "Lukke"}),)
    page = sheet(FREE_HANDS, "tournament", unread=unread)
    assert "Lukke" in page.reasons[0].what
    legal_but_unread = sheet(army(), "opponent", unread=unread)
    assert legal_but_unread.legal is not True
    assert "Lukke" not in handed_over(legal_but_unread)


# The opponent's copy --------------------------------------------------------------------------------------


@pytest.mark.rule(528)
def test_the_opponents_copy_is_the_list_without_command_and_battle_cards():
    copy, full = sheet(FREE_HANDS, "opponent"), sheet(FREE_HANDS, "tournament")
    assert (copy.hand, copy.deck) == (None, None)
    assert copy.rows == full.rows
    assert copy.heading.points == full.heading.points
    text = printed(FREE_HANDS, "opponent", player="Mira Okafor")
    assert "Mira Okafor" in text
    assert "The command hand (7 cards) and the battle deck are not part of this copy" in text
    assert [name for name in SECRETS if name in text] == []


@given(
    hand=st.lists(
        st.sampled_from(sorted(CAT.commands)) | st.text("abcxyz", min_size=1, max_size=9), max_size=9
    ),
    deck=st.lists(st.sampled_from(sorted(CAT.battle_cards)) | st.text("deck", min_size=1), max_size=6),
    force=st.none() | st.sampled_from(sorted(CAT.battle_forces)),
)
@settings(deadline=None, max_examples=25)
def test_nothing_on_the_opponents_copy_depends_on_the_hand_but_its_size(hand, deck, force):
    """Two armies that differ only in what is secret hand over the very same data."""
    open_army = army(LUKE, VETERANS, battle_force=force, notes="bluff on the left")
    secret = replace(
        open_army, command_hand=tuple(hand), battle_deck=Deck(objective=tuple(deck)), notes="all in"
    )
    known, hidden = sheet(open_army, "opponent"), sheet(secret, "opponent")
    assert handed_over(replace(hidden, cards_in_hand=0)) == handed_over(known)


def test_the_opponents_copy_says_once_what_each_upgrade_does_and_the_list_does_not():
    effects = {upgrade.name: upgrade.effect for upgrade in sheet(FREE_HANDS, "opponent").told}
    worn = {card for entry in FREE_HANDS.units for card in (*entry.upgrades, *entry.set_aside)}
    assert effects == {NAMES[card]: CAT.effect(CAT.upgrades[card]).plain for card in worn}
    text = printed(FREE_HANDS, "opponent")
    assert "What the upgrades do" in text
    assert all(text.count(effect) == 1 for effect in {*effects.values()} - {effects[NAMES["ig"]]})
    assert sheet(FREE_HANDS, "tournament").told == ()
    assert "What the upgrades do" not in printed(FREE_HANDS, "tournament")
    assert "What the upgrades do" not in printed(army(ArmyUnit(unit="gv")), "opponent")
    assert len(page_texts(army_pdf(full_army(CAT), CAT, PrintOrder(sheet="opponent")))) == 1


def test_the_copy_tells_the_upgrades_of_a_counterpart_too():
    seeker = ArmyUnit(unit="kg", counterpart=ArmyCounterpart(card="lw", upgrades=("dn",)))
    assert [upgrade.name for upgrade in sheet(army(seeker, faction="empire"), "opponent").told] == [
        NAMES["dn"]
    ]


# The play sheet -------------------------------------------------------------------------------------------


def test_the_play_sheet_says_who_may_use_a_weapon():
    block = next(block for block in sheet(FREE_HANDS, "play").blocks if block.name == NAMES["gv"])
    weapons = {weapon.name: weapon for weapon in block.weapons}
    assert weapons["CM-0/93"].who == "only the added miniature"
    assert weapons["Frag Grenade"].who == "one miniature per attack"
    assert weapons["A-280 Blaster Rifle"].who == ""
    text = printed(FREE_HANDS, "play")
    assert "CM-0/93 1–4 W W W W Critical 2 (only the added miniature)" in text


def test_the_play_sheet_has_boxes_for_wounds_and_for_cards_that_turn():
    luke, veterans, *_ = sheet(FREE_HANDS, "play").blocks
    assert (luke.track.miniatures, luke.track.wounds) == (1, CAT.units["ad"].wounds)
    assert veterans.track.miniatures == CAT.units["gv"].miniatures + 1
    assert veterans.tracks == 2
    marks = {card.name: (card.use, card.boxes) for card in (*luke.upgrades, *veterans.upgrades)}
    assert marks["Force Push"] == ("exhaust", 1)
    assert marks["Offensive Push"] == ("exhaust", 2)
    assert marks["Tenacity"] == ("", 0)


def test_the_play_sheet_says_what_upgrades_and_command_cards_do():
    """Sentences of a card stand where it is used; keywords that they name are not said again."""
    text, page = printed(FREE_HANDS, "play"), sheet(FREE_HANDS, "play")
    cards = {card.name: card for block in page.blocks for card in block.upgrades}
    assert cards["Offensive Push"].effect == (
        "Exhaust as a free action: it has Tactical 1 for its next Move action in this activation."
    )
    assert cards["Offensive Push"].keywords == ()
    assert cards["CM-0/93 Trooper"].how == "", "its effect says that it adds a miniature"
    hand = {card.name: card.effect for card in page.hand}
    assert hand[NAMES["bl"]] == "", "orders and nothing else"
    assert hand[NAMES["cs"]] == CAT.effect(CAT.commands["cs"]).plain
    effects = [card.effect for card in cards.values()] + [effect for effect in hand.values() if effect]
    assert all(effect in text for effect in effects)
    unseen = sheet(army(ArmyUnit(unit="Cb", upgrades=("Cf",)), faction="empire"), "play").blocks[0].upgrades
    assert [card.effect for card in unseen] == ["What it does is not known here: see the card."]
    assert len(page_texts(army_pdf(full_army(CAT), CAT, PrintOrder(sheet="play")))) == 3, "as without them"


def test_every_keyword_is_explained_once():
    page = sheet(FREE_HANDS, "play")
    names = [reminder.name.removesuffix(" X") for reminder in page.reminders]
    assert len(names) == len(set(names))
    on_cards = {use.id for card in ("ad", "gv", "ak", "al") for use in CAT.units[card].keywords}
    assert {CAT.keywords[word].name for word in on_cards} <= set(names)
    text = printed(FREE_HANDS, "play")
    assert all(text.count(reminder.meaning) == 1 for reminder in page.reminders)


@pytest.mark.rule(425, 427)
def test_what_turning_a_card_means_stands_on_the_sheet():
    turning = next(card for card in CAT.data.upgrades if card.use == "expend" and card.slot == "grenades")
    page = printed(army(ArmyUnit(unit="gv", upgrades=(turning.id,))), "play")
    assert "Cards that turn" in page
    assert "start the game ready" in page and "it is never readied" in page
    assert "Recover readies" not in page
    assert "Cards that turn" not in printed(army(ArmyUnit(unit="gv")), "play")


def test_the_command_hand_goes_by_pips_with_its_orders():
    hand = sheet(FREE_HANDS, "play").hand
    assert [card.pips for card in hand] == [1, 1, 2, 2, 3, 3, 4]
    assert hand[0].orders in printed(FREE_HANDS, "play")


def test_a_block_is_never_split_over_pages():
    """Every block's name and the last thing in it, its last upgrade, are on one page."""
    many = army(*(ArmyUnit(unit="gv", upgrades=("ig", "jb", "dj")) for _ in range(24)))
    pages = page_texts(army_pdf(many, CAT, PrintOrder(sheet="play")))
    assert len(pages) > 2
    names = [page.count("Rebel Veterans Trooper") for page in pages]
    last = [page.count("Fragmentation Grenades") for page in pages]
    assert names == last
    assert sum(names) == 24


# Paper ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_each_sheet_on_each_paper(name, paper, size):
    made = army_pdf(FREE_HANDS, CAT, PrintOrder(sheet=name, paper=paper))
    assert made.startswith(b"%PDF-")
    assert page_size(made) == size


@pytest.mark.parametrize("name", SHEETS)
def test_every_page_names_the_points_date_the_page_and_that_we_are_fans(name):
    many = army(*(ArmyUnit(unit=card) for card in sorted(CAT.units)[:30]), points_date=date(2024, 7, 19))
    pages = page_texts(army_pdf(many, CAT, PrintOrder(sheet=name, player="Mira")))
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        assert "Points of 19 July 2024" in page
        assert f"Page {number} of {len(pages)}" in page
        assert "an unofficial fan tool" in page
        assert "Free Hands" in page
        assert "Mira" in page


def test_the_same_sheet_is_the_same_to_the_byte():
    order = PrintOrder(sheet="tournament", player="Mira")
    first = army_pdf(FREE_HANDS, CAT, order)
    army_pdf(army(LUKE), CAT, order)
    kept.clear()
    assert army_pdf(FREE_HANDS, CAT, order) == first


def test_many_may_print_at_once():
    wanted = [army(LUKE, name=f"Army {number}") for number in range(12)]
    with ThreadPoolExecutor(6) as crowd:
        made = list(crowd.map(lambda army: printed(army, "play"), wanted))
    assert all(f"PLAY SHEET Army {number} Rebels" in text for number, text in enumerate(made))


def test_only_papers_we_know():
    assert [paper_named(word) for word in ("A4", "letter")] == list(PAPERS)
    with pytest.raises(Refused) as refusal:
        paper_named("x" * 5000)
    assert refusal.value.violations[0].code == "print.paper"
    assert len(str(refusal.value.violations[0].params)) < 300


# What people type -----------------------------------------------------------------------------------------

MARKUP = '#panic("no") *bold* _slanted_ $x^2$ <label> @ref \\ [x] // c /* d */ `raw` = - + https://e.org'


@pytest.mark.parametrize("name", SHEETS)
def test_markup_in_a_name_prints_as_it_reads(name):
    typed = army(LUKE, ArmyUnit(unit="#eval(1)"), name=MARKUP, battle_force="#image(1)", choices=("#f()",))
    text = printed(typed, name, player="#read(1) *x*")
    for written in (MARKUP, "#image(1) · #f()", "#read(1) *x*", "#eval(1)"):
        assert written in text


def test_typed_battle_cards_and_unknown_command_cards_print_as_they_read():
    typed = army(
        LUKE,
        format="legacy-800",
        command_hand=("#let",),
        battle_deck=Deck(deployment=("= The *Long* March",)),
    )
    for name in ("tournament", "play"):
        text = printed(typed, name)
        assert "= The *Long* March" in text
        assert "#let" in text


@given(player=st.text(max_size=200), name=st.text(max_size=120), typed=st.text(min_size=1, max_size=120))
@settings(deadline=None, max_examples=20)
def test_whatever_is_typed_there_is_a_sheet(player, name, typed):
    try:
        odd = army(LUKE, name=name, command_hand=(typed[:60],), battle_deck=Deck(objective=(typed,)))
    except Refused:
        return
    assert army_pdf(odd, CAT, PrintOrder(player=player)).startswith(b"%PDF-")


def test_a_player_of_ten_thousand_letters_is_shortened():
    page = sheet(FREE_HANDS, "tournament", player="x" * 10_000)
    assert len(page.heading.player) == 60
    assert page.heading.player.endswith("…")


@pytest.mark.parametrize(
    ("typed", "on_paper"),
    [
        ("two\nlines\tand\x00more", "two lines and more"),
        ("\u202eevil\u202c", "evil"),
        ("w" * 30, "w" * 12 + "\u200b" + "w" * 12 + "\u200b" + "w" * 6),
        ("Čačak 佐藤", "Čačak 佐藤"),
        ("\ud800x", "x"),
    ],
)
def test_signs_that_hide_or_break_a_line_do_not_reach_the_paper(typed, on_paper):
    assert fit_for_paper(typed) == on_paper


@pytest.mark.parametrize("name", SHEETS)
def test_the_largest_document_there_can_be_still_prints(name):
    upgrades = tuple(sorted(CAT.upgrades))[:40]
    units = sorted(CAT.units)
    lines = [ArmyUnit(unit=units[n % len(units)], count=99, upgrades=upgrades[:8]) for n in range(200)]
    largest = army(*lines, command_hand=tuple(sorted(CAT.commands))[:40])
    pages = page_texts(army_pdf(largest, CAT, PrintOrder(sheet=name)))
    assert len(pages) > (2 if name == "brings" else 10)


def test_cards_that_do_not_exist_are_named():
    strange = army(ArmyUnit(unit="zzzz", upgrades=("qqqq",)))
    assert "zzzz no points known qqqq – 0" in printed(strange, "tournament")
    assert "No card is known as “zzzz”" in printed(strange, "play")


def test_a_file_is_named_after_army_and_sheet():
    assert file_name(FREE_HANDS, "play") == "free-hands-play.pdf"
    assert file_name(army(name='../..\r\n"; x'), "opponent") == "x-opponent.pdf"
    assert file_name(army(name=""), "tournament") == "tournament.pdf"


# The site -------------------------------------------------------------------------------------------------


@pytest.fixture
def ada(db):
    return person("Ada", name="Ada Marrok")


@pytest.fixture
def saved(ada):
    return keep(ada)


def keep(account, code="abc123"):
    act = Act(actor=str(account.pk), at=datetime(2026, 7, 1, tzinfo=UTC), batch="made")
    return saving.create_army(DatabaseArmies(), act, str(new_id()), code, FREE_HANDS)


def let_read(saved, shared, *, hand_hidden):
    act = Act(actor=saved.owner, at=saved.changed, batch="shared")
    saving.share_army(DatabaseArmies(), act, saved.id, shared, hand_hidden=hand_hidden)


def test_the_owner_gets_every_sheet_with_their_name(ada, saved):
    for name in SHEETS:
        response = signed_in(ada).get(f"/armies/{saved.id}/print/{name}.pdf")
        assert response.status_code == 200
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"] == f'inline; filename="free-hands-{name}.pdf"'
        assert response["Cache-Control"] == "no-store"
        assert "Ada Marrok" in text_of(response.content)
    full = signed_in(ada).get(f"/a/{saved.code}/print/tournament.pdf")
    assert all(name in text_of(full.content) for name in SECRETS)


def test_the_owner_chooses_the_paper(ada, saved):
    client = signed_in(ada)
    letter = client.get(f"/armies/{saved.id}/print/play.pdf?paper=letter")
    assert page_size(letter.content) == (612, 792)
    papyrus = client.get(f"/armies/{saved.id}/print/play.pdf?paper=papyrus")
    assert papyrus.status_code == 422
    assert "papyrus" in papyrus.content.decode()


def test_a_guests_own_sheet_leaves_the_name_to_be_written(db):
    client, account = guest()
    mine = keep(account)
    text = text_of(client.get(f"/armies/{mine.id}/print/tournament.pdf").content)
    assert re.search(r"Player Event Date", text)
    assert "Guest" not in text


def test_nobody_else_prints_an_army_that_is_not_shared(saved):
    for client in (Client(), signed_in(person("Bob"))):
        for address in (f"/armies/{saved.id}", f"/a/{saved.code}"):
            assert client.get(f"{address}/print/opponent.pdf").status_code == 404
    let_read(saved, Shared.PUBLIC, hand_hidden=False)
    assert Client().get(f"/armies/{saved.id}/print/opponent.pdf").status_code == 404


@pytest.mark.rule(528)
def test_readers_of_a_link_get_no_command_and_battle_cards_while_they_are_hidden(ada, saved):
    let_read(saved, Shared.BY_LINK, hand_hidden=True)
    for client in (Client(), signed_in(person("Bob"))):
        for name in SHEETS:
            response = client.get(f"/a/{saved.code}/print/{name}.pdf")
            assert response.status_code == 200
            text = text_of(response.content)
            assert CAT.units["ad"].name in text
            assert [secret for secret in SECRETS if secret in text] == []
            assert "Ada" not in text
            assert "hand has" not in text


def test_readers_see_an_open_hand(saved):
    let_read(saved, Shared.BY_LINK, hand_hidden=False)
    text = text_of(Client().get(f"/a/{saved.code}/print/tournament.pdf").content)
    assert all(name in text for name in SECRETS)


def test_addresses_that_name_no_sheet_or_no_army(ada, saved):
    client = signed_in(ada)
    for address in (
        f"/armies/{saved.id}/print/poster.pdf",
        f"/armies/{new_id()}/print/play.pdf",
        "/armies/nonsense/print/play.pdf",
        f"/a/{'x' * 900}/print/play.pdf",
        "/a/%00/print/play.pdf",
    ):
        assert client.get(address).status_code == 404
    assert client.post(f"/armies/{saved.id}/print/play.pdf").status_code == 405


def test_what_reaches_the_typesetter_is_plain_json():
    data = msgspec.json.decode(handed_over(sheet(FREE_HANDS, "tournament")))
    assert data["heading"]["army"] == "Free Hands"
    assert data["hand"][0].keys() == {"name", "pips"}
