"""The rounds of a game through the forms of both phones: what is asked, of whom, and what is not."""

import re

import pytest
from msgspec.structs import replace

from muster.rules.game.log.agreed import LevelSet
from muster.rules.game.log.events import (
    Defeated,
    Deployed,
    MarkerChanged,
    MissionSet,
    PhaseBegun,
    StackSaved,
    TokenDrawn,
)
from muster.rules.game.missions import mission_cards
from muster.rules.game.scoring.turning_points.golden_opportunity import spend_pool
from muster.rules.game.steps import PickUnit, TellPlaces, TellRound, UnitActs
from muster.rules.game.steps.choices import Among
from muster.rules.game.table import SEATS, Marker, Mission
from muster.rules.log import Event
from muster.web.game.play.words import unit_name
from tests.web.account_fixtures import markup, person
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


# Nothing is chosen for anybody -----------------------------------------------------------------------------


def chosen(page: str) -> list[str]:
    """What is chosen on a page as it is drawn."""
    return re.findall(r'name="(?:pick|unit|at)"[^>]*value="([^"]+)"[^>]* checked', page)


def test_no_card_and_no_unit_is_chosen_before_somebody_chooses(phones: list[Phone]) -> None:
    """Without scripts a form without a choice is refused; with them its button waits (`data-choose`)."""
    ann, bob = phones
    play_to(ann, "r1.card")
    page = ann.page()
    assert "data-choose" in page and page.count('name="pick"') == 4 and chosen(page) == []
    assert "Nothing is chosen yet" in ann.do("say", 422, **prompt(page))
    play_to(ann, "turn1")
    phone = ann if ann.desk.game.table.todo[-1].seat == "one" else bob
    page = phone.page()
    assert page.count('name="pick"') > 1 and chosen(page) == []
    assert "Nothing is chosen yet" in phone.do("say", 422, **prompt(page))
    assert phone.desk.game.table.acting == ""


def test_who_has_priority_is_chosen_by_somebody() -> None:
    ann, _ = kept(at_the_table)
    play_to(ann, "r1.priority")
    page = ann.page()
    assert chosen(page) == [] and "Nothing is chosen yet" in ann.do("say", 422, **prompt(page))
    ann.do("say", **prompt(page), pick="blue")
    assert ann.desk.game.table.priority == ann.desk.game.table.blue


def at_the_table() -> list[Phone]:
    """Ann and Bob, whose command cards lie on the table."""
    return sat(cards="table")


def form_of(page: str) -> dict[str, str]:
    """The hidden fields of the open prompt, with whether it asks once more."""
    return prompt(page) | dict(re.findall(r'form="say" name="(again)" value="([^"]*)"', page))


@pytest.mark.parametrize("scripts", [True, False])
def test_no_orders_and_nobody_near_are_asked_once_more(phones: list[Phone], scripts: bool) -> None:
    """The second tap confirms it, through a button of the same form, with scripts and without."""
    ann, bob = phones

    def send(phone: Phone, do: str, page: str) -> str:
        if scripts:
            return phone.do(do, 422 if do == "say" else 200, **form_of(page))
        answer = phone.client.post(f"/game/{phone.game}/act", {"do": do, "key": "k" + do, **form_of(page)})
        return markup(answer) if do == "say" else phone.page()

    play_to(ann, ".orders.one")
    again = send(ann, "say", ann.page())
    assert "tap once more if that is right" in again and "Issue no orders</button>" in again
    assert ann.desk.game.table.todo[-1].id.endswith(".orders.one")
    assert 'value="say sure"' in again and 'name="prompt"' in again
    send(ann, "say sure", again)
    assert not ann.desk.game.table.todo[-1].id.endswith(".orders.one")
    asked_for_places(ann)
    for phone in (ann, bob):
        again = send(phone, "say", phone.page())
        assert "No one is near any</button>" in again and phone.desk.game.table.phase == "activation"
        send(phone, "say sure", again)
    assert ann.desk.game.table.phase == "end" and ann.desk.game.table.places == {}


# A turn without a choice -----------------------------------------------------------------------------------


