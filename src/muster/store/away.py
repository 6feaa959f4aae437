"""A database that cannot be used just now, told from a mistake of ours."""

from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError, connections

READ_ONLY: Final = "25006"
"""PostgreSQL on a standby, or on a primary that was told to: after a change of machines this comes first."""
ABORTED: Final = "25P02"
"""What a transaction says after its first error, where that was caught on the way."""
LATER: Final = (READ_ONLY, ABORTED)


def is_away(error: BaseException | None) -> bool:
    """Whether this is something to wait for: the database is locked, full, read-only, starting or gone."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, DatabaseError) and getattr(error.__cause__, "sqlstate", None) in LATER


def let_go() -> None:
    """Who comes next opens the file again. SQLite opens it to read only where the disk takes no writes just
    then, and such a connection would refuse every write as long as it is kept, whatever the disk does."""
    for connection in connections.all(initialized_only=True):
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            connection.close()
