"""How much work a check is, counted in calls; the time comes from `muster-lab bench armies`."""

import sys

from hypothesis import given, settings
from msgspec.structs import replace

from muster.cli.demo.armies import full_army
from muster.rules.armies.check import check_army
from muster.rules.armies.checks.registry import APART, PER_LINE
from muster.rules.armies.lineup.frame import frame_of
from muster.rules.armies.lineup.lineup import Lineup
from tests.rules.armies.army_building import CARDS, check, problems
from tests.rules.armies.random_armies import RICH, armies


def calls(army) -> int:
    """How many functions of ours run while the army is checked."""
    seen = []
    sys.setprofile(lambda frame, event, _: seen.append(frame) if event == "call" else None)
    try:
        check_army(army, CARDS)
    finally:
        sys.setprofile(None)
    return len(seen)


def codes(army) -> list[str]:
    """Every broken rule, those of the hand and the deck among them."""
    return [broken.code for broken in check(army).violations]


def test_a_check_does_not_work_out_again_what_did_not_change():
    army = full_army(CARDS)
    check(army)
    assert calls(army) < 170
    frame_of(army, CARDS).loadouts.clear()
    assert calls(army) < 480


def test_a_changed_line_is_looked_at_and_the_others_are_not():
    army = full_army(CARDS)
    assert check(army).legal
    assert Lineup(army, CARDS).unsure() is None
    broken = replace(army, units=(*army.units[:-1], replace(army.units[-1], upgrades=("fc", "fc"))))
    seen = Lineup(broken, CARDS).unsure()
    assert seen is not None and [line.key for line in seen.lines] == [army.units[-1].key]
    for _ in range(2):  # what is broken is told every time
        assert "army.twice" in problems(broken)
    assert check(army).legal


def test_an_outfit_that_is_sound_is_no_excuse_for_cards_set_aside():
    army = full_army(CARDS)
    assert check(army).legal
    aside = replace(army, units=(replace(army.units[0], set_aside=("df",)), *army.units[1:]))
    assert problems(aside) == ["army.set_aside"]
    assert check(army).legal and problems(aside) == ["army.set_aside"]


def test_a_changed_hand_or_deck_is_looked_at_again():
    army = full_army(CARDS)
    assert check(army).legal and Lineup(army, CARDS).cards_sound
    hand, deck = army.command_hand, army.battle_deck
    twice = replace(army, command_hand=(hand[0], hand[0], *hand[2:]))
    short = replace(army, battle_deck=replace(deck, advantage=deck.advantage[1:]))
    recon = replace(army, format="recon")
    assert not any(Lineup(other, CARDS).cards_sound for other in (twice, short, recon))
    for _ in range(2):  # what is broken is told every time
        assert "hand.duplicate" in codes(twice)
        assert codes(short) == ["deck.incomplete"]
        assert "deck.fixed" in codes(recon)
    assert check(army).legal


@settings(RICH, max_examples=25)
@given(armies(), armies())
def test_a_rule_for_hand_and_deck_asks_no_unit(built, other):
    """Whoever stands in the army: with the same faction, battle force, date and cards they say the same."""
    cards = {"format": built.format, "command_hand": built.command_hand, "battle_deck": built.battle_deck}
    frame = {"faction": built.faction, "battle_force": built.battle_force, "choices": built.choices}
    joined = replace(other, **cards, **frame, points_date=built.points_date)
    for rule in APART:
        assert [*rule(Lineup(built, CARDS))] == [*rule(Lineup(joined, CARDS))], rule


@settings(RICH, max_examples=25)
@given(armies())
def test_a_rule_for_each_line_names_the_line(built):
    lineup = Lineup(built, CARDS)
    keys = {entry.key for entry in built.units}
    for rule in PER_LINE:
        assert all(keys.intersection(broken.about) for broken in rule(lineup)), rule
