"""Swiss events without a server: begin, pair, report, rank. An event is a frozen value, kept as a file."""

from collections.abc import Iterable, Sequence

from muster.rules.tournament import file as files
from muster.rules.tournament.file import FilePlayer, TournamentFile
from muster.rules.tournament.games import Round, Tally
from muster.rules.tournament.proving import problems
from muster.rules.tournament.running.structures import CustomStructure
from muster.rules.tournament.scoring.results import Report
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.violations import refuse_if

__all__ = ["Event", "Round", "Standing", "names", "new", "pair", "rank", "read", "report", "tables", "write"]

Event = TournamentFile
NO_GRAPHS = (
    "To find the best of all draws needs the package rustworkx, which is not installed. "
    'Install it with: pip install "muster-legion[pairing]"'
)


def new(names: Sequence[str], *, seed: str, rounds: int = 0, cut: int = 0, name: str = "") -> Event:
    """An event of these players, known as `p1`, `p2` and so on. `seed` decides its one random order.

    Without `rounds` it has as many as the regulations say for so many players.
    """
    players = tuple(FilePlayer(key=f"p{number}", name=who) for number, who in enumerate(names, 1))
    plan = CustomStructure(kind="custom", rounds=rounds, cut=cut) if rounds else CustomStructure()
    event = TournamentFile(name=name, structure=plan, order_seed=seed, players=players)
    refuse_if(*problems(event))
    return event


def pair(event: Event, seed: str) -> Event:
    """The event with its next round, the last of `rounds`; refused while a result is missing."""
    try:
        return files.pair_next_round(event, seed)
    except ModuleNotFoundError as missing:
        if missing.name != "rustworkx":
            raise
        raise ModuleNotFoundError(NO_GRAPHS, name=missing.name) from None


def report(event: Event, table: int, victory: tuple[int, int], score: tuple[int, int] = (0, 0)) -> Event:
    """The event with the result of a table of its last round: victory points and points of defeated units of
    both players, in the order in which the round names them."""
    first, second = (Tally(victory=won, score=points) for won, points in zip(victory, score, strict=True))
    slip = Report(players=("", ""), tallies=(first, second))
    return files.report_result(event, len(event.rounds), table, slip)


def rank(event: Event) -> tuple[Standing, ...]:
    """Everybody from the first place to the last, with every figure that decided."""
    return files.table(files.require_sound_file(event))


def read(raw: bytes) -> Event:
    """An event from its file."""
    return files.read_file(raw)


def write(event: Event) -> bytes:
    """The event as a file, which `muster tournament` and the pages read."""
    return files.write_file(event)


def names(event: Event) -> dict[str, str]:
    """Who is behind a key."""
    return {player.key: player.name for player in event.players}


def tables(played: Round) -> Iterable[tuple[int, tuple[str, str]]]:
    """The tables of a round with both players."""
    return ((game.table, game.players) for game in played.games)
