"""Settings of the site, invitations and reports as rows, and figures about the database."""

import hashlib
import shutil
import uuid
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import msgspec
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.db.models import Max, Q
from django.utils import timezone

from muster.app.admin.commands import Reason
from muster.app.admin.values import (
    AccountRow,
    FailingHook,
    Jobs,
    Overview,
    ReportRow,
    Site,
    Standing,
    Storage,
)
from muster.app.webhooks import host_of
from muster.store.accounts import Account, new_id
from muster.store.army_models import ArmyRow
from muster.store.campaign.stories import StoryPicture
from muster.store.log.models import LogEvent
from muster.store.members.data_archives import STILL, DataArchive
from muster.store.second_steps import SecondStep
from muster.store.webhooks import MOST_FAILURES, Webhook

SITE_ROW = 1
MOST_HOOKS = 50


class SiteChoices(models.Model):
    """The settings of the site: one row, or none while they are the defaults."""

    registration = models.CharField(max_length=10, default="open")
    announcement = models.CharField(max_length=300, blank=True, default="")

    def __str__(self) -> str:
        return "settings of the site"


class Invitation(models.Model):
    """A code with which one person can sign up. Only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    by = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"invitation of {self.made:%Y-%m-%d}"


class Report(models.Model):
    """A report about a public page."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    address = models.CharField(max_length=100)
    reason = models.CharField(max_length=10)
    words = models.TextField(blank=True)
    made = models.DateTimeField()
    by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    closed = models.DateTimeField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"report on {self.address}"


def site_choices() -> Site:
    """The settings of the site, or the defaults."""
    row = SiteChoices.objects.filter(pk=SITE_ROW).values("registration", "announcement").first()
    return msgspec.convert(row, Site) if row else Site()


class DatabaseAdmin:
    """The `AdminStore` over the database; `erase_account` deletes a person."""

    def __init__(self, erase_account: Callable[[Account], None]) -> None:
        self._erase = erase_account

    def standing(self, person: str) -> Standing:
        found = Account.objects.filter(pk=parse_id(person), is_staff=True, is_active=True).first()
        if found is None:
            return "none"
        has_step = SecondStep.objects.filter(account=found, confirmed__isnull=False).exists()
        return "admin" if has_step else "staff"

    def site(self) -> Site:
        return site_choices()

    def set_site(self, **fields: str) -> None:
        SiteChoices.objects.update_or_create(pk=SITE_ROW, defaults=fields)

    def overview(self, now: datetime) -> Overview:
        members = Account.objects.filter(handle__isnull=False)
        return Overview(
            site=site_choices(),
            storage=_storage(),
            jobs=_jobs(now),
            hooks=tuple(_failing_hooks()),
            reports=self.open_reports(),
            accounts=members.count(),
            guests=Account.objects.filter(handle=None).count(),
            invitations=Invitation.objects.filter(used=None).count(),
        )

    def accounts(self, words: str, start: int, most: int) -> list[AccountRow]:
        rows = Account.objects.filter(handle__isnull=False)
        if words:
            rows = rows.filter(Q(handle__icontains=words) | Q(name__icontains=words))
        seen = rows.annotate(last_seen=Max("devices__seen")).order_by("-joined", "-pk")
        return [_account_row(account) for account in seen[start : start + most]]

    def account(self, id: str) -> AccountRow | None:
        rows = Account.objects.filter(pk=parse_id(id), handle__isnull=False)
        found = rows.annotate(last_seen=Max("devices__seen")).first()
        return _account_row(found) if found else None

    def set_blocked(self, id: str, blocked: bool) -> None:
        Account.objects.filter(pk=id).update(is_active=not blocked)

    def erase(self, id: str) -> None:
        self._erase(Account.objects.get(pk=id))

    def invite(self, code: str, by: str) -> None:
        Invitation.objects.get_or_create(digest=_digest(code), defaults={"by_id": by})

    def use_invitation(self, code: str) -> bool:
        unused = Invitation.objects.filter(digest=_digest(code), used=None)
        return unused.update(used=timezone.now()) == 1

    def reports(self, most: int) -> list[ReportRow]:
        rows = Report.objects.filter(closed=None).select_related("by").order_by("made")
        return [
            ReportRow(
                id=str(row.pk),
                address=row.address,
                reason=cast("Reason", row.reason),
                words=row.words,
                made=row.made,
                by=row.by.shown_name if row.by else "",
            )
            for row in rows[:most]
        ]

    def open_reports(self) -> int:
        return Report.objects.filter(closed=None).count()

    def add_report(self, report: ReportRow, by: str) -> None:
        Report.objects.get_or_create(
            address=report.address,
            reason=report.reason,
            words=report.words,
            by_id=parse_id(by),
            closed=None,
            defaults={"made": report.made},
        )

    def close_report(self, id: str, now: datetime) -> None:
        Report.objects.filter(pk=parse_id(id), closed=None).update(closed=now)

    def retry_hook(self, id: int, now: datetime) -> None:
        Webhook.objects.filter(pk=id).update(failures=0, tries=0, due=now)


