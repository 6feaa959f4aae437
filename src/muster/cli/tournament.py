"""`muster tournament`: pair, report, rank and check an event in a single JSON file. Needs no server."""

import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from muster.app.tournament.name_lists import ListedPlayer, read_player_list
from muster.app.tournament.roster import check_names, clean_names, comparable_name
from muster.cli.lazy import Suggesting
from muster.cli.refusal import exit_with_refusal, violations_as_json
from muster.rules.messages import explain, plural, remedy
from muster.rules.tournament import file as files
from muster.rules.tournament.file import FilePlayer, TournamentFile
from muster.rules.tournament.games import How, Result, Round, Tally
from muster.rules.tournament.proving import problems, proof
from muster.rules.tournament.running.structures import CustomStructure, StructureKind
from muster.rules.tournament.scoring.profiles import USUAL_POINTS
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.results import Report
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster.rules.violations import Refused, Violation

FILE = click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
MAX_NAMES = 2 * 1024 * 1024


@click.group(cls=Suggesting)
def command() -> None:
    """Tournaments in a file: make one, pair, report, rank, check."""


@command.command("new")
@FILE
@click.option("--name", default="", help="What the event is called.")
@click.option(
    "--players",
    type=click.Path(path_type=Path),
    required=True,
    help="Text file, one name per line, or a table with the columns name and club; - reads stdin.",
)
@click.option(
    "--profile", type=click.Choice(["regulations", "current"]), default="regulations", show_default=True
)
@click.option("--structure", type=click.Choice(get_args(StructureKind)), default="basic", show_default=True)
@click.option("--rounds", type=click.IntRange(0, 99), default=0, help="Swiss rounds of a custom structure.")
@click.option("--cut", type=click.IntRange(0, 1024), default=0, help="Cut of a custom structure.")
@click.option("--points", type=click.IntRange(1, 10_000), help="Points limit (default: the usual one).")
@click.option("--avoid-clubs", is_flag=True, help="No pairings within a club in round 1, where possible.")
@click.option("--seed", default="", help="Seed for the random order (default: random).")
@AS_JSON
def new(file: Path, players: Path, as_json: bool, **asked: Any) -> None:
    """Begin a file from a list of names. An existing file is left alone."""

    def make() -> TournamentFile:
        if file.exists():
            raise Refused(_problem("tournament_file.exists", str(file.name)))
        made = TournamentFile(
            name=asked["name"],
            profile=asked["profile"],
            points=asked["points"] or USUAL_POINTS[asked["profile"]],
            structure=CustomStructure(kind=asked["structure"], rounds=asked["rounds"], cut=asked["cut"]),
            avoid_clubs=asked["avoid_clubs"] or msgspec.UNSET,
            order_seed=asked["seed"] or secrets.token_hex(16),
            players=tuple(
                FilePlayer(key=f"p{n}", name=person.name, club=person.club)
                for n, person in enumerate(_people(players), 1)
            ),
        )
        if found := problems(made):
            raise Refused(*found)
        return made

    made = _try_or_exit(make, as_json)
    _save_file(file, made, as_json)
    plan = made.plan
    _print_answer({"players": len(made.players), "rounds": plan.rounds, "cut": plan.cut}, as_json)


def _people(source: Path) -> list[ListedPlayer]:
    """The people on a list, one per line."""
    raw = sys.stdin.buffer.read(MAX_NAMES) if str(source) == "-" else _bytes(source, MAX_NAMES)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(_problem("tournament_file.encoding", str(source.name))) from None
    people = read_player_list(text)
    names = clean_names(person.name for person in people)
    check_names(names, ())
    return [person._replace(name=name) for person, name in zip(people, names, strict=True)]


