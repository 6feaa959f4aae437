"""The objectives of standard games: every victory point as the battle cards give it."""

import pytest
from msgspec.structs import replace

from muster.rules.game.hooks import at
from muster.rules.game.steps import Confirm, Effects
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table
from tests.rules.game.card_tables import after, answered, points, scored, table, with_unit


def chosen(before: Table, step: Choose, *things: str) -> Table:
    return after(before, answered(before, step, *things))


@pytest.mark.parametrize("card", [
    "breakthrough", "bunker-assault-standard", "close-the-pocket-standard", "intercept-signals-standard",
    "recover-the-research", "shifting-priorities", "outflank", "contact-contact", "payload",
])  # fmt: skip
def test_no_objective_scores_in_round_one(card: str) -> None:
    before = table(card, round=1)
    everywhere = replace(before, places=dict.fromkeys(before.markers, ("one.1", "one.2", "two.2")))
    assert points(everywhere) == (0, 0)
    assert points(replace(everywhere, round=2)) != (0, 0)


def test_breakthrough_is_one_for_an_own_checkpoint_left_alone_and_two_for_one_taken() -> None:
    """Checkpoints: two in Red's Territory, two in Blue's."""
    assert points(table("breakthrough")) == (2, 2), "nobody contests any"
    places = {"checkpoint-red-far": ("one.1",), "checkpoint-blue-far": ("two.1", "one.2")}
    assert points(table("breakthrough", places=places)) == (1 + 2, 1), "contested is enough to hold nothing"
    places = {"checkpoint-blue-far": ("two.1", "two.2", "one.2"), "checkpoint-blue-near": ("one.3",)}
    assert points(table("breakthrough", places=places)) == (1, 2 + 2)


@pytest.mark.rule(477, 479)
def test_bunkers_of_the_large_table_count_as_in_recon() -> None:
    places = {"bunker-red-left": ("one.5",), "bunker-blue-left": ("one.3",)}
    before = table("bunker-assault-standard", places=places)
    hurt = after(before, at(before, "end-start"))
    assert {id: one.wounds for id, one in hurt.markers.items() if one.wounds} == {"bunker-red-left": 2}
    assert points(hurt) == (2, 0)
    fallen = after(hurt, at(hurt, "end-start"))
    assert fallen.markers["bunker-red-left"].gone and points(fallen) == (1 + 3, 0)


@pytest.mark.rule(483)
def test_the_centre_of_the_pocket_is_two_on_the_large_table() -> None:
    places = {"stockpile-centre": ("one.1",), "stockpile-left": ("two.2",)}
    assert points(table("close-the-pocket-standard", places=places)) == (2, 1)


@pytest.mark.rule(474)
def test_towers_in_ones_own_territory_do_not_count_on_the_large_table() -> None:
    places = {"tower-blue": ("one.1",), "tower-red": ("one.2",), "tower-left": ("two.1",)}
    assert points(table("intercept-signals-standard", places=places)) == (1, 1)


@pytest.mark.parametrize(("labs", "worth"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3), (6, 3)])
def test_research_goes_by_labs_contested_not_secured(labs: int, worth: int) -> None:
    places = {f"lab-{number}": ("one.1", "two.1", "two.2") for number in range(1, labs + 1)}
    assert points(table("recover-the-research", places=places)) == (worth, worth)


def test_priorities_are_one_each_and_the_opponent_shifts_them_from_round_two() -> None:
    places = {"target-1": ("one.1",), "target-2": ("one.2",), "target-3": ("two.1",)}
    before = table("shifting-priorities", places=places)
    assert points(before) == (2, 1)
    shifts = at(before, "end-end").then
    assert [(one.seat, one.about) for one in shifts if isinstance(one, Confirm)] == [
        ("one", "shift-targets"), ("two", "shift-targets"),
    ]  # fmt: skip
    only = replace(before, places={"target-1": ("one.1",)})
    assert [one.seat for one in at(only, "end-end").then if isinstance(one, Confirm)] == ["two"]
    assert at(replace(before, round=1), "end-end").then == ()


