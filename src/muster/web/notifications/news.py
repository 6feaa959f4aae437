"""What is told to whom. A message says nothing that its reader would not see on the page it leads to, and no
more than a locked screen may show."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec

from muster.app.campaign.logs import BATTLES, CampaignLogs
from muster.app.notifications import NewsKind
from muster.app.request_store import RequestStore
from muster.app.tournament.access import TournamentQueries
from muster.app.tournament.context import TOURNAMENTS
from muster.rules.game.game import view
from muster.rules.game.kernel import deciding
from muster.rules.game.log.events import STREAM as GAMES
from muster.rules.game.log.events import badge
from muster.rules.game.table import SEATS, other
from muster.rules.log import Event, Recorded
from muster.rules.log.views import Viewer, known_entries
from muster.rules.tournament.bracket.round_names import name_of
from muster.rules.tournament.clock.events import ClockStarted, TimeCalled
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.events import ResultReported, RoundPublished
from muster.rules.tournament.running.judging_events import CallClaimed
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.store.campaign.arcs import DatabaseArcs
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.members.notifications import NewMessage, subscribed_accounts
from muster.web.campaign.library import site_library
from muster.web.campaign.waiting import lines_in
from muster.web.environment import url
from muster.web.game.desks import desk_over
from muster.web.game.play import words
from muster.web.requests import new_store
from muster.web.tournament.requests import id_of, tournaments

STREAMS: Final = (GAMES, BATTLES, TOURNAMENTS)
TURN_STANDS: Final = timedelta(seconds=15)
"""A turn is told when it has stood so long: players at one table answer sooner."""
LASTS: Final[Mapping[NewsKind, timedelta]] = {
    "turn": timedelta(hours=24),
    "table": timedelta(minutes=30),
    "time": timedelta(minutes=15),
    "result": timedelta(hours=12),
    "judge": timedelta(minutes=15),
}
"""For how long news is worth hearing; after that a phone that was off hears nothing of it."""


class News(msgspec.Struct, frozen=True, kw_only=True):
    """Something for one person. Newer news with the same `tag` replaces it; the same `mark` is the same
    news."""

    account: str
    kind: NewsKind
    tag: str
    mark: str
    title: str
    text: str
    url: str


def make_messages(events: Iterable[tuple[int, str, int]]) -> list[NewMessage]:
    """The messages that these events of the log make: position, stream and version of each."""
    look = new_store()
    versions: dict[str, list[int]] = {}
    for _, stream, version in events:
        versions.setdefault(stream, []).append(version)
    look.open(versions)
    found = [message for stream, some in versions.items() for message in _messages(look, stream, some)]
    told = subscribed_accounts({message.account for message in found})
    return [message for message in found if message.account in told]


def _messages(look: RequestStore, stream: str, versions: list[int]) -> Iterator[NewMessage]:
    if not stream.startswith(TOURNAMENTS):
        for turn in turns_in(look, stream):
            if at := _time_of_last_act(look.read(stream), turn, versions[0]):
                yield _message(stream, turn.news, at)
        return
    for version in versions:
        (entry,) = look.read(stream, version - 1, version)
        for news in _event_news(look, entry):
            yield _message(stream, news, entry.at)


def _message(stream: str, news: News, at: datetime) -> NewMessage:
    body = {"kind": news.kind, "title": news.title, "text": news.text, "url": news.url, "tag": news.tag}
    return NewMessage(
        account=news.account,
        kind=news.kind,
        stream=stream,
        tag=news.tag,
        mark=news.mark,
        body=body,
        due=at + TURN_STANDS if news.kind == "turn" else at,
        until=at + LASTS[news.kind],
    )


# Turns -----------------------------------------------------------------------------------------------------


class WaitingTurn(NamedTuple):
    """A turn that waits for somebody, and what they may see of the log."""

    news: News
    viewer: Viewer


def turns_in(look: RequestStore, stream: str) -> Iterator[WaitingTurn]:
    """Whose turn it is in a game or a battle now."""
    yield from _game_turns(look, stream) if stream.startswith(GAMES) else _battle_turns(look, stream)


def is_still_waiting(stream: str, mark: str) -> bool:
    """Whether a turn still waits: who has answered meanwhile is not called."""
    return any(turn.news.mark == mark for turn in turns_in(new_store(), stream))


def _time_of_last_act(log: Sequence[Recorded], turn: WaitingTurn, since: int) -> datetime | None:
    """When the last act was made that this player may know of. None if it is older than what was just read,
    or their own. So a message never tells that something secret was done."""
    known = list(known_entries(log, turn.viewer))
    if not known or known[-1].version < since or known[-1].actor == turn.news.account:
        return None
    return known[-1].at


def _game_turns(look: RequestStore, stream: str) -> Iterator[WaitingTurn]:
    """Where one phone has both seats nobody needs to be called."""
    id = stream.removeprefix(GAMES)
    game = desk_over(look, id).game
    if len(set(game.players.values())) < len(SEATS) or not game.table.todo:
        return
    for seat, account in game.players.items():
        if seat in deciding(view(game, seat)):
            text = f"Your game against {words.name_of(game.table, other(seat))} waits for you."
            news = News(
                account=account,
                kind="turn",
                tag=stream,
                mark=f"{stream} {game.table.todo[-1].id} {seat}",
                title="Your turn",
                text=text,
                url=url("game", id),
            )
            yield WaitingTurn(news, Viewer(frozenset({badge(seat)})))


def _battle_turns(look: RequestStore, stream: str) -> Iterator[WaitingTurn]:
    logs, roles = CampaignLogs(look, site_library(), own_arcs=DatabaseArcs()), DatabaseRoles()
    for waiting, line in lines_in(logs, stream):
        for account in roles.owners(waiting.register):
            news = News(
                account=account,
                kind="turn",
                tag=stream,
                mark=f"{stream} {waiting.at.side} {waiting.why}",
                title=line.title,
                text=line.words,
                url=line.address,
            )
            yield WaitingTurn(news, Viewer(frozenset({f"side:{waiting.at.side}"})))


# Events ----------------------------------------------------------------------------------------------------


def _event_news(look: RequestStore, entry: Recorded) -> Iterator[News]:
    if tell := EVENT_NEWS.get(type(entry.event)):
        yield from tell(EventTeller(look, entry), entry.event)


class EventTeller:
    """What news of an event is made from. Opponents are named as the player sees them."""

    def __init__(self, look: RequestStore, entry: Recorded) -> None:
        self.stream, self.version = entry.stream, entry.version
        self.queries = TournamentQueries(tournaments(look=look))
        self.now: Tournament = self.queries.tournaments.load(entry.stream).state

    def round(self, number: int) -> EventRound | None:
        """A round of the event, if it was not recalled since."""
        return next((found for found in self.now.rounds if found.number == number), None)

    def account(self, player: Player) -> str:
        """Whose phone it is; empty for a player without one."""
        entry = self.now.entries.get(player)
        return entry.account if entry else ""

    def opponent(self, player: Player, game: Game) -> str:
        """The other player's name."""
        them = next(name for name in game.players if name != player)
        return self.queries.look(self.account(player), self.stream).name(them)

    def news(self, kind: NewsKind, player: Player, text: str) -> Iterator[News]:
        """A message that leads to the player's table."""
        if account := self.account(player):
            yield News(
                account=account,
                kind=kind,
                tag=f"{self.stream} {kind}",
                mark=f"{self.stream} {self.version} {player}",
                title=self.now.name,
                text=text,
                url=url("event-me", event=id_of(self.stream)),
            )


