"""Tours of Duty as one request sees them: one look, one library, each role asked for once."""

from collections.abc import Callable

from django.http import HttpRequest
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.app.campaign.clubs import Clubs
from muster.app.campaign.logs import BATTLES, CAMPAIGNS, REGISTERS, CampaignLogs
from muster.app.campaign.registers import Registers
from muster.app.campaign.stories import Stories
from muster.app.stream_roles import CachedRoles
from muster.rules.campaign.register.register import Register
from muster.store.campaign.arcs import DatabaseArcs
from muster.store.campaign.opponents import DatabaseOpponents
from muster.store.campaign.stories import DatabaseStories
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.web import identity
from muster.web.campaign.library import site_library
from muster.web.identity import Page as View
from muster.web.identity import private
from muster.web.requests import actor, id_for, store_for

REGISTERS_SEEN = "muster.registers"


def methods_only(*methods: str) -> Callable[[View], View]:
    """An address asked for in these ways; nobody keeps a copy of what it answers."""
    return lambda view: private(require_http_methods(methods)(view))


def new_key() -> str:
    """What makes a form sent twice act once."""
    return str(uuid4())


def new_id_for(request: HttpRequest, owner: str) -> str:
    """The id of what a form makes, as addresses write it: the same for the same form."""
    return id_for(request, owner).replace("-", "")


def registers_of(request: HttpRequest) -> Registers:
    """The Registers of the site, for whoever asks."""
    if REGISTERS_SEEN not in request.META:
        logs = CampaignLogs(store_for(request), site_library(), own_arcs=DatabaseArcs())
        request.META[REGISTERS_SEEN] = Registers(logs, CachedRoles(DatabaseRoles()))
    found: Registers = request.META[REGISTERS_SEEN]
    return found


def own_register(request: HttpRequest, register: str) -> Register:
    """The reader's own Register with this id; another's is as good as not there."""
    return registers_of(request).own(actor(request), stream_of(register)).state


def logs_of(request: HttpRequest) -> CampaignLogs:
    """The streams behind them."""
    return registers_of(request).logs


def clubs_of(request: HttpRequest) -> Clubs:
    """The campaigns of the site."""
    registers = registers_of(request)
    return Clubs(registers.logs, registers.stream_roles, lambda _: serves(request))


def serves(request: HttpRequest) -> bool:
    """Whether the reader is the owner of the server."""
    account = identity.current(request)
    return account is not None and account.is_staff


def stories_of(request: HttpRequest) -> Stories:
    """The stories of Registers."""
    return Stories(registers_of(request), DatabaseStories(), DatabaseOpponents())


def stream_of(register: str) -> str:
    """The stream of the Register with this id in its address."""
    return f"{REGISTERS}{register}"


def id_of(stream: str) -> str:
    """The id in the address of a stream's Register."""
    return stream.removeprefix(REGISTERS)


def club_stream(club: str) -> str:
    """The stream of the campaign with this id in its address."""
    return f"{CAMPAIGNS}{club}"


def battle_stream(battle: str) -> str:
    """The stream of the battle with this id in its address."""
    return f"{BATTLES}{battle}"