def test_a_turn_with_only_a_draw_takes_itself_and_is_asked_back_with_what_led_to_it(
    phones: list[Phone],
) -> None:
    """Neither gives an order, so nobody taps to draw; the log says what was drawn, and an undo of the act
    before takes the draw along."""
    ann, _ = phones
    play_to(ann, ".card")
    happens(ann, mission("close-the-pocket", "surface-scan"))  # without an advantage that asks anything
    for phone in phones:
        page = phone.page()
        shown = phone.do("say", **prompt(page), pick=re.findall(r'name="pick" value="([^"]+)"', page)[0])
    while ".orders." in (step := ann.desk.game.table.todo[-1]).id:
        phone = phones[SEATS.index(step.seat)]
        shown = phone.do("say sure", **form_of(phone.page()))
    assert " drew a" in shown and "draw an order token" not in shown.lower()
    play_to(ann, ".acts")
    first = ann.desk.game.table.acting
    phone, waits = phones if first.startswith("one") else phones[::-1]
    before = drawn(ann)
    shown = phone.do("say", **prompt(phone.page()))
    assert drawn(ann) == before + 1 and "ended its activation" in shown
    assert isinstance(ann.desk.game.table.todo[-1], PickUnit | UnitActs)
    asked = re.findall(r'value="(ask [^"]+)"', shown)
    phone.do(asked[0])
    waits.do("grant")
    assert phone.desk.game.table.acting == first, "it acts again, and nothing is drawn"
    assert drawn(ann) == before


def drawn(phone: Phone) -> int:
    """The order tokens that were drawn and not undone."""
    return sum(isinstance(event, TokenDrawn) for act in phone.desk.acts for event in act.events)


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
    told = StackSaved(todo=(TellRound(id="r2.told"),))
    happens(ann, mission("close-the-pocket", "bring-them-to-heel"), LevelSet(level="score"), begun, told)
    page = ann.page()
    both = [f"more-suppressed.{side}" for side in ("blue", "red")]
    assert all(f'value="{mark}"' in page for mark in both)
    refused = ann.do("say", 422, **prompt(page), mark=both)
    assert "Only one of these in a round" in refused and "more-suppressed" not in refused.split("</div>")[0]
    ann.do("say", **prompt(page), mark=both[:1])
    assert ann.desk.game.table.points("blue") == 1


def test_a_round_in_which_nothing_happened_is_asked_about_once_more(phones: list[Phone]) -> None:
    """An empty form may be a slip of the finger: it ends the round with the second tap."""
    ann, _ = phones
    play_to(ann, "setup.edge")
    begun = PhaseBegun(phase="end", round=2)
    told = StackSaved(todo=(TellRound(id="r2.told"),))
    happens(ann, mission("intercept-signals", "surface-scan"), LevelSet(level="score"), begun, told)
    page, nothing = ann.page(), {"hold.tower-blue": "", "hold.tower-red": ""}
    again = ann.do("say", 422, **form_of(page), **nothing)
    assert "tap once more if that is right" in again and "No one holds any</button>" in again
    assert ann.desk.game.table.todo[-1].id == "r2.told"
    ann.do("say sure", **form_of(again), **nothing)
    assert ann.desk.game.table.round == 3


# Who is where ----------------------------------------------------------------------------------------------


def asked_for_places(phone: Phone, *events: Event) -> None:
    """Everybody is on the table, and the second round of Intercept Signals ends."""
    if phone.desk.game.table.phase == "setup":
        play_to(phone, "setup.edge")
    entered = (Deployed(unit=unit) for unit in phone.desk.game.table.units)
    cards = mission("intercept-signals", "surface-scan")
    ends = PhaseBegun(phase="activation", round=2), StackSaved(todo=(TellPlaces(id="r2.places"),))
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
    assert "Bob decides" in told and "Undo the contest table" in told
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
    play_to(ann, ".scanners-out")
    asked = set(re.findall(r'name="unit"[^>]*value="([^"]+)"', blue.page()))
    assert asked == set(units[1:])


def test_a_unit_that_fell_since_it_could_be_chosen_is_not_offered(phones: list[Phone]) -> None:
    """The page offers what is taken: in Golden Opportunity a wound came between question and answer."""
    ann, _ = phones
    play_to(ann, "setup.edge")
    units = tuple(unit.id for unit in ann.desk.game.table.army("one"))[:3]
    step = replace(spend_pool.ask("one", Among(units, 0), "dodge"), id="r1.spend")
    happens(ann, Defeated(unit=units[1]), StackSaved(todo=(step,)))
    page = ann.page()
    assert set(re.findall(r'name="unit"[^>]*value="([^"]+)"', page)) == {units[0], units[2]}
    ann.do("say", **prompt(page), unit=units[2])
