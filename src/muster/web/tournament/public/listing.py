"""Events to look at, and one's own."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, QueryDict

from muster.app.tournament.roster import TournamentSummary
from muster.rules.tournament.running.roles import offices
from muster.web import identity
from muster.web.forms import whole_number
from muster.web.page import Page, render_response
from muster.web.requests import store_for
from muster.web.tournament import requests
from muster.web.tournament.public.snapshot import STATUS_WORDS
from muster.web.tournament.requests import methods_only


class EventsPage(Page, frozen=True, kw_only=True):
    """Events everybody may find, and one's own; to whoever works at one its row leads to the desk."""

    template = "tournament/public/index.html"

    mine: list[TournamentSummary]
    public: list[TournamentSummary]
    desks: set[str]
    words: Mapping[str, str]
    page: int
    more: bool
    guest: bool


@methods_only("GET")
def index(request: HttpRequest) -> HttpResponse:
    """Events everybody may find, and one's own."""
    page = number_in(request.GET, "page", 1, 10_000) or 1
    queries, person = requests.tournament_queries(request), requests.actor(request)
    found, more = queries.public(page)
    mine = queries.mine(person) if page == 1 else []
    own = {summary.tournament for summary in mine}
    shown = EventsPage(
        mine=mine,
        public=[summary for summary in found if summary.tournament not in own],
        desks=desks_of(request, person, mine),
        words=STATUS_WORDS,
        page=page,
        more=more,
        guest=identity.current(request) is not None and identity.member(request) is None,
    )
    return render_response(request, shown)


def desks_of(request: HttpRequest, person: str, mine: list[TournamentSummary]) -> set[str]:
    """The events among these in which the person has an office: their list leads to the desk."""
    ours = [summary.tournament for summary in mine if summary.status not in ("ended", "called-off")]
    store_for(request).open(ours)
    events = requests.tournaments(request)
    return {stream for stream in ours if offices(events.load(stream).state, person)}


def number_in(form: QueryDict, name: str, least: int = 0, most: int = 99_999) -> int:
    """A whole number in a form, 0 where there is none that can be meant."""
    number = whole_number(form.get(name, "")) or 0
    return number if least <= number <= most else 0
