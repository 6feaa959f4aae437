"""Who may watch what live: each role comes with a ticket that names them, and with a copied one."""

from typing import NamedTuple

from muster.web import live
from muster.web.identity import of_cookies
from tests.web.access_world import World


class Line(NamedTuple):
    """A stream watched as one audience; `place` is where a viewer of an event watches from. `whose` ticket it
    is, where it is not the viewer's own."""

    stream: str
    audience: str
    roles: tuple[str, ...]
    place: str = ""
    whose: str = ""


CLUB = ("member", "arbitrator")
EVERYBODY = (
    "nobody", "guest", "other", "player", "opponent", "member", "arbitrator", "judge", "scorekeeper",
    "organiser", "owner",
)  # fmt: skip
LINES = (
    Line("game:{game}", "one", ("player",)),
    Line("game:{game}", "two", ("opponent",)),
    Line("game:{game}", "watch", ()),
    Line("game:{game}", "official", ()),
    Line("game:{game}", "one", ("player",), whose="player"),
    Line("game:{operation}", "one", ("player",)),
    Line("game:{operation}", "watch", ()),
    Line("game:{lobby}", "watch", tuple(one for one in EVERYBODY if one != "player")),
    Line("battle:{battle}", "blue", ("player",)),
    Line("battle:{battle}", "red", ("opponent",)),
    Line("battle:{battle}", "arbitrator", CLUB),
    Line("table:{table}", "everyone", EVERYBODY),
    Line("tournament:{event}", "public", EVERYBODY, "event"),
    Line("tournament:{event}", "player:p1", ("player",), "me"),
    Line("tournament:{event}", "officials", ("judge", "organiser"), "judge"),
    Line("tournament:{event}", "officials", ("judge",), "judge", whose="judge"),
    Line("tournament:{hidden}", "public", ("organiser",), "event"),
)


class NoFeed:
    """Nothing ever happens."""

    def subscribe(self, stream: str, callback: object) -> object:
        raise AssertionError("nobody subscribes here")


def holds(world: World, role: str, line: Line) -> bool:
    """Whether the live app lets a role in with this ticket."""
    person = world.things.get(f"{line.whose or role}_id", "")
    account = f"{line.place}/{person}" if line.place else person
    ticket = live.Ticket(world.fill(line.stream), line.audience, account)
    cookies = "; ".join(f"{name}={one.value}" for name, one in world.clients[role].cookies.items())
    return live.LiveApp(NoFeed(), of_cookies)._admitted(ticket, cookies) is not None
