"""Hypothesis lets three people write to two streams as they like, stale, repeated, undone and redone."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from muster.app import undo
from muster.app.memory_store import MemoryStore
from muster.app.streams import Key, StaleVersion, Write
from muster.rules.log import act_to_undo, acts_to_redo, effective
from muster.rules.violations import Refused
from tests.toy_log import NOON, TOTALS, TOY, Scored, fresh

NAMES = ("toy:left", "toy:right")
PEOPLE = st.sampled_from(["ann", "bob", "cat"])
SOME = st.sets(st.sampled_from(NAMES), min_size=1).map(sorted)


class Club(RuleBasedStateMachine):
    """Beside the store stands a plain list of acts: who, points by stream, and whether it counts."""

    def __init__(self):
        super().__init__()
        self.store = MemoryStore(TOY)
        self.acts: dict[str, tuple[str, dict[str, int]]] = {}
        self.gone: set[str] = set()
        self.answers: dict[tuple[str, str], object] = {}

    def append(self, actor, points, behind=0, key=None):
        now = self.store.versions(points)
        writes = [Write(name, now[name] - behind, (Scored(actor, n),)) for name, n in points.items()]
        return self.store.append(writes, actor=actor, at=NOON, batch=fresh("act"), key=key)

    @rule(actor=PEOPLE, names=SOME, points=st.integers(1, 9))
    def act(self, actor, names, points):
        done = self.append(actor, dict.fromkeys(names, points))
        self.acts[done.batch] = (actor, dict.fromkeys(names, points))

    @rule(actor=PEOPLE, names=SOME, points=st.integers(1, 9), key=st.sampled_from("xyz"))
    def act_with_a_key(self, actor, names, points, key):
        request = Key(key, f"{names} {points}")
        first = self.answers.get((actor, key))
        if first is None:
            done = self.append(actor, dict.fromkeys(names, points), key=request)
            self.acts[done.batch] = (actor, dict.fromkeys(names, points))
            self.answers[actor, key] = (request, done)
        elif first[0] == request:
            again = self.append(actor, dict.fromkeys(names, points), key=request)
            assert (again.batch, again.versions, again.repeated) == (first[1].batch, first[1].versions, True)
        else:
            with pytest.raises(Refused):
                self.append(actor, dict.fromkeys(names, points), key=request)

    @rule(actor=PEOPLE, names=SOME, behind=st.sampled_from([-1, 1, 5]))
    def act_on_something_stale(self, actor, names, behind):
        with pytest.raises(StaleVersion):
            self.append(actor, dict.fromkeys(names, 1), behind)

    @rule(actor=PEOPLE, name=st.sampled_from(NAMES))
    def undo(self, actor, name):
        target = act_to_undo(self.store.read(name), actor)
        if target is None:
            return
        others = [n for n in self.acts[target][1] if act_to_undo(self.store.read(n), actor) != target]
        before = {n: self.store.load(TOTALS, n).state for n in NAMES}
        if others:  # it is not the latest in every stream it wrote to
            with pytest.raises(Refused):
                undo.undo(self.store, target, actor=actor, at=NOON, batch=fresh("act"))
            assert before == {n: self.store.load(TOTALS, n).state for n in NAMES}
        else:
            undo.undo(self.store, target, actor=actor, at=NOON, batch=fresh("act"))
            self.gone.add(target)

    @rule(actor=PEOPLE, name=st.sampled_from(NAMES))
    def redo(self, actor, name):
        ready = acts_to_redo(self.store.read(name), actor)
        try:
            undo.redo(self.store, name, actor=actor, at=NOON, batch=fresh("act"))
        except Refused:
            return
        assert ready
        self.gone -= set(ready)

    @invariant()
    def totals_are_those_of_the_acts_that_count(self):
        for name in NAMES:
            expected: dict[str, int] = {}
            for batch, (actor, points) in self.acts.items():
                if batch not in self.gone and name in points:
                    expected[actor] = expected.get(actor, 0) + points[name]
            assert self.store.load(TOTALS, name).state == expected

    @invariant()
    def an_act_counts_in_all_its_streams_or_in_none(self):
        counting = {name: {entry.batch for entry in effective(self.store.read(name))} for name in NAMES}
        for batch, (_, points) in self.acts.items():
            assert len({batch in counting[name] for name in points}) == 1


TestClub = Club.TestCase
TestClub.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
