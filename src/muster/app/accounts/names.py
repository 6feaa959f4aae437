"""What a handle, a name and a label may be."""

import re
from typing import Final

HANDLE_LENGTH: Final = 40
NAME_LENGTH: Final = 60
LABEL_LENGTH: Final = 60
# ASCII only: SQLite lowers no other letters, and "one account per handle" would have holes. Names are free.
# Browsers read the pattern too, and want a dash in brackets escaped.
HANDLE_PATTERN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._\-]*")


def canonical_handle(handle: str) -> str:
    """The spelling of a handle that is compared and counted; empty if no account can have it."""
    found = handle.strip()
    return found.lower() if len(found) <= HANDLE_LENGTH and HANDLE_PATTERN.fullmatch(found) else ""


def name_problem(name: str) -> str:
    """Why a display name is not acceptable, as a sentence; empty if it is."""
    if len(name) > NAME_LENGTH:
        return f"A name has up to {NAME_LENGTH} characters; this one has {len(name):,}."
    if not name.strip():
        return "A name needs at least one visible character."
    if not name.isprintable():
        return "A name is one line of visible characters."
    return ""
