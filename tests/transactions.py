"""The transaction around a test, and what a server would have committed within it.

pytest-django rolls every test back, so all that a test does happens in one open transaction, and what it
writes would never count as committed: each request would read and fold every log from its beginning, as none
does on a server. So transactions of a test are told from those of the site, which count as everywhere. How
Django marks them nobody promises: this is a fence (docs/decisions/0012). Where it does not stand, logs are
read again.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connections, transaction

from tests import fences

if TYPE_CHECKING:
    from muster.store.log.database import DatabaseStore

MARK = "_from_testcase"


def may_be_rolled_back(store: "DatabaseStore") -> bool:
    """Whether what is written now may still be rolled back by the site itself."""
    connection = connections[store.alias]
    blocks = getattr(connection, "atomic_blocks", None)
    if blocks is None:
        return connection.in_atomic_block
    return not all(getattr(block, MARK, False) for block in blocks)


def tell_apart() -> None:
    """From now on, in this process."""
    from muster.store.log.database import DatabaseStore

    if fences.is_up("transactions"):
        DatabaseStore.may_be_rolled_back = may_be_rolled_back  # type: ignore[method-assign]


def forget() -> None:
    """The next test may write other things under the same names."""
    if requests := sys.modules.get("muster.web.requests"):
        requests.shared_logs.cache_clear()


@contextmanager
def rolled_back() -> Iterator[None]:
    """A transaction of a test, around as many requests as you like; nothing of it stays."""
    block = transaction.atomic()
    setattr(block, MARK, True)
    forget()
    try:
        with block:
            yield
            transaction.set_rollback(True)
    finally:
        forget()
