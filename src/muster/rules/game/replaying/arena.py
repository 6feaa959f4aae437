"""Games without people: two players who say anything legal, chance from a seed. The same seed plays the same
game on every machine, so what goes wrong in one of a thousand can be played again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.evidence import faces_from_seed
from muster.rules.dice.faces import Die, Roll, typed_roll
from muster.rules.game import game as engine
from muster.rules.game.answers import AnyInput
from muster.rules.game.log.events import Drawn, ForceBrought, GameOpened, Rolled
from muster.rules.game.missions import deck
from muster.rules.game.special_operations.squads.cards import DEFAULT
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.special_operations.squads.squads import squads
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SEATS, BattleDeck, Edition, Game, Level, Mode, Seat, Unit, View, view
from muster.rules.log import Event
from muster.rules.tournament.chance import Draw

T = TypeVar("T")
HAND: Final = ("bl", "bk", "bj", "aa")
RANKS: Final[tuple[Rank, ...]] = ("commander", "corps", "corps", "corps", "special-forces", "support")
ROW_CHANGES: Final = 15
"""Of a hundred things said, so many change a unit's row instead of answering the prompt."""
MOST_SAID: Final = 3000
"""More than any game takes: beyond it a rule goes in circles."""


class Played(NamedTuple):
    """A game from the first act to the last, and what was said in it."""

    game: Game
    acts: tuple[tuple[Event, ...], ...]
    said: tuple[tuple[Seat, AnyInput], ...]

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for act in self.acts for event in act)


class Seeded:
    """Chance from a seed: the same step shows the same. `wished` numbers are drawn whatever the seed says."""

    def __init__(self, seed: str, wished: Mapping[str, int] | None = None) -> None:
        self.seed = seed
        self.wished = wished or {}

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], typed: Sequence[str] = ()
    ) -> tuple[Roll, tuple[Event, ...]]:
        """The faces typed, or those of this step."""
        faces = typed or faces_from_seed(sha256(f"{self.seed}\n{step}".encode()).digest(), dice)
        roll = typed_roll(tuple(dice), tuple(map(str, faces)))
        return roll, (Rolled(step=step, purpose=purpose, roll=roll),)

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        """The number of this step."""
        drawn = self.wished.get(step, Draw(self.seed, step).below(number))
        return drawn, (Drawn(step=step, purpose=purpose, of=number, number=drawn, commitment=""),)


Player: TypeAlias = Callable[[View, Draw], AnyInput]
"""Somebody who plays: what a seat says by what it sees."""


class Setting(NamedTuple):
    """What both bring, and how dice and cards are kept, who plays; in Special Operations which edition and
    squads."""

    bring: Callable[[ForceBrought], ForceBrought] = lambda force: force
    hand: Sequence[str] = HAND
    dice: Literal["app", "own"] = "app"
    cards: Literal["app", "table"] = "app"
    edition: Edition = ""
    squads: tuple[str, ...] = ()
    players: Mapping[Seat, Player] = {}


PLAIN: Final = Setting()
ONE_CARD: Final[dict[Mode, str]] = {"turning-point": "turning-point", "special-operations": "mission"}
"""Modes whose mission is one card."""
NO_DECK: Final = BattleDeck()


def missions(mode: Mode) -> tuple[str, ...]:
    """What can be played in a mode: a Turning Point, or an objective and a secondary joined by a plus."""
    if mode in ONE_CARD:
        return deck(mode, ONE_CARD[mode])
    return tuple(
        f"{objective}+{other}" for objective in deck(mode, "objective") for other in deck(mode, "secondary")
    )


def play(mode: Mode, mission: str, seed: str, level: Level = "full", setting: Setting = PLAIN) -> Played:
    """Play a mission (one of `missions`) to its end, each seat by its player."""
    chance, draw = chance_of(mode, mission, seed), Draw(seed, "player")
    acts: list[tuple[Event, ...]] = []
    spoken: list[tuple[Seat, AnyInput]] = []
    game = Game()
    for act, after in open_game(mode, mission, level, setting, chance, draw):
        acts.append(act)
        game = after
    while game.table.ended is None:
        if len(spoken) >= MOST_SAID:
            raise AssertionError(f"the game of seed {seed} does not end: {game.table.todo[-1].id}")
        spoken.append(next_input(game, draw, setting.players))
        acts.append(engine.handle(game, *spoken[-1], chance))
        game = after_act(game, acts[-1])
    return Played(game, tuple(acts), tuple(spoken))


