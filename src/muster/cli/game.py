"""`muster game`: replay and check a game from its file, or let two random players play. Needs no server."""

import os
from typing import Any, Final, get_args

import click
import msgspec

from muster.cli.lazy import Suggesting
from muster.cli.progress import with_progress
from muster.cli.refusal import Refusing, read_file, write_file
from muster.rules.game.table import Audience, Level, Mode
from muster.rules.violations import Refused, Source

MOST_BYTES = 16 * 1024 * 1024
problem = Source("game").problem
OPERATIONS: Final = "special-operations"


def unusable_file(_why: str) -> Refused:
    """The file cannot be read."""
    return Refused(problem("game.no_file"))


@click.group(name="game", cls=Suggesting)
def command() -> None:
    """Games at the table: replay one from its file, or play thousands by seeds."""


@command.command("replay", cls=Refusing)
@click.argument("file", metavar="FILE|-")
@click.option(
    "--as", "audience", type=click.Choice(["one", "two", "watch"]), default="watch", show_default=True,
    help="Whose view: a seat's or a watcher's.",
)  # fmt: skip
def replay(file: str, audience: Audience) -> None:
    """Print the game in FILE as a seat or a watcher sees it, and check it.

    FILE is what a game's page and the API give as its file, or a recorded game. The answer is
    such a file again, the same byte for byte each time. Points, and what is proven of dice and draws, are
    told on stderr; exit code 1 when a face or a draw is not what its seed gives.
    """
    from muster.cli.recorded.reading import read
    from muster.rules.game.replaying import game_file

    found = read(read_file(file, MOST_BYTES, unusable_file))
    write_file("-", found.shown(audience), unusable_file)
    proof = game_file.prove(found)
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
@click.option("--mode", type=click.Choice(get_args(Mode)), help="Default: every mode that has missions.")
@click.option("--level", type=click.Choice(get_args(Level)), default="full", show_default=True)
@click.option(
    "--edition", type=click.Choice(["playtest", "v1.1"]), default="playtest", show_default=True,
    help="Edition of Special Operations.",
)  # fmt: skip
@click.option("--squads", metavar="ONE,TWO", help="Squads of Special Operations (default: any).")
@click.option("--games", type=click.IntRange(1, 100_000), default=200, show_default=True, help="Games each.")
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same games.")
@click.option(
    "--jobs", type=click.IntRange(0, 1024), default=1, show_default=True,
    help="Processes that play; 0 for one on each core.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each game.")
def random(mission: str, mode: Mode | None, as_json: bool, **how: Any) -> None:
    """Play GAMES random legal games of each mission to the end; Special Operations
    with any squads of the edition, and never with the score only.

    Each line: mission, games, how many Blue and Red won, draws, and the average number of answers; the CPU
    seconds of a game are told on stderr. A game that does not end is named by its seed, which plays it again.
    """
    from muster.library import games

    wanted = [
        (kind, name)
        for kind in games.modes()
        if mode in (None, kind) and (kind != OPERATIONS or how["level"] == "full")
        for name in games.missions(kind)
        if mission in ("all", name)
    ]
    if not wanted:
        raise Refused(problem("game.no_mission"))
    squads = tuple(name.strip() for name in (how["squads"] or "").split(",") if name.strip())
    for kind, name in wanted:
        plan = games.Plan(mode=kind, mission=name, seed=how["seed"], level=how["level"])
        if kind == OPERATIONS:
            plan |= games.Plan(edition=how["edition"], squads=squads)
        begun = cpu_seconds()
        played = games.results(None, how["games"], how["jobs"] or None, **plan)
        found = games.Statistics(tuple(with_progress(played, name, how["games"])))
        if as_json:
            for result in found.results:
                click.echo(msgspec.json.encode(result))
        else:
            blue, red = found.by_side["blue"], found.by_side["red"]
            click.echo(
                f"{name}: {how['games']} games, Blue {blue}, Red {red}, draws {found.draws}, "
                f"{found.mean_answers:.0f} answers a game"
            )
        click.echo(f"{name}: {(cpu_seconds() - begun) / how['games']:.3f} s a game", err=True)


def cpu_seconds() -> float:
    """CPU time of this process and of the children it has waited for."""
    return sum(os.times()[:4])


@command.command("doors", cls=Refusing)
@click.option(
    "--edition", type=click.Choice(["playtest", "v1.1"]), default="playtest", show_default=True,
    help="Of Special Operations.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def doors(edition: Any, as_json: bool) -> None:
    """List what Muster asks players to judge in a game: facts, choices and places.

    Each line: name, what is looked for, inches, who tells it, rules. What Special Operations need comes
    first, then the other modes, in ranges of the core rules.
    """
    import msgspec

    from muster.rules.game.doors import doors
    from muster.rules.game.measuring import KINDS

    found = doors(edition)
    if as_json:
        click.echo(msgspec.json.encode([decision._asdict() for decision in found]).decode())
        return
    for operation, heading in ((True, "Special Operations"), (False, "Other modes")):
        for kind, words in KINDS.items():
            rows = [
                decision for decision in found if (decision.operation, decision.kind) == (operation, kind)
            ]
            if rows:
                click.echo(f"{heading}, {kind}, {len(rows)} {words}")
            for decision in rows:
                far = f"{decision.inches}″" if decision.inches else "–"
                source = decision.card or ("core rules" if operation or kind == "S" else "its card")
                rules = ", ".join(map(str, decision.rules)) or source
                click.echo(f"  {decision.name:34} {decision.looks:10}{far:>5}  {decision.source}  {rules}")
