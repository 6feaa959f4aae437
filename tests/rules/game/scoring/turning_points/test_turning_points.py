"""The Turning Points: every rule of their cards at its moment (rules 48 to 61; the mission cards)."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game import steps
from muster.rules.game.answers import Act, Claim, Defeat, RoundTold, Say, Suppress
from muster.rules.game.game import changes
from muster.rules.game.hooks import at
from muster.rules.game.log.events import Scored
from muster.rules.game.log.evolve import evolve
from muster.rules.game.missions import mission_cards
from muster.rules.game.phases.activation import actions, rally_dice
from muster.rules.game.scoring.commanding import order_from_pool
from muster.rules.game.scoring.contesting import contesting, own_courage, panicked, secured_by
from muster.rules.game.scoring.turning_points import golden_opportunity
from muster.rules.game.sides.handover import side_record
from muster.rules.game.steps.step import Choose
from muster.rules.game.steps.step import Roll as RollStep
from muster.rules.game.table import Chair, Game, Marker, Mission, Score, Table, view
from muster.rules.violations import Refused
from tests.rules.game.card_tables import answered, is_question
from tests.rules.game.game_table import army
from tests.rules.game.golden_games import Golden

EVAC = "evacuation-point-1"


def table(mission: str, round: int = 2, **places: tuple[str, ...]) -> Table:
    """Seat one is Blue; everybody is on the table; places with their dashes as underscores."""
    units = {unit.id: replace(unit, deployed=True) for unit in (*army("one"), *army("two"))}
    markers = {one.id: one for one in mission_cards()[mission].tokens}
    near = {token.replace("_", "-"): ids for token, ids in places.items()}
    return Table(
        mode="turning-point", round=round, phase="end", blue="one", units=units, markers=markers,
        mission=Mission(objective=mission), places=near, chairs={"one": Chair(), "two": Chair()},
    )  # fmt: skip


def after(before: Table, hook: Any, **moment: Any) -> Table:
    game = Game(table=before)
    for event in at(before, hook, **moment).events:
        game = evolve(game, event)
    return game.table


def points(before: Table, hook: Any = "score", unit: str = "") -> tuple[int, int]:
    scored = [event.score for event in at(before, hook, unit).events if isinstance(event, Scored)]
    return tuple(sum(one.points for one in scored if one.side == side) for side in ("blue", "red"))  # type: ignore[return-value]


def play(mission: str, **row: Any) -> Golden:
    """A game of a mission where everything is answered with the least, but for this."""
    return Golden({"mission": mission, "setup": {"places": {}, "again": {}, **row}})


# Score only ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mission", "wrong", "code"),
    [
        ("wipe-them-out", {"marks": ("off", "off-leader")}, "game.one_box"),
        ("wipe-them-out", {"marks": ("escaped",)}, "game.no_mark"),
        ("wipe-them-out", {"holds": {"evacuation-point-1": "both"}}, "game.one_holder"),
        ("the-hammer-falls", {"counts": {"civilians.blue": 2, "civilians.red": 2}}, "game.how_many"),
        ("the-hammer-falls", {"counts": {"civilians.blue": -1}}, "game.how_many"),
        ("the-hammer-falls", {"holds": {"civilians-6": "blue"}}, "game.no_token"),
        ("running-out-of-time", {"counts": {"goods.cargo-container-4": 14}}, "game.how_many"),
        ("running-out-of-time", {"counts": {"goods.stockpile-1": 1}}, "game.no_mark"),
        (
            "caught-in-the-act",
            {"marks": ("destroyed.material-cache-1", "destroyed.material-cache-2")},
            "game.one_box",
        ),
        ("golden-opportunity", {"marks": ("removed.cargo-ramp-5",)}, "game.no_mark"),
        ("the-big-one", {"marks": ("identified.green",)}, "game.no_mark"),
    ],
)
def test_what_cannot_be_is_not_told(mission: str, wrong: dict[str, Any], code: str) -> None:
    golden = Golden({"mission": mission, "setup": {"places": {}}}, level="score")
    step = golden.until(steps.TellRound, round=2)
    before = golden.table
    with pytest.raises(Refused) as refused:
        golden.played.say("one", RoundTold(prompt=step.id, **wrong))
    assert [one.code for one in refused.value.violations] == [code]
    assert golden.table == before


# Wipe Them Out ---------------------------------------------------------------------------------------------


@pytest.mark.rule(49)
def test_five_positions_lie_in_red_territory_and_the_evacuation_point_in_contested() -> None:
    tokens = mission_cards()["wipe-them-out"].tokens
    where = {(one.name, one.x, one.y, one.side) for one in tokens}
    positions = {(18, 9), (54, 9), (24, 18), (48, 18), (36, 21)}
    assert where == {("Evacuation Point", 36, 6, None)} | {
        ("Defensive Position", x, y, "red") for x, y in positions
    }


@pytest.mark.rule(50, 51, 52)
def test_each_token_secured_scores_from_round_2_and_those_of_blue_score_twice_and_leave() -> None:
    places = {
        "defensive_position_2": ("one.1",),
        "defensive_position_3": ("two.1",),
        "evacuation_point_1": ("one.2",),
    }
    assert points(table("wipe-them-out", 1, **places)) == (0, 0)
    assert points(table("wipe-them-out", 2, **places)) == (4, 1)
    gone = {
        one.id for one in after(table("wipe-them-out", 2, **places), "score").markers.values() if one.gone
    }
    assert gone == {"defensive-position-2", EVAC}
    assert not any(one.gone for one in after(table("wipe-them-out", 1, **places), "score").markers.values())


@pytest.mark.rule(54, 55)
@pytest.mark.parametrize(
    ("round", "corps", "commander"), [(1, 2, 2), (2, 2, 2), (3, 2, 3), (4, 2, 4), (5, 2, 4)]
)
def test_red_takes_one_unit_off_where_it_secures_the_evacuation_point(
    round: int, corps: int, commander: int
) -> None:
    before = table("wipe-them-out", round, evacuation_point_1=("two.1", "two.2", "one.1"))
    (step,) = at(before, "secondary").then
    assert isinstance(step, Choose)
    assert (step.seat, step.options, step.least, step.most) == ("two", ("two.1", "two.2"), 0, 1)
    for unit, worth in (("two.2", corps), ("two.1", commander)):
        outcome = answered(before, step, unit)
        assert [event.score.points for event in outcome.events if isinstance(event, Scored)] == [worth]
        off = evolve(Game(table=before), outcome.events[1]).table
        assert off.units[unit].gone == "off", "taken off alive, not defeated (G25)"
    shared = table("wipe-them-out", round, evacuation_point_1=("two.1", "one.1"))
    assert at(shared, "secondary").then == (), "not secured"


@pytest.mark.rule(54)
def test_nobody_flies_out_once_blue_has_taken_the_evacuation_point() -> None:
    before = table("wipe-them-out", 2, evacuation_point_1=("one.1", "one.2", "two.2"))
    assert at(after(before, "score"), "secondary").then == ()


@pytest.mark.rule(56, 57)
def test_a_red_unit_defeated_from_near_is_captured_and_any_number_is_one_point() -> None:
    golden = play("wipe-them-out")
    golden.until(steps.Turn)
    golden.played.say("two", Defeat(unit="two.2", near=True))
    golden.played.say("two", Defeat(unit="two.3"))
    ask = golden.table.todo[-1]
    assert is_question(ask) and ask.what == "captured"
    golden.played.say("one", Say(prompt=ask.id, yes=True))
    golden.played.say("two", Defeat(unit="two.4"))
    golden.played.say("two", Say(prompt=golden.table.todo[-1].id, yes=False))
    golden.played.say("one", Defeat(unit="one.4"))
    assert not is_question(golden.table.todo[-1]), "Red captures nobody"
    golden.until(steps.LayCard, round=2)
    assert [(one.points, one.reason, one.round) for one in golden.table.scores] == [(1, "captured", 1)]


@pytest.mark.rule(58)
def test_three_points_from_the_secondary_are_a_fact_of_the_record() -> None:
    def score(side: Any, worth: int, reason: str) -> Score:
        return Score(side=side, points=worth, card="wipe-them-out", reason=reason, round=2)

    before = replace(
        table("wipe-them-out"),
        scores=(
            score("red", 2, "transports"),
            score("red", 5, "secured"),
            score("blue", 1, "captured"),
            score("blue", 8, "secured"),
        ),
    )
    assert side_record(before, "red").mission_facts == side_record(before, "blue").mission_facts == ()
    more = replace(
        before, scores=(*before.scores, score("red", 1, "transports"), score("blue", 1, "captured"))
    )
    assert side_record(more, "red").mission_facts == ("three-from-secondary",)
    assert side_record(more, "blue").mission_facts == (), "two are not enough"


@pytest.mark.rule(59)
def test_a_different_blue_unit_moves_for_each_position_removed() -> None:
    before = table("wipe-them-out", 3)
    assert at(before, "activations").then == ()
    gone = {
        id: replace(one, gone=True)
        for id, one in before.markers.items()
        if id in (EVAC, "defensive-position-2", "defensive-position-3")
    }
    (step,) = at(replace(before, markers=before.markers | gone), "activations").then
    assert isinstance(step, Choose)
    assert (step.seat, step.least, step.most) == ("one", 0, 2), "the Evacuation Point is no position"


@pytest.mark.rule(60)
def test_every_red_unit_deploys_prepared_before_the_first_round() -> None:
    golden = play("wipe-them-out")
    golden.until(steps.LayCard)
    units = golden.table.units.values()
    assert all(unit.prepared and unit.deployed and unit.has("dodge") for unit in units if unit.seat == "two")
    assert [unit.id for unit in units if unit.seat == "one" and unit.deployed] == ["one.6"], "its own keyword"


@pytest.mark.rule(61)
def test_beside_a_position_a_red_unit_has_one_courage_more() -> None:
    golden = play("wipe-them-out")
    golden.until(steps.Turn)
    golden.played.say("two", Suppress(unit="two.2", number=2))
    ask = golden.table.todo[-1]
    assert is_question(ask) and (ask.what, ask.unit) == ("sheltered", "two.2")
    assert panicked(golden.table, golden.table.units["two.2"])
    golden.played.say("two", Say(prompt=ask.id, yes=True))
    unit = golden.table.units["two.2"]
    assert not panicked(golden.table, unit) and actions(golden.table, unit) == 1
    golden.played.say("two", Act(unit="two.2", what="shelter"))
    assert panicked(golden.table, golden.table.units["two.2"]), "it left the shelter"
    golden.played.say("one", Suppress(unit="one.2", number=2))
    assert not is_question(golden.table.todo[-1]), "Blue has no shelter"
    with pytest.raises(Refused):
        golden.played.say("one", Act(unit="one.2", what="shelter"))


@pytest.mark.rule(51, 61)
def test_a_position_that_leaves_shelters_nobody_any_longer() -> None:
    """Who was sheltered where is not known: with any position gone somebody looks again."""
    before = replace(table("wipe-them-out", defensive_position_2=("one.1",)), marks={"sheltered.two.2": 1})
    assert own_courage(before, before.units["two.2"]) == 2
    now = after(before, "score")
    assert now.markers["defensive-position-2"].gone and own_courage(now, now.units["two.2"]) == 1
    stays = after(replace(before, places={"defensive-position-2": ("two.1",)}), "score")
    assert own_courage(stays, stays.units["two.2"]) == 2, "nothing left the table"


@pytest.mark.rule(55)
def test_a_promoted_trooper_flies_out_as_a_commander() -> None:
    before = table("wipe-them-out", 4, evacuation_point_1=("two.2",))
    promoted = replace(before.units["two.2"], tokens={"commander": 1})
    before = replace(before, units={**before.units, "two.2": promoted})
    (step,) = at(before, "secondary").then
    flown = answered(before, step, "two.2")
    assert [event.score.points for event in flown.events if isinstance(event, Scored)] == [4]


# The Big One -----------------------------------------------------------------------------------------------


def test_the_command_center_stays_and_stockpiles_of_blue_leave() -> None:
    places = {
        "command_center_1": ("one.1",),
        "supply_stockpile_2": ("one.2",),
        "supply_stockpile_3": ("two.2",),
    }
    assert points(table("the-big-one", 1, **places)) == (0, 0)
    assert points(table("the-big-one", 2, **places)) == (3 + 2, 1)
    assert points(table("the-big-one", 2, command_center_1=("two.1",))) == (0, 2)
    left = after(table("the-big-one", 2, **places), "score").markers
    assert {id for id, one in left.items() if one.gone} == {"supply-stockpile-2"}


def test_holorecorders_go_to_units_that_are_no_commanders_and_identify_once_a_side() -> None:
    golden = play("the-big-one", answers={"holorecorder": ["one.5", "two.5"], "identified": True})
    step = golden.until(Choose)
    assert (step.seat, step.what, step.least, step.most) == ("one", "holorecorder", 1, 1)
    assert "one.1" not in step.options and len(step.options) == 5
    golden.until(steps.LayCard, round=4)
    scores = [(one.side, one.points, one.reason, one.round) for one in golden.table.scores]
    assert sorted(scores) == [("blue", 2, "identified", 2), ("red", 2, "identified", 2)]


@pytest.mark.parametrize("deployed", [True, False])
def test_a_holder_that_has_not_entered_identifies_nobody(deployed: bool) -> None:
    before = table("the-big-one")
    held = Marker(id="holorecorder-blue", name="Holorecorder", kind="asset", of="blue", holder="one.5")
    units = {**before.units, "one.5": replace(before.units["one.5"], deployed=deployed)}
    seen = replace(before, units=units, markers={**before.markers, held.id: held})
    assert [(step.what, step.unit) for step in at(seen, "unit-end", "one.5").then] == [
        ("identified", "one.5")
    ] * deployed


def test_up_to_half_of_reds_troopers_deploy_prepared() -> None:
    golden = play("the-big-one")
    while (step := golden.until(Choose)).what != "half-prepared":
        golden.answer()
    assert (step.seat, step.least, step.most, len(step.options)) == ("two", 0, 3, 6)


def test_a_paragon_not_panicked_lends_and_takes_a_rally_die() -> None:
    golden = play("the-big-one", answers={"paragon": ["one.1"], "near-paragon": True})
    golden.until(steps.Turn, round=2)
    for unit, expected in (("one.2", 4), ("two.2", 2)):
        seat = unit.split(".")[0]
        golden.played.say(seat, Suppress(unit=unit, number=3))  # type: ignore[arg-type]
        before = golden.table
        outcome = at(before, "unit-start", unit)
        (ask,) = outcome.then
        assert is_question(ask) and ask.what == "near-paragon"
        name = f"rally-{'more' if seat == 'one' else 'less'}.{unit}.r2"
        marked = replace(before, marks={**before.marks, name: 1})
        assert len(rally_dice(marked, marked.units[unit])) == expected
    one = replace(golden.table.units["two.2"], suppression=1)
    lone = replace(golden.table, units={**golden.table.units, "two.2": one})
    assert at(lone, "unit-start", "two.2").then == (), "at least one die"


# The Hammer Falls ------------------------------------------------------------------------------------------


def test_a_bombardment_rolls_a_die_for_each_cannon_blue_does_not_secure() -> None:
    before = table("the-hammer-falls", 1, defense_cannon_1=("one.1",), defense_cannon_2=("two.1",))
    assert not any(isinstance(step, RollStep) for step in at(before, "end-start").then)
    laid = replace(before, marks={"bombardment.r1": 1})
    (roll,) = at(laid, "end-start").then
    assert isinstance(roll, RollStep) and len(roll.dice) == 4 and roll.seat == "two"


def test_blue_comes_with_reinforcements_that_move_in_the_first_end_phase() -> None:
    golden = Golden({"mission": "the-hammer-falls", "setup": {"places": {}}})
    golden.until(steps.TellPlaces)
    golden.answer()
    move = golden.table.todo[-1]
    assert isinstance(move, steps.Confirm) and (move.about, move.seat) == ("reinforcements", "one")


def test_civilians_count_once_for_a_unit_and_only_troopers_claim_them() -> None:
    before = table("the-hammer-falls", 2)
    held = {id: replace(one, holder="one.2") for id, one in before.markers.items() if one.name == "Civilians"}
    assert points(replace(before, markers=before.markers | held)) == (1, 0)
    assert points(replace(before, round=1, markers=before.markers | held)) == (0, 0)
    acting = replace(before, phase="activation", acting="one.2")
    said = [one for one in changes(view(Game(table=acting), "one")) if isinstance(one, Claim)]
    assert {one.unit for one in said} == {"one.2"} and len(said) == 3, "who acts, any of the three"
    walker = replace(before.units["one.2"], unit_type="ground-vehicle")
    rolls = replace(acting, units={**before.units, "one.2": walker})
    assert not any(isinstance(one, Claim) for one in changes(view(Game(table=rolls), "one")))


# Caught in the Act -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("caches", "worth"), [(1, 0), (2, 1), (3, 2), (4, 3), (6, 3)])
def test_caches_contested_score_by_their_number_and_shared_ones_for_both(caches: int, worth: int) -> None:
    both = {f"material_cache_{number}": ("one.1", "two.1") for number in range(1, caches + 1)}
    assert points(table("caught-in-the-act", 2, **both)) == (worth, worth)
    assert points(table("caught-in-the-act", 1, **both)) == (0, 0)


def test_a_green_token_is_taken_once_for_a_unit_cache_and_phase_and_only_empty_caches_refill() -> None:
    golden = play("caught-in-the-act")
    acting = golden.until(steps.UnitActs).unit
    seat = golden.table.units[acting].seat
    with pytest.raises(Refused):
        golden.played.say(seat, Act(unit=acting, what="take-aim", marker="material-cache-1"))
    golden.played.say(seat, Act(unit=acting, what="enter"))
    golden.played.say(seat, Act(unit=acting, what="take-aim", marker="material-cache-1"))
    assert golden.table.units[acting].tokens["aim"] == 1
    for again in ("take-aim", "take-dodge"):
        with pytest.raises(Refused):
            golden.played.say(seat, Act(unit=acting, what=again, marker="material-cache-1"))
    golden.played.say(seat, Act(unit=acting, what="take-dodge", marker="material-cache-2"))
    golden.until(steps.UnitActs, round=2)
    marks = golden.table.marks
    assert marks.get("material-cache-1.aim", 0) == 0, "not empty, so nothing was added"
    assert marks["material-cache-1.dodge"] == marks["material-cache-3.aim"] == 1


def test_blue_orders_one_unit_more_out_of_the_pool() -> None:
    golden = play("caught-in-the-act", answers={"own-order": ["one.2"]})
    golden.until(steps.Turn)
    ordered = [unit.id for unit in golden.table.army("one") if unit.order]
    assert ordered == ["one.1", "one.2"], "the first by the card"
    pool = sorted(golden.table.chairs["one"].pool)
    assert pool == ["corps", "corps", "special-forces", "support"], "its token left the pool"


def test_reds_commander_takes_suppression_for_orders_and_moves() -> None:
    golden = play("caught-in-the-act", answers={"commanded": ["two.2", "two.3"], "order-or-move": ["order"]})
    golden.until(steps.Turn, round=2)
    units = golden.table.units
    assert units["two.1"].suppression == 2
    ordered = [id for id, unit in units.items() if unit.seat == "two" and unit.order == "faceup"]
    assert ordered == ["two.1", "two.2", "two.3"], "the first by the card"
    assert sum(rank == "corps" for rank in golden.table.chairs["two"].pool) == 1


def test_a_unit_that_was_ordered_meanwhile_takes_no_other_token_out_of_the_pool() -> None:
    """G11: with two tokens gone for one order another unit had none left, and its player's turn no answer."""
    golden = play("caught-in-the-act", answers={"commanded": ["two.2", "two.3"]})
    golden.until(steps.Turn, round=2)
    free = next(unit for unit in golden.table.army("two") if unit.rank == "corps" and not unit.order)
    ordered = golden.table.units | {free.id: replace(free, order="faceup")}
    assert [type(event).__name__ for event in order_from_pool(golden.table, free.id)] == [
        "OrdersGiven",
        "PoolsMade",
    ]
    assert order_from_pool(replace(golden.table, units=ordered), free.id) == ()


