"""Rounds of Special Operations: cards and orders, activations and actions, the End Phase (001, 289, 300, 304
to 310, 325 to 327, 382)."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Dice, DrawToken, Lay, Take, Units
from muster.rules.game.log.events import CardReturned, OrdersGiven, PrioritySet, Rolled
from muster.rules.game.phases.activation import can_activate
from muster.rules.game.phases.command import order_pool, pass_tokens, who_lays
from muster.rules.game.special_operations.activation import activation, rally_dice
from muster.rules.game.special_operations.command import allowed_orders, eligible
from muster.rules.game.special_operations.events import CovertOpened
from muster.rules.game.special_operations.setup import COVERT
from muster.rules.game.special_operations.squads.squads import command_hand
from muster.rules.game.steps import (
    BeginRound,
    CleanUp,
    Effects,
    EndOfEnd,
    EndRound,
    FillPools,
    LayCard,
    MissionSetup,
    PriorityRoll,
    Turn,
)
from muster.rules.game.steps.operations import OrderUnits
from muster.rules.game.table import Marker, Seat, Secret, Table, other
from muster.rules.violations import Refused
from tests.rules.game.operations import Bench, covert_both, engaged, table, the, with_chair, with_unit

COMMANDER, CORPS, HEAVY, SUPPORT = "one.1", "one.2", "one.6", "one.9"
"""Rebel Troopers: Captain, four Troopers, a DLT-20A, two Pathfinders, an Astromech."""


# Cards and orders ------------------------------------------------------------------------------------------


@pytest.mark.rule(289, 300)
def test_cards_are_laid_without_a_commander_and_fewer_pips_have_priority() -> None:
    before = with_unit(table(phase="command", round=0, priority=None), COMMANDER, gone="defeated")
    assert who_lays(before) == ("one", "two"), "no leader is needed (G6)"
    hands = {
        seat: Secret(hand=tuple(card.id for card in command_hand("playtest", squad)))
        for seat, squad in (("one", "rebel-troopers"), ("two", "infantry"))
    }
    bench = Bench(before, hands).run(BeginRound(id="r1"))
    assert isinstance(bench.step, LayCard)
    bench.say("one", Lay(prompt=bench.step.id, card="feel-like-a-hundred"))
    bench.say("two", Lay(prompt=bench.step.id, card="elite-troopers"))
    assert bench.of(PrioritySet)[0].seat == "two", "two pips before three"
    assert isinstance(bench.step, OrderUnits) and bench.step.seat == "one", (
        "two Operatives were the only choice"
    )
    assert {bench.unit(one).order for one in ("two.6", "two.7")} == {"faceup"}


def orders(card: str, **more: Any) -> Bench:
    return Bench(with_chair(table(**more), "one", played=card)).run(OrderUnits(id="orders", seat="one"))


@pytest.mark.rule(300)
def test_a_card_orders_any_unit_that_fits_it() -> None:
    """Built on Hope: one Commander and two Corps."""
    bench = orders("built-on-hope")
    for wrong in (
        (COMMANDER, CORPS),
        (CORPS, "one.3", "one.4"),
        (COMMANDER, CORPS, HEAVY),
        ("two.1", CORPS, "one.3"),
    ):
        with pytest.raises(Refused):
            bench.say("one", Units(prompt="orders", units=wrong))
    bench.say("one", Units(prompt="orders", units=("one.3", COMMANDER, "one.5")))
    assert bench.of(OrdersGiven)[0].units == ("one.3", COMMANDER, "one.5")


@pytest.mark.rule(300)
def test_one_of_two_alternatives_and_all_that_is_able() -> None:
    """Hero of the Rebellion: a Commander or an Operative. Without the Commander the other two Corps still."""
    choices = {one.units for one in orders("hero-of-the-rebellion").legal("one")}
    assert choices == {("one.1",), ("one.7",), ("one.8",)}
    fallen = with_unit(with_chair(table(), "one", played="built-on-hope"), COMMANDER, gone="defeated")
    assert [number for _, number in allowed_orders(fallen, "one")] == [2]


@pytest.mark.rule(300)
def test_covert_and_waiting_units_take_no_orders_and_have_no_token() -> None:
    before = with_unit(table(), CORPS, deployed=False, tokens={"waiting": 1})
    assert CORPS not in [unit.id for unit in eligible(before, "one")]
    assert order_pool(before, "one").count("corps") == 3
    lonely = replace(before, units={CORPS: before.units[CORPS]})
    assert not can_activate(lonely, "one")


def test_the_smaller_squad_gains_pass_tokens_waiting_units_counted() -> None:
    """Nine Rebel Troopers against six ARC Troopers: the difference less one (G7)."""
    before = table(squads=("rebel-troopers", "arc-troopers"))
    assert (pass_tokens(before, "one"), pass_tokens(before, "two")) == (0, 2)
    assert pass_tokens(replace(before, switches={"G7": False}), "two") == 0


def test_standing_orders_goes_back_to_the_hand() -> None:
    before = with_chair(with_chair(table(), "one", played="standing-orders"), "two", played="oppression")
    assert [one.card for one in Bench(before).run(FillPools(id="pools")).of(CardReturned)] == [
        "standing-orders"
    ]


@pytest.mark.rule(382)
def test_comms_disruption_takes_an_order_and_draws_one() -> None:
    disturbed = {"marks": {"condition.comms-disruption": 1}}
    bench = orders("feel-like-a-hundred", **disturbed)
    assert {len(one.units) for one in bench.legal("one")} == {2}, "one of three fewer"
    assert (
        allowed_orders(with_chair(table(**disturbed), "one", played="hero-of-the-rebellion"), "one") == ()
    ), "never below 0"
    spared = with_chair(table(**disturbed), "one", played="feel-like-a-hundred", assets=("improved-comms",))
    assert [number for _, number in allowed_orders(spared, "one")] == [3]


@pytest.mark.rule(382)
def test_the_drawn_token_goes_to_a_unit_of_its_rank() -> None:
    pool = ("commander", "support")
    before = with_chair(table(marks={"condition.comms-disruption": 1}), "one", pool=pool)
    bench = Bench(with_chair(before, "two", assets=("improved-comms",), pool=("corps",)))
    bench.chance.numbers = {"comms-disruption": [1]}
    bench.run(Effects(id="pools-made", hook="pools"))
    assert bench.unit(SUPPORT).order == "faceup" and bench.table.chairs["one"].pool == ("commander",)
    assert bench.table.chairs["two"].pool == ("corps",), "spared the draw as well (G43)"


# One unit --------------------------------------------------------------------------------------------------


@pytest.mark.rule(304, 305)
def test_no_action_twice_not_even_a_move_but_a_dash_beside_it() -> None:
    bench = Bench(table()).acting(CORPS).take("move")
    assert "move" not in bench.actions() and "dash" in bench.actions()
    with pytest.raises(Refused) as found:
        bench.say("one", Take(prompt=bench.step.id, action="move"))
    assert found.value.violations[0].source == "game, rule 304"
    bench.take("dash")
    assert bench.step is None, "two actions, and nothing free is left"


@pytest.mark.rule(308)
def test_a_suppressed_unit_has_two_actions() -> None:
    bench = Bench(with_unit(table(), CORPS, suppression=2)).acting(CORPS)
    assert bench.step.left == 2
    bench.take("aim")
    assert bench.step.left == 1


def test_attack_and_standby_exclude_each_other_and_recover_needs_suppression() -> None:
    bench = Bench(table()).acting(CORPS)
    assert "recover" not in bench.actions()
    bench.take("standby")
    assert "attack" not in bench.actions() and bench.unit(CORPS).has("standby")
    shaken = Bench(with_unit(table(), CORPS, suppression=2)).acting(CORPS).take("recover")
    assert shaken.unit(CORPS).suppression == 0


def test_an_engaged_unit_withdraws_and_then_neither_attacks_nor_stands_by() -> None:
    bench = Bench(table(engaged=engaged((CORPS, "two.2")))).acting(CORPS)
    assert "dash" not in bench.actions()
    bench.take("move")
    assert not {"attack", "standby"} & bench.actions()
    assert not bench.table.engaged


@pytest.mark.rule(307)
@pytest.mark.parametrize(
    ("faces", "left"), [(["block", "blank"], 1), (["surge", "block"], 0), (["blank", "blank"], 2)]
)
def test_it_rallies_with_a_white_die_for_each_suppression(faces: list[str], left: int) -> None:
    before = with_unit(table(), CORPS, suppression=2)
    assert rally_dice(before, before.units[CORPS]) == ("defence-white",) * 2
    bench = Bench(before, rally=faces).run(*activation(before, CORPS))
    assert bench.unit(CORPS).suppression == left


def test_ai_units_without_an_order_begin_with_their_action() -> None:
    droids = table(squads=("invasion-force", "infantry"))
    b1, worker = the(droids, "b1-battle-droid"), the(droids, "worker-droid")
    assert Bench(droids).acting(b1).actions() == {"attack", "unable"}
    assert Bench(droids).acting(b1).take("unable").actions() >= {"move", "aim", "dodge", "attack"}
    assert Bench(droids).acting(worker).actions() == {"dash", "unable"}
    assert "move" in Bench(with_unit(droids, b1, order="faceup")).acting(b1).actions()
    mobile = with_chair(droids, "one", assets=("mobility-programming",))
    assert Bench(mobile).acting(b1).actions() == {"attack", "move", "unable"}


def test_the_vehicle_shoots_and_never_moves() -> None:
    before = table("disabled-vehicle", ("infantry", "rebel-troopers"))
    bench = Bench(before).run(MissionSetup(id="setup.cards"))
    hull = the(bench.table, "vehicle-empire")
    assert not {"move", "dash", "standby"} & Bench(bench.table).acting(hull).actions()


def test_a_drawn_token_activates_a_unit_of_its_rank() -> None:
    pools = with_chair(table(), "one", pool=("support",))
    bench = Bench(pools).run(Turn(id="r1.turn1", seat="one", number=1))
    assert bench.table.acting == SUPPORT, "there is nothing else to do: nobody is asked"
    spare = Bench(with_chair(pools, "one", pool=("support",), passes=1))
    spare.run(Turn(id="r1.turn1", seat="one", number=1))
    assert spare.table.acting == "" and spare.asked() == "one"
    assert spare.say("one", DrawToken(prompt="r1.turn1")).table.acting == SUPPORT


def test_a_turn_with_a_bag_of_ones_own_is_asked_for() -> None:
    before = with_chair(table(dice="own"), "one", pool=("support",))
    bench = Bench(before).run(Turn(id="r1.turn1", seat="one", number=1))
    assert bench.asked() == "one"


def test_a_turn_that_an_older_game_left_open_is_answered() -> None:
    """Its log holds the question, and nobody else answers it."""
    old = with_chair(table(todo=(Turn(id="r1.turn1", seat="one", number=1),)), "one", pool=("support",))
    assert Bench(old).say("one", DrawToken(prompt="r1.turn1")).table.acting == SUPPORT
    tie = Bench(table(todo=(PriorityRoll(id="r1.tie"),)), priority=["block"])
    assert tie.say("one", Dice(prompt="r1.tie")).table.priority == "one"


def test_one_ordered_unit_and_no_pool_is_activated() -> None:
    bench = Bench(with_unit(table(), SUPPORT, order="faceup"))
    assert bench.run(Turn(id="r1.turn1", seat="one", number=1)).table.acting == SUPPORT


def test_app_dice_decide_priority_by_themselves() -> None:
    bench = Bench(table(), priority=["block"]).run(PriorityRoll(id="r1.tie"))
    assert bench.table.priority == "one" and bench.of(Rolled)[0].purpose == "priority"
    own = Bench(table(dice="own")).run(PriorityRoll(id="r1.tie"))
    assert own.asked() == "one"


# The End Phase ---------------------------------------------------------------------------------------------


@pytest.mark.rule(310)
def test_suppression_stays_and_green_tokens_go() -> None:
    tokens = {"aim": 1, "dodge": 2, "surge": 1, "observation": 1, "standby": 1, "detonator": 1}
    bench = Bench(with_unit(table(), CORPS, suppression=2, tokens=tokens)).run(CleanUp(id="clean"))
    assert bench.unit(CORPS).suppression == 2 and bench.unit(CORPS).tokens == {"detonator": 1}


def covert(edition: str, **more: Any) -> Bench:
    before: Table = table(squads=("arc-troopers", "infantry"), edition=edition, **more)
    sniper, jet = the(before, "arc-dc-15x"), the(before, "arc-jet-pack")
    for id in (sniper, jet):
        before = with_unit(before, id, deployed=False, tokens={"waiting": 1})
    tokens = {f"covert-{n}": Marker(id=f"covert-{n}", name=COVERT, kind="asset", of="blue") for n in (1, 2)}
    before = replace(before, markers={**before.markers, **tokens})
    before = with_chair(before, "one", assets=("flexible-training", "low-vis-equipment", "covert-deployment"))
    secret = Secret(covert={"covert-1": jet, "covert-2": sniper})
    return Bench(before, {"one": secret})


@pytest.mark.rule(327)
def test_the_first_end_phase_opens_every_covert_token() -> None:
    bench = covert("playtest").run(EndOfEnd(id="r1.end-of-end"))
    meant = {"covert-1": the(bench.table, "arc-jet-pack"), "covert-2": the(bench.table, "arc-dc-15x")}
    assert bench.of(CovertOpened)[0].tokens == meant, "everybody sees where each is placed"
    assert all(unit.deployed and not unit.waits for unit in bench.table.army("one"))
    assert not any(one.name == COVERT for one in bench.table.lying())


@pytest.mark.rule(327)
@pytest.mark.parametrize("first", ["one", "two"])
def test_the_priority_player_opens_covert_tokens_first(first: Seat) -> None:
    """G15, after the tokens of the round are gone. The next round begins without priority."""
    before, meant = covert_both("playtest", first)
    ends = (CleanUp(id="r1.clean"), EndOfEnd(id="r1.end-of-end"), EndRound(id="r1.end"))
    bench = Bench(before, meant).run(*ends)
    bench.pick("aim")  # what the Captain gains where it is placed
    assert [one.seat for one in bench.of(CovertOpened)] == [first, other(first)]
    assert bench.table.round == 2 and bench.table.priority is None


@pytest.mark.rule(327)
def test_in_version_1_1_their_owner_opens_any_in_any_end_phase() -> None:
    """The token shows a rank; a covert unit of that rank is placed."""
    bench = covert("v1.1", round=2).run(EndOfEnd(id="r2.end-of-end"))
    assert bench.step.what == "unmask" and bench.step.options == ("covert-1", "covert-2")
    bench.pick("covert-2")
    assert bench.unit(the(bench.table, "arc-dc-15x")).deployed
    assert bench.unit(the(bench.table, "arc-jet-pack")).waits
    assert [one.id for one in bench.table.lying() if one.name == COVERT] == ["covert-1"]


@pytest.mark.rule(326, 327)
def test_in_version_1_1_a_token_left_means_the_unit_of_its_rank_that_is_left() -> None:
    """Two Jet Packs behind two tokens: the first one opened is for the second unit."""
    before = covert("v1.1")
    first, second = (the(before.table, "arc-jet-pack", number=number) for number in (0, 1))
    hidden = with_unit(before.table, second, deployed=False, tokens={"waiting": 1})
    meant = {"one": Secret(covert={"covert-1": first, "covert-2": second})}
    bench = Bench(hidden, meant).run(EndOfEnd(id="r1.end-of-end")).pick("covert-1").pick(second)
    assert bench.unit(second).deployed and bench.unit(first).waits
    assert bench.game.secrets["one"].covert["covert-2"] == first


@pytest.mark.rule(326, 327)
def test_of_three_tokens_of_a_rank_two_opened_in_turn_leave_the_third_for_the_unit_left() -> None:
    before = table(squads=("bright-tree-allies", "infantry"), edition="v1.1")
    spears = [the(before, "ewok-hunter-spear", number=number) for number in range(3)]
    for id in spears:
        before = with_unit(before, id, deployed=False, tokens={"waiting": 1})
    names = [f"covert-{number}" for number in (1, 2, 3)]
    tokens = {name: Marker(id=name, name=COVERT, kind="asset", of="blue") for name in names}
    before = replace(before, markers={**before.markers, **tokens})
    before = with_chair(before, "one", assets=("home-territory",))
    meant = Secret(covert=dict(zip(names, spears, strict=True)))
    bench = Bench(before, {"one": meant}).run(EndOfEnd(id="r1.end-of-end")).pick("covert-1", "covert-2")
    assert bench.step.known == {"token": "covert-1"}, "the page names the token"
    bench.pick(spears[1])
    assert bench.step.known == {"token": "covert-2"} and spears[1] not in bench.step.options, (
        "it stands there already"
    )
    bench.pick(spears[2])
    assert bench.game.secrets["one"].covert["covert-3"] == spears[0] and bench.unit(spears[0]).waits
