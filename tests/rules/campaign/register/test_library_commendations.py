"""Every commendation: whom it suits, whom it refuses and why, and what it grants. Written from the charts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.campaign.library.parts import Grants
from muster.rules.campaign.register.commendations import (
    award_objections,
    awardable,
    grants_for,
    high_limit,
    may_raise,
    once_per,
)
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.cards.values import KeywordUse
from tests.rules.campaign.campaign_facts import LIBRARY, codes

CORPS = UnitFacts(id="corps", rank="corps", veteran_rank=1, slots=("heavy-weapon", "personnel"))
CLONES = replace(CORPS, id="clones", unit_type="clone-trooper")
FORCES = replace(CORPS, id="forces", rank="special-forces")
LEADER = replace(CORPS, id="leader", rank="commander", paragon=True)
OFFICER = replace(LEADER, id="officer", paragon=False)
AGENT = replace(CORPS, id="agent", rank="operative")
WALKER = UnitFacts(id="walker", rank="heavy", unit_type="ground-vehicle", veteran_rank=1)
BIKE = UnitFacts(
    id="bike", rank="support", unit_type="repulsor-vehicle", veteran_rank=1, keywords=("speeder",)
)


def reasons(id, unit, rank=1, *held, arc=None):
    """The codes of the reasons against awarding it, short."""
    unit = replace(unit, veteran_rank=rank, commendations=held)
    return {
        code.removeprefix("commendation.")
        for code in codes(award_objections(LIBRARY.commendations[id], unit, arc))
    }


def grants(id, unit=CORPS, **more):
    return grants_for(LIBRARY.commendations[id], unit, **more)


def keywords(*uses):
    return Grants(keywords=tuple(KeywordUse(id=id, value=value) for id, value in uses))


def check_needs_nothing(id):
    assert reasons(id, CORPS) == reasons(id, WALKER) == reasons(id, LEADER) == set()


def check_needs_rank(id, rank, unit=CORPS, *held):
    assert reasons(id, unit, rank - 1, *held) == {"veteran_rank"}
    assert reasons(id, unit, rank, *held) == set()


# The chart -------------------------------------------------------------------------------------------------


@pytest.mark.rule(226)
def test_resilient():
    check_needs_nothing("resilient")
    assert grants("resilient") == Grants()


@pytest.mark.rule(227)
def test_veteran_leader():
    check_needs_nothing("veteran-leader")
    assert grants("veteran-leader") == keywords(("inspire", 2))


@pytest.mark.rule(228)
def test_special_munitions():
    check_needs_nothing("special-munitions")
    assert once_per(LIBRARY.commendations["special-munitions"], CORPS) == "game"


@pytest.mark.rule(229)
def test_well_stocked():
    assert reasons("well-stocked", CORPS, 2) == {"veteran_rank", "first"}
    check_needs_rank("well-stocked", 3, CORPS, "special-munitions")
    stocked = replace(CORPS, commendations=("special-munitions", "well-stocked"))
    assert once_per(LIBRARY.commendations["special-munitions"], stocked) == "round"


@pytest.mark.rule(230)
def test_one_in_a_million():
    check_needs_nothing("one-in-a-million")
    assert once_per(LIBRARY.commendations["one-in-a-million"], CORPS) == "game"


@pytest.mark.rule(231)
def test_sterner_stuff():
    check_needs_rank("sterner-stuff", 3)
    assert once_per(LIBRARY.commendations["sterner-stuff"], CORPS) == "game"


@pytest.mark.rule(249)
def test_exactly_three_commendations_are_used_once_per_game():
    used = {c.id for c in LIBRARY.commendations.values() if c.once_per == "game"}
    assert used == {"special-munitions", "one-in-a-million", "sterner-stuff"}


@pytest.mark.rule(232)
def test_strongpoint_expertise():
    check_needs_nothing("strongpoint-expertise")
    assert grants("strongpoint-expertise") == keywords(("prepared-position", None))


@pytest.mark.rule(233)
def test_marksmanship_badge():
    check_needs_nothing("marksmanship-badge")
    assert grants("marksmanship-badge") == keywords(("precise", 1))


@pytest.mark.rule(234)
def test_harsh_environments_gear():
    check_needs_nothing("harsh-environments-gear")
    assert grants("harsh-environments-gear") == keywords(("unhindered", None))


@pytest.mark.rule(235, 236, 237)
@pytest.mark.parametrize(
    "id, slots",
    [
        ("advanced-drill", ("training",)),
        ("forward-patrol", ("comms",)),
        ("extra-equipment", ("gear", "grenades")),
    ],
)
def test_commendations_that_give_troopers_slots(id, slots):
    assert reasons(id, CORPS) == reasons(id, CLONES) == set()
    assert reasons(id, WALKER) == {"unit_type"}
    assert grants(id) == Grants(slots=slots)


@pytest.mark.rule(238)
def test_field_modifications():
    assert reasons("field-modifications", CORPS) == {"unit_type"}
    assert reasons("field-modifications", WALKER) == reasons("field-modifications", BIKE) == set()
    assert grants("field-modifications", WALKER) == Grants(wound_threshold=1, resilience=1)


@pytest.mark.rule(239)
def test_flexible_response():
    check_needs_rank("flexible-response", 2)
    assert reasons("flexible-response", FORCES, 2) == {"rank"}
    assert reasons("flexible-response", replace(WALKER, rank="corps"), 2) == {"unit_type"}
    given = grants("flexible-response")
    assert given.slots == ("heavy-weapon",)
    assert given.keywords == (KeywordUse(id="flexible-response", value=2),), "one of its own and the new one"


@pytest.mark.rule(240)
def test_recon_badge():
    check_needs_rank("recon-badge", 2)
    assert grants("recon-badge") == keywords(("scout", 1))


@pytest.mark.rule(241)
def test_assault_badge():
    check_needs_rank("assault-badge", 2)
    assert grants("assault-badge") == keywords(("tactical", 1))


@pytest.mark.rule(242)
def test_personal_shields():
    check_needs_rank("personal-shields", 2)
    assert grants("personal-shields") == keywords(("recharge", 1), ("shielded", 1))


@pytest.mark.rule(243)
def test_feats_of_valor():
    check_needs_rank("feats-of-valor", 2)
    assert grants("feats-of-valor") == Grants(courage=1)


@pytest.mark.rule(244)
def test_self_sufficient():
    check_needs_rank("self-sufficient", 2)
    assert grants("self-sufficient") == keywords(("independent", "Aim 1 or Dodge 1"))
    independent = replace(CORPS, keywords=("independent",))
    assert may_raise(LIBRARY.commendations["self-sufficient"], independent)
    assert not may_raise(LIBRARY.commendations["self-sufficient"], CORPS)
    assert grants("self-sufficient", independent, raise_own=True) == Grants()
    assert grants("self-sufficient", CORPS, raise_own=True) == keywords(("independent", "Aim 1 or Dodge 1"))


@pytest.mark.rule(245)
def test_fearsome():
    check_needs_rank("fearsome", 2)
    assert reasons("fearsome", WALKER, 2) == {"unit_type"}
    assert grants("fearsome") == keywords(("demoralize", 1))


@pytest.mark.rule(246)
def test_urban_assault_experts():
    check_needs_rank("urban-assault-experts", 2)
    assert "Sharpshooter 1" in LIBRARY.commendations["urban-assault-experts"].words


@pytest.mark.rule(247)
def test_expert_pilot():
    check_needs_rank("expert-pilot", 2, BIKE)
    assert reasons("expert-pilot", WALKER, 2) == {"keyword"}
    assert grants("expert-pilot", BIKE) == keywords(("nimble", None), ("outmaneuver", None))


# High commendations ----------------------------------------------------------------------------------------


@pytest.mark.rule(250, 252)
def test_dedicated_to_the_cause():
    assert reasons("dedicated-to-the-cause", CORPS, 3) == {"first"}
    check_needs_rank("dedicated-to-the-cause", 3, CORPS, "resilient")


@pytest.mark.rule(253)
def test_lucky_shot():
    assert reasons("lucky-shot", CORPS, 3) == {"first"}
    check_needs_rank("lucky-shot", 3, CORPS, "one-in-a-million")
    lucky = replace(CORPS, commendations=("one-in-a-million", "lucky-shot"))
    assert once_per(LIBRARY.commendations["one-in-a-million"], lucky) == "round"
    assert once_per(LIBRARY.commendations["sterner-stuff"], lucky) == "game", "it widens its own alone"


@pytest.mark.rule(254)
def test_implacable():
    assert reasons("implacable", CORPS, 3) == {"first"}
    check_needs_rank("implacable", 3, CORPS, "sterner-stuff")
    unbowed = replace(CORPS, commendations=("sterner-stuff", "implacable"))
    assert once_per(LIBRARY.commendations["sterner-stuff"], unbowed) == "round"


@pytest.mark.rule(255)
def test_headhunters():
    check_needs_rank("headhunters", 2, FORCES)
    assert reasons("headhunters", CORPS, 2) == {"rank"}
    assert grants("headhunters", FORCES) == keywords(("bounty", None))


@pytest.mark.rule(256)
def test_veteran_gunners():
    check_needs_rank("veteran-gunners", 3, WALKER)
    assert reasons("veteran-gunners", CORPS, 3) == {"unit_type"}
    assert grants("veteran-gunners", WALKER) == keywords(("arsenal", 1))


@pytest.mark.rule(257)
def test_born_to_lead():
    check_needs_rank("born-to-lead", 4, LEADER)
    assert reasons("born-to-lead", OFFICER, 4) == {"paragon"}
    assert grants("born-to-lead", LEADER) == keywords(("one-step-ahead", None))


@pytest.mark.rule(251)
def test_a_unit_holds_one_high_commendation_and_a_lauded_one_two():
    held = ("resilient", "dedicated-to-the-cause")
    assert reasons("born-to-lead", LEADER, 4, *held) == {"high_limit"}
    lauded = replace(LEADER, keywords=("lauded",))
    assert high_limit(lauded) == 2
    assert reasons("born-to-lead", lauded, 4, *held) == set()
    third = (*held, "born-to-lead", "one-in-a-million")
    assert reasons("lucky-shot", lauded, 4, *third) == {"high_limit"}
    assert reasons("veteran-leader", LEADER, 4, *held) == set(), "ordinary ones are not limited"


# The arcs' own ---------------------------------------------------------------------------------------------


@pytest.mark.rule(40, 41)
def test_failure_is_not_an_option():
    own = {"arc": "bring-peace-to-the-galaxy"}
    assert reasons("failure-is-not-an-option", LEADER, 3, **own) == {"veteran_rank"}
    assert reasons("failure-is-not-an-option", LEADER, 4, **own) == set()
    assert reasons("failure-is-not-an-option", AGENT, 4, **own) == set()
    assert reasons("failure-is-not-an-option", CORPS, 4, **own) == {"rank"}
    assert grants("failure-is-not-an-option", AGENT) == keywords(("ruthless", None))


def test_hopeful():
    assert reasons("hopeful", CORPS, arc="liberate-the-system") == set()
    assert grants("hopeful", CORPS) == Grants(courage=1)
    assert grants("hopeful", WALKER) == Grants(resilience=1)


def test_unity():
    own = {"arc": "peacekeeping-mission"}
    assert reasons("unity", CLONES, 2, **own) == {"veteran_rank"}
    assert reasons("unity", CLONES, 3, **own) == set()
    assert reasons("unity", CORPS, 3, **own) == {"unit_type"}


def test_well_supplied():
    own = {"arc": "root-out-the-corruption"}
    assert reasons("well-supplied", CORPS, 1, **own) == {"veteran_rank"}
    assert reasons("well-supplied", CORPS, 2, **own) == set()
    assert grants("well-supplied") == keywords(("reliable", 1))


def test_rapid_response():
    assert reasons("rapid-response", CORPS, arc="the-weekend-war") == set()
    assert grants("rapid-response", CORPS) == keywords(("scout", 1))
    assert grants("rapid-response", OFFICER) == grants("rapid-response", AGENT) == keywords(("cunning", None))


def test_legendary():
    own = {"arc": "birth-of-a-legend"}
    assert reasons("legendary", LEADER, 3, **own) == set()
    assert reasons("legendary", LEADER, 2, **own) == {"veteran_rank"}
    assert reasons("legendary", OFFICER, 3, **own) == {"paragon"}


def test_go_where_the_money_is():
    assert reasons("go-where-the-money-is", WALKER, arc="a-pirates-life") == set()
    assert grants("go-where-the-money-is") == keywords(("eyes-on-the-prize", "Agile 1 or Tactical 1"))


# For all of them -------------------------------------------------------------------------------------------


@pytest.mark.rule(222)
@pytest.mark.parametrize("id", sorted(LIBRARY.commendations))
def test_none_is_awarded_twice(id):
    assert "twice" in reasons(id, LEADER, 5, id, arc=LIBRARY.commendations[id].arc)


@pytest.mark.rule(223)
def test_an_arc_offers_its_own_commendation_and_not_anothers():
    assert reasons("hopeful", CORPS, arc="a-pirates-life") == {"other_arc"}
    offered = {c.id for c in awardable(CORPS, "a-pirates-life")}
    assert "go-where-the-money-is" in offered and "hopeful" not in offered


@pytest.mark.rule(224)
def test_all_reasons_come_at_once():
    assert reasons("lucky-shot", WALKER, 1, "dedicated-to-the-cause", arc=None) == {
        "veteran_rank",
        "first",
        "high_limit",
    }


UNITS = st.builds(
    UnitFacts,
    id=st.just("unit"),
    rank=st.sampled_from(["commander", "operative", "corps", "special-forces", "support", "heavy"]),
    unit_type=st.sampled_from(["trooper", "clone-trooper", "droid-trooper", "ground-vehicle"]),
    veteran_rank=st.integers(0, 5),
    paragon=st.booleans(),
    commendations=st.lists(st.sampled_from(sorted(LIBRARY.commendations)), unique=True, max_size=5).map(
        tuple
    ),
)


@given(UNITS, st.sampled_from(sorted(LIBRARY.arcs)))
def test_a_higher_rank_never_closes_a_door(unit, arc):
    higher = replace(unit, veteran_rank=unit.veteran_rank + 1)
    assert {c.id for c in awardable(unit, arc)} <= {c.id for c in awardable(higher, arc)}
