"""The seven turning points won, lost and drawn, their spoils, their maps, and the end of an arc."""

import pytest

from muster.rules.campaign.battle.missions import (
    ArcEnd,
    arc_end,
    arc_ends,
    mission_standing,
    questions_of,
    reward_of,
)
from muster.rules.campaign.battle.offers import Asked, offer
from muster.rules.campaign.register.effects import (
    AwardCommendation,
    GainExperience,
    GainKeyword,
    GainSetback,
    GainSupply,
    GainTrait,
    LoseKeyword,
    RecruitUnit,
    RemoveSetbacks,
)
from muster.rules.cards import catalogue
from muster.rules.dice.faces import Die, Face
from tests.rules.campaign.campaign_facts import (
    LIBRARY,
    answer,
    battle,
    codes,
    refusals,
    resolve_mission,
)

BLOCK, BLANK, HIT, SURGE = Face.BLOCK, Face.BLANK, Face.HIT, Face.SURGE
NO_BLOCKS = (BLANK, BLANK, SURGE, BLANK, BLANK)
TWO_BLOCKS = (BLOCK, BLANK, BLOCK, SURGE, BLANK)
SOLACE = [
    answer("solace-1", "experience", "blues"),
    answer("solace-2", "relief", "reds", "flat-footed"),
]
SOLACED = [
    GainExperience(unit="blues", amount=2),
    RemoveSetbacks(unit="reds", setbacks=("flat-footed",)),
]


def effects(id, *answers, owner=True, **record):
    return list(resolve_mission(LIBRARY.turning_points[id], battle(**record), owner, answers))


def keyword(id, value=None):
    return GainKeyword(unit="paragon", keyword=id, value=value)


def check_victory(id, loses, *lessons):
    """Three units are honoured; the Paragon may learn one of two things and is rid of its shame."""
    honours = [answer("honours-1", "experience", "blues"), answer("honours-2", "relief", "reds")]
    honoured = [GainExperience(unit="blues", amount=1), RemoveSetbacks(unit="reds", setbacks=ALL_OF_REDS)]
    for lesson in lessons:
        learnt = answer("lesson-1", lesson.keyword, "paragon")
        expected = [LoseKeyword(unit="paragon", keyword=loses), *honoured, lesson]
        assert effects(id, *honours, learnt) == expected
    assert effects(id) == [LoseKeyword(unit="paragon", keyword=loses)], "all of it may be left"
    fourth = [
        answer(f"honours-{n}", "experience", u) for n, u in enumerate(("blues", "reds", "tank", "scouts"), 1)
    ]
    assert codes(refusals(resolve_mission, LIBRARY.turning_points[id], battle(), True, fourth)) == [
        "arc.reward_unknown_choice"
    ]


def check_loss(id, shame):
    """Five red dice: each Block helps a unit; the Paragon bears the shame either way."""
    mission = LIBRARY.turning_points[id]
    asked = offer(reward_of(mission, battle(result="lost"), True), battle(result="lost")).asked
    assert asked == Asked(die=Die.DEFENCE_RED, dice=5)
    assert effects(id, result="lost", faces=NO_BLOCKS) == [shame]
    assert effects(id, *SOLACE, result="lost", faces=TWO_BLOCKS) == [shame, *SOLACED]


ALL_OF_REDS = ("battle-fatigue", "battle-fatigue", "flat-footed")


@pytest.mark.rule(62, 63, 64)
def test_wipe_them_out_won():
    check_victory("wipe-them-out", "disgraced", keyword("compel"), keyword("strategize", 1))


@pytest.mark.rule(65, 66, 67)
def test_wipe_them_out_lost():
    check_loss("wipe-them-out", keyword("disgraced"))


@pytest.mark.rule(58)
@pytest.mark.parametrize("id", ["wipe-them-out", "the-hammer-falls"])
def test_either_player_gains_2_sp_for_3_vp_from_the_secondary(id):
    scored = {"facts": ("three-from-secondary",)}
    assert effects(id, owner=False, result="lost", **scored) == [GainSupply(amount=2)]
    assert effects(id, owner=True, result="won", **scored)[0] == GainSupply(amount=2)
    assert effects(id, owner=False, result="won") == []


