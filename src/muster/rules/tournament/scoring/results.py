"""Who won, given how a game ended: the five ways of the regulations, and the three that need no table.

A report is what somebody says about a game; `decide` makes the result of it, or refuses with everything that
is wrong. Numbers decide where the rules let them (rules 614, 615, 618); a stated winner may not contradict
them.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from muster.rules.tournament.games import How, Player, Result, Stage, Tally
from muster.rules.tournament.scoring.endings import ENDINGS
from muster.rules.tournament.scoring.profiles import Decider, Profile
from muster.rules.violations import Refused, Violation

Ground: TypeAlias = Decider | Literal["draw", "priority", "stated", "nobody"]
Pair: TypeAlias = tuple[int, int]
_Asked = TypeVar("_Asked")

MOST_VICTORY: Final = 999
MOST_SCORE: Final = 10_000
BY_NUMBERS: Final = frozenset(ending.how for ending in ENDINGS if ending.by_numbers)
WITHOUT_NUMBERS: Final = frozenset(ending.how for ending in ENDINGS if ending.without_numbers)
BY_WORDS: Final = {
    "victory": "more VP",
    "score": "a higher score",
    "army": "the bigger army",
    "blue": "being the blue player",
}


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody says about a game: numbers in the order of the players at the table, who won or lost.

    `winners` or `loser` name a side where numbers do not decide: tabled, conceded, not there, given a game
    loss; winners are a tuple so that a slip on which both claim to have won can be read and refused. `armies`
    are the points of both armies, `priority` the winner of a priority roll: each is asked for only where an
    even game comes to it under the current rules. `agreed` is explained with `Result`.
    """

    how: How = "rounds"
    tallies: tuple[Tally, Tally] | None = None
    blue: Player = ""
    winners: tuple[Player, ...] = ()
    loser: Player = ""
    agreed: bool = False
    armies: Pair | None = None
    priority: Player = ""


class Report(Slip, frozen=True, kw_only=True):
    """A slip with whose game it is about, in which stage."""

    players: tuple[Player, Player]
    stage: Stage = "swiss"

    def other(self, player: Player) -> Player:
        """The opponent."""
        return self.players[1] if player == self.players[0] else self.players[0]


class Verdict(msgspec.Struct, frozen=True):
    """Who won and what decided it; nobody in a draw and in a double loss."""

    winner: Player
    by: Ground


def decide(profile: Profile, report: Report) -> Result:
    """The result of a report, with the scores that the rules give; refused with everything that is wrong."""
    if found := problems(profile, report):
        raise Refused(*found)
    winner = verdict(profile, report).winner
    tallies = _with_least_scores(profile, report, winner)
    return Result(how=report.how, winner=winner, tallies=tallies, blue=report.blue, agreed=report.agreed)


def problems(profile: Profile, report: Report) -> tuple[Violation, ...]:
    """Everything that keeps a report from being a result."""
    found = tuple(_faults(profile, report))
    if found:
        return found
    try:
        found_for = verdict(profile, report)
    except Refused as refused:
        return refused.violations
    return tuple(_contradictions(report, found_for))


def verdict(profile: Profile, report: Report) -> Verdict:
    """Who wins by this report, and why. The conceding player has lost, whatever the numbers (rule 619)."""
    if report.how == "double-loss":
        return Verdict("", "nobody")
    if report.how in BY_NUMBERS:
        return _by_numbers(profile, report)
    winner = next(iter(report.winners), "") or (report.other(report.loser) if report.loser else "")
    if not winner:
        raise Refused(_violation("result.who_won", 613 if report.how == "tabled" else 619))
    return Verdict(winner, "stated")


def is_by_blue(profile: Profile, result: Result) -> bool:
    """Rules 614, 615 and 618: whether nothing but being the blue player decided a game."""
    deciders = profile.mutual_ties if result.how == "mutual" else profile.ties
    first, second = result.tallies
    even = first.victory == second.victory and ("score" not in deciders or first.score == second.score)
    to_blue = "blue" in deciders and result.winner != "" and result.winner == result.blue
    return result.how in BY_NUMBERS and to_blue and even


def _by_numbers(profile: Profile, report: Report) -> Verdict:
    """Rules 614, 615 and 618: the first number that differs decides; the current rules know a draw."""
    deciders = profile.mutual_ties if report.how == "mutual" else profile.ties
    for decider in deciders:
        if winner := _leader(report, decider):
            return Verdict(winner, decider)
    if report.stage == "swiss":
        return Verdict("", "draw")
    if not report.priority:
        raise Refused(_violation("result.priority_needed"))
    return Verdict(report.priority, "priority")