# Running Out of Time ---------------------------------------------------------------------------------------


def test_goods_are_seized_and_stashed_in_different_activations() -> None:
    golden = play("running-out-of-time")
    acting = golden.until(steps.UnitActs).unit
    seat = golden.table.units[acting].seat
    with pytest.raises(Refused):
        golden.played.say(seat, Act(unit=acting, what="stash", marker="cargo-container-4"))
    with pytest.raises(Refused):
        golden.played.say(seat, Act(unit=acting, what="seize", marker="stockpile-2"))
    golden.played.say(seat, Act(unit=acting, what="enter"))
    golden.played.say(seat, Act(unit=acting, what="seize", marker="stockpile-2"))
    assert (
        golden.table.markers["stockpile-2"].amount == 4 and golden.table.units[acting].tokens["treasure"] == 1
    )
    for what, marker in (("seize", "stockpile-2"), ("stash", "cargo-container-4")):
        with pytest.raises(Refused):
            golden.played.say(seat, Act(unit=acting, what=what, marker=marker))
    while golden.until(steps.UnitActs, round=2).unit != acting:
        golden.answer()
    golden.played.say(seat, Act(unit=acting, what="stash", marker="cargo-container-4"))
    assert golden.table.markers["cargo-container-4"].amount == 1 and not golden.table.units[acting].has(
        "treasure"
    )
    with pytest.raises(Refused):
        golden.played.say(seat, Act(unit=acting, what="seize", marker="cargo-container-4"))


