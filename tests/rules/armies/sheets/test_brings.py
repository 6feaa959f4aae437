"""What an army brings: every keyword and effect in it once, with who brings it, in the order of a round."""

from collections import Counter
from typing import get_args

from hypothesis import given, settings
from msgspec.structs import replace

from muster.cli.demo.armies import full_army
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.sheets.brings import what_it_brings
from muster.rules.armies.sheets.moments import sections
from muster.rules.cards.effects import When, only_gives
from tests.rules.armies.army_building import CARDS, TODAY, army
from tests.rules.armies.random_armies import RICH, armies

FULL = full_army(CARDS)


def brought(built):
    return what_it_brings(built, CARDS)


def keywords(built):
    return {word.name: word for part in brought(built).parts for word in part.keywords}


def effects(built):
    return {effect.title: effect for part in brought(built).parts for effect in part.effects}


def part_of(built, name):
    """The section that a keyword, an effect or a command card of the army stands in."""
    for part in brought(built).parts:
        titles = (
            *(entry.name for entry in (*part.keywords, *part.commands)),
            *(e.title for e in part.effects),
        )
        if name in titles:
            return part.title
    raise AssertionError(name)


# The places -----------------------------------------------------------------------------------------------


def test_every_keyword_has_exactly_one_place():
    placed = Counter(keyword for section in sections() for keyword in section.keywords)
    assert set(placed) == set(CARDS.keywords)
    assert set(placed.values()) == {1}


def test_every_moment_of_an_effect_has_exactly_one_place():
    placed = Counter(moment for section in sections() for moment in section.moments)
    assert set(placed) == set(get_args(When))
    assert set(placed.values()) == {1}


def test_the_sections_go_in_the_order_of_a_round():
    titles = [section.title for section in sections()]
    assert titles[0] == "Before the game" and titles[-1] == "At any time"
    phases = [
        title for title in titles if title in ("Command Phase", "Activation begins, rally", "End Phase")
    ]
    assert phases == ["Command Phase", "Activation begins, rally", "End Phase"]
    within = ["Activation begins, rally", "Actions", "Moving", "Attacking", "Defending", "Activation ends"]
    assert [title for title in titles if title in within] == within


def test_keywords_and_effects_stand_where_they_matter():
    assert part_of(FULL, "Scout") == "Before the game"
    assert part_of(FULL, "Coordinate") == "Command Phase"
    assert part_of(FULL, "Indomitable") == "Activation begins, rally"
    assert part_of(FULL, "Force Push") == "Actions"
    assert part_of(FULL, "Jump") == "Moving"
    assert part_of(FULL, "Pierce") == "Attacking"
    assert part_of(FULL, "Low Profile") == "Defending"
    assert part_of(FULL, "Charge") == "Melee"
    assert part_of(FULL, "Inspire") == "Activation ends"


# Who brings what ------------------------------------------------------------------------------------------


def test_a_keyword_has_the_values_of_the_list_and_who_brings_each():
    scout = keywords(FULL)["Scout"]
    assert scout.title == "Scout 1, 2"
    assert scout.bringers == "1: Recon Intel on Jyn Erso · AT-RT; 2: Rebel Commandos (Special Forces)"
    assert scout.meaning == CARDS.keywords["scout"].meaning


def test_alike_units_are_counted_over_all_lines():
    assert keywords(FULL)["Low Profile"].by[1].name_and_count == "Rebel Veterans ×3"
    assert keywords(FULL)["Fire Support"].bringers == "Mark II Medium Blaster Trooper ×3"


def test_one_value_is_said_once():
    assert keywords(FULL)["Sharpshooter"].title == "Sharpshooter 1"
    assert "1:" not in keywords(FULL)["Sharpshooter"].bringers


def test_values_in_words_are_kept_apart():
    ai = keywords(army("separatists", "gx*2", "la"))["AI"]
    assert ai.title == "AI: Attack; Dodge, Move"
    assert ai.bringers == "Attack – B1 Battle Droids ×2; Dodge, Move – BX-Series Droid Commandos"


