"""Single elimination: who meets whom by game number, byes, drops, the champion and the final ranking.

Tournament Regulations, "Single Elimination Rounds" (rules 607 to 612), ruling T8: every pairing and every bye
has a game number, a bye is the winner of its number, and a number without anybody passes on as it is. The
publisher's current event rules fix the bracket instead: neighbours in the list of games meet.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec.structs import replace

from muster.rules.tournament.bracket.cut import is_power_of_two
from muster.rules.tournament.chance import Below, shuffle
from muster.rules.tournament.games import Bye, Game, Player, Round
from muster.rules.violations import Refused, Source, Violation, require

SOURCE: Final = "tournament regulations: single elimination rounds"
_broken = Source(SOURCE).problem

Bracket: TypeAlias = Literal["game-numbers", "fixed"]
"""How a stage goes on: the first number meets the last (document 004), or neighbours meet (current rules)."""

Sides: TypeAlias = tuple[Player, Player]
T = TypeVar("T")
NOBODY: Final = ""
LARGEST_BRACKET: Final = 1 << 15
DRAW_LABEL: Final = "muster bracket"
"""The label of the draw of a first round at random: the same for an event and for its file."""


def first_round(
    seeds: Sequence[Player], *, number: int, bracket: Bracket = "game-numbers", size: int = 0
) -> Round:
    """The first round after a cut: highest against lowest is Game #1, and so on inwards (rule 608).

    `seeds` stand best first. `size` is the size of the cut where fewer players than that are left: the seats
    that stay empty are the lowest, so the highest seeds have byes.
    """
    size = size or len(seeds)
    if len(seeds) > size or size < 2 or not is_power_of_two(size):
        raise Refused(_broken("elimination.not_a_bracket", players=len(seeds), size=size))
    _known_once(seeds)
    seats = [*seeds, *[NOBODY] * (size - len(seeds))]
    sides = [(seats[high - 1], seats[size - high]) for high in first_games(size // 2, bracket)]
    return _round(sides, number)


def first_games(games: int, bracket: Bracket) -> list[int]:
    """The higher seed of each game of a first round, in the order of the game numbers.

    The fixed order of the current rules is 1, 4, 3, 2 for a top 8 and 1, 8, 5, 4, 3, 6, 7, 2 for a top 16:
    each game is parted into two, the second of each pair turned round; other sizes follow the same law.
    """
    if bracket == "game-numbers":
        return list(range(1, games + 1))
    order = [1]
    while len(order) < games:
        total = 2 * len(order) + 1
        halves = [(seed, total - seed) for seed in order]
        order = [seed for at, pair in enumerate(halves) for seed in (pair[::-1] if at % 2 else pair)]
    return order


def first_round_at_random(players: Sequence[Player], below: Below, *, number: int = 1) -> Round:
    """A tournament that starts with elimination (rules 609 and 610).

    The next power of two less the players is the number of byes; who has them, who meets whom and the order
    of the game numbers are drawn.
    """
    if len(players) < 2:
        raise Refused(_broken("elimination.too_few", players=len(players)))
    _known_once(players)
    order = shuffle(sorted(players), below)
    byes = byes_needed(len(players))
    paired = order[byes:]
    pairs = list(zip(paired[::2], paired[1::2], strict=True))
    return _round(shuffle([*[(player, NOBODY) for player in order[:byes]], *pairs], below), number)


def byes_needed(players: int) -> int:
    """The next power of two less the players (rule 609)."""
    return (1 << (players - 1).bit_length()) - players


def next_round(
    previous: Round, dropped: Collection[Player] = (), *, bracket: Bracket = "game-numbers"
) -> Round:
    """The winner of #1 against the winner of the last number, and so on inwards (rule 611).

    In a fixed bracket #1 meets #2, #3 meets #4. One whose opponent dropped between the rounds has a bye
    (rule 612); where both are gone the new number stays empty.
    """
    if slots_of(previous) == 1:
        raise Refused(_broken("elimination.over", round=previous.number))
    going = [NOBODY if player in dropped else player for player in winners(previous)]
    if not any(going):
        raise Refused(_broken("elimination.nobody", round=previous.number))
    return _round(meetings(going, bracket), previous.number + 1)


def meetings(going: Sequence[T], bracket: Bracket) -> list[tuple[T, T]]:
    """Who meets in the next round, given one entry for every number of this one."""
    if bracket == "fixed":
        return list(zip(going[::2], going[1::2], strict=True))
    half = len(going) // 2
    return list(zip(going[:half], reversed(going[half:]), strict=True))


def winners(played: Round) -> tuple[Player, ...]:
    """Who goes on from each number, from #1 (rule 607); nobody where it is empty or both lost."""
    going = [NOBODY] * _sound_slots(played)
    for bye in played.byes:
        going[bye.number - 1] = bye.player
    for game in played.games:
        going[game.number - 1] = _winner(game)
    return tuple(going)


