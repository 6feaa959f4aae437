"""Tours of Duty as one request sees them: one look, one library, each role asked for once."""

from typing import Any, TypeAlias

from django.http import HttpRequest

from muster.app.campaign.clubs import Clubs
from muster.app.campaign.logs import CAMPAIGNS, REGISTERS, CampaignLogs
from muster.app.campaign.registers import Registers
from muster.app.campaign.stories import Stories
from muster.app.stream_roles import RolesOnce
from muster.rules.violations import Violation
from muster.store.arcs import DatabaseArcs
from muster.store.opponents import DatabaseOpponents
from muster.store.stories import DatabaseShelf
from muster.store.stream_roles import DatabaseRoles
from muster.web.campaign.library import site_books
from muster.web.requests import look_of
from muster.web.site.errors import STATUS, as_reason

REGISTERS_SEEN = "muster.registers"
Reason: TypeAlias = dict[str, Any]


def registers_of(request: HttpRequest) -> Registers:
    """The Registers of the site, for whoever asks."""
    if REGISTERS_SEEN not in request.META:
        logs = CampaignLogs(look_of(request), site_books(), own_arcs=DatabaseArcs())
        request.META[REGISTERS_SEEN] = Registers(logs, RolesOnce(DatabaseRoles()))
    found: Registers = request.META[REGISTERS_SEEN]
    return found


def logs_of(request: HttpRequest) -> CampaignLogs:
    """The streams behind them."""
    return registers_of(request).logs


def clubs_of(request: HttpRequest) -> Clubs:
    """The campaigns of the site."""
    registers = registers_of(request)
    return Clubs(registers.logs, registers.stream_roles)


def stories_of(request: HttpRequest) -> Stories:
    """The stories of Registers."""
    return Stories(registers_of(request), DatabaseShelf(), DatabaseOpponents())


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
    return f"battle:{battle}"


def reasons_of(problems: tuple[Violation, ...]) -> list[Reason]:
    """The reasons of a refusal, as a page lists them."""
    return [as_reason(one) for one in problems]


def status_of(problems: tuple[Violation, ...]) -> int:
    """The status of a page with these reasons on top."""
    return STATUS.get(problems[0].code, 422) if problems else 200
