"""The log as values: what counts, undo and redo, kept faces, old versions, audiences."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from muster.rules.log import (
    Event,
    FacesVoided,
    Kinds,
    LoggedAct,
    Recorded,
    Redone,
    Undone,
    act_to_undo,
    acts,
    acts_to_redo,
    effective,
    from_json,
    is_stream_id,
    kept_events,
    to_json,
    undone_acts,
)
from muster.rules.log.counting import acts_after, count, fold_with_marks
from muster.rules.log.sequences import SharedSequence
from muster.rules.log.views import KnownCount, Sealed, Viewer, known_entries, view
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.toy_log import NOON, TOTALS, TOY, CardChosen, CardLaidFaceDown, LengthRolled, Rolled, Scored


def log_of(*entries: tuple[str, str, Event]) -> list[Recorded]:
    """A log from (act, actor, event) triples."""
    return [
        Recorded("toy:1", version, batch, *TOY.tag(event), actor, NOON, event)
        for version, (batch, actor, event) in enumerate(entries, start=1)
    ]


def one(points: int) -> Scored:
    return Scored("a", points)


# What counts


def test_an_undone_act_stays_in_the_log_and_does_not_count():
    log = log_of(("1", "ann", one(1)), ("2", "ann", one(2)), ("2", "ann", one(3)), ("3", "ann", Undone("2")))
    assert [entry.event for entry in effective(log)] == [one(1)]
    assert TOTALS.fold(log) == {"a": 1}
    assert len(log) == 4


def test_an_undo_can_itself_be_undone():
    log = log_of(("1", "ann", one(1)), ("2", "ann", Undone("1")), ("3", "ann", Undone("2")))
    assert TOTALS.fold(log) == {"a": 1}
    assert TOTALS.fold([*log, *log_of(("4", "ann", Undone("3")))]) == {}


def test_a_redo_brings_an_act_back_in_its_old_place():
    entries = [
        ("1", "ann", one(1)),
        ("2", "ann", one(2)),
        ("3", "ann", Undone("1")),
        ("4", "ann", Redone("1")),
    ]
    assert [entry.event.points for entry in effective(log_of(*entries))] == [1, 2]
    assert undone_acts(log_of(*entries, ("5", "ann", Undone("4")))) == {"1", "4"}


def test_a_preview_shows_the_log_without_an_act():
    log = log_of(("1", "ann", one(1)), ("2", "bob", one(2)), ("3", "ann", Undone("1")))
    assert [entry.batch for entry in effective(log, without={"2"})] == []
    assert [entry.batch for entry in effective(log, without={"3"})] == ["1", "2"]


def test_acts_are_read_whole():
    log = log_of(("1", "ann", one(1)), ("1", "ann", one(2)), ("2", "bob", one(3)))
    assert [(act.batch, act.actor, act.events) for act in acts(log)] == [
        ("1", "ann", (one(1), one(2))),
        ("2", "bob", (one(3),)),
    ]


# Who may undo and redo


def test_undo_belongs_to_the_actors_own_latest_act():
    log = log_of(("1", "ann", one(1)), ("2", "ann", one(2)), ("3", "bob", one(3)))
    assert (act_to_undo(log, "ann"), act_to_undo(log, "bob"), act_to_undo(log, "cat")) == ("2", "3", None)
    log = [*log, *log_of(("4", "ann", Undone("2")))]
    assert act_to_undo(log, "ann") == "1"


def test_redo_walks_back_up_the_actors_undos():
    entries = [
        ("1", "ann", one(1)),
        ("2", "ann", one(2)),
        ("3", "ann", Undone("2")),
        ("4", "ann", Undone("1")),
    ]
    assert acts_to_redo(log_of(*entries), "ann") == ("1",)
    assert acts_to_redo(log_of(*entries), "bob") == ()
    entries.append(("5", "ann", Redone("1")))
    assert acts_to_redo(log_of(*entries), "ann") == ("2",)
    entries.append(("6", "ann", Redone("2")))
    assert acts_to_redo(log_of(*entries), "ann") == ()


def test_nothing_is_redone_after_a_new_act_or_voided_faces():
    entries = [("1", "ann", one(1)), ("2", "ann", Undone("1"))]
    assert acts_to_redo(log_of(*entries, ("3", "bob", one(1))), "ann") == ()
    assert acts_to_redo(log_of(*entries, ("3", "bob", FacesVoided("1", "x"))), "ann") == ()
    assert acts_to_redo(log_of(*entries, ("3", "bob", one(1)), ("4", "bob", Undone("3"))), "ann") == ("1",)


# Undo keeps faces

ROLL = Rolled("step", ("hit", "crit"))
ROLLED_AND_UNDONE = (("1", "ann", one(9)), ("1", "ann", ROLL), ("2", "ann", Undone("1")))


def test_the_faces_of_an_undone_step_are_kept_for_its_actor():
    log = log_of(*ROLLED_AND_UNDONE)
    assert kept_events(log, "step", "ann") == kept_events(log, "step") == (ROLL,)
    assert kept_events(log, "step", "bob") == kept_events(log, "another step") == ()


def test_a_step_that_counts_keeps_nothing_for_a_second_roll():
    assert kept_events(log_of(*ROLLED_AND_UNDONE[:2]), "step") == ()
    assert kept_events(log_of(*ROLLED_AND_UNDONE, ("3", "ann", Redone("1"))), "step") == ()


def test_the_other_side_may_void_kept_faces_and_take_that_back():
    voided = (*ROLLED_AND_UNDONE, ("3", "bob", FacesVoided("1", "step")))
    assert kept_events(log_of(*voided), "step") == ()
    assert kept_events(log_of(*voided, ("4", "bob", Undone("3"))), "step") == (ROLL,)


def test_faces_rolled_after_a_void_are_kept_in_their_turn():
    fresh_roll = Rolled("step", ("blank", "blank"))
    log = log_of(
        *ROLLED_AND_UNDONE,
        ("3", "bob", FacesVoided("1", "step")),
        ("4", "ann", fresh_roll),
        ("5", "ann", Undone("4")),
    )
    assert kept_events(log, "step", "ann") == (fresh_roll,)


# Kinds and versions


def test_a_line_goes_out_and_comes_back():
    for entry in log_of(("1", "ann", one(1)), ("2", "bob", ROLL), ("3", "ann", Undone("1"))):
        assert from_json(to_json(entry), TOY) == entry


def test_an_old_line_is_lifted_step_by_step():
    kinds = Kinds()

    @kinds.event("toy.grown", version=3)
    class Grown(Event, frozen=True):
        name: str
        size: int
        unit: str

    @kinds.upcast("toy.grown", 1)
    def sizes_came_later(old):
        return old | {"size": 1}

    assert kinds.missing_upcasts() == [("toy.grown", 2)]

    @kinds.upcast("toy.grown", 2)
    def units_came_last(old):
        return old | {"unit": "cm"}

    assert kinds.missing_upcasts() == []
    assert kinds.decode("toy.grown", 1, '{"name": "x"}') == Grown("x", 1, "cm")
    assert kinds.decode("toy.grown", 2, '{"name": "x", "size": 5}') == Grown("x", 5, "cm")
    assert kinds.decode("toy.grown", 3, '{"name": "x", "size": 5, "unit": "m"}') == Grown("x", 5, "m")


def test_a_kind_is_registered_once():
    kinds = Kinds(TOY)
    with pytest.raises(ValueError, match="twice"):
        kinds.event("toy.scored")(Sealed)


LINE = (
    b'{"stream":"s","version":1,"batch":"b","kind":"%s","event_version":%d,"actor":"a","at":"%s","event":%s}'
)
BAD_LINES = {
    b"": "log.bad_line",
    b"null": "log.bad_line",
    b"\xff": "log.bad_line",
    b"[" * 100_000: "log.bad_line",
    LINE % (b"toy.scored", 2, b"yesterday", b"{}"): "log.bad_line",
    LINE % (b"toy.unheard_of", 1, b"2026-01-01T00:00:00Z", b"{}"): "log.unknown_kind",
    LINE % (b"toy.scored", 3, b"2026-01-01T00:00:00Z", b"{}"): "log.unknown_kind",
    LINE % (b"toy.scored", 0, b"2026-01-01T00:00:00Z", b"{}"): "log.unknown_kind",
    LINE % (b"x" * 1_000_000, 1, b"2026-01-01T00:00:00Z", b"{}"): "log.unknown_kind",
    LINE % (b"toy.scored", 2, b"2026-01-01T00:00:00Z", b'{"side":"a"}'): "log.unreadable",
    LINE % (b"toy.scored", 2, b"2026-01-01T00:00:00Z", b'{"side":"a","points":1,"x":1}'): "log.unreadable",
    LINE % (b"toy.scored", 1, b"2026-01-01T00:00:00Z", b'{"colour":"pink","points":1}'): "log.unreadable",
    LINE % (b"toy.scored", 1, b"2026-01-01T00:00:00Z", b"[1]"): "log.unreadable",
}


@pytest.mark.parametrize(("line", "code"), BAD_LINES.items(), ids=range(len(BAD_LINES)))
def test_a_bad_line_is_refused_with_a_sentence(line, code):
    with pytest.raises(Refused) as refusal:
        from_json(line, TOY)
    (violation,) = refusal.value.violations
    assert violation.code == code
    assert 0 < len(explain(violation)) < 1_000


@pytest.mark.parametrize("good", ["tournament:0190-a_b.c", "a", "A" * 100])
def test_a_stream_id(good):
    assert is_stream_id(good)


# Audiences

BLUE = Viewer(frozenset({"side:blue"}))


def test_a_secret_is_shown_to_its_audience_and_something_harmless_to_others():
    secret, length = CardChosen("blue", "ambush"), LengthRolled(97)
    log = log_of(("1", "ann", secret), ("2", "org", length), ("3", "ann", one(1)))
    assert [entry.event for entry in view(log, BLUE, TOY)] == [secret, Sealed(), one(1)]
    assert [entry.event for entry in view(log, Viewer(), TOY)] == [CardLaidFaceDown("blue"), Sealed(), one(1)]
    sealed = view(log, BLUE, TOY)[1]
    assert (sealed.kind, sealed.event_version, sealed.actor) == ("log.sealed", 1, "")
    laid = view(log, Viewer(), TOY)[0]
    assert (laid.kind, laid.actor) == ("toy.card_laid_face_down", "ann")


def test_a_harmless_form_that_is_itself_secret_is_sealed():
    kinds = Kinds(TOY)

    @kinds.event("toy.doubly_secret")
    class DoublySecret(Event, frozen=True):
        def seen_by(self):
            return frozenset({"judge"})

        def shown_as(self):
            return CardChosen("blue", "ambush")

    entry = Recorded("toy:1", 1, "1", "toy.doubly_secret", 1, "ann", NOON, DoublySecret())
    assert view([entry], Viewer(), kinds)[0].event == Sealed()
    assert view([entry], BLUE, kinds)[0].event == CardChosen("blue", "ambush")


def test_the_key_of_an_audience_is_the_same_for_all_who_see_the_same():
    badges = frozenset({"side:blue", "judge"})
    assert Viewer(badges).key == Viewer(badges | {"everyone"}).key == "everyone,judge,side:blue"
    assert Viewer().key != BLUE.key


SECRETS = st.one_of(
    st.builds(CardChosen, st.sampled_from(["blue", "red"]), st.just("SECRET-CARD")),
    st.builds(LengthRolled, st.just(770077)),
    st.builds(Scored, st.just("a"), st.integers(0, 9)),
    st.builds(Undone, st.sampled_from("123")),
)


@given(st.lists(SECRETS, max_size=12), st.sampled_from(["everyone", "side:red", "side:blue", "organiser"]))
def test_no_view_leaks_what_its_viewer_may_not_know(events, badge):
    log = log_of(*((str(n), "ann", event) for n, event in enumerate(events)))
    seen = view(log, Viewer(frozenset({badge})), TOY)
    text = msgspec.json.encode(seen).decode()
    assert ("SECRET-CARD" in text) == any(
        isinstance(e, CardChosen) and badge == f"side:{e.side}" for e in events
    )
    assert ("770077" in text or "length" in text) == (badge == "organiser" and any(
        isinstance(e, LengthRolled) for e in events))  # fmt: skip
    assert [entry.version for entry in seen] == [entry.version for entry in log]
    assert undone_acts(seen) == undone_acts(log)


# Anything people may do


class Table(RuleBasedStateMachine):
    """Three people act, undo and redo as they like; beside it, a plain list of the acts that count."""

    def __init__(self):
        super().__init__()
        self.log: list[Recorded] = []
        self.acts: dict[str, tuple[str, list[int]]] = {}
        self.counting: list[str] = []
        self.undone_by: dict[str, list[tuple[str, str]]] = {}
        self.shared: SharedSequence[Recorded] = SharedSequence()
        self.counted = count(self.shared)
        self.known: SharedSequence[LoggedAct] = SharedSequence()
        self.grown = fold_with_marks(TOTALS, self.counted, 0)
        self.seen = {KnownCount(Viewer(frozenset({badge}))): 0 for badge in ("everyone", "side:red")}

    def record(self, actor, *events):
        batch = f"{len(self.log)}"
        for event in events:
            entry = Recorded("toy:1", len(self.log) + 1, batch, *TOY.tag(event), actor, NOON, event)
            self.log.append(entry)
        return batch

    @rule(actor=st.sampled_from("abc"), points=st.lists(st.integers(1, 9), min_size=1, max_size=3))
    def act(self, actor, points):
        batch = self.record(actor, *(Scored(actor, n) for n in points))
        self.acts[batch] = (actor, points)
        self.counting.append(batch)

    @rule(actor=st.sampled_from("abc"), card=st.sampled_from(["red", "blue"]))
    def act_in_secret(self, actor, card):
        self.acts[self.record(actor, CardChosen(card, "x"))] = (actor, [])
        self.counting.append(list(self.acts)[-1])

    @rule(actor=st.sampled_from("abc"))
    def undo(self, actor):
        mine = [batch for batch in self.counting if self.acts[batch][0] == actor]
        assert act_to_undo(self.log, actor) == (mine[-1] if mine else None)
        if mine:
            before = effective(self.log)
            undo = self.record(actor, Undone(mine[-1]))
            assert effective(self.log) == [entry for entry in before if entry.batch != mine[-1]]
            self.counting.remove(mine[-1])
            self.undone_by.setdefault(actor, []).append((mine[-1], undo))

    @precondition(lambda self: self.undone_by)
    @rule(actor=st.sampled_from("abc"))
    def redo(self, actor):
        stack = self.undone_by.get(actor, [])
        ready = [batch for batch, undo in stack[-1:] if all(int(act) < int(undo) for act in self.counting)]
        assert acts_to_redo(self.log, actor) == tuple(ready)
        if ready:
            stack.pop()
            self.record(actor, *map(Redone, ready))
            self.counting = sorted([*self.counting, *ready], key=int)

    @precondition(lambda self: self.log)
    @rule(data=st.data())
    def undo_and_undo_the_undo(self, data):
        target = data.draw(st.sampled_from(sorted({entry.batch for entry in self.log}, key=int)))
        before = effective(self.log)
        undo = self.record("x", Undone(target))
        self.record("x", Undone(undo))
        assert effective(self.log) == before

    @invariant()
    def totals_are_those_of_the_acts_that_count(self):
        self.grow()
        expected: dict[str, int] = {}
        for batch in self.counting:
            actor, points = self.acts[batch]
            if points:
                expected[actor] = expected.get(actor, 0) + sum(points)
        assert TOTALS.fold(self.log) == expected
        assert self.grown.state == expected

    def grow(self):
        """What is known of the log goes on with what came since."""
        tail = self.log[len(self.shared) :]
        before, self.counted = self.counted, self.counted.go_on(self.shared, tail)
        self.known = acts_after(self.known, before, self.counted, self.shared)
        self.seen = {who: who.after(number, self.shared, tail) for who, number in self.seen.items()}
        self.shared = self.shared.plus(tail)
        self.grown = self.grown.go_on(self.counted, len(self.log))

    @invariant()
    def what_grows_with_the_log_is_as_if_it_were_made_anew(self):
        self.grow()
        assert self.counted.effective == effective(self.log) and self.known == acts(effective(self.log))
        assert self.counted.gone == undone_acts(self.log)
        assert len(self.counted.effective) + len(self.counted.dead) == len(self.log)
        assert all(number == len([*known_entries(self.log, who.viewer)]) for who, number in self.seen.items())


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
