"""All 21 agendas, each with its own numbers, from what happened to boxes, choices and effects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.campaign.battle.agendas import (
    check_record,
    progress,
    questions_of,
    threshold_count,
)
from muster.rules.campaign.battle.offers import Asked
from muster.rules.campaign.register.effects import (
    GainExperience,
    GainSupply,
    RaisePotential,
    RemoveSetbacks,
    SpareFromCasualty,
)
from muster.rules.dice.faces import Die, Face
from muster.rules.violations import Refused
from tests.rules.campaign.campaign_facts import (
    BLUES,
    GUEST,
    LIBRARY,
    OWN,
    PARAGON,
    REDS,
    ROSTER,
    SCOUTS,
    answer,
    battle,
    codes,
    refusals,
    resolve,
)

ALL_OF_REDS = ("battle-fatigue", "battle-fatigue", "flat-footed")


def times(id, count=0, result="won", **more):
    """How often the agenda progressed; from no boxes, all are marked."""
    came = progress(LIBRARY.agendas[id], battle(count, result, **more))
    assert came.marked == came.times
    return came.times


def steps(id, upto=9, **more):
    """The progress for each count from 0 on, as a string of digits."""
    return "".join(str(times(id, count, **more)) for count in range(upto + 1))


def effects(id, *answers, count, result="won", **more):
    return list(resolve(LIBRARY.agendas[id], battle(count, result, **more), answers))


def experience(unit, amount):
    return GainExperience(unit=unit, amount=amount)


def relieved(unit, *setbacks):
    return RemoveSetbacks(unit=unit, setbacks=setbacks)


def check_setback_relief(id, count, extra=()):
    """Two boxes: a unit with setbacks loses all, one without gains 2; not the same one twice."""
    given = [answer("relief-1", unit="reds"), answer("relief-2", unit="blues")]
    expected = [*extra, relieved("reds", *ALL_OF_REDS), experience("blues", 2)]
    assert effects(id, *given, count=count) == expected
    twice = [answer("relief-1", unit="reds"), answer("relief-2", unit="reds")]
    problems = refusals(resolve, LIBRARY.agendas[id], battle(count), twice)
    assert set(codes(problems)) == {"arc.reward_same_unit"}


def check_order_draw(id, count):
    """Two boxes: two tokens, a different unit of each rank that took part gains 2."""
    assert progress(LIBRARY.agendas[id], battle(count)).asked == Asked(orders=2)
    record = {"count": count, "drawn": ("corps", "heavy")}
    came = progress(LIBRARY.agendas[id], battle(**record))
    assert [choice.options[0].units for choice in came.choices] == [("reds", "blues"), ("tank",)]
    given = [answer("order-1", unit="blues"), answer("order-2", unit="tank")]
    assert effects(id, *given, **record) == [experience("blues", 2), experience("tank", 2)]


# Bring Peace to the Galaxy ---------------------------------------------------------------------------------


def test_persons_of_interest():
    assert steps("persons-of-interest") == "0000011222"
    check_setback_relief("persons-of-interest", 7)
    faces = (Face.HIT, Face.CRITICAL, Face.SURGE, Face.BLANK)
    marked = LIBRARY.agendas["persons-of-interest"].marked_ranks
    ranks = [marked[face] for face in faces]
    assert ranks == ["special-forces", "corps", "corps", "support"]
    assert LIBRARY.agendas["on-the-run"].marked_ranks is None


def test_gather_intelligence():
    assert steps("gather-intelligence", 5) == "000122"
    given = [answer("report-1", "supply"), answer("report-2", unit="reds", setback="flat-footed")]
    assert effects("gather-intelligence", *given, count=4) == [
        GainSupply(amount=2),
        experience("reds", 2),
        relieved("reds", "flat-footed"),
    ]
    keeps = [answer("report-1", unit="reds"), answer("report-2", unit="reds")]
    assert effects("gather-intelligence", *keeps, count=4) == [experience("reds", 2), experience("reds", 2)]


def test_keep_them_in_line():
    assert steps("keep-them-in-line", 4) == "00122"
    check_order_draw("keep-them-in-line", 3)


# Liberate the System ---------------------------------------------------------------------------------------


def test_small_victories():
    assert steps("small-victories", 5, result="won") == "000111"
    assert steps("small-victories", 5, result="drawn") == "000111"
    assert steps("small-victories", 5, result="lost") == "000222"
    given = [answer("report-1", "supply"), answer("report-2", unit="blues")]
    assert effects("small-victories", *given, count=3, result="lost") == [
        GainSupply(amount=1),
        experience("blues", 1),
    ]
    twice = [answer("report-1", unit="blues"), answer("report-2", unit="blues")]
    problems = refusals(resolve, LIBRARY.agendas["small-victories"], battle(3, "lost"), twice)
    assert "arc.reward_same_unit" in codes(problems)


def test_midnight_strikes():
    assert steps("midnight-strikes", 4) == "00122"
    check_order_draw("midnight-strikes", 3)


def test_on_the_run():
    assert steps("on-the-run", 5) == "001222"
    check_setback_relief("on-the-run", 3)


# Peacekeeping Mission --------------------------------------------------------------------------------------


def test_against_all_odds():
    assert steps("against-all-odds", 5) == "000111"
    assert steps("against-all-odds", 5, facts=("fewer-units-left",)) == "000222"
    assert steps("against-all-odds", 5, result="lost", facts=("fewer-units-left",)) == "000111"
    came = progress(LIBRARY.agendas["against-all-odds"], battle(4, facts=("fewer-units-left",)))
    assert came.asked == Asked(orders=2)
    given = [answer("order-1", unit="paragon"), answer("order-2", unit="reds")]
    record = {"count": 4, "facts": ("fewer-units-left",), "drawn": ("commander", "corps")}
    assert effects("against-all-odds", *given, **record) == [experience("paragon", 2), experience("reds", 2)]


def test_concentrated_efforts():
    assert steps("concentrated-efforts", 5) == "000111"
    assert steps("concentrated-efforts", 5, facts=("more-secondary-points",)) == "000222"
    more = {"facts": ("more-secondary-points",)}
    assert effects("concentrated-efforts", count=3, **more) == [GainSupply(amount=n) for n in (2, 2, 1)]
    assert effects("concentrated-efforts", count=3, result="lost") == [GainSupply(amount=2)]
    assert effects("concentrated-efforts", count=2) == [], "no progress, no reward"


def test_daring_defense():
    named = {"chosen": ("reds",)}
    assert steps("daring-defense", 5, **named) == "000111"
    assert steps("daring-defense", 5, **named, facts=("defender-on-marked-point",)) == "000222"
    spared = SpareFromCasualty(unit="reds", experience=2, setbacks=1)
    learns = answer("defender-1", "experience", "reds")
    heals = answer("defender-1", "relief", "reds")
    assert effects("daring-defense", learns, count=3, **named) == [spared, experience("reds", 2)]
    assert effects("daring-defense", heals, count=3, **named) == [spared, relieved("reds", *ALL_OF_REDS)]
    twice = {**named, "facts": ("defender-on-marked-point",)}
    assert effects("daring-defense", learns, count=3, **twice) == [spared, experience("reds", 2)]
    other = [answer("defender-1", "experience", "blues")]
    problems = refusals(resolve, LIBRARY.agendas["daring-defense"], battle(3, **named), other)
    assert codes(problems) == ["arc.reward_unit"]


# Root Out the Corruption -----------------------------------------------------------------------------------


def test_the_long_game():
    assert steps("the-long-game", 5) == "001122"
    check_setback_relief("the-long-game", 4)


def test_show_of_strength():
    assert steps("show-of-strength", 4) == "00122"
    given = [answer("report-1", "supply"), answer("report-2", unit="scouts")]
    assert effects("show-of-strength", *given, count=3) == [GainSupply(amount=2), experience("scouts", 1)]
    nobody = [answer("report-1", "supply"), answer("report-2", "nobody")]
    assert effects("show-of-strength", *nobody, count=3) == [GainSupply(amount=2)]
    survivor = [answer("report-1", unit="reds")]
    problems = refusals(resolve, LIBRARY.agendas["show-of-strength"], battle(2), survivor)
    assert codes(problems) == ["arc.reward_unit"], "only units defeated in this battle"


def test_investigate_corruption():
    assert steps("investigate-corruption", 4) == "00122"
    check_order_draw("investigate-corruption", 3)


# The Weekend War -------------------------------------------------------------------------------------------


def test_beat_them_to_the_punch():
    assert LIBRARY.agendas["beat-them-to-the-punch"].needed == 2
    assert steps("beat-them-to-the-punch", 7) == "00001122"
    record = {"count": 6, "drawn": ("corps", "heavy")}
    given = [answer("order-1", unit="reds", setback="battle-fatigue"), answer("order-2", unit="tank")]
    assert effects("beat-them-to-the-punch", *given, **record) == [
        experience("reds", 1),
        relieved("reds", "battle-fatigue"),
        experience("tank", 1),
    ]
    silent = [answer("order-1", unit="reds"), answer("order-2", unit="tank")]
    problems = refusals(resolve, LIBRARY.agendas["beat-them-to-the-punch"], battle(**record), silent)
    assert codes(problems) == ["arc.reward_needs_setback"]


def test_search_for_treasure():
    assert LIBRARY.agendas["search-for-treasure"].needed == 2
    assert steps("search-for-treasure", 7) == "00001122"
    check_setback_relief("search-for-treasure", 6, extra=[RaisePotential(amount=100)])
    lost = effects("search-for-treasure", answer("relief-1", unit="tank"), count=4, result="lost")
    assert lost == [experience("tank", 2)]


def test_survey_landscape():
    assert LIBRARY.agendas["survey-landscape"].needed == 2
    assert steps("survey-landscape", 6) == "0001122"
    supply = GainSupply(amount=1)
    won = effects("survey-landscape", answer("surveyor-1", unit="scouts", setback="downtrodden"), count=5)
    assert won == [supply, supply, experience("scouts", 1), relieved("scouts", "downtrodden")]
    assert effects("survey-landscape", count=3, result="lost") == [supply]


# Birth of a Legend -----------------------------------------------------------------------------------------


def test_glorious_charge():
    assert steps("glorious-charge", 5) == "000122"
    given = [answer("relief-1", unit="reds"), answer("relief-2", unit="blues")]
    assert effects("glorious-charge", *given, count=4) == [
        relieved("reds", *ALL_OF_REDS),
        experience("blues", 1),
        experience("paragon", 1),
    ]


def test_martial_prowess():
    assert steps("martial-prowess", 2) == "011"
    assert steps("martial-prowess", 2, facts=("paragon-defeated-leader",)) == "022"
    supply = GainSupply(amount=1)
    record = {"count": 1, "facts": ("paragon-defeated-leader",)}
    given = answer("paragon-1", "paragon", "paragon")
    assert effects("martial-prowess", given, **record) == [supply, supply, experience("paragon", 1)]
    fallen = (replace(PARAGON, defeated=True), REDS)
    assert effects("martial-prowess", count=1, roster=fallen) == [supply]


def test_protect_your_allies():
    agenda = LIBRARY.agendas["protect-your-allies"]
    assert (agenda.needed, agenda.needed_assumed) == (3, True)
    roster = (PARAGON, REDS, BLUES, replace(SCOUTS, defeated=False), replace(GUEST, defeated=True))
    all_three = {"roster": roster, "chosen": ("reds", "blues", "scouts")}
    one_lost = {"chosen": ("reds", "blues", "scouts")}
    assert times("protect-your-allies", **all_three) == 2
    assert times("protect-your-allies", **one_lost) == 1
    assert times("protect-your-allies", chosen=("reds", "scouts")) == 0
    given = [
        answer("ally-1", unit="reds", setback="flat-footed"),
        answer("ally-2", unit="blues"),
        answer("ally-3", unit="scouts"),
    ]
    assert effects("protect-your-allies", *given, count=0, **all_three) == [
        GainSupply(amount=2),
        experience("paragon", 2),
        experience("reds", 1),
        relieved("reds", "flat-footed"),
        experience("blues", 1),
        experience("scouts", 1),
    ]
    assert effects("protect-your-allies", *given[:2], count=0, **one_lost)[0] == experience("reds", 1)
    assert codes(check_record(agenda, battle(chosen=("paragon",)))) == ["agenda.paragon_named"]


# A Pirate's Life -------------------------------------------------------------------------------------------


def test_discover_valuables():
    assert steps("discover-valuables", 4) == "00122"
    agenda = LIBRARY.agendas["discover-valuables"]
    assert progress(agenda, battle(3)).asked == Asked(die=Die.DEFENCE_RED, dice=4)
    record = {"count": 3, "faces": (Face.BLOCK, Face.BLANK, Face.SURGE, Face.BLOCK)}
    supply = GainSupply(amount=1)
    given = [answer("share-1", unit="blues"), answer("share-2", unit="blues")]
    assert effects("discover-valuables", *given, **record) == [
        supply,
        supply,
        experience("blues", 1),
        experience("blues", 1),
    ]
    wrong = battle(3, faces=(Face.HIT, Face.BLANK, Face.BLANK, Face.BLANK))
    assert codes(check_record(agenda, wrong)) == ["dice.impossible_face"]
    assert codes(check_record(agenda, battle(3, faces=(Face.BLOCK,)))) == ["arc.reward_dice"]


def test_loot_and_plunder():
    supply = GainSupply(amount=1)
    assert times("loot-and-plunder", chosen=()) == 0
    assert times("loot-and-plunder", chosen=("scouts",)) == 0, "the holder was defeated"
    assert times("loot-and-plunder", chosen=("reds", "scouts")) == 1
    assert times("loot-and-plunder", chosen=("reds", "blues", "tank")) == 2
    assert effects("loot-and-plunder", count=0, chosen=("reds", "scouts")) == [experience("reds", 1), supply]
    with_guest = effects("loot-and-plunder", count=0, chosen=("reds", "blues", "guest"))
    assert with_guest == [experience("reds", 1), experience("blues", 1), supply, supply], (
        "a guest gains nothing"
    )


def test_salvage_materiel():
    assert steps("salvage-materiel", 6) == "0011122"
    supply = GainSupply(amount=1)
    given = [answer("crew-1", unit="tank"), answer("crew-2", unit="reds")]
    assert effects("salvage-materiel", *given, count=5) == [
        supply,
        supply,
        experience("tank", 1),
        experience("reds", 1),
    ]
    twice = [answer("crew-1", unit="tank"), answer("crew-2", unit="tank")]
    assert "arc.reward_same_unit" in codes(
        refusals(resolve, LIBRARY.agendas["salvage-materiel"], battle(5), twice)
    )


# For all of them -------------------------------------------------------------------------------------------


@pytest.mark.rule(71)
def test_a_complete_agenda_progresses_no_further():
    came = progress(LIBRARY.agendas["salvage-materiel"], battle(9, before=3))
    assert (came.times, came.marked, came.complete) == (2, 0, True)
    assert (came.effects, came.choices) == ((), ())


@pytest.mark.rule(69, 70)
def test_only_boxes_really_marked_count_for_the_reward():
    came = progress(LIBRARY.agendas["salvage-materiel"], battle(9, before=2))
    assert (came.times, came.marked, came.complete) == (2, 1, True)
    assert came.effects == (GainSupply(amount=1),)
    assert [choice.id for choice in came.choices] == ["crew-1"]
    assert not progress(LIBRARY.agendas["salvage-materiel"], battle(9, before=0)).complete


def test_again_needs_the_first():
    """The second condition alone is nothing: won with fewer units left, but only two tokens."""
    assert times("against-all-odds", 2, facts=("fewer-units-left",)) == 0
    assert times("martial-prowess", 0, facts=("paragon-defeated-leader",)) == 0


@pytest.mark.rule(218)
def test_tunnel_vision_keeps_supply_and_experience_away_but_not_relief():
    given = [answer("report-1", "supply"), answer("report-2", unit="reds", setback="flat-footed")]
    assert effects("gather-intelligence", *given, count=4, tunnel_vision=True) == [
        relieved("reds", "flat-footed")
    ]


@pytest.mark.parametrize(
    "id, asked",
    [
        ("against-all-odds", ("fewer-units-left",)),
        ("concentrated-efforts", ("more-secondary-points",)),
        ("daring-defense", ("defender-on-marked-point",)),
        ("martial-prowess", ("paragon-defeated-leader",)),
        ("small-victories", ()),
        ("protect-your-allies", ()),
    ],
)
def test_players_are_asked_only_what_nobody_knows(id, asked):
    assert questions_of(LIBRARY.agendas[id]) == asked


def test_a_drawn_token_of_a_guest_brings_nobody_anything():
    record = battle(3, drawn=("operative", "corps"))
    came = progress(LIBRARY.agendas["keep-them-in-line"], record)
    assert [choice.options[0].units for choice in came.choices] == [("reds", "blues")]


def test_tokens_that_the_army_never_had_are_refused():
    agenda = LIBRARY.agendas["keep-them-in-line"]
    assert codes(check_record(agenda, battle(3, drawn=("support", "corps")))) == ["arc.reward_no_such_order"]
    assert codes(check_record(agenda, battle(3, drawn=("heavy", "heavy")))) == ["arc.reward_no_such_order"]
    assert codes(check_record(agenda, battle(3, drawn=("heavy",)))) == ["arc.reward_orders"]
    assert codes(check_record(agenda, battle(3, drawn=("operative", "heavy")))) == []


def test_what_cannot_have_been_is_refused():
    agenda = LIBRARY.agendas["daring-defense"]
    assert codes(check_record(agenda, battle(-1))) == ["agenda.below_nothing"]
    assert codes(check_record(agenda, battle(chosen=("reserve",)))) == ["agenda.unknown_unit"]
    assert codes(check_record(agenda, battle(chosen=("nobody" * 99_999,)))) == ["agenda.unknown_unit"]
    assert codes(check_record(agenda, battle(chosen=("reds", "blues")))) == ["agenda.too_many_units"]
    with pytest.raises(Refused):
        resolve(agenda, battle(-1), ())


RECORDS = st.builds(
    battle,
    count=st.integers(0, 12),
    result=st.sampled_from(["won", "lost", "drawn"]),
    before=st.integers(0, 3),
    facts=st.sets(st.sampled_from(sorted(LIBRARY.questions))).map(tuple),
    chosen=st.lists(st.sampled_from(OWN[:5]), max_size=3).map(tuple),
)


@given(st.sampled_from(sorted(LIBRARY.agendas)), RECORDS)
def test_boxes_never_exceed_what_is_needed_and_no_reward_comes_without_one(id, record):
    agenda = LIBRARY.agendas[id]
    came = progress(agenda, record)
    assert 0 <= came.marked <= came.times <= 2
    assert record.before + came.marked <= max(record.before, agenda.needed)
    assert came.marked or not (came.effects or came.choices or came.asked)
    assert threshold_count(agenda, record) >= 0
    known = {unit.id for unit in ROSTER if not unit.guest}
    assert {u for choice in came.choices for o in choice.options for u in o.units} <= known
