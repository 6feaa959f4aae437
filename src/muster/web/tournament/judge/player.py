"""A player's history, for judges only, and what can be done about it."""

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse

from muster.app.acting import Command
from muster.app.tournament import commands
from muster.app.tournament.access import AudienceView
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.judging_events import PenaltyKind
from muster.rules.tournament.running.tournament import Penalty
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.tournament.judge.judge import JudgeFrame, official
from muster.web.tournament.public.snapshot import snapshot_for
from muster.web.tournament.requests import (
    Problems,
    Reason,
    act_of,
    actor,
    answer,
    look_of,
    methods_only,
    reasons_of,
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


class HistoryPage(JudgeFrame, frozen=True, kw_only=True):
    """A player's history: penalties with who gave them and whether whoever looks may take them back, what
    they add up to, the game being played; whether the player may be made to concede it, or be removed, or be
    dropped here for an organiser who sits at that table."""

    template: ClassVar = "tournament/judge/player.html"
    look: AudienceView
    player: Player
    penalties: tuple[tuple[Penalty, str, bool], ...]
    notes: tuple[Reason, ...]
    kinds: Mapping[PenaltyKind, str] = msgspec.field(default_factory=lambda: PENALTIES)
    game: Game | None
    concedable: bool
    removable: bool
    droppable: bool


@methods_only("GET")
def player(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """A player's history, for judges only, and what can be done about it."""
    official(request, event)
    return player_shown(request, event, player)


def player_shown(request: HttpRequest, event: str, player: str, problems: Problems = ()) -> HttpResponse:
    """The history, with the reasons of a refusal on top. Nobody reads their own."""
    look, my, act = look_of(request, event), tournaments(request), act_of(request)
    if player not in look.names:
        raise Http404
    penalties, notes = my.history(actor(request), stream_of(event), player)
    known, current = names_of({penalty.by for penalty in penalties}), look.view.open_round

    def may(command: Command) -> bool:
        return not my.can(act, look.tournament, command)

    def pardonable(penalty: Penalty) -> bool:
        return may(commands.Pardon(penalty=penalty.number, words=SOME_REASON))

    history = HistoryPage(
        show=snapshot_for(request, event),
        event=event,
        look=look,
        player=player,
        penalties=tuple(
            (penalty, known.get(penalty.by, FORMER_PLAYER), pardonable(penalty)) for penalty in penalties
        ),
        notes=reasons_of(notes, look.names),
        game=current.round.game_of(player) if current else None,
        concedable=may(commands.ConcedeMissing(player=player)),
        droppable=not look.tasks & {"players"} and may(commands.Drop(player=player, why="unable")),
        removable=may(commands.RemoveMissing(player=player)),
    )
    return answer(request, history, problems, look.names)
