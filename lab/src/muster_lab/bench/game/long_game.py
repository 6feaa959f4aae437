"""A long game between two accounts, in a database of its own."""

from typing import Any, Final

TAPS: Final = 1
"""Taps on unit rows for each answer: wounds, Suppression, tokens."""
MARGIN: Final = 100
LAST_PLAYED: Final = 4
"""The round in which it stays: a game that has ended takes no more taps."""


class LongGame:
    """A game between two accounts, made long by many taps on unit rows."""

    def __init__(self, events: int) -> None:
        from muster.store.accounts import new_id

        self.id = new_id().hex
        self.accounts = self.people()
        self._begin()
        self.unit = "one.1"
        while len(self.desk.log) < events - MARGIN and self.desk.game.table.round < LAST_PLAYED:
            self._go_on()
            for _ in range(TAPS):
                self.tap()
        while len(self.desk.log) < events:
            self.tap()

    @staticmethod
    def people() -> dict[str, Any]:
        """An account for each seat."""
        from muster.store.accounts import Account

        return {
            seat: Account.objects.create(handle=name, name=name, password="!")  # noqa: S106 - never typed
            for seat, name in (("one", "ann"), ("two", "bo"))
        }

    @property
    def desk(self) -> Any:
        """The game as a request would load it."""
        from muster.web.game.desks import desk_over
        from muster.web.requests import new_store

        return desk_over(new_store(), self.id)

    def do(self, seat: str, command: Any) -> None:
        """One act."""
        from datetime import UTC, datetime

        from muster.app.acting import Act
        from muster.app.game.playing.playing import HANDLERS
        from muster.store.accounts import new_id

        act = Act(str(self.accounts[seat].pk), datetime.now(UTC), str(new_id()))
        HANDLERS.handle(self.desk, act, command)

    def next_answer(self) -> dict[str, Any]:
        """An answer that gives the unit an Aim token, or takes it off again."""
        has = self.desk.game.table.units[self.unit].has("aim")
        return {"say": "tokens", "unit": self.unit, "token": "aim", "number": -1 if has else 1}

    def tap(self) -> None:
        """A tap on a unit row."""
        import msgspec

        from muster.app.game.playing.commands import Speak
        from muster.rules.game.answers import Tokens

        self.do("one", Speak(said=msgspec.convert(self.next_answer(), Tokens)))

    def _begin(self) -> None:
        from muster.app.game.playing import commands
        from muster.cli.demo.armies import full_army
        from muster.rules.cards import catalogue
        from muster.rules.game.table import SEATS

        army = full_army(catalogue())
        self.do("one", commands.OpenGame(player="Ann"))
        self.do("two", commands.TakeSeat(seat="two", player="Bo"))
        for seat in SEATS:
            self.do(seat, commands.BringArmy(seat=seat, army=army))
        self.do("one", commands.BeginGame())
        while self.desk.game.table.phase == "setup":
            self._go_on()

    def _go_on(self) -> None:
        """Whoever has to answer gives the first legal answer."""
        from muster.app.game.playing.commands import Speak
        from muster.rules.game.game import legal
        from muster.rules.game.table import SEATS, view

        game = self.desk.game
        seat = next(seat for seat in SEATS if next(legal(view(game, seat)), None))
        self.do(seat, Speak(said=next(legal(view(game, seat)))))
