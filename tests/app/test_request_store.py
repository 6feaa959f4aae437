"""One look for one request: each stream once, each state once, and nothing seen that is not committed."""

from collections import Counter
from copy import copy

import pytest

from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from muster.app.shared_logs import SharedLogs, StreamLog
from muster.app.streams import StaleVersion, TrialPassed, Write, trial
from muster.app.undo import redo, undo
from muster.rules.log import Decider
from tests.toy_log import NOON, TOTALS, TOY, Scored, fresh, score, totals


class CountingStore(MemoryStore):
    """A store that counts what it is asked, and may say that a stream is not settled."""

    def __init__(self):
        super().__init__(TOY)
        self.asked: Counter[str] = Counter()
        self.read_entries = 0
        self.open: set[str] = set()

    def read_tails(self, after):
        self.asked["read_tails"] += 1
        found = super().read_tails(after)
        self.read_entries += sum(map(len, found.values()))
        return found

    def streams_of(self, batch):
        self.asked["streams_of"] += 1
        return super().streams_of(batch)

    def open_writes(self):
        return self.open


@pytest.fixture
def store():
    return CountingStore()


@pytest.fixture
def shared(store):
    return SharedLogs(store)


# One look -------------------------------------------------------------------------------------------------


def test_many_streams_cost_one_question_and_none_a_second_one(store):
    names = [fresh() for _ in range(50)]
    for name in names:
        score(store, name, 2)
    look = RequestStore(store)
    look.open([*names, names[0], fresh(), ""])
    for name in names:
        assert look.load(TOTALS, name).state == {"a": 2}
        assert look.version(name) == len(look.read(name)) == 1
    assert look.versions(names) == dict.fromkeys(names, 1)
    assert look.read_tails({names[0]: 1, names[1]: 0}) == {names[0]: (), names[1]: look.read(names[1])}
    assert store.asked["read_tails"] == 1


def test_a_stream_nobody_wrote_to_is_asked_for_once(store):
    look = RequestStore(store)
    assert [look.version(stream := fresh()), look.version(stream), look.load(TOTALS, stream).state] == [
        0,
        0,
        {},
    ]
    assert store.asked["read_tails"] == 1


def test_a_state_is_folded_once_and_any_older_one_can_be_seen(store):
    folded = []
    counting = Decider("counted", 1, dict[str, int], dict, lambda s, e: folded.append(e) or totals(s, e))
    stream = fresh()
    for points in (1, 2, 3):
        score(store, stream, points)
    look = RequestStore(store)
    assert [look.load(counting, stream).state for _ in range(3)] == [{"a": 6}] * 3
    assert len(folded) == 3
    assert [look.load(TOTALS, stream, upto).version for upto in (-1, 0, 2, 3, 99)] == [0, 0, 2, 3, 3]
    assert look.load(TOTALS, stream, upto=2).state == {"a": 3}


def test_two_shapes_of_one_stream_are_kept_apart(store):
    score(store, stream := fresh(), 4)
    doubled = Decider("totals", 2, dict[str, int], dict, lambda s, e: {"a": 2 * e.points})
    look = RequestStore(store)
    assert look.load(TOTALS, stream).state == {"a": 4}
    assert look.load(doubled, stream).state == {"a": 8}


def test_what_a_look_wrote_it_sees_and_what_others_write_meanwhile_it_does_not(store):
    score(store, stream := fresh(), 1)
    look = RequestStore(store)
    assert look.version(stream) == 1
    score(store, stream, 2)
    assert look.version(stream) == 1, "one request, one state of things"
    with pytest.raises(StaleVersion):
        score(look, stream, 5)
    assert look.load(TOTALS, stream).state == {"a": 3}, "who came too late looks again"
    score(look, stream, 5)
    assert look.load(TOTALS, stream).state == {"a": 8}


def test_a_trial_leaves_what_was_read_as_it_is(store):
    score(store, stream := fresh(), 1)
    look = RequestStore(store)
    look.open([stream])
    with trial(), pytest.raises(TrialPassed):
        score(look, stream, 5)
    assert look.load(TOTALS, stream).state == {"a": 1}
    assert store.asked["read_tails"] == 1


def test_the_streams_of_an_act_are_asked_for_once_and_known_after_writing(store):
    look, batch, stream = RequestStore(store), fresh("act"), fresh()
    assert look.streams_of(batch) == look.streams_of(batch) == []
    assert store.asked["streams_of"] == 1
    score(look, stream, batch=batch)
    assert look.streams_of(batch) == [stream]


# Shared between requests ----------------------------------------------------------------------------------


def test_the_next_request_reads_only_what_is_new(store, shared):
    stream = fresh()
    store.append([Write(stream, 0, (Scored("a", 1),) * 100)], actor="ann", at=NOON, batch=fresh("act"))
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 100}
    store.read_entries = 0
    score(store, stream, 5)
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 105}
    assert store.read_entries == 2, "the last one kept, which proves that the stream goes on, and the new one"


