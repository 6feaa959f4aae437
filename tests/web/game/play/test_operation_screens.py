"""What the prompts of Special Operations say: whom they ask, of whom they speak, what each button brings."""

import re
from functools import reduce
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from msgspec.structs import replace

from muster.rules.game import game as engine
from muster.rules.game.game import legal, open_step
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.replaying.arena import Seeded
from muster.rules.game.special_operations.attacks.guarding import bodyguards
from muster.rules.game.special_operations.covert import Opened, place_hidden
from muster.rules.game.special_operations.effects.loadouts import Token, give_token_on
from muster.rules.game.special_operations.effects.republic import use_teamwork
from muster.rules.game.special_operations.missions.bring_down_the_shields import Wave, bring_reinforcement
from muster.rules.game.special_operations.setup import COVERT
from muster.rules.game.steps import Confirm, Effects, MissionSetup
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.operations import Attack, PickLoadouts
from muster.rules.game.table import SEATS, Game, Marker, Secret, view
from muster.rules.violations import Refused
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import part_for
from muster.web.game.play.telling import tell
from muster.web.game.play.words import unit_name
from muster.web.page import render_page
from tests.app.game_seats import two_at_an_operation
from tests.rules.game.operations import CODES, SHIELDS, VEHICLE, Bench, table, the, with_chair, with_unit
from tests.web.form_filler import Fields, Shown

HELD = {"two.2": "codes", "two.3": "decoy-1", "two.4": "decoy-2"}


def page(game: Game, audience: str) -> str:
    return render_page(part_for(Shown(game), audience))  # type: ignore[arg-type]


def now(shown: str) -> str:
    """What is asked: the first tab alone, without the header."""
    return shown.partition("</header>")[2].partition('<div class="game-main tab-units"')[0]


def band(shown: str) -> str:
    """The band that says whose decision it is, in plain text."""
    found = re.search(r'<p class="turn".*?</p>', shown, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found.group() if found else "").split())


def head(shown: str) -> str:
    """The header in plain text."""
    return " ".join(re.sub(r"<[^>]+>", " ", shown.partition("</header>")[0]).split())


def press(bench: Bench, seat: str, button: str, **chosen: str) -> Bench:
    """A button of the seat's page, with what is chosen on it: both have to be drawn."""
    fields = Fields(page(bench.game, seat))
    assert button in fields.buttons, fields.buttons
    drawn_values = {**fields.radios, **fields.boxes, **fields.selects}
    for name, value in chosen.items():
        assert value in drawn_values[name], drawn_values
    form = QueryDict(urlencode([*fields.hidden.items(), ("do", button), *chosen.items()]))
    said: Any = FORMS[button.split(maxsplit=1)[0]].read(form)
    return bench.say(seat, said.said)


# Rows that say what they bring -----------------------------------------------------------------------------


def test_rows_of_bodyguards_say_how_many_wounds_each_suffers() -> None:
    """Bodyguard 2: a Death Trooper suffers two of three wounds or one, and each row says which."""
    before = table()
    officer, guards = the(before, "imperial-officer", "two"), ("two.6", "two.7")
    attack = Attack(by="one.2", on=officer, weapons=("ranged-1",), wounds=3)
    bench = Bench(before).run(*bodyguards(before, attack))
    shown = now(page(bench.game, "two"))
    for guard in guards:
        for number, wounds in (("2", "2 wounds"), ("1", "1 wound")):
            row = re.search(
                rf'(?s)value="{guard} {number}" data-button="It suffers {wounds}".*?</small>', shown
            )
            assert row and row.group().endswith(f"<small>suffers {wounds}</small>")
    assert press(bench, "two", "say", pick="two.6 2").unit("two.6").lost == 2


@pytest.mark.rule(345)
def test_rows_of_reinforcements_say_who_arrives_and_who_is_calmed() -> None:
    before = with_unit(with_unit(table(SHIELDS), "one.7", deployed=False), "one.2", suppression=1)
    step = bring_reinforcement.ask("one", Among(("one.7", "calm one.2")), known=Wave(0))
    shown = now(page(Bench(before).run(step).game, "one"))
    assert re.search(r'(?s)value="one.7" data-button="It arrives".*?<small>arrives</small>', shown)
    calm = r'(?s)value="calm one.2" data-button="Remove 1 Suppression".*?<small>1 Suppression less</small>'
    assert re.search(calm, shown)


