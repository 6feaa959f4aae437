"""What the independent checker says of a pairing before it is published, made by the draw or by hand."""

from muster.rules.tournament.pairing.check import check
from muster.rules.tournament.pairing.swiss import Pairing
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
    pairs = tuple(game.players for game in drawn.round.games)
    bye = drawn.round.byes[0].player if drawn.round.byes else ""
    given = Pairing(pairs=pairs, bye=bye, path=drawn.path, notes=())  # type: ignore[arg-type]
    found = check(entrants(now), given, drawn.round.number, bye_moves=now.plan.bye_moves)
    return tuple(found)
