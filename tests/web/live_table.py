"""Who may watch what live: each role comes with a ticket that names them, and with a copied one."""

from typing import NamedTuple

from muster.web import live
from muster.web.identity import of_cookies
from muster.web.serving.channels import Channel, Viewer
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
    Line("game:{lobby}", "watch", tuple(role for role in EVERYBODY if role != "player")),
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
    ticket = live.Ticket(world.fill(line.stream), line.audience, _account(world, role, line))
    return live.LiveApp(NoFeed(), of_cookies)._admit(ticket, _cookies(world, role)) is not None


def stay_with(world: World, line: Line) -> set[str]:
    """Who is sent the next frame, if once all were let in."""
    viewers = {
        Viewer(_account(world, role, line), _cookies(world, role) or "theme=dark"): role
        for role in world.clients
    }  # without any cookies it would be a line for all
    channel = Channel(world.fill(line.stream), line.audience, viewers=set(viewers))
    return set(viewers.values()) - {viewers[viewer] for viewer in live._draw(channel, of_cookies)[1]}


def _account(world: World, role: str, line: Line) -> str:
    person = world.things.get(f"{line.whose or role}_id", "")
    return f"{line.place}/{person}" if line.place else person


def _cookies(world: World, role: str) -> str:
    return "; ".join(f"{name}={cookie.value}" for name, cookie in world.clients[role].cookies.items())
