"""What units carry from a campaign, at its moment and within its limits (rules 42, 45, 202 to 217, 249, 268
to 279)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game import steps
from muster.rules.game.answers import Act, Defeat, Lay, Say, Suppress, Tokens, Units, Wound
from muster.rules.game.effects.setbacks import hits_lost
from muster.rules.game.game import changes
from muster.rules.game.hooks import at
from muster.rules.game.log.events import Drawn, ForceBrought, Rolled
from muster.rules.game.phases.activation import actions, rally_dice
from muster.rules.game.phases.command import pips_of
from muster.rules.game.scoring.commanding import may_be_ordered, may_be_ordered_aside
from muster.rules.game.sides.handover import handover
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Unit, view
from muster.rules.violations import Refused
from tests.rules.game.card_tables import is_question
from tests.rules.game.game_table import HAND
from tests.rules.game.golden_games import Golden

ONE_PIP, TWO_PIPS = "bl", "bk"


def with_past(more: dict[str, dict[str, Any]], **force: Any) -> Callable[[ForceBrought], ForceBrought]:
    """Units by id with what they carry; of the force, what seat one brings."""

    def bring(brought: ForceBrought) -> ForceBrought:
        units = tuple(replace(one, dossier=f"d-{one.id}", **more.get(one.id, {})) for one in brought.units)
        own = force if brought.seat == "one" else {}
        return replace(brought, units=units, **own)

    return bring


def play(
    units: dict[str, dict[str, Any]] | None = None, hand: Any = HAND, force: Any = None, **row: Any
) -> Golden:
    """A game of Seize Your Destiny, which has no effects of its own after the first Activation Phase."""
    data = {"mission": "seize-your-destiny", "setup": {"places": {}, **row}}
    return Golden(data, bring=with_past(units or {}, **(force or {})), hand=hand)


def carrying(*effects: str, **more: Any) -> dict[str, Any]:
    return {"effects": effects, **more}


def lay(golden: Golden, one: str, two: str, round: int = 1) -> None:
    """Both lay a card, and the tie die falls where there is one."""
    step = golden.until(steps.LayCard, round=round)
    golden.played.say("one", Lay(prompt=step.id, card=one))
    golden.played.say("two", Lay(prompt=step.id, card=two))


def give_orders(golden: Golden, *units: str) -> None:
    """Seat one orders these units; seat two nobody."""
    while (step := golden.until(steps.GiveOrders)).seat != "one":
        golden.answer()
    golden.played.say("one", Units(prompt=step.id, units=units))
    golden.until(steps.Turn)


def rolls(golden: Golden, purpose: str) -> list[Rolled]:
    return [event for event in golden.played.log if isinstance(event, Rolled) and event.purpose == purpose]


# Setbacks --------------------------------------------------------------------------------------------------


def test_the_cards_of_these_tests_have_one_and_two_pips() -> None:
    assert (pips_of(ONE_PIP), pips_of(TWO_PIPS)) == (1, 2)


@pytest.mark.rule(42)
@pytest.mark.parametrize(
    ("own", "theirs", "gained"), [(TWO_PIPS, ONE_PIP, 1), (ONE_PIP, TWO_PIPS, 0), (ONE_PIP, ONE_PIP, 0)]
)
def test_flat_footed_units_gain_suppression_when_the_enemy_played_fewer_pips(
    own: str, theirs: str, gained: int
) -> None:
    golden = play({"one.2": carrying("flat-footed")})
    lay(golden, own, theirs)
    assert golden.table.units["one.2"].suppression == 0, "not before the Activation Phase"
    golden.until(steps.Turn)
    assert golden.table.units["one.2"].suppression == gained


@pytest.mark.parametrize(
    ("own", "theirs", "gained"), [(ONE_PIP, TWO_PIPS, 2), (TWO_PIPS, ONE_PIP, 0), (ONE_PIP, ONE_PIP, 0)]
)
def test_behind_schedule_costs_two_suppression_and_two_observation(
    own: str, theirs: str, gained: int
) -> None:
    golden = play({"one.2": carrying("behind-schedule")})
    lay(golden, own, theirs)
    unit = golden.table.units["one.2"]
    assert (unit.suppression, unit.tokens.get("observation", 0)) == (gained, gained)


def test_a_panicked_unit_off_the_table_does_not_enter() -> None:
    """Two Suppression, twice its Courage: it has no action to move with (core: Panic)."""
    golden = play({"one.2": carrying("behind-schedule")})
    lay(golden, ONE_PIP, TWO_PIPS)
    golden.played.chance.faces["rally"] = ["blank"] * 9
    while golden.until(steps.UnitActs).unit != "one.2":
        golden.answer()
    (done,) = golden.played.legal("one")
    golden.played.say("one", done)
    assert not golden.table.units["one.2"].deployed
    golden.until(steps.TellPlaces)
    assert golden.table.units["one.3"].deployed


@pytest.mark.rule(202, 203)
def test_battle_fatigue_takes_a_hit_for_each_instance() -> None:
    unit = golden_unit("battle-fatigue", "battle-fatigue", "flat-footed")
    assert [hits_lost(unit, hits) for hits in (0, 1, 2, 5)] == [0, 1, 2, 2]
    assert hits_lost(golden_unit(), 5) == 0


def golden_unit(*effects: str) -> Unit:
    return play({"one.2": carrying(*effects)}).table.units["one.2"]


@pytest.mark.rule(205)
@pytest.mark.parametrize(("suppression", "wounds"), [(1, 0), (2, 1)])
def test_battle_shaken_units_suffer_a_wound_after_a_rally_above_their_courage(
    suppression: int, wounds: int
) -> None:
    golden = play({"one.2": carrying("battle-shaken", miniatures=4)})
    golden.until(steps.Turn)
    golden.played.say("one", Suppress(unit="one.2", number=suppression))
    golden.played.chance.faces["rally"] = ["blank"] * 9
    while golden.until(steps.UnitActs).unit != "one.2":
        golden.answer()
    assert golden.table.units["one.2"].lost == wounds


@pytest.mark.rule(206)
def test_battle_shaken_single_miniatures_suffer_it_as_the_first_activation_phase_starts() -> None:
    golden = play({"one.2": carrying("battle-shaken"), "one.3": carrying("battle-shaken", miniatures=4)})
    golden.until(steps.Turn)
    lost = {id: golden.table.units[id].lost for id in ("one.2", "one.3")}
    golden.until(steps.Turn, round=2)
    assert lost == {"one.2": 1, "one.3": 0}
    assert golden.table.units["one.2"].lost == 1, "once"


def test_a_scrambled_droid_loses_its_action_and_another_trooper_a_rally_die() -> None:
    golden = play({"one.2": carrying("scrambled", unit_type="droid-trooper"), "one.3": carrying("scrambled")})
    golden.until(steps.Turn)
    for unit in ("one.2", "one.3"):
        golden.played.say("one", Suppress(unit=unit, number=1))
    droid, trooper = (golden.table.units[id] for id in ("one.2", "one.3"))
    assert (actions(golden.table, droid), len(rally_dice(golden.table, droid))) == (1, 1)
    assert len(rally_dice(golden.table, trooper)) == 0
    plain = replace(droid, effects=())
    assert actions(golden.table, plain) == 2, "a droid that is not Scrambled keeps its action"


def test_a_compromised_unit_is_shaken_where_it_contests_with_enemies() -> None:
    golden = play({"one.2": carrying("compromised")}, places={"landmark-1": ["one.2", "two.2"]})
    golden.until(steps.LayCard, round=2)
    gains = [e for e in golden.played.log if getattr(e, "why", "") == "compromised"]
    assert [(event.unit, event.by) for event in gains] == [("one.2", 1)]
    alone = play({"one.2": carrying("compromised")}, places={"landmark-1": ["one.2"]})
    alone.until(steps.LayCard, round=2)
    assert not [e for e in alone.played.log if getattr(e, "why", "") == "compromised"]


@pytest.mark.parametrize(("near", "left"), [(True, 1), (False, 0)])
def test_losing_faith_keeps_a_suppression_near_the_paragon(near: bool, left: int) -> None:
    units = {"one.1": carrying(paragon=True), "one.2": carrying("losing-faith")}
    golden = play(units, answers={"losing-faith": near})
    golden.until(steps.TellPlaces)
    golden.played.say("one", Suppress(unit="one.2", number=1))
    golden.until(steps.LayCard, round=2)
    assert golden.table.units["one.2"].suppression == left


@pytest.mark.rule(276)
def test_courage_is_lent_within_range_3_by_a_disgraced_commander_within_range_2() -> None:
    for effects, reach in (((), 3), (("disgraced",), 2)):
        golden = play({"one.1": carrying(*effects)})
        step = _shaken_at_its_rally(golden)
        assert is_question(step) and (step.what, step.by, step.known["reach"]) == (
            "steadied",
            "one.1",
            reach,
        )
        golden.played.say("one", Say(prompt=step.id, yes=True))
        assert actions(golden.table, golden.table.units["one.2"]) == 1
    selfish = play({"one.2": carrying("self-serving")})
    assert isinstance(_shaken_at_its_rally(selfish), steps.UnitActs), "it uses no Courage but its own"
    assert actions(selfish.table, selfish.table.units["one.2"]) == 0


def _shaken_at_its_rally(golden: Golden) -> Any:
    golden.until(steps.Turn, round=2)  # in which everybody is on the table
    golden.played.say("one", Suppress(unit="one.2", number=2))
    golden.played.chance.faces["rally"] = ["blank"] * 9
    while golden.table.acting != "one.2":
        golden.answer()
    return golden.table.todo[-1]


def test_the_next_commander_is_asked_about_where_the_bravest_is_too_far() -> None:
    golden = play({"one.1": {"courage": 3}, "one.3": {"rank": "commander", "courage": 2}})
    first = _shaken_at_its_rally(golden)
    golden.played.say("one", Say(prompt=first.id, yes=False))
    second = golden.table.todo[-1]
    assert (first.by, second.by) == ("one.1", "one.3") and first.id != second.id
    golden.played.say("one", Say(prompt=second.id, yes=False))
    assert isinstance(golden.table.todo[-1], steps.UnitActs)
    assert actions(golden.table, golden.table.units["one.2"]) == 0


# Traits ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(45)
def test_conspicuous_lets_the_opponent_move_a_commander_or_operative() -> None:
    golden = play({"one.1": carrying("conspicuous"), "two.5": {"rank": "operative"}})
    while (step := golden.until(Choose)).what != "conspicuous":
        golden.answer()
    assert golden.table.phase == "end"
    assert (step.seat, step.options, step.least, step.most) == ("two", ("two.1", "two.5"), 0, 1)


@pytest.mark.rule(45)
@pytest.mark.parametrize(("moves", "worth"), [(["two.1"], 2), ([], 0)])
def test_where_the_moved_unit_stands_is_told_again_before_the_score(moves: list[str], worth: int) -> None:
    """Red's Commander comes to a Landmark as the End Phase of round 2 starts: 2 VP."""
    golden = play({"one.1": carrying("conspicuous")})
    golden.until(steps.TellPlaces, round=2)
    golden.row = {"places": {}, "again": {"landmark-1": ["two.1"]}, "answers": {"conspicuous": moves}}
    golden.until(steps.LayCard, round=3)
    assert golden.table.points("red") == worth


