"""Removes what nobody can use any longer: expired sessions, guests who never made anything, old answers."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, ManyToOneRel, OuterRef, QuerySet

from muster.store.accounts import Account
from muster.store.idempotency import KEPT, AnsweredRequest
from muster.store.log.models import LogAct, LogEvent
from muster.store.members.data_archives import ended_files

IDLE = timedelta(days=30)  # a newer guest may be somebody who has just started
CHUNK = 500
AT_START = 20 * CHUNK  # rows of each kind to check at startup, so that it takes only a moment


class RemovedRows(NamedTuple):
    """How many rows were removed."""

    sessions: int
    guests: int
    answers: int
    archives: int


def clean_up(now: datetime, most: int | None = None) -> RemovedRows:
    """Remove all of them, or check at most this many rows of each kind. Whatever anybody made stays, and
    so does its maker."""
    return RemovedRows(
        _remove(Session.objects.filter(expire_date__lt=now), most),
        _remove_guests(now - IDLE, most),
        _remove(AnsweredRequest.objects.filter(made__lt=now - KEPT), most),
        sum(_remove(ended, most) for ended in ended_files(now)),
    )


def trusted_time(now: datetime) -> datetime:
    """The time that clean-up at startup may assume: not long after the last act. If the clock is years
    ahead, as on some small computers, nothing expires by mistake; and if nobody acts there is nothing to
    clean up."""
    last = LogEvent.objects.order_by("-position").values_list("act__at", flat=True).first()
    return min(now, last + IDLE) if last else now


def _remove(rows: QuerySet[Any], most: int | None) -> int:
    """Delete in small transactions, so that others can write in between."""
    gone = 0
    while most is None or gone < most:
        some = list(rows.order_by("pk").values_list("pk", flat=True)[:CHUNK])
        if not some:
            break
        rows.filter(pk__in=some).delete()
        gone += len(some)
    return gone


def _remove_guests(before: datetime, most: int | None) -> int:
    """Newest first: the older ones were checked at an earlier start, and had made something."""
    guests = Account.objects.filter(handle__isnull=True, joined__lt=before).order_by("-pk")
    gone = seen = 0
    last = None
    while most is None or seen < most:
        rest = guests if last is None else guests.filter(pk__lt=last)
        some = list(rest.values_list("pk", flat=True)[:CHUNK])
        if not some:
            break
        with transaction.atomic():
            empty = _without_trace(some)
            Account.objects.filter(pk__in=empty).delete()
        last, gone, seen = some[-1], gone + len(empty), seen + len(some)
    return gone


def _without_trace(guests: list[Any]) -> list[Any]:
    """Those guests that no row of any table refers to, except answers, and who never acted."""
    found = Account.objects.filter(pk__in=guests, handle__isnull=True)
    for relation in Account._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel) and relation.related_model is not AnsweredRequest:
            theirs = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
            found = found.filter(~Exists(theirs))
    acted = set(LogAct.objects.filter(actor__in=map(str, guests)).values_list("actor", flat=True))
    return [id for id in found.values_list("pk", flat=True) if str(id) not in acted]
