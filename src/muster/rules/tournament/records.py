"""Checks whether rounds recorded elsewhere are possible: who played, at which table, with which result.

The app never records impossible rounds, but a file can hold anything. Every problem is reported with its
round and table.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from muster.rules.tournament.games import Game, Player, Result, Round, Stage, Tally
from muster.rules.tournament.scoring.profiles import Profile
from muster.rules.tournament.scoring.results import WITHOUT_NUMBERS, Report, decide, problems
from muster.rules.violations import Violation

# What decided an even game under the current rules is not written down with its result.
NOT_WRITTEN_DOWN: Final = frozenset({"result.armies_needed"})
NO_TALLIES: Final = (Tally(), Tally())

_Thing = TypeVar("_Thing", bound=Hashable)


def record_problems(
    rounds: Sequence[Round], players: Collection[Player], profile: Profile
) -> tuple[Violation, ...]:
    """Everything that cannot be true in a tournament's rounds."""
    return (
        *_bad_numbers(rounds),
        *(found for played in rounds for found in _round_problems(played, players, profile)),
    )


def game_problems(game: Game, profile: Profile, stage: Stage = "swiss") -> tuple[Violation, ...]:
    """What is wrong with a result that was written down; nothing for a game without one."""
    if game.result is None:
        return ()
    report = _report(game, game.result, stage)
    if report.how in WITHOUT_NUMBERS:
        return _walkover_problems(report, profile)
    return tuple(
        violation for violation in problems(profile, report) if violation.code not in NOT_WRITTEN_DOWN
    )


def _report(game: Game, result: Result, stage: Stage) -> Report:
    """The report that a written result amounts to; in a bracket its winner may have won the priority roll."""
    return Report(
        players=game.players,
        how=result.how,
        tallies=result.tallies,
        blue=result.blue,
        winners=(result.winner,) if result.winner else (),
        agreed=result.agreed,
        priority=result.winner if stage == "elimination" else "",
        stage=stage,
    )


def _walkover_problems(report: Report, profile: Profile) -> tuple[Violation, ...]:
    """A game that was not played has the numbers that the profile gives, or none."""
    bare = replace(report, tallies=None)
    if found := problems(profile, bare):
        return found
    if report.tallies in (NO_TALLIES, decide(profile, bare).tallies):
        return ()
    return problems(profile, report)


def _bad_numbers(rounds: Sequence[Round]) -> Iterator[Violation]:
    """Rounds are numbered 1, 2, 3 and so on, and Swiss rounds come first."""
    numbers, stages = [played.number for played in rounds], [played.stage for played in rounds]
    if numbers != list(range(1, len(rounds) + 1)):
        yield Violation(code="record.round_numbers", source="tournament file")
    if stages != sorted(stages, reverse=True):
        yield Violation(code="record.swiss_after_elimination", source="tournament file")


def _round_problems(played: Round, players: Collection[Player], profile: Profile) -> Iterator[Violation]:
    """What is wrong with a round."""
    there = [player for game in played.games for player in game.players]
    there += [*(bye.player for bye in played.byes), *played.missed]
    for player in dict.fromkeys(there):
        if player not in players:
            yield _violation("record.unknown_player", played, player)
    for player in _twice(there):
        yield _violation("record.player_twice", played, player)
    for table in _twice(game.table for game in played.games):
        yield _violation("record.table_twice", played, str(table))
    for game in played.games:
        if game.table < 1:
            yield _violation("record.table_number", played, str(game.table))
        yield from (_at_game(found, played, game) for found in game_problems(game, profile, played.stage))


def _twice(things: Iterable[_Thing]) -> list[_Thing]:
    return [thing for thing, times in Counter(things).items() if times > 1]


def _at_game(found: Violation, played: Round, game: Game) -> Violation:
    """A problem of a result with the place where it stands."""
    return replace(found, params={**found.params, "round": played.number, "table": game.table})


def _violation(code: str, played: Round, about: str) -> Violation:
    return Violation(
        code=code, source="tournament file", about=(about[:80],), params={"round": played.number}
    )