@pytest.mark.parametrize("what", ["seize", "stash"])
def test_goods_are_nothing_to_a_unit_that_has_not_entered(what: str) -> None:
    before = replace(table("running-out-of-time"), phase="activation", acting="one.1")
    carrier = replace(before.units["one.1"], tokens={"treasure": 1})
    for deployed in (True, False):
        units = {**before.units, "one.1": replace(carrier, deployed=deployed)}
        seen = view(Game(table=replace(before, units=units)), "one")
        offered = {said.what for said in changes(seen) if isinstance(said, Act)}
        assert (what in offered) is deployed


@pytest.mark.parametrize(("amount", "worth"), [(0, 0), (1, 1), (2, 1), (3, 2), (9, 2)])
def test_a_container_is_worth_one_with_a_token_and_two_with_three(amount: int, worth: int) -> None:
    before = table("running-out-of-time", 2, cargo_container_4=("one.1",))
    full = replace(before.markers["cargo-container-4"], amount=amount)
    filled = replace(before, markers={**before.markers, full.id: full})
    assert points(filled) == (worth, 0)
    assert points(replace(filled, round=1)) == (0, 0)
    assert sum(one.amount for one in before.markers.values()) == 13


def test_only_a_carrier_is_worth_a_point_and_for_its_enemy() -> None:
    before = table("running-out-of-time", 1)
    assert points(before, "defeated", "one.2") == (0, 0)
    rich = replace(before.units["one.2"], tokens={"treasure": 2}, gone="defeated")
    assert points(replace(before, units={**before.units, "one.2": rich}), "defeated", "one.2") == (0, 1)


