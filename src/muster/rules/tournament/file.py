"""A tournament as one JSON file: its rules, its players, its rounds with the seeds they were drawn from.

Nothing is computed that is not in the file, so whoever has it can pair, rank and check it anew. Events that
were played elsewhere, by other point rules, are files with a custom profile.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from muster.rules.json_text import decode_json
from muster.rules.tournament.bracket.cut import seeds_of_cut
from muster.rules.tournament.bracket.elimination import (
    DRAW_LABEL,
    Bracket,
    first_round,
    first_round_at_random,
    next_round,
    ranking,
)
from muster.rules.tournament.bracket.proof import everybody
from muster.rules.tournament.chance import Draw
from muster.rules.tournament.games import Game, Player, Result, Round
from muster.rules.tournament.pairing.swiss import Entrant, Path, pair, standing_to_pair
from muster.rules.tournament.pairing.tables import seat
from muster.rules.tournament.records import record_problems
from muster.rules.tournament.running import structures
from muster.rules.tournament.running.corrections import ROUNDS_TO_CORRECT
from muster.rules.tournament.running.structures import CustomStructure, Structure, structure
from muster.rules.tournament.scoring import profiles
from muster.rules.tournament.scoring.profiles import Profile
from muster.rules.tournament.scoring.results import Report, decide
from muster.rules.tournament.scoring.standings import Standing, standings
from muster.rules.violations import Refused, Violation, refuse_if, require

FORMAT: Final = "muster-tournament"
VERSION: Final = 1
MAX_BYTES: Final = 32 * 1024 * 1024
MOST_PLAYERS: Final = 20_000
MOST_TOLD: Final = 20

Short = Annotated[str, Meta(min_length=1, max_length=80)]
Seed = Annotated[str, Meta(max_length=100)]


class FilePlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody in the event. Who is `away` is not paired and has an unpaired loss; who is `gone` is out, and
    without a place if `disqualified`. `club` is where they play otherwise."""

    key: Short
    name: Annotated[str, Meta(max_length=200)] = ""
    club: Annotated[str, Meta(max_length=200)] = ""
    away: bool = False
    gone: bool = False
    disqualified: bool = False


class DrawnInFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a round was drawn: its seed, and for a Swiss round the path that the pairing took.

    `field` is everybody who was paired (after a cut: the seeds) with their points, best first, where the
    standings of that moment no longer follow from the file: a result was corrected since, or somebody came
    back.
    """

    round: int
    seed: Seed
    path: Path | None = None
    field: tuple[tuple[Short, int], ...] = ()


class TournamentFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file. `profile` is the name of a ready-made one or a custom one in full.

    `order` is the one random order itself, where it was not drawn from `order_seed`. `avoid_clubs` is written
    where it is set.
    """

    format: str = FORMAT
    version: int = VERSION
    name: Annotated[str, Meta(max_length=200)] = ""
    profile: Profile | str = "regulations"
    points: Annotated[int, Meta(ge=1, le=profiles.MOST_LIMIT)] = 800
    structure: CustomStructure = CustomStructure()
    bye_moves: bool = True
    avoid_clubs: bool | msgspec.UnsetType = msgspec.UNSET
    order_seed: Seed = ""
    order: Annotated[tuple[Short, ...], Meta(max_length=MOST_PLAYERS)] = ()
    players: Annotated[tuple[FilePlayer, ...], Meta(max_length=MOST_PLAYERS)] = ()
    rounds: Annotated[tuple[Round, ...], Meta(max_length=structures.MOST_ROUNDS * 2)] = ()
    draws: tuple[DrawnInFile, ...] = ()

    @property
    def scoring(self) -> Profile:
        """The rules it is scored by."""
        if isinstance(self.profile, Profile):
            return self.profile
        return (
            profiles.current(self.points) if self.profile == "current" else profiles.regulations(self.points)
        )

    @property
    def bracket(self) -> Bracket:
        """How an elimination stage goes on."""
        return "fixed" if self.profile == "current" else "game-numbers"

    @property
    def keys(self) -> tuple[Player, ...]:
        """Everybody by key."""
        return tuple(player.key for player in self.players)

    @property
    def players_gone(self) -> frozenset[Player]:
        """Who has left for good."""
        return frozenset(player.key for player in self.players if player.gone or player.disqualified)

    @property
    def players_here(self) -> tuple[Player, ...]:
        """Who is paired."""
        gone = self.players_gone
        return tuple(player.key for player in self.players if not player.away and player.key not in gone)

    @property
    def swiss(self) -> tuple[Round, ...]:
        """The Swiss rounds."""
        return tuple(played for played in self.rounds if played.stage == "swiss")

    @property
    def plan(self) -> Structure:
        """How many rounds and which cut, from the number of players."""
        return structure(self.structure, len(self.players))