def _winner(game: Game) -> Player:
    """The winner of a game. A draw cannot stand in a bracket: the current rules ask for a priority roll."""
    result = require(game.result, _broken("elimination.unfinished", table=game.table, game=game.number))
    if not result.winner and result.how != "double-loss":
        raise Refused(_broken("elimination.drawn", table=game.table, game=game.number))
    return result.winner


def drop(current: Round, player: Player) -> Round:
    """The round when one of its players leaves: the opponent of an unfinished game has a bye (rule 612).

    Whoever has won already, or has a bye, leaves between the rounds: name them to `next_round`.
    """
    game = next(
        (
            candidate
            for candidate in current.games
            if player in candidate.players and candidate.result is None
        ),
        None,
    )
    if game is None:
        return current
    games = tuple(other for other in current.games if other is not game)
    bye = Bye(player=game.opponent(player), number=game.number, dropped=player)
    byes = tuple(sorted((*current.byes, bye), key=lambda bye: bye.number))
    return replace(current, games=games, byes=byes, slots=slots_of(current))


def slots_of(played: Round) -> int:
    """How many game numbers the round has, the empty ones too."""
    return played.slots or 1 << (max(_numbers(played), default=1) - 1).bit_length()


def _numbers(played: Round) -> list[int]:
    return [game.number for game in played.games] + [bye.number for bye in played.byes]


def _sound_slots(played: Round) -> int:
    """The game numbers of a round that may have been written down elsewhere: nothing is believed."""
    slots, numbers = slots_of(played), _numbers(played)
    fits = is_power_of_two(slots) and slots <= LARGEST_BRACKET
    if not fits or (slots > 1 and any(not 1 <= number <= slots for number in numbers)):
        raise Refused(_broken("elimination.numbers", round=played.number))
    return slots


def is_final(played: Round) -> bool:
    """Whether this is the last round: it has one number (rule 588 gives it more time)."""
    return played.stage == "elimination" and slots_of(played) == 1


def champion(rounds: Iterable[Round]) -> Player | None:
    """The winner of the final, once it is played; none while it goes on, or after a double loss."""
    final = next((candidate for candidate in rounds if is_final(candidate)), None)
    return (winners(final)[0] or None) if final is not None and final.complete else None


def ranking(rounds: Iterable[Round], swiss_order: Sequence[Player]) -> tuple[Player, ...]:
    """The final ranking: by elimination result, then by Swiss standing (ruling T14).

    Whoever went on more often stands higher, so the champion is first; whoever never entered the bracket
    follows in the order of the Swiss rounds. `swiss_order` names everybody, best first; for a tournament
    without Swiss rounds it is the event's recorded random order.
    """
    entered: dict[Player, int] = {}
    for played in rounds:
        if played.stage == "elimination":
            for player in _players_there(played):
                entered.setdefault(player, 0)
            for player in _gone_on(played):
                entered[player] = entered.get(player, 0) + 1
    return tuple(sorted(swiss_order, key=lambda player: -entered.get(player, -1)))


def _players_there(played: Round) -> Iterable[Player]:
    yield from (player for bye in played.byes for player in (bye.player, bye.dropped) if player)
    yield from (player for game in played.games for player in game.players)


def _gone_on(played: Round) -> Iterable[Player]:
    """Those who won so far; games still going on count for nobody."""
    yield from (bye.player for bye in played.byes)
    yield from (game.result.winner for game in played.games if game.result and game.result.winner)


def _round(sides: Sequence[Sides], number: int) -> Round:
    """A round from its sides by game number; tables follow the numbers until somebody seats them anew."""
    games: list[Game] = []
    byes: list[Bye] = []
    for at, (player, other) in enumerate(sides, 1):
        if player and other:
            games.append(Game(table=len(games) + 1, players=(player, other), number=at))
        elif player or other:
            byes.append(Bye(player=player or other, number=at))
    return Round(number=number, stage="elimination", games=tuple(games), byes=tuple(byes), slots=len(sides))


def _known_once(players: Sequence[Player]) -> None:
    twice = sorted(player for player, times in Counter(players).items() if times > 1)
    if twice or NOBODY in players:
        raise Refused(Violation(code="elimination.twice", source=SOURCE, about=tuple(twice)))