@pytest.mark.rule(216, 217)
@pytest.mark.parametrize(("face", "gained"), [("block", 1), ("surge", 0)])
def test_an_unsure_commander_rolls_each_time_it_is_nominated(face: str, gained: int) -> None:
    golden = play({"one.1": carrying("unsure")})
    golden.played.chance.faces["unsure"] = [face, "blank"]
    while golden.until(steps.GiveOrders).seat != "one":
        golden.answer()
    assert len(rolls(golden, "unsure")) == 1, "before the orders"
    give_orders(golden, "one.2")
    assert [golden.table.units[id].suppression for id in ("one.2", "one.3")] == [gained, 0]
    golden.until(steps.Turn, round=2)
    assert len(rolls(golden, "unsure")) == 2


def test_weight_of_responsibility_burdens_those_ordered_without_it() -> None:
    for ordered, gained in ((("one.2",), 1), (("one.1",), 0)):
        golden = play({"one.1": carrying("weight-of-responsibility")})
        give_orders(golden, *ordered)
        assert golden.table.units[ordered[0]].suppression == gained


def test_an_embittered_paragon_grieves_for_friends_within_range_3() -> None:
    golden = play({"one.1": carrying("embittered", deployed=True)})
    golden.until(steps.Turn)
    golden.played.say("one", Defeat(unit="one.3"))
    ask = golden.table.todo[-1]
    assert (ask.what, ask.unit, ask.by, ask.known["reach"]) == ("embittered", "one.1", "one.3", 3)
    golden.played.say("one", Say(prompt=ask.id, yes=True))
    assert golden.table.units["one.1"].suppression == 2