def test_the_big_one():
    check_victory("the-big-one", "hunted", keyword("uncanny-luck", 1), keyword("one-step-ahead"))
    check_loss("the-big-one", keyword("hunted"))
    record = {"facts": ("held-holorecorder", "held-enemy-holorecorder"), "chosen": ("tank",)}
    gained = [GainSupply(amount=2), GainExperience(unit="tank", amount=2)]
    assert effects("the-big-one", owner=False, **record) == gained
    two = refusals(
        resolve_mission, LIBRARY.turning_points["the-big-one"], battle(chosen=("tank", "reds")), False, ()
    )
    assert codes(two) == ["arc.mission_names"], "there is one enemy Holorecorder"
    away = refusals(
        resolve_mission, LIBRARY.turning_points["the-big-one"], battle(chosen=("reserve",)), False, ()
    )
    assert codes(away) == ["agenda.unknown_unit"]


def test_the_hammer_falls():
    check_victory("the-hammer-falls", "insecure", keyword("danger-sense", 1), keyword("quick-thinking"))
    check_loss("the-hammer-falls", keyword("insecure"))


def test_caught_in_the_act():
    lessons = keyword("strategize", 1), keyword("guidance", "Droid Trooper")
    check_victory("caught-in-the-act", "faulty-equipment", *lessons)
    check_loss("caught-in-the-act", keyword("faulty-equipment"))


def test_running_out_of_time():
    prize = keyword("eyes-on-the-prize", "Agile 1 or Tactical 1")
    honoured = GainExperience(unit="tank", amount=1)
    assert effects("running-out-of-time", answer("honours-1", "experience", "tank")) == [prize, honoured]
    check_loss("running-out-of-time", GainTrait(unit="paragon", trait="on-the-back-foot"))


def test_seize_your_destiny():
    lauded = [keyword("lauded"), AwardCommendation(unit="paragon")]
    honoured = GainExperience(unit="tank", amount=1)
    assert effects("seize-your-destiny", answer("honours-1", "experience", "tank")) == [*lauded, honoured]
    check_loss("seize-your-destiny", GainTrait(unit="paragon", trait="disillusioned"))


def test_only_in_seize_your_destiny_each_block_needs_a_different_unit():
    twice = [answer("solace-1", "experience", "blues"), answer("solace-2", "experience", "blues")]
    record = battle(result="lost", faces=TWO_BLOCKS)
    for id, mission in LIBRARY.turning_points.items():
        if id != "golden-opportunity":
            problems = codes(refusals(resolve_mission, mission, record, True, twice))
            assert bool(problems) == (id == "seize-your-destiny"), id


def test_golden_opportunity_won():
    options = {
        o.id: o.recruits for o in LIBRARY.turning_points["golden-opportunity"].victory.picks[0].options
    }
    names = {catalogue().units[card].name for card in options.values()}
    assert names == {
        "A-A5 Speeder Truck",
        "LAAT/le Patrol Transport",
        "TX-225 GAVw Occupier Tank",
        "WLO-5 Speeder Tank",
    }
    won = effects("golden-opportunity", answer("prize-1", "wlo-5-speeder-tank"))
    assert won == [RecruitUnit(card="Fe")]


def test_golden_opportunity_lost():
    mission = LIBRARY.turning_points["golden-opportunity"]
    asked = offer(reward_of(mission, battle(3, "lost"), True), battle(3, "lost")).asked
    assert asked == Asked(die=Die.ATTACK_RED, dice=3)
    record = {"count": 3, "result": "lost", "faces": (HIT, SURGE, HIT)}
    shares = [GainSupply(amount=1)] * 2
    paragon = [GainExperience(unit="paragon", amount=2), GainTrait(unit="paragon", trait="greedy")]
    scarred = [GainExperience(unit="tank", amount=2), GainSetback(unit="tank")]
    assert effects("golden-opportunity", answer("scarred-1", unit="tank"), **record) == [
        *shares,
        *paragon,
        *scarred,
    ]
    itself = [answer("scarred-1", unit="paragon")]
    assert codes(refusals(resolve_mission, mission, battle(**record), True, itself)) == ["arc.reward_unit"]
    assert effects("golden-opportunity", count=0, result="lost") == paragon, "nothing removed, nothing rolled"
    absurd = refusals(resolve_mission, mission, battle(10_000, "lost"), True, ())
    assert codes(absurd) == ["arc.reward_count"]


