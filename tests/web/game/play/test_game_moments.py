"""Moments of a game on both phones: a scored round, priority, panic, a fallen Commander, what is heard."""

import re
from html import unescape
from random import Random

import pytest
from django.test import Client
from msgspec.structs import replace

from muster.app.game.playing.join_codes import beginning_of, join_code
from muster.rules.game.log.events import (
    Activated,
    CardsRevealed,
    ColoursSet,
    Defeated,
    GameEnded,
    MissionSet,
    PhaseBegun,
    Scored,
    StackSaved,
    UnitChanged,
)
from muster.rules.game.missions import mission_cards
from muster.rules.game.steps import Rally, UnitActs
from muster.rules.game.table import Ended, Mission, Score, Side, Table
from muster.web.game.play.tally import SideScore, turning_words
from tests.web.account_fixtures import markup, person
from tests.web.game_phones import Phone, happens, play_to, sat
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db
SCENE = re.compile(r'<div hidden data-scene="([^"]+)" data-title="([^"]+)"')
HEARD = re.compile(r"<p hidden data-heard=[^>]*>([^<]*)</p>")


@pytest.fixture
def phones() -> list[Phone]:
    return kept(sat)


def points(side: Side, number: int, card: str, about: str, round_: int = 2) -> Scored:
    score = Score(side=side, points=number, card=card, reason="secured", round=round_, about=(about,))
    return Scored(score=score)


def scored(phone: Phone, *events: Scored) -> None:
    """Ann is Blue; round 2 was scored, and round 3 has begun."""
    play_to(phone, "setup.edge")
    cards = MissionSet(
        mission=Mission(objective="intercept-signals", secondary="surface-scan"),
        markers=mission_cards()["intercept-signals"].tokens,
    )
    happens(phone, ColoursSet(blue="one"), cards, PhaseBegun(phase="end", round=2))
    happens(phone, *events, PhaseBegun(phase="command", round=3))


def shown_round(page: str) -> str:
    """The screen after a scored round as the page keeps it."""
    return page[page.index("data-scene=") : page.index("autofocus>Start round 3</button>")]


# A scored round --------------------------------------------------------------------------------------------


def test_both_phones_show_what_a_round_brought_with_card_and_reason(phones: list[Phone]) -> None:
    ann, bob = phones
    towers = mission_cards()["intercept-signals"].tokens
    blue, red = (
        points(side, 1, "intercept-signals", towers[at].id) for at, side in enumerate(("blue", "red"))
    )
    scan = points("blue", 3, "surface-scan", towers[2].id)
    scored(ann, blue, red, scan)
    log = len(ann.desk.log)
    (own,), (theirs,) = SCENE.findall(ann.page()), SCENE.findall(bob.page())
    assert own == ("2.4-1", "Round 2: you +4, Bob +1")
    assert theirs == ("2.4-1", "Round 2: you +1, Ann +4")
    screen = shown_round(ann.page())
    assert "Intercept Signals" in screen and "Surface Scan" in screen and screen.count("secured") == 3
    assert screen.count("data-new") == 5 and "The race to 12" in screen and "You lead 4 to 1." in screen
    assert len(ann.desk.log) == log, "nothing is written for it"
    happens(ann, PhaseBegun(phase="activation", round=3))
    assert not SCENE.search(ann.page()), "the round is under way"


def test_a_round_without_points_has_no_screen_and_the_next_says_who_is_near_the_goal(
    phones: list[Phone],
) -> None:
    ann, bob = phones
    scored(ann)
    assert not SCENE.search(ann.page())
    happens(ann, points("red", 10, "intercept-signals", "x", 3), PhaseBegun(phase="command", round=4))
    assert "Bob needs 2 more VP for 12." in ann.page() and "You need 2 more VP for 12." in bob.page()
    assert "is the last" not in ann.page()
    happens(ann, points("blue", 1, "intercept-signals", "x", 4), PhaseBegun(phase="command", round=5))
    assert "Bob leads 10 to 1. Round 5 is the last." in ann.page()


# Priority, panic, a Commander ------------------------------------------------------------------------------


