"""Rules profiles: what a win is worth, how an even game is decided, and which figures rank equal players.

Two are ready-made: the Tournament Regulations (document 004) and the publisher's current event rules. A file
of an event that was played by other point rules carries a custom profile as plain data.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.tournament.scoring.scores import PointRules
from muster.rules.tournament.scoring.tiebreaks import TiebreakCode
from muster.rules.violations import Violation

Decider: TypeAlias = Literal["victory", "score", "army", "blue"]
ProfileId: TypeAlias = Literal["regulations", "current", "custom"]

MOST_POINTS: Final = 1000
MOST_LIMIT: Final = 10_000
LONGEST_NAME: Final = 80


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How an event scores.

    `ties` and `mutual_ties` say what decides a game that was played to its end, in order; where none of them
    does, it is a draw. `limit` is the event's points limit (T15). `tabled_score`, `conceded_score` and
    `bye_score` are the least score for defeating everything, for an opponent who concedes, and for a win
    without a game. After the tiebreakers comes the recorded random order, always (rule 637).
    """

    id: ProfileId = "custom"
    name: str = ""
    points: PointRules = PointRules()
    tiebreakers: tuple[TiebreakCode, ...] = ("average-mov", "extended-mov", "sos", "extended-sos")
    ties: tuple[Decider, ...] = ("victory", "score", "blue")
    mutual_ties: tuple[Decider, ...] = ("victory", "blue")
    limit: int = 800
    tabled_score: int = 800
    conceded_score: int = 800
    bye_score: int = 0
    agreed_concessions: bool = True
    byes_are_rounds: bool = True

    @property
    def draws(self) -> bool:
        """Whether a game can end without a winner although nobody broke a rule."""
        return "blue" not in self.ties or "blue" not in self.mutual_ties

    @property
    def victory(self) -> str:
        """What wins a game: the regulations of 2020 count victory tokens (rule 615), later rules VP."""
        return "Victory tokens" if self.id == "regulations" else "VP"


USUAL_POINTS: Final = {"regulations": 800, "current": 1000, "recon": 600}
"""The points of an event whose organiser names none."""


def regulations(limit: int = 800, *, byes_are_rounds: bool = True) -> Profile:
    """The Tournament Regulations: 1 for a win, no draws, Blue wins ties (rules 613 to 638).

    The 800 points for a tabled or conceding opponent are the event's points limit (ruling T15). Byes count as
    rounds in the strength of schedule unless the event says otherwise (ruling A78).
    """
    return Profile(
        id="regulations",
        name="Tournament Regulations",
        limit=limit,
        tabled_score=limit,
        conceded_score=limit,
        byes_are_rounds=byes_are_rounds,
    )


def current(limit: int = 1000, *, byes_are_rounds: bool = True) -> Profile:
    """The publisher's current event rules: 3, 1 and 0 points, draws, 900 points defeated for a bye.

    An even game goes to victory points, points defeated, the bigger army, and then is a draw; a concession
    gives the winner 900 points defeated, or what they already had if that is more.
    """
    return Profile(
        id="current",
        name="Current event rules",
        points=PointRules(win=3, draw=1, loss=0, bye=3),
        tiebreakers=("sos", "points-defeated", "victory-tokens"),
        ties=("victory", "score", "army"),
        mutual_ties=("victory", "score", "army"),
        limit=limit,
        tabled_score=0,
        conceded_score=900,
        bye_score=900,
        agreed_concessions=False,
        byes_are_rounds=byes_are_rounds,
    )


def profile_problems(profile: Profile) -> tuple[Violation, ...]:
    """What is wrong with a profile that came from outside; nothing for the two ready-made ones."""
    names = ("limit", "tabled_score", "conceded_score", "bye_score")
    scores = [name for name in names if not 0 <= getattr(profile, name) <= MOST_LIMIT]
    found = [*_bad_points(profile), *(_violation("profile.score", name, most=MOST_LIMIT) for name in scores)]
    found += _bad_lists(profile)
    if len(profile.name) > LONGEST_NAME:
        found.append(_violation("profile.long_name", "name", most=LONGEST_NAME))
    return tuple(found)


def _bad_points(profile: Profile) -> list[Violation]:
    """Points lie between 0 and 1000, and a win is worth more than a draw, a draw no less than a loss."""
    worth = msgspec.structs.asdict(profile.points)
    wrong = [what for what, points in worth.items() if not 0 <= points <= MOST_POINTS]
    found = [_violation("profile.points", what, most=MOST_POINTS) for what in wrong]
    if not profile.points.win > profile.points.loss or not worth["win"] >= worth["draw"] >= worth["loss"]:
        found.append(_violation("profile.points_order", "points"))
    return found


def _bad_lists(profile: Profile) -> list[Violation]:
    """Nothing is named twice; Blue decides everything that comes to it, so nothing stands after it."""
    found = []
    for name in ("tiebreakers", "ties", "mutual_ties"):
        listed = getattr(profile, name)
        if len(set(listed)) < len(listed):
            found.append(_violation("profile.named_twice", name))
        if "blue" in listed[:-1]:
            found.append(_violation("profile.after_blue", name))
    return found


def _violation(code: str, what: str, **params: int) -> Violation:
    return Violation(code=code, source="event profile", about=(what,), params={"what": what, **params})
