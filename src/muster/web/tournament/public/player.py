"""Follow a player: their games, their place, where each figure comes from, why they met whom they met."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from msgspec.structs import replace

from muster.rules.tournament.games import Player, Stage
from muster.rules.tournament.pairing.check import explain as explain_pairing
from muster.rules.tournament.pairing.swiss import pairing_of
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.running.figures import entrants
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.explaining import Explanation, explain
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.tournament.scoring.tiebreaks import FIGURES, Tiebreak, ground_name
from muster.rules.violations import Violation
from muster.web.forms import whole_number
from muster.web.page import Page, render_response
from muster.web.tournament.public.public import with_etag
from muster.web.tournament.public.rows import FigureCell, GameRow, all_figures, game_row
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, snapshot_for
from muster.web.tournament.tickets import ticket_for


class PlayedRound(NamedTuple):
    """What a round was to a player."""

    number: int
    stage: Stage
    state: Literal["game", "bye", "missed", "none"]
    row: GameRow | None


class PlaceInEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player stands, of how many, and what puts them there: below whom, by what."""

    line: Standing | None
    final: int
    of: int
    figures: tuple[FigureCell, ...]
    below_by: str
    above: str


class PlayerPage(Page, frozen=True, kw_only=True):
    """A player whom somebody follows. `why` are the games a figure comes from; `met` the number of a round
    and what the checker says about the opponent in it."""

    template = "tournament/public/player.html"

    snapshot: PublicSnapshot
    event: str
    player: Player
    place: PlaceInEvent
    games: tuple[PlayedRound, ...]
    figure: Tiebreak | None
    why: Explanation | None
    met: tuple[int, Sequence[Violation]] | None
    ticket: str


@require_GET
def page(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """One player; `why` asks for a figure or, with `round`, for a pairing."""
    snapshot = snapshot_for(request, event)
    if player not in snapshot.names:
        raise Http404
    why, number = request.GET.get("why", "")[:40], request.GET.get("round", "")
    ranked = player in snapshot.standing_of
    shown = PlayerPage(
        snapshot=snapshot,
        event=event,
        player=player,
        place=place_of(snapshot, player),
        games=tuple(
            _played_round(snapshot, round_view, player) for round_view in reversed(snapshot.view.rounds)
        ),
        figure=FIGURES.get(why),
        why=explain(snapshot.scores, player, why) if why in FIGURES and ranked else None,
        met=_why_pairing(snapshot, player, number) if why == "pairing" else None,
        ticket=ticket_for(request, event, "event"),
    )
    content = digest(player, why, number, request.COOKIES.get("theme", ""), repr(snapshot.names))
    return with_etag(
        request, event, f"{snapshot.version}-{content}-public", lambda: render_response(request, shown)
    )


def place_of(snapshot: PublicSnapshot, player: Player) -> PlaceInEvent:
    """The place of a player, with every figure that ranks."""
    line, ranking = snapshot.standing_of.get(player), snapshot.view.ranking
    above = snapshot.standings[line.rank - 2].player if line and line.rank > 1 else ""
    return PlaceInEvent(
        line=line,
        final=ranking.index(player) + 1 if player in ranking else 0,
        of=sum(line.rank > 0 for line in snapshot.standings),
        figures=all_figures(line) if line else (),
        below_by=ground_name(line.below_by) if line else "",
        above=snapshot.name(above) if above else "",
    )


def _played_round(snapshot: PublicSnapshot, shown: RoundView, player: Player) -> PlayedRound:
    played, game = shown.round, shown.round.game_of(player)
    row = game_row(snapshot, game, latest=False) if game else None
    unpaired: Literal["missed", "none"] = "missed" if player in played.missed else "none"
    state = "game" if game else "bye" if played.has_bye(player) else unpaired
    return PlayedRound(played.number, played.stage, state, row)


def _why_pairing(
    snapshot: PublicSnapshot, player: Player, wanted: str
) -> tuple[int, Sequence[Violation]] | None:
    """What the checker says about the player's opponent in a Swiss round, the latest where none is named."""
    rounds, asked_for = snapshot.view.rounds, whole_number(wanted)
    number = len(rounds) if asked_for is None else asked_for
    shown = rounds[number - 1] if 1 <= number <= len(rounds) else None
    if shown is None or shown.round.stage != "swiss":
        return None
    known, pairing = entrants(event_before(snapshot.state, number)), pairing_of(shown.round)
    return number, explain_pairing(known, pairing, player, number)


def event_before(now: Tournament, number: int) -> Tournament:
    """The event as it stood when a round was paired: the rounds before it, and exactly who was paired."""
    paired, earlier = now.rounds[number - 1].drawn.round.everyone, now.rounds[: number - 1]
    entries = {
        key: replace(entry, status="entered", present=True)
        if key in paired
        else replace(entry, present=entry.present and entry.status != "entered")
        for key, entry in now.entries.items()
    }
    return replace(now, rounds=earlier, entries=entries)
