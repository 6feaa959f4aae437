"""The part of every event store's promise that is about taking back and bringing back."""

import pytest

from muster.app.streams import Loaded, Write
from muster.app.undo import redo, undo
from muster.rules.log import Redone, Undone, act_to_undo, kept_events
from muster.rules.violations import Refused
from tests.toy_log import NOON, TOTALS, Rolled, Scored, fresh, score


def codes(refusal) -> list[str]:
    return [violation.code for violation in refusal.value.violations]


class UndoContract:
    """Part of `EventStoreContract`."""

    def test_undo_takes_an_act_back_in_all_its_streams_and_redo_brings_it_back(self, store):
        first, second = fresh(), fresh()
        score(store, first, 1)
        both = [Write(first, 1, (Scored("a", 5),)), Write(second, 0, (Scored("a", 7),))]
        act = store.append(both, actor="ann", at=NOON, batch=fresh("act")).batch
        undo(store, act, actor="ann", at=NOON, batch=fresh("act"))
        assert [store.load(TOTALS, s).state for s in (first, second)] == [{"a": 1}, {}]
        assert store.read(second)[-1].event == Undone(act)
        redo(store, second, actor="ann", at=NOON, batch=fresh("act"))
        assert [store.load(TOTALS, s).state for s in (first, second)] == [{"a": 6}, {"a": 7}]
        assert store.read(first)[-1].event == Redone(act)

    def test_nobody_undoes_the_act_of_another_or_an_older_one(self, store):
        stream = fresh()
        older, latest = score(store, stream).batch, score(store, stream).batch
        for actor, target in (("bob", latest), ("ann", older)):
            with pytest.raises(Refused) as refusal:
                undo(store, target, actor=actor, at=NOON, batch=fresh("act"))
            assert codes(refusal) == ["log.undo_blocked"]
        with pytest.raises(Refused) as refusal:
            undo(store, "no such act", actor="ann", at=NOON, batch=fresh("act"))
        assert codes(refusal) == ["log.nothing_to_undo"]

    def test_an_undo_sent_twice_takes_back_one_act(self, store):
        stream = fresh()
        score(store, stream, 1)
        act = score(store, stream, 2).batch
        undo(store, act, actor="ann", at=NOON, batch=fresh("act"))
        with pytest.raises(Refused):
            undo(store, act, actor="ann", at=NOON, batch=fresh("act"))
        assert store.load(TOTALS, stream).state == {"a": 1}

    def test_what_depends_on_an_undone_act_falls_with_it_and_comes_back_with_it(self, store):
        stream = fresh()
        act = score(store, stream, 1, actor="ann").batch
        depends = score(store, stream, 2, actor="bob").batch
        undo(store, act, actor="ann", at=NOON, batch=fresh("act"), also=[depends])
        assert store.load(TOTALS, stream).state == {}
        redo(store, stream, actor="ann", at=NOON, batch=fresh("act"))
        assert store.load(TOTALS, stream).state == {"a": 3}

    def test_nothing_is_redone_once_somebody_acted(self, store):
        stream = fresh()
        act = score(store, stream, 1).batch
        undo(store, act, actor="ann", at=NOON, batch=fresh("act"))
        score(store, stream, 2, actor="bob")
        with pytest.raises(Refused) as refusal:
            redo(store, stream, actor="ann", at=NOON, batch=fresh("act"))
        assert codes(refusal) == ["log.nothing_to_redo"]

    def test_an_undone_roll_keeps_its_faces(self, store):
        stream, roll = fresh(), Rolled("casualty:unit-7", ("hit", "blank"))
        act = store.append([Write(stream, 0, (roll,))], actor="ann", at=NOON, batch=fresh("act")).batch
        assert kept_events(store.read(stream), "casualty:unit-7", "ann") == ()
        undo(store, act, actor="ann", at=NOON, batch=fresh("act"))
        assert kept_events(store.read(stream), "casualty:unit-7", "ann") == (roll,)
        assert act_to_undo(store.read(stream), "ann") is None

    def test_an_undo_is_seen_and_the_past_stays_as_it_was(self, store):
        stream = fresh()
        for number in (1, 2, 3):
            act = score(store, stream, number).batch
        assert store.load(TOTALS, stream).state == {"a": 6}
        undo(store, act, actor="ann", at=NOON, batch=fresh("act"))
        assert store.load(TOTALS, stream) == Loaded({"a": 3}, 4)
        assert store.load(TOTALS, stream, upto=3).state == {"a": 6}
