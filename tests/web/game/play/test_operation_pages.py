"""What the pages of Special Operations show, and what they keep from the other player."""

from datetime import UTC, datetime
from functools import reduce
from random import Random

import pytest
from django.http import QueryDict
from msgspec.structs import replace

from muster.rules.game import answers
from muster.rules.game import game as engine
from muster.rules.game.game import legal, open_step
from muster.rules.game.log.events import CardsRevealed, TokenDrawn, UnitChanged
from muster.rules.game.replaying import arena
from muster.rules.game.replaying.arena import Seeded
from muster.rules.game.special_operations.events import AttackDeclared, CovertOpened, OrderTurned
from muster.rules.game.special_operations.setup import covert_units
from muster.rules.game.steps import ChooseEdge, LayCard, Turn
from muster.rules.game.steps.operations import Acting, DealCodes, DeployUnit, Fight, OrderUnits, PickLoadouts
from muster.rules.game.steps.step import Choose, Step
from muster.rules.game.table import SEATS, Audience, Game, Seat, other, view
from muster.rules.log import LoggedAct
from muster.rules.violations import Refused
from muster.web.game.play.forms import FORMS
from muster.web.game.play.news import news, with_cover
from muster.web.game.play.pages import part_for
from muster.web.game.play.prompts.asking import prompt_for
from muster.web.game.play.prompts.prompt import Aimed, Prompt
from muster.web.game.play.telling import tell
from muster.web.game.play.words import command_card
from muster.web.page import render_page
from tests.app.game_seats import two_at_an_operation
from tests.rules.game.operations import Bench, table, the, with_chair, with_unit
from tests.web.form_filler import Fields, Shown

COVERT = "covert-ambush"


def say(game: Game, seat: str, said: answers.AnyInput) -> Game:
    return reduce(engine.evolve, engine.handle(game, seat, said, Seeded("pages")), game)


def until(game: Game, kind: type[Step], seed: int = 5) -> Game:
    """Anything legal until such a step is open; loadouts hide units where they can."""
    luck = Random(seed)
    while not isinstance(game.table.todo[-1], kind):
        seat = next(one for one in SEATS if open_step(view(game, one)))
        choices = list(legal(view(game, seat)))
        hiding = [one for one in choices if COVERT in getattr(one, "options", ())]
        game = say(game, seat, luck.choice(hiding or choices))
    return game


def page(game: Game, audience: Audience) -> str:
    return render_page(part_for(Shown(game), audience))


@pytest.fixture(scope="module")
def codes() -> Game:
    return two_at_an_operation(mission="the-codes").game


def test_loadouts_of_one_leave_no_trace_on_the_page_of_the_other(codes: Game) -> None:
    before = until(codes, PickLoadouts)
    first, *_, last = (one for one in legal(view(before, "one")))
    here, there = say(before, "one", first), say(before, "one", last)
    for who in ("two", "watch", "both"):
        assert page(here, who) == page(there, who)
    assert "Only you see this until both are locked." in page(before, "two")
    assert "Pass the phone to" in page(before, "both")


def test_a_covert_token_says_nothing_of_its_unit(codes: Game) -> None:
    game = until(codes, DeployUnit)
    while game.table.todo[-1].seat != "one":
        game = say(game, "two", next(iter(legal(view(game, "two")))))
    one, two, *_ = (unit.id for unit in covert_units(game.table, "one"))
    prompt = game.table.todo[-1].id
    here, there = (say(game, "one", answers.Units(prompt=prompt, units=(unit,))) for unit in (one, two))
    for who in ("two", "watch"):
        assert page(here, who) == page(there, who)
    assert "Covert token 1 is" in page(here, "one") and "placed covert token" not in page(game, "two")
    assert "Deploy a unit" not in page(game, "both")


@pytest.mark.rule(356, 359)
def test_who_holds_a_token_is_seen_and_never_which(codes: Game) -> None:
    game = until(codes, DealCodes)
    red = game.table.seat_of("red")
    step = game.table.todo[-1]
    units = step.units[:3]
    here, there = (
        say(game, red, answers.Units(prompt=step.id, units=order)) for order in (units, units[::-1])
    )
    for who in (other(red), "watch", "both"):
        assert page(here, who) == page(there, who)
        assert "the Codes (" not in page(here, who)
    assert "holds the Codes (6)." in page(here, red)


