"""The numbered rules of army building, Recon and the regulations."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from muster.rules.armies.army import Deck
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.checks.registry import CHECKS
from muster.rules.armies.lineup.frame import frame_of
from tests.rules.armies.army_building import (
    CARDS,
    DECK,
    GENERIC_HAND,
    army,
    check,
    complete,
    deck_problems,
    hand_problems,
    problems,
    the,
    with_core,
)


@pytest.mark.rule(405)
def test_an_army_a_hand_and_a_deck():
    assert check(complete("rebels")).legal
    assert {each.code for each in check(with_core("rebels")).violations} == {
        "hand.incomplete",
        "deck.incomplete",
    }
    assert not check(with_core("rebels")).unit_problems and not check(with_core("rebels")).legal
    nothing = army("rebels")
    assert {"army.rank_min", "hand.incomplete", "deck.incomplete"} <= {
        v.code for v in check(nothing).violations
    }


@pytest.mark.rule(407, 531)
def test_all_units_share_one_faction():
    found = the(with_core("rebels", "az"), "army.faction")
    assert found.params == {"unit": "Snowtroopers", "faction": "Empire", "army": "Rebels"}
    assert found.about == ("u3", "az") and found.source == "Army Building, rule 407"
    assert problems(with_core("rebels", "qz")) == []


@pytest.mark.rule(411, 417)
def test_an_army_costs_the_sum_of_its_cards():
    built = army("rebels", "ab:nq", "ah*2:ed,er", "ah", "jg+ji")
    report = check(built)
    leia, troopers = report.units[0], report.units[1]
    assert [(part.card, part.total) for part in leia.loadout.parts] == [("ab", 75), ("nq", 5)]
    assert (troopers.loadout.points, troopers.points) == (40 + 20 + 16, 2 * 76)
    assert report.points == 80 + 152 + 40 + 55 + 15
    assert report.activations == 5


@pytest.mark.rule(411)
def test_conditional_points():
    alone = army("rebels", "ab", "ah*3", "kf:kh", "lv:lu")
    with_jyn = army("rebels", "ab", "ah*3", "kf:kh", "lv:lu", "ae")
    assert check(alone).units[3].points == 70 + 10
    part = check(with_jyn).units[3].loadout.parts[1]
    assert (part.points, part.delta, part.total) == (10, -5, 5) and part.why == "Jyn Erso, Stardust"
    clan = {"battle_force": "cc"}
    for choice, points in (("Veterans", 64), ("Rapid Deployment", 69)):
        built = army("mandalorians", "Hr:Ix", choices=(choice, "Feats of Valor"), **clan)
        assert check(built).points == points
    watch = army("mandalorians", "Hq:Ka,Ho", "Hr:Ka,Ji", battle_force="cotw")
    assert [unit.points for unit in check(watch).units] == [56 + 25, 64 + 40]


@pytest.mark.rule(412)
def test_at_most_a_thousand_points():
    at_limit = army("rebels", "ab", "ah*3", limit=195)
    assert problems(at_limit) == []
    over = the(army("rebels", "ab", "ah*3", limit=194), "army.points")
    assert over.params["by"] == 1
    thousand = with_core("rebels", "ap*2", "fm", "aj*3", "ad")
    assert check(thousand).points == 195 + 250 + 165 + 186 + 120 and check(thousand).limit == 1000
    assert problems(army("rebels", "ab", "ah*3", "ap*2", "aj*3", "he*3")) == []
    found = the(army("rebels", "ab", "nl", "ah*3", "ap*2", "aj*3", "he*3"), "army.points")
    assert found.params["points"] == 1021 and found.source == "Army Building, rule 412"


@pytest.mark.rule(446)
def test_at_most_600_points_in_recon():
    recon = army("rebels", "ab", "ah*2", "ap*1", "he*2", "ak*1", format="recon")
    assert check(recon).points == 512 and problems(recon) == []
    over = the(army("rebels", "nl", "ah*2", "ap:fk", "he*2", "ak*3", format="recon"), "army.points")
    assert over.params["limit"] == 600 and over.source == "Recon, rule 446"


@pytest.mark.rule(530, 532)
def test_the_800_points_of_the_regulations():
    fewer = with_core("rebels", format="legacy-800")
    assert problems(fewer) == []
    assert the(fewer, "army.points_left").params["left"] == 605
    over = the(with_core("rebels", "ap*2", "fm", "ad", "he", format="legacy-800", limit=None), "army.points")
    assert over.params["limit"] == 800 and over.source == "Tournament Regulations, rule 530"
    short = the(army("rebels", "ab", "ah*2", format="legacy-800"), "army.rank_min")
    assert short.source == "Tournament Regulations, rule 532"


@pytest.mark.rule(527)
def test_twelve_battle_cards_typed_by_name():
    deck = Deck(
        objective=("Breakthrough", "Key Positions", "Recover the Supplies", "Intercept the Transmissions"),
        deployment=("Battle Lines", "The Long March", "Disarray", "Major Offensive"),
        condition=("Clear Conditions", "Rapid Reinforcements", "Hostile Environment", "Limited Visibility"),
    )
    legacy = with_core("rebels", format="legacy-800", battle_deck=deck)
    assert deck_problems(legacy) == []
    assert deck_problems(with_core("rebels", format="legacy-800")) == ["deck.incomplete"]
    twice = replace(deck, condition=("Clear Conditions", "clear  CONDITIONS", "A", "B"))
    assert deck_problems(replace(legacy, battle_deck=twice)) == ["deck.duplicate"]
    blank = replace(deck, deployment=("Battle Lines", "The Long March", "Disarray", "  "))
    assert deck_problems(replace(legacy, battle_deck=blank)) == ["deck.incomplete"]
    three = replace(deck, deployment=deck.deployment[:3])
    assert the(replace(legacy, battle_deck=three), "deck.incomplete").params["missing"] == "1 deployment"


@pytest.mark.rule(533)
def test_seven_command_cards_in_the_regulations_too():
    legacy = with_core("rebels", format="legacy-800", command_hand=GENERIC_HAND["rebels"])
    assert hand_problems(legacy) == []
    assert hand_problems(replace(legacy, command_hand=GENERIC_HAND["rebels"][1:])) == ["hand.incomplete"]


@pytest.mark.rule(436)
def test_command_cards_of_a_faction_or_battle_force():
    assert hand_problems(with_core("rebels", command_hand=GENERIC_HAND["empire"])).count("hand.faction") == 3
    blizzard = army("empire", "at", "az*3", "bf", battle_force="bf", command_hand=("sv",))
    assert "hand.force" not in hand_problems(blizzard)
    assert "hand.force" in hand_problems(replace(blizzard, battle_force=None))


@pytest.mark.rule(419)
def test_restrictions_by_unit_rank_type_and_faction():
    for wrong in ("ah:ej", "ah:ey", "ah:fb", "ak:er"):
        assert "army.restriction" in problems(with_core("rebels", wrong)), wrong
    assert problems(with_core("rebels", "ah:eu")) == []


def test_the_army_allows_nothing_that_the_two_cards_forbid():
    cards_alone = {"army.restriction", "army.side", "army.slots", "army.upgrade_faction"}
    for unit in CARDS.data.units:
        printed = {card.id for cards in CARDS.upgrades_for(unit).values() for card in cards}
        for faction in unit.army_factions:
            options = Picker(army(faction, unit.id, limit=9999), CARDS).upgrades("u1")
            fits = {each.card for each in options if cards_alone.isdisjoint(r.code for r in each.reasons)}
            assert fits <= printed, unit.full_name


def test_the_side_of_the_force_is_the_armys():
    sides = {faction: frame_of(army(faction), CARDS).sides for faction in ("rebels", "empire", "republic")}
    assert sides == {"rebels": ("light",), "empire": ("dark",), "republic": ("light",)}
    assert frame_of(army("separatists"), CARDS).sides == ("dark",)
    assert frame_of(army("mercenary"), CARDS).sides == ()
    assert frame_of(army("mercenary", battle_force="sc"), CARDS).sides == ("dark",)
    assert frame_of(army("mercenary", battle_force="og"), CARDS).sides == ("light", "dark")


def test_points_of_the_armys_own_date():
    today, before = with_core("rebels", "ae"), with_core("rebels", "ae", points_date=date(2019, 1, 1))
    assert check(today).units[2].points == CARDS.units["ae"].points == 75
    history = CARDS.units["ae"].points_history
    assert check(before).units[2].points == history[0].before
    seen = with_core("rebels", "ae", points_date=date(2026, 1, 1))
    assert check(seen).units[2].points == 75
    assert "army.points_uncertain" not in {each.code for each in check(seen).notes}


def test_points_that_nothing_settles_are_told_as_uncertain():
    """Ahsoka cost 165 until some day of summer 2024, when an update came and the card file was late."""
    summer, spring = (with_core("rebels", "vd", points_date=date(2024, month, 1)) for month in (8, 7))
    assert "Ahsoka Tano, Fulcrum" in the(summer, "army.points_uncertain").params["cards"]
    assert check(summer).units[2].points == check(spring).units[2].points == 165
    assert "vd" not in {c for e in check(spring).notes if e.code == "army.points_uncertain" for c in e.about}


def test_a_date_after_the_newest_change_is_answered_with_the_newest_and_says_so():
    newer = with_core("rebels", points_date=CARDS.edition + timedelta(days=200))
    assert the(newer, "army.points_too_new").params["last"] == CARDS.edition.isoformat()
    assert "army.points_too_new" not in {each.code for each in check(with_core("rebels")).notes}


def test_a_list_is_judged_by_the_cards_of_its_date():
    """Aqua Droids and Droidekas were ground vehicles until 21 April 2026, strike teams special forces."""
    before, since = date(2026, 4, 20), date(2026, 4, 21)
    for faction, unit_id, then, now in (
        ("separatists", "Aw", "ground-vehicle", "heavy-droid-trooper"),
        ("separatists", "ie", "ground-vehicle", "heavy-droid-trooper"),
        ("rebels", "al", "special-forces", "support"),
        ("empire", "bb", "special-forces", "support"),
        ("republic", "ky", "special-forces", "support"),
        ("separatists", "lb", "special-forces", "support"),
    ):
        for day, expected in ((before, then), (since, now)):
            report = check(with_core(faction, unit_id, points_date=day))
            line = report.units[2]
            assert expected in (line.rank, line.unit.unit_type), (unit_id, day)
            changed = {card for e in report.notes if e.code == "army.changed_since" for card in e.about}
            assert unit_id not in changed


def test_strike_teams_fill_the_rank_of_their_day():
    """Strike teams filled places of special forces; since April 2026 they are detached support units."""
    teams = ("ba", "bb", "ba", "bb")
    then, now = (with_core("empire", *teams, points_date=date(2026, 4, day)) for day in (20, 21))
    counts = [next(row for row in check(army).ranks if row.rank == "special-forces") for army in (then, now)]
    assert [row.units for row in counts] == [4, 2]


def test_slots_limits_and_keywords_are_those_of_the_date():
    iden, today = (with_core("empire", "kg", points_date=day) for day in (date(2025, 4, 1), CARDS.edition))
    assert check(iden).units[2].unit.slots == ("training", "training", "gear", "armament")
    assert check(today).units[2].unit.slots != check(iden).units[2].unit.slots
    # Improvised Orders became unique on 21 April 2026.
    for day, twice in ((date(2026, 4, 20), False), (date(2026, 4, 21), True)):
        built = army("rebels", "ab:cw", "ac:cw", points_date=day)
        assert ("army.unique" in {each.code for each in check(built).violations}) is twice, day
    # Cassian Andor was a commander, and no field commander.
    cassian = check(with_core("rebels", "kf", points_date=date(2025, 4, 1))).units[2]
    assert (cassian.rank, cassian.loadout.has("field-commander")) == ("commander", False)


def test_what_nobody_knows_makes_the_verdict_uncertain():
    """Nothing is known of Aqua Droids before December 2024, nor of a day between two on which they differ."""
    found = the(with_core("separatists", "Aw", points_date=date(2024, 11, 1)), "army.changed_since")
    assert "Aw" in found.about and "Aqua Droids (unit type on 2026-04-21)" in found.params["cards"]
    between = with_core("empire", "oc", points_date=date(2024, 10, 1))
    assert "army.changed_since" not in {e.code for e in check(between).notes if "oc" in e.about}


def test_unknown_cards_are_reported_where_they_stand():
    built = with_core("rebels", "AD", "ah:zz", "ed", "jg+qq")
    found = {each.about: each for each in check(built).violations if each.code.startswith("army.")}
    assert found["u3", "AD"].params["suggestions"].startswith("ad (Luke")
    assert found["u4", "zz"].code == "army.unknown_card"
    assert found["u5", "ed"].code == "army.wrong_kind" and found["u5", "ed"].params["kind"] == "upgrade"
    assert found["u6", "qq"].params["wanted"] == "counterpart"


def test_unknown_format_and_force():
    assert problems(with_core("rebels", format="megabattle")) == ["army.unknown_format"]
    assert problems(with_core("rebels", battle_force="nope")) == ["army.unknown_force"]
    assert problems(with_core("rebels", battle_force="bf")).count("army.force_faction") == 1


def test_nothing_is_set_aside_today():
    built = with_core("rebels")
    aside = replace(built, units=(replace(built.units[0], set_aside=("df",)), built.units[1]))
    assert problems(aside) == ["army.set_aside"]
    assert problems(replace(aside, format="legacy-800")) == []
    strange = replace(built, units=(replace(built.units[0], set_aside=("zz",)), built.units[1]))
    assert "army.unknown_card" in problems(strange)


def test_every_check_says_which_rule_it_is():
    assert len(CHECKS) >= 35
    for rule in CHECKS:
        assert rule.__doc__ and len(rule.__doc__) > 20, rule


def test_the_deck_of_another_edition_does_not_pass():
    old = replace(DECK, deployment=("Battle Lines",))
    assert the(with_core("rebels", battle_deck=old), "deck.too_many").params["max"] == 0
