"""`muster-lab bench game --mode special-operations`: acts in the last two rounds of a game played from a
seed.

Every act answers a prompt of its own, so none can be repeated; each seat has its own client.
"""

import gc
from collections.abc import Callable
from itertools import count
from statistics import median
from time import process_time
from typing import Any, Final

from muster_lab.bench.game.long_game import LongGame

SQUADS: Final = ("rebel-troopers", "infantry")
MISSION: Final = "bring-down-the-shields"
FROM_ROUND: Final = 3
"""The last round alone may be over before every kind of act was measured."""


class LongOperation(LongGame):
    """A game of Special Operations that has reached its third Activation Phase, unless it ended earlier."""

    def __init__(self, seed: str, accounts: dict[str, Any]) -> None:
        from muster.rules.tournament.chance import Draw
        from muster.store.accounts import new_id

        self.id, self.accounts, self.draw = new_id().hex, accounts, Draw(seed, "bench")
        self._begin()
        while not self.over and not self.fighting:
            self.tap()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.desk.game.table.ended is not None

    @property
    def fighting(self) -> bool:
        """Whether it has reached the Activation Phase from which acts are measured."""
        table = self.desk.game.table
        at: tuple[int, str] = (table.round, table.phase)
        return at == (FROM_ROUND, "activation")

    def next_words(self) -> tuple[str, Any]:
        """The next seat and a random legal answer for it."""
        from muster.rules.game.replaying.arena import next_input

        return next_input(self.desk.game, self.draw)

    def tap(self) -> None:
        """One act."""
        from muster.app.game.playing.commands import Speak

        seat, answer = self.next_words()
        self.do(seat, Speak(said=answer))

    def _begin(self) -> None:
        from muster.app.game.playing import commands

        self.do("one", commands.OpenGame(mode="special-operations", mission=MISSION, squad=SQUADS[0]))
        self.do("two", commands.TakeSeat(seat="two", player="Bo"))
        self.do("two", commands.BringSquad(seat="two", squad=SQUADS[1]))
        self.do("one", commands.BeginGame())


def measure(acts: int) -> dict[str, float]:
    """The figures of the first game that lasts until all of them are known; its dice differ on every run."""
    accounts = LongGame.people()
    games = (LongOperation(str(seed), accounts) for seed in count(1))
    measured_games = (figures(game, acts) for game in games if not game.over)
    return next(found for found in measured_games if all(found.values()))


def figures(game: LongOperation, acts: int) -> dict[str, float]:
    """CPU milliseconds of an act: on its own, through the API, and with the page that its player sees
    next."""
    from uuid import UUID

    import msgspec
    from django.test import Client

    phones = {seat: Client(headers={"host": "localhost"}) for seat in game.accounts}
    for seat, phone in phones.items():
        phone.force_login(game.accounts[seat], backend="django.contrib.auth.backends.ModelBackend")
    address = f"/api/v1/games/{UUID(game.id)}/acts"

    def by_api() -> None:
        seat, answer = game.next_words()
        body = {"act": "speak", "said": msgspec.to_builtins(answer)}
        phones[seat].post(address, body, content_type="application/json")

    def with_page() -> None:
        game.tap()
        phones["one"].get(f"/game/{game.id}")

    return {
        "events of the game": len(game.desk.log),
        "an act without its page, CPU ms": _usual(game, game.tap, acts),
        "an act by the API, CPU ms": _usual(game, by_api, acts),
        "an act and the page after it, CPU ms": _usual(game, with_page, acts),
    }


def _usual(game: LongOperation, act: Callable[[], None], many: int) -> float:
    """The median of several acts; 0 if the game ended first."""
    spans: list[float] = []
    gc.collect()
    while len(spans) < many and not game.over:
        start = process_time()
        act()
        spans.append((process_time() - start) * 1000)
    return median(spans) if spans else 0.0