@pytest.mark.parametrize("seat", SEATS)
def test_one_phone_for_both_offers_the_units_of_whoever_has_the_turn(seat: Seat, codes: Game) -> None:
    game = codes
    while not (isinstance(game.table.todo[-1], Turn) and game.table.todo[-1].seat == seat):
        who = next(one for one in SEATS if open_step(view(game, one)))
        game = say(game, who, next(iter(legal(view(game, who)))))
    for audience in (seat, "both"):
        offered = Fields(page(game, audience)).radios["pick"]
        assert offered == list(prompt_values(prompt_for(view(game, audience)))), audience


def prompt_values(prompt: Prompt | None) -> list[str]:
    return [option.value for option in prompt.options] if prompt else []


def test_the_tokens_of_the_codes_say_how_many_they_are(codes: Game) -> None:
    """What the page holds a player to, so that the button waits for it."""
    dealing = until(codes, DealCodes)
    shown = page(dealing, dealing.table.todo[-1].seat or "one")
    assert 'data-least="3" data-most="3"' in shown


def test_a_mission_without_victory_points_has_no_score_to_correct() -> None:
    for mission, offered in (("disabled-vehicle", False), ("shifting-priorities-operation", True)):
        game = until(two_at_an_operation(mission=mission).game, Acting)
        assert ("Correct the score" in page(game, "one")) == offered, mission


@pytest.mark.rule(296)
def test_a_mission_is_drawn_though_somebody_asked_to_end_the_game() -> None:
    game = until(two_at_an_operation().game, ChooseEdge)
    game = say(game, "one", answers.EndHere())
    game = until(game, Choose)
    step = game.table.todo[-1]
    drawn_now = say(game, "one", answers.Picked(prompt=step.id, options=("draw",)))
    assert drawn_now.table.mission.objective in arena.missions("special-operations")


@pytest.mark.rule(304)
def test_an_action_that_is_not_possible_stands_there_with_its_reason() -> None:
    game = until(two_at_an_operation(mission="shifting-priorities-operation").game, Acting)
    while game.table.todo[-1].only:
        step = game.table.todo[-1]
        game = until(say(game, step.seat, answers.Take(prompt=step.id)), Acting)
    step = game.table.todo[-1]
    game = until(say(game, step.seat, answers.Take(prompt=step.id, action="aim")), Acting)
    shown = page(game, step.seat)
    assert "Done. Each action once per activation (rule 304)." in shown
    assert "End activation" in shown and "1 of 2 actions left" in shown


@pytest.mark.rule(304)
def test_a_tap_on_a_tile_takes_the_action_and_says_on_whom() -> None:
    """The plain move asks for nobody; the tile beside it names whom it goes into contact with."""
    game = until(two_at_an_operation(mission="shifting-priorities-operation").game, Acting)
    while game.table.todo[-1].only:
        step = game.table.todo[-1]
        game = until(say(game, step.seat, answers.Take(prompt=step.id)), Acting)
    step = game.table.todo[-1]
    foe = next(unit.id for unit in game.table.army(other(step.seat)) if unit.deployed)
    shown = page(game, step.seat)
    assert 'value="say move alone"' in shown and 'value="say aim alone"' in shown
    for button, on in (("say move alone", ""), ("say move", foe)):
        form = QueryDict(f"do={button}&say=take&prompt={step.id}&on.move={foe}&seat={step.seat}")
        assert FORMS["say"].read(form).said == answers.Take(prompt=step.id, action="move", on=on)
        assert not engine.problems(view(game, step.seat), FORMS["say"].read(form).said)


def test_the_sheet_begins_with_the_cover_that_was_told_last() -> None:
    told = [AttackDeclared(by="one.1", on="two.2", weapons=(), dice=(), cover=cover) for cover in (2, 1)]
    acts = [LoggedAct("", "", datetime(2026, 11, 16, tzinfo=UTC), (one,)) for one in told]
    aimed = tuple(Aimed(unit, (), cover=True) for unit in ("two.1", "two.2"))
    prompt = with_cover(Prompt("p", "sheet", "strike", "", "", aimed=aimed), acts)
    assert [one.told for one in prompt.aimed] == [0, 1]


