"""Codes of seats: six wrong ones of an account and sixty of an address make whoever types them wait.

A hall types behind one address, so that has the wider limit; guests without end gain nothing by it. Counted
is before the act and beside its transaction: a refusal takes no count back.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from django.http import HttpRequest
from django.utils import timezone

from muster.app.acting import Command
from muster.app.game.playing.commands import RetakeSeat
from muster.app.tournament.commands import Claim
from muster.rules.violations import Refused, Violation
from muster.store.accounts import Account
from muster.store.codes import tries
from muster.web import identity
from muster.web.serving.addresses import address_of

OF_AN_ACCOUNT: Final = 6
OF_AN_ADDRESS: Final = 60
WITH_A_CODE: Final = (RetakeSeat, Claim)


@contextmanager
def acting_account(request: HttpRequest, stream: str, command: Command) -> Iterator[Account]:
    """The account that acts, a new guest's where there is none; the codes it types are counted."""
    with (
        count_tries(request, identity.current(request), stream, command),
        identity.acting_account(request) as account,
    ):
        yield account


@contextmanager
def count_tries(
    request: HttpRequest, account: Account | None, stream: str, command: Command, *, only_asked: bool = False
) -> Iterator[None]:
    """Around an act that weighs a code; others are let through. What went well was no try, unless it was
    `only_asked` for: whoever asks learns as much as whoever does."""
    if not isinstance(command, WITH_A_CODE):
        yield
        return
    with _count_for(request, account, stream, only_asked):
        yield


@contextmanager
def count_lookup(request: HttpRequest, place: str) -> Iterator[None]:
    """Around a code that is only looked up, by anybody: what was found was no try."""
    with _count_for(request, identity.current(request), place, only_asked=False):
        yield


@contextmanager
def _count_for(
    request: HttpRequest, account: Account | None, stream: str, only_asked: bool
) -> Iterator[None]:
    asking = {f"account {account.pk}": OF_AN_ACCOUNT} if account else {}
    asking[f"address {address_of(request)}"] = OF_AN_ADDRESS
    for who, most in asking.items():
        if waits := tries.take_try(stream, who, most, timezone.now()):
            raise Refused(_wait(waits))
    yield
    for who in () if only_asked else asking:
        tries.give_back_try(stream, who)


def _wait(waits: timedelta) -> Violation:
    minutes = max(1, math.ceil(waits.total_seconds() / 60))
    return Violation(code="codes.wait", source="Muster", params={"minutes": minutes})
