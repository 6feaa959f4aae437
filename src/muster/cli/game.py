"""`muster game`: play a file again and check it, and let two players of a seed play. No server is needed."""

from typing import Any, Final, get_args

import click

from muster.cli.lazy import Suggesting
from muster.cli.progress import watched
from muster.cli.refusal import Refusing, read_file, write_file
from muster.rules.game.table import Audience, Level, Mode
from muster.rules.violations import Refused, Source

MOST_BYTES = 16 * 1024 * 1024
problem = Source("game").problem
OPERATIONS: Final = "special-operations"


def unusable(_why: str) -> Refused:
    """There is nothing to read."""
    return Refused(problem("game.no_file"))


@click.group(name="game", cls=Suggesting)
def command() -> None:
    """Games at the table: replay one from its file, or play thousands by seeds."""


@command.command("replay", cls=Refusing)
@click.argument("file", metavar="FILE|-")
@click.option(
    "--as", "audience", type=click.Choice(["one", "two", "watch"]), default="watch", show_default=True,
    help="Whose eyes: a seat's or a watcher's.",
)  # fmt: skip
def replay(file: str, audience: Audience) -> None:
    """Print the game in FILE as a seat or a watcher sees it, and check it.

    FILE is what a game's page and the API give as its file, or a recorded game. The answer is
    such a file again, the same byte for byte each time. Points, and what is proven of dice and draws, are
    told on stderr; exit code 1 when a face or a draw is not what its seed gives.
    """
    from muster.rules.game.replaying import game_file

    found = game_file.read(read_file(file, MOST_BYTES, unusable))
    write_file("-", found.shown(audience), unusable)
    proof = game_file.proof(found)
    state = "Over" if proof.ended else "Not over"
    click.echo(
        f"{state}: Blue {proof.blue}, Red {proof.red}. {proof.proven} rolls and draws proven, {proof.open} "
        "still sealed.",
        err=True,
    )
    for step in proof.wrong:
        click.echo(f"Wrong: {step}", err=True)
    raise SystemExit(1 if proof.wrong else 0)


@command.command("random", cls=Refusing)
@click.option("--mission", default="all", show_default=True, help="A mission of the mode, or all of them.")
@click.option("--mode", type=click.Choice(get_args(Mode)), help="All modes that have missions, without it.")
@click.option("--level", type=click.Choice(get_args(Level)), default="full", show_default=True)
@click.option(
    "--edition", type=click.Choice(["playtest", "v1.1"]), default="playtest", show_default=True,
    help="Of Special Operations.",
)  # fmt: skip
@click.option("--games", type=click.IntRange(1, 100_000), default=200, show_default=True, help="Games each.")
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same games.")
def random(mission: str, mode: Mode | None, games: int, seed: str, **how: Any) -> None:
    """Play GAMES random legal games of each mission to the end; Special Operations
    with any squads of the edition, and never with the score only.

    Each line: mission, games, how many Blue and Red won, draws, and the mean of things said; the median of
    a game's seconds is told on stderr. A game that does not end is named by its seed, which plays it again.
    """
    from statistics import median
    from time import process_time

    from muster.rules.game.replaying import arena

    wanted = [
        (one, name)
        for one in get_args(Mode)
        if mode in (None, one) and (one != OPERATIONS or how["level"] == "full")
        for name in arena.missions(one)
        if mission in ("all", name)
    ]
    if not wanted:
        raise Refused(problem("game.no_mission"))
    for kind, name in wanted:
        won = {"blue": 0, "red": 0, None: 0}
        said, seconds = 0, []
        setting = arena.Setting(edition=how["edition"] if kind == OPERATIONS else "")
        for number in watched(range(1, games + 1), name, games):
            begun = process_time()
            played = arena.play(kind, name, f"{seed}.{number}", how["level"], setting)
            seconds.append(process_time() - begun)
            ended = played.game.table.ended
            won[ended.winner if ended else None] += 1
            said += len(played.said)
        click.echo(f"{name}: {games} games, Blue {won['blue']}, Red {won['red']}, draws {won[None]}, "
                   f"{said / games:.0f} answers a game")  # fmt: skip
        click.echo(f"{name}: {median(seconds):.3f} s a game", err=True)