def chance_of(mode: Mode, mission: str, seed: str) -> Seeded:
    """The chance of a seed; where the mission is drawn from decks, this one is."""
    if mode != "recon":
        return Seeded(seed)
    cards = zip(("objective", "secondary"), mission.split("+"), strict=True)
    return Seeded(seed, {f"setup.mission.{kind}": deck(mode, kind).index(card) for kind, card in cards})


def after_act(game: Game, events: Iterable[Event]) -> Game:
    """The game after an act."""
    return engine.evolve(game, *events)


def open_game(  # noqa: PLR0913, PLR0917 - everything that a game begins with
    mode: Mode, mission: str, level: Level, setting: Setting, chance: Seeded, draw: Draw
) -> Iterator[tuple[tuple[Event, ...], Game]]:
    """Every act until the setup begins, with the game after it: opened, both seated, both forces brought."""
    objective, _, secondary = mission.partition("+")
    opened = GameOpened(
        mode=mode, level=level, mission=mission if mode in ONE_CARD else "",
        owner=one_of(SEATS, draw), dice=setting.dice, cards=setting.cards, edition=setting.edition,
    )  # fmt: skip
    cards = BattleDeck(objective=(objective,), secondary=(secondary,)) if mode == "standard" else NO_DECK
    game = Game()

    def written(events: Sequence[Event]) -> tuple[tuple[Event, ...], Game]:
        nonlocal game
        game = after_act(game, events)
        return tuple(events), game

    yield written((engine.lobby.decide_open(game, opened),))
    for seat in SEATS:
        yield written(engine.lobby.decide_sit(game, seat, seat.title(), f"player-{seat}", ""))
        if mode == "special-operations":
            brought = squad_force(seat, setting.edition, squad_of(setting, seat, draw))
        else:
            brought = setting.bring(force(seat, len(setting.hand), cards)), tuple(setting.hand)
        yield written(engine.lobby.decide_bring(game, *brought))
    yield written(engine.lobby.decide_begin(game, chance))


def squad_of(setting: Setting, seat: Seat, draw: Draw) -> str:
    """The squad of a seat, or any of the edition."""
    return (
        setting.squads[SEATS.index(seat)]
        if setting.squads
        else one_of(tuple(squads(setting.edition or DEFAULT)), draw)
    )


def next_input(game: Game, draw: Draw, players: Mapping[Seat, Player] | None = None) -> tuple[Seat, AnyInput]:
    """What a seat that has to decide says, by its player; any where it has none."""
    seat = one_of([seat for seat in SEATS if engine.open_step(view(game, seat))], draw)
    return seat, (players or {}).get(seat, anything)(view(game, seat), draw)


def anything(seen: View, draw: Draw) -> AnyInput:
    """One of the answers that are offered; now and then a change of one of one's own rows."""
    rows = list(engine.changes(seen)) if draw.below(100) < ROW_CHANGES else []
    if rows:
        return one_of(rows, draw)
    if isinstance(engine.open_step(seen), Choose):
        return engine.sample(seen, draw.below)
    return one_of(list(engine.legal(seen)), draw)


def fair(seen: View, draw: Draw) -> AnyInput:
    """Any answer at all, each as likely as any other."""
    return engine.sample(seen, draw.below)


def one_of(things: Sequence[T], draw: Draw) -> T:
    """Any of these."""
    return things[draw.below(len(things))]


def force(seat: Seat, hand: int, deck: BattleDeck = NO_DECK) -> ForceBrought:
    """A small army: each rank but the Heavy one, the Support unit prepared."""
    units = tuple(
        Unit(
            id=f"{seat}.{number}", seat=seat, card="ab", name=f"{rank} {number}", rank=rank,
            unit_type="trooper", points=50, courage=2 if rank == "commander" else 1, wounds=4,
            prepared=rank == "support",
        )
        for number, rank in enumerate(RANKS, start=1)
    )  # fmt: skip
    return ForceBrought(seat=seat, faction="rebels", army=seat, points=300, units=units, hand=hand, deck=deck)
