"""Use cases of saved armies: create, change, undo, share, copy and archive. The only writer of armies.

An army is a plain document. Every change adds a version, and versions never change: undo writes the older
document again as a new version, so redo works and nothing is lost. Writers who saw an older version are
refused, and a form that is sent twice acts once.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from enum import StrEnum
from typing import Literal, Protocol

import msgspec
from msgspec.structs import replace

from muster.app.acting import Act, Command, obstacles
from muster.app.armies.commands import ArmyCommand, Edited, Redo, Undo
from muster.app.streams import about_to_write
from muster.rules.armies.army import MAX_NAME, Army, Deck, army_name, require_sizes
from muster.rules.armies.building.edits import set_words
from muster.rules.armies.history import NO_CHANGE, ArmyChange, change
from muster.rules.cards import catalogue
from muster.rules.violations import Refused, Source, Violation, refuse_unless, require

MOST_ARMIES = 500
MOST_TAGS = 12
LONGEST_TAG = 30
MOST_RESULTS = 9999
problem = Source("armies").problem
problem_if = Source("armies").problem_if
COPY = " (copy)"
Edit = Callable[[Army], Edited]
Step = Literal["undo", "redo"]


class Shared(StrEnum):
    """Who may read an army."""

    ONLY_ME = "me"
    BY_LINK = "link"
    PUBLIC = "public"


class Results(msgspec.Struct, frozen=True):
    """How often the army has won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class SavedArmy(msgspec.Struct, frozen=True, kw_only=True):
    """A stored army. `code` is the short name in its link, `version` is what the next writer must have
    seen, and `undo_to` and `redo_to` name the versions that an undo or redo would bring back."""

    id: str
    owner: str
    code: str
    version: int
    army: Army
    changed: datetime
    change: ArmyChange = NO_CHANGE
    shared: Shared = Shared.ONLY_ME
    hand_hidden: bool = True
    tags: tuple[str, ...] = ()
    results: Results = Results()
    undo_to: int | None = None
    redo_to: int | None = None
    archived: bool = False


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a document, never changed."""

    number: int
    army: Army
    change: ArmyChange
    at: datetime
    undo_to: int | None = None
    redo_to: int | None = None


class ArmyStore(Protocol):
    """Where armies are stored. Each method is atomic."""

    def add(self, saved: SavedArmy) -> SavedArmy:
        """Store a new army with its first version; does nothing if the owner already has it."""

    def get(self, army_id: str) -> SavedArmy | None:
        """The army with its newest document."""

    def by_code(self, code: str) -> SavedArmy | None:
        """The army with this short code."""

    def armies_of(self, owner: str, *, archived: bool = False) -> list[SavedArmy]:
        """Somebody's armies, newest change first."""

    def public(self, offset: int, limit: int) -> list[SavedArmy]:
        """Armies everybody may find, newest change first."""

    def count(self, owner: str) -> int:
        """How many armies somebody keeps."""

    def version(self, army_id: str, number: int) -> Version | None:
        """One version."""

    def versions(self, army_id: str) -> list[Version]:
        """All versions, newest first."""

    def has_key(self, army_id: str, key: str) -> bool:
        """Whether a change with this key was already made."""

    def write(self, army_id: str, version: Version, key: str) -> None:
        """Add a version; refused with `log.stale` when its number is taken."""

    def set_details(self, saved: SavedArmy, changed: Collection[str]) -> None:
        """Store the named details of an army, which are kept beside its document."""


def create_army(store: ArmyStore, act: Act, army_id: str, code: str, army: Army) -> SavedArmy:
    """Create an army. Drafts are always saved, legal or not."""
    saved = SavedArmy(
        id=army_id,
        owner=act.actor,
        code=code,
        version=1,
        army=require_sizes(army),
        changed=act.at,
        change=change("new"),
    )
    return _add_army(store, saved)


def copy_army(store: ArmyStore, act: Act, army_id: str, code: str, origin: str) -> SavedArmy:
    """Copy the army with the code `origin`; the first version of the copy records where it came from."""
    army = require_sizes(readable_copy(store, act.actor, origin))
    done = change("copied", origin=origin)
    saved = SavedArmy(
        id=army_id, owner=act.actor, code=code, version=1, army=army, changed=act.at, change=done
    )
    return _add_army(store, saved)