def test_priority_stands_above_the_orders_with_the_pips_that_decided_it(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "r1.orders.one")
    desk = ann.desk
    shown = [event for act in desk.acts for event in act.events if isinstance(event, CardsRevealed)]
    first = desk.game.table.priority
    assert first and shown
    holder, other = (ann, bob) if first == "one" else (bob, ann)
    assert "<h2>You have priority</h2>" in holder.page()
    assert f"<h2>{holder.account.shown_name} has priority</h2>" in other.page()
    pips = shown[-1].pips
    level = pips["one"] == pips["two"]
    why = "as many pips" if level else f"against {max(pips.values())}."
    assert why in ann.page() and why in bob.page()


def test_a_unit_that_panics_is_shown_after_it_rallied_and_not_before(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, ".turn1")
    unit = next(unit for unit in ann.desk.game.table.army("one") if unit.courage)
    suppressed = UnitChanged(unit=unit.id, what="suppression", by=2 * unit.courage)
    happens(ann, suppressed, StackSaved(todo=(Rally(id="r1.rally", seat="one", unit=unit.id),)))
    assert 'data-kind="panic"' not in ann.page()
    happens(
        ann, Activated(unit=unit.id), StackSaved(todo=(UnitActs(id="r1.acts", seat="one", unit=unit.id),))
    )
    for page in (ann.page(), bob.page()):
        facts = re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page[page.index('data-kind="panic"') :])
        assert facts[:2] == [("Suppression", str(2 * unit.courage)), ("Courage", str(unit.courage))]


def test_a_fallen_commander_is_shown_to_both_until_the_next_act(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, ".turn1")
    happens(ann, UnitChanged(unit="one.2", what="commander", by=1))
    happens(ann, Defeated(unit="one.3"))
    assert 'data-kind="commander"' not in ann.page(), "no Commander"
    happens(ann, Defeated(unit="one.2"))
    promoted = "In the End Phase a Trooper unit is promoted."  # Bossk is one
    assert 'data-kind="commander"' in ann.page() and f"Your Commander has fallen. {promoted}" in ann.page()
    assert "Ann’s Commander has fallen." in bob.page()
    happens(ann, PhaseBegun(phase="end", round=1))
    assert 'data-kind="commander"' not in ann.page()


# What a screen reader says ---------------------------------------------------------------------------------


def test_who_waits_hears_the_wound_and_who_made_it_does_not(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, ".turn1")
    happens(ann, UnitChanged(unit="one.1", what="wound", by=1))
    assert HEARD.findall(bob.page()) == ["Bossk suffered 1 wound."]
    assert HEARD.findall(ann.page()) == []


# The round that turned it ----------------------------------------------------------------------------------


def track(*after: int) -> tuple[int, ...]:
    """The rounds of a side's points, by what it has after each."""
    before = (0, *after)
    return tuple(at for at, number in enumerate(after, 1) for _ in range(number - before[at - 1]))


@pytest.mark.parametrize(
    ("blue", "red", "winner", "says"),
    [
        (
            (0, 2, 4, 8, 11),
            (0, 1, 6, 8, 9),
            "blue",
            "Round 5 turned it. You were level at 8, and led 11 to 9",
        ),
        ((0, 1, 3, 6), (0, 2, 3, 9), "red", "Round 4 turned it. Dev was level at 3, and led 9 to 6"),
        ((0, 4, 4), (0, 1, 5), "red", "Round 3 turned it. Dev was behind, 1 to 4, and led 5 to 4"),
        ((0, 4, 6), (0, 1, 5), "blue", "Round 2 turned it. You were level at 0, and led 4 to 1"),
        ((0, 4), (0, 4), "blue", ""),
        ((0, 4), (0, 2), "red", ""),
        ((0, 4), (0, 4), None, ""),
    ],
)
def test_the_round_after_which_the_winner_led_to_the_end(
    blue: tuple[int, ...], red: tuple[int, ...], winner: Side | None, says: str
) -> None:
    table = replace(Table(mode="recon"), round=len(blue), ended=Ended(winner=winner, ground="rounds"))
    scores = (
        SideScore("blue", "You", blue[-1], True, track(*blue)),
        SideScore("red", "Dev", red[-1], False, track(*red)),
    )
    told = turning_words(table, scores)
    assert told.startswith(says) and bool(told) is bool(says)