def test_rows_of_plain_numbers_say_nothing_of_wounds() -> None:
    before = with_chair(table(), "one", played="teamwork")
    step = use_teamwork.ask("one", Among(("0", "1", "2")), "one.2")
    shown = now(page(Bench(before).run(step).game, "one"))
    assert shown.count('name="pick"') == 3 and "suffers" not in shown


def test_a_token_that_is_given_on_is_named_within_the_question() -> None:
    step = give_token_on.ask("one", Among(("one.3",), 0), "one.2", known=Token("aim"))
    bench = Bench(table(squads=("clone-troopers", "infantry"))).run(step)
    asked = band(page(bench.game, "one"))
    assert asked.startswith(f"{unit_name(bench.table, 'one.2')}: give the Aim to another Clone Trooper?")


def test_the_log_says_who_is_in_the_network_and_who_comes_out() -> None:
    before = table(VEHICLE)
    name = unit_name(before, "two.2")
    told = [tell(before, UnitChanged(unit="two.2", what="network", by=by)) for by in (1, -1)]
    assert told == [f"{name} is in the Ambush Network", f"{name} comes out of the Ambush Network"]


# The header ------------------------------------------------------------------------------------------------


@pytest.mark.rule(376)
def test_the_wounds_of_the_vehicle_are_in_the_header() -> None:
    bench = Bench(table(VEHICLE, ("infantry", "rebel-troopers"))).run(MissionSetup(id="setup.cards"))
    hull = the(bench.table, "vehicle-empire")
    game = replace(bench.game, table=with_unit(bench.table, hull, lost=4))
    for audience in ("one", "two", "both", "watch"):
        assert "Vehicle 11 of 15 wounds left" in head(page(game, audience))
    assert "<span>Vehicle: 11 of 15 wounds left</span>" in page(game, "watch"), "on the big screen"


@pytest.mark.rule(340, 341)
def test_the_slots_of_the_transmitter_card_are_in_the_header() -> None:
    game = Bench(table(SHIELDS, marks={"slot.critical": 1, "slot.hit": 3})).acting("two.2").game
    for audience in ("one", "two", "both", "watch"):
        shown = head(page(game, audience))
        assert "4 of 8 slots filled, 6 needed" in shown
        assert "1/2 critical" in shown and "0/2 surge" in shown and "3/4 hit" in shown
    assert "slots filled" not in head(page(Bench(table()).acting("two.2").game, "two"))


# One phone for both ----------------------------------------------------------------------------------------


def test_on_one_phone_every_question_says_whom_it_asks() -> None:
    bench = Bench(table()).acting("two.2")
    assert band(page(bench.game, "both")).startswith("two (Red) Choose an action")
    assert band(page(bench.game, "two")).startswith("Choose an action")
    assert band(page(Bench(table()).acting("one.2").game, "both")).startswith("one (Blue)")
    shared = Bench(table()).run(Confirm(id="setup.table", about="table")).game
    assert band(page(shared, "both")).startswith("one and two Set up the table")


def test_on_one_phone_a_standby_says_whose_it_is() -> None:
    guarded = with_unit(table(marks={"acted.two.2": 1}), "one.2", tokens={"standby": 1})
    game = Bench(guarded).acting("two.2").game
    asked = re.search(
        r'<section class="plea" aria-label="Standby of.*?</section>', page(game, "both"), re.DOTALL
    )
    assert asked and "one (Blue)" in asked.group()


# Standbys --------------------------------------------------------------------------------------------------


def test_a_standby_stands_below_what_is_asked() -> None:
    """Who is asked where a unit goes reads that first; who only waits finds the Standby first."""
    guarded = with_unit(table(marks={"acted.two.2": 1}), "one.2", tokens={"standby": 1})
    game = Bench(guarded).acting("two.2").game
    shared = now(page(game, "both"))
    assert 0 < shared.index('aria-label="Actions"') < shared.index("Use the Standby of")
    assert "Use the Standby of" in page(game, "one")


# The Codes! ------------------------------------------------------------------------------------------------


def at_a_transmitter(unit: str) -> Bench:
    """A holder of Red's touches an open Transmitter when the End Phase begins."""
    before = table(CODES, places={"transmitter-left": (unit,)})
    for one in HELD:
        before = with_unit(before, one, tokens={"code": 1})
    return Bench(before, {"two": Secret(codes=HELD)}).hook("end-start")


