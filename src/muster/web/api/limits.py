"""How many calls: each account, or each address without one, may make so many, and every answer says what is
left (the `RateLimit` fields of the IETF's draft)."""

from ipaddress import ip_address
from math import ceil
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja.errors import Throttled

from muster.web import rates
from muster.web.serving.addresses import address_of
from muster.web.site import errors

COUNTED: Final = "muster.calls_left"
WINDOW: Final = 60  # seconds
POLICY: Final = f'"api";q={rates.CALLS.at_once};w={WINDOW}'


def count_call(request: HttpRequest, who: str) -> None:
    """One more call of this account; refused where it is too many."""
    taken = rates.CALLS.take(f"{rates.MEMBER}{who}")
    request.META[COUNTED] = taken
    if taken.waits:
        raise Throttled(ceil(taken.waits))


def count_stranger(request: HttpRequest) -> None:
    """One more call of somebody who says nothing about who they are: refused before anything is done."""
    if "Authorization" not in request.headers and settings.SESSION_COOKIE_NAME not in request.COOKIES:
        count_address(request)


def count_uncounted(request: HttpRequest) -> None:
    """One more call that asked for no account, or brought a token that nobody has: a word in a header exempts
    nobody."""
    if COUNTED not in request.META:
        count_address(request)


def count_address(request: HttpRequest) -> None:
    """One more call from this address; this machine is not counted."""
    address = address_of(request)
    if not ip_address(address).is_loopback:
        taken = request.META[COUNTED] = rates.CALLS.take(address)
        if taken.waits:
            raise Throttled(ceil(taken.waits))


def tell_what_is_left(request: HttpRequest, response: HttpResponse) -> None:
    """How many calls are left, and in how many seconds there is one more."""
    taken = request.META.get(COUNTED)
    if taken is not None:
        response["RateLimit-Policy"] = POLICY
        response["RateLimit"] = f'"api";r={taken.left};t={max(1, ceil(taken.waits))}'


def too_many_calls(request: HttpRequest, often: Throttled) -> HttpResponse:
    """When to call again."""
    seconds = often.wait or 1
    text = f"Too many calls. Nothing was changed. Wait {seconds} s, then try again."
    response = errors.problem(request, 429, "Wait a little", text)
    response["Retry-After"] = str(seconds)
    return response
