"""Saved armies: every change is kept, undo goes back and forth, nobody reads what is not shared."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.armies.commands import Edited, Redo, Undo
from muster.app.armies.saving import Results, Shared
from muster.rules.armies import history
from muster.rules.armies.building.edits import add_unit, new_army, set_words
from muster.rules.cards import catalogue
from muster.rules.violations import Refused
from muster.store.accounts import Account, new_id
from muster.store.armies import DatabaseArmies
from muster.store.army_models import ArmyVersion

pytestmark = pytest.mark.django_db
CAT = catalogue()
NOON = datetime(2026, 6, 19, 12, tzinfo=UTC)


def act_of(owner, at=NOON, key=None):
    return Act(owner, at, str(new_id()), key)


@pytest.fixture
def store():
    return DatabaseArmies()


@pytest.fixture
def ann():
    return str(Account.objects.create_user("ann", "a long enough secret").pk)


@pytest.fixture
def bob():
    return str(Account.objects.create_user("bob", "a long enough secret").pk)


@pytest.fixture
def saved(store, ann):
    return make(store, ann)


def make(store, owner, name="Blizzard Watch"):
    army = new_army("empire", CAT, name=name)
    code = new_id().hex[-10:]
    return saving.create_army(store, act_of(owner), str(new_id()), code, army)


def change(store, saved, edit, code, key=None):
    act, done = act_of(saved.owner, key=key), history.change(code)
    return saving.apply_edit(store, act, saved.id, saved.version, lambda army: Edited(edit(army), done))


def rename(store, saved, name, key=None):
    return change(store, saved, lambda army: set_words(army, name=name), "named", key)


def code_of(refusal):
    return {violation.code for violation in refusal.value.violations}


def test_a_change_is_a_new_version_and_the_old_one_stays(store, saved):
    changed = rename(store, saved, "Snow Watch")
    assert (changed.version, changed.army.name) == (2, "Snow Watch")
    assert store.get(saved.id) == changed
    assert [v.army.name for v in store.versions(saved.id)] == [
        "Snow Watch",
        "Blizzard Watch",
    ]


def test_an_edit_that_changes_nothing_writes_nothing(store, saved):
    assert rename(store, saved, saved.army.name).version == 1


def test_a_stale_writer_is_refused_and_told_where_it_stands(store, saved):
    rename(store, saved, "First")
    with pytest.raises(Refused) as refusal:
        rename(store, saved, "Second")
    assert code_of(refusal) == {"log.stale"}
    assert refusal.value.violations[0].params == {"expected": 1, "current": 2}
    assert store.get(saved.id).army.name == "First"


def test_the_store_itself_refuses_a_version_that_is_taken(store, saved):
    rename(store, saved, "First")
    late = saving.Version(number=2, army=saved.army, change=history.change("named"), at=NOON)
    with pytest.raises(Refused) as refusal:
        store.write(saved.id, late, "")
    assert code_of(refusal) == {"log.stale"}


def test_the_same_form_sent_twice_acts_once(store, saved):
    rename(store, saved, "Once", key="k")
    again = rename(store, saved, "Once", key="k")
    assert again.version == 2
    assert ArmyVersion.objects.filter(army_id=saved.id).count() == 2


class Slow(DatabaseArmies):
    """Somebody was faster with whatever is written here."""

    def __init__(self, faster):
        self.faster = faster

    def write(self, army_id, version, key):
        self.faster()
        super().write(army_id, version, key)

    def set_details(self, saved, changed):
        self.faster()
        super().set_details(saved, changed)


def test_the_same_form_sent_twice_at_once_acts_once(store, saved):
    twins = Slow(lambda: rename(store, saved, "Once", key="k"))
    assert rename(twins, saved, "Once", key="k") == store.get(saved.id)
    assert ArmyVersion.objects.filter(army_id=saved.id).count() == 2
    with pytest.raises(Refused) as refusal:
        rename(
            Slow(lambda: rename(store, store.get(saved.id), "Other", key="l")), store.get(saved.id), "Mine"
        )
    assert code_of(refusal) == {"log.stale"}


def test_a_new_army_sent_twice_at_once_is_the_one_that_is_there(store, ann, bob, saved):
    again = saving.create_army(store, act_of(ann), saved.id, "othercode", saved.army)
    assert again == store.get(saved.id) and again.code == saved.code
    with pytest.raises(IntegrityError), transaction.atomic():
        saving.create_army(store, act_of(bob), saved.id, "bobscode", saved.army)


def test_a_tag_holds_no_nul(store, ann, saved):
    assert saving.set_tags(store, act_of(ann), saved.id, ("a\0b", "\0")).tags == ("a b",)


def test_what_is_said_of_an_army_at_once_is_all_kept(store, ann, saved):
    """Nobody makes an army public again by saving its tags in another tab."""
    saving.share_army(store, act_of(ann), saved.id, Shared.PUBLIC, hand_hidden=False)
    hides = Slow(lambda: saving.share_army(store, act_of(ann), saved.id, Shared.ONLY_ME, hand_hidden=True))
    saving.set_tags(hides, act_of(ann), saved.id, ("cold",))
    now = store.get(saved.id)
    assert (now.shared, now.hand_hidden, now.tags) == (Shared.ONLY_ME, True, ("cold",))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from(["edit", "undo", "redo"]), max_size=14))
def test_undo_and_redo_walk_like_an_editor(store, ann, steps):
    """Against a model with two stacks: an edit clears the redo stack, undo and redo move between them."""
    saved = make(store, ann, "v0")
    past, present, future = [], "v0", []
    for number, step in enumerate(steps):
        act = act_of(ann, NOON + timedelta(minutes=number))
        if step == "edit":
            saved = rename(store, saved, f"v{number + 1}")
            past, present, future = [*past, present], f"v{number + 1}", []
        elif step == "undo" and past:
            saved = saving.handle(store, act, saved.id, saved.version, Undo())
            future, present, past = [present, *future], past[-1], past[:-1]
        elif step == "redo" and future:
            saved = saving.handle(store, act, saved.id, saved.version, Redo())
            past, present, future = [*past, present], future[0], future[1:]
        else:
            with pytest.raises(Refused):
                saving.handle(store, act, saved.id, saved.version, Undo() if step == "undo" else Redo())
        assert saved.army.name == present
        assert store.get(saved.id) == saved


def test_nobody_else_opens_changes_or_finds_an_army_that_is_not_shared(store, saved, bob):
    for forbidden in (
        lambda: saving.own_army(store, bob, saved.id),
        lambda: saving.army_by_link(store, bob, saved.code),
        lambda: saving.army_by_link(store, "", saved.code),
        lambda: saving.handle(store, act_of(bob), saved.id, 1, Undo()),
        lambda: saving.share_army(store, act_of(bob), saved.id, Shared.PUBLIC, hand_hidden=False),
        lambda: saving.archive_army(store, act_of(bob), saved.id),
        lambda: saving.readable_copy(store, bob, saved.code),
    ):
        with pytest.raises(Refused) as refusal:
            forbidden()
        assert code_of(refusal) == {"armies.unknown"}


def test_a_shared_army_hides_the_hand_the_deck_and_the_owners_words(store, saved, bob):
    standing_orders = CAT.army.command_hand.four_pips
    act = act_of(saved.owner)

    def fill(army):
        return set_words(replace(army, command_hand=(standing_orders,)), notes="do not show")

    saved = change(store, saved, fill, "filled")
    saving.set_tags(store, act, saved.id, ("winter",))
    saving.share_army(store, act, saved.id, Shared.BY_LINK, hand_hidden=True)
    seen = saving.army_by_link(store, bob, saved.code)
    assert seen.army.command_hand == ()
    assert (seen.army.notes, seen.tags) == ("", ())
    assert saving.army_by_link(store, saved.owner, saved.code).army.command_hand == (standing_orders,)
    saving.share_army(store, act, saved.id, Shared.BY_LINK, hand_hidden=False)
    assert saving.army_by_link(store, bob, saved.code).army.command_hand == (standing_orders,)


def test_a_copy_is_ones_own_and_shows_no_more_than_was_seen(store, saved, bob):
    act = act_of(saved.owner)
    saved = change(store, saved, lambda a: add_unit(a, CAT, "at"), "added")
    saving.share_army(store, act, saved.id, Shared.PUBLIC, hand_hidden=True)
    copied = saving.readable_copy(store, bob, saved.code)
    assert saving.create_army(store, act_of(bob), str(new_id()), "copycode", copied).owner == bob
    assert [entry.unit for entry in copied.units] == ["at"]
    assert copied.name == "Blizzard Watch (copy)"


def test_everybody_finds_public_armies_and_no_others(store, saved, bob):
    act = act_of(saved.owner)
    assert saving.public_armies(store, 1, 2) == ([], False)
    others = [make(store, bob, f"army {n}") for n in range(3)]
    for one in others:
        saving.share_army(store, act_of(bob), one.id, Shared.PUBLIC, hand_hidden=True)
    saving.set_tags(store, act_of(bob), others[0].id, ("secret plan",))
    saving.share_army(store, act, saved.id, Shared.BY_LINK, hand_hidden=False)
    first, more = saving.public_armies(store, 1, 2)
    last, end = saving.public_armies(store, 2, 2)
    assert (len(first), more, len(last), end) == (2, True, 1, False)
    assert {one.id for one in (*first, *last)} == {one.id for one in others}
    assert all(one.tags == () for one in (*first, *last))
    saving.archive_army(store, act_of(bob), others[0].id)
    assert len(saving.public_armies(store, 1, 9)[0]) == 2


def test_archived_and_back_again(store, saved):
    act = act_of(saved.owner)
    saving.archive_army(store, act, saved.id)
    assert store.armies_of(saved.owner) == []
    assert [one.id for one in store.armies_of(saved.owner, archived=True)] == [saved.id]
    with pytest.raises(Refused):
        saving.army_by_link(store, saved.owner, saved.code)
    saving.archive_army(store, act, saved.id, away=False)
    assert [one.id for one in store.armies_of(saved.owner)] == [saved.id]


def test_tags_and_results_have_sensible_bounds(store, saved):
    act = act_of(saved.owner)
    assert saving.set_tags(store, act, saved.id, (" cold  feet ", "", "cold feet")).tags == ("cold feet",)
    assert saving.set_results(store, act, saved.id, Results(3, 1, 2)).results == Results(3, 1, 2)
    with pytest.raises(Refused):
        saving.set_tags(store, act, saved.id, ("x" * 31,))
    with pytest.raises(Refused):
        saving.set_results(store, act, saved.id, Results(-1))


def test_a_draft_saves_however_illegal_but_never_a_broken_document(store, saved):
    illegal = change(store, saved, lambda a: add_unit(a, CAT, "ab"), "a rebel among us")
    assert illegal.version == 2
    with pytest.raises(Refused):
        change(store, illegal, lambda a: msgspec.structs.replace(a, name="x" * 500), "too long")
    assert store.get(saved.id).version == 2


def test_the_list_of_armies_is_one_query(store, ann):
    for number in range(5):
        rename(store, make(store, ann), f"army {number}")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert len(store.armies_of(ann)) == 5
    assert len(queries) == 1


def test_there_is_an_end_to_how_many_armies_one_keeps(store, ann, monkeypatch):
    monkeypatch.setattr(saving, "MOST_ARMIES", 1)
    make(store, ann)
    with pytest.raises(Refused) as refusal:
        make(store, ann)
    assert code_of(refusal) == {"armies.too_many"}
