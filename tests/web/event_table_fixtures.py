"""An event of four in the site's store, with an organiser and two phones at one table."""

from datetime import UTC, date, datetime

from django.test import Client

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.games import Game
from muster.store.accounts import Account, new_id
from muster.web.tournament.requests import tournaments
from tests.web.account_fixtures import person, signed_in


class Cup:
    """The event. `ann` and `bo` play at one table once it is paired; `olga` organises."""

    def __init__(self, **plan: object) -> None:
        self.id = new_id().hex
        self.stream = f"tournament:{self.id}"
        self.people: dict[str, Account] = {
            name: person(name.title()) for name in ("olga", "ann", "bo", "eve")
        }
        self.phones: dict[str, Client] = {name: signed_in(who) for name, who in self.people.items()}
        self.my = tournaments()
        settings = {"structure": "custom", "rounds": 2, "day": date(2030, 5, 4), **plan}
        self.my.do(
            self.act(), self.stream, commands.Begin(name="Harrow Cup", plan=TournamentPlan(**settings))
        )  # type: ignore[arg-type]
        self.my.do(
            self.act(),
            self.stream,
            commands.Enter(names=["Ann Lee", "Bo Dahl", "Cy Roe", "Di Marr"], present=True),
        )
        self.seats = {"ann": "p1", "bo": "p2"}
        for name, player in self.seats.items():
            self.my.do(
                self.act(), self.stream, commands.Link(player=player, account=str(self.people[name].pk))
            )

    def act(self, name: str = "olga") -> Act:
        return Act(str(self.people[name].pk), datetime.now(UTC), str(new_id()))

    def announce(self) -> "Cup":
        self.my.do(self.act(), self.stream, commands.Announce())
        return self

    def pair(self) -> Game:
        """Publish a round in which Ann and Bo meet."""
        self.my.do(self.act(), self.stream, commands.Draft())
        for _ in range(3):
            draft = self.my.load(self.stream).state.draft
            assert draft is not None
            game = next(game for game in draft.drawn.round.games if "p1" in game.players)
            if "p2" in game.players:
                break
            self.my.do(self.act(), self.stream, commands.Swap(one=game.opponent("p1"), other="p2"))
        draft = self.my.load(self.stream).state.draft
        assert draft is not None
        self.my.do(self.act(), self.stream, commands.Publish(draft=draft.number))
        current = self.my.load(self.stream).state.round
        assert current is not None
        found = current.game_of("p1")
        assert found is not None and "p2" in found.players
        return found

    def at(self, rest: str) -> str:
        return f"/event/{self.id}{rest}"