def test_the_end_has_its_picture_with_the_round_that_turned_it(phones: list[Phone]) -> None:
    ann, bob = phones
    scored(ann, points("blue", 1, "intercept-signals", "a"), points("red", 2, "intercept-signals", "b"))
    assert "/picture/game/" not in ann.page()
    happens(
        ann,
        points("blue", 4, "intercept-signals", "a", 3),
        GameEnded(ended=Ended(winner="blue", ground="rounds")),
    )
    for page in (ann.page(), bob.page()):
        found = re.search(r'<img src="(/picture/game/[^"]+)"[^>]* alt="([^"]+)"', page)
        assert found, "the end shows its picture"
        words = unescape(found[2])
        assert "Ann against Bob, 5 to 2. Ann won" in words and "You" not in words
        assert "Round 3 turned it. Ann was behind, 1 to 2, and led 5 to 2 after it." in words
        assert "Ann after each of 3 rounds: 0, 1, 5" in words
    drawn = Client().get(found[1])
    assert drawn["Content-Type"] == "image/png" and drawn.content.startswith(b"\x89PNG")


# The lobby -------------------------------------------------------------------------------------------------


def code_on(page: str) -> str:
    found = re.search(r'<p class="code">([^<]+)</p>', page)
    assert found
    return found[1]


def test_a_code_is_the_beginning_of_an_id_in_other_letters() -> None:
    random = Random(30)
    for _ in range(200):
        game = f"{random.getrandbits(128):032x}"
        code = join_code(game)
        assert re.fullmatch(r"[A-HJKMNP-Z2-9]{3} [A-HJKMNP-Z2-9]{3}", code)
        assert beginning_of(code) == beginning_of(code.lower().replace(" ", "-")) == game[:7]
    assert [beginning_of(code) for code in ("", "ABC", "ABCDE0", "999999", "ÄBCDEF")] == [""] * 5


def test_the_code_leads_to_the_lobby_while_a_seat_is_free() -> None:
    ann = Phone(person("Ann")).open(player="Ann")
    page = ann.page()
    code = code_on(page)
    assert "Scan to join" in page and "testserver/g" in page
    guest = Client()
    assert markup(guest.get("/g")).count('name="code"') == 1
    answer = guest.post("/g", {"code": code.lower()})
    assert answer.status_code == 302 and answer["Location"] == f"/game/{ann.game}"
    bob = Phone(person("Bob"))
    bob.game = ann.game
    page = bob.page()
    assert "Scan to join" not in page and "Join the game" in page and "Free for you" in page
    bob.do("sit", seat="two", player="Bob")
    assert "Scan to join" not in ann.page()
    refused = guest.post("/g", {"code": code})
    assert refused.status_code == 422 and "No game with this code is waiting" in markup(refused)


def test_whoever_guesses_codes_has_to_wait() -> None:
    ann = Phone(person("Ann")).open(player="Ann")
    guest = Phone(person("Eve")).client
    answers = [guest.post("/g", {"code": "ABCDEF"}) for _ in range(7)]
    assert "minutes" not in markup(answers[5]) and "minutes" in markup(answers[6])
    late = guest.post("/g", {"code": code_on(ann.page())})
    assert late.status_code != 302, "a right one is not weighed either"


def test_both_armies_points_stand_beside_each_other_with_how_they_differ() -> None:
    ann, bob = Phone(person("Ann")), Phone(person("Bob"))
    ann.open(army=ann.army(), player="Ann")
    bob.game = ann.game
    bob.do("sit", seat="two", player="Bob")
    assert "points-line" not in ann.page()
    bob.do("army", seat="two", army=bob.army())
    assert "Both armies are level." in ann.page()
    bob.do("army", seat="two", army=bob.army(SMALLER))
    chairs = ann.desk.game.table.chairs
    apart = chairs["one"].points - chairs["two"].points
    assert apart > 1 and f"Ann has {apart} points more." in bob.page()


SMALLER = b"""{"schema":1,"name":"Few","faction":"empire","format":"recon","points_date":"2026-05-01",
"units":[{"key":"u1","unit":"Cb"}],"command_hand":[]}"""


def test_who_has_no_army_is_led_on_from_play() -> None:
    ann = Phone(person("Ann"))
    page = markup(ann.client.get("/play"))
    assert "You have no army yet" in page and 'href="/armies/new"' in page
    ann.army()
    assert "You have no army yet" not in markup(ann.client.get("/play"))