@command.command("pair")
@FILE
@click.option("--seed", default="", help="Seed for the pairing (default: random).")
@click.option("--dry-run", is_flag=True, help="Show the round, write nothing.")
@AS_JSON
def pair(file: Path, seed: str, dry_run: bool, as_json: bool) -> None:
    """Pair the next round: Swiss, the cut, or the bracket."""
    held = _try_or_exit(lambda: _read(file), as_json)
    made = _try_or_exit(lambda: files.pair_next_round(held, seed or secrets.token_hex(16)), as_json)
    if not dry_run:
        _save_file(file, made, as_json)
    played, drawn = made.rounds[-1], made.draws[-1]
    if as_json:
        _print_answer({"round": msgspec.to_builtins(played), "seed": drawn.seed, "path": drawn.path}, True)
        return
    click.echo(f"Round {played.number} ({played.stage}), seed {drawn.seed}")
    _show_round(made, played)


@command.command("report")
@FILE
@click.argument("table", type=click.IntRange(1, 100_000))
@click.option("--round", "number", type=click.IntRange(1, 999), help="Round number (default: the latest).")
@click.option("--how", type=click.Choice(get_args(How)), default="rounds", show_default=True)
@click.option("--victory", nargs=2, type=int, metavar="ONE TWO", help="VP of both players.")
@click.option("--score", nargs=2, type=int, metavar="ONE TWO", help="Points of what each defeated.")
@click.option(
    "--armies", nargs=2, type=int, metavar="ONE TWO", help="Points of both armies, if it comes to that."
)
@click.option("--blue", default="", help="Who was blue, by key or name.")
@click.option("--winner", default="", help="Who won, where numbers do not decide.")
@click.option("--loser", default="", help="Who conceded, did not come, got a game loss.")
@click.option("--priority", default="", help="Who won the priority roll in a bracket.")
@click.option("--agreed", is_flag=True, help="A concession both want scored as it stood.")
@click.option("--correct", is_flag=True, help="Change a result that is there, within two rounds.")
@AS_JSON
def report(file: Path, table: int, number: int | None, correct: bool, as_json: bool, **options: Any) -> None:
    """Record the result of a table."""
    held = _try_or_exit(lambda: _read(file), as_json)
    at = number or (held.rounds[-1].number if held.rounds else 0)
    made = _try_or_exit(
        lambda: files.report_result(held, at, table, _report(held, options), correct=correct), as_json
    )
    _save_file(file, made, as_json)
    result = files.result_of(made, at, table)
    if as_json:
        _print_answer({"round": at, "table": table, "result": msgspec.to_builtins(result)}, True)
    else:
        click.echo(f"Round {at}, table {table}: {_ending_sentence(made, at, table)}")


def _ending_sentence(held: TournamentFile, at: int, table: int) -> str:
    """How a game ended, in a sentence."""
    names = _names_of(held)
    games = (game for played in held.rounds if played.number == at for game in played.games)
    players = next(game.players for game in games if game.table == table)
    result = files.result_of(held, at, table) or Result(how="rounds")
    tokens = [
        f"{names[player]} {tally.victory}" for player, tally in zip(players, result.tallies, strict=True)
    ]
    winner = names[result.winner] if result.winner else "No one"
    return f"{', '.join(tokens)}. {winner} wins."


def _report(held: TournamentFile, options: dict[str, Any]) -> Report:
    who = {key: _player(held, options[key]) for key in ("blue", "winner", "loser", "priority")}
    victory, score = options["victory"], options["score"]
    tallies = None
    if score and not victory:
        raise Refused(_problem("result.tokens_needed"))
    if victory:
        (v1, v2), (s1, s2) = victory, score or (0, 0)
        tallies = (Tally(victory=v1, score=s1), Tally(victory=v2, score=s2))
    return Report(
        players=("", ""),
        how=options["how"],
        tallies=tallies,
        blue=who["blue"],
        winners=(who["winner"],) if who["winner"] else (),
        loser=who["loser"],
        priority=who["priority"],
        armies=options["armies"],
        agreed=options["agreed"],
    )


def _player(held: TournamentFile, named: str) -> str:
    """A player by key, or by a name that is unique."""
    if not named:
        return ""
    found = [
        player.key
        for player in held.players
        if player.key == named or comparable_name(player.name) == comparable_name(named)
    ]
    if len(found) > 1:
        raise Refused(_problem("tournament_file.same_name", named, keys=", ".join(found)[:80]))
    if not found:
        raise Refused(_problem("tournament_file.no_player", named))
    return found[0]


