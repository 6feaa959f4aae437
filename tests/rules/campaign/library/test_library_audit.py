"""The data itself: complete, with nothing dangling, everything reachable, every text short and our own."""

import re
from itertools import combinations

import msgspec
import pytest

from muster.rules.campaign.library import references
from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.parts import Part
from muster.rules.cards import catalogue
from muster.rules.dice.faces import Face
from muster.rules.reference import ruling
from tests.rules.campaign.campaign_facts import LIBRARY

COUNTS = {
    "arcs": 7,
    "agendas": 21,
    "commendations": 22 + 6 + 7,
    "setbacks": 3 + 7,
    "traits": 3 + 7,
    "assets": 8,
    "aid": 7,
    "paragon_cards": 4,
    "turning_points": 7,
    "keywords": 6,
    "questions": 7,
}
TABLES = {name: getattr(LIBRARY, name) for name in COUNTS}
PARTS = [(name, part) for name, table in TABLES.items() for part in table.values()]


def test_nothing_is_missing():
    assert {name: len(table) for name, table in TABLES.items()} == COUNTS
    assert library() is LIBRARY, "it is read once"


def dangling():
    for arc in LIBRARY.arcs.values():
        yield from references.arc_references(arc, LIBRARY)
    for agenda in LIBRARY.agendas.values():
        yield from references.agenda_references(agenda, agenda.id, LIBRARY)
    for commendation in LIBRARY.commendations.values():
        yield from references.commendation_references(commendation, commendation.id, LIBRARY)
    for trait in LIBRARY.traits.values():
        yield from references.trait_references(trait, trait.id, LIBRARY)
    for mission in LIBRARY.turning_points.values():
        yield from references.mission_references(mission, mission.id, LIBRARY)


def test_every_reference_leads_somewhere():
    assert list(dangling()) == []


def test_the_search_for_dangling_references_finds_them():
    mission = LIBRARY.turning_points["wipe-them-out"]
    poorer = msgspec.structs.replace(LIBRARY, arcs={}, keywords={}, questions={})
    found = {(each.kind, each.id) for each in references.mission_references(mission, "", poorer)}
    assert found == {("arc", "bring-peace-to-the-galaxy"), ("question", "three-from-secondary")}


def test_arcs_and_their_parts_know_each_other():
    for arc in LIBRARY.arcs.values():
        assert len(arc.agendas) == 3
        assert [LIBRARY.agendas[id].arc for id in arc.agendas] == [arc.id] * 3
        assert LIBRARY.commendations[arc.commendation].arc == arc.id
        assert LIBRARY.setbacks[arc.setback].arc == arc.id
        assert LIBRARY.traits[arc.trait].arc == arc.id
        assert LIBRARY.turning_points[arc.turning_point].arc == arc.id


def test_every_part_with_an_arc_is_named_by_it():
    named = {
        id
        for arc in LIBRARY.arcs.values()
        for id in (*arc.agendas, arc.commendation, arc.setback, arc.trait, arc.turning_point)
    }
    assert {part.id for _, part in PARTS if getattr(part, "arc", None)} == named


def test_every_question_is_asked_by_somebody():
    raw = msgspec.json.encode(
        [list(LIBRARY.agendas.values()), list(LIBRARY.turning_points.values())]
    ).decode()
    assert [id for id in LIBRARY.questions if f'"{id}"' not in raw] == []


def test_both_charts_have_a_row_for_each_face_but_the_arcs_own():
    for table in (LIBRARY.setbacks, LIBRARY.traits):
        rows = [part.face for part in table.values() if part.face is not None]
        assert sorted(rows) == sorted([Face.HIT, Face.BLANK, Face.SURGE])


@pytest.mark.rule(46, 221)
def test_every_trait_is_over_after_two_games():
    assert {trait.games for trait in LIBRARY.traits.values()} == {2}


@pytest.mark.rule(44)
def test_conspicuous_and_selfless_warden_give_a_keyword_while_they_last():
    given = {t.id: [(use.id, use.value) for use in t.grants.keywords] for t in LIBRARY.traits.values()}
    assert {id: uses for id, uses in given.items() if uses} == {
        "conspicuous": [("advanced-targeting", "Commander Trooper and Operative Trooper 1")],
        "selfless-warden": [("inspire", 2)],
    }