def test_two_vanguards_at_secured_flags_are_one_point_more() -> None:
    places = {"flag-1": ("one.2",), "flag-2": ("one.3", "two.2"), "flag-3": ("two.3",)}
    before = table("outflank", places=places)
    assert points(before) == (1, 1)
    for unit in ("one.2", "one.3"):
        before = with_unit(before, unit, tokens={"vanguard": 1})
    assert points(before) == (1, 1), "flag 2 is not secured"
    alone = replace(before, places={**places, "flag-2": ("one.3",)})
    assert points(alone) == (2 + 1, 1)


def test_up_to_three_units_that_are_no_commanders_become_vanguards_blue_first() -> None:
    before = table("outflank", round=0)
    steps = [one for one in at(before, "setup").then if isinstance(one, Choose)]
    assert [(one.seat, one.least, one.most) for one in steps] == [("one", 0, 3), ("two", 0, 3)]
    assert "one.1" not in steps[0].options
    assert chosen(before, steps[0], "one.2").units["one.2"].has("vanguard")


def test_a_listening_post_in_enemy_territory_is_two() -> None:
    """Post 2 lies in Red's Territory, post 4 in Blue's, the others in none."""
    places = {"post-2": ("one.1",), "post-4": ("one.2",), "post-3": ("one.3",), "post-1": ("two.1",)}
    assert points(table("contact-contact", places=places)) == (2 + 1 + 1, 1)


def test_carts_score_where_they_are_pushed() -> None:
    places = {"cart-1": ("one.1",), "cart-2": ("two.1",)}
    before = table("payload", places=places)
    outcome = at(before, "score")
    assert scored(outcome) == (1, 1)
    blue, red, last = outcome.then
    assert isinstance(blue, Choose) and (blue.seat, blue.what, blue.options) == (
        "one",
        "cart-in",
        ("cart-1",),
    )
    assert isinstance(red, Choose) and red.seat == "two"
    assert isinstance(last, Effects) and points(before, last.hook) == (0, 0)
    pushed = chosen(before, blue, "cart-1")
    assert points(pushed, last.hook) == (2, 0)
    assert not [one for one in at(pushed, "score").then if isinstance(one, Choose) and one.seat == "one"], (
        "a Cart in enemy Territory is not moved on"
    )
    taken = replace(pushed, places={"cart-1": ("two.2",)})
    back = [one for one in at(taken, "score").then if isinstance(one, Choose)]
    assert [one.what for one in back] == ["cart-in", "cart-out"]
    assert points(chosen(taken, back[1], "cart-1"), last.hook) == (0, 0), "Red pushed it out again"


def test_points_of_a_card_without_text_are_typed_in() -> None:
    before = table("cauldron", round=1)
    steps = at(before, "score").then
    assert [(one.seat, one.least, one.options[0]) for one in steps if isinstance(one, Choose)] == [
        ("one", 1, "0"), ("two", 1, "0"),
    ]  # fmt: skip
    assert chosen(before, steps[1], "3").points("red") == 3
    assert chosen(before, steps[1], "0").scores == ()


@pytest.mark.parametrize(("card", "holds", "marks", "expected"), [
    ("breakthrough", {"checkpoint-red-far": "blue", "checkpoint-blue-far": "both"}, {}, (3, 1)),
    ("recover-the-research", {"lab-1": "both", "lab-2": "blue", "lab-3": "red", "lab-4": "red"}, {}, (1, 2)),
    ("shifting-priorities", {"target-1": "blue", "target-2": "red"}, {}, (1, 1)),
    ("outflank", {"flag-1": "blue", "flag-2": "blue"}, {"told.vanguards.blue": 1}, (3, 0)),
    ("contact-contact", {"post-2": "blue", "post-3": "red"}, {}, (2, 1)),
    ("payload", {"cart-1": "blue"}, {}, (1, 0)),
    ("cauldron", {}, {"told.typed.blue": 2, "told.typed.red": 1}, (2, 1)),
])  # fmt: skip
def test_with_the_score_only_chips_and_marks_are_worth_the_same(
    card: str, holds: dict[str, str], marks: dict[str, int], expected: tuple[int, int]
) -> None:
    assert points(table(card, level="score", holds=holds, marks=marks)) == expected


def test_with_the_score_only_carts_in_enemy_territory_are_told() -> None:
    before = table("payload", level="score", marks={"told.carts.blue": 2})
    assert points(before, "secondary") == (4, 0)
