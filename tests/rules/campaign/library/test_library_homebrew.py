"""A club's own arc: read when it is whole, refused with every problem and its place when it is not."""

import copy
import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.rules.campaign.battle.agendas import progress
from muster.rules.campaign.library.homebrew import (
    MOST_BYTES,
    Homebrew,
    own_id,
    read_arc,
    under_own_ids,
    with_homebrew,
)
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.commendations import awardable
from muster.rules.campaign.register.effects import ByHand, GainSupply
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.rules.campaign.campaign_facts import LIBRARY, PARAGON, battle, resolve, resolve_mission

DOCUMENT = Path(__file__).parents[4] / "docs" / "reference" / "campaign-data.md"
(EXAMPLE,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)


def example():
    """The whole arc that the documentation shows: small, but with every part."""
    return json.loads(EXAMPLE)


def changed(path, value):
    """The example with one place changed; None removes it."""
    document = copy.deepcopy(example())
    *way, last = path
    place = document
    for step in way:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return json.dumps(document)


def problems(raw):
    with pytest.raises(Refused) as refused:
        read_arc(raw)
    for violation in refused.value.violations:
        assert len(explain(violation)) < 400, "a sentence, however absurd the input"
    return {(v.code.removeprefix("arc."), v.params["place"]) for v in refused.value.violations}


def test_the_question_that_the_documentation_asks_has_the_answer_it_gives():
    block = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL).group(1)
    names = {}
    exec(block, names)
    assert names["came"].marked == 2
    assert [effect.amount for effect in names["came"].effects] == [2, 2, 1]


def test_with_an_owners_mark_every_id_is_another_and_the_words_are_the_same():
    both = with_homebrew(read_arc(EXAMPLE), read_arc(under_own_ids(EXAMPLE, "a1b2c3d4")))
    assert len(both.arcs) == len(library().arcs) + 2
    marked = under_own_ids(EXAMPLE, "a1b2c3d4")
    assert msgspec.json.decode(marked.replace("-a1b2c3d4", "")) == example()


def test_an_id_with_a_mark_is_no_longer_than_an_id_may_be():
    assert own_id("x" * 80, "a1b2c3d4") == f"{'x' * 71}-a1b2c3d4"
    assert own_id(f"{'x' * 70}-{'y' * 9}", "a1b2c3d4") == f"{'x' * 70}-a1b2c3d4"


def test_a_whole_arc_is_read_and_everything_in_it_is_marked():
    own = read_arc(json.dumps(example()))
    parts = (
        own.arc,
        *own.agendas,
        own.commendation,
        own.setback,
        own.trait,
        own.turning_point,
        *own.questions,
    )
    assert all(part.homebrew for part in parts)
    assert len(parts) == 9


def test_what_only_words_can_say_is_done_by_the_players():
    own = read_arc(json.dumps(example()))
    assert (own.setback.effects, own.trait.effects) == ("manual", "manual")
    assert own.commendation.effects == "known", "it grants a keyword that we know"
    vague = read_arc(changed(("commendation", "grants"), None))
    assert vague.commendation.effects == "manual"


def test_its_agendas_and_mission_work_like_official_ones():
    own = read_arc(json.dumps(example()))
    record = battle(3, facts=("storm-broke",))
    assert progress(own.agendas[0], record).marked == 2
    supply = GainSupply(amount=1)
    assert resolve(own.agendas[0], record, ()) == (
        supply,
        supply,
        ByHand(words="Tell the tale of the storm."),
    )
    assert resolve_mission(own.turning_point, battle(), True, ()) == (supply,)


def test_a_library_with_homebrew_offers_it_and_leaves_the_official_one_alone():
    own = read_arc(json.dumps(example()))
    known = with_homebrew(own)
    assert known.arcs["dust-and-wind"].homebrew and len(known.arcs) == 8 and len(known.agendas) == 24
    assert "dust-and-wind" not in library().arcs
    veteran = msgspec.structs.replace(PARAGON, veteran_rank=1)
    assert "weatherproof" in {c.id for c in awardable(veteran, "dust-and-wind", known)}
    assert "weatherproof" not in {c.id for c in awardable(veteran, "a-pirates-life", known)}


def test_two_arcs_cannot_share_an_id():
    own = read_arc(json.dumps(example()))
    with pytest.raises(Refused):
        with_homebrew(own, own)


@pytest.mark.parametrize(
    "path, official",
    [
        (("arc", "id"), "a-pirates-life"),
        (("agendas", 1, "id"), "small-victories"),
        (("commendation", "id"), "resilient"),
        (("setback", "id"), "battle-fatigue"),
        (("trait", "id"), "greedy"),
        (("turning_point", "id"), "the-big-one"),
        (("questions", 0, "id"), "fewer-units-left"),
    ],
)
def test_no_official_id_is_shadowed(path, official):
    section, *rest = path
    place = f"{section}[{rest[0]}].id" if len(rest) == 2 else f"{section}.id"
    assert ("id_taken", place) in problems(changed(path, official))


