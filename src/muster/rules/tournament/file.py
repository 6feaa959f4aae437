"""A tournament as one JSON file: its rules, its players, its rounds with the seeds they were drawn from.

Nothing is computed that is not in the file, so whoever has it can pair, rank and check it anew. Events that
were played elsewhere, by other point rules, are files with a custom profile.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from muster.rules.json_text import decoded
from muster.rules.tournament.bracket.cut import qualified
from muster.rules.tournament.bracket.elimination import (
    DRAW_LABEL,
    Bracket,
    first_round,
    first_round_at_random,
    next_round,
    ranking,
)
from muster.rules.tournament.chance import Draw
from muster.rules.tournament.games import Game, Player, Result, Round
from muster.rules.tournament.pairing.check import check as check_pairing
from muster.rules.tournament.pairing.swiss import Entrant, Path, pair, pairing_of, standing_to_pair
from muster.rules.tournament.records import record_problems
from muster.rules.tournament.running import structures
from muster.rules.tournament.running.structures import CustomStructure, Structure, structure
from muster.rules.tournament.scoring import profiles
from muster.rules.tournament.scoring.profiles import Profile, profile_problems
from muster.rules.tournament.scoring.results import Report, decide
from muster.rules.tournament.scoring.standings import Standing, standings
from muster.rules.violations import Refused, Violation

FORMAT: Final = "muster-tournament"
VERSION: Final = 1
MAX_BYTES: Final = 32 * 1024 * 1024
MOST_PLAYERS: Final = 20_000
MOST_TOLD: Final = 20

Short = Annotated[str, Meta(min_length=1, max_length=80)]
Seed = Annotated[str, Meta(max_length=100)]


class FilePlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody in the event. Who is `away` is not paired and has an unpaired loss; who is `gone` is out, and
    without a place if `disqualified`."""

    key: Short
    name: Annotated[str, Meta(max_length=200)] = ""
    away: bool = False
    gone: bool = False
    disqualified: bool = False


class DrawnInFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a round was drawn: its seed, and for a Swiss round the path that the pairing took.

    `field` is everybody who was paired with their points, best first, where the standings of that moment no
    longer follow from the file: a result was corrected since, or somebody came back.
    """

    round: int
    seed: Seed
    path: Path | None = None
    field: tuple[tuple[Short, int], ...] = ()


class TournamentFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file. `profile` is the name of a ready-made one or a custom one in full.

    `order` is the one random order itself, where it was not drawn from `order_seed`.
    """

    format: str = FORMAT
    version: int = VERSION
    name: Annotated[str, Meta(max_length=200)] = ""
    profile: Profile | str = "regulations"
    points: Annotated[int, Meta(ge=1, le=profiles.MOST_LIMIT)] = 800
    structure: CustomStructure = CustomStructure()
    bye_moves: bool = True
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
        return tuple(one.key for one in self.players)

    @property
    def gone(self) -> frozenset[Player]:
        """Who has left for good."""
        return frozenset(one.key for one in self.players if one.gone or one.disqualified)

    @property
    def here(self) -> tuple[Player, ...]:
        """Who is paired."""
        gone = self.gone
        return tuple(one.key for one in self.players if not one.away and one.key not in gone)

    @property
    def swiss(self) -> tuple[Round, ...]:
        """The Swiss rounds."""
        return tuple(one for one in self.rounds if one.stage == "swiss")

    @property
    def plan(self) -> Structure:
        """How many rounds and which cut, from the number of players."""
        return structure(self.structure, len(self.players))


