"""A player's history, for judges only, and what can be done about it."""

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from uuid_utils import uuid4

from muster.app.acting import Command
from muster.app.tournament import commands
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.judging.events import ComponentNoted, Matter, PenaltyKind
from muster.rules.tournament.running.tournament import Call, Penalty
from muster.rules.violations import Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.identity import private
from muster.web.page import Page, draw
from muster.web.tournament.judge.judge import MATTERS, official, open_round
from muster.web.tournament.public.snapshot import PublicSnapshot, show_of
from muster.web.tournament.requests import (
    Reason,
    act_of,
    actor,
    look_of,
    reasons_of,
    status_of,
    stream_of,
    tournaments,
)

PENALTIES: Final[Mapping[PenaltyKind, str]] = {
    "caution": "Caution",
    "warning": "Warning",
    "game-loss": "Game loss",
    "disqualification": "Disqualification",
}
SOME_REASON: Final = "?"


class PenaltyRow(NamedTuple):
    """A penalty, who gave it, and whether whoever looks may take it back."""

    penalty: Penalty
    by: str
    pardonable: bool


class HistoryPage(Page, frozen=True, kw_only=True):
    """A player's history."""

    template: ClassVar = "tournament/judge/player.html"
    show: PublicSnapshot
    event: str
    player: Player
    name: str
    own: bool
    penalties: tuple[PenaltyRow, ...]
    notes: tuple[Reason, ...]
    kinds: Mapping[PenaltyKind, str] = msgspec.field(default_factory=lambda: PENALTIES)
    calls: tuple[Call, ...]
    components: tuple[ComponentNoted, ...]
    matters: Mapping[Matter, str] = msgspec.field(default_factory=lambda: MATTERS)
    game: Game | None
    running: bool
    concedable: bool
    removable: bool
    organiser: bool
    over: bool
    reasons: tuple[Reason, ...]
    key: str = msgspec.field(default_factory=lambda: str(uuid4()))


@private
@require_GET
def player(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """A player's history, for judges only, and what can be done about it."""
    official(request, event)
    return player_shown(request, event, player)


def player_shown(
    request: HttpRequest, event: str, player: str, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """The history, with the reasons of a refusal on top. Nobody reads their own."""
    show, look, my = show_of(request, event), look_of(request, event), tournaments(request)
    if player not in look.names:
        raise Http404
    penalties, notes = my.history(actor(request), stream_of(event), player)
    known, act = names_of({one.by for one in penalties}), act_of(request)
    current = open_round(look)
    games = current.round.games if current else ()

    def may(command: Command) -> bool:
        return not my.can(act, look.tournament, command)

    history = HistoryPage(
        show=show,
        event=event,
        player=player,
        name=look.names[player],
        own=player == look.view.player,
        penalties=tuple(
            PenaltyRow(
                one,
                known.get(one.by, FORMER_PLAYER),
                may(commands.Pardon(penalty=one.number, words=SOME_REASON)),
            )
            for one in penalties
        ),
        notes=reasons_of(notes, look.names),
        calls=tuple(one for one in look.view.calls if one.player == player),
        components=tuple(one for one in look.view.components if one.player == player),
        game=next((game for game in games if player in game.players), None),
        running=current is not None and current.clock is not None,
        concedable=may(commands.ConcedeMissing(player=player)),
        removable=may(commands.RemoveMissing(player=player)),
        organiser="organiser" in look.offices,
        over=look.view.status in ("ended", "called-off"),
        reasons=reasons_of(problems, look.names),
    )
    return draw(request, history, status_of(problems))