@pytest.mark.rule(363)
def test_who_has_only_decoys_at_a_transmitter_has_no_yes_to_tap() -> None:
    bench = at_a_transmitter("two.3")
    shown = page(bench.game, "two")
    assert "Reveal the Codes?" in shown and "Only Decoys" in shown
    assert [one for one in Fields(shown).buttons if one in ("yes", "no")] == ["no"]
    assert press(bench, "two", "no").table.ended is None


@pytest.mark.rule(363)
def test_who_has_the_codes_there_reveals_them_with_the_large_button() -> None:
    bench = at_a_transmitter("two.2")
    shown = page(bench.game, "two")
    assert re.search(r'data-kind="primary"[^>]*value="yes">Reveal the Codes</button>', shown)
    assert 'value="no"' in shown
    assert press(bench, "two", "yes").table.ended


@pytest.mark.rule(363)
def test_the_codes_at_a_transmitter_are_asked_for_behind_the_blank_screen() -> None:
    """One phone for both and the other's phone look the same, whatever is held."""
    for audience in ("one", "both", "watch"):
        codes, decoy = (page(at_a_transmitter("two.2" if real else "two.3").game, audience)
                        for real in (True, False))  # fmt: skip
        assert "Reveal the Codes?" not in codes + decoy
    assert "Pass the phone to two" in page(at_a_transmitter("two.2").game, "both")


@pytest.mark.rule(356, 359)
@pytest.mark.parametrize(("edition", "numbers"), [("playtest", ("6", "4", "5")), ("v1.1", ("1", "2", "3"))])
def test_tokens_are_dealt_and_told_by_their_numbers(edition: str, numbers: tuple[str, ...]) -> None:
    """6 is the Codes, 4 and 5 are Decoys; version 1.1 counts from 1. Only Red and who looked is told."""
    bench = Bench(table(CODES, edition=edition)).run(Effects(id="setup.ready", hook="ready"))
    codes, first, second = numbers
    shown = page(bench.game, "two")
    assert f"{codes} is the Codes, {first} and {second} are Decoys." in shown
    token = r'name="deal.two.2" value="(\d?)".*?<span>(?:<span class="vh">token </span>)?(\w+)</span>'
    labels = re.findall(token, " ".join(shown.split()))
    assert labels == [("", "None"), ("0", codes), ("1", first), ("2", second)]
    press(bench, "two", "say", **{"deal.two.2": "2", "deal.two.3": "0", "deal.two.4": "1"})
    bench.acting("one.2").take("halt", "two.2")
    told = page(bench.game, "two")
    for unit, what in (
        ("2", f"a Decoy ({second})"),
        ("3", f"the Codes ({codes})"),
        ("4", f"a Decoy ({first})"),
    ):
        assert f"{unit_name(bench.table, f'two.{unit}')} holds {what}." in told
    held = f"Round 1: {unit_name(bench.table, 'two.2')} held a Decoy ({second})."
    assert held in page(bench.game, "one")
    for audience in ("one", "both", "watch"):
        assert " holds a Decoy" not in page(bench.game, audience)


@pytest.mark.rule(359)
def test_a_token_given_to_two_units_is_refused_by_the_form() -> None:
    bench = Bench(table(CODES)).run(Effects(id="setup.ready", hook="ready"))
    with pytest.raises(Refused, match=r"game\.one_token_each"):
        press(bench, "two", "say", **{"deal.two.2": "0", "deal.two.3": "0", "deal.two.4": "1"})


# Covert units ----------------------------------------------------------------------------------------------


@pytest.mark.rule(325, 327)
def test_a_covert_token_tells_its_owner_which_unit_it_hides() -> None:
    """Version 1.1: the owner opens any of them. Nobody else is told which is which."""
    before = table(squads=("arc-troopers", "infantry"), edition="v1.1")
    before = with_chair(before, "one", assets=("covert-deployment",))
    units = (the(before, "arc-dc-15x"), the(before, "arc-jet-pack"))
    for unit in units:
        before = with_unit(before, unit, deployed=False, tokens={"waiting": 1})
    tokens = {f"covert-{number}": Marker(id=f"covert-{number}", name=COVERT, kind="asset", of="blue")
              for number in (1, 2)}  # fmt: skip
    before = replace(before, markers={**before.markers, **tokens})
    here, there = (
        Bench(before, {"one": Secret(covert=dict(zip(tokens, order, strict=True)))}).hook("end-end")
        for order in (units, units[::-1])
    )
    shown = now(page(here.game, "one"))
    for token, unit in zip(tokens, units, strict=True):
        name = unit_name(before, unit)
        assert re.search(rf'(?s)value="{token}".*?Covert token {token[-1]}<small>{name}</small>', shown)
    for audience in ("two", "both", "watch"):
        assert page(here.game, audience) == page(there.game, audience)
    assert "Pass the phone to one" in page(here.game, "both")
    press(here, "one", "say", unit="covert-1")
    assert here.table.markers["covert-1"].gone
    step = place_hidden.ask("one", Among(units), known=Opened("covert-2"))
    asked = Bench(before, there.game.secrets).run(step)
    hid = r'(?s)value="one\.(\d)"(?:(?!</li>).)*<small>you hid it here</small>'
    assert re.findall(hid, now(page(asked.game, "one"))) == [units[0].removeprefix("one.")]
    assert "you hid it here" not in page(asked.game, "both") + page(asked.game, "two")


