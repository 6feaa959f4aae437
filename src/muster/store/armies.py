"""Saved armies in the database."""

import secrets
from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from msgspec.json import decode, encode
from msgspec.structs import asdict

from muster.app.armies.saving import Results, SavedArmy, Shared, Version
from muster.rules.armies.army import from_json, to_json
from muster.rules.armies.history import ArmyChange, read_label
from muster.rules.violations import Refused, Violation
from muster.store.army_models import ArmyRow, ArmyVersion
from muster.store.compiled import Compiled, Given, columns
from muster.store.rows import fields_of, value_of

# Letters and digits that cannot be confused when a link is read aloud.
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 11  # 54 random bits; older codes are shorter
NEWEST = ("document", "label", "change", "undo_to", "redo_to")


def new_code() -> str:
    """A short name for a link, too random to guess."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class DatabaseArmies:
    """The `ArmyStore` of the site."""

    def add(self, saved: SavedArmy) -> SavedArmy:
        first = Version(number=1, army=saved.army, change=saved.change, at=saved.changed)
        try:
            with transaction.atomic():
                ArmyRow.objects.create(
                    id=saved.id, owner_id=saved.owner, code=saved.code, head=1, changed=saved.changed
                )
                _insert(saved.id, first, "")
        except IntegrityError:
            there = self.get(saved.id)
            if there is None or there.owner != saved.owner:
                raise
            return there
        return saved

    def get(self, army_id: str) -> SavedArmy | None:
        try:
            return _first_army(_BY_ID, id=army_id)
        except ValidationError:  # not a UUID, so no army has this id
            return None

    def by_code(self, code: str) -> SavedArmy | None:
        try:
            return _first_army(_BY_CODE, code=code)
        except ValidationError:  # not valid text, so no army has this code
            return None

    def armies_of(self, owner: str, *, archived: bool = False) -> list[SavedArmy]:
        return [_army_of(row) for row in _named_rows(_OWNED, owner=owner, archived=archived)]

    def latest(self, owner: str) -> SavedArmy | None:
        """The army changed last."""
        row = _rows(owner__id=owner, archived=False).order_by("-changed").first()
        return _army_of(row) if row else None

    def public(self, offset: int, limit: int) -> list[SavedArmy]:
        rows = _rows(shared=Shared.PUBLIC.value, archived=False).order_by("-changed")
        return [_army_of(row) for row in rows[offset : offset + limit]]

    def count(self, owner: str) -> int:
        return ArmyRow.objects.filter(owner__id=owner, archived=False).count()

    def version(self, army_id: str, number: int) -> Version | None:
        row = ArmyVersion.objects.filter(army__id=army_id, number=number).first()
        return _version_of(row) if row else None

    def versions(self, army_id: str) -> list[Version]:
        return [_version_of(row) for row in ArmyVersion.objects.filter(army__id=army_id).order_by("-number")]

    def has_key(self, army_id: str, key: str) -> bool:
        return ArmyVersion.objects.filter(army__id=army_id, key=key).exists()

    def write(self, army_id: str, version: Version, key: str) -> None:
        """The row moves on only from the version that the writer saw; otherwise the write is refused as
        stale."""
        before = version.number - 1
        try:
            with transaction.atomic():
                at_head = ArmyRow.objects.filter(id=army_id, head=before)
                if not at_head.update(head=version.number, changed=version.at):
                    raise _stale_refusal(army_id, before)
                _insert(army_id, version, key)
        except IntegrityError:
            raise _stale_refusal(army_id, before) from None

    def set_details(self, saved: SavedArmy, changed: Collection[str]) -> None:
        rows: dict[str, dict[str, Any]] = {
            "shared": {"shared": saved.shared.value},
            "hand_hidden": {"hand_hidden": saved.hand_hidden},
            "tags": {"tags": list(saved.tags)},
            "results": asdict(saved.results),
            "archived": {"archived": saved.archived},
        }
        values = {column: value for name in changed for column, value in rows[name].items()}
        ArmyRow.objects.filter(id=saved.id).update(**values)


def _rows(**where: Any) -> Any:
    """Army rows joined with their newest document, in one query for any number of armies."""
    newest = {f"newest_{name}": F(f"versions__{name}") for name in NEWEST}
    return ArmyRow.objects.filter(versions__number=F("head"), **where).annotate(**newest)


def _rows_for_question(**where: Any) -> Any:
    """The same, for a compiled query."""
    return _rows(**where).values_list(*_column_names())


def _column_names() -> list[str]:
    return [*columns(ArmyRow), *(f"newest_{name}" for name in NEWEST)]


_BY_ID = Compiled(lambda: _rows_for_question(id=Given(ArmyRow, "id")))
_BY_CODE = Compiled(lambda: _rows_for_question(code=Given(ArmyRow, "code")))
_OWNED = Compiled(
    lambda: _rows_for_question(owner=Given(ArmyRow, "owner"), archived=Given(ArmyRow, "archived")).order_by(
        "-changed"
    )
)


def _named_rows(question: Compiled, **values: object) -> list[SimpleNamespace]:
    """Rows with named columns."""
    names = _column_names()
    return [SimpleNamespace(**dict(zip(names, row, strict=True))) for row in question.rows(**values)]


def _first_army(question: Compiled, **values: object) -> SavedArmy | None:
    return next((_army_of(row) for row in _named_rows(question, **values)), None)


def _army_of(row: Any) -> SavedArmy:
    newest = {name: getattr(row, f"newest_{name}") for name in NEWEST}
    return value_of(
        SavedArmy,
        row,
        id=str(row.id),
        owner=str(row.owner_id),
        version=row.head,
        army=from_json(newest.pop("document")),
        change=_change_of(newest.pop("change"), newest.pop("label")),
        shared=Shared(row.shared),
        tags=tuple(row.tags),
        archived=row.archived,
        results=Results(row.won, row.drawn, row.lost),
        **newest,
    )


def _version_of(row: ArmyVersion) -> Version:
    return value_of(Version, row, army=from_json(row.document), change=_change_of(row.change, row.label))


def _change_of(stored: str | None, label: str) -> ArmyChange:
    """What a version changed. Older versions have a sentence instead."""
    return decode(stored, type=ArmyChange) if stored else read_label(label)


def _insert(army_id: str, version: Version, key: str) -> None:
    change = encode(version.change).decode().replace("\\u0000", "")
    fields = fields_of(version, "army", "change") | {"label": "", "change": change, "key": key or None}
    ArmyVersion.objects.create(army_id=army_id, document=to_json(version.army).decode(), **fields)


def _stale_refusal(army_id: str, expected: int) -> Refused:
    current = ArmyRow.objects.filter(id=army_id).values_list("head", flat=True).first() or 0
    params = {"expected": expected, "current": current}
    return Refused(Violation(code="log.stale", source="armies", about=(army_id,), params=params))
