"""Tells a database that is temporarily unavailable from a bug of ours."""

from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError, connections

READ_ONLY: Final = "25006"
"""PostgreSQL on a standby, or on a primary that was told to: after a change of machines this comes first."""
ABORTED: Final = "25P02"
"""What a transaction says after its first error, where that was caught on the way."""
LATER: Final = (READ_ONLY, ABORTED)


def is_unavailable(error: BaseException | None) -> bool:
    """Whether it is worth waiting: the database is locked, full, read-only, starting or unreachable."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, DatabaseError) and getattr(error.__cause__, "sqlstate", None) in LATER


def close_sqlite_connections() -> None:
    """Close SQLite connections, so that the next user opens the file again. SQLite opens a file
    read-only while the disk accepts no writes, and such a connection would refuse every write for as
    long as it is kept."""
    for connection in connections.all(initialized_only=True):
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            connection.close()