@pytest.mark.parametrize("id", sorted(LIBRARY.turning_points))
def test_a_drawn_mission_brings_neither_reward(id):
    assert effects(id, result="drawn") == []


def test_a_campaign_may_count_a_draw_as_a_loss():
    mission = LIBRARY.turning_points["wipe-them-out"]
    record = battle(result="drawn", faces=NO_BLOCKS)
    assert resolve_mission(mission, record, True, (), drawn="lost") == (keyword("disgraced"),)


@pytest.mark.rule(31)
def test_won_or_lost_ends_the_arc_and_a_draw_does_not():
    assert arc_ends("won") and arc_ends("lost") and not arc_ends("drawn")
    assert arc_ends("drawn", drawn="lost")


@pytest.mark.rule(148)
@pytest.mark.parametrize("id", sorted(LIBRARY.turning_points))
def test_the_opponent_has_no_part_in_the_owners_reward(id):
    for result in ("won", "lost"):
        assert effects(id, owner=False, result=result) == []


@pytest.mark.rule(30, 140, 141)
def test_two_agendas_open_the_turning_point_and_three_demand_it():
    assert [mission_standing(done) for done in range(4)] == ["not-yet", "not-yet", "may", "must"]


@pytest.mark.rule(171, 172)
def test_the_end_of_an_arc_is_worth_1_reputation_or_2_and_3_sp():
    assert arc_end(2) == ArcEnd(reputation=1, supply=0)
    assert arc_end(3) == ArcEnd(reputation=2, supply=3)


def test_players_are_asked_about_the_spoils_only():
    asked = {id: questions_of(mission) for id, mission in LIBRARY.turning_points.items()}
    assert asked["the-big-one"] == ("held-holorecorder", "held-enemy-holorecorder")
    assert asked["wipe-them-out"] == asked["the-hammer-falls"] == ("three-from-secondary",)
    assert asked["golden-opportunity"] == ()


TOKENS = {
    "wipe-them-out": {"Evacuation Point": 1, "Defensive Position": 5},
    "the-big-one": {"Command Center": 1, "Supply Stockpile": 5},
    "the-hammer-falls": {"Defense Cannon": 5, "Civilians": 3},
    "caught-in-the-act": {"Material Cache": 6},
    "running-out-of-time": {"Stockpile": 3, "Cargo Container": 4},
    "seize-your-destiny": {"Landmark": 2, "Dueling Ground": 1},
    "golden-opportunity": {"Military Equipment": 4, "Cargo Ramp": 1},
}


@pytest.mark.parametrize("id", sorted(TOKENS))
def test_every_map_has_its_tokens(id):
    tokens = [token.name for token in LIBRARY.turning_points[id].map.tokens]
    assert {name: tokens.count(name) for name in tokens} == TOKENS[id]


def test_a_few_places_read_off_the_maps():
    def at(id, name):
        return sorted((t.x, t.y) for t in LIBRARY.turning_points[id].map.tokens if t.name == name)

    assert at("wipe-them-out", "Evacuation Point") == [(6, 1)]
    assert at("wipe-them-out", "Defensive Position") == [(3, 1.5), (4, 3), (6, 3.5), (8, 3), (9, 1.5)]
    assert at("the-hammer-falls", "Civilians") == [(3, 3), (6, 3), (9, 3)]
    assert at("golden-opportunity", "Cargo Ramp") == [(6, 4)]
    centre = [t for t in LIBRARY.turning_points["running-out-of-time"].map.tokens if (t.x, t.y) == (6, 3)]
    assert [token.holds for token in centre] == [5]
    duel = {t.name: t.contest for t in LIBRARY.turning_points["seize-your-destiny"].map.tokens}
    assert duel == {"Landmark": 2, "Dueling Ground": 1}
