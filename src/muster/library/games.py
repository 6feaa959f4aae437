"""Games at the table, played by programs: begin one, ask what is legal, act; or play thousands on all cores.

A player is a function: it gets what its seat may see and a source of chance, and gives an answer. This module
is the only one of the front door that knows the engine.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property, partial
from itertools import islice
from typing import Final, TypeAlias, TypedDict, Unpack, get_args

import msgspec

from muster.rules.game import game as engine
from muster.rules.game.answers import AnyInput
from muster.rules.game.replaying import arena
from muster.rules.game.special_operations.squads.cards import DEFAULT
from muster.rules.game.special_operations.squads.squads import squads as all_squads
from muster.rules.game.table import SEATS, SIDES, Edition, Game, Level, Mode, Seat, Side, View, view
from muster.rules.tournament.chance import Draw
from muster.rules.violations import Refused, Source

__all__ = [
    "SEATS",
    "Answer",
    "Draw",
    "Match",
    "Player",
    "Result",
    "Statistics",
    "View",
    "act",
    "choose_any",
    "deciding",
    "legal",
    "missions",
    "modes",
    "new",
    "play",
    "results",
    "simulate",
]

Answer: TypeAlias = AnyInput
Player: TypeAlias = arena.Player
"""Gives an answer to the open question of a seat. The same view and chance should give the same answer."""
MOST_LISTED: Final = 200
OPERATIONS: Final = "special-operations"
problem = Source("game").problem


class Match(msgspec.Struct, frozen=True):
    """A game as it stands, with its chance: the same seed rolls the same dice. Acting gives another one."""

    game: Game
    seed: str
    chance: arena.Seeded

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.game.table.ended is not None

    @property
    def points(self) -> tuple[int, int]:
        """Victory points of both seats."""
        table = self.game.table
        first, second = (table.points(table.side_of(seat)) for seat in SEATS)
        return first, second

    def view(self, seat: Seat) -> View:
        """What a seat may see."""
        return view(self.game, seat)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one game ended. `winner` is the place of the player who won, `side` the colour; None for a draw."""

    mode: Mode
    mission: str
    seed: str
    winner: int | None
    side: Side | None
    ground: str
    points: tuple[int, int]
    rounds: int
    answers: int


class Statistics(msgspec.Struct, frozen=True, dict=True):
    """What many games come to."""

    results: tuple[Result, ...]

    @cached_property
    def wins(self) -> tuple[int, int]:
        """Games that each player won."""
        won = Counter(result.winner for result in self.results)
        return won[0], won[1]

    @cached_property
    def by_side(self) -> dict[Side, int]:
        """Games that each colour won."""
        won = Counter(result.side for result in self.results)
        return {side: won[side] for side in SIDES}

    @cached_property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(result.winner is None for result in self.results)

    @cached_property
    def mean_points(self) -> tuple[float, float]:
        """Victory points of each player, on average."""
        first, second = (sum(result.points[place] for result in self.results) for place in (0, 1))
        return first / len(self.results), second / len(self.results)

    @cached_property
    def mean_answers(self) -> float:
        """How many answers a game took, on average."""
        return sum(result.answers for result in self.results) / len(self.results)


# One game ---------------------------------------------------------------------------------------------------


def modes() -> tuple[Mode, ...]:
    """The modes there are."""
    return get_args(Mode)


def missions(mode: Mode) -> tuple[str, ...]:
    """What can be played in a mode."""
    return arena.missions(mode)


def new(
    mode: Mode, mission: str = "", *, seed: str, squads: Sequence[str] = (), edition: Edition = ""
) -> Match:
    """A game whose setup is about to begin. Without a mission, the mode's first.

    In Special Operations both bring a squad, the ones named or any of the edition; in other modes a small
    army of one unit of most ranks.
    """
    mission = _mission(mode, mission)
    chance, draw = arena.chance_of(mode, mission, seed), Draw(seed, "player")
    (*_, (_, game)) = arena.open_game(mode, mission, "full", _setting(mode, squads, edition), chance, draw)
    return Match(game, seed, chance)


def deciding(match: Match) -> tuple[Seat, ...]:
    """The seats that have something to answer now."""
    return tuple(seat for seat in SEATS if engine.open_step(match.view(seat)))


def legal(seen: View) -> tuple[Answer, ...]:
    """What a seat may answer now; where there are very many ways, the first 200 of them."""
    return tuple(islice(engine.legal(seen), MOST_LISTED))


def act(match: Match, seat: Seat, answer: Answer) -> Match:
    """The game after an answer; refused, with the rule, where it is not legal."""
    events = engine.handle(match.game, seat, answer, match.chance)
    return msgspec.structs.replace(match, game=arena.after_act(match.game, events))


