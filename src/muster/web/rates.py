"""How often one may ask: first writes of people without an account, and whatever is costly to answer.

Counted for an address, for a guest by their own account: a hall behind one address sends many forms, each
phone few. All guests of an address together are counted as well, widely: whoever makes guests without end
gains nothing by it. Whoever asks from this machine is not counted; a proxy there is to be named in
MUSTER_PROXIES. The counts are a process's own and hold nobody's name.
"""

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
from math import ceil
from threading import Lock
from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from muster.store.accounts import Account, ApiToken
from muster.web import identity
from muster.web.serving import limits
from muster.web.serving.addresses import address_of
from muster.web.serving.request_queue import READS
from muster.web.site import errors

MOST_COUNTED: Final = 20_000
COSTLY: Final = re.compile(
    r"\.(pdf|png|zip|ics|xml)|/picture$|odds|/export|search|armies/(check|import)|/preview$|/score$|/replay"
    r"|/muster$|/book$"
)
"""The routes that take long to answer: what is typeset, drawn, searched, imported or computed."""
Handler = Callable[[HttpRequest], HttpResponse]


class Taken(NamedTuple):
    """How many seconds somebody has to wait before the next, and how many they may ask for at once."""

    waits: float
    left: int


class Rate:
    """So many at once, and so many a second after that, for each who asks."""

    def __init__(self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.at_once, self.a_second, self.clock = at_once, a_second, clock
        self.counted: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.lock = Lock()

    def wait(self, who: str) -> float:
        """How many seconds they have to wait; none, and one is counted."""
        return self.take(who).waits

    def take(self, who: str) -> "Taken":
        """One counted, unless they have to wait; and what is left."""
        now = self.clock()
        with self.lock:
            left, at = self.counted.pop(who, (float(self.at_once), now))
            left = min(self.at_once, left + (now - at) * self.a_second)
            waits = 0.0 if left >= 1 else (1 - left) / self.a_second
            self.counted[who] = (left if waits else left - 1, now)
            if len(self.counted) > MOST_COUNTED:
                self.counted.popitem(last=False)  # asked longest ago: all but forgotten by itself
        return Taken(waits, int(left if waits else left - 1))


WRITES: Final = Rate(300, 2)
COSTS: Final = Rate(240, 8)  # a hall that searches behind one address, letter by letter
GUESTS: Final = Rate(3_000, 30)  # all of one address
CALLS: Final = Rate(1_200, 20)  # of the API, by one account or from one address
MEMBER: Final = "member "


class Rates:
    """Whoever asks too often is told when to come back; nothing is done before."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asker = limits.CLIENT.set(address_of(request))
        try:
            return self.get_response(request)
        finally:
            limits.CLIENT.reset(asker)

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        """Before the page, once it is known which: what is refused has cost nothing yet."""
        match = request.resolver_match
        costly = match is not None and COSTLY.search(match.route) is not None
        if not costly and request.method in READS:
            return None
        account = _account(request)
        if account is not None and not account.is_guest:
            limits.CLIENT.set(f"{MEMBER}{account.pk}")
            if not costly:
                return None
        elif not costly and _calls_with_a_token(request):
            return None
        if waits := _waits(COSTS if costly else WRITES, account, address_of(request)):
            return too_often(request, waits)
        return None


def _waits(rate: Rate, account: Account | None, address: str) -> float:
    """Counted is an account, or the address of somebody without; guests by both. At this machine only
    accounts are counted."""
    is_here = ip_address(address).is_loopback
    if account is None:
        return 0 if is_here else rate.wait(address)
    if not account.is_guest:
        return rate.wait(f"{MEMBER}{account.pk}")
    return rate.wait(str(account.pk)) or (0 if is_here else GUESTS.wait(address))


def _account(request: HttpRequest) -> Account | None:
    """Without a cookie nobody is asked for, and no question is put to the database."""
    return identity.current(request) if settings.SESSION_COOKIE_NAME in request.COOKIES else None


def _calls_with_a_token(request: HttpRequest) -> bool:
    """A token says who calls, where one is asked for; one that nobody has says nothing."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    is_call = scheme.lower() == "bearer" and request.path_info.startswith("/api/")
    return is_call and ApiToken.find_valid(token.strip()) is not None


def too_often(request: HttpRequest, waits: float) -> HttpResponse:
    """When to come back."""
    seconds = ceil(waits)
    wait = "a second" if seconds == 1 else f"{seconds} seconds"
    text = f"Too many requests from here. Nothing was changed. Wait {wait}, then try again."
    response = errors.problem(request, 429, "Wait a little", text)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response