def test_on_the_back_foot_gives_priority_away_once_a_game() -> None:
    golden = play({"one.1": carrying("on-the-back-foot")}, answers={"on-the-back-foot": True})
    lay(golden, ONE_PIP, TWO_PIPS)
    assert is_question(golden.table.todo[-1]) and golden.table.priority == "one"
    assert golden.table.todo[-1].seat == "two"
    golden.answer()
    assert golden.table.priority == "two"
    assert golden.until(steps.GiveOrders).seat == "two", "the priority player orders first"
    before = len([one for one in golden.asked if one == "on-the-back-foot"])
    golden.until(steps.Turn, round=3)
    assert len([one for one in golden.asked if one == "on-the-back-foot"]) == before == 1


def test_both_may_be_on_the_back_foot_and_each_gives_priority_away_once() -> None:
    units = {id: carrying("on-the-back-foot") for id in ("one.1", "two.1")}
    golden = play(units, answers={"on-the-back-foot": True})
    lay(golden, ONE_PIP, TWO_PIPS)
    golden.answer()
    lay(golden, TWO_PIPS, ONE_PIP, round=2)
    ask = golden.table.todo[-1]
    assert is_question(ask) and (ask.what, ask.seat, ask.unit) == (
        "on-the-back-foot",
        "one",
        "two.1",
    )


