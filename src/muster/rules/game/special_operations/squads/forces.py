"""A squad as it comes to the table: every miniature by itself, six command cards (rules 285, 287, 289)."""

from muster.rules.game.log.events import ForceBrought
from muster.rules.game.special_operations.squads.cards import DEFAULT, UnitCard
from muster.rules.game.special_operations.squads.squads import command_hand, miniatures_of, squads
from muster.rules.game.table import Edition, Seat, Unit
from muster.rules.violations import Source, refuse_unless

problem = Source("game").problem


def squad_force(seat: Seat, edition: Edition, squad: str) -> tuple[ForceBrought, tuple[str, ...]]:
    """A squad of the edition and its command hand; nothing else may be brought (rules 285, 287)."""
    played = edition or DEFAULT
    refuse_unless(squad in squads(played), problem("game.no_squad", [squad[:40]], rule=287))
    team = squads(played)[squad]
    units = tuple(
        unit_of(seat, number, miniature)
        for number, miniature in enumerate(miniatures_of(played, squad), start=1)
    )
    hand = tuple(card.id for card in command_hand(played, squad))
    force = ForceBrought(
        seat=seat, faction=team.faction, army=team.name, points=0, units=units, hand=len(hand), squad=squad
    )
    return force, hand


def unit_of(seat: Seat, number: int, card: UnitCard) -> Unit:
    """A miniature as a unit of the game."""
    return Unit(
        id=f"{seat}.{number}", seat=seat, card=card.id, name=card.name, rank=card.rank, unit_type=card.type,
        courage=card.courage, wounds=card.wounds,
    )  # fmt: skip
