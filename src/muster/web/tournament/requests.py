"""What all pages of tournaments share: the use cases over the site's store, who asks, a form as one act,
and how a refusal is shown."""

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace
from uuid_utils import uuid4

from muster.app.acting import Act, Command
from muster.app.request_store import RequestStore
from muster.app.tournament.access import AudienceView, TournamentQueries
from muster.app.tournament.context import TOURNAMENTS
from muster.app.tournament.roster import Person
from muster.app.tournament.tournaments import Tournaments
from muster.rules.tournament.clock.events import CLOCK
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.audiences import TournamentView
from muster.rules.tournament.running.tournament import TAKES_PART, Tournament
from muster.rules.violations import Refused, Violation
from muster.store.accounts import FORMER_PLAYER, names_of, new_id
from muster.store.armies import DatabaseArmies
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.codes.short_links import code_for
from muster.store.log.database import DatabaseStore
from muster.store.tournaments import DatabaseIndex, DatabaseRoster
from muster.web.environment import day, plural, url
from muster.web.identity import private
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor, shared_logs
from muster.web.requests import store_for as one_look
from muster.web.site.errors import Reason, as_reason, status_of
from muster.web.wall_clock import wall_clock

__all__ = [
    "FormPage",
    "Problems",
    "Reason",
    "act_of",
    "actor",
    "answer",
    "call_time_if_due",
    "handle_once",
    "id_of",
    "in_a_sentence",
    "is_doubtful",
    "look_of",
    "methods_only",
    "people_of",
    "reasons_of",
    "stream_of",
    "tournament_queries",
    "tournaments",
    "way_in",
    "with_names",
]

View = Callable[..., HttpResponse]
Problems = tuple[Violation, ...]
ROSTER = "muster.roster"
PLAYER_KEY = re.compile(r"\bp[0-9]{1,5}\b")


class OneRoster(DatabaseRoster):
    """Names as one request sees them: read once, and again after it has changed one."""

    def __init__(self) -> None:
        self._read: dict[str, dict[Player, Person]] = {}

    def people(self, tournament: str) -> dict[Player, Person]:
        if tournament not in self._read:
            self._read[tournament] = super().people(tournament)
        return self._read[tournament]

    def enrol(self, tournament: str, people: Mapping[Player, Person]) -> None:
        self._read.clear()
        super().enrol(tournament, people)

    def erase(self, tournament: str, player: Player) -> None:
        self._read.clear()
        super().erase(tournament, player)


def tournaments(request: HttpRequest | None = None, look: RequestStore | None = None) -> Tournaments:
    """The use cases over the one look of a request, or over another; without one they look anew each time."""
    return Tournaments(
        one_look(request) if request else look or DatabaseStore(),
        request.META.setdefault(ROSTER, OneRoster()) if request else DatabaseRoster(),
        index=DatabaseIndex(),
        stream_roles=DatabaseRoles(),
        shared=shared_logs(),
        armies=DatabaseArmies,
    )


def tournament_queries(request: HttpRequest | None = None) -> TournamentQueries:
    """Looking at the same events, with one look also where nobody asks: an event and the mark of its log,
    read one after the other, could be of two versions, and the older be kept under the mark of the newer."""
    look = None if request else RequestStore(DatabaseStore(), shared_logs())
    return TournamentQueries(tournaments(request, look))


def stream_of(event: str) -> str:
    """The stream of the event with this id in its address."""
    return f"{TOURNAMENTS}{event}"


def id_of(stream: str) -> str:
    """The id in the address of a stream's event."""
    return stream.removeprefix(TOURNAMENTS)


def way_in(request: HttpRequest, event: str) -> str:
    """The short link to an event, to be typed from paper or from the big screen: whoever plays comes to their
    table, everyone else to the page where one signs up or enters a code."""
    return request.build_absolute_uri(url("short-link", code=code_for(stream_of(event))))


def look_of(request: HttpRequest, event: str) -> AudienceView:
    """The event as whoever asks may see it; to others it does not exist."""
    return tournament_queries(request).look(actor(request), stream_of(event))


def handle_once(request: HttpRequest, event: str, command: Command) -> None:
    """One act of whoever asks; the same form sent twice acts once."""
    tournaments(request).do(act_of(request), stream_of(event), command)


def call_time_if_due(stream: str, request: HttpRequest | None = None) -> bool:
    """Time is called by the first look at an event whose time is up; nobody acts, so nobody can undo it.

    A clock that jumped since the round began calls nothing: the organiser says how much is left.
    """
    event, at = tournaments(request), wall_clock.now()
    if is_doubtful(event.load(stream).state):
        return False
    return event.tick(Act(CLOCK, at, str(new_id())), stream) is not None


def is_doubtful(now: Tournament) -> bool:
    """Whether nobody knows any more how long the open round has run: the server's clock has jumped since."""
    timing = now.open_round.timing if now.open_round else None
    return timing is not None and wall_clock.is_doubtful(timing.clock.started)


def in_a_sentence(view: TournamentView) -> str:
    """An event as a chat says it: when and where, what is played, how many come."""
    plan = view.plan
    when = [day(plan.day) if plan.day else "", plan.start_time, plan.place]
    entered = sum(line.status in TAKES_PART for line in view.players)
    played = [plural(plan.points, "point"), plural(entered, "player")]
    return ". ".join(", ".join(filter(None, part)) for part in (when, played) if any(part)) + "."


def people_of(look: AudienceView) -> dict[str, str]:
    """The shown names of the officials of an event, by account."""
    view = look.view
    every = {view.organiser, view.head_judge, *view.judges, *view.scorekeepers, *view.deputies} - {""}
    known = names_of(every)
    return {account: known.get(account, FORMER_PLAYER) for account in every}


# Pages with forms, and refusals ---------------------------------------------------------------------------


def methods_only(*methods: str) -> Callable[[View], View]:
    """A view that is asked by these methods only, and of whose answer nobody keeps a copy."""
    return lambda view: private(require_http_methods(list(methods))(view))


class FormPage(Page, frozen=True, kw_only=True):
    """A page with forms: the key under which each acts once, and why the last one was refused."""

    key: str = msgspec.field(default_factory=lambda: str(uuid4()))
    reasons: tuple[Reason, ...] = ()


def answer(
    request: HttpRequest,
    page: FormPage,
    problems: Problems = (),
    names: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A page with the reasons of a refusal on top."""
    return render_response(request, replace(page, reasons=reasons_of(problems, names)), status_of(problems))


def with_names(violation: Violation, names: Mapping[str, str]) -> Violation:
    """A violation that speaks of players by their names instead of their keys."""
    params = {
        what: PLAYER_KEY.sub(lambda found: names.get(found[0], found[0]), value)
        if isinstance(value, str)
        else value
        for what, value in violation.params.items()
    }
    return replace(violation, about=tuple(names.get(key, key) for key in violation.about), params=params)


def reasons_of(problems: Iterable[Violation], names: Mapping[str, str] | None = None) -> tuple[Reason, ...]:
    """Violations with their sentences, which speak of players by name where there are names."""
    return tuple(as_reason(with_names(violation, names or {})) for violation in problems)


def changes_nothing(refusal: Refused) -> bool:
    """Whether a form was sent as it stood: there is nothing to do, and nothing wrong with it."""
    return {violation.code for violation in refusal.violations} == {"tournament.no_change"}