def own_army(store: ArmyStore, actor: str, army_id: str) -> SavedArmy:
    """The actor's own army; other people's are reported as unknown."""
    saved = store.get(army_id)
    if saved is None or saved.owner != actor:
        raise Refused(problem("armies.unknown"))
    return saved


def handle(store: ArmyStore, act: Act, army_id: str, seen: int, command: Command) -> SavedArmy:
    """Handle a command, given the version that the writer has seen."""
    match command:
        case ArmyCommand():
            return apply_edit(store, act, army_id, seen, lambda army: command.edit(army, catalogue()))
        case Undo():
            return undo_or_redo(store, act, army_id, seen, "undo")
        case Redo():
            return undo_or_redo(store, act, army_id, seen, "redo")
    raise TypeError(f"{type(command).__name__} is no act of the builder")


def can(store: ArmyStore, act: Act, army_id: str, seen: int, command: Command) -> tuple[Violation, ...]:
    """What stands in the way of a command. Nothing is written."""
    return obstacles(lambda: handle(store, act, army_id, seen, command))


def apply_edit(store: ArmyStore, act: Act, army_id: str, seen: int, edit: Edit) -> SavedArmy:
    """Apply an edit to the version that the writer has seen. An edit that changes nothing writes nothing."""
    saved = own_army(store, act.actor, army_id)
    if _is_done(store, act, saved, seen):
        return saved
    edited = edit(saved.army)
    army = require_sizes(edited.army)
    if army == saved.army:
        return saved
    version = Version(
        number=saved.version + 1, army=army, change=edited.change, at=act.at, undo_to=saved.version
    )
    return _write_version(store, saved, version, act.key)


def readable_copy(store: ArmyStore, reader: str, code: str) -> Army:
    """A copy of one's own army, archived or not, or of a shared one as far as the reader may see it."""
    found = store.by_code(code)
    army = (found if found and found.owner == reader else army_by_link(store, reader, code)).army
    return set_words(army, name=f"{army_name(army)[: MAX_NAME - len(COPY)]}{COPY}")


def army_by_link(store: ArmyStore, reader: str, code: str) -> SavedArmy:
    """An army by its link. Others see it only if it is shared, and its command hand only if that is not
    hidden."""
    saved = store.by_code(code)
    if saved is None or saved.archived or (saved.owner != reader and saved.shared is Shared.ONLY_ME):
        raise Refused(problem("armies.unknown"))
    return saved if saved.owner == reader else _as_others_see_it(saved)


def army_at_address(store: ArmyStore, reader: str, wanted: str) -> SavedArmy:
    """The army that an address names: the reader's own by id, at an older version with a dot and a
    number; someone else's by the code of its link, as far as the reader may see it."""
    army_id, dot, number = wanted.partition(".")
    own = store.get(army_id) if reader else None
    if own is None or own.owner != reader:
        return army_by_link(store, reader, wanted)
    if not dot:
        return own
    old = require(
        store.version(own.id, int(number)) if number.isdecimal() and len(number) < 9 else None,
        problem("armies.unknown"),
    )
    return replace(own, army=old.army, version=old.number, change=old.change)


def origin_of(store: ArmyStore, saved: SavedArmy) -> SavedArmy | None:
    """The army that this one was copied from, if its owner may still read that."""
    first = store.version(saved.id, 1)
    code = str(first.change.about["origin"]) if first and first.change.code == "copied" else ""
    found = store.by_code(code) if code else None
    if found is None or found.owner == saved.owner:
        return found
    try:
        return army_by_link(store, saved.owner, code)
    except Refused:
        return None


def public_armies(store: ArmyStore, page: int, per_page: int) -> tuple[list[SavedArmy], bool]:
    """A page of the public armies as others may see them, and whether there are more."""
    rows = store.public((page - 1) * per_page, per_page + 1)
    return [_as_others_see_it(saved) for saved in rows[:per_page]], len(rows) > per_page


