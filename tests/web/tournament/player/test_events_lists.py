"""Army lists of an event: handed in, checked, frozen, read by officials, opened by the opponent."""

import re
from datetime import date
from html import unescape

import pytest

from muster.app.tournament import commands
from muster.cli.demo.armies import full_army
from muster.rules.armies.check import check_army
from muster.rules.armies.exchange import write
from muster.rules.cards import catalogue
from muster.rules.tournament.judging.lists import list_stream
from muster.web.tournament.player import lists as event_lists
from tests.web.account_fixtures import text_of
from tests.web.army_fixtures import Builder
from tests.web.event_table_fixtures import Cup

pytestmark = pytest.mark.django_db
SECRET = "the sealed plan of Ann"


@pytest.fixture
def cup() -> Cup:
    return Cup(profile="current", points=1000)


def listing() -> str:
    return write(full_army(catalogue()), "text", catalogue()).text


def hand(cup, name="ann", query="", **fields):
    return cup.phones[name].post(cup.at("/lists") + query, {"do": "hand", **fields})


def hand_name() -> str:
    """A command card of the full army."""
    return catalogue().cards[full_army(catalogue()).command_hand[0]].full_name


def test_a_player_hands_in_one_of_their_armies_and_sees_what_is_wrong(cup):
    builder = Builder(cup.phones["ann"], name="Blizzard Watch")
    page = text_of(cup.phones["ann"].get(cup.at("/lists")))
    assert "Blizzard Watch" in page and "Submit list" in page
    answer = hand(cup, army=builder.id)
    assert answer.status_code == 302 and answer["Location"] == cup.at("/list/p1")
    shown = text_of(cup.phones["ann"].get(answer["Location"]))
    assert "What is wrong with it" in shown and "commander" in shown.lower()
    assert cup.my.load(cup.stream).state.lists["p1"].problems > 0


def test_a_pasted_list_is_read_in_the_format_of_the_event(cup):
    assert hand(cup, text=listing()).status_code == 302
    held = cup.my.load(cup.stream).state.lists["p1"]
    assert held.points == check_army(full_army(catalogue()), catalogue()).points
    kept = cup.my.army_list(str(cup.people["ann"].pk), cup.stream, "p1")
    assert kept.army is not None and kept.army.format == "standard" and kept.army.limit == 1000
    assert "Play sheet" in text_of(cup.phones["ann"].get(cup.at("/list/p1")))


def test_checking_hands_nothing_in(cup):
    answer = cup.phones["ann"].post(cup.at("/lists"), {"do": "check", "text": listing()})
    assert answer.status_code == 200 and "Nothing is submitted yet" in text_of(answer)
    assert "p1" not in cup.my.load(cup.stream).state.lists


@pytest.mark.rule(565, 566)
def test_a_release_date_that_is_not_known_is_said_so(cup):
    answer = cup.phones["ann"].post(cup.at("/lists"), {"do": "check", "text": listing()})
    assert "Release date not known for" in text_of(answer)


def test_what_no_tool_reads_is_refused_and_taken_as_words(cup):
    answer = hand(cup, text="two squads of somebody")
    assert answer.status_code == 422 and "as plain text" in text_of(answer)
    assert "two squads of somebody" in answer.content.decode()
    assert hand(cup, text="two squads of somebody", plain="on").status_code == 302
    assert "two squads of somebody" in text_of(cup.phones["ann"].get(cup.at("/list/p1")))


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({}, 422, "Missing: the list."),
        ({"text": " "}, 422, "Missing: the list."),
        ({"text": "x" * 20_001}, 422, "Too long: the list has 20,001 letters; the most is 20,000."),
        ({"army": "nothing"}, 404, "There is no such army"),
        ({"army": "0" * 40}, 404, "There is no such army"),
    ],
)
def test_nothing_and_nonsense_are_refused_with_a_sentence(cup, fields, status, words):
    answer = hand(cup, **fields)
    assert answer.status_code == status and words in text_of(answer)
    assert "p1" not in cup.my.load(cup.stream).state.lists


def test_nobody_hands_in_an_army_of_somebody_else(cup):
    builder = Builder(cup.phones["bo"])
    assert hand(cup, army=builder.id).status_code == 404
    assert "p1" not in cup.my.load(cup.stream).state.lists


def test_the_same_form_sent_twice_is_one_list(cup):
    for _ in range(2):
        assert hand(cup, text=listing(), key="page-1").status_code == 302
    assert cup.my.store.version(list_stream(cup.stream, "p1")) == 1


