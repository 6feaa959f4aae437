"""What a tournament comes to at a moment: its standings, its entrants for the next pairing, its seeds."""

from collections.abc import Collection
from functools import lru_cache

from muster.rules.tournament.bracket.cut import seeds_of_cut
from muster.rules.tournament.bracket.elimination import Bracket, champion, ranking
from muster.rules.tournament.chance import words
from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.pairing.swiss import Entrant, standing_to_pair
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.tournament.running.tournament import TAKES_PART, Tournament
from muster.rules.tournament.scoring import profiles
from muster.rules.tournament.scoring.profiles import Profile
from muster.rules.tournament.scoring.standings import Standing, standings


def profile_of(plan: TournamentPlan) -> Profile:
    """The scoring of a plan, with the event's own points limit (T15)."""
    make = profiles.current if plan.profile == "current" else profiles.regulations
    return make(plan.points)


def bracket_of(plan: TournamentPlan) -> Bracket:
    """By game numbers, or the fixed bracket of the current rules."""
    return "fixed" if plan.profile == "current" else "game-numbers"


@lru_cache(maxsize=20_000)
def lot(lots: str, player: Player) -> tuple[int, int]:
    """A player's place in the one random order of the event (T16), the same whoever else comes or goes."""
    stream = words(lots, f"lot {player}")
    return next(stream), next(stream)


def in_lot_order(now: Tournament, players: Collection[Player]) -> list[Player]:
    """Players in the recorded random order."""
    return sorted(players, key=lambda player: (lot(now.lots, player), player))


def ranked_players(now: Tournament) -> list[Player]:
    """Everybody who stands in the standings: who was ever there."""
    return [key for key, entry in now.entries.items() if entry.present and entry.status in TAKES_PART]


def players_gone(now: Tournament) -> frozenset[Player]:
    """Dropped and disqualified players."""
    return frozenset(key for key, entry in now.entries.items() if entry.status in ("dropped", "disqualified"))


def disqualified_players(now: Tournament) -> frozenset[Player]:
    """Who was put out of the event: they have no place in it (rule 594)."""
    return frozenset(key for key, entry in now.entries.items() if entry.status == "disqualified")


def swiss_rounds(now: Tournament, closed_only: bool = True) -> tuple[Round, ...]:
    """The Swiss rounds with the results that stand."""
    return tuple(
        current.played
        for current in now.rounds
        if current.stage == "swiss" and (current.closed or not closed_only)
    )


def bracket_rounds(now: Tournament) -> tuple[Round, ...]:
    """The elimination rounds so far."""
    return tuple(current.played for current in now.rounds if current.stage == "elimination")


def standings_now(now: Tournament, *, live: bool = False) -> tuple[Standing, ...]:
    """The standings after the closed Swiss rounds; `live` counts the results of the open round too.

    Elimination games never enter them (T14).
    """
    players = ranked_players(now)
    order = in_lot_order(now, players)
    profile, out = profile_of(now.plan), disqualified_players(now)
    return standings(swiss_rounds(now, not live), players, profile, order, players_gone(now), out)


def entrants(now: Tournament) -> tuple[Entrant, ...]:
    """Everybody to be paired, best first, with whom they met in this stage and their byes."""
    active = set(now.active)
    standing = ((line.player, line.points) for line in standings_now(now) if line.player in active)
    clubs = {key: entry.club for key, entry in now.entries.items()} if now.plan.avoid_clubs else {}
    return standing_to_pair(
        standing, (current.drawn.round for current in now.rounds if current.stage == "swiss"), clubs
    )


def seeds(now: Tournament, without: Collection[Player] = ()) -> tuple[Player, ...]:
    """Rules 605 and 606: the top of the standings without those who left, best first."""
    size = now.announced.cut if now.announced else 0
    order = [line.player for line in standings_now(now)]
    return seeds_of_cut(order, size, players_gone(now) | set(without))


def final_ranking(now: Tournament) -> tuple[Player, ...]:
    """T14: the elimination result, then the Swiss standing; the disqualified are not ranked."""
    return ranking(bracket_rounds(now), [line.player for line in standings_now(now) if line.rank])


def winner(now: Tournament) -> Player | None:
    """The champion of the bracket, once there is one."""
    return champion(bracket_rounds(now))
