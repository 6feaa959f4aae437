"""What a game says to people: phases, cards, steps, reasons, and the log in sentences."""

from collections.abc import Callable
from typing import Any, Final

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import spoken
from muster.rules.game import events
from muster.rules.game.missions import mission_cards
from muster.rules.game.table import Ended, Score, Seat, Side, Table
from muster.rules.log import Event

PHASES: Final = {
    "lobby": "Before the game",
    "setup": "Setup",
    "command": "Command Phase",
    "activation": "Activation Phase",
    "end": "End Phase",
    "over": "Game over",
}
MODES: Final = {"recon": "Recon", "standard": "Standard game", "turning-point": "Turning Point"}
EDGES: Final = {
    "near": "The edge I stand at",
    "far": "The opposite edge",
    "left": "The edge on my left",
    "right": "The edge on my right",
}
TOKENS: Final = {
    "wound": "wound",
    "suppression": "Suppression",
    "aim": "Aim",
    "dodge": "Dodge",
    "surge": "Surge",
    "observation": "Observation",
    "standby": "Standby",
    "intel": "Intel",
    "commander": "Commander",
}
REASONS: Final = {
    "secured": "secured",
    "intel": "contested with Intel",
    "destroyed": "destroyed",
    "scanners-out": "2 Scanners outside own Territory",
    "enemy-scanner": "contests an unclaimed enemy Scanner",
    "in-sight": "2 enemy units within range 2 and in sight",
    "panicked": "an enemy unit is panicked",
    "all-suppressed": "every enemy unit has Suppression",
    "more-suppressed": "more enemy units suppressed",
}
MARKS: Final = {
    "leader": "Commander, Operative or Special Forces unit at",
    "scanners-out": "2 Scanners outside own Territory",
    "scan": "Contests an unclaimed enemy Scanner",
    "in-sight": "2 enemy units within range 2 and in sight of the Scanner",
    "more-suppressed": "More enemy than own units suppressed",
    "panicked": "Box: an enemy unit is panicked",
    "all-suppressed": "Box: every enemy unit has Suppression",
    "tabled": "No unit left",
}
GROUNDS: Final = {
    "points": "12 victory points or more, and more than the other side",
    "tabled": "the other side has no unit left",
    "rounds": "more victory points after round 5",
    "defeated": "level on victory points, with fewer points of units lost",
    "draw": "level on victory points and on units lost",
    "conceded": "the other side conceded",
    "agreed": "agreed by both",
}


def card_name(card: str) -> str:
    """A mission card by its name."""
    found = mission_cards().get(card)
    return found.name if found else spoken(card)


def command_name(card: str) -> str:
    """A command card by its name."""
    return catalogue().name_of(card)


def title(table: Table) -> str:
    """What is played: the objective and the secondary, once they are known."""
    cards = [card_name(card) for card in (table.mission.objective, table.mission.secondary) if card]
    return ", ".join(cards) or table.name or MODES[table.mode]


def name_of(table: Table, seat: Seat) -> str:
    """The player at a seat."""
    return table.chairs[seat].name if seat in table.chairs else "Nobody"


def side_name(table: Table, side: Side) -> str:
    """The player of a colour."""
    return name_of(table, table.seat_of(side))


def unit_name(table: Table, unit: str) -> str:
    """A unit by its name and, where there are several alike, its number."""
    found = table.units.get(unit)
    if found is None:
        return unit
    alike = [one for one in table.units.values() if one.seat == found.seat and one.name == found.name]
    return f"{found.name} {number_of(unit)}" if len(alike) > 1 else found.name


def number_of(unit: str) -> str:
    """The number a unit has at its player's side of the table."""
    return unit.rpartition(".")[2]


def marker_name(table: Table, marker: str) -> str:
    """An objective token by name and letter."""
    found = table.markers.get(marker)
    return f"{found.name} {letter(table, marker)}" if found else marker


def letter(table: Table, marker: str) -> str:
    """The letter of an objective token, in the order of the map."""
    return chr(ord("A") + list(table.markers).index(marker))


def reason(table: Table, score: Score) -> str:
    """Where victory points come from."""
    about = ", ".join(
        marker_name(table, one) if one in table.markers else unit_name(table, one) for one in score.about
    )
    words = REASONS.get(score.reason, spoken(score.reason))
    return f"{about} {words}" if about and score.reason in ("secured", "destroyed", "intel") else words


def ending(table: Table, ended: Ended) -> str:
    """Who won, and why."""
    if ended.winner is None:
        return f"A draw: {GROUNDS[ended.ground]}."
    return f"{side_name(table, ended.winner)} wins: {GROUNDS[ended.ground]}."


def tell(table: Table, event: Event) -> str:
    """An event as a sentence of the log; nothing where it says nothing to people."""
    sentence = SENTENCES.get(type(event))
    return sentence(table, event) if sentence else ""


def _changed(table: Table, event: events.UnitChanged) -> str:
    what = TOKENS.get(event.what, spoken(event.what))
    return f"{unit_name(table, event.unit)}: {event.by:+d} {what}"


def _revealed(table: Table, event: events.CardsRevealed) -> str:
    shown = (f"{name_of(table, seat)} {command_name(card)}" for seat, card in event.cards.items())
    return f"Command cards: {'; '.join(shown)}"


def _scored(table: Table, event: events.Scored) -> str:
    score = event.score
    return f"{side_name(table, score.side)} scored {score.points} VP: {reason(table, score)}"


def _units(table: Table, units: tuple[str, ...]) -> str:
    return ", ".join(unit_name(table, unit) for unit in units)


SENTENCES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    events.SeatTaken: lambda _, event: f"{event.name} sat down",
    events.ForceBrought: lambda table, event: (
        f"{name_of(table, event.seat)} brings {event.army}, {event.points} points"
    ),
    events.ColoursSet: lambda table, event: f"{name_of(table, event.blue)} is Blue",
    events.EdgeChosen: lambda *_: "Blue chose an edge",
    events.MissionSet: lambda table, _: f"The mission is {title(table)}",
    events.PhaseBegun: lambda _, event: f"Round {event.round}, {PHASES[event.phase]}" if event.round else "",
    events.Rolled: lambda _, event: f"{spoken(event.purpose)} roll: {', '.join(event.roll.faces)}",
    events.CardsRevealed: _revealed,
    events.PrioritySet: lambda table, event: f"{name_of(table, event.seat)} has priority",
    events.OrdersGiven: lambda table, event: (
        f"{name_of(table, event.seat)} orders {_units(table, event.units)}"
    ),
    events.TokenDrawn: lambda table, event: f"{name_of(table, event.seat)} drew a {spoken(event.rank)} token",
    events.Activated: lambda table, event: f"{unit_name(table, event.unit)} activated",
    events.Passed: lambda table, event: f"{name_of(table, event.seat)} passed",
    events.Deployed: lambda table, event: f"{unit_name(table, event.unit)} entered the table",
    events.UnitChanged: _changed,
    events.Defeated: lambda table, event: f"{unit_name(table, event.unit)} was defeated",
    events.TakenOff: lambda table, event: f"{unit_name(table, event.unit)} left the table",
    events.MarkerChanged: lambda table, event: (
        f"{marker_name(table, event.marker.id)} was removed" if event.marker.gone else ""
    ),
    events.Scored: _scored,
    events.GameEnded: lambda table, event: ending(table, event.ended),
    events.AskedBack: lambda table, event: f"{name_of(table, event.seat)} asked to take an act back",
    events.PleaAnswered: lambda table, event: (
        f"{name_of(table, event.seat)} {'granted it' if event.granted else 'kept it'}"
    ),
}