def test_a_greedy_paragon_needs_a_token_or_a_point_of_interest() -> None:
    for green, yes, expected in ((True, False, 1), (False, True, 1), (False, False, 5)):
        golden = play({"one.1": carrying("greedy", courage=4)}, answers={"greedy": yes})
        golden.until(steps.Turn)
        golden.played.say("one", Suppress(unit="one.1", number=2))
        golden.played.chance.faces["rally"] = ["blank"] * 9
        while golden.until(steps.UnitActs).unit != "one.1":
            golden.answer()
        if green:
            golden.played.say("one", Tokens(unit="one.1", token="aim"))
        golden.answer()
        while is_question(golden.table.todo[-1]):
            golden.answer()
        assert golden.table.units["one.1"].suppression == expected


# Keywords --------------------------------------------------------------------------------------------------


@pytest.mark.rule(277, 278)
def test_faulty_equipment_marks_two_units_that_take_orders_from_cards_only() -> None:
    golden = play({"one.1": carrying("faulty-equipment")})
    golden.until(steps.Turn)
    assert [
        event.of
        for event in golden.played.log
        if isinstance(event, Drawn) and event.purpose == "faulty-equipment"
    ] == [6, 5]
    marked = [unit.id for unit in golden.table.army("one") if unit.has("faulty-equipment")]
    assert len(marked) == 2 and "one.1" in marked, "the first two tokens: Commander and Corps"
    free = set(may_be_ordered(golden.table, "one"))
    assert set(may_be_ordered_aside(golden.table, "one")) == free - set(marked)
    assert golden.table.units["one.1"].order == "faceup", "a command card orders them"
    assert set(marked) - {"one.1"} <= free
    golden.until(steps.Turn, round=2)
    assert len([unit for unit in golden.table.army("one") if unit.has("faulty-equipment")]) == 2, (
        "for the game"
    )


