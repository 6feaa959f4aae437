"""Who the players of an event are. Names are stored outside the log and can be erased."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Protocol

import msgspec

from muster.rules.tournament.games import Player
from muster.rules.tournament.running.plan import problem, required_words
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
        """Store these people, replacing whoever had the same key."""

    def erase(self, tournament: str, player: Player) -> None:
        """Erase a name for good; the key stays."""


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
        """The event's id in an address."""
        return self.tournament.partition(":")[2]


def summary_of(stream: str, now: Tournament) -> TournamentSummary:
    """The summary of a state. It counts everybody who takes or took part, whatever became of them."""
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
    """The list of all events."""

    def store_summary(self, card: TournamentSummary) -> None:
        """Store what a list shows of an event."""

    def cards(self, tournaments: Iterable[str]) -> list[TournamentSummary]:
        """These events, newest first."""

    def public(self, offset: int, limit: int) -> list[TournamentSummary]:
        """Announced events that everybody may find, newest first."""


# Names ---------------------------------------------------------------------------------------------------


def clean_names(names: Iterable[str]) -> list[str]:
    """Names with tidy spacing; empty ones are refused, and so are long ones, named by their first letters."""
    called = ((name, "a name" if len(name) <= LONGEST_NAME else f"“{name[:30]}…”") for name in names)
    return [required_words(name, what, LONGEST_NAME) for name, what in called]


def comparable_name(name: str) -> str:
    """A form of the name for comparison, in which spaces and capitals make no difference."""
    return " ".join(name.split()).casefold()


def check_names(names: Iterable[str], held: Iterable[str]) -> None:
    """Refuse double entries; two people with the same name need a letter or a town to tell them apart."""
    seen = {comparable_name(name) for name in held if name}
    twice: list[Violation] = []
    for name in names:
        if comparable_name(name) in seen:
            twice.append(problem("tournament.name_twice", (name,), "", name=name))
        seen.add(comparable_name(name))
    if twice:
        raise Refused(*twice[:50])


def short_name(name: str) -> str:
    """A minor's name for the public: the first name and an initial."""
    first, _, rest = name.partition(" ")
    last = rest.split(" ")[-1] if rest else ""
    return f"{first} {last[0]}." if last else first


def names_for_audience(
    people: Mapping[Player, Person], players: Iterable[Player], *, short: bool
) -> dict[Player, str]:
    """The names as an audience sees them; an erased one is replaced by the player's key."""
    names = {player: people[player].name if player in people else "" for player in players}
    return {player: (short_name(name) if short else name) or player for player, name in names.items()}
