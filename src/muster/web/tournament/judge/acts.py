"""What judges do: each act is one form, decided by the rules and refused with its reasons."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any, Final, get_args

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.acting import Act
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging.events import Matter, PenaltyKind
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused
from muster.web.environment import url
from muster.web.identity import private
from muster.web.tournament.judge.judge import player_shown, shown
from muster.web.tournament.requests import act_of, actor, hide_if_unknown, stream_of, tournaments, watching

Form = dict[str, str]


@private
@require_POST
def act(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """One act of a judge; it goes back to where it was asked for."""
    if what not in ACTS:
        raise Http404
    _, point = watching().admitted(actor(request), stream_of(event))
    form = {name: request.POST.get(name, "") for name in request.POST}
    back = form.get("back", "")
    there = back in tournaments().load(stream_of(event)).state.entries
    try:
        ACTS[what](act_of(request), stream_of(event), form)
    except Refused as refusal:
        hide_if_unknown(refusal)
        if point.audience not in ("organiser", "judge"):
            raise
        answer = player_shown(request, event, back, refusal.violations) if there else None
        return answer or shown(request, event, refusal.violations)
    return redirect(
        url("event-judge-player", event=event, player=back) if there else url("event-judge", event=event)
    )


def _number(form: Form, field: str) -> int:
    text = form.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _one_of(form: Form, field: str, allowed: Any, what: str) -> Any:
    """A word the form offers; anything else is told."""
    given = form.get(field, "")
    if given not in get_args(allowed):
        raise Refused(problem("tournament.no_words", (what,), what=what))
    return given


def _claim(act: Act, stream: str, form: Form) -> None:
    tournaments().claim_call(act, stream, _number(form, "call"))


def _close(act: Act, stream: str, form: Form) -> None:
    tournaments().close_call(act, stream, _number(form, "call"), form.get("words", ""))


def _call_for(act: Act, stream: str, form: Form) -> None:
    tournaments().call_for(act, stream, form.get("player", ""), form.get("words", ""))


def _extend(act: Act, stream: str, form: Form) -> None:
    tournaments().extend(act, stream, _number(form, "minutes"), _table(form))


def _table(form: Form) -> int:
    """A single table: judges never extend the whole round by an empty field."""
    table = _number(form, "table")
    if not table:
        raise Refused(problem("tournament.no_words", ("the table",), what="the table"))
    return table


def _penalty(act: Act, stream: str, form: Form) -> None:
    kind = _one_of(form, "kind", PenaltyKind, "the penalty")
    tournaments().penalise(act, stream, form.get("player", ""), kind, form.get("words", ""))


def _pardon(act: Act, stream: str, form: Form) -> None:
    tournaments().pardon(act, stream, _number(form, "penalty"), form.get("words", ""))


def _rule(act: Act, stream: str, form: Form) -> None:
    tournaments().rule(act, stream, form.get("card", ""), form.get("words", ""))


def _component(act: Act, stream: str, form: Form) -> None:
    matter = _one_of(form, "matter", Matter, "what happened")
    player: Player = form.get("player", "")
    tournaments().note_component(act, stream, matter, form.get("what", ""), player, _day(form, act.at))


def _day(form: Form, at: datetime) -> date:
    """The day a proxy was made: today unless the form says otherwise."""
    try:
        return date.fromisoformat(form.get("on", ""))
    except ValueError:
        return at.astimezone(UTC).date()


def _concede(act: Act, stream: str, form: Form) -> None:
    """The extension is over and the component has not been found: the game is conceded (rule 552)."""
    now = tournaments().load(stream).state
    player = form.get("player", "")
    game = now.open_round.game_of(player) if now.open_round else None
    if game is None or now.open_round is None:
        raise Refused(problem("tournament.no_game_of_yours", (player[:60],)))
    slip = Slip(how="concession", loser=player)
    tournaments().enter_result(act, stream, now.open_round.number, game.table, slip)


def _remove(act: Act, stream: str, form: Form) -> None:
    """No replacement when the next round begins: the player is removed (rule 553)."""
    tournaments().drop(act, stream, form.get("player", ""), "components")


def _duty(act: Act, stream: str, form: Form) -> None:
    tournaments().set_duty(act, stream, form.get("on") == "1")


ACTS: Final[dict[str, Callable[[Act, str, Form], None]]] = {
    "claim": _claim,
    "close": _close,
    "call": _call_for,
    "extend": _extend,
    "penalty": _penalty,
    "pardon": _pardon,
    "ruling": _rule,
    "component": _component,
    "concede": _concede,
    "remove": _remove,
    "duty": _duty,
}
