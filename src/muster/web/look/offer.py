"""Whether this server offers a look around: while nobody has an account here, or as its owner says."""

import os
from time import monotonic
from typing import Final

from django.conf import settings
from django.db.utils import DatabaseError

from muster.store.accounts import Account

CACHE_SECONDS: Final = 20.0


def is_offered() -> bool:
    """MUSTER_LOOK=1 offers it always, 0 never; otherwise a server does until somebody has signed up. The demo
    itself offers no second one."""
    chosen = os.environ.get("MUSTER_LOOK", "")
    if settings.DEMO_ROOT or chosen == "0":
        return False
    try:
        return chosen == "1" or not Account.objects.exclude(handle=None).exists()
    except DatabaseError:  # the page that asked says what is wrong with the database
        return False


class OfferCache:
    """The same for the first page, whose visitors cost no query."""

    def __init__(self) -> None:
        self._offered, self._until = False, 0.0

    def read(self) -> bool:
        """Whether it is offered, at most `CACHE_SECONDS` old."""
        if monotonic() >= self._until:
            self._offered, self._until = is_offered(), monotonic() + CACHE_SECONDS
        return self._offered

    def clear(self) -> None:
        """Ask again next time."""
        self._until = 0.0


offer_cache = OfferCache()
