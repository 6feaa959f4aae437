"""Names of players and lists of events in memory."""

from collections.abc import Iterable, Mapping
from typing import Any

from muster.app.streams import EventStore
from muster.app.tournament.roster import Person, TournamentSummary
from muster.app.tournament.tournaments import Tournaments
from muster.rules.tournament.games import Player


class MemoryRoster:
    """A roster that forgets when the process ends: for tests and single files."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[Player, Person]] = {}

    def people(self, tournament: str) -> dict[Player, Person]:
        return dict(self.kept.get(tournament, {}))

    def enrol(self, tournament: str, people: Mapping[Player, Person]) -> None:
        self.kept.setdefault(tournament, {}).update(people)

    def erase(self, tournament: str, player: Player) -> None:
        held = self.kept.get(tournament, {})
        if player in held:
            held[player] = Person("", "")


class MemoryIndex:
    """A shelf that forgets when the process ends."""

    def __init__(self) -> None:
        self.kept: dict[str, TournamentSummary] = {}

    def store_summary(self, card: TournamentSummary) -> None:
        self.kept[card.tournament] = card

    def cards(self, tournaments: Iterable[str]) -> list[TournamentSummary]:
        wanted = set(tournaments)
        return [card for card in reversed(self.kept.values()) if card.tournament in wanted]

    def public(self, offset: int, limit: int) -> list[TournamentSummary]:
        found = [card for card in reversed(self.kept.values()) if card.public and card.status != "planned"]
        return found[offset : offset + limit]


def in_memory(store: EventStore, **places: Any) -> Tournaments:
    """The use cases over a store, with names and lists that are forgotten when the process ends."""
    return Tournaments(store, **{"roster": MemoryRoster(), "index": MemoryIndex(), **places})