@pytest.mark.rule(279)
@pytest.mark.parametrize(("face", "ordered"), [("block", {"one.2", "one.4"}), ("surge", {"one.1", "one.2"})])
def test_an_insecure_commander_passes_its_own_order_on_after_a_block(face: str, ordered: set[str]) -> None:
    golden = play({"one.1": carrying("insecure")}, answers={"insecure": ["one.4"]})
    golden.played.chance.faces["insecure"] = [face]
    lay(golden, TWO_PIPS, ONE_PIP)
    give_orders(golden, "one.1", "one.2")
    assert {unit.id for unit in golden.table.army("one") if unit.order == "faceup"} == ordered
    assert len(rolls(golden, "insecure")) == 1


def test_a_disillusioned_paragon_takes_no_orders_and_a_hunted_one_has_a_price() -> None:
    golden = play({"one.1": carrying("disillusioned", "hunted"), "two.2": {"keywords": ("bounty",)}})
    golden.until(steps.Turn)
    assert "one.1" not in may_be_ordered(golden.table, "one")
    assert golden.table.units["one.1"].tokens["bounty"] == 1
    safe = play({"one.1": carrying("hunted")})
    safe.until(steps.Turn)
    assert not safe.table.units["one.1"].has("bounty")


# Commendations ---------------------------------------------------------------------------------------------


@pytest.mark.rule(249)
@pytest.mark.parametrize(
    ("effects", "again"), [(("special-munitions",), False), (("special-munitions", "well-stocked"), True)]
)
def test_a_use_is_once_a_game_or_once_a_round_where_another_widens_it(
    effects: tuple[str, ...], again: bool
) -> None:
    golden = play({"one.2": carrying(*effects)})
    for round, allowed in ((1, True), (2, again)):
        while golden.until(steps.UnitActs, round=round).unit != "one.2":
            golden.answer()
        offered = [one for one in changes(view(golden.played.game, "one")) if isinstance(one, Act)]
        assert bool(offered) is allowed
        if allowed:
            golden.played.say("one", Act(unit="one.2", what="special-munitions"))
        with pytest.raises(Refused):
            golden.played.say("one", Act(unit="one.2", what="special-munitions"))


@pytest.mark.rule(249)
@pytest.mark.parametrize(("face", "stands"), [("critical", True), ("surge", True), ("hit", False)])
def test_sterner_stuff_is_asked_for_when_the_last_wound_falls_once_a_game(face: str, stands: bool) -> None:
    golden = play({"one.2": carrying("sterner-stuff")})
    golden.until(steps.Turn)
    golden.played.chance.faces["sterner-stuff"] = [face]
    golden.played.say("one", Wound(unit="one.2", number=4, by="two.2"))
    ask = golden.table.todo[-1]
    assert (ask.what, golden.table.units["one.2"].gone) == ("sterner-stuff", "")
    golden.played.say("one", Say(prompt=ask.id, yes=True))
    unit = golden.table.units["one.2"]
    assert (unit.here, unit.lost) == (stands, 3 if stands else 4)
    if stands:
        golden.played.say("one", Wound(unit="one.2", number=1))
        assert golden.table.units["one.2"].gone == "defeated", "not a second time"


@pytest.mark.rule(206, 249)
def test_sterner_stuff_is_for_wounds_of_an_attack() -> None:
    golden = play({"one.2": carrying("sterner-stuff", "battle-shaken", wounds=1)})
    golden.until(steps.Turn)
    assert "sterner-stuff" not in golden.asked
    assert golden.table.units["one.2"].gone == "defeated"


@pytest.mark.rule(56, 249)
@pytest.mark.parametrize("face", ["critical", "hit"])
def test_a_unit_defeated_at_one_tap_may_be_saved_and_one_from_near_is_still_captured(face: str) -> None:
    data = {"mission": "wipe-them-out", "setup": {"places": {}}}
    golden = Golden(data, bring=with_past({"two.2": carrying("sterner-stuff")}))
    golden.until(steps.Turn)
    golden.played.chance.faces["sterner-stuff"] = [face]
    golden.played.say("two", Defeat(unit="two.2", by="one.2", near=True))
    ask = golden.table.todo[-1]
    assert (ask.what, golden.table.units["two.2"].gone) == ("sterner-stuff", "")
    golden.played.say("two", Say(prompt=ask.id, yes=True))
    unit, saved = golden.table.units["two.2"], face == "critical"
    assert (unit.here, unit.lost, unit.by) == ((True, 3, "") if saved else (False, 4, "one.2"))
    assert golden.table.marks.get("captured.r1", 0) == int(not saved)
    assert not is_question(golden.table.todo[-1]), "nobody is asked what was told"