def test_who_waits_in_an_attack_sees_who_attacks_whom_and_how_far_it_is() -> None:
    game = until(two_at_an_operation(mission="shifting-priorities-operation", dice="own").game, Fight)
    attack = game.table.todo[-1].attack
    asked = next(seat for seat in SEATS if open_step(view(game, seat)))
    part = part_for(Shown(game), other(asked))
    assert part.prompt is None and part.bout and (part.bout.by, part.bout.on) == (attack.by, attack.on)
    shown = render_page(part)
    assert "The attack so far" in shown and 'class="duel-line"' in shown
    assert part_for(Shown(game), asked).bout is None, "who is asked has it with the prompt"


def test_revealed_command_cards_say_what_they_do() -> None:
    table = two_at_an_operation(mission="shifting-priorities-operation").game.table
    shown = CardsRevealed(cards={"one": "shock-and-awe", "two": "teamwork"}, pips={"one": 3, "two": 3})
    table = replace(table, blue="one")
    act = LoggedAct("", "", datetime(2026, 11, 16, tzinfo=UTC), (shown,))
    told = [card.text for card in news(table, [act]).revealed]
    assert all(told) and told == [command_card(table, card).text for card in shown.cards.values()]


def test_units_that_a_card_orders_in_any_case_are_ticked() -> None:
    """Teamwork orders a Commander and two Corps units, and the squad has one Commander."""
    game = until(two_at_an_operation(mission="shifting-priorities-operation").game, LayCard)
    table = game.table
    captain = next(unit for unit in table.army("two") if unit.rank == "commander")
    chair = replace(table.chairs["two"], played="teamwork")
    step = OrderUnits(id="r1.orders.two", seat="two")
    table = replace(table, chairs={**table.chairs, "two": chair}, todo=(*table.todo, step), marks={})
    ticked = [one.unit for one in prompt_for(view(replace(game, table=table), "two")).options if one.on]
    assert ticked == [captain.id]


def test_the_log_names_the_unit_that_did_it_and_the_token_that_was_drawn() -> None:
    table = two_at_an_operation(mission="shifting-priorities-operation").game.table
    one, two = (next(table.army(seat)) for seat in SEATS)
    wound = UnitChanged(unit=one.id, what="wound", by=2, why=two.id)
    assert tell(table, wound) == f"{one.name} suffered 2 wounds ({two.name})"
    drawn = (TokenDrawn(seat="one", rank=rank) for rank in ("operative", "corps"))
    assert [tell(table, one) for one in drawn] == ["Ann drew an Operative token", "Ann drew a Corps token"]


@pytest.mark.rule(327)
def test_the_log_says_which_unit_or_rank_a_covert_token_was() -> None:
    """Each is placed at its own token, so both players have to know."""
    table = two_at_an_operation(mission="shifting-priorities-operation").game.table
    unit = next(table.army("one"))
    opened = CovertOpened(seat="one", tokens={"covert-1": unit.id, "covert-2": "special-forces"})
    assert tell(table, opened) == f"Ann opened covert token 1: {unit.name}, covert token 2: Special Forces"


@pytest.mark.parametrize(("order", "said"), [("", "has no order now"), ("facedown", "has a facedown order")])
def test_the_log_says_what_became_of_an_order(order: str, said: str) -> None:
    table = two_at_an_operation(mission="shifting-priorities-operation").game.table
    unit = next(table.army("one"))
    assert tell(table, OrderTurned(unit=unit.id, order=order)) == f"{unit.name} {said}"


