"""Saved armies in the database."""

import secrets
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from muster.app.armies.saving import Results, SavedArmy, Shared, Version
from muster.rules.armies.army import Army, from_json, to_json
from muster.rules.violations import Refused, Violation
from muster.store.army_models import ArmyRow, ArmyVersion

# Letters and digits that cannot be taken for each other when a link is read out across a table.
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 8
NEWEST = ("document", "label", "undo_to", "redo_to")


def new_code() -> str:
    """A short name for a link that nobody can guess."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class DatabaseArmies:
    """The `ArmyStore` of the site."""

    def add(self, saved: SavedArmy) -> None:
        first = Version(number=1, army=saved.army, label=saved.label, at=saved.changed)
        with transaction.atomic():
            ArmyRow.objects.create(
                id=saved.id, owner_id=saved.owner, code=saved.code, head=1, changed=saved.changed
            )
            _insert(saved.id, first, "")

    def get(self, army_id: str) -> SavedArmy | None:
        return _one(id=army_id)

    def by_code(self, code: str) -> SavedArmy | None:
        return _one(code=code)

    def owned(self, owner: str, *, put_away: bool = False) -> list[SavedArmy]:
        return [_saved(row) for row in _rows(owner__id=owner, put_away=put_away).order_by("-changed")]

    def public(self, offset: int, limit: int) -> list[SavedArmy]:
        rows = _rows(shared=Shared.PUBLIC.value, put_away=False).order_by("-changed")
        return [_saved(row) for row in rows[offset : offset + limit]]

    def count(self, owner: str) -> int:
        return ArmyRow.objects.filter(owner__id=owner, put_away=False).count()

    def version(self, army_id: str, number: int) -> Version | None:
        row = ArmyVersion.objects.filter(army__id=army_id, number=number).first()
        return _version(row) if row else None

    def versions(self, army_id: str) -> list[Version]:
        return [_version(row) for row in ArmyVersion.objects.filter(army__id=army_id).order_by("-number")]

    def keyed(self, army_id: str, key: str) -> bool:
        return ArmyVersion.objects.filter(army__id=army_id, key=key).exists()

    def write(self, army_id: str, version: Version, key: str) -> None:
        """The row moves on only from the version the writer saw; whoever comes second is told so."""
        before = version.number - 1
        try:
            with transaction.atomic():
                at_head = ArmyRow.objects.filter(id=army_id, head=before)
                if not at_head.update(head=version.number, changed=version.at):
                    raise _stale(army_id, before)
                _insert(army_id, version, key)
        except IntegrityError:
            raise _stale(army_id, before) from None

    def set_details(self, saved: SavedArmy) -> None:
        ArmyRow.objects.filter(id=saved.id).update(
            shared=saved.shared.value,
            hand_hidden=saved.hand_hidden,
            tags=list(saved.tags),
            won=saved.results.won,
            drawn=saved.results.drawn,
            lost=saved.results.lost,
            put_away=saved.put_away,
        )


def _rows(**where: Any) -> Any:
    """Army rows joined with their newest document: one query for any number of armies."""
    newest = {f"newest_{name}": F(f"versions__{name}") for name in NEWEST}
    return ArmyRow.objects.filter(versions__number=F("head"), **where).annotate(**newest)


def _one(**where: Any) -> SavedArmy | None:
    row = _rows(**where).first()
    return _saved(row) if row else None


def _saved(row: Any) -> SavedArmy:
    return SavedArmy(
        id=str(row.id),
        owner=str(row.owner_id),
        code=row.code,
        version=row.head,
        army=_army(row.newest_document),
        changed=row.changed,
        label=row.newest_label,
        shared=Shared(row.shared),
        hand_hidden=row.hand_hidden,
        tags=tuple(row.tags),
        results=Results(row.won, row.drawn, row.lost),
        undo_to=row.newest_undo_to,
        redo_to=row.newest_redo_to,
        put_away=row.put_away,
    )


def _version(row: ArmyVersion) -> Version:
    return Version(
        number=row.number,
        army=_army(row.document),
        label=row.label,
        at=row.at,
        undo_to=row.undo_to,
        redo_to=row.redo_to,
    )


def _insert(army_id: str, version: Version, key: str) -> None:
    ArmyVersion.objects.create(
        army_id=army_id,
        number=version.number,
        document=to_json(version.army).decode(),
        label=version.label[:60],
        at=version.at,
        undo_to=version.undo_to,
        redo_to=version.redo_to,
        key=key or None,
    )


def _army(document: str) -> Army:
    return from_json(document)


def _stale(army_id: str, expected: int) -> Refused:
    current = ArmyRow.objects.filter(id=army_id).values_list("head", flat=True).first() or 0
    params = {"expected": expected, "current": current}
    return Refused(Violation(code="log.stale", source="armies", about=(army_id,), params=params))