def test_unity_adds_courage_beside_another_clone() -> None:
    clones = {id: {"unit_type": "clone-trooper", "deployed": True} for id in ("one.2", "one.3")}
    clones["one.2"]["effects"] = ("unity",)
    golden = play(clones)
    golden.until(steps.Turn)
    golden.played.say("one", Suppress(unit="one.2", number=1))
    ask = golden.table.todo[-1]
    assert (ask.what, ask.known["reach"]) == ("unity", 1)
    golden.played.say("one", Say(prompt=ask.id, yes=True))
    assert actions(golden.table, golden.table.units["one.2"]) == 2


# Assets ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(268)
def test_an_orbital_bombardment_suppresses_both_sides_once_a_game() -> None:
    answers = {"orbital-bombardment": ["landmark-1"], "orbital-near": ["one.2", "two.2"]}
    golden = play({}, force={"assets": ("orbital-bombardment",)})
    golden.until(steps.Turn, round=1)
    golden.until(steps.LayCard, round=2)
    golden.row = {"places": {}, "answers": answers}
    golden.played.chance.faces["orbital-bombardment"] = ["hit", "critical", "surge", "blank", "blank"]
    golden.until(steps.Turn, round=2)
    assert [golden.table.units[id].suppression for id in ("one.2", "two.2", "one.3")] == [2, 2, 0]
    assert len(rolls(golden, "orbital-bombardment")[0].roll.faces) == 5
    golden.until(steps.Turn, round=3)
    assert golden.asked.count("orbital-bombardment") == 2, "declined in round 1, used in round 2, then gone"


@pytest.mark.rule(269)
def test_a_combat_drop_lets_one_unit_infiltrate() -> None:
    golden = play({}, force={"assets": ("combat-drop",)}, answers={"combat-drop": ["one.3"]})
    golden.until(steps.Turn, round=2)
    assert golden.table.units["one.3"].keywords == ("infiltrate",)
    assert golden.asked.count("combat-drop") == 1


@pytest.mark.rule(271, 272)
def test_a_contingency_plan_switches_the_agenda_once_at_the_start_of_an_end_phase() -> None:
    force = {"assets": ("contingency-plan",), "agenda": "a", "agendas": ("a", "b", "c")}
    golden = play({}, force=force)
    golden.until(steps.LayCard, round=2)
    assert golden.table.chairs["one"].agenda == "a", "not switched"
    assert handover(golden.played.game).switched == {}
    golden.row = {"places": {}, "answers": {"contingency-plan": ["b"]}}
    golden.until(steps.LayCard, round=3)
    assert golden.table.chairs["one"].agenda == "b"
    assert handover(golden.played.game).switched == {"blue": "b"}, "the record has to say so"
    golden.until(steps.LayCard, round=4)
    assert golden.asked.count("contingency-plan") == 2, "asked until it is used"


@pytest.mark.rule(271)
@pytest.mark.parametrize(("agenda", "asks"), [
    ("daring-defense", ["daring-defense"]),
    ("protect-your-allies", ["protect-your-allies", "protect-others"]),
    ("persons-of-interest", []),
])  # fmt: skip
def test_an_agenda_that_a_contingency_plan_brings_is_set_up(agenda: str, asks: list[str]) -> None:
    force = {"assets": ("contingency-plan",), "agenda": "on-the-run", "agendas": ("on-the-run", agenda)}
    golden = play({}, force=force)
    golden.until(steps.TellPlaces)
    golden.row = {"places": {}, "answers": {"contingency-plan": [agenda]}}
    golden.until(steps.LayCard, round=2)
    assert [one for one in golden.asked if one in asks] == asks
    assert len(rolls(golden, "persons-of-interest")) == (not asks)
    assert len(handover(golden.played.game).sides["blue"].chosen) == {2: 3, 1: 1, 0: 0}[len(asks)]


