"""The rounds of a game through the forms of both phones: what is asked, of whom, and what is not."""

import re

import pytest

from muster.rules.game.log.agreed import LevelSet
from muster.rules.game.log.events import Deployed, MarkerChanged, MissionSet, PhaseBegun, Went
from muster.rules.game.missions import mission_cards
from muster.rules.game.steps import TellPlaces, TellRound
from muster.rules.game.table import SEATS, Marker, Mission
from muster.rules.log import Event
from muster.web.game.play.words import unit_name
from tests.web.account_fixtures import person
from tests.web.game_phones import Phone, happens, play_to, prompt, sat
from tests.web.kept_world import kept

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> list[Phone]:
    return kept(sat)


def mission(objective: str, secondary: str) -> MissionSet:
    return MissionSet(
        mission=Mission(objective=objective, secondary=secondary), markers=mission_cards()[objective].tokens
    )


GARRISON = b"""{"schema":1,"name":"Garrison","faction":"empire","format":"recon","points_date":"2026-05-01",
"units":[{"key":"u1","unit":"Cb","upgrades":["Cf"]},{"key":"u2","unit":"av"},{"key":"u3","unit":"ay","count":2},
{"key":"u4","unit":"bd"}],"command_hand":["bl","bk","bj","aa"]}"""
"""An Officer with Tip of the Spear, Krennic, two Stormtroopers and Death Troopers."""


def garrison() -> list[Phone]:
    return sat(GARRISON)


# Orders beyond the card ------------------------------------------------------------------------------------


def test_a_keyword_orders_a_unit_beyond_the_card_and_it_is_activated_with_it() -> None:
    ann, bob = kept(garrison)
    play_to(ann, "r1.orders.one")
    page = ann.page()
    assert "Orders beyond the card" in page and "Direct, Imperial Officer" in page
    assert "Entourage, Director Krennic" in page and "Orders beyond the card" not in bob.page()
    (direct,) = re.findall(r'value="(order one\.3 direct one\.1)"', page)
    first, second = (unit_name(ann.desk.game.table, unit) for unit in ("one.3", "one.4"))
    told = ann.do(direct)
    assert f"Ann ordered {first} (Direct of Imperial Officer)" in told
    assert "Direct, Imperial Officer" not in told, "once a round"
    back = re.search(r'value="(back [^"]+)">Undo<small>([^<]+)<', told)
    assert back and back[2] == f"the order of {first}"
    assert "Direct, Imperial Officer" in ann.do(back[1], seat="one")
    ann.do(direct)
    ann.do("order", **{"order-unit": "one.4", "order-why": "another-effect"})
    page = ann.page()
    assert f"Ann ordered {second} (Another effect)" in page
    ann.do("say", **prompt(page), unit="one.1")
    play_to(ann, ".acts")
    while ann.desk.game.table.units[ann.desk.game.table.acting].seat != "one":
        bob.do("say", **prompt(bob.page()))
        play_to(ann, ".acts")
    table = ann.desk.game.table
    assert sorted(table.chairs["one"].pool) == ["commander", "special-forces"], (
        "no token of a unit with an order"
    )
    assert [unit.id for unit in table.army("one") if unit.order] == ["one.1", "one.3", "one.4"]


def test_an_order_beyond_the_card_is_given_from_a_units_tools_in_its_round() -> None:
    """Forgotten while orders were issued: its token leaves the pool, and the unit is one to activate."""
    ann, bob = kept(garrison)
    play_to(ann, "turn1")
    table = ann.desk.game.table
    seat = table.todo[-1].seat
    phone, other = (ann, bob) if seat == "one" else (bob, ann)
    unit = next(one.id for one in table.army(seat) if one.rank == "special-forces" and not one.order)
    tools = phone.page(f"/tools/{unit}")
    assert "Order it" in tools and f'name="why.{unit}"' in tools
    page = phone.do(f"order {unit}", **{f"why.{unit}": "upgrade-card"})
    assert f'value="activate {unit}"' in page and "(Upgrade card)" in other.page()
    assert "special-forces" not in phone.desk.game.table.chairs[seat].pool
    assert "Order it" not in phone.page(f"/tools/{unit}")
    refused = phone.do(f"order {unit}", 422, **{f"why.{unit}": "upgrade-card"})
    assert "That unit takes no order now: Death Troopers." in refused


# Score only ------------------------------------------------------------------------------------------------


