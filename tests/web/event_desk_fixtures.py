"""An event for the tests of its desk: Ora organises, Jed judges, Sue keeps scores, Pia plays, Zoe watches."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.test import Client

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.rules.tournament.games import Tally
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.results import Slip
from muster.store.accounts import Account, new_id
from muster.web.tournament import requests
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.kept_world import kept

NAMES = {
    "ora": "Ora Byrne",
    "jed": "Jed Novak",
    "sue": "Sue Lindqvist",
    "pia": "Pia Costa",
    "zoe": "Zoe Zander",
}
FIELD = [
    "Ada Marrok", "Ben Okafor", "Cleo Brandt", "Dov Petrov", "Eli Whitlock", "Fay Adeyemi",
    "Gus Moreau", "Hal Dace", "Ines Kruger", "Jo Tanaka", "Kit Vargas", "Lou Ferrand",
]  # fmt: skip
PLAN = {
    "kind": "standard", "profile": "regulations", "tier": "casual", "structure": "advanced", "points": "800",
    "self_entry": "on", "public": "on", "bye_moves": "on", "fixed_terrain": "on", "lists": "none",
}  # fmt: skip


class Hall:
    """An event with everybody's browser."""

    def __init__(self, **plan: str) -> None:
        self.people: dict[str, Account] = {key: person(key, name=name) for key, name in NAMES.items()}
        self.clients: dict[str, Client] = {key: signed_in(person) for key, person in self.people.items()}
        self.clients["nobody"] = Client()
        self.keys = count(1)
        form = {"name": "Endor Open", "key": "begin", "details": "1", **PLAN, **plan}
        begun = self.clients["ora"].post("/events/new", form)
        assert begun.status_code == 302, text_of(begun)
        self.at = begun["Location"].removesuffix("/desk")
        self.id = self.at.rpartition("/")[2]
        self.stream = requests.stream_of(self.id)

    @property
    def now(self) -> Tournament:
        return requests.tournaments().load(self.stream).state

    def key(self, name: str) -> str:
        """The key of the player with this name."""
        people = requests.tournaments().roster.people(self.stream)
        return next(key for key, person in people.items() if person.name == name)

    def act(self, who: str, ago: int = 0) -> Act:
        """An act of somebody's, now or so many minutes ago."""
        at = datetime.now(UTC) - timedelta(minutes=ago)
        return Act(str(self.people[who].pk), at, str(new_id()))

    def get(self, who: str, where: str = "", status: int = 200, **options: Any) -> str:
        answer = self.clients[who].get(f"{self.at}/desk{where}", **options)
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def post(self, who: str, where: str, status: int = 302, **form: Any) -> str:
        sent = {"key": f"page-{next(self.keys)}", **form}
        answer = self.clients[who].post(f"{self.at}/desk{where}", sent)
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def do(self, who: str, deed: str, status: int = 302, **form: Any) -> str:
        return self.post(who, "/act", status, do=deed, **form)

    # A whole event, step by step -------------------------------------------------------------------------

    def fill(self, names: list[str] | None = None) -> None:
        """Players enter and are there."""
        self.post("ora", "/players/add", names="\n".join(names or FIELD), present="on")

    def officials(self) -> None:
        """Jed judges, Sue keeps scores."""
        self.do("ora", "give-role", handle="jed", role="judge")
        self.do("ora", "give-role", handle="sue", role="scorekeeper")

    def publish(self) -> None:
        """Pair and publish a round."""
        self.do("ora", "draft")
        draft = self.now.draft
        assert draft
        self.do("ora", "publish", draft=draft.number)

    def result(self, who: str, table: int, one: int = 7, two: int = 4, status: int = 302, **form: Any) -> str:
        current = self.now.open_round
        assert current
        numbers = {"victory1": one, "victory2": two, "how": "rounds"}
        return self.post(who, "/results", status, table=table, round=current.number, **numbers | form)

    def settle(self) -> None:
        """Every open table of the round gets a result; the first player wins."""
        current = self.now.open_round
        assert current
        slip = Slip(tallies=(Tally(victory=8, score=500), Tally(victory=3, score=200)))
        for table in current.open_tables:
            requests.tournaments().do(
                self.act("ora"),
                self.stream,
                commands.EnterResult(number=current.number, table=table, slip=slip),
            )

    def play_round(self) -> None:
        """A round from its draft to its end."""
        self.publish()
        self.do("ora", "start")
        self.settle()
        self.do("ora", "close")


@pytest.fixture
def hall(db: None) -> Hall:
    return kept(Hall)


def published() -> Hall:
    """Twelve players, announced, round 1 published."""
    hall = kept(Hall)
    hall.officials()
    hall.fill()
    hall.do("ora", "announce")
    hall.publish()
    return hall


@pytest.fixture
def begun(db: None) -> Hall:
    """The same with its clock, which begins to run now."""
    hall = kept(published)
    hall.do("ora", "start")
    return hall
