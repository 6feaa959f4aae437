"""A hall with an event on the site: Olga organises, Jude judges, Ann and Bob have phones, Zoe looks on."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from django.test import Client

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.games import Game, Tally
from muster.rules.tournament.running.rounds import next_stage
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.rules.tournament.scoring.results import Slip
from muster.store.accounts import Account, new_id
from muster.web.tournament.requests import tournaments
from tests.web.account_fixtures import signed_in, text_of
from tests.web.kept_world import kept

NAMES = ("Cas", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivo", "Jan", "Kit", "Lou", "Max", "Nel", "Ola", "Pip")


def member(handle: str, name: str) -> Account:
    """Somebody signed up, whose password nobody ever types here: hashing five of them takes seconds."""
    return Account.objects.create(handle=handle, name=name, password="!")


def kept_hall(make: Callable[[], "Hall"]) -> "Hall":
    """A hall as it was made before; its desk has seen nothing yet, and its time is now."""
    hall = kept(make)
    hall.desk, hall.at = tournaments(), datetime.now(UTC)
    return hall


class Hall:
    """One event with everybody's browser. The desk acts through the use cases, people through their pages."""

    def __init__(self, plan: TournamentPlan | None = None, players: int = 4, **changes: Any) -> None:
        names = {
            "olga": "Olga Brandt",
            "jude": "Jude Kane",
            "ann": "Ann Okoro",
            "bob": "Bob Lind",
            "zoe": "Zoe",
        }
        self.people: dict[str, Account] = {key: member(key, name) for key, name in names.items()}
        self.clients: dict[str, Client] = {key: signed_in(person) for key, person in self.people.items()}
        self.clients["nobody"] = Client()
        self.keys = count(1)
        self.at = datetime.now(UTC)
        self.event = uuid4().hex
        self.stream = f"tournament:{self.event}"
        self.desk = tournaments()
        self.desk.do(
            self.act(), self.stream, commands.Begin(name="Autumn Cup", plan=plan or TournamentPlan(**changes))
        )
        self.desk.do(self.act(), self.stream, commands.Enter(names=self.names(players), present=True))
        self.players = tuple(self.now.entries)
        for key, player in zip(("ann", "bob"), self.players, strict=False):
            self.desk.do(self.act(), self.stream, commands.Link(player=player, account=self.account(key)))
        self.desk.do(self.act(), self.stream, commands.GiveRole(person=self.account("jude"), role="judge"))

    @staticmethod
    def names(players: int) -> list[str]:
        return [f"{name} Marrok" for name in ("Ann", "Bob", *NAMES)[:players]]

    def account(self, who: str) -> str:
        return str(self.people[who].pk)

    def act(self, who: str = "olga") -> Act:
        return Act(self.account(who), self.at, str(new_id()), None)

    @property
    def now(self) -> Tournament:
        return self.desk.load(self.stream).state

    @property
    def round(self) -> EventRound:
        assert self.now.open_round is not None
        return self.now.open_round

    # The desk -----------------------------------------------------------------------------------------------

    def begin(self) -> "Hall":
        self.desk.do(self.act(), self.stream, commands.Announce())
        return self

    def pair(self) -> EventRound:
        self.desk.do(self.act(), self.stream, commands.Draft())
        assert self.now.draft is not None
        self.desk.do(self.act(), self.stream, commands.Publish(draft=self.now.draft.number))
        return self.round

    def play(self) -> None:
        """Pair a round, the first at each table wins, close it."""
        current = self.pair()
        for game in current.drawn.round.games:
            self.enter(game)
        self.desk.do(self.act(), self.stream, commands.CloseRound())

    def play_swiss(self) -> "Hall":
        while next_stage(self.now) == "swiss":
            self.play()
        return self

    def enter(self, game: Game) -> None:
        tallies = (Tally(victory=8, score=500), Tally(victory=5, score=300))
        slip = Slip(how="rounds", tallies=tallies, blue=game.players[0])
        self.desk.do(
            self.act(),
            self.stream,
            commands.EnterResult(number=self.round.number, table=game.table, slip=slip),
        )

    def start(self, minutes_ago: int = 0) -> None:
        self.at = datetime.now(UTC) - timedelta(minutes=minutes_ago)
        self.desk.do(self.act(), self.stream, commands.StartClock())
        self.at = datetime.now(UTC)

    def meet(self) -> EventRound:
        """A round in which Ann and Bob meet: the desk swaps players until they do."""
        self.desk.do(self.act(), self.stream, commands.Draft())
        ann, bob = self.players[:2]
        assert self.now.draft is not None
        game = next(game for game in self.now.draft.drawn.round.games if ann in game.players)
        if bob not in game.players:
            self.desk.do(self.act(), self.stream, commands.Swap(one=game.opponent(ann), other=bob))
        self.desk.do(self.act(), self.stream, commands.Publish(draft=self.now.draft.number))
        return self.round

    # Pages --------------------------------------------------------------------------------------------------

    def get(self, who: str = "nobody", where: str = "", **headers: str) -> Any:
        return self.clients[who].get(f"/event/{self.event}{where}", headers=headers)

    def html(self, who: str = "nobody", where: str = "", status: int = 200) -> str:
        response = self.get(who, where)
        assert response.status_code == status, (response.status_code, text_of(response)[:400])
        return str(response.content.decode())

    def text(self, who: str = "nobody", where: str = "", status: int = 200) -> str:
        """What a person reads."""
        return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", self.html(who, where, status)))

    def do(self, who: str, where: str, status: int = 302, /, **form: Any) -> Any:
        """Send a form of a page."""
        form = {"key": f"form-{next(self.keys)}", **form}
        response = self.clients[who].post(f"/event/{self.event}{where}", form)
        assert response.status_code == status, (response.status_code, text_of(response)[:400])
        return response

    def report(self, who: str, ann: int, bob: int, **more: Any) -> Any:
        """Tell the result of the game of Ann and Bob."""
        game = self.round.game_of(self.players[0])
        assert game is not None
        numbers = (ann, bob) if game.players[0] == self.players[0] else (bob, ann)
        form = {"how": "rounds", "victory-0": numbers[0], "victory-1": numbers[1], "blue": self.players[0]}
        return self.do(who, "/me/report", **{**form, **more})