@pytest.mark.rule(535)
def test_a_list_is_frozen_with_the_announcement_and_an_official_may_still_replace_it(cup):
    hand(cup, text=listing())
    cup.announce()
    page = text_of(cup.phones["ann"].get(cup.at("/lists")))
    assert "Your list is frozen" in page and "Submit list" not in page
    assert hand(cup, text=listing()).status_code == 422
    assert hand(cup, "olga", "?for=p1", text="a new list", plain="on").status_code == 302
    assert cup.my.army_list(str(cup.people["ann"].pk), cup.stream, "p1").text == "a new list"


def test_a_player_cannot_hand_in_for_another(cup):
    assert hand(cup, "ann", "?for=p2", text=listing()).status_code == 302
    assert set(cup.my.load(cup.stream).state.lists) == {"p1"}


# Officials -------------------------------------------------------------------------------------------------


@pytest.mark.rule(540)
def test_officials_see_who_is_missing_and_mark_a_list_read(cup):
    hand(cup, text=listing())
    page = text_of(cup.phones["olga"].get(cup.at("/lists")))
    assert "3 lists missing" in page and "Cy Roe" in page
    assert "Command hand" in text_of(cup.phones["olga"].get(cup.at("/list/p1")))
    sent = {"fine": "no", "words": "Which Vader is it?"}
    assert cup.phones["olga"].post(cup.at("/list/p1/review"), sent).status_code == 302
    assert "Something is wrong" in text_of(cup.phones["olga"].get(cup.at("/lists")))
    assert "Which Vader is it?" in text_of(cup.phones["ann"].get(cup.at("/list/p1")))


def test_a_scorekeeper_sees_who_is_missing_but_no_list(cup):
    cup.my.do(cup.act(), cup.stream, commands.GiveRole(person=str(cup.people["eve"].pk), role="scorekeeper"))
    hand(cup, text=listing())
    page = cup.phones["eve"].get(cup.at("/lists"))
    assert "3 lists missing" in text_of(page) and cup.at("/list/p1") not in page.content.decode()
    assert cup.phones["eve"].get(cup.at("/list/p1")).status_code == 403


def test_only_officials_review(cup):
    hand(cup, text=listing())
    for name in ("ann", "bo", "eve"):
        assert cup.phones[name].post(cup.at("/list/p1/review"), {"fine": "yes"}).status_code == 403
    assert not cup.my.load(cup.stream).state.lists["p1"].reviewed
    assert cup.phones["olga"].post(cup.at("/list/p2/review"), {"fine": "yes"}).status_code == 422


def test_a_remark_too_long_is_refused_on_the_page_of_the_list(cup):
    hand(cup, text=listing())
    answer = cup.phones["olga"].post(cup.at("/list/p1/review"), {"fine": "yes", "words": "x" * 10_000})
    assert answer.status_code == 422 and "Ann Lee" in text_of(answer)


@pytest.mark.rule(565, 566)
def test_the_organiser_enters_a_release_date_that_nobody_knew(cup):
    hand(cup, text=listing())
    address, card = cup.at("/list/p1/release"), full_army(catalogue()).units[0].upgrades[0]
    name = catalogue().cards[card].full_name
    assert cup.phones["ann"].post(address, {"card": card, "released": "2030-05-04"}).status_code == 403
    assert cup.phones["olga"].post(address, {"card": card, "released": "2030-05-04"}).status_code == 302
    for phone in ("olga", "ann"):
        page = text_of(cup.phones[phone].get(cup.at("/list/p1")))
        assert "Release dates from the organiser" in page and "4 May 2030" in page
        assert "What is wrong with it" in page and name in page
    assert cup.phones["olga"].post(address, {"card": card, "released": ""}).status_code == 302
    assert cup.my.load(cup.stream).state.released == {}
    assert "Release dates from" not in text_of(cup.phones["ann"].get(cup.at("/list/p1")))


@pytest.mark.parametrize("fields", [{"card": "nothing"}, {"card": "x" * 100_000}, {"released": "tomorrow"}])
def test_a_date_or_a_card_that_is_none_is_refused(cup, fields):
    hand(cup, text=listing())
    form = {"card": full_army(catalogue()).units[0].unit, "released": "2030-05-04", **fields}
    answer = cup.phones["olga"].post(cup.at("/list/p1/release"), form)
    assert answer.status_code == 422 and "Nothing was changed" in text_of(answer)
    assert cup.my.load(cup.stream).state.released == {}


# The opponent ----------------------------------------------------------------------------------------------


@pytest.mark.rule(528, 584)
def test_the_opponent_opens_a_copy_without_hidden_cards_while_they_play(cup):
    hand(cup, text=listing())
    assert cup.phones["bo"].get(cup.at("/list/p1")).status_code == 403
    cup.announce()
    cup.pair()
    page = cup.phones["bo"].get(cup.at("/lists"))
    assert cup.at("/list/p1") in page.content.decode()
    shown = cup.phones["bo"].get(cup.at("/list/p1"))
    assert shown.status_code == 200 and hand_name() not in shown.content.decode()
    assert "hidden" in text_of(shown) and "What is wrong" not in text_of(shown)
    assert hand_name() in cup.phones["ann"].get(cup.at("/list/p1")).content.decode()
    assert "no-store" in shown["Cache-Control"]


