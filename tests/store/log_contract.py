"""What every event store promises: one class of tests, run for each of them."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from threading import Barrier

import msgspec
import pytest

from muster.app import streams
from muster.app.streams import Key, StaleVersion, TrialPassed, Write, trial
from muster.rules.log import KINDS, Event, Kinds
from muster.rules.log.views import Viewer, view
from muster.rules.violations import Refused
from tests.store.everything import everything
from tests.store.log_undo_contract import UndoContract, codes
from tests.toy_log import NOON, TOTALS, TOY, CardChosen, Rolled, Scored, fresh, score

WRITERS = 8


def points(store, stream, upto=None):
    return [entry.event.points for entry in store.read(stream, upto=upto)]


class EventStoreContract(UndoContract):
    """Subclasses give the fixture `open_store`: a function from kinds to a store over the same rows."""

    @pytest.fixture
    def store(self, open_store):
        return open_store(TOY)

    def in_threads(self, store, work) -> list:
        """Do the work in eight threads that start together; what each returned."""
        start = Barrier(WRITERS)

        def one(number):
            start.wait()
            return work(number)

        with ThreadPoolExecutor(WRITERS) as pool:
            return list(pool.map(one, range(WRITERS)))

    def test_who_is_alone_is_never_too_late(self, store):
        stream = fresh()

        def write(number):
            with store.alone():
                seen = store.version(stream)
                time.sleep(0.002)  # long enough for everybody else to have written
                score(store, stream, number, expected=seen)

        self.in_threads(store, write)
        assert [entry.version for entry in store.read(stream)] == list(range(1, WRITERS + 1))

    # Writing and reading

    def test_a_stream_nobody_wrote_to_is_empty(self, store):
        stream = fresh()
        assert (store.version(stream), list(store.read(stream))) == (0, [])

    def test_what_was_written_is_read_back_in_its_envelope(self, store):
        stream, at = fresh(), datetime(2026, 6, 19, 14, 0, 0, 1, tzinfo=timezone(timedelta(hours=2)))
        said = (Scored("a", 3), Rolled("step", ("hit", "crit")), Scored("ü\0", -1))
        answer = store.append([Write(stream, 0, said)], actor="ann", at=at, batch=(batch := fresh("act")))
        assert (answer.batch, answer.versions, answer.repeated) == (batch, {stream: 3}, False)
        log = store.read(stream)
        assert tuple(entry.event for entry in log) == said
        assert [entry.version for entry in log] == [1, 2, 3]
        assert [(entry.kind, entry.event_version) for entry in log[:2]] == [
            ("toy.scored", 2),
            ("toy.rolled", 1),
        ]
        assert {(entry.stream, entry.batch, entry.actor, entry.at) for entry in log} == {
            (stream, batch, "ann", at)
        }

    def test_a_stale_writer_is_refused_and_told_where_the_stream_stands(self, store):
        stream = fresh()
        score(store, stream, expected=0)
        with pytest.raises(StaleVersion) as refusal:
            score(store, stream, expected=0)
        assert (refusal.value.stream, refusal.value.expected, refusal.value.current) == (stream, 0, 1)
        assert codes(refusal) == ["log.stale"]
        assert store.version(stream) == len(store.read(stream)) == 1

    def test_a_writer_from_the_future_is_stale_too(self, store):
        with pytest.raises(StaleVersion):
            score(store, fresh(), expected=5)

    def test_an_act_is_written_to_all_its_streams_or_to_none(self, store):
        first, second = fresh(), fresh()
        score(store, second)
        writes = [Write(first, 0, (Scored("a", 1),)), Write(second, 0, (Scored("a", 1),))]
        with pytest.raises(StaleVersion) as refusal:
            store.append(writes, actor="ann", at=NOON, batch=(batch := fresh("act")))
        assert refusal.value.stream == second
        assert store.versions([first, second]) == {first: 0, second: 1}
        assert store.streams_of(batch) == []
        retry = [Write(first, 0, (Scored("a", 1),)), Write(second, 1, (Scored("a", 1),))]
        assert store.append(retry, actor="ann", at=NOON, batch=batch).versions == {first: 1, second: 2}
        assert store.streams_of(batch) == sorted([first, second])

    def test_a_write_without_events_guards_another_stream(self, store):
        guarded, stream = fresh(), fresh()
        score(store, guarded)
        act = [Write(guarded, 1), Write(stream, 0, (Scored("a", 1),))]
        assert store.append(act, actor="ann", at=NOON, batch=fresh("act")).versions == {guarded: 1, stream: 1}
        score(store, guarded)
        with pytest.raises(StaleVersion):
            store.append(
                [Write(guarded, 1), Write(stream, 1, (Scored("a", 1),))], actor="a", at=NOON, batch="b"
            )
        assert store.versions([guarded, stream]) == {guarded: 2, stream: 1}

    def test_a_batch_is_one_act_only(self, store):
        batch = fresh("act")
        score(store, fresh(), batch=batch)
        with pytest.raises(Refused) as refusal:
            score(store, (other := fresh()), batch=batch)
        assert codes(refusal) == ["log.batch_reused"]
        assert store.version(other) == 0

    def test_a_stream_is_read_as_it_was_at_any_version(self, store):
        stream = fresh()
        for number in range(1, 6):
            score(store, stream, number)
        assert points(store, stream, upto=0) == []
        assert points(store, stream, upto=3) == [1, 2, 3]
        assert [entry.version for entry in store.read(stream, 2, 4)] == [3, 4]
        assert points(store, stream, upto=10**30) == points(store, stream) == [1, 2, 3, 4, 5]
        assert [*store.read(stream, after=10**30), *store.read(stream, upto=-1)] == []
        assert store.load(TOTALS, stream, upto=3).state == {"a": 6}

    def test_all_streams_are_read_in_the_order_of_commits_without_gaps(self, store):
        mine = {fresh(), fresh()}
        with pytest.raises(StaleVersion):
            score(store, min(mine), expected=9)
        for stream in sorted(mine) * 3:
            score(store, stream)
        found = everything(store)
        assert [placed.position for placed in found] == list(range(1, len(found) + 1))
        ours = [placed.entry.stream for placed in found if placed.entry.stream in mine]
        assert ours == sorted(mine) * 3
        some = store.read_streams([*mine, *mine, "nobody:wrote", "no name"])
        assert [placed.entry.stream for placed in some] == sorted(mine) * 3
        assert set(some) <= set(found) and store.read_streams([]) == []

    def test_the_tails_of_many_streams_are_read_at_once_each_after_its_own_version(self, store):
        first, second, empty = fresh(), fresh(), fresh()
        for number in range(1, 5):
            score(store, first, number)
            score(store, second, -number)
        after = {first: 2, second: 0, empty: 0, "no name": 0, fresh(): 9}
        tails = {name: list(tail) for name, tail in store.read_tails(after).items() if tail}
        assert tails == {first: list(store.read(first, 2)), second: list(store.read(second))}
        assert [entry.event.points for entry in tails[first]] == [3, 4]
        assert not any(store.read_tails({first: 4, second: 10**9}).values())
        assert not store.read_tails({})

    def test_outside_a_transaction_everything_is_settled(self, store):
        score(store, stream := fresh())
        assert stream not in store.open_writes()

    def test_a_trial_ends_where_something_would_be_written_and_writes_nothing(self, store):
        stream, key = fresh(), Key(fresh("key"))
        with trial(), pytest.raises(TrialPassed):
            score(store, stream, key=key)
        assert (store.version(stream), list(store.read(stream))) == (0, [])
        assert store.earlier_answer("ann", key) is None
        with trial(), pytest.raises(Refused) as refusal:
            score(store, stream, side="x" * 1_000_000)
        assert codes(refusal) == ["log.too_large"]
        assert score(store, stream, key=key).versions == {stream: 1}

    # Many at once

    def test_eight_writers_lose_nothing_and_duplicate_nothing(self, store):
        shared, own = fresh(), [fresh() for _ in range(WRITERS)]

        def write(number):
            for turn in range(10):
                self.until_not_stale(store, (shared, own[number]), Scored(str(number), turn))

        self.in_threads(store, write)
        log = store.read(shared)
        assert [entry.version for entry in log] == list(range(1, 10 * WRITERS + 1))
        for number, stream in enumerate(own):
            assert points(store, stream) == list(range(10))
            assert [e.event.points for e in log if e.event.side == str(number)] == list(range(10))

    def until_not_stale(self, store, names, said):
        while True:
            writes = [Write(name, version, (said,)) for name, version in store.versions(names).items()]
            try:
                return store.append(writes, actor=said.side, at=NOON, batch=fresh("act"))
            except StaleVersion:
                continue

    def test_of_eight_first_writers_one_wins(self, store):
        stream = fresh()

        def write(number):
            try:
                return score(store, stream, number, expected=0)
            except StaleVersion:
                return None

        won = [answer for answer in self.in_threads(store, write) if answer]
        assert len(won) == store.version(stream) == 1

    # The same request again

    def test_a_repeated_key_acts_once_and_gets_the_first_answer(self, store):
        stream, key = fresh(), Key(fresh("key"))
        first = score(store, stream, 2, expected=0, key=key)
        again = score(store, stream, 2, expected=0, key=key)
        assert (again.batch, again.versions, again.repeated) == (first.batch, first.versions, True)
        assert points(store, stream) == [2]
        score(store, stream, 5)
        found = everything(store)
        assert [placed.position for placed in found] == list(range(1, len(found) + 1))

    def test_a_key_with_another_content_is_refused(self, store):
        stream, key = fresh(), Key(fresh("key"))
        score(store, stream, 2, key=key)
        with pytest.raises(Refused) as refusal:
            score(store, stream, 3, key=key)
        assert codes(refusal) == ["log.key_reused"]
        assert points(store, stream) == [2]

    def test_with_a_request_the_events_decided_anew_do_not_matter(self, store):
        stream, name = fresh(), fresh("key")
        first = score(store, stream, 2, key=Key(name, "roll for me"))
        again = score(store, stream, 6, key=Key(name, "roll for me"))
        assert (again.batch, points(store, stream)) == (first.batch, [2])
        with pytest.raises(Refused):
            score(store, stream, 2, key=Key(name, "something else"))

    def test_an_answered_key_is_found_before_anything_is_decided(self, store):
        stream, name = fresh(), fresh("key")
        assert store.earlier_answer("ann", Key(name, "x")) is None
        first = score(store, stream, key=Key(name, "x"))
        assert store.earlier_answer("ann", Key(name, "x")).versions == first.versions
        assert store.earlier_answer("ann", Key(name)).batch == first.batch
        assert store.earlier_answer("bob", Key(name, "x")) is None
        with pytest.raises(Refused):
            store.earlier_answer("ann", Key(name, "y"))

    def test_two_people_may_use_the_same_key(self, store):
        stream, key = fresh(), Key(fresh("key"))
        score(store, stream, 1, actor="ann", key=key)
        score(store, stream, 2, actor="bob", key=key)
        assert points(store, stream) == [1, 2]

    def test_a_refused_act_does_not_use_up_its_key(self, store):
        stream, key = fresh(), Key(fresh("key"))
        with pytest.raises(StaleVersion):
            score(store, stream, expected=3, key=key)
        assert not score(store, stream, expected=0, key=key).repeated

    def test_the_same_key_eight_times_at_the_same_moment_acts_once(self, store):
        stream, key = fresh(), Key(fresh("key"), "the form")
        answers = self.in_threads(store, lambda number: score(store, stream, number, key=key))
        assert store.version(stream) == 1
        assert len({answer.batch for answer in answers}) == 1
        assert sorted(answer.repeated for answer in answers) == [False] + [True] * (WRITERS - 1)

    # Bad input

    @pytest.mark.parametrize("stream", ["", "a b", "x" * 101, "toy:\0", "töy:1", "1", "a\n", "\ud800"])
    def test_an_impossible_stream_holds_nothing_and_takes_nothing(self, store, stream):
        assert (store.version(stream), list(store.read(stream))) == (0, [])
        with pytest.raises(Refused) as refusal:
            score(store, stream)
        assert codes(refusal) == ["log.bad_name"]

    @pytest.mark.parametrize("field", ["actor", "batch", "key"])
    @pytest.mark.parametrize("name", ["", "x" * 101, "a\0", "é", "\ud800"])
    def test_an_impossible_name_is_refused(self, store, field, name):
        stream = fresh()
        names = {"actor": "ann", "batch": "act", "key": None, field: Key(name) if field == "key" else name}
        with pytest.raises(Refused) as refusal:
            store.append([Write(stream, 0, (Scored("a", 1),))], at=NOON, **names)
        assert codes(refusal) == ["log.bad_name"]
        assert store.version(stream) == 0

    def test_a_key_or_batch_from_outside_may_hold_anything(self, store):
        assert store.earlier_answer("ann", Key("a\0")) is None
        assert store.earlier_answer("ann", Key("\ud800", "\ud800")) is None
        assert store.streams_of("a\0") == store.streams_of("\ud800") == []

    def test_an_event_of_absurd_size_is_refused(self, store):
        stream = fresh()
        with pytest.raises(Refused) as refusal:
            score(store, stream, side="x" * 1_000_000)
        assert codes(refusal) == ["log.too_large"]
        many = [Write(stream, 0, (Scored("x" * 500_000, 1),) * 20)]
        with pytest.raises(Refused) as refusal:
            store.append(many, actor="ann", at=NOON, batch=fresh("act"))
        assert codes(refusal) == ["log.too_large"]
        assert store.version(stream) == 0

    def test_an_act_of_absurdly_many_events_is_refused(self, store):
        writes = [Write(fresh(), 0, (Scored("a", 1),) * (streams.MAX_EVENTS + 1))]
        with pytest.raises(Refused) as refusal:
            store.append(writes, actor="ann", at=NOON, batch=fresh("act"))
        assert codes(refusal) == ["log.too_many"]

    def test_the_largest_act_allowed_is_stored(self, store):
        stream = fresh()
        said = tuple(Scored("a", number) for number in range(streams.MAX_EVENTS))
        store.append([Write(stream, 0, said)], actor="ann", at=NOON, batch=fresh("act"))
        assert points(store, stream) == list(range(streams.MAX_EVENTS))

    def test_text_that_cannot_be_stored_is_refused(self, store):
        with pytest.raises(Refused) as refusal:
            score(store, fresh(), side="\ud800")
        assert codes(refusal) == ["log.bad_text"]

    def test_an_act_that_says_nothing_is_a_mistake_in_the_program(self, store):
        stream = fresh()
        for writes in ([], [Write(stream, 0)], [Write(stream, 0, (Scored("a", 1),))] * 2):
            with pytest.raises(ValueError, match="at least one event"):
                store.append(writes, actor="ann", at=NOON, batch=fresh("act"))

    # Old lines and secrets

    def test_an_event_written_in_an_older_version_is_lifted_to_todays(self, store, open_store):
        before = Kinds(KINDS)

        @before.event("toy.scored", version=1)
        class OldScored(Event, frozen=True):
            colour: str
            points: int

        stream = fresh()
        act = [Write(stream, 0, (OldScored("red", 4),))]
        open_store(before).append(act, actor="ann", at=NOON, batch=fresh("act"))
        (entry,) = store.read(stream)
        assert (entry.event, entry.kind, entry.event_version) == (Scored("b", 4), "toy.scored", 2)

    def test_an_event_of_a_newer_program_is_refused_by_name(self, store, open_store):
        stream = fresh()
        score(store, stream)
        with pytest.raises(Refused) as refusal:
            open_store(KINDS).read(stream)
        assert codes(refusal) == ["log.unknown_kind"]

    def test_a_view_of_the_stored_log_leaks_nothing(self, store):
        stream = fresh()
        secret = Write(stream, 0, (CardChosen("blue", "ambush"), Scored("a", 1)))
        store.append([secret], actor="ann", at=NOON, batch=fresh("act"))
        seen = msgspec.json.encode(view(store.read(stream), Viewer(frozenset({"side:red"})), TOY))
        assert b"ambush" not in seen
        own = msgspec.json.encode(view(store.read(stream), Viewer(frozenset({"side:blue"})), TOY))
        assert b"ambush" in own