@pytest.mark.rule(271)
def test_small_victories_count_from_when_a_contingency_plan_brings_them() -> None:
    force = {
        "assets": ("contingency-plan",),
        "agenda": "on-the-run",
        "agendas": ("on-the-run", "small-victories"),
    }
    bring = with_past({"two.2": {"tokens": {"treasure": 1}}, "two.3": {"tokens": {"treasure": 1}}}, **force)
    golden = Golden({"mission": "running-out-of-time", "setup": {"places": {}}}, bring=bring)
    golden.until(steps.Turn)
    golden.played.say("two", Defeat(unit="two.2", by="one.2"))
    golden.row = {"places": {}, "answers": {"contingency-plan": ["small-victories"]}}
    golden.until(steps.Turn, round=2)
    assert handover(golden.played.game).sides["blue"].count == 0, "that was before"
    golden.played.say("two", Defeat(unit="two.3", by="one.2"))
    assert handover(golden.played.game).sides["blue"].count == 1


# Paragon cards ---------------------------------------------------------------------------------------------


@pytest.mark.rule(273, 275)
def test_paragon_cards_are_played_like_others_with_their_own_pips() -> None:
    cards = {"the-best-of-us": 1, "enemy-down": 2, "objective-complete": 3, "standing-orders-paragon": 4}
    assert {card: pips_of(card) for card in cards} == cards
    golden = play(
        {"one.1": {"paragon": True, "lost": 2}},
        hand=(TWO_PIPS, "the-best-of-us"),
        answers={"the-best-of-us": ["fearless", "heal-two"]},
    )
    lay(golden, "the-best-of-us", TWO_PIPS)
    golden.until(steps.Turn)
    assert golden.table.priority == "one"
    unit = golden.table.units["one.1"]
    assert unit.lost == 0
    golden.played.say("one", Suppress(unit="one.1", number=9))
    assert actions(golden.table, golden.table.units["one.1"]) == 2, "no Courage to exceed this round"


@pytest.mark.rule(273)
def test_enemy_down_aims_and_remembers_who_defeated_an_enemy() -> None:
    golden = play({"one.1": {"paragon": True}}, hand=(TWO_PIPS, "enemy-down"))
    lay(golden, "enemy-down", TWO_PIPS)
    give_orders(golden, "one.1", "one.2")
    assert [golden.table.units[id].tokens.get("aim", 0) for id in ("one.1", "one.2", "one.3")] == [2, 2, 0]
    golden.played.say("two", Defeat(unit="two.2", by="one.2"))
    golden.played.say("two", Defeat(unit="two.3", by="one.3"))
    assert handover(golden.played.game).sides["blue"].enemy_down == ("d-one.2",)
    golden.played.say("two", Wound(unit="two.4", number=4))
    asked = golden.table.todo[-1]
    assert isinstance(asked, Choose) and (asked.what, asked.seat) == ("defeated-by", "one")
    golden.played.say("one", Units(prompt=asked.id, units=("one.1",)))
    assert handover(golden.played.game).sides["blue"].enemy_down == ("d-one.1", "d-one.2")


def test_who_defeated_a_unit_is_asked_once_for_the_agenda_and_the_card() -> None:
    force = {"agenda": "martial-prowess", "agendas": ("martial-prowess",)}
    golden = play({"one.1": {"paragon": True}}, hand=(TWO_PIPS, "enemy-down"), force=force)
    lay(golden, "enemy-down", TWO_PIPS)
    give_orders(golden, "one.1", "one.2")
    golden.played.say("two", Wound(unit="two.4", number=4))
    golden.played.say("one", Units(prompt=golden.table.todo[-1].id, units=("one.1",)))
    assert not isinstance(golden.table.todo[-1], Choose)
    record = handover(golden.played.game).sides["blue"]
    assert (record.enemy_down, record.count) == (("d-one.1",), 1)


