"""A long sequence shares what it has, and an act, an undo too, folds only what it touches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.log import Decider, Event, Recorded, Undone, acts
from muster.rules.log.counting import acts_holding, count, fold_with_marks
from muster.rules.log.sequences import SIZE, SharedSequence
from tests.toy_log import NOON, TOY, Rolled, Scored

STEPS = st.lists(st.tuples(st.sampled_from(["plus", "upto"]), st.integers(0, 3 * SIZE)), max_size=8)


@given(STEPS)
def test_it_reads_as_a_tuple_does_however_it_was_made(steps):
    plain, shared = (), SharedSequence()
    for way, number in steps:
        fresh = tuple(range(number))
        plain, shared = (
            (plain + fresh, shared.plus(fresh)) if way == "plus" else (plain[:number], shared.upto(number))
        )
        assert tuple(shared) == plain and len(shared) == len(plain) and shared == plain
        assert tuple(reversed(shared)) == plain[::-1]
        assert shared[number:] == plain[number:] and shared[: number // 2] == plain[: number // 2]
        assert shared[-3:] == plain[-3:] and shared[::2] == plain[::2]
        assert [shared[place] for place in range(-len(plain), len(plain))] == [*plain, *plain]


def test_there_is_nothing_beyond_its_ends():
    shared = SharedSequence("abc")
    for place in (3, -4):
        with pytest.raises(IndexError):
            shared[place]


def test_a_longer_one_and_a_shorter_one_have_the_same_blocks():
    shared = SharedSequence(range(5 * SIZE))
    longer, shorter = shared.plus([1]), shared.upto(3 * SIZE + 1)
    assert all(block is two for block, two in zip(shared.blocks[:5], longer.blocks, strict=False))
    assert all(block is two for block, two in zip(shared.blocks[:3], shorter.blocks, strict=False))
    assert len(shared) == 5 * SIZE, "and it stays as it was"


def logged(*events: Event, after: int = 0) -> SharedSequence[Recorded]:
    """A log of one act each, or what comes after so many of them."""
    entries = enumerate(events, start=after + 1)
    return SharedSequence(
        Recorded("toy:1", number, f"{number}", *TOY.tag(event), "ann", NOON, event)
        for number, event in entries
    )


@pytest.mark.parametrize("length", [600, 6000])
@pytest.mark.parametrize("back", [1, 5, 40])
def test_undoing_folds_about_as_much_as_it_takes_back(length, back):
    folded = []
    watched = Decider("watched", 1, int, int, lambda state, event: folded.append(event) or state + 1)
    log = logged(*(Scored("a", 1) for _ in range(length)))
    counted = count(log)
    state = fold_with_marks(watched, counted, length)
    assert len(folded) == length == state.state
    for step in range(1, 4):
        folded.clear()
        latest = length - (step - 1) * back
        undo = logged(*(Undone(f"{latest - number}") for number in range(back)), after=len(log))
        counted = counted.go_on(log, undo)
        log = log.plus(undo)
        state = state.go_on(counted, len(log))
        assert state.state == length - step * back
        assert len(folded) <= 4 * (len(log) - length + step * back), "what lies behind is not folded again"
    folded.clear()
    more = logged(Scored("a", 1), after=len(log))
    assert state.go_on(counted.go_on(log, more), len(log) + 1).state == length - 3 * back + 1
    assert len(folded) == 1


def test_few_states_are_kept_on_the_way():
    log, version = SharedSequence[Recorded](), 0
    counted = count(log)
    state = fold_with_marks(Decider("n", 1, int, int, lambda state, _: state + 1), counted, 0)
    for entry in logged(*(Scored("a", 1) for _ in range(3000))):
        counted, version = counted.go_on(log, [entry]), version + 1
        log, state = log.plus([entry]), state.go_on(counted, version)
    assert [mark.version for mark in state.marks] == [mark.state for mark in state.marks]
    assert len(state.marks) <= 2 * version.bit_length() + 1


@given(st.sets(st.integers(0, 4 * SIZE)))
def test_the_acts_that_hold_a_kind_are_found_newest_first(places):
    events = [Rolled("s", 1) if place in places else Scored("a", 1) for place in range(4 * SIZE + 1)]
    done = SharedSequence(acts(logged(*events)))
    wanted = [f"{place + 1}" for place in sorted(places, reverse=True)]
    for _ in range(2):
        assert [act.batch for act in acts_holding(done, Rolled)] == wanted
    assert [act.batch for act in acts_holding(tuple(done), Rolled)] == wanted
    assert len([*acts_holding(done, Rolled, Scored)]) == len(done)
