"""The dice table: fair, shared, undoable without fishing for faces."""

from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from muster.app.acting import Act
from muster.app.dice import table as dice_table
from muster.app.dice.commands import CloseTable, OpenTable, RollDice, TypeDice, UndoRoll
from muster.app.dice.table import HANDLERS, DiceContext
from muster.app.memory_store import MemoryStore
from muster.rules.dice.evidence import verify
from muster.rules.dice.faces import Die, Face, typed_roll
from muster.rules.dice.table import MOST_LETTERS, SeedSealed
from muster.rules.log.views import Viewer, view
from muster.rules.violations import Refused

STREAM = "table:1"
NOON = datetime(2026, 6, 19, 12, tzinfo=UTC)
THREE_RED = (Die.ATTACK_RED,) * 3
batches = count(1)


def act(actor: str = "ann", key: str | None = None) -> Act:
    return Act(actor, NOON, f"batch-{next(batches)}", key)


def do(store, act, command, stream=STREAM):
    return HANDLERS.handle(DiceContext(store, stream), act, command)


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore()
    do(store, act("ann"), OpenTable(name="Friday"))
    return store


def codes(refusal: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {violation.code for violation in refusal.value.violations}


def test_everybody_sees_the_same_faces(store):
    do(store, act("ann"), RollDice(dice=THREE_RED, note="Vader attacks"))
    do(store, act("bob"), RollDice(dice=(Die.DEFENCE_WHITE,)))
    seen = dice_table.table_view(store, STREAM)
    shown = [(row.number, row.by, row.note) for row in seen.rows]
    assert shown == [(2, "bob", ""), (1, "ann", "Vader attacks")]
    assert len(seen.rows[1].roll.faces) == 3


def test_seeds_stay_on_the_server_until_the_table_closes(store):
    do(store, act("ann"), RollDice(dice=THREE_RED))
    seed = next(e.event.seed for e in store.read(STREAM) if isinstance(e.event, SeedSealed))
    assert dice_table.table_view(store, STREAM).rows[0].seed is None
    assert all(seed not in repr(entry) for entry in view(store.read(STREAM), Viewer()))
    do(store, act("ann"), CloseTable())
    row = dice_table.table_view(store, STREAM).rows[0]
    assert row.seed == seed
    assert row.proven
    assert verify(row.roll, seed)


def test_a_roll_taken_back_comes_again_with_the_same_faces(store):
    first = do(store, act("ann"), RollDice(dice=THREE_RED))
    faces = dice_table.table_view(store, STREAM).rows[0].roll.faces
    do(store, act("ann"), UndoRoll(batch=first.batch))
    do(store, act("bob"), RollDice(dice=(Die.ATTACK_WHITE,) * 4))
    do(store, act("ann"), RollDice(dice=THREE_RED))
    assert dice_table.table_view(store, STREAM).rows[0].roll.faces == faces


def test_more_dice_after_an_undo_show_the_old_faces_first(store):
    first = do(store, act("ann"), RollDice(dice=THREE_RED))
    old = dice_table.table_view(store, STREAM).rows[0].roll
    do(store, act("ann"), UndoRoll(batch=first.batch))
    do(store, act("ann"), RollDice(dice=(*THREE_RED, Die.ATTACK_BLACK)))
    new = dice_table.table_view(store, STREAM).rows[0].roll
    assert new.faces[:3] == old.faces
    assert new.commitment == old.commitment


def test_only_ones_own_latest_roll_can_be_taken_back(store):
    anns = do(store, act("ann"), RollDice(dice=THREE_RED))
    do(store, act("ann"), RollDice(dice=THREE_RED))
    for actor, batch in (("bob", anns.batch), ("ann", anns.batch), ("ann", "nonsense")):
        with pytest.raises(Refused) as refusal:
            do(store, act(actor), UndoRoll(batch=batch))
        assert codes(refusal) == {"log.nothing_to_undo"}


def test_the_same_form_sent_twice_rolls_once(store):
    first = do(store, act("ann", key="k"), RollDice(dice=THREE_RED))
    again = do(store, act("ann", key="k"), RollDice(dice=THREE_RED))
    assert again.repeated
    assert again.batch == first.batch
    assert len(dice_table.table_view(store, STREAM).rows) == 1


def test_typed_faces_must_be_on_the_die(store):
    with pytest.raises(Refused) as refusal:
        typed_roll((Die.DEFENCE_RED,), ["hit"])
    assert codes(refusal) == {"dice.impossible_face"}
    do(store, act("bob"), TypeDice(dice=(Die.DEFENCE_RED,), faces=("block",)))
    row = dice_table.table_view(store, STREAM).rows[0]
    assert row.roll.faces == (Face.BLOCK,)
    assert (row.roll.origin, row.roll.commitment) == ("typed", None)


def test_only_the_opener_closes_and_nothing_happens_afterwards(store):
    rolled = do(store, act("bob"), RollDice(dice=THREE_RED))
    with pytest.raises(Refused) as refusal:
        do(store, act("bob"), CloseTable())
    assert codes(refusal) == {"table.not_yours"}
    do(store, act("ann"), CloseTable())
    for late in (
        lambda: do(store, act("ann"), RollDice(dice=THREE_RED)),
        lambda: do(store, act("bob"), UndoRoll(batch=rolled.batch)),
        lambda: do(store, act("ann"), CloseTable()),
    ):
        with pytest.raises(Refused) as refusal:
            late()
        assert codes(refusal) == {"table.closed"}


def test_unknown_table_and_long_names_are_refused(store):
    with pytest.raises(Refused) as refusal:
        dice_table.table_view(store, "table:2")
    assert codes(refusal) == {"table.unknown"}
    with pytest.raises(Refused) as refusal:
        do(store, act(), RollDice(dice=THREE_RED), "table:2")
    assert codes(refusal) == {"table.unknown"}
    with pytest.raises(Refused) as refusal:
        do(store, act(), OpenTable(name="x" * (MOST_LETTERS + 1)), "table:3")
    assert codes(refusal) == {"table.too_long"}
    assert store.version("table:3") == 0


class DiceTableMachine(RuleBasedStateMachine):
    """Random evenings: numbers go upwards, an undone step keeps its seed, everything proves in the end."""

    def __init__(self) -> None:
        super().__init__()
        self.store = MemoryStore()
        do(self.store, act("ann"), OpenTable())
        self.seeds: dict[str, str] = {}

    @rule(who=st.sampled_from(["ann", "bob"]), dice=st.lists(st.sampled_from(Die), min_size=1, max_size=4))
    def roll(self, who, dice):
        do(self.store, act(who), RollDice(dice=tuple(dice)))
        *_, sealed = (e.event for e in self.store.read(STREAM) if isinstance(e.event, SeedSealed))
        assert self.seeds.setdefault(sealed.step, sealed.seed) == sealed.seed

    @precondition(lambda self: dice_table.table_view(self.store, STREAM).undoable)
    @rule(data=st.data())
    def undo(self, data):
        before = dice_table.table_view(self.store, STREAM)
        who = data.draw(st.sampled_from(sorted(before.undoable)))
        do(self.store, act(who), UndoRoll(batch=before.undoable[who]))
        after = dice_table.table_view(self.store, STREAM)
        assert len(after.rows) == len(before.rows) - 1

    @invariant()
    def numbers_go_upwards(self):
        numbers = [row.number for row in dice_table.table_view(self.store, STREAM).rows]
        assert numbers == sorted(set(numbers), reverse=True)

    def teardown(self):
        do(self.store, act("ann"), CloseTable())
        assert all(row.proven for row in dice_table.table_view(self.store, STREAM).rows)


TestDiceTable = DiceTableMachine.TestCase
TestDiceTable.settings = settings(
    max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