@pytest.mark.rule(491)
def test_not_both_sides_have_more_units_suppressed(phones: list[Phone]) -> None:
    ann, _ = phones
    play_to(ann, "setup.edge")
    begun = PhaseBegun(phase="end", round=2)
    told = Went(todo=(TellRound(id="r2.told"),))
    happens(ann, mission("close-the-pocket", "bring-them-to-heel"), LevelSet(level="score"), begun, told)
    page = ann.page()
    both = [f"more-suppressed.{side}" for side in ("blue", "red")]
    assert all(f'value="{mark}"' in page for mark in both)
    refused = ann.do("say", 422, **prompt(page), mark=both)
    assert "Only one of these in a round" in refused and "more-suppressed" not in refused.split("</div>")[0]
    ann.do("say", **prompt(page), mark=both[:1])
    assert ann.desk.game.table.points("blue") == 1


# Who is where ----------------------------------------------------------------------------------------------


def asked_for_places(phone: Phone, *events: Event) -> None:
    """Everybody is on the table, and the second round of Intercept Signals ends."""
    play_to(phone, "setup.edge")
    entered = (Deployed(unit=unit) for unit in phone.desk.game.table.units)
    cards = mission("intercept-signals", "surface-scan")
    ends = PhaseBegun(phase="activation", round=2), Went(todo=(TellPlaces(id="r2.places"),))
    happens(phone, cards, *entered, *events, *ends)


def offered(page: str) -> set[str]:
    """The units that the form asks about."""
    return set(re.findall(r'name="at"\s+value="tower-blue ([^"]+)"', page))


def test_each_phone_tells_its_own_side_and_neither_answer_is_dropped(phones: list[Phone]) -> None:
    """Both have the form open; whoever is later is heard, too, with the form that was drawn before."""
    ann, bob = phones
    asked_for_places(ann)
    first, second = ann.page(), bob.page()
    mine, theirs = ([unit.id for unit in ann.desk.game.table.army(seat)] for seat in SEATS)
    assert offered(first) == set(mine) and offered(second) == set(theirs)
    assert "Bob tells where theirs are" in first and "Ann tells where theirs are" in second
    told = ann.do("say", **prompt(first), at=f"tower-red {mine[0]}")
    assert "Bob decides" in told and "Undo who is where" in told
    shown = bob.page()
    assert "Ann told where their units are" in shown and "Score the round" in shown
    assert "disabled checked" in shown and "disabled checked" not in second
    bob.do("say", **prompt(second), at=[f"tower-blue {theirs[0]}", f"tower-red {theirs[1]}"])
    assert ann.desk.game.table.places == {"tower-red": (mine[0], theirs[1]), "tower-blue": (theirs[0],)}


def test_what_one_told_is_undone_alone(phones: list[Phone]) -> None:
    ann, bob = phones
    asked_for_places(ann)
    page = ann.page()
    (unit, *_) = sorted(offered(page))
    told = ann.do("say", **prompt(page), at=f"tower-red {unit}")
    back = re.search(r'value="(back [^"]+)"', told)
    assert back and offered(ann.do(back[1], seat="one")) == offered(page)
    assert ann.desk.game.table.places == {} and offered(bob.page())


def test_one_phone_for_both_is_asked_once_for_both_sides() -> None:
    ann = Phone(person("Ann")).open(both="on", player="Ann", opponent="Bob", level="full")
    for seat in SEATS:
        ann.do("army", seat=seat, army=ann.army())
    ann.do("begin", seat="one")
    asked_for_places(ann)
    page = ann.page()
    table = ann.desk.game.table
    assert offered(page) == set(table.units) and "tells where theirs are" not in page
    form = dict(re.findall(r'form="say" name="(prompt|say|asked|both)" value="([^"]*)"', page))
    ann.do("say", **form, at="tower-red one.1")
    assert not any(isinstance(step, TellPlaces) for step in ann.desk.game.table.todo)
    assert ann.desk.game.table.places == {"tower-red": ("one.1",)}


@pytest.mark.rule(488)
def test_who_was_told_to_stand_at_home_is_not_asked_about_as_a_scanner_outside(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "setup.edge")
    table = ann.desk.game.table
    blue = phones[SEATS.index(table.seat_of("blue"))]
    units = [unit.id for unit in table.army(table.seat_of("blue"))][:3]
    scanners = (
        MarkerChanged(marker=Marker(id=f"s{unit}", name="Scanner", kind="asset", of="blue", holder=unit))
        for unit in units
    )
    asked_for_places(ann, *scanners)
    for phone in (ann, bob):
        home = f"tower-blue {units[0]}" if phone is blue else f"tower-red {min(offered(phone.page()))}"
        phone.do("say", **prompt(phone.page()), at=home)
    play_to(ann, ".scanners-out.blue")
    asked = set(re.findall(r'name="unit"[^>]*value="([^"]+)"', blue.page()))
    assert asked == set(units[1:])