@pytest.mark.parametrize(
    "path, value, expected",
    [
        (("arc",), None, ("missing", "arc")),
        (("arc", "trait"), None, ("missing", "arc.trait")),
        (("arc", "colour"), "red", ("unknown_field", "arc.colour")),
        (("extra",), 1, ("unknown_field", "extra")),
        (("agendas",), {}, ("wrong_type", "agendas")),
        (("agendas", 0), 7, ("wrong_type", "agendas[0]")),
        (("agendas", 2, "needed"), "three", ("wrong_type", "agendas[2].needed")),
        (("agendas", 2, "needed"), 6, ("out_of_bounds", "agendas[2].needed")),
        (("agendas", 2, "first", "count"), -1, ("out_of_bounds", "agendas[2].first.count")),
        (("agendas", 2, "again", "facts"), ["sun-rose"], ("dangling", "agendas[2].again")),
        (
            ("agendas", 0, "reward", "gifts", 0, "supply"),
            10**9,
            ("out_of_bounds", "agendas[0].reward.gifts[0].supply"),
        ),
        (("agendas", 0, "reward", "shape"), "gift", ("wrong_type", "agendas[0].reward.shape")),
        (("agendas", 0, "name"), "x" * 1_000, ("bad_length", "agendas[0].name")),
        (("agendas", 0, "words"), " ", ("bad_length", "agendas[0].words")),
        (("agendas", 0, "reward", "words"), "x" * 2_000, ("bad_length", "agendas[0].reward.words")),
        (("agendas", 0, "id"), "Hold the Well", ("bad_id", "agendas[0].id")),
        (("commendation", "grants", "keywords", 0, "id"), "flying", ("dangling", "commendation.grants")),
        (("commendation", "arc"), "a-pirates-life", ("not_its_own", "commendation.arc")),
        (("setback", "arc"), None, ("not_its_own", "setback.arc")),
        (("setback", "face"), "hit", ("chart_row", "setback.face")),
        (("arc", "setback"), "war-weary", ("not_its_own", "arc.setback")),
        (("arc", "agendas"), ["hold-the-well"], ("not_its_own", "arc.agendas")),
        (("turning_point", "map", "tokens", 0, "x"), 13, ("off_the_table", "turning_point.map.tokens[0]")),
        (("turning_point", "map", "zones", 1, "top"), 6, ("off_the_table", "turning_point.map.zones[1]")),
        (
            ("turning_point", "loss", "gifts", 0, "trait"),
            "vain",
            ("dangling", "turning_point.loss.gifts[0].trait"),
        ),
    ],
)
def test_each_fault_is_told_with_its_place(path, value, expected):
    assert expected in problems(changed(path, value))


def test_an_arc_has_three_agendas():
    document = example()
    del document["agendas"][2]
    assert ("three_agendas", "agendas") in problems(json.dumps(document))


def test_choices_need_ids_of_their_own_and_bearable_numbers():
    option = {"id": "a", "words": "Gain 1 SP.", "supply": 1}
    reward = {
        "dice": {"die": "defence-red", "number": 500},
        "picks": [{"id": "p", "options": [option, option]}, {"id": "p", "most": 99, "options": [option]}],
    }
    assert problems(changed(("agendas", 0, "reward"), reward)) == {
        ("same_pick", "agendas[0].reward.picks"),
        ("same_pick", "agendas[0].reward.picks[0].options"),
        ("out_of_bounds", "agendas[0].reward.picks[1].most"),
        ("out_of_bounds", "agendas[0].reward.dice"),
    }


def test_all_problems_come_at_once():
    document = example()
    del document["trait"]
    document["setback"]["stacks"] = "often"
    document["agendas"][1]["needed"] = None
    document["agendas"][1]["counts"] = 3
    assert problems(json.dumps(document)) == {
        ("missing", "trait"),
        ("wrong_type", "setback.stacks"),
        ("wrong_type", "agendas[1].needed"),
        ("wrong_type", "agendas[1].counts"),
    }


@pytest.mark.parametrize("raw", ["", "{", "[1, 2", "null", "7", '"arc"', "[]", b"\xff\xfe", "[" * 100_000])
def test_what_is_no_arc_at_all_is_refused(raw):
    assert {place for _, place in problems(raw)} == {"file"}


def test_a_huge_file_is_refused_unread():
    assert problems(" " * (MOST_BYTES + 1)) == {("too_big", "file")}


def test_a_file_cannot_pass_itself_off_as_official():
    own = read_arc(changed(("arc", "homebrew"), False))
    assert own.arc.homebrew


def paths(value, way=()):
    yield way
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in pairs:
        yield from paths(each, (*way, name))


JUNK = st.none() | st.integers() | st.text(max_size=8) | st.lists(st.integers(), max_size=2) | st.just({})


@settings(deadline=None)
@given(st.sampled_from([way for way in paths(example()) if way]), JUNK)
def test_any_one_change_is_read_or_refused_and_never_crashes(way, value):
    try:
        own = read_arc(changed(way, value))
    except Refused as refused:
        assert all(explain(violation) for violation in refused.violations)
    else:
        assert isinstance(own, Homebrew)
        assert set(LIBRARY.arcs) < set(with_homebrew(own).arcs)