def _tell_pairing(teller: EventTeller, event: RoundPublished) -> Iterator[News]:
    drawn = event.drawn.round
    for game in drawn.games:
        for player in filter(teller.account, game.players):
            text = f"{name_of(drawn)}: table {game.table}, against {teller.opponent(player, game)}."
            yield from teller.news("table", player, text)
    for bye in drawn.byes:
        yield from teller.news("table", bye.player, f"{name_of(drawn)}: you have a bye.")


def _tell_start(teller: EventTeller, event: ClockStarted) -> Iterator[News]:
    if found := teller.round(event.round):
        drawn = found.drawn.round
        for game in drawn.games:
            for player in game.players:
                yield from teller.news("table", player, f"{name_of(drawn)} has begun: table {game.table}.")


def _tell_time(teller: EventTeller, event: TimeCalled) -> Iterator[News]:
    """Only those who still play are called."""
    if found := teller.round(event.round):
        for game in found.drawn.round.games:
            if game.table not in found.results:
                for player in game.players:
                    yield from teller.news("time", player, f"Time is up at table {game.table}.")


def _tell_result(teller: EventTeller, event: ResultReported) -> Iterator[News]:
    found = teller.round(event.round)
    for game in found.drawn.round.games if found else ():
        if game.table == event.table:
            for player in game.players:
                if player != event.player and teller.account(player):
                    text = f"{teller.opponent(player, game)} reported your result. Is it right?"
                    yield from teller.news("result", player, text)


def _tell_judge(teller: EventTeller, event: CallClaimed) -> Iterator[News]:
    if call := teller.now.calls.get(event.call):
        yield from teller.news("judge", call.player, f"A judge is on the way to table {call.table}.")


EVENT_NEWS: Final[Mapping[type[Event], Callable[[EventTeller, Any], Iterator[News]]]] = {
    RoundPublished: _tell_pairing,
    ClockStarted: _tell_start,
    TimeCalled: _tell_time,
    ResultReported: _tell_result,
    CallClaimed: _tell_judge,
}