# Seize Your Destiny ----------------------------------------------------------------------------------------


def test_only_commanders_contest_the_dueling_ground() -> None:
    before = table(
        "seize-your-destiny", 2, dueling_ground_3=("one.2", "one.3", "two.1"), landmark_1=("one.2",)
    )
    ground = before.markers["dueling-ground-3"]
    assert (ground.reach, before.markers["landmark-1"].reach) == (1, 2)
    assert contesting(before, ground, "blue") == () and secured_by(before, ground) == "red"
    assert points(before) == (2, 1)
    promoted = replace(before.units["one.2"], tokens={"commander": 1})
    assert secured_by(replace(before, units={**before.units, "one.2": promoted}), ground) is None


def test_each_may_send_a_commander_that_is_not_unique_as_champion() -> None:
    golden = play("seize-your-destiny", answers={"champion": ["one.1"], "champion-gift": ["relentless"]})
    golden.until(steps.UnitActs)
    keywords = {id: unit.keywords for id, unit in golden.table.units.items()}
    assert keywords["one.1"] == ("infiltrate", "relentless") and keywords["two.1"] == ()
    before = table("seize-your-destiny", 1)
    unique = replace(before.units["one.1"], unique=True)
    (step,) = at(replace(before, units={**before.units, "one.1": unique}), "activations").then
    assert isinstance(step, Choose) and step.seat == "two"


