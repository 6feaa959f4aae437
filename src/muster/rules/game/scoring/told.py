"""Score only: what the players tell at the end of a round, worth what it is worth in a full game."""

from muster.rules.game.scoring.points import FIRST_SCORING, scored
from muster.rules.game.scoring.recon_secondaries import BOXES, scanned, ticked
from muster.rules.game.table import SIDES, Side, Table
from muster.rules.log import Event


def marks_offered(table: Table) -> tuple[str, ...]:
    """What score-only has to know beside who holds what, by the cards in play."""
    late = table.round >= FIRST_SCORING
    offered: list[str] = []
    if table.mission.objective == "bunker-assault" and late:
        offered += [f"leader.{bunker.id}" for bunker in table.lying()]
    for side in SIDES:
        if table.mission.secondary == "surface-scan":
            offered += [f"scanners-out.{side}"] * late
            offered += [f"scan.{side}"] * (not table.mark(f"scan.{side}"))
        if table.mission.secondary == "recon-mission" and late:
            offered.append(f"in-sight.{side}")
        if table.mission.secondary == "bring-them-to-heel":
            offered += [f"more-suppressed.{side}"] * late
            offered += [f"{box}.{side}" for box in BOXES if not table.mark(f"heel.{side}.{box}")]
    return tuple(offered)


def told_marks(table: Table, marks: tuple[str, ...]) -> tuple[Event, ...]:
    """What the marks of a score-only round are worth, by the same rules as in a full game."""
    return tuple(event for mark in marks for event in _told(table, *mark.rsplit(".", 1)))


def _told(table: Table, what: str, side: str) -> tuple[Event, ...]:
    if side not in SIDES:
        return ()
    colour: Side = "blue" if side == "blue" else "red"
    if what in BOXES:
        return ticked(table, colour, what)
    if what == "scan":
        return scanned(table, colour)
    cards = {
        "scanners-out": "surface-scan",
        "in-sight": "recon-mission",
        "more-suppressed": "bring-them-to-heel",
    }
    return (scored(table, colour, 1, f"{cards[what]}.{what}"),) if what in cards else ()
