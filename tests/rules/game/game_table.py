"""Two small armies, and chance by script."""

from collections.abc import Callable, Sequence

from muster.rules.dice.faces import SIDES, Die, Roll, typed_roll
from muster.rules.game import game as engine
from muster.rules.game.answers import AnySaid
from muster.rules.game.events import Drawn, ForceBrought, GameOpened, Rolled
from muster.rules.game.table import SEATS, Game, Seat, Unit, view
from muster.rules.log import Event

HAND = ("bl", "bk", "bj", "aa")


def unit(seat: Seat, number: int, rank: str, **more: object) -> Unit:
    """A unit of a rank, as small as it can be."""
    fields = {"courage": 1, "wounds": 4, "points": 50, **more}
    return Unit(
        id=f"{seat}.{number}",
        seat=seat,
        card="ab",
        name=f"{rank} {number}",
        rank=rank,
        unit_type="trooper",
        **fields,
    )  # type: ignore[arg-type]


def army(seat: Seat) -> tuple[Unit, ...]:
    """A Commander, three Corps, a Special Forces unit and a prepared Support unit."""
    ranks = ("commander", "corps", "corps", "corps", "special-forces", "support")
    return tuple(
        unit(seat, number, rank, courage=2 if rank == "commander" else 1, prepared=rank == "support")
        for number, rank in enumerate(ranks, start=1)
    )


class ByScript:
    """Chance as a test wants it: faces by purpose, numbers by purpose; else the first of all."""

    def __init__(
        self, faces: dict[str, Sequence[str]] | None = None, numbers: dict[str, Sequence[int]] | None = None
    ) -> None:
        self.faces = {name: list(values) for name, values in (faces or {}).items()}
        self.numbers = {name: list(values) for name, values in (numbers or {}).items()}

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], typed: Sequence[str] = ()
    ) -> tuple[Roll, tuple[Event, ...]]:
        script = self.faces.get(purpose)
        faces = typed or [script.pop(0) if script else str(SIDES[die][0]) for die in dice]
        roll = typed_roll(tuple(dice), tuple(faces))
        return roll, (Rolled(step=step, purpose=purpose, roll=roll),)

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        script = self.numbers.get(purpose)
        drawn = script.pop(0) if script else 0
        return drawn, (Drawn(step=step, purpose=purpose, of=number, number=drawn, commitment=""),)


class Played:
    """A game with its log, acted on as the use case does."""

    def __init__(
        self,
        opened: GameOpened,
        chance: ByScript,
        hands: bool = True,
        bring: Callable[[ForceBrought], ForceBrought] = lambda force: force,
        hand: Sequence[str] = HAND,
    ) -> None:
        self.chance = chance
        self.game = Game()
        self.log: list[Event] = []
        self.write((engine.lobby.decide_open(self.game, opened),))
        for seat in SEATS:
            self.write(engine.lobby.decide_sit(self.game, seat, seat.title(), f"player-{seat}", ""))
            force = ForceBrought(
                seat=seat,
                faction="rebels",
                army=seat,
                points=300,
                units=army(seat),
                hand=len(hand) if hands else 0,
            )
            self.write(engine.lobby.decide_bring(self.game, bring(force), hand if hands else ()))
        self.write(engine.lobby.decide_begin(self.game, chance))

    def write(self, events: Sequence[Event]) -> None:
        for event in events:
            self.game = engine.evolve(self.game, event)
            self.log.append(event)

    def say(self, seat: Seat, said: AnySaid) -> None:
        self.write(engine.handle(self.game, seat, said, self.chance))

    def legal(self, seat: Seat) -> list[AnySaid]:
        return list(engine.legal(view(self.game, seat)))

    def prompt(self) -> str:
        return self.game.table.todo[-1].id
