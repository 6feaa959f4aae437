"""Who the players of an event are: their names live outside the log and can be erased."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Protocol

import msgspec

from muster.rules.tournament.games import Player
from muster.rules.tournament.running.plan import problem, words
from muster.rules.tournament.running.tournament import TAKES_PART, Tournament
from muster.rules.violations import Refused, Violation

LONGEST_NAME = 60


class Person(msgspec.Struct, frozen=True):
    """A player's name, and the code with which their phone claims the seat."""

    name: str
    code: str


class Roster(Protocol):
    """The names of the players of every event."""

    def people(self, tournament: str) -> dict[Player, Person]:
        """Everybody by key."""

    def enrol(self, tournament: str, people: Mapping[Player, Person]) -> None:
        """Keep these people, in place of whoever had the key before."""

    def erase(self, tournament: str, player: Player) -> None:
        """Forget a name for good; the key stays."""


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of events shows of one."""

    tournament: str
    name: str
    status: str
    public: bool
    day: date | None = None
    place: str = ""
    players: int = 0

    @property
    def id(self) -> str:
        """The event in an address."""
        return self.tournament.partition(":")[2]


def summary_of(stream: str, now: Tournament) -> TournamentSummary:
    """What its state says. Players are those who take part or took part, whatever became of them."""
    here = sum(entry.status in TAKES_PART for entry in now.entries.values())
    return TournamentSummary(
        tournament=stream,
        name=now.name,
        status=now.status,
        public=now.plan.public,
        day=now.plan.day,
        place=now.plan.place,
        players=here,
    )


class TournamentIndex(Protocol):
    """All events, to be found again."""

    def put(self, card: TournamentSummary) -> None:
        """Keep what a list shows of an event."""

    def cards(self, tournaments: Iterable[str]) -> list[TournamentSummary]:
        """These events, newest first."""

    def public(self, offset: int, limit: int) -> list[TournamentSummary]:
        """Announced events that everybody may find, newest first."""


# Names ---------------------------------------------------------------------------------------------------


def cleaned(names: Iterable[str]) -> list[str]:
    """Names as they are kept; an empty one is refused, and one that is too long by its first letters."""
    called = ((name, "a name" if len(name) <= LONGEST_NAME else f"“{name[:30]}…”") for name in names)
    return [words(name, what, LONGEST_NAME) for name, what in called]


def alike(name: str) -> str:
    """Two names that read the same: spaces and capitals make no difference."""
    return " ".join(name.split()).casefold()


def check_names(names: Iterable[str], held: Iterable[str]) -> None:
    """Nobody is entered twice; two people of one name are told apart by a letter or a town."""
    seen = {alike(name) for name in held if name}
    twice: list[Violation] = []
    for name in names:
        if alike(name) in seen:
            twice.append(problem("tournament.name_twice", (name,), "", name=name))
        seen.add(alike(name))
    if twice:
        raise Refused(*twice[:50])


def shortened(name: str) -> str:
    """A minor's name for the public: the first name and a letter."""
    first, _, rest = name.partition(" ")
    last = rest.split(" ")[-1] if rest else ""
    return f"{first} {last[0]}." if last else first


def shown(people: Mapping[Player, Person], players: Iterable[Player], *, short: bool) -> dict[Player, str]:
    """The names as an audience sees them; an erased one is the player's key."""
    names = {player: people[player].name if player in people else "" for player in players}
    return {player: (shortened(name) if short else name) or player for player, name in names.items()}