# Golden Opportunity ----------------------------------------------------------------------------------------


def test_equipment_removed_scores_again_in_every_end_phase() -> None:
    before = table("golden-opportunity", 2, military_equipment_1=("two.1",), cargo_ramp_5=("two.2",))
    gone = {id: replace(one, gone=True) for id, one in before.markers.items() if id.endswith(("-3", "-4"))}
    left = replace(before, markers=before.markers | gone)
    assert points(left) == (2, 3) == points(replace(left, round=5))
    assert points(replace(left, round=1)) == (0, 0)
    assert golden_opportunity.removed_equipment(left) == 2


def test_an_escape_and_two_defeats_in_a_round_score_in_that_round_only() -> None:
    before = table("golden-opportunity", 3)
    assert points(replace(before, marks={"escaped.r3": 2, "fell.r3": 1})) == (1, 0)
    assert points(replace(before, marks={"escaped.r2": 1, "fell.r3": 2})) == (0, 2)


def test_a_unit_that_escapes_is_not_defeated_and_keeps_its_side_from_being_tabled() -> None:
    golden = play("golden-opportunity", answers={"at-ramp": ["one.1"]})
    while golden.until(steps.UnitActs).unit != "one.1":
        golden.answer()
    assert "incognito" in golden.table.units["one.1"].keywords
    with pytest.raises(Refused):
        golden.played.say("two", Act(unit="two.1", what="escape"))
    golden.played.say("one", Act(unit="one.1", what="escape"))
    for number in range(2, 7):
        golden.played.say("one", Defeat(unit=f"one.{number}"))
    assert golden.table.ended is None, "G25"
    record = side_record(golden.table, "blue")
    assert record.contesting == ()


def test_reds_pool_is_spent_and_refilled() -> None:
    golden = play("golden-opportunity", answers={"spend-pool": ["two.2"]})
    golden.until(steps.Turn, round=2)
    unit = golden.table.units["two.2"]
    assert [unit.tokens.get(green, 0) for green in ("aim", "dodge", "surge")] == [1, 1, 1]
    assert not any(golden.table.marks.get(f"pool.{green}", 0) for green in ("aim", "dodge", "surge"))
    golden.row = {"places": {}, "answers": {"refill-pool": ["two.2"]}}
    golden.until(steps.LayCard, round=3)
    assert all(golden.table.marks.get(f"pool.{green}", 0) for green in ("aim", "dodge", "surge"))
