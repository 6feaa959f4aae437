"""The dice tray on the pages of a game and in its API: chosen, rolled, seen by everybody, proven."""

import pytest
from django.http import QueryDict
from django.test import Client

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS
from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.violations import Refused
from muster.web.dice.pool import foretold, pool_odds
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import log_page, part_for
from muster.web.page import render_page
from tests.app.game_seats import act, while_a_unit_acts
from tests.web.account_fixtures import markup
from tests.web.game_twins import API, GAME, Twin, people

POOL = "tray.attack-red=2&tray.attack-white=1&tray.defence-red=0&tray.attack-black="
DICE = (Die.ATTACK_RED, Die.ATTACK_RED, Die.ATTACK_WHITE)
CHOOSER = 'name="tray.attack-red"'


def read(form: str) -> commands.RollTray:
    command = FORMS["tray"].read(QueryDict(form))
    assert isinstance(command, commands.RollTray)
    return command


def test_both_see_a_folded_tray_while_a_unit_acts_and_everybody_what_was_rolled() -> None:
    desk = while_a_unit_acts()
    one, two, watch, both = (render_page(part_for(desk, who)) for who in ("one", "two", "watch", "both"))
    assert CHOOSER in one and CHOOSER in two and '<details class="tray-fold" id="tray">' in one
    assert "tray-fold" not in watch
    assert 'value="tray one"' in both and 'value="tray two"' in both and 'value="tray two"' not in one
    HANDLERS.handle(desk, act("bob"), commands.RollTray(dice=DICE))
    for who in ("one", "two", "watch"):
        part = part_for(desk, who)
        page = render_page(part)
        assert page.count("Bob’s attack dice") == 1 and "1.38 Hits and 0.38 Criticals on average" in page
        assert part.log[0].texts[0].startswith("Bob rolled 3 attack dice: ")
    HANDLERS.handle(desk, act("ann"), commands.RollTray(dice=(Die.DEFENCE_RED,)))
    part = part_for(desk, "watch")
    assert part.tray and [roll.name for roll in part.tray.tray.rolls] == ["Bob’s attack dice"]
    assert [roll.name for roll in part.news.thrown] == ["Ann’s defence dice"]
    assert "Bob’s attack dice" in render_page(part) and CHOOSER not in render_page(part)
    (proof,) = (roll for roll in log_page(desk, "watch", "").rolls if roll.one.step == "tray.two.1")
    assert (proof.name, proof.one.fate) == ("Bob’s attack dice", "counts") and proof.one.commitment


def test_the_prompt_stays_and_the_roll_is_asked_back() -> None:
    desk = while_a_unit_acts()
    seat = desk.game.table.units[desk.game.table.acting].seat
    before = part_for(desk, seat)
    HANDLERS.handle(desk, act("ann"), commands.RollTray(dice=DICE))
    after = part_for(desk, seat)
    assert after.prompt == before.prompt and not after.undo
    assert (after.log[0].back, after.log[0].name) == ("ask", "the roll")


def test_own_dice_are_entered_by_their_faces() -> None:
    page = render_page(part_for(while_a_unit_acts(dice="own"), "one"))
    assert 'name="tray.critical"' in page and 'name="tray.own"' in page
    assert 'name="tray.critical"' not in render_page(part_for(while_a_unit_acts(), "one"))
    typed = read(f"do=tray one&{POOL}&tray.own=one two&tray.hit=2&tray.blank=1&seat=two")
    assert typed == commands.RollTray(seat="two", dice=DICE, faces=("hit", "hit", "blank"))
    with pytest.raises(Refused, match=r"game\.no_faces"):
        read(f"do=tray one&{POOL}&tray.own=one&tray.hit=")
    assert read(f"do=tray one&{POOL}&tray.own=two&tray.hit=") == commands.RollTray(seat="one", dice=DICE)
    beside = read(f"do=tray one&{POOL}&tray.own=two&tray.hit=2&seat=")  # faces of who has dice of their own
    assert beside == commands.RollTray(seat="one", dice=DICE)