def test_values_that_begin_with_a_number_follow_the_name_as_on_a_card():
    tanks = army("separatists", "gc", "qt")
    assert keywords(army("separatists", "gc"))["Weak Point"].title == "Weak Point 2: Rear"
    assert keywords(tanks)["Weak Point"].title == "Weak Point 1: Sides; 2: Rear"
    assert keywords(tanks)["Weak Point"].bringers == (
        "1: Sides – Persuader-Class Tank Droid; 2: Rear – AAT Battle Tank"
    )


def test_the_unit_type_is_told_where_it_has_rules_of_its_own():
    clones = army("republic", "fz")
    assert keywords(clones)["Clone Trooper"].bringers == CARDS.units["fz"].name
    assert "Trooper" not in keywords(clones)


def test_upgrades_with_the_same_words_stand_together_with_their_units():
    added = next(
        effect
        for effect in effects(FULL).values()
        if effect.effect.plain == "Adds one miniature with this weapon."
    )
    assert added.title == "CM-0/93 Trooper ×2 · Z-6 Trooper · DH-447 Sniper"
    assert added.bringers == "Rebel Veterans · Rebel Troopers · Rebel Commandos, Strike Team"


def test_an_effect_that_only_gives_keywords_is_told_by_them():
    assert "Situational Awareness" not in effects(FULL)
    assert (
        keywords(FULL)["Outmaneuver"].bringers == "Situational Awareness on Rebel Commandos (Special Forces)"
    )


def test_a_keyword_that_a_card_only_names_is_explained_and_not_claimed():
    transport = keywords(FULL)["Transport"]
    assert transport.bringers == "Named on Rebel Veteran Squad on Rebel Veterans"
    assert all(bringer.names for bringer in transport.by)


def test_the_hand_goes_by_pips_with_orders_and_effect():
    command = next(part for part in brought(FULL).parts if part.title == "Command Phase")
    assert [card.pips for card in command.commands] == [1, 1, 2, 2, 3, 3, 4]
    jedi = next(card for card in command.commands if card.name == "Return of the Jedi")
    assert jedi.orders == "Luke Skywalker and 2 units"
    assert jedi.effect == CARDS.effects[jedi.card]
    ambush = next(card for card in command.commands if card.name == "Ambush")
    assert (ambush.effect, ambush.reason) == (None, "")


def test_a_counterpart_and_what_it_carries_count_too():
    joined = army("rebels", "jg+ji")
    assert keywords(joined)["Distract"].bringers == CARDS.counterparts["ji"].name


def test_what_is_not_on_file_is_said_with_its_reason():
    unseen = next(card for card in CARDS.data.upgrades if card.name == "Academy Trained")
    built = army("empire", f"at:{unseen.id},qqqq", "zzzz", command_hand=("nope",))
    assert [name for name, _ in brought(built).untold] == ["Academy Trained"]
    assert brought(built).untold[0][1].startswith("Not known")
    assert brought(built).unknown == ("zzzz", "qqqq", "nope")


def test_an_empty_army_brings_nothing():
    assert brought(army("rebels")).parts == ()


@given(armies())
@settings(RICH, max_examples=25)
def test_every_keyword_and_every_effect_is_there_exactly_once(built):
    built = replace(built, points_date=TODAY)
    found = brought(built)
    held = [card for line in Lineup(built, CARDS).lines for card in line.loadout.cards]
    counts = Counter(word.id for part in found.parts for word in part.keywords)
    on_cards = {use.id for card in held for use in card.keywords}
    on_weapons = {use.id for card in held for weapon in card.weapons for use in weapon.keywords}
    assert on_cards | on_weapons <= set(counts)
    assert set(counts.values()) <= {1}
    doing = {card.id for card in held if card.id in CARDS.effects and not only_gives(CARDS.effects[card.id])}
    by = Counter(bringer.card for part in found.parts for effect in part.effects for bringer in effect.by)
    assert set(by) == doing
    assert set(by.values()) <= {1}
