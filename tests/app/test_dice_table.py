"""The dice table: fair, shared, undoable without fishing for faces."""

from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from muster.app.acting import Act
from muster.app.dice import table as dice_table
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


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore()
    dice_table.open_table(store, act("ann"), STREAM, "Friday")
    return store


def codes(refusal: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {violation.code for violation in refusal.value.violations}


def test_everybody_sees_the_same_faces(store):
    dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED, "Vader attacks")
    dice_table.roll_dice(store, act("bob"), STREAM, (Die.DEFENCE_WHITE,))
    seen = dice_table.look(store, STREAM)
    shown = [(row.number, row.by, row.note) for row in seen.rows]
    assert shown == [(2, "bob", ""), (1, "ann", "Vader attacks")]
    assert len(seen.rows[1].roll.faces) == 3


def test_seeds_stay_on_the_server_until_the_table_closes(store):
    dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED)
    seed = next(e.event.seed for e in store.read(STREAM) if isinstance(e.event, SeedSealed))
    assert dice_table.look(store, STREAM).rows[0].seed is None
    assert all(seed not in repr(entry) for entry in view(store.read(STREAM), Viewer()))
    dice_table.close_table(store, act("ann"), STREAM)
    row = dice_table.look(store, STREAM).rows[0]
    assert row.seed == seed
    assert row.proven
    assert verify(row.roll, seed)


def test_a_roll_taken_back_comes_again_with_the_same_faces(store):
    first = dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED)
    faces = dice_table.look(store, STREAM).rows[0].roll.faces
    dice_table.undo_roll(store, act("ann"), STREAM, first.batch)
    dice_table.roll_dice(store, act("bob"), STREAM, (Die.ATTACK_WHITE,) * 4)
    dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED)
    assert dice_table.look(store, STREAM).rows[0].roll.faces == faces


def test_more_dice_after_an_undo_show_the_old_faces_first(store):
    first = dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED)
    old = dice_table.look(store, STREAM).rows[0].roll
    dice_table.undo_roll(store, act("ann"), STREAM, first.batch)
    dice_table.roll_dice(store, act("ann"), STREAM, (*THREE_RED, Die.ATTACK_BLACK))
    new = dice_table.look(store, STREAM).rows[0].roll
    assert new.faces[:3] == old.faces
    assert new.commitment == old.commitment


def test_only_ones_own_latest_roll_can_be_taken_back(store):
    anns = dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED)
    dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED)
    for actor, batch in (("bob", anns.batch), ("ann", anns.batch), ("ann", "nonsense")):
        with pytest.raises(Refused) as refusal:
            dice_table.undo_roll(store, act(actor), STREAM, batch)
        assert codes(refusal) == {"log.nothing_to_undo"}


def test_the_same_form_sent_twice_rolls_once(store):
    first = dice_table.roll_dice(store, act("ann", key="k"), STREAM, THREE_RED)
    again = dice_table.roll_dice(store, act("ann", key="k"), STREAM, THREE_RED)
    assert again.repeated
    assert again.batch == first.batch
    assert len(dice_table.look(store, STREAM).rows) == 1


def test_typed_faces_must_be_on_the_die(store):
    with pytest.raises(Refused) as refusal:
        typed_roll((Die.DEFENCE_RED,), ["hit"])
    assert codes(refusal) == {"dice.impossible_face"}
    dice_table.type_dice(store, act("bob"), STREAM, typed_roll((Die.DEFENCE_RED,), ["block"]))
    row = dice_table.look(store, STREAM).rows[0]
    assert row.roll.faces == (Face.BLOCK,)
    assert (row.roll.origin, row.roll.commitment) == ("typed", None)


def test_only_the_opener_closes_and_nothing_happens_afterwards(store):
    rolled = dice_table.roll_dice(store, act("bob"), STREAM, THREE_RED)
    with pytest.raises(Refused) as refusal:
        dice_table.close_table(store, act("bob"), STREAM)
    assert codes(refusal) == {"table.not_yours"}
    dice_table.close_table(store, act("ann"), STREAM)
    for late in (
        lambda: dice_table.roll_dice(store, act("ann"), STREAM, THREE_RED),
        lambda: dice_table.undo_roll(store, act("bob"), STREAM, rolled.batch),
        lambda: dice_table.close_table(store, act("ann"), STREAM),
    ):
        with pytest.raises(Refused) as refusal:
            late()
        assert codes(refusal) == {"table.closed"}


def test_unknown_table_and_long_names_are_refused(store):
    with pytest.raises(Refused) as refusal:
        dice_table.look(store, "table:2")
    assert codes(refusal) == {"table.unknown"}
    with pytest.raises(Refused) as refusal:
        dice_table.roll_dice(store, act(), "table:2", THREE_RED)
    assert codes(refusal) == {"table.unknown"}
    with pytest.raises(Refused) as refusal:
        dice_table.open_table(store, act(), "table:3", "x" * (MOST_LETTERS + 1))
    assert codes(refusal) == {"table.too_long"}
    assert store.version("table:3") == 0


class DiceTableMachine(RuleBasedStateMachine):
    """Random evenings: numbers go upwards, an undone step keeps its seed, everything proves in the end."""

    def __init__(self) -> None:
        super().__init__()
        self.store = MemoryStore()
        dice_table.open_table(self.store, act("ann"), STREAM, "")
        self.seeds: dict[str, str] = {}

    @rule(who=st.sampled_from(["ann", "bob"]), dice=st.lists(st.sampled_from(Die), min_size=1, max_size=4))
    def roll(self, who, dice):
        dice_table.roll_dice(self.store, act(who), STREAM, dice)
        *_, sealed = (e.event for e in self.store.read(STREAM) if isinstance(e.event, SeedSealed))
        assert self.seeds.setdefault(sealed.step, sealed.seed) == sealed.seed

    @precondition(lambda self: dice_table.look(self.store, STREAM).undoable)
    @rule(data=st.data())
    def undo(self, data):
        before = dice_table.look(self.store, STREAM)
        who = data.draw(st.sampled_from(sorted(before.undoable)))
        dice_table.undo_roll(self.store, act(who), STREAM, before.undoable[who])
        after = dice_table.look(self.store, STREAM)
        assert len(after.rows) == len(before.rows) - 1

    @invariant()
    def numbers_go_upwards(self):
        numbers = [row.number for row in dice_table.look(self.store, STREAM).rows]
        assert numbers == sorted(set(numbers), reverse=True)

    def teardown(self):
        dice_table.close_table(self.store, act("ann"), STREAM)
        assert all(row.proven for row in dice_table.look(self.store, STREAM).rows)


TestDiceTable = DiceTableMachine.TestCase
TestDiceTable.settings = settings(
    max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