def _leader(report: Report, decider: Decider) -> Player:
    """Who is ahead by one number, or nobody."""
    if decider == "blue":
        return _require(report.blue, "result.blue_needed", 615)
    ours, theirs = _numbers(report, decider)
    return "" if ours == theirs else report.players[ours < theirs]


def _numbers(report: Report, decider: Decider) -> Pair:
    """Both players' number that a decider looks at."""
    if decider == "army":
        return _require(report.armies, "result.armies_needed", 0)
    first, second = _require(report.tallies, "result.tokens_needed", 622)
    return (first.victory, second.victory) if decider == "victory" else (first.score, second.score)


def _require(value: _Asked | None, code: str, rule: int) -> _Asked:
    """A value the report must give because the decision depends on it; refused where it is missing."""
    if not value:
        raise Refused(_violation(code, rule))
    return value


def _with_least_scores(profile: Profile, report: Report, winner: Player) -> tuple[Tally, Tally]:
    """The tallies with the least scores that the profile gives (rules 620 and 621, rulings T7 and T15)."""
    first, second = report.tallies or (Tally(), Tally())
    return _at_least(first, _least_score(profile, report, winner, 0)), _at_least(
        second, _least_score(profile, report, winner, 1)
    )


def _least_score(profile: Profile, report: Report, winner: Player, seat: int) -> int:
    """The least score of a seat: for defeating everybody, for a concession, for a walkover as for a bye."""
    if report.how == "mutual":
        return profile.tabled_score
    if report.players[seat] != winner or report.agreed:
        return 0
    least = {"tabled": profile.tabled_score, "concession": profile.conceded_score}
    walkover = profile.bye_score if report.how in ("no-show", "left", "game-loss") else 0
    return least.get(report.how, walkover)


def _at_least(tally: Tally, score: int) -> Tally:
    return tally if tally.score >= score else Tally(victory=tally.victory, score=score)


def _faults(profile: Profile, report: Report) -> Iterator[Violation]:
    """What is wrong before any number is compared."""
    yield from _wrong_players(report)
    if len(set(report.winners)) > 1:
        yield _violation("result.two_winners", 613, *report.winners[:2])
    yield from _bad_numbers(report)
    if report.tallies is None and (report.how in BY_NUMBERS or report.how == "tabled" or report.agreed):
        yield _violation("result.tokens_needed", 622)
    if report.how in WITHOUT_NUMBERS and report.tallies not in (None, (Tally(), Tally())):
        yield _violation("result.no_numbers", 629)
    if report.agreed and (report.how != "concession" or not profile.agreed_concessions):
        yield _violation("result.not_agreeable", 628)


def _wrong_players(report: Report) -> Iterator[Violation]:
    """A game has two different players, and nobody else won, lost or was blue in it."""
    if "" in report.players or report.players[0] == report.players[1]:
        yield _violation("result.not_two_players", 0, *report.players)
    named = dict.fromkeys((*report.winners, report.loser, report.blue, report.priority))
    for player in named:
        if player and player not in report.players:
            yield _violation("result.wrong_player", 0, player[:80])


def _bad_numbers(report: Report) -> Iterator[Violation]:
    """No number is below 0, and none is absurd; the refusal names the number and its seat."""
    for seat, tally in enumerate(report.tallies or (), 1):
        if not 0 <= tally.victory <= MOST_VICTORY:
            at = f"victory{seat}"
            yield _violation("result.number", 622, at, what="VP", have=tally.victory, most=MOST_VICTORY)
        if not 0 <= tally.score <= MOST_SCORE:
            at = f"score{seat}"
            yield _violation("result.number", 620, at, what="a score", have=tally.score, most=MOST_SCORE)
    for seat, points in enumerate(report.armies or (), 1):
        if not 0 < points <= MOST_SCORE:
            at = f"army{seat}"
            yield _violation("result.number", 0, at, what="an army's points", have=points, most=MOST_SCORE)


def _contradictions(report: Report, verdict: Verdict) -> Iterator[Violation]:
    """A winner or loser who is named must be the one that the rules give."""
    winner, loser = verdict.winner, report.other(verdict.winner) if verdict.winner else ""
    wrong = (report.winners and report.winners[0] != winner) or (report.loser and report.loser != loser)
    if not wrong:
        return
    if verdict.by in ("draw", "nobody"):
        yield _violation("result.no_winner" if verdict.by == "draw" else "result.both_lose", 614)
    elif verdict.by == "stated":
        yield _violation("result.won_and_lost", 613, winner)
    else:
        yield _violation("result.contradicted", 615, winner, by=BY_WORDS.get(verdict.by, "the priority roll"))


def _violation(code: str, rule: int = 0, *about: str, **params: int | str) -> Violation:
    source = f"tournament regulations: rule {rule}" if rule else "event rules"
    return Violation(code=code, source=source, about=about, params=params)