@command.command("standings")
@FILE
@AS_JSON
def standings(file: Path, as_json: bool) -> None:
    """Print the standings, with exact fractions beside rounded figures (JSON: fractions only)."""
    held = _try_or_exit(lambda: _read(file), as_json)
    lines = _try_or_exit(lambda: files.table(files.require_sound_file(held)), as_json)
    names = _names_of(held)
    if as_json:
        rows = [_exact(line, names[line.player]) for line in lines]
        _print_answer({"standings": rows, "final": list(files.final_places(held))}, True)
        return
    for line in lines:
        figures = "  ".join(_figure(code, value) for code, value in line.figures.items())
        named = f"{names[line.player]}, {line.departure}" if line.departure else names[line.player]
        click.echo(f"{line.rank or '–':>4}  {named:<30} {line.points:>3}  {figures}")


def _figure(code: str, value: Ratio) -> str:
    written = FIGURES[code].in_figures(value)
    return f"{FIGURES[code].short} {written}" + ("" if written == str(value) else f" ({value})")


def _exact(line: Any, name: str) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(line)
    return plain | {"name": name, "figures": {key: str(value) for key, value in line.figures.items()}}


@command.command("check")
@FILE
@AS_JSON
def check(file: Path, as_json: bool) -> None:
    """Prove every result, pairing and bracket of a file: exit code 0 if nothing is wrong, 1 if not.

    What the file alone cannot prove is said too.
    """
    held = _try_or_exit(lambda: _read(file), as_json)
    found, unproven = proof(held)
    if as_json:
        answer = {"violations": violations_as_json(found), "unproven": violations_as_json(unproven)}
        _print_answer({"right": not found, **answer}, True)
        raise SystemExit(1 if found else 0)
    for violation in found:
        click.echo(_with_round(violation))
    if not found:
        click.echo(
            f"{plural(len(held.rounds), 'round')} of {plural(len(held.players), 'player')}: nothing wrong."
        )
    for violation in unproven:
        click.echo(f"Not proven. {_with_round(violation)}")
    raise SystemExit(1 if found else 0)


def _with_round(violation: Violation) -> str:
    where = f"Round {violation.params['round']}: " if "round" in violation.params else ""
    return f"{where}{explain(violation)} {remedy(violation)}".strip()


def _show_round(held: TournamentFile, played: Round) -> None:
    names = _names_of(held)
    for game in played.games:
        first, second = (names[player] for player in game.players)
        click.echo(f"{game.table:>4}  {first:<30} {second}")
    for bye in played.byes:
        click.echo(f" bye  {names[bye.player]}")


def _names_of(held: TournamentFile) -> dict[str, str]:
    return {player.key: player.name or player.key for player in held.players}


def _read(file: Path) -> TournamentFile:
    return files.read_file(_bytes(file, files.MAX_BYTES + 1))


def _bytes(file: Path, most: int) -> bytes:
    try:
        with file.open("rb") as source:
            return source.read(most)
    except OSError as error:
        raise Refused(
            _problem("tournament_file.missing", str(file.name), why=error.strerror or "")
        ) from error


def _save_file(file: Path, made: TournamentFile, as_json: bool) -> None:
    """Save the file only if it can be read again; writes next to it first and then replaces it, so an
    interruption leaves the old file intact."""
    raw = _try_or_exit(lambda: files.write_file(made), as_json)
    _try_or_exit(lambda: files.read_file(raw), as_json)
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_bytes(raw)
        beside.replace(file)
    except OSError as error:
        exit_with_refusal(
            Refused(_problem("tournament_file.missing", str(file.name), why=error.strerror or "")), as_json
        )


def _try_or_exit(make: Callable[[], Any], as_json: bool) -> Any:
    try:
        return make()
    except Refused as refused:
        exit_with_refusal(refused, as_json)


def _print_answer(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    click.echo(", ".join(f"{key} {value}" for key, value in answer.items()))


def _problem(code: str, *about: str, **params: str) -> Violation:
    return Violation(
        code=code, source="tournament file", about=tuple(word[:80] for word in about), params=dict(params)
    )
