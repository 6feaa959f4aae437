"""Guessing passwords: how often, from where, and by whom it is noticed.

Failures are counted for a handle and an address together: who guesses elsewhere locks nobody out. An address
has a limit over all handles, too. A device that has signed in to an account before is counted by itself, so
that neighbours behind the same address, or a hall's network, cannot lock its owner out either.

A password is counted before it is weighed, in one statement: of any number sent at the same moment as many
are weighed as of those sent one by one. A right one gives its try back.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final, cast

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_ip_address, get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import authenticate
from django.core import signing
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac

from muster.app.accounts.names import canonical_handle
from muster.rules.violations import Refused
from muster.store.accounts import DEVICE_MARK, Account
from muster.store.codes import tries
from muster.web.site import errors

Credentials = dict[str, Any] | None
FAILURES_OF_AN_ADDRESS: Final = 60
COOKIE: Final = "device"
SALT: Final = "muster.device"
PLACE: Final = "password"
WAITS: Final = "muster_password_waits"
"""Where a request keeps which of its limits is reached, and for how long."""
YEAR: Final = 60 * 60 * 24 * 365
MOST_HANDLES: Final = 8
"""So many people may share a device."""


def handle_of(request: HttpRequest, credentials: Credentials) -> str:
    """The name that failures are counted under: one for all spellings, its own for each device known."""
    handle = canonical_handle(str((credentials or {}).get("username") or ""))
    device, known = _device(request)
    return f"{handle}{DEVICE_MARK}{device}" if _mark(handle) in known else handle


def counted_by(request: HttpRequest, credentials: Credentials) -> Sequence[Sequence[str]]:
    """What locks: a handle at an address, and the address itself for devices nobody knows."""
    known = DEVICE_MARK in handle_of(request, credentials)
    return [["username", "ip_address"]] if known else [["username", "ip_address"], ["ip_address"]]


def check_password(request: HttpRequest, handle: str | None, password: str) -> Account | None:
    """The account that this password opens. A right one was no try, nor was one that nobody had time for."""
    try:
        found = authenticate(request, username=handle, password=password)
    except Refused:
        _give_back(request, handle)
        raise
    if found is not None:
        _give_back(request, handle)
    return found if isinstance(found, Account) else None


def _give_back(request: HttpRequest, handle: str | None) -> None:
    for who in _limits(request, {"username": handle}):
        tries.give_back_try(PLACE, who)


class Throttle(AxesDatabaseHandler):  # type: ignore[misc]
    """Two limits instead of one, tries counted beforehand, and a success that forgives only its own."""

    def is_allowed(self, request: HttpRequest, credentials: Credentials = None) -> bool:
        """Whether a password is weighed; it counts as a wrong one until it was."""
        if not super().is_allowed(request, credentials):
            return False
        for place, (who, most) in enumerate(_limits(request, credentials).items()):
            if waits := tries.take_try(PLACE, who, most, timezone.now()):
                setattr(request, WAITS, (place == 0, waits))
                return False
        return True

    def get_failures(self, request: HttpRequest, credentials: Credentials = None) -> int:
        """How near this one is to the limit, in failures of one handle."""
        own, *address = [_failures(attempts) for attempts in self.get_user_attempts(request, credentials)]
        return max(
            [own, *(count * settings.AXES_FAILURE_LIMIT // FAILURES_OF_AN_ADDRESS for count in address)]
        )

    def reset_user_attempts(self, request: HttpRequest, credentials: Credentials = None) -> int:
        """Whoever is in is forgiven; what others tried from the same address stays counted."""
        count, _ = self.filter_user_attempts(request, credentials)[0].delete()
        tries.forget_tries(PLACE, next(iter(_limits(request, credentials))))
        return int(count)


def _limits(request: HttpRequest, credentials: Credentials) -> dict[str, int]:
    """Who is counted, and how many wrong passwords they have: first the handle at this address, then the
    address for devices nobody knows."""
    handle, address = handle_of(request, credentials), get_client_ip_address(request)
    limits = {f"{handle} at {address}": settings.AXES_FAILURE_LIMIT}
    return limits if DEVICE_MARK in handle else limits | {f"{address}": FAILURES_OF_AN_ADDRESS}


def remember_device(request: HttpRequest, response: HttpResponse, account: Account) -> HttpResponse:
    """Mark this device as one that has signed in to the account."""
    device, known = _device(request)
    handles = [_mark(canonical_handle(account.handle or "")), *known]
    value = signing.dumps([device, *dict.fromkeys(handles)][: MOST_HANDLES + 1], salt=SALT)
    response.set_cookie(
        COOKIE, value, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


def is_known(request: HttpRequest, account: Account) -> bool:
    """Whether this device has signed in to the account before."""
    return _mark(canonical_handle(account.handle or "")) in _device(request)[1]


def _device(request: HttpRequest) -> tuple[str, list[str]]:
    """This device's own name, and the marks of the handles it has signed in to."""
    try:
        device, *known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return get_random_string(12), []
    return device, known


def _mark(handle: str) -> str:
    """A handle as the cookie holds it: whoever finds the device does not read who was here."""
    return salted_hmac(SALT, handle).hexdigest()[:20]


def too_many_attempts(request: HttpRequest, credentials: Credentials = None) -> HttpResponse:
    """Too many wrong passwords: says how long to wait, for known and unknown handles alike."""
    own, left = _time_left(request, credentials)
    minutes = max(1, -(-int(left.total_seconds()) // 60))
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    which = "for this handle from here" if own else "from your network"
    text = f"Too many wrong passwords {which}. Wait {wait}, then try again."
    response = errors.problem(request, 429, "Wait a little", text)
    response["Retry-After"] = str(max(1, int(left.total_seconds())))
    response["Cache-Control"] = "no-store"
    return response


def _time_left(request: HttpRequest, credentials: Credentials) -> tuple[bool, timedelta]:
    """Whether it is this handle's own failures, and how long they count."""
    if known := getattr(request, WAITS, None):
        return cast("tuple[bool, timedelta]", known)
    here = AccessAttempt.objects.filter(ip_address=get_client_ip_address(request))
    own = here.filter(username=handle_of(request, credentials))
    is_own = _failures(own) >= settings.AXES_FAILURE_LIMIT
    cool_off = get_cool_off(request) or timedelta()
    last = (own if is_own else here).aggregate(last=Max("attempt_time"))["last"]
    return is_own, cool_off if last is None else max(timedelta(), last + cool_off - timezone.now())


def _failures(attempts: QuerySet[AccessAttempt]) -> int:
    return int(attempts.aggregate(count=Sum("failures_since_start"))["count"] or 0)