def choose_any(seen: View, draw: Draw) -> Answer:
    """A player who gives any legal answer, each as likely as any other."""
    return arena.fair(seen, draw)


def play(match: Match, players: Sequence[Player] = (choose_any, choose_any)) -> tuple[Match, int]:
    """Let two players play a game to its end; the game, and how many answers it took."""
    draws = tuple(Draw(match.seed, f"player {seat}") for seat in SEATS)
    for answers in range(arena.MOST_SAID):
        if match.over:
            return match, answers
        seat = deciding(match)[0]
        place = SEATS.index(seat)
        match = act(match, seat, players[place](match.view(seat), draws[place]))
    raise Refused(problem("game.no_end", [match.seed]))


# Many games -------------------------------------------------------------------------------------------------


class Plan(TypedDict, total=False):
    """What is played: the mode (recon where none is named), its mission, in Special Operations the squads."""

    mode: Mode
    mission: str
    seed: str
    squads: Sequence[str]
    edition: Edition
    level: Level


def simulate(
    players: Sequence[Player] | None = None, games: int = 200, jobs: int | None = 1, **plan: Unpack[Plan]
) -> Statistics:
    """Play so many games of a mission and count. The same seed plays the same games on any number of jobs.

    `jobs` is how many processes play, None for one on each core. Players then have to be functions of a
    module; without players both do anything legal, as in `muster game random`.
    """
    return Statistics(tuple(results(players, games, jobs, **plan)))


def results(
    players: Sequence[Player] | None = None, games: int = 200, jobs: int | None = 1, **plan: Unpack[Plan]
) -> Iterator[Result]:
    """The games of `simulate`, one by one as they end, in the order of their seeds."""
    mode, edition = plan.get("mode", "recon"), plan.get("edition", "")
    mission, squads = _mission(mode, plan.get("mission", "")), tuple(plan.get("squads", ()))
    _setting(mode, squads, edition)  # so that a refusal comes here and not from every process
    play_seed = partial(_result, mode, mission, plan.get("level", "full"), squads, edition)
    seeds = [f"{plan.get('seed', '1')}.{number}" for number in range(1, games + 1)]
    return _each(play_seed, players, seeds, jobs)


def _each(
    play_seed: Callable[[str], Result],
    players: Sequence[Player] | None,
    seeds: Sequence[str],
    jobs: int | None,
) -> Iterator[Result]:
    workers = min(jobs or os.cpu_count() or 1, len(seeds))
    if workers <= 1:
        _seat(players)
        yield from map(play_seed, seeds)
        return
    with ProcessPoolExecutor(workers, initializer=_seat, initargs=(players,)) as pool:
        yield from pool.map(play_seed, seeds, chunksize=max(1, len(seeds) // (workers * 8)))


_SEATED: list[Sequence[Player] | None] = [None]


def _seat(players: Sequence[Player] | None) -> None:
    """Set the players once for this process, not with every game."""
    _SEATED[0] = players


def _result(  # noqa: PLR0913, PLR0917 - what a process needs to know of one game
    mode: Mode, mission: str, level: Level, squads: tuple[str, ...], edition: Edition, seed: str
) -> Result:
    players = _SEATED[0]
    if players is None:
        played = arena.play(mode, mission, seed, level, _setting(mode, squads, edition))
        match, answers = Match(played.game, seed, arena.Seeded(seed)), len(played.said)
    else:
        begun = new(mode, mission, seed=seed, squads=squads, edition=edition)
        match, answers = play(begun, players)
    table, ended = match.game.table, match.game.table.ended
    side = ended.winner if ended else None
    return Result(
        mode=mode,
        mission=mission,
        seed=seed,
        winner=SEATS.index(table.seat_of(side)) if side else None,
        side=side,
        ground=ended.ground if ended else "",
        points=match.points,
        rounds=table.round,
        answers=answers,
    )


def _mission(mode: Mode, mission: str) -> str:
    known = missions(mode)
    if mission and mission not in known:
        raise Refused(problem("game.no_such_mission", mode=mode, given=mission[:60], known=", ".join(known)))
    return mission or known[0]


def _setting(mode: Mode, squads: Sequence[str], edition: Edition) -> arena.Setting:
    if mode != OPERATIONS:
        return arena.PLAIN
    book = edition or DEFAULT
    if squads and (len(squads) != len(SEATS) or not set(squads) <= set(all_squads(book))):
        raise Refused(problem("game.no_such_squads", known=", ".join(all_squads(book))))
    return arena.Setting(edition=book, squads=tuple(squads))
