"""Round trips over random armies: what a format says it lost is exactly what does not come back."""

from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from muster.rules.armies.army import DECK_CATEGORIES, Army, ArmyUnit, to_json
from muster.rules.armies.exchange import FORMATS, read_any, write
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.rules.armies.exchange.random_armies import CAT, armies

FIELDS = ("name", "faction", "format", "points_date", "battle_force", "choices", "limit", "ranks", "notes")
UNITS = {"unit", "added", "upgrades", "upgrade_order", "counterpart", "set_aside"}
MANY = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def unit_pile(army: Army) -> Counter[ArmyUnit]:
    """The units of an army one by one, whatever their lines."""
    pile: Counter[ArmyUnit] = Counter()
    for entry in army.units:
        pile[msgspec.structs.replace(entry, key="", count=1)] += entry.count
    return pile


def any_card(army: Army) -> bool:
    """Whether a share link of this army would name a card of the game."""
    decks = (army.battle_deck.objective, army.battle_deck.secondary, army.battle_deck.advantage)
    return bool(army.units or army.command_hand or any(decks))


def lost_codes(exported) -> set[str]:
    return {violation.code.removeprefix("export.") for violation in exported.lost}


@given(armies())
@MANY
def test_our_own_json_comes_back_to_the_byte(army):
    exported = write(army, "json", CAT)
    assert exported.lost == ()
    assert to_json(read_any(exported.text, CAT).army) == to_json(army) == exported.text.encode()


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "json"])
@given(army=armies())
@MANY
def test_exactly_what_is_listed_as_lost_is_lost(form, army):
    assume(form != "link" or any_card(army))  # a link without a card is no list
    exported = write(army, form, CAT)
    back = read_any(exported.text, CAT, form).army
    lost = lost_codes(exported)
    assert {name for name in FIELDS if getattr(army, name) != getattr(back, name)} == lost & set(FIELDS)
    assert (unit_pile(army) == unit_pile(back)) == (not lost & UNITS)
    named = {card for v in exported.lost if v.code == "export.command_hand" for card in v.about}
    assert set(army.command_hand) - set(back.command_hand) == named
    for category in DECK_CATEGORIES:
        gone = set(army.battle_deck.of(category)) - set(back.battle_deck.of(category))
        losses = [
            v for v in exported.lost if v.code == "export.battle_deck" and v.params["category"] == category
        ]
        assert gone == {card for v in losses for card in v.about}
    assert all(explain(violation) for violation in exported.lost)


@given(armies())
@MANY
def test_a_link_loses_no_card_of_the_game(army):
    assume(any_card(army))
    lost = lost_codes(write(army, "link", CAT))
    allowed = {
        "name",
        "notes",
        "choices",
        "points_date",
        "ranks",
        "stacks",
        "upgrade_order",
        "format",
        "limit",
    }
    typed = {"battle_deck"} if army.battle_deck.deployment or army.battle_deck.condition else set()
    assert lost <= allowed | typed | {"battle_force", "deck_order"}
    if army.battle_force is not None:
        assert "battle_force" not in lost


def carries_namesakes(army: Army) -> bool:
    """Whether two different upgrades of an army have the same name."""
    cards = dict.fromkeys(card for unit in army.units for card in unit.upgrades)
    names = [CAT.upgrades[card].name for card in cards]
    return len(set(names)) < len(names)


@given(armies())
@MANY
def test_tabletop_simulator_keeps_the_name_and_every_card_of_the_game(army):
    lost = lost_codes(write(army, "tts", CAT))
    assert "name" not in lost
    # Two cards of one name in one army cannot be told apart in a file of names; the export says so.
    alike = {"upgrades"} if carries_namesakes(army) else set()
    assert not lost & (UNITS - {"upgrade_order"} - alike)
    assert "command_hand" not in lost


@given(armies(bare=True))
@MANY
def test_a_tournament_text_keeps_units_hand_and_deck(army):
    army = msgspec.structs.replace(army, format="standard")
    exported = write(army, "tournament", CAT)
    back = read_any(exported.text, CAT)
    assert back.army.command_hand == army.command_hand
    assert lost_codes(exported) <= {"faction", "battle_force", "stacks", "battle_deck", *UNITS}
    assert back.format in ("tournament", "minimal", "text")


@given(st.one_of(st.binary(max_size=400), st.text(max_size=400)))
@settings(max_examples=120, deadline=None)
def test_garbage_never_crashes(data):
    try:
        read_any(data, CAT)
    except Refused as refused:
        assert all(explain(violation) for violation in refused.violations)


@given(form=st.sampled_from([*FORMATS]), army=armies(), data=st.data())
@MANY
def test_half_a_file_never_crashes_and_every_note_explains_itself(form, army, data):
    text = write(army, form, CAT).text
    cut = text[: data.draw(st.integers(0, len(text)))]
    try:
        found = read_any(cut, CAT)
    except Refused as refused:
        assert all(explain(violation) for violation in refused.violations)
    else:
        assert all(explain(violation) for violation in found.notes)


@given(army=armies(), data=st.data())
@MANY
def test_a_damaged_text_never_crashes(army, data):
    text = write(army, data.draw(st.sampled_from([*FORMATS])), CAT).text
    place = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text(max_size=8))
    try:
        read_any(text[:place] + junk + text[place + 3 :], CAT)
    except Refused as refused:
        assert refused.violations