def test_words_stay_with_the_officials(cup):
    hand(cup, text=SECRET, plain="on")
    cup.announce()
    cup.pair()
    shown = cup.phones["bo"].get(cup.at("/list/p1"))
    assert shown.status_code == 200 and SECRET not in shown.content.decode()


def test_the_sheets_are_of_the_copy_one_may_see(cup, monkeypatch):
    hand(cup, text=listing())
    cup.announce()
    cup.pair()
    printed = []
    monkeypatch.setattr(
        event_lists, "army_pdf", lambda army, _, order: printed.append((army, order.sheet)) or b"%PDF"
    )
    for name in ("ann", "bo"):
        answer = cup.phones[name].get(cup.at("/list/p1/tournament.pdf"))
        assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf"
    (whole, mine), (copy, theirs) = printed
    assert whole.command_hand and mine == "tournament"
    assert not copy.command_hand and theirs == "opponent"
    assert cup.phones["eve"].get(cup.at("/list/p1/play.pdf")).status_code == 403


@pytest.mark.parametrize("name", ["eve", "nobody"])
def test_lists_are_not_for_strangers(cup, client, name):
    hand(cup, text=listing())
    phone = client if name == "nobody" else cup.phones[name]
    assert phone.get(cup.at("/lists")).status_code == 403
    assert phone.get(cup.at("/list/p1")).status_code == 403
    assert phone.post(cup.at("/lists"), {"text": listing()}).status_code == 403


MISSPELT = "Darth Vader Dark Lord of the Sith (175)\nStrmtroopers (44)\n"


def units_of(cup, player="p1"):
    kept = cup.my.army_list(str(cup.people["ann"].pk), cup.stream, player)
    return [entry.unit for entry in kept.army.units]


def test_a_suggestion_for_a_pasted_list_is_one_tap(cup):
    phone = cup.phones["ann"]
    page = phone.post(cup.at("/lists"), {"do": "check", "text": MISSPELT}).content.decode()
    offered = [unescape(choice) for choice in re.findall(r'name="choose"\s+value="([^"]+)"', page)]
    choice = next(choice for choice in offered if choice.startswith("ay Strm"))
    page = phone.post(cup.at("/lists"), {"choose": choice, "text": MISSPELT}).content.decode()
    assert f'<input type="hidden" name="choice" value="{choice}">' in page and 'name="choose"' not in page
    assert "p1" not in cup.my.load(cup.stream).state.lists, "choosing hands nothing in"
    assert hand(cup, text=MISSPELT, choice=choice).status_code == 302
    assert units_of(cup) == ["at", "ay"]


def test_a_list_for_an_event_of_another_day_is_read_and_judged_by_its_cards():
    """Aqua Droids are on record since December 2024."""
    cup = Cup(profile="current", points=1000, day=date(2024, 3, 1))
    phone, text = cup.phones["ann"], "1/1000\nB1 Battle Droids (38)\nAqua Droids (60)\nKraken (75)\n"
    page = phone.post(cup.at("/lists"), {"do": "check", "text": text})
    offered = [
        unescape(choice) for choice in re.findall(r'name="choose"\s+value="([^"]+)"', page.content.decode())
    ]
    assert "Aw Aqua Droids (60)" in offered and "first on record" in text_of(page)
    assert hand(cup, text=text, choice="Aw Aqua Droids (60)").status_code == 302
    shown = text_of(phone.get(cup.at("/list/p1")))
    assert shown.count("first on record after 2024-03-01, so the verdict isn’t certain: Aqua Droids") == 1


@pytest.mark.parametrize(("day", "unique"), [(date(2026, 4, 20), False), (date(2026, 4, 21), True)])
def test_an_event_judges_a_list_by_the_cards_of_its_day(day, unique):
    """Improvised Orders became unique on 21 April 2026."""
    cup, orders = Cup(profile="current", points=1000, day=day), " - Improvised Orders (10)\n"
    text = f"1/1000\nLeia Organa (75)\n{orders}Han Solo (90)\n{orders}"
    page = text_of(cup.phones["ann"].post(cup.at("/lists"), {"do": "check", "text": text}))
    assert ("Improvised Orders; it is unique" in page) is unique


def test_a_list_of_another_tool_is_handed_in_by_the_same_command(cup):
    command = commands.SubmitList(player="p1", listed=MISSPELT, choices=("ay Strmtroopers (44)",))
    cup.my.do(cup.act("ann"), cup.stream, command)
    assert units_of(cup) == ["at", "ay"]