def share_army(store: ArmyStore, act: Act, army_id: str, shared: Shared, *, hand_hidden: bool) -> SavedArmy:
    """Choose who may read the army, and whether others see the command hand."""
    return _save_details(store, act, army_id, shared=shared, hand_hidden=hand_hidden)


def set_tags(store: ArmyStore, act: Act, army_id: str, tags: tuple[str, ...]) -> SavedArmy:
    """Set the owner's own tags."""
    clean = tuple(dict.fromkeys(tag for raw in tags if (tag := " ".join(raw.replace("\0", " ").split()))))
    fits = len(clean) <= MOST_TAGS and all(len(tag) <= LONGEST_TAG for tag in clean)
    refuse_unless(fits, problem("armies.tags", most=MOST_TAGS, letters=LONGEST_TAG))
    return _save_details(store, act, army_id, tags=clean)


def set_results(store: ArmyStore, act: Act, army_id: str, results: Results) -> SavedArmy:
    """Set how often the army has won, drawn and lost."""
    fits = all(0 <= n <= MOST_RESULTS for n in (results.won, results.drawn, results.lost))
    refuse_unless(fits, problem("armies.results", max=MOST_RESULTS))
    return _save_details(store, act, army_id, results=results)


def archive_army(store: ArmyStore, act: Act, army_id: str, *, away: bool = True) -> SavedArmy:
    """Archive an army or bring it back. Nothing is deleted."""
    return _save_details(store, act, army_id, archived=away)


def undo_or_redo(store: ArmyStore, act: Act, army_id: str, seen: int, step: Step) -> SavedArmy:
    """Undo the last change, or redo what the last undo took back."""
    saved = own_army(store, act.actor, army_id)
    if _is_done(store, act, saved, seen):
        return saved
    target = saved.undo_to if step == "undo" else saved.redo_to
    old = require(
        store.version(saved.id, target) if target is not None else None,
        problem(f"log.nothing_to_{step}", (saved.id,)),
    )
    redo_to = saved.version if step == "undo" else old.redo_to
    version = Version(
        number=saved.version + 1,
        army=old.army,
        change=change(step),
        at=act.at,
        undo_to=old.undo_to,
        redo_to=redo_to,
    )
    return _write_version(store, saved, version, act.key)


def _add_army(store: ArmyStore, saved: SavedArmy) -> SavedArmy:
    if store.count(saved.owner) >= MOST_ARMIES:
        raise Refused(problem("armies.too_many", max=MOST_ARMIES))
    return store.add(saved)


def _write_version(store: ArmyStore, saved: SavedArmy, version: Version, key: str | None) -> SavedArmy:
    about_to_write()
    try:
        store.write(saved.id, version, key or "")
    except Refused:
        if key and store.has_key(saved.id, key):  # the same form was sent twice
            return store.get(saved.id) or saved
        raise
    written = {
        "version": version.number,
        "army": version.army,
        "changed": version.at,
        "change": version.change,
    }
    return replace(saved, undo_to=version.undo_to, redo_to=version.redo_to, **written)


def _save_details(store: ArmyStore, act: Act, army_id: str, **details: object) -> SavedArmy:
    saved = replace(own_army(store, act.actor, army_id), **details)
    store.set_details(saved, details)
    return saved


def _is_done(store: ArmyStore, act: Act, saved: SavedArmy, seen: int) -> bool:
    """Whether this act was already done; refused if the writer has seen another version than the newest.
    Whoever saw the newest version cannot have acted on it yet."""
    if saved.version == seen:
        return False
    if act.key and store.has_key(saved.id, act.key):
        return True
    raise Refused(problem("log.stale", (saved.id,), expected=seen, current=saved.version))


def _as_others_see_it(saved: SavedArmy) -> SavedArmy:
    """What others may see: no tags, results, notes or history, and the hand only if it is open.

    The battle deck goes with the hand: an opponent's copy has neither (Tournament Regulations, rule 528).
    """
    army = replace(saved.army, notes="")
    if saved.hand_hidden:
        army = replace(army, command_hand=(), battle_deck=Deck())
    return replace(saved, army=army, tags=(), results=Results(), undo_to=None, redo_to=None, change=NO_CHANGE)