def read_file(raw: bytes) -> TournamentFile:
    """A file as it was given; what does not fit is said with its place."""
    if len(raw) > MAX_BYTES:
        raise Refused(_problem("tournament_file.too_large", max=MAX_BYTES))
    try:
        found = decoded(raw, TournamentFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(_problem("tournament_file.unreadable", why=str(error)[:200])) from error
    if (found.format, found.version) != (FORMAT, VERSION):
        raise Refused(_problem("tournament_file.other_format", given=f"{found.format[:40]} {found.version}"))
    if isinstance(found.profile, str) and found.profile not in ("regulations", "current"):
        raise Refused(_problem("tournament_file.no_profile", given=found.profile[:40]))
    return found


def write_file(file: TournamentFile) -> bytes:
    """The file as text, made for reading and for comparing."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def problems(file: TournamentFile) -> Iterator[Violation]:
    """Everything in the file that cannot be true, and every Swiss pairing that the rules do not ask for."""
    twice = _twice(file.keys)
    yield from (_problem("tournament_file.player_twice", key) for key in twice)
    yield from (_problem("tournament_file.order", key) for key in _misplaced(file.order, file.keys))
    yield from profile_problems(file.scoring)
    yield from structures.structure_problems(file.structure, len(file.players))
    found = record_problems(file.rounds, frozenset(file.keys), file.scoring)
    yield from found
    if twice or found:
        return
    for played in file.swiss:
        yield from (_in_round(one, played.number) for one in _pairing_problems(file, played))
    yield from _bracket_problems(file)


def _bracket_problems(file: TournamentFile) -> Iterator[Violation]:
    """Whether the published seed of a bracket at random gives its first round (rules 609 and 610)."""
    first = file.rounds[0] if file.rounds and not file.swiss else None
    drawn = next((one for one in file.draws if first and one.round == first.number), None)
    if first is None or drawn is None:
        return
    there = sorted(first.paired)
    again = first_round_at_random(there, Draw(drawn.seed, DRAW_LABEL).below) if len(there) > 1 else None
    if again is None or _numbered(again) != _numbered(first):
        yield _in_round(_problem("tournament_file.other_draw", drawn.seed), first.number)


def _numbered(played: Round) -> set[tuple[int, tuple[Player, ...]]]:
    """Who stands at which game number."""
    games = {(one.number, one.players) for one in played.games}
    return games | {(one.number, (one.player,)) for one in played.byes}


def _twice(keys: Sequence[Player]) -> list[Player]:
    return [key for key, times in Counter(keys).items() if times > 1]


def _misplaced(listed: Sequence[Player], known: Collection[Player]) -> list[Player]:
    """Whoever stands in a list twice, or without being known."""
    return [*_twice(listed), *sorted(set(listed).difference(known))]


def _pairing_problems(file: TournamentFile, played: Round) -> Iterator[Violation]:
    """The independent checker's answer, and whether the published seed gives this very pairing."""
    there = played.paired
    drawn = next((one for one in file.draws if one.round == played.number), None)
    field = tuple(key for key, _ in drawn.field) if drawn else ()
    if field and (wrong := {*_misplaced(field, there), *there.difference(field)}):
        yield from (_problem("tournament_file.field", key) for key in sorted(wrong))
        return
    known = entrants(file, played.number, there)
    made = pairing_of(played, (drawn.path if drawn else None) or "random")
    yield from check_pairing(known, made, played.number, bye_moves=file.bye_moves)
    if drawn is not None:
        again = pair(known, played.number, drawn.seed, bye_moves=file.bye_moves)
        if (set(again.pairs), again.bye) != (set(made.pairs), made.bye):
            yield _problem("tournament_file.other_draw", drawn.seed)


def lots(file: TournamentFile) -> list[Player]:
    """The one random order of the event (T16): as it is written down, or from its seed."""
    return list(file.order) or Draw(file.order_seed, "muster random order").shuffled(sorted(file.keys))


def table(file: TournamentFile, before: int = 0) -> tuple[Standing, ...]:
    """The standings, of the rounds before a number where one is given. Unfinished games count for nobody;
    who is disqualified had their place until then."""
    rounds = [one for one in file.swiss if not before or one.number < before]
    out = [one.key for one in file.players if one.disqualified and not before]
    return standings(rounds, file.keys, file.scoring, lots(file), file.gone, out)


def entrants(file: TournamentFile, number: int, there: Collection[Player]) -> tuple[Entrant, ...]:
    """Everybody to be paired in a round, best first, as they stood when it was drawn."""
    field = next((one.field for one in file.draws if one.round == number), ())
    standing = field or [(line.player, line.points) for line in table(file, number) if line.player in there]
    return standing_to_pair(standing, (one for one in file.swiss if one.number < number))


def sound(file: TournamentFile) -> TournamentFile:
    """The file, if its rounds can be true: nothing is paired or ranked on others."""
    if found := record_problems(file.rounds, frozenset(file.keys), file.scoring):
        raise Refused(*found[:MOST_TOLD])
    return file


def paired(file: TournamentFile, seed: str) -> TournamentFile:
    """The file with its next round; refused while one is unfinished or when all is played."""
    _refuse_unfinished(sound(file))
    number, plan = len(file.rounds) + 1, file.plan
    if len(file.swiss) < plan.rounds:
        return _swiss(file, number, seed)
    if len(file.rounds) >= plan.rounds + plan.elimination:
        raise Refused(_problem("tournament_file.over"))
    return _with(file, _knock_out(file, number, seed), DrawnInFile(round=number, seed=seed))


def _swiss(file: TournamentFile, number: int, seed: str) -> TournamentFile:
    there = set(file.here)
    if len(there) < structures.FEWEST_PLAYERS:
        raise Refused(_problem("tournament_file.nobody", have=len(there)))
    made = pair(entrants(file, number, there), number, seed, bye_moves=file.bye_moves)
    missed = tuple(one.key for one in file.players if one.away and one.key not in file.gone)
    return _with(file, made.as_round(number, missed), DrawnInFile(round=number, seed=seed, path=made.path))


def _knock_out(file: TournamentFile, number: int, seed: str) -> Round:
    """Rules 605 to 612: the cut, a bracket at random, or the next round of the bracket."""
    if file.rounds and file.rounds[-1].stage == "elimination":
        return next_round(file.rounds[-1], file.gone, bracket=file.bracket)
    if not file.swiss:
        there = file.here
        return first_round_at_random(there, Draw(seed, DRAW_LABEL).below, number=number)
    seeds = qualified([line.player for line in table(file)], file.plan.cut, file.gone)
    return first_round(seeds, number=number, bracket=file.bracket, size=file.plan.cut)


def _refuse_unfinished(file: TournamentFile) -> None:
    last = file.rounds[-1] if file.rounds else None
    if last is not None and not last.complete:
        tables = ", ".join(str(game.table) for game in last.games if game.result is None)[:80]
        raise Refused(_problem("tournament_file.unfinished", round=last.number, tables=tables))


def _with(file: TournamentFile, played: Round, drawn: DrawnInFile) -> TournamentFile:
    return replace(file, rounds=(*file.rounds, played), draws=(*file.draws, drawn))


def reported(file: TournamentFile, number: int, at: int, report: Report) -> TournamentFile:
    """The file with the result of one table; `report` need not name the players."""
    found = [one for one in file.rounds if one.number == number]
    game = next((one for played in found for one in played.games if one.table == at), None)
    if game is None:
        raise Refused(_problem("tournament_file.no_table", round=number, table=at))
    full = replace(report, players=game.players, stage=found[0].stage)
    return _changed(file, found[0], replace(game, result=decide(file.scoring, full)))


def _changed(file: TournamentFile, played: Round, game: Game) -> TournamentFile:
    games = tuple(game if one.table == game.table else one for one in played.games)
    rounds = tuple(replace(played, games=games) if one is played else one for one in file.rounds)
    return replace(file, rounds=rounds)


def final(file: TournamentFile) -> tuple[Player, ...]:
    """The final ranking: the bracket, then the Swiss standings (T14)."""
    return ranking(file.rounds, [line.player for line in table(file) if line.rank])


def result_of(file: TournamentFile, number: int, at: int) -> Result | None:
    """What is written down for a table."""
    games: Sequence[Game] = [g for one in file.rounds if one.number == number for g in one.games]
    return next((game.result for game in games if game.table == at), None)


def _in_round(found: Violation, number: int) -> Violation:
    return replace(found, params={**found.params, "round": number})


def _problem(code: str, *about: str, **params: int | str) -> Violation:
    return Violation(
        code=code, source="tournament file", about=tuple(one[:80] for one in about), params=params
    )