def parse_id(text: str) -> Any:
    """The id in the text, or None, which no row has."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _account_row(account: Any) -> AccountRow:
    return AccountRow(
        id=str(account.pk),
        handle=account.handle,
        name=account.name,
        joined=account.joined,
        seen=account.last_seen,
        blocked=not account.is_active,
        staff=account.is_staff,
    )


def _failing_hooks() -> list[FailingHook]:
    rows = Webhook.objects.filter(failures__gt=0).order_by("-failures", "pk")[:MOST_HOOKS]
    return [
        FailingHook(
            id=row.pk,
            host=host_of(row.address),
            stream=row.stream,
            failures=row.failures,
            waiting=len(row.waiting),
            given_up=row.failures >= MOST_FAILURES,
        )
        for row in rows
    ]


def _jobs(now: datetime) -> Jobs:
    making = DataArchive.objects.filter(size=0)
    waiting = Webhook.objects.exclude(waiting=[]).values_list("waiting", flat=True)
    return Jobs(
        archives=making.filter(moved__gt=now - STILL).count(),
        stalled_archives=making.filter(moved__lte=now - STILL).count(),
        waiting_messages=sum(map(len, waiting)),
        ended_sessions=Session.objects.filter(expire_date__lt=now).count(),
    )


def _storage() -> Storage:
    tables: dict[str, type[models.Model]] = {
        "armies": ArmyRow, "events of the log": LogEvent, "pictures": StoryPicture, "sessions": Session,
    }  # fmt: skip
    rows = {name: table._base_manager.count() for name, table in tables.items()}
    database, free = _sizes()
    return Storage(database=database, free=free, rows=rows)


def operating_figures(now: datetime) -> dict[str, int | None]:
    """What whoever watches over the server should know; None where it can't be known."""
    jobs, (database, free) = _jobs(now), _sizes()
    return {
        "failing_webhooks": Webhook.objects.filter(failures__gt=0).count(),
        "waiting_messages": jobs.waiting_messages,
        "stalled_archives": jobs.stalled_archives,
        "open_reports": Report.objects.filter(closed=None).count(),
        "database_bytes": database,
        "free_bytes": free,
    }


def database_size() -> int:
    """Bytes of the database."""
    return _sizes()[0]


def _sizes() -> tuple[int, int | None]:
    """Bytes of the database, and bytes free on its disk; PostgreSQL may be on another machine."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0]), None
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        size = cursor.execute("PRAGMA page_size").fetchone()[0]
    folder = Path(str(connection.settings_dict["NAME"])).parent
    return int(pages * size), shutil.disk_usage(folder).free if folder.is_dir() else None


def _digest(code: str) -> str:
    """A plain hash is enough, because a code has 128 random bits."""
    return hashlib.sha256(code.encode(errors="replace")).hexdigest()