def test_a_state_goes_on_from_where_it_was(store, shared):
    folded = []
    counting = Decider("counted", 1, dict[str, int], dict, lambda s, e: folded.append(e) or totals(s, e))
    stream = fresh()
    for points in (1, 2, 3):
        score(store, stream, points)
        RequestStore(store, shared).load(counting, stream)
    assert [event.points for event in folded] == [1, 2, 3]


def test_an_undo_in_the_tail_folds_the_whole_stream_anew(store, shared):
    stream = fresh()
    score(store, stream, 1)
    latest = score(store, stream, 2).batch
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 3}
    undo(store, latest, actor="ann", at=NOON, batch=fresh("act"))
    look = RequestStore(store, shared)
    assert look.load(TOTALS, stream).state == store.load(TOTALS, stream).state == {"a": 1}
    assert [entry.event.points for entry in look.log(stream).effective] == [1]
    redo(store, stream, actor="ann", at=NOON, batch=fresh("act"))
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 3}


def test_an_act_and_its_undo_both_in_the_tail_change_nothing(store, shared):
    stream = fresh()
    score(store, stream, 1)
    RequestStore(store, shared).load(TOTALS, stream)
    latest = score(store, stream, 2).batch
    undo(store, latest, actor="ann", at=NOON, batch=fresh("act"))
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 1}


def test_what_is_not_settled_is_seen_and_not_kept(store, shared):
    stream = fresh()
    score(store, stream, 1)
    RequestStore(store, shared).load(TOTALS, stream)
    before = copy(store._rows.streams[stream])
    store.open = {stream}
    score(store, stream, 5)
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 6}
    assert shared._kept[stream].version == 1, "what was committed before is still known"
    store._rows.streams[stream], store.open = before, set()
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 1}


def restored(store, stream, version):
    """The store after somebody put back a copy made when the stream stood at this version."""
    del store._rows.streams[stream][version:]


def test_a_state_that_another_thread_folds_meanwhile_breaks_nothing(store):
    """Folding what came since goes through the states; each page that looks at the stream may add one."""
    name = fresh()
    score(store, name, 2)
    log = StreamLog(store.read_tails({name: 0})[name])

    def meanwhile(state, event):
        log.state(TOTALS)  # as another thread does it between two steps
        return {"seen": len(state)}

    log.state(Decider("watched", 1, dict[str, int], dict, meanwhile))
    log._asked.deciders.pop(TOTALS.key)
    score(store, name, 3)
    longer = log.with_entries(store.read_tails({name: 1})[name])
    assert log.state(TOTALS) == {"a": 2} and longer.state(TOTALS) == {"a": 5}


def test_a_stream_restored_to_an_older_state_is_read_anew(store, shared):
    stream = fresh()
    for points in (1, 2, 3):
        score(store, stream, points)
    assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 6}
    restored(store, stream, 1)
    look = RequestStore(store, shared)
    assert (look.load(TOTALS, stream).state, look.version(stream)) == ({"a": 1}, 1)
    restored(store, stream, 0)
    assert RequestStore(store, shared).version(stream) == 0
    assert stream not in shared._kept


@pytest.mark.parametrize("more", [1, 2, 3], ids=["shorter", "as long", "longer"])
def test_a_stream_that_went_another_way_since_a_copy_is_read_anew(store, shared, more):
    stream = fresh()
    for points in (1, 2, 3):
        score(store, stream, points)
    RequestStore(store, shared).load(TOTALS, stream)
    restored(store, stream, 1)
    for _ in range(more):
        score(store, stream, 10)
    look = RequestStore(store, shared)
    assert look.load(TOTALS, stream).state == {"a": 1 + 10 * more}
    assert [entry.event.points for entry in look.read(stream)] == [1] + [10] * more


def test_the_streams_not_looked_at_for_longest_are_forgotten_first(store):
    shared = SharedLogs(store, most_entries=3)
    first, second, third, fourth = names = [fresh() for _ in range(4)]
    for name in names:
        score(store, name)
    for name in (first, second, third, first, fourth):
        RequestStore(store, shared).open([name])
    assert list(shared._kept) == [third, first, fourth]
    for _ in range(5):
        score(store, first)
    RequestStore(store, shared).open([first])
    assert list(shared._kept) == [first], "one stream stays, however long it is"
    assert shared._entries == sum(log.version for log in shared._kept.values()) == 6
    assert RequestStore(store, shared).version(second) == 1


def test_a_stream_without_entries_has_no_state_but_the_first():
    log = StreamLog()
    assert (log.version, log.effective, log.state(TOTALS)) == (0, (), {})
