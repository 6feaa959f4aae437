"""`muster-lab bench standings`: compute the standings after a number of rounds, with all tiebreakers."""

from functools import partial
from random import Random

import click

from muster.rules.tournament.games import Bye, Game, How, Player, Round, Tally
from muster.rules.tournament.scoring.explaining import Explanation, explain
from muster.rules.tournament.scoring.profiles import Profile, current, regulations
from muster.rules.tournament.scoring.results import Report, decide
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.standings import standings, table
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster_lab.bench.timing import both_medians, print_figures

RUNS = 41
LIMIT_MS = 20.0
WAYS: tuple[tuple[How, int], ...] = (
    ("rounds", 60),
    ("time", 15),
    ("tabled", 10),
    ("mutual", 1),
    ("concession", 10),
    ("no-show", 2),
    ("game-loss", 1),
    ("double-loss", 1),
)


class Event:
    """An event with every kind of result. Who meets whom makes no difference to the time, so pairings
    are simple."""

    def __init__(self, players: int, rounds: int, profile: Profile, chance: Random) -> None:
        self.players = tuple(f"player-{number}" for number in range(1, players + 1))
        self.profile = profile
        self.chance = chance
        self.rounds = tuple(self.round(number) for number in range(1, rounds + 1))
        self.order = tuple(chance.sample(self.players, players))

    def round(self, number: int) -> Round:
        """Everybody plays; with an odd number, one player has the bye."""
        seats = self.chance.sample(self.players, len(self.players))
        pairs = list(zip(seats[::2], seats[1::2], strict=False))
        byes = (Bye(player=seats[-1]),) if len(seats) % 2 else ()
        return Round(number=number, games=tuple(map(self.game, range(1, len(pairs) + 1), pairs)), byes=byes)

    def game(self, table: int, players: tuple[Player, Player]) -> Game:
        """A game with a random ending."""
        ways, weights = zip(*WAYS, strict=True)
        how = self.chance.choices(ways, weights)[0]
        stated = how in ("tabled", "concession", "no-show", "game-loss")
        report = Report(
            players=players,
            how=how,
            tallies=None if how in ("no-show", "double-loss") else (self.tally(), self.tally()),
            blue=players[0],
            loser=self.chance.choice(players) if stated else "",
            armies=(self.profile.limit, self.profile.limit - 5),
        )
        return Game(table=table, players=players, result=decide(self.profile, report))

    def tally(self) -> Tally:
        """Plausible points of a game."""
        return Tally(victory=self.chance.randrange(13), score=self.chance.randrange(self.profile.limit))


def explain_all(scores: Scores, player: Player) -> list[Explanation]:
    """Every figure of one player."""
    return [explain(scores, player, figure) for figure in FIGURES]


def measure(players: int, rounds: int) -> dict[str, float]:
    """Milliseconds for the whole table under both profiles, and for explaining all of one player's
    figures."""
    figures: dict[str, float] = {"players": players, "rounds": rounds, "limit_ms": LIMIT_MS}
    for profile in (regulations(), current()):
        chance = Random(4)  # noqa: S311 - the same event each time, for comparing one measurement with the next
        event = Event(players, rounds, profile, chance)
        scores = Scores(event.rounds, event.players, profile)
        first = table(scores, profile.tiebreakers, event.order)[0].player
        figures |= both_medians(
            profile.id, partial(standings, event.rounds, event.players, profile, event.order), RUNS
        )
        figures |= both_medians(f"explain_{profile.id}", partial(explain_all, scores, first), RUNS)
    return figures


@click.command("standings")
@click.option("--players", type=click.IntRange(2, 100_000), default=1024, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 50), default=8, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(players: int, rounds: int, as_json: bool) -> None:
    """Standings of a large event with all tiebreakers, and everything explained to one player."""
    print_figures(measure(players, rounds), as_json)
