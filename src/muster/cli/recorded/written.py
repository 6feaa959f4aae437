"""Games that were written down: what the players say in each round, and the VP after it.

A file says only what matters: who is where, what is done, asked and rolled. Everything else is answered with
the least there is: no, nobody, nothing, the next unit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypedDict, TypeVar, Unpack

from msgspec.structs import replace

from muster.cli.recorded.script import Script
from muster.rules.dice.faces import SIDES, Die, Roll, typed_roll
from muster.rules.game import answers, steps
from muster.rules.game import game as engine
from muster.rules.game.answers import AnyInput
from muster.rules.game.log.events import Drawn, ForceBrought, GameOpened, Rolled
from muster.rules.game.missions import deck
from muster.rules.game.phases.card_orders import card_orders
from muster.rules.game.replaying import arena
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.choices import NO, YES, YesNo
from muster.rules.game.steps.step import Choose, Step
from muster.rules.game.table import SEATS, BattleDeck, Game, Holder, Level, Seat, Table, view
from muster.rules.log import Event

S = TypeVar("S", bound=Step)


class ByScript:
    """Chance as it was written down: faces and numbers by purpose; else the first of all."""

    def __init__(
        self,
        faces: Mapping[str, Sequence[str]] | None = None,
        numbers: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.faces = {name: list(values) for name, values in (faces or {}).items()}
        self.numbers = {name: list(values) for name, values in (numbers or {}).items()}

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], typed: Sequence[str] = ()
    ) -> tuple[Roll, tuple[Event, ...]]:
        """The faces typed in, or the next for this purpose."""
        roll = typed_roll(tuple(dice), tuple(typed) or self.next_faces(purpose, dice))
        return roll, (Rolled(step=step, purpose=purpose, roll=roll),)

    def next_faces(self, purpose: str, dice: Sequence[Die]) -> tuple[str, ...]:
        """The next faces for this purpose."""
        script = self.faces.get(purpose)
        return tuple(script.pop(0) if script else str(SIDES[die][0]) for die in dice)

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        """The next number for this purpose."""
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
        hand: Sequence[str] = arena.HAND,
    ) -> None:
        self.chance = chance
        self.game = Game()
        self.acts: list[tuple[Event, ...]] = []
        self.write((engine.lobby.decide_open(self.game, opened),))
        for seat in SEATS:
            self.write(engine.lobby.decide_sit(self.game, seat, seat.title(), f"player-{seat}", ""))
            force = bring(arena.force(seat, len(hand) if hands else 0))
            six = squad_force(seat, opened.edition, force.squad)[1] if force.squad else ()
            self.write(engine.lobby.decide_bring(self.game, force, six or (hand if hands else ())))
        self.write(engine.lobby.decide_begin(self.game, chance))

    @property
    def log(self) -> list[Event]:
        """Everything that happened."""
        return [event for act in self.acts for event in act]

    def write(self, events: Sequence[Event]) -> None:
        """One act further."""
        self.acts.append(tuple(events))
        for event in events:
            self.game = engine.evolve(self.game, event)

    def say(self, seat: Seat, answer: AnyInput) -> None:
        """What a seat says."""
        self.write(engine.handle(self.game, seat, answer, self.chance))

    def legal(self, seat: Seat) -> list[AnyInput]:
        """What a seat may say."""
        return list(engine.legal(view(self.game, seat)))

    def prompt(self) -> str:
        """The id of the open prompt."""
        return self.game.table.todo[-1].id


ONE_IS_BLUE: Final = (*("critical",) * 4, *("blank",) * 4)
"""What both roll for their colour in a standard game."""


def _with_deck(mission: str) -> Callable[[ForceBrought], ForceBrought]:
    """Both bring this objective and this secondary, and no others."""
    objective, _, secondary = mission.partition("+")
    cards = BattleDeck(objective=(objective,), secondary=(secondary,))
    return lambda force: replace(force, deck=cards)


class Brought(TypedDict, total=False):
    """What both bring, where it is not the usual."""

    hands: bool
    bring: Callable[[ForceBrought], ForceBrought]
    hand: Sequence[str]


class Written:
    """Plays a game that was written down, round by round. The script says only what matters. Where dice are
    `ready` from the beginning no round brings its own."""

    ready: Mapping[str, Sequence[str]] = {}

    def __init__(
        self, script: Script, level: Level = "full", owner: Seat = "one", **more: Unpack[Brought]
    ) -> None:
        self.script = script
        self.row = script.setup
        mode, mission = script.mode, script.mission
        opened = GameOpened(
            mode=mode, mission=mission if mode in arena.ONE_CARD else "", level=level, owner=owner,
            edition=script.edition, switches=script.switches, dice=script.dice,
        )  # fmt: skip
        numbers = {
            kind: [deck("recon", kind).index(card)]
            for kind, card in zip(("objective", "secondary"), mission.split("+"), strict=False)
            if mode == "recon"
        }
        faces = {"colour": ONE_IS_BLUE} if mode == "standard" else self.ready
        if mode == "standard":
            more.setdefault("bring", _with_deck(mission))
        self.played = Played(opened, ByScript(faces, numbers), **more)
        self.done: set[str] = set()
        self.asked: list[str] = []

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.played.game.table

    def rounds(self) -> Iterator[tuple[int, int]]:
        """The VP of Blue and Red after each round."""
        for number, row in enumerate(self.script.rounds, start=1):
            self._until(number)
            self.row, self.done = row, set()
            if not self.ready:
                self.played.chance.faces |= {purpose: [*shown] for purpose, shown in row.faces.items()}
            self._until(number + 1)
            yield self.table.points("blue"), self.table.points("red")

    def until(self, *kinds: type[S], round: int = 0) -> S:
        """Play on with the least there is until such a prompt is open, in a round or later."""
        for _ in range(500):
            if isinstance(step := self.table.todo[-1], kinds) and self.table.round >= round:
                return step
            self.answer()
        raise AssertionError(f"no such prompt comes: {kinds}")

    def _until(self, number: int) -> None:
        """Play on until the next round's first prompt, or the end."""
        for _ in range(500):
            if self.table.ended or self.table.round >= number:
                return
            self.answer()
        raise AssertionError(f"round {number} never comes: {self.table.todo[-1]}")

    def answer(self) -> None:
        """Answer the open prompt as the game was written down, or with the least there is."""
        step = self.table.todo[-1]
        self.asked.append(getattr(step, "purpose", "") or getattr(step, "what", "") or type(step).__name__)
        seat = next(seat for seat in SEATS if engine.open_step(view(self.played.game, seat)))
        if isinstance(step, steps.Turn) and "first" not in self.done:
            self.done.add("first")
            if self._does(self.row.first):
                return
        if isinstance(step, steps.UnitActs) and step.unit not in self.done:
            self.done.add(step.unit)
            if self._does(self.row.do.get(step.unit, ())):
                return
        self.played.say(seat, self._answer_to(step, seat))

    def _does(self, rows: Iterable[AnyInput | tuple[str, ...]]) -> bool:
        changes = [row for row in rows if not isinstance(row, tuple)]
        for change in changes:
            self.played.say(self.table.units[getattr(change, "unit", "")].seat, change)
        return bool(changes)

    def answers_of(self, what: str, who: str) -> tuple[str, ...]:
        """What is answered to a question, by this unit or seat where each answers otherwise."""
        found = self.row.answers.get(what, ())
        if isinstance(found, bool):
            return ()
        return found if isinstance(found, tuple) else found.get(who, ())

    def _answer_to(self, step: AnyStep, seat: Seat) -> AnyInput:
        match step:
            case Choose(choice=YesNo()):
                yes = self.row.answers.get(step.what) is True or step.unit in self.answers_of(step.what, seat)
                return answers.Picked(prompt=step.id, options=(YES if yes else NO,))
            case Choose():
                wanted = [option for option in self.answers_of(step.what, seat) if option in step.options]
                chosen = tuple(wanted or step.options[: step.least])
                return answers.Picked(prompt=step.id, options=chosen)
            case steps.TellPlaces():
                near = self.row.again if step.tokens else self.row.places
                return answers.Places(prompt=step.id, places=near, both=True)
            case steps.TellRound():
                scores = self.row.told
                holds = {**self._holds(), **scores.holds}
                return answers.RoundTold(
                    prompt=step.id, holds=holds, marks=scores.marks, counts=scores.counts
                )
            case steps.GiveOrders():
                first = card_orders(self.table, seat).able[:1]
                return answers.Units(prompt=step.id, units=first)
        passes = isinstance(step, steps.ChangeMission)
        return self.played.legal(seat)[-1 if passes else 0]

    def _holds(self) -> dict[str, Holder]:
        """Who taps which chip: more units there; at a Cache whoever is there. Only Commanders duel."""
        shared = self.script.mission == "caught-in-the-act"
        holds: dict[str, Holder] = {}
        places = {token: units for token, units in self.row.places.items() if token in self.table.markers}
        for token, units in places.items():
            there = [unit for unit in units if not token.startswith("dueling") or unit.endswith(".1")]
            blue, red = (sum(unit.startswith(f"{seat}.") for unit in there) for seat in SEATS)
            ahead: Holder = "" if blue == red else "blue" if blue > red else "red"
            holds[token] = "both" if shared and blue and red else ahead
        return holds
