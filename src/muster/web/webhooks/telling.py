"""What a webhook says: sentences and figures that every spectator or member sees on the page."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from muster.app.campaign.logs import CAMPAIGNS, CampaignLogs
from muster.rules.campaign.register.events import BattleClosed
from muster.rules.log import Recorded
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.events import RoundClosed, RoundPublished
from muster.rules.tournament.running.figures import standings_now
from muster.rules.tournament.running.tournament import Tournament
from muster.web.campaign.sentences.sentences import talked_about
from muster.web.requests import new_store
from muster.web.tournament.requests import tournament_queries, tournaments

LONGEST: Final = 1_900
"""Letters of a message; chats take 2,000."""
MOST_LINES: Final = 20
TOP: Final = 8


def streams_of(stream: str) -> list[str]:
    """The logs that a hook listens to: those of the Registers too, where it is a campaign's."""
    if not stream.startswith(CAMPAIGNS):
        return [stream]
    return [stream, *CampaignLogs(new_store()).campaign(stream).state.registers]


def is_run_by(stream: str, account: str) -> bool:
    """Whether this is still who runs the event or the campaign: a hook goes with the office."""
    if stream.startswith(CAMPAIGNS):
        return CampaignLogs(new_store()).campaign(stream).state.arbitrator == account
    return tournaments().load(stream).state.organiser == account


def messages(stream: str, topics: list[str], entries: list[Recorded]) -> Iterator[str]:
    """What to say about these entries."""
    look = new_store()
    for entry in entries:
        if isinstance(entry.event, BattleClosed) and "battle" in topics:
            now = CampaignLogs(look).register(entry.stream).state
            if (message := talked_about(entry.event, now)) is not None:
                yield message.text.striptags()
        elif isinstance(entry.event, RoundPublished | RoundClosed):
            yield from _of_event(stream, topics, entry.event)


def _of_event(stream: str, topics: list[str], event: RoundPublished | RoundClosed) -> Iterator[str]:
    places = tournaments()
    now = places.load(stream)
    seen = tournament_queries().as_public(stream, now)
    if isinstance(event, RoundPublished):
        if "pairings" in topics:
            drawn = event.drawn.round
            met = ((game.table, " and ".join(map(seen.name, game.players))) for game in drawn.games)
            lines = [f"Table {table}: {players}" for table, players in met]
            lines += [f"Bye: {seen.name(bye.player)}" for bye in drawn.byes]
            yield _join_lines(f"{seen.view.name}: round {drawn.number} is paired.", lines)
        return
    if "round-over" in topics:
        yield f"{seen.view.name}: round {event.number} is over."
    if "standings" in topics:
        head = f"{seen.view.name}: standings after round {event.number}"
        yield _join_lines(head, _standings(now.state, seen.name))


def _standings(now: Tournament, name: Callable[[Player], str]) -> list[str]:
    lines = [line for line in standings_now(now) if line.rank][:TOP] if now.lots else []
    return [f"{line.rank}. {name(line.player)}, {line.wins}-{line.draws}-{line.losses}" for line in lines]


def _join_lines(head: str, lines: list[str]) -> str:
    more = [f"and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    return "\n".join([head, *lines[:MOST_LINES], *more])


def as_body(words: str) -> bytes:
    """The message as Discord and those like it read it. No name in it calls anybody."""
    return msgspec.json.encode(
        {"username": "Muster", "content": words[:LONGEST], "allowed_mentions": {"parse": []}}
    )