def test_the_form_of_the_tray_is_read_as_it_stands() -> None:
    assert read(f"do=tray one&{POOL}") == commands.RollTray(seat="one", dice=DICE)
    assert len(read("do=tray&tray.defence-white=99").dice) == 99, "refused with the number that was asked for"
    with pytest.raises(Refused, match=r"dice\.bad_count"):
        read("do=tray&tray.attack-red=many")


@pytest.mark.parametrize(
    ("dice", "faces", "odds"),
    [
        (
            (Die.ATTACK_BLACK,) * 2,
            ("hit", "critical"),
            "0.75 Hits and 0.25 Criticals on average, 2 or more 25%",
        ),
        ((Die.DEFENCE_RED,), ("block",), "0.50 Blocks on average, 1 or more 50%"),
        ((Die.DEFENCE_WHITE,), ("surge",), "0.17 Blocks on average"),
    ],
)
def test_the_odds_of_a_pool_are_exact(dice: tuple[Die, ...], faces: tuple[str, ...], odds: str) -> None:
    assert pool_odds(Roll(dice=dice, faces=tuple(map(Face, faces)), origin="app")) == odds


@pytest.mark.parametrize(
    ("dice", "odds"),
    [
        ((Die.ATTACK_BLACK,) * 2, "0.75 Hits and 0.25 Criticals on average; 1 or more 75%, 2 or more 25%"),
        ((Die.DEFENCE_RED,), "0.50 Blocks on average; 1 or more 50%"),
        (
            (Die.ATTACK_RED,) * 24,
            "15.00 Hits and 3.00 Criticals on average; 13 or more 99%, 14 or more 98%, 15 or more 95%, "
            "16 or more 88%, 17 or more 77%",
        ),
        ((), ""),
        ((Die.ATTACK_RED, Die.DEFENCE_RED), ""),
        ((Die.ATTACK_RED,) * 999, ""),
    ],
)
def test_the_odds_of_chosen_dice_are_told_before_they_are_rolled(dice: tuple[Die, ...], odds: str) -> None:
    assert foretold(dice) == odds


def test_the_tray_names_where_its_odds_come_from(client: Client) -> None:
    assert 'id="tray-odds" data-odds="/dice/pool"' in render_page(part_for(while_a_unit_acts(), "one"))
    told = client.get("/dice/pool?attack-black=2")
    assert markup(told) == "0.75 Hits and 0.25 Criticals on average; 1 or more 75%, 2 or more 25%"


@pytest.mark.django_db
def test_a_phone_and_a_program_roll_and_strangers_do_not() -> None:
    who = people()
    twin = Twin(who, "plain")
    twin.prepare()
    phone, program = who.browsers["bob"], who.programs["bob"]
    form = {"do": "tray two", "key": "k", "seat": "two", "tray.attack-red": "2"}
    sent = [phone.post(f"/game/{GAME}/act", form, headers={"hx-request": "true"}) for _ in range(2)]
    assert all("Bob rolled 2 attack dice" in markup(one) for one in sent), "one tap, sent twice, is one roll"
    none = phone.post(f"/game/{GAME}/act", form | {"key": "l", "tray.attack-red": "0"})
    assert none.status_code == 422 and "0 dice chosen; a roll takes 1 to 24." in markup(none)
    tag = program.get(API)["ETag"]
    body = {"act": "roll-tray", "dice": ["defence-red"]}
    seen = program.post(f"{API}/acts", body, content_type="application/json").json()["tray"]
    assert [(one["step"], one["seat"], one["dice"]) for one in seen] == [
        ("tray.two.2", "two", ["defence-red"]),
        ("tray.two.1", "two", ["attack-red"] * 2),
    ]
    assert program.get(API)["ETag"] != tag
    stranger = who.programs["eve"].post(f"{API}/acts", body, content_type="application/json")
    assert stranger.status_code == 403 and "seed" not in str(seen)