def read_file(raw: bytes) -> TournamentFile:
    """A file as it was given; what does not fit is said with its place."""
    if len(raw) > MAX_BYTES:
        raise Refused(_problem("tournament_file.too_large", max=MAX_BYTES))
    try:
        found = decode_json(raw, TournamentFile)
        unknown = list(islice(_unknown_fields(msgspec.json.decode(raw), found, "$"), MOST_TOLD))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(_problem("tournament_file.unreadable", why=str(error)[:200])) from error
    if unknown:
        raise Refused(*(_problem("tournament_file.unknown_field", name) for name in unknown))
    if (found.format, found.version) != (FORMAT, VERSION):
        raise Refused(_problem("tournament_file.other_format", given=f"{found.format[:40]} {found.version}"))
    if isinstance(found.profile, str) and found.profile not in ("regulations", "current"):
        raise Refused(_problem("tournament_file.no_profile", given=found.profile[:40]))
    return found


def _unknown_fields(raw: object, typed: object, place: str) -> Iterator[str]:
    """The fields that no part of a file has, by their place. They are refused rather than silently
    ignored."""
    if isinstance(raw, dict) and isinstance(typed, msgspec.Struct):
        for name, value in raw.items():
            if name not in typed.__struct_fields__:
                yield f"{place}.{name}"
            else:
                yield from _unknown_fields(value, getattr(typed, name), f"{place}.{name}")
    elif isinstance(raw, list) and isinstance(typed, tuple):
        for at, (value, held) in enumerate(zip(raw, typed, strict=False)):
            yield from _unknown_fields(value, held, f"{place}[{at}]")


def write_file(file: TournamentFile) -> bytes:
    """The file as text, made for reading and for comparing."""
    try:
        return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"
    except UnicodeError as error:
        raise Refused(_problem("tournament_file.unreadable", why=str(error)[:200])) from error


def lots(file: TournamentFile) -> list[Player]:
    """The one random order of the event (T16): as it is written down, or from its seed."""
    return list(file.order) or Draw(file.order_seed, "muster random order").shuffle(sorted(file.keys))


def table(file: TournamentFile, before: int = 0) -> tuple[Standing, ...]:
    """The standings, optionally only of the rounds before a number.

    Unfinished games count for nobody. In earlier rounds a player disqualified later still has a place.
    """
    rounds = [played for played in file.swiss if not before or played.number < before]
    out = [player.key for player in file.players if player.disqualified and not before]
    return standings(rounds, file.keys, file.scoring, lots(file), file.players_gone, out)


def entrants(file: TournamentFile, number: int, there: Collection[Player]) -> tuple[Entrant, ...]:
    """Everybody to be paired in a round, best first, as they stood when it was drawn."""
    field = next((draw.field for draw in file.draws if draw.round == number), ())
    standing = field or [(line.player, line.points) for line in table(file, number) if line.player in there]
    clubs = {player.key: player.club for player in file.players if file.avoid_clubs is True}
    return standing_to_pair(standing, (played for played in file.swiss if played.number < number), clubs)


def require_sound_file(file: TournamentFile) -> TournamentFile:
    """The file, if its rounds can be true: nothing is paired or ranked on others."""
    if found := record_problems(file.rounds, frozenset(file.keys), file.scoring):
        raise Refused(*found[:MOST_TOLD])
    return file


def pair_next_round(file: TournamentFile, seed: str) -> TournamentFile:
    """The file with its next round; refused while one is unfinished or when all is played."""
    _refuse_unfinished(require_sound_file(file))
    number, plan = len(file.rounds) + 1, file.plan
    if len(file.swiss) < plan.rounds:
        return _pair_swiss(file, number, seed)
    if len(file.rounds) >= plan.rounds + plan.elimination:
        raise Refused(_problem("tournament_file.over"))
    return _with_round(file, _pair_bracket(file, number, seed), DrawnInFile(round=number, seed=seed))


def _pair_swiss(file: TournamentFile, number: int, seed: str) -> TournamentFile:
    there = set(file.players_here)
    if len(there) < structures.FEWEST_PLAYERS:
        raise Refused(_problem("tournament_file.nobody", have=len(there)))
    made = pair(entrants(file, number, there), number, seed, bye_moves=file.bye_moves)
    missed = tuple(
        player.key for player in file.players if player.away and player.key not in file.players_gone
    )
    drawn = DrawnInFile(round=number, seed=seed, path=made.path)
    return _with_round(file, made.as_round(number, missed), drawn)


def _pair_bracket(file: TournamentFile, number: int, seed: str) -> Round:
    """Rules 605 to 612: the cut, a bracket at random, or the next round of the bracket."""
    if file.rounds and file.rounds[-1].stage == "elimination":
        return next_round(file.rounds[-1], file.players_gone, bracket=file.bracket)
    if not file.swiss:
        return first_round_at_random(file.players_here, Draw(seed, DRAW_LABEL).below, number=number)
    seeds = seeds_of_cut([line.player for line in table(file)], file.plan.cut, file.players_gone)
    return first_round(seeds, number=number, bracket=file.bracket, size=file.plan.cut)


def _refuse_unfinished(file: TournamentFile) -> None:
    last = file.rounds[-1] if file.rounds else None
    if last is not None and not last.complete:
        tables = ", ".join(str(game.table) for game in last.games if game.result is None)[:80]
        raise Refused(_problem("tournament_file.unfinished", round=last.number, tables=tables))