def test_a_standby_may_be_used_from_the_page_until_the_next_act_begins() -> None:
    game = until(two_at_an_operation(mission="shifting-priorities-operation").game, Acting)
    while game.table.todo[-1].only:
        step = game.table.todo[-1]
        game = until(say(game, step.seat, answers.Take(prompt=step.id)), Acting)
    step = game.table.todo[-1]
    foe = other(step.seat)
    guard = next(unit for unit in game.table.army(foe) if unit.deployed)
    table = replace(
        game.table,
        marks={**game.table.marks, f"acted.{step.unit}": 1},
        units={**game.table.units, guard.id: replace(guard, tokens={"standby": 1})},
    )
    game = replace(game, table=table)
    assert f'value="react {guard.id} attack"' in page(game, foe)
    assert "Use the Standby of" not in page(game, step.seat) + page(game, "watch")
    form = QueryDict(f"do=react {guard.id} move&seat={foe}")
    game = say(game, foe, FORMS["react"].read(form).said)  # type: ignore[attr-defined]
    assert "Use the Standby of" not in page(game, foe)


def test_rows_lead_to_the_cards_of_a_unit_and_loadouts_are_on_the_table() -> None:
    game = until(two_at_an_operation(mission="disabled-vehicle").game, Acting)
    part = part_for(Shown(game), "watch")
    shown = render_page(part)
    unit = next(unit for unit in game.table.units.values() if unit.seat == "two")
    assert f'href="/squads/unit/{unit.card}?edition=playtest"' in shown
    assert part.operation and all(len(squad.loadouts) == 3 for squad in part.operation.squads)
    assert "of 15 wounds left" in shown and (part.goal, part.rounds) == (0, 4)


@pytest.mark.rule(297)
def test_ending_early_is_offered_where_nothing_can_change_the_result(codes: Game) -> None:
    """Red has lost all units: Blue holds out (G23). Watchers are told nothing to tap."""
    game = until(codes, Acting)
    red = game.table.seat_of("red")
    lost = {unit.id: replace(unit, gone="defeated") for unit in game.table.army(red)}
    over = replace(game, table=replace(game.table, units={**game.table.units, **lost}))
    blue = over.table.chairs[other(red)].name
    for seat in SEATS:
        assert "End the game here?" not in page(game, seat)
        assert f"{blue} wins, whatever else happens" in page(over, seat)
        assert f'value="end-here {seat}"' in page(over, seat)
    assert "End the game here?" not in page(over, "watch")


@pytest.mark.rule(298, 315)
@pytest.mark.parametrize(("about", "rule", "other"), [("table", 298, 442), ("terrain", 315, 455)])
def test_table_and_terrain_are_set_up_by_the_rules_of_the_mode(
    codes: Game, about: str, rule: int, other: int
) -> None:
    """Inches and a tape; open or impassable terrain. Nothing of Recon's own setup."""
    game = codes
    while getattr(game.table.todo[-1], "about", "") != about:
        game = say(game, "one", next(iter(legal(view(game, "one")))))
    shown = page(game, "one")
    assert f"/rules/{rule}" in shown and f"/rules/{other}" not in shown


def test_dice_of_ones_own_that_are_rolled_again_have_a_prompt() -> None:
    """The Aim is spent, its two dice are typed in or rolled; only the attacker is asked."""
    bench = Bench(with_unit(table(dice="own"), "one.2", tokens={"aim": 1})).attack("one.2", "two.2")
    bench.say("one", answers.Dice(prompt=bench.step.id, faces=("hit", "blank", "blank", "blank")))
    game = bench.spend("aim", dice=(1, 2)).game
    assert "rerolls" in page(game, "one")
    assert "Enter these dice" in page(game, "one")
    assert "Enter these dice" not in page(game, "two") and 'name="typed"' in page(game, "one")
    with pytest.raises(Refused, match=r"game\.no_faces"):
        FORMS["say"].read(QueryDict(f"do=say&say=dice&prompt={bench.step.id}&typed=on"))


def test_a_second_target_is_offered_by_its_own_words() -> None:
    """Arsenal: the weapons that are left, and who is not attacked yet."""
    before = table(squads=("mandalorian-super-commandos", "infantry"), edition="v1.1")
    armed = with_chair(before, "one", assets=("he-grenades",))
    bench = Bench(armed).attack(the(armed, "mandalorian-captain"), "two.2", "ranged-1")
    shown = page(bench.game, "one")
    assert "attacks another unit" in shown and "Attack nobody else" in shown and "HE Grenades" in shown