@pytest.mark.rule(209)
def test_downtrodden_costs_15_points_each_and_no_other_setback_costs_any():
    assert {s.id: s.points for s in LIBRARY.setbacks.values() if s.points} == {"downtrodden": 15}


def test_the_paragon_cards_have_one_to_four_pips():
    assert [(c.name, c.pips) for c in LIBRARY.paragon_cards.values()] == [
        ("The Best of Us", 1),
        ("Enemy Down!", 2),
        ("Objective Complete!", 3),
        ("Standing Orders", 4),
    ]


def test_the_shame_of_a_lost_mission_is_removed_by_winning_the_same():
    for id, keyword in LIBRARY.keywords.items():
        if keyword.removed_by is not None:
            mission = LIBRARY.turning_points[keyword.removed_by]
            assert [gift.loses for gift in mission.victory.gifts] == [id]
            assert [gift.keyword.id for gift in mission.loss.gifts] == [id]


def test_campaign_keywords_stand_in_the_glossary_too():
    assert set(LIBRARY.keywords) <= set(catalogue().keywords)


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_ids_are_slugs_and_stand_once(name):
    table = TABLES[name]
    assert all(id == part.id and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id) for id, part in table.items())
    raw = (msgspec.json.encode(part) for part in table.values())
    assert len(set(raw)) == len(table)


PROSE = {"words", "setup", "scoring", "secondary", "blue_advantage", "red_advantage"}


def texts(value):
    """Every text of a part that people read, however deep."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, each in pairs:
        if isinstance(each, dict | list | tuple):
            yield from texts(each)
        elif name in PROSE and each:
            yield each


def test_every_text_is_short_and_a_sentence():
    for name, part in PARTS:
        for text in texts(msgspec.to_builtins(part)):
            assert 5 < len(text) <= 480, f"{name} {part.id}: {len(text)} characters"
            assert re.fullmatch(r"[A-Z0-9].*[.?]", text) and "  " not in text, f"{name} {part.id}: {text}"


def test_nothing_official_is_homebrew_or_done_by_hand():
    assert not [part.id for _, part in PARTS if isinstance(part, Part) and part.homebrew]
    assert not [part.id for _, part in PARTS if getattr(part, "effects", "known") == "manual"]


def test_zones_and_tokens_lie_on_the_table_and_zones_do_not_overlap():
    for mission in LIBRARY.turning_points.values():
        assert (mission.map.width, mission.map.height) == (12, 6)
        assert list(references.off_the_table(mission.map)) == []
        assert {zone.player for zone in mission.map.zones} == {"red", "blue"}
        for first, second in combinations(mission.map.zones, 2):
            apart_x = first.right <= second.left or second.right <= first.left
            apart_y = first.bottom <= second.top or second.bottom <= first.top
            assert apart_x or apart_y, f"{mission.id}: {first} and {second}"


def test_maps_are_mirrored_left_and_right_where_the_cards_are():
    for id in ("wipe-them-out", "the-big-one", "the-hammer-falls", "caught-in-the-act", "golden-opportunity"):
        tokens = {(t.name, t.x, t.y) for t in LIBRARY.turning_points[id].map.tokens}
        assert tokens == {(name, 12 - x, y) for name, x, y in tokens}, id


def test_the_number_that_a_card_leaves_out_is_marked_as_assumed():
    assumed = [agenda.id for agenda in LIBRARY.agendas.values() if agenda.needed_assumed]
    assert assumed == ["protect-your-allies"]
    assert "3" in ruling("A52").ruling


def test_agendas_need_three_boxes_and_those_of_the_weekend_war_two():
    needed = {agenda.id: agenda.needed for agenda in LIBRARY.agendas.values()}
    two = {id for id, boxes in needed.items() if boxes == 2}
    assert two == set(LIBRARY.arcs["the-weekend-war"].agendas)
    assert {needed[id] for id in needed if id not in two} == {3}


SHAPES = {"order-draw": 5, "setback-relief": 5, "menu": 3, "supply": 4, "special": 4}


def test_the_shapes_of_rewards():
    shapes = [agenda.reward.shape for agenda in LIBRARY.agendas.values()]
    assert {shape: shapes.count(shape) for shape in shapes} == SHAPES