def _with_round(file: TournamentFile, played: Round, drawn: DrawnInFile) -> TournamentFile:
    return replace(file, rounds=(*file.rounds, _seat_round(file, played)), draws=(*file.draws, drawn))


def _seat_round(file: TournamentFile, played: Round) -> Round:
    """Fresh tables for everybody, as at an event of the site."""
    had: dict[Player, set[int]] = {}
    for game in (game for played in file.rounds for game in played.games):
        for player in game.players:
            had.setdefault(player, set()).add(game.table)
    tables = seat([game.players for game in played.games], {}, had).tables
    moved = (replace(game, table=table) for game, table in zip(played.games, tables, strict=True))
    return replace(played, games=tuple(sorted(moved, key=lambda game: game.table)))


def report_result(
    file: TournamentFile, number: int, at: int, report: Report, *, correct: bool = False
) -> TournamentFile:
    """The file with the result of one table; `report` need not name the players. A result that stands is
    changed only by a correction, within two rounds (rule 604, ruling T9). Where that sends somebody else on
    in the bracket, a next round that has not begun is left to be paired again."""
    found = [played for played in file.rounds if played.number == number]
    game = require(
        next((game for played in found for game in played.games if game.table == at), None),
        _problem("tournament_file.no_table", round=number, table=at),
    )
    full = replace(report, players=game.players, stage=found[0].stage)
    after = replace(game, result=decide(file.scoring, full))
    refuse_if(*_standing_result(file, found[0], game, after, correct))
    held = _without_rounds_after(file, number) if _another_goes_on(found[0], game, after) else file
    return _with_result(held, found[0], after)


def _another_goes_on(played: Round, before: Game, after: Game) -> bool:
    """Whether the correction of a game of the bracket sends the other one on (rule 607)."""
    winners = [game.result.winner for game in (before, after) if game.result]
    return played.stage == "elimination" and len(set(winners)) > 1


def _without_rounds_after(file: TournamentFile, number: int) -> TournamentFile:
    """The file without the rounds after a number: none of their games has begun (ruling T9)."""
    rounds = tuple(played for played in file.rounds if played.number <= number)
    return replace(file, rounds=rounds, draws=tuple(draw for draw in file.draws if draw.round <= number))


def _standing_result(
    file: TournamentFile, played: Round, before: Game, after: Game, correct: bool
) -> Iterator[Violation]:
    """Why a result that is written down stays as it is."""
    if before.result is None or after.result is None or before == after:
        return
    where: dict[str, int | str] = {"round": played.number, "table": before.table}
    if not correct:
        yield _problem("tournament_file.result_stands", **where)
        return
    if file.rounds[-1].number > played.number + ROUNDS_TO_CORRECT:
        latest = {"current": file.rounds[-1].number, "rounds": ROUNDS_TO_CORRECT, "round": played.number}
        yield _problem("tournament.stands_as_is", **latest)
    begun = any(
        later.number > played.number and any(game.result for game in later.games) for later in file.rounds
    )
    if begun and _another_goes_on(played, before, after):
        yield _problem("tournament.bracket_stands", round=played.number)


def _with_result(file: TournamentFile, played: Round, game: Game) -> TournamentFile:
    """The file with another result at a table. The standings that later rounds were drawn from stay
    recorded."""
    games = tuple(game if other.table == game.table else other for other in played.games)
    rounds = tuple(replace(played, games=games) if other is played else other for other in file.rounds)
    after = replace(file, rounds=rounds)
    return replace(after, draws=tuple(_drawn_before(file, after, draw) for draw in file.draws))


def _drawn_before(file: TournamentFile, after: TournamentFile, drawn: DrawnInFile) -> DrawnInFile:
    """A draw with the standings it was made from, where they no longer follow from the file."""
    field = field_of(file, drawn.round)
    return drawn if field == field_of(after, drawn.round) else replace(drawn, field=field)


def field_of(file: TournamentFile, number: int) -> tuple[tuple[Player, int], ...]:
    """Whom a round was drawn from with their points, best first: those paired, or the seeds of a cut. Nothing
    for rounds that rest on no standings."""
    played = next((played for played in file.rounds if played.number == number), None)
    after_cut = played and played.stage == "elimination" and number == len(file.swiss) + 1 and file.swiss
    if played is None or (played.stage == "elimination" and not after_cut):
        return ()
    there = everybody(played)
    return tuple((entrant.player, entrant.points) for entrant in entrants(file, number, there))


def final_places(file: TournamentFile) -> tuple[Player, ...]:
    """The final ranking: the bracket, then the Swiss standings (T14)."""
    return ranking(file.rounds, [line.player for line in table(file) if line.rank])


def result_of(file: TournamentFile, number: int, at: int) -> Result | None:
    """What is written down for a table."""
    games: Sequence[Game] = [g for played in file.rounds if played.number == number for g in played.games]
    return next((game.result for game in games if game.table == at), None)


def _problem(code: str, *about: str, **params: int | str) -> Violation:
    return Violation(
        code=code, source="tournament file", about=tuple(subject[:80] for subject in about), params=params
    )