@pytest.mark.rule(273)
def test_objective_complete_gives_tokens_and_counts_agenda_tokens() -> None:
    force = {"agenda": "persons-of-interest", "agendas": ("persons-of-interest",)}
    golden = play(
        {"one.1": {"paragon": True}},
        hand=(TWO_PIPS, "objective-complete"),
        force=force,
        answers={"objective-complete": ["surge"]},
    )
    lay(golden, "objective-complete", TWO_PIPS)
    give_orders(golden, "one.1", "one.2")
    assert [golden.table.units[id].tokens.get("surge", 0) for id in ("one.1", "one.2", "one.3")] == [1, 1, 0]
    with pytest.raises(Refused):
        golden.played.say("one", Act(unit="one.2", what="objective-complete"))
    golden.played.say("two", Defeat(unit="two.1"))
    assert handover(golden.played.game).sides["blue"].count == 2, "a Commander is two tokens"
    golden.played.say("one", Act(unit="one.2", what="objective-complete"))
    for unit in ("one.3", "two.2"):
        with pytest.raises(Refused):
            golden.played.say("one", Act(unit=unit, what="objective-complete"))
    golden.played.say("one", Act(unit="one.2", what="objective-complete"))
    with pytest.raises(Refused):
        golden.played.say("one", Act(unit="one.1", what="objective-complete"))
    assert handover(golden.played.game).sides["blue"].objective_complete == ("d-one.2",) * 2
    golden.played.say("two", Defeat(unit="two.2"))
    while not (asked := golden.table.todo[-1]).id.endswith(".objective-rewarded"):
        golden.answer()
    golden.played.say("one", Units(prompt=asked.id, units=("one.1",)))
    assert handover(golden.played.game).sides["blue"].objective_complete[0] == "d-one.1"
    golden.until(steps.LayCard, round=2)
    record = handover(golden.played.game).sides["blue"]
    assert len(record.objective_complete) == record.count, "each token once, also the last of the round"


@pytest.mark.rule(273)
def test_objective_complete_rewards_the_token_of_against_all_odds_at_the_end_of_the_round() -> None:
    force = {"agenda": "against-all-odds", "agendas": ("against-all-odds",)}
    golden = play({"one.1": {"paragon": True}}, hand=(TWO_PIPS, "objective-complete"), force=force)
    lay(golden, "objective-complete", TWO_PIPS)
    give_orders(golden, "one.1", "one.2")
    golden.played.say("two", Defeat(unit="two.2"))
    while not (asked := golden.table.todo[-1]).id.endswith(".objective-rewarded"):
        golden.answer()
    assert golden.table.chairs["one"].played == "", "the token comes with the end of the round"
    golden.played.say("one", Units(prompt=asked.id, units=("one.2",)))
    record = handover(golden.played.game).sides["blue"]
    assert (record.count, record.objective_complete) == (1, ("d-one.2",))
    golden.until(steps.Turn, round=3)
    record = handover(golden.played.game).sides["blue"]
    assert (record.count, record.objective_complete) == (2, ("d-one.2",)), "another card, no reward"


@pytest.mark.rule(273)
def test_the_paragons_standing_orders_come_back_to_the_hand() -> None:
    golden = play(
        {"one.1": {"paragon": True}},
        hand=(TWO_PIPS, "standing-orders-paragon"),
        answers={"standing-orders-paragon": ["dodge"]},
    )
    lay(golden, "standing-orders-paragon", TWO_PIPS)
    golden.until(steps.Turn)
    assert golden.table.units["one.1"].tokens["dodge"] == 1
    assert "standing-orders-paragon" in golden.played.game.secrets["one"].hand


# In every mode ---------------------------------------------------------------------------------------------


def test_effects_follow_the_priority_player_first() -> None:
    golden = play({"one.2": carrying("flat-footed"), "two.2": carrying("flat-footed")})
    golden.until(steps.Turn)
    table = golden.table
    seats = {"one": replace(table.chairs["one"], pips=2), "two": replace(table.chairs["two"], pips=2)}
    for first, expected in (("one", ["one.2", "two.2"]), ("two", ["two.2", "one.2"])):
        moved = replace(
            table, priority=first, cards="table", chairs={s: replace(c, played="") for s, c in seats.items()}
        )
        asked = [step.unit for step in at(moved, "activations").then if is_question(step)]
        assert asked == expected, "G21"