# Questions -------------------------------------------------------------------------------------------------


def test_silent_approach_names_the_unit_that_looks() -> None:
    """One question for each unit, whatever was seen by the one before."""
    before = with_chair(
        table(squads=("rebel-commandos", "infantry"), edition="v1.1"), "one", played="silent-approach"
    )
    bench = Bench(before).hook("revealed")
    for number, unit in enumerate(before.army("one")):
        assert band(page(bench.game, "one")).startswith(
            f"Which enemy unit does {unit_name(before, unit.id)} see?"
        )
        press(bench, "one", *(("say none",) if number % 2 else ("say",)),
              **({} if number % 2 else {"pick": "two.2"}))  # fmt: skip
    assert bench.step is None and bench.unit("two.2").tokens == {"observation": 4}


@pytest.mark.rule(377)
def test_the_condition_is_asked_once_of_who_did_not_open_the_game() -> None:
    game, asked = two_at_an_operation(mission="the-codes").game, []
    while not isinstance(game.table.todo[-1], PickLoadouts):
        asked += [(seat, part.turn.words) for seat in SEATS if (part := part_for(Shown(game), seat)).prompt
                  and "condition" in part.turn.words]  # fmt: skip
        seat = next(one for one in SEATS if open_step(view(game, one)))
        said = next(iter(legal(view(game, seat))))
        game = reduce(engine.evolve, engine.handle(game, seat, said, Seeded("once")), game)
    assert asked == [("two", "Play with a condition?")] and any(
        one.startswith("condition.") for one in game.table.marks
    ), "yes was the first answer"


@pytest.mark.rule(366, 367)
def test_who_is_in_the_network_comes_out_and_is_not_offered_to_stay() -> None:
    before = table(VEHICLE, ("infantry", "rebel-troopers"))
    before = with_unit(before, "two.2", deployed=False, tokens={"network": 1})
    bench = Bench(before).start("two.2")
    assert f"Where does {unit_name(before, 'two.2')} come out?" in page(bench.game, "two")
    assert "Ambush point A, red left" in page(bench.game, "two"), "by its letter on the map"
    assert "say none" not in Fields(page(bench.game, "two")).buttons
    press(bench, "two", "say", pick="ambush-red-left")
    assert bench.unit("two.2").deployed and bench.unit("two.2").has("detonator")


@pytest.mark.parametrize(
    ("squad", "card", "name"),
    [
        ("infantry", "mission-tactics", "Mission Tactics"),
        ("arc-troopers", "complete-the-mission", "Complete the Mission"),
    ],
)
def test_what_a_unit_near_an_objective_gains_is_a_button_of_its_activation(
    squad: str, card: str, name: str
) -> None:
    """Nobody is asked at the start of each activation: it stands among the actions until one is taken."""
    before = with_chair(table(squads=(squad, "rebel-troopers"), edition="v1.1"), "one", assets=(card,))
    bench = Bench(before).start("one.2")
    shown = page(bench.game, "one")
    assert band(shown).startswith("Choose an action") and "2 of 2 actions left" in shown
    tiles = re.findall(r'class="act" [^>]*value="say ([\w-]+) alone".*?<b>([^<]+)</b>', shown, re.DOTALL)
    assert tiles[0] == (card, name)
    press(bench, "one", f"say {card} alone")
    assert bench.unit("one.2").tokens == {"surge": 1} and "2 of 2 actions left" in page(bench.game, "one")
    assert f"say {card} alone" not in Fields(page(bench.game, "one")).buttons
