"""What one person may find beyond the books: their armies, Registers, campaigns and games, and events."""

from collections.abc import Iterator

from django.http import HttpRequest

from muster.app.search.entries import Entry
from muster.app.tournament.roster import TournamentSummary
from muster.rules.armies.army import army_name
from muster.rules.cards.vocabulary import display_word
from muster.store.armies import DatabaseArmies
from muster.web.campaign.requests import clubs_of, id_of, registers_of
from muster.web.environment import day, plural
from muster.web.game.play.opening import running_games
from muster.web.tournament.public.snapshot import STATUS_WORDS
from muster.web.tournament.requests import tournament_queries

MOST_EVENTS = 200  # the newest of those everybody may find


def own_entries(request: HttpRequest, me: str) -> Iterator[Entry]:
    """Everything of one's own, and the newest events; the number of queries doesn't grow with them."""
    if me:
        yield from _armies(me)
        yield from _campaigns(request, me)
        yield from _games(request)
    yield from _events(request, me)


def _armies(me: str) -> Iterator[Entry]:
    for saved in DatabaseArmies().armies_of(me):
        army = saved.army
        tags = ", ".join(saved.tags)
        note = f"{display_word(army.faction)}, {army.format}"
        yield Entry(kind="army", id=saved.id, title=army_name(army), note=note, text=tags)


def _campaigns(request: HttpRequest, me: str) -> Iterator[Entry]:
    registers, clubs = registers_of(request), clubs_of(request)
    registers.logs.open([*registers.streams(me), *clubs.streams(me)])
    for stream, now in registers.mine(me):
        units = " ".join(dossier.name for dossier in now.dossiers)
        note = (
            f"{display_word(now.faction)}, {plural(len(now.dossiers), 'unit')}" if now.faction else "Register"
        )
        yield Entry(kind="register", id=id_of(stream), title=now.called, note=note, text=units)
    for stream, club in clubs.mine(me):
        note = plural(len(club.members), "member")
        yield Entry(kind="campaign", id=stream.partition(":")[2], title=club.name, note=note)


def _games(request: HttpRequest) -> Iterator[Entry]:
    for game in running_games(request):
        yield Entry(kind="game", id=game.id, title=game.title, note=game.state)


def _events(request: HttpRequest, me: str) -> Iterator[Entry]:
    queries = tournament_queries(request)
    found, _ = queries.public(1, MOST_EVENTS)
    events = {summary.tournament: summary for summary in (*queries.mine(me), *found)}
    return map(_event, events.values())


def _event(summary: TournamentSummary) -> Entry:
    when = (day(summary.day),) if summary.day else ()
    note = ", ".join(
        (STATUS_WORDS.get(summary.status, summary.status), *when, *filter(None, (summary.place,)))
    )
    return Entry(kind="event", id=summary.id, title=summary.name, note=note)
