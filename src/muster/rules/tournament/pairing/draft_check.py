"""What the independent checker says of a pairing before it is published, made by the draw or by hand."""

from muster.rules.tournament.pairing.check import check
from muster.rules.tournament.pairing.swiss import pairing_of
from muster.rules.tournament.running.events import DrawnRound
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.figures import entrants
from muster.rules.violations import Violation


def draft_warnings(now: Tournament) -> tuple[Violation, ...]:
    """What the independent checker says of the draft as it stands, by hand or not."""
    if now.draft is None:
        return ()
    return (*now.draft.drawn.notes, *pairing_problems(now, now.draft.drawn))


def pairing_problems(now: Tournament, drawn: DrawnRound) -> tuple[Violation, ...]:
    """Where a Swiss pairing is not what the rules ask for."""
    if drawn.round.stage != "swiss":
        return ()
    given, number = pairing_of(drawn.round), drawn.round.number
    return tuple(check(entrants(now), given, number, bye_moves=now.plan.bye_moves))
