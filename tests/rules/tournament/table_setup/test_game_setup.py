"""The eight steps before a game begins."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.messages import explain
from muster.rules.tournament.table_setup.setup import (
    CATEGORIES,
    AnyAct,
    CardEliminated,
    ChooserDrawn,
    ColourChosen,
    EdgeChosen,
    Forfeited,
    Resolved,
    RoundBegun,
    RowsRevealed,
    Setup,
    TerrainAgreed,
    UnitPlaced,
    advance,
    chosen_cards,
    current_prompt,
    draw_chooser,
    draw_rows,
)
from muster.rules.violations import Refused

ROWS = RowsRevealed(("o1", "o2", "o3"), ("d1", "d2", "d3"), ("c1", "c2", "c3"))
DECKS = {
    "objective": ("o1", "o2", "o3", "o4"),
    "deployment": ("d1", "d2", "d3", "d4"),
    "condition": ("c1", "c2", "c3", "c4"),
}


def after(*acts, points=(780, 800), **options):
    setup = Setup(players=("ann", "bo"), points=points, **options)
    for act in acts:
        setup = advance(setup, act)
    return setup


def with_cards(*acts, **options):
    """Ann is Blue, the cards are revealed."""
    opening = (TerrainAgreed(), ColourChosen("ann", "blue"), EdgeChosen("ann", "first"), ROWS)
    return after(*opening, *acts, **options)


def refusal(setup, act):
    with pytest.raises(Refused) as refused:
        advance(setup, act)
    assert all(explain(violation) for violation in refused.value.violations)
    return [violation.code for violation in refused.value.violations]


PASSES = (Forfeited("ann"), Forfeited("bo")) * 2


# Terrain, colour and edge ---------------------------------------------------------------------------------


@pytest.mark.rule(570)
@pytest.mark.parametrize("agreed", [TerrainAgreed(), TerrainAgreed(judge="jo")])
def test_terrain_is_settled_first_by_the_players_or_a_judge(agreed):
    setup = Setup(players=("ann", "bo"), points=(780, 800))
    assert (current_prompt(setup).step, current_prompt(setup).players) == ("terrain", ("ann", "bo"))
    assert refusal(setup, ColourChosen("ann", "blue")) == ["setup.not_now"]
    assert advance(setup, agreed).step == "colour"


@pytest.mark.rule(571)
@pytest.mark.parametrize(("points", "chooser"), [((780, 800), "ann"), ((800, 799), "bo")])
@pytest.mark.parametrize("colour", ["blue", "red"])
def test_the_cheaper_army_chooses_a_colour(points, chooser, colour):
    setup = after(TerrainAgreed(), points=points)
    other = "bo" if chooser == "ann" else "ann"
    assert (current_prompt(setup).players, current_prompt(setup).choices) == ((chooser,), ("blue", "red"))
    assert refusal(setup, ColourChosen(other, colour)) == ["setup.not_your_turn"]
    setup = advance(setup, ColourChosen(chooser, colour))
    assert (setup.blue == chooser) == (colour == "blue")
    assert {setup.blue, setup.red} == {"ann", "bo"}


@pytest.mark.rule(572)
@pytest.mark.parametrize(("number", "chooser"), [(0, "ann"), (1, "bo")])
def test_equal_points_leave_it_to_chance_who_chooses(number, chooser):
    setup = after(TerrainAgreed(), points=(800, 800))
    assert current_prompt(setup).step == "chooser"
    asked = []
    drawn = draw_chooser(setup, lambda sides: asked.append(sides) or number)
    setup = advance(setup, drawn)
    assert (asked, current_prompt(setup).players) == ([2], (chooser,))


@pytest.mark.rule(573)
def test_blue_picks_an_edge_where_the_terrain_is_fixed():
    setup = after(TerrainAgreed(), ColourChosen("ann", "red"))
    assert (current_prompt(setup).step, current_prompt(setup).players) == ("edge", ("bo",))
    assert refusal(setup, EdgeChosen("ann", "first")) == ["setup.not_your_turn"]
    assert advance(setup, EdgeChosen("bo", "second")).blue_edge == "second"


@pytest.mark.rule(573)
def test_no_edge_is_picked_where_players_set_up_the_terrain():
    setup = after(TerrainAgreed(), ColourChosen("ann", "blue"), fixed_terrain=False)
    assert (setup.step, setup.blue_edge) == ("reveal", None)


def test_strangers_do_not_act_at_the_table():
    assert refusal(after(TerrainAgreed(), points=(1, 1)), ChooserDrawn("cy")) == ["setup.not_here"]
    assert refusal(with_cards(), Forfeited("cy")) == ["setup.not_here"]


# The cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule(574)
@given(st.randoms(use_true_random=False))
def test_three_cards_of_each_of_blues_decks_are_revealed(chance):
    rows = draw_rows(DECKS, chance.randrange)
    for category in CATEGORIES:
        row = getattr(rows, category)
        assert len(set(row)) == 3
        assert set(row) < set(DECKS[category])


@pytest.mark.rule(574)
def test_each_deck_is_shuffled_by_itself():
    asked = []
    draw_rows(DECKS, lambda number: asked.append(number) or 0)
    assert asked == [4, 3, 2] * 3


@pytest.mark.parametrize("deck", [(), ("o1", "o2"), ("o1", "o1", "o2", "o3")])
def test_a_deck_without_three_different_cards_is_refused(deck):
    with pytest.raises(Refused) as refused:
        draw_rows({**DECKS, "objective": deck}, lambda _: 0)
    assert [(violation.code, violation.about) for violation in refused.value.violations] == [
        ("setup.small_deck", ("objective",))
    ]


def test_rows_have_three_different_cards():
    setup = after(TerrainAgreed(), ColourChosen("ann", "blue"), EdgeChosen("ann", "first"))
    short = RowsRevealed(("o1", "o2"), ("d1", "d1", "d2"), ("c1", "c2", "c3"))
    assert refusal(setup, short) == ["setup.rows"]


@pytest.mark.rule(575)
def test_the_leftmost_card_of_a_row_goes_by_turns_from_blue_on():
    setup = with_cards()
    assert current_prompt(setup).players == ("ann",)
    assert current_prompt(setup).choices == ("objective", "deployment", "condition", "forfeit")
    setup = advance(setup, CardEliminated("ann", "objective"))
    assert setup.rows["objective"] == ("o2", "o3")
    assert refusal(setup, CardEliminated("ann", "deployment")) == ["setup.not_your_turn"]
    assert advance(setup, CardEliminated("bo", "condition")).rows["condition"] == ("c2", "c3")


@pytest.mark.rule(575)
def test_the_last_card_of_a_category_stays():
    setup = with_cards(CardEliminated("ann", "objective"), CardEliminated("bo", "objective"))
    assert current_prompt(setup).choices == ("deployment", "condition", "forfeit")
    assert refusal(setup, CardEliminated("ann", "objective")) == ["setup.last_card"]


@pytest.mark.rule(575, 576)
def test_a_forfeited_opportunity_is_gone_and_each_player_has_two():
    setup = with_cards(Forfeited("ann"), CardEliminated("bo", "deployment"), Forfeited("ann"))
    assert chosen_cards(setup) == {}
    setup = advance(setup, CardEliminated("bo", "deployment"))
    assert setup.step == "objective"
    assert refusal(setup, Forfeited("ann")) == ["setup.not_now"]
    assert chosen_cards(setup) == {"objective": "o1", "deployment": "d3", "condition": "c1"}


CHOICES = st.lists(st.sampled_from([*CATEGORIES, "forfeit"]), min_size=4, max_size=4)


@pytest.mark.rule(575, 576)
@given(CHOICES)
def test_however_they_choose_one_card_of_each_row_is_played(choices):
    setup, gone = with_cards(), dict.fromkeys(CATEGORIES, 0)
    for wish in choices:
        (player,), may = current_prompt(setup).players, current_prompt(setup).choices
        choice = wish if wish in may else "forfeit"
        setup = advance(setup, Forfeited(player) if choice == "forfeit" else CardEliminated(player, choice))
        gone = {category: count + (category == choice) for category, count in gone.items()}
    assert chosen_cards(setup) == {
        category: getattr(ROWS, category)[gone[category]] for category in CATEGORIES
    }


# On the table ---------------------------------------------------------------------------------------------


@pytest.mark.rule(577, 578)
def test_objective_then_condition_then_deployment_then_units():
    setup = with_cards(*PASSES)
    seen = []
    for _ in range(4):
        seen.append(setup.step)
        setup = advance(setup, Resolved(setup.step))
    assert seen == ["objective", "condition", "deployment", "units"]
    assert refusal(with_cards(*PASSES), Resolved("condition")) == ["setup.not_now"]


CARDS_DONE = (*PASSES, Resolved("objective"), Resolved("condition"), Resolved("deployment"))


@pytest.mark.rule(578)
def test_units_are_placed_by_turns_starting_with_blue():
    setup = with_cards(*CARDS_DONE, units=(3, 1))
    turns = []
    while setup.step == "units":
        (player,) = current_prompt(setup).players
        turns.append(player)
        setup = advance(setup, UnitPlaced(player))
    assert turns == ["ann", "bo", "ann", "ann"]
    assert setup.step == "tokens"
    assert refusal(with_cards(*CARDS_DONE, units=(3, 1)), UnitPlaced("bo")) == ["setup.not_your_turn"]


@pytest.mark.rule(578)
@given(st.integers(1, 12), st.integers(1, 12))
def test_every_unit_is_placed_once_whoever_has_more(blue, red):
    setup, placed = with_cards(*CARDS_DONE, units=(blue, red)), []
    while setup.step == "units":
        placed.append(current_prompt(setup).players[0])
        setup = advance(setup, UnitPlaced(placed[-1]))
    both = 2 * min(blue, red)
    assert (placed.count("ann"), placed.count("bo")) == (blue, red)
    assert placed[:both] == ["ann", "bo"] * min(blue, red)


def test_no_more_units_than_there_are():
    assert refusal(with_cards(*CARDS_DONE), UnitPlaced("ann")) == ["setup.no_unit_left"]


TOKENS_LEFT = (*CARDS_DONE, Resolved("units"))


@pytest.mark.rule(579)
def test_blue_sets_the_round_counter_to_1():
    setup = with_cards(*TOKENS_LEFT)
    assert (setup.counter, current_prompt(setup).players) == (0, ("ann",))
    assert advance(setup, Resolved("tokens")).counter == 1


@pytest.mark.rule(580)
def test_a_table_that_is_ready_waits_for_the_start():
    setup = with_cards(*TOKENS_LEFT, Resolved("tokens"))
    assert setup.step == "wait"
    assert advance(setup, RoundBegun()).step == "play"


@pytest.mark.rule(580)
def test_a_table_that_is_late_begins_at_once():
    setup = with_cards(RoundBegun(), *TOKENS_LEFT, Resolved("tokens"))
    assert setup.step == "play"


def test_acts_can_be_written_down():
    acts = (TerrainAgreed("jo"), ColourChosen("ann", "blue"), EdgeChosen("ann", "first"), ROWS, *PASSES)
    written = msgspec.json.encode(acts)
    assert after(*msgspec.json.decode(written, type=tuple[AnyAct, ...])) == after(*acts)


@pytest.mark.rule(584)
def test_only_what_was_revealed_is_kept():
    """The fourth card of each of Blue's decks is nobody's to see."""
    rows = draw_rows(DECKS, lambda number: number - 1)  # nothing moves, so the fourth stays below
    setup = after(TerrainAgreed(), ColourChosen("ann", "blue"), EdgeChosen("ann", "first"), rows)
    assert not {b"o4", b"d4", b"c4"} & set(msgspec.json.encode(setup).split(b'"'))
