"""A line of the table of who may ask for what: {things} are those of `access_world.World`.

A line says the method and the address, what everybody gets, and who gets something else. Forms and bodies are
such that nothing but who asks stands in the way of them, wherever it makes a difference.
"""

from typing import Any, Literal, NamedTuple

from tests.web.access_world import ROLES

SAME_FOR_ALL = ("nobody", "guest", "player", "owner")
"""Where nobody is treated differently these four are asked: it makes no difference who they are."""

How = Literal["", "by a proxy", "without form token", "figures have a token"]


class Access(NamedTuple):
    """What is asked for, and the status of each role; where it `shows` a text, to whom. `bearer` is a token
    that comes along; `how` it is asked, where that is not as a browser at this very machine does."""

    method: str
    address: str
    statuses: dict[str, int]
    given: dict[str, Any]
    shows: str
    to: tuple[str, ...]
    bearer: str = ""
    how: How = ""


def row(
    asked: str,
    status: int,
    but: dict[int, str] | None = None,
    *,
    given: dict[str, Any] | None = None,
    shows: str = "",
    to: str = "",
) -> Access:
    """Everybody gets this status, but for those named by another one."""
    statuses = dict.fromkeys(ROLES if but or shows else SAME_FOR_ALL, status)
    for other, roles in (but or {}).items():
        statuses |= dict.fromkeys(roles.split(), other)
    assert statuses.keys() <= set(ROLES), asked
    method, _, address = asked.partition(" ")
    return Access(method, address, statuses, given or {}, shows, tuple(to.split()))


def api(asked: str, status: int, but: dict[int, str] | None = None, **more: Any) -> Access:
    """The API knows who calls: nobody gets no further."""
    found = row(asked, status, but, **more)
    return found._replace(statuses=found.statuses | {"nobody": 401})


def members(asked: str, status: int, but: dict[int, str] | None = None, **more: Any) -> Access:
    """For those who signed up; others are sent to sign in."""
    found = row(asked, status, but, **more)
    return found._replace(statuses=found.statuses | {"nobody": 302, "guest": 302})


NONE = "0" * 32
FIGURES = "for-the-figures"
"""The token that opens the server's figures, where it has one."""
NOTHING = "00000000-0000-7000-8000-000000000000"
