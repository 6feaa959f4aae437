"""Answers to the choices of a reward: every wrong one has its own reason, and nothing happens twice."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.campaign.register.effects import RemoveSetbacks
from muster.rules.violations import Refused
from tests.rules.campaign.campaign_facts import (
    BLUES,
    GUEST,
    LIBRARY,
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

INTELLIGENCE = LIBRARY.agendas["gather-intelligence"]
RELIEF = LIBRARY.agendas["on-the-run"]
ONE_BOX = battle(3)
TWO_BOXES = battle(4)


def problems(*answers, agenda=INTELLIGENCE, record=ONE_BOX):
    return codes(refusals(resolve, agenda, record, answers))


def test_an_open_choice_is_missed():
    assert problems() == ["arc.reward_missing"]
    assert problems(answer("report-1", "supply"), record=TWO_BOXES) == ["arc.reward_missing"]


def test_a_choice_that_does_not_exist_is_unknown():
    both = (answer("report-1", "supply"), answer("report-2", "supply"))
    assert problems(*both) == ["arc.reward_unknown_choice"]


def test_one_answer_to_each_choice():
    assert problems(answer("report-1", "supply"), answer("report-1", "supply")) == ["arc.reward_twice"]


def test_an_option_that_is_not_offered():
    assert problems(answer("report-1", "x" * 1_000_000)) == ["arc.reward_unknown_option"]


def test_a_unit_where_none_belongs_and_none_where_one_does():
    assert problems(answer("report-1", "supply", "reds")) == ["arc.reward_no_unit"]
    assert problems(answer("report-1", "unit")) == ["arc.reward_needs_unit"]


def test_guests_and_strangers_gain_nothing():
    assert problems(answer("report-1", unit="guest")) == ["arc.reward_unit"]
    assert problems(answer("report-1", unit="somebody")) == ["arc.reward_unit"]


def test_a_setback_that_the_unit_does_not_have():
    assert problems(answer("report-1", unit="blues", setback="downtrodden")) == ["arc.reward_setback"]
    assert problems(
        answer("relief-1", unit="reds", setback="flat-footed"), agenda=RELIEF, record=battle(2)
    ) == ["arc.reward_no_setback"]


def test_two_answers_cannot_remove_the_same_setback():
    once = answer("report-1", unit="scouts", setback="downtrodden")
    twice = answer("report-2", unit="scouts", setback="downtrodden")
    assert problems(once, twice, record=TWO_BOXES) == ["arc.reward_setback"]


def test_a_setback_held_twice_can_be_removed_twice():
    given = [answer(f"report-{n}", unit="reds", setback="battle-fatigue") for n in (1, 2)]
    removed = [e for e in resolve(INTELLIGENCE, TWO_BOXES, given) if isinstance(e, RemoveSetbacks)]
    assert removed == [RemoveSetbacks(unit="reds", setbacks=("battle-fatigue",))] * 2


def test_dice_and_tokens_come_before_the_choice():
    record = battle(3)
    assert problems(agenda=LIBRARY.agendas["midnight-strikes"], record=record) == ["arc.reward_roll_first"]


def test_a_choice_stays_open_when_nobody_is_left_for_it():
    """Two boxes, but only one unit on the Register that the second could not name again."""
    record = battle(3, roster=(PARAGON,))
    assert problems(answer("relief-1", unit="paragon"), agenda=RELIEF, record=record) == []
    assert problems(agenda=RELIEF, record=record) == ["arc.reward_missing", "arc.reward_missing"]


def test_two_tokens_of_a_rank_with_one_own_unit_reward_it_once():
    other = replace(GUEST, rank="corps")
    record = battle(3, roster=(PARAGON, BLUES, other), drawn=("corps", "corps"))
    agenda = LIBRARY.agendas["midnight-strikes"]
    assert problems(answer("order-1", unit="blues"), agenda=agenda, record=record) == []


def test_refusals_carry_every_reason():
    given = [answer("report-1", "supply", "reds"), answer("report-2", unit="guest")]
    try:
        resolve(INTELLIGENCE, TWO_BOXES, given)
    except Refused as refused:
        assert codes(refused.violations) == ["arc.reward_no_unit", "arc.reward_unit"]
    else:
        raise AssertionError("it was not refused")


ANSWERS = st.lists(
    st.builds(
        answer,
        choice=st.sampled_from(["report-1", "report-2", "relief-1", "relief-2", "zz"]),
        option=st.sampled_from(["supply", "unit", "nobody", "zz"]),
        unit=st.none() | st.sampled_from([unit.id for unit in ROSTER]),
        setback=st.none() | st.sampled_from(["battle-fatigue", "flat-footed", "downtrodden"]),
    ),
    max_size=3,
)
HELD = {unit.id: unit.setbacks for unit in (PARAGON, REDS, BLUES, SCOUTS)}


@given(st.sampled_from(["gather-intelligence", "on-the-run", "show-of-strength"]), st.integers(0, 5), ANSWERS)
def test_answers_are_refused_or_carried_out_and_no_setback_goes_twice(id, count, answers):
    agenda, record = LIBRARY.agendas[id], battle(count)
    if refusals(resolve, agenda, record, answers):
        return
    removed = [e for e in resolve(agenda, record, answers) if isinstance(e, RemoveSetbacks)]
    for unit in {effect.unit for effect in removed}:
        gone = [setback for effect in removed if effect.unit == unit for setback in effect.setbacks]
        left = list(HELD[unit])
        for setback in gone:
            left.remove(setback)
