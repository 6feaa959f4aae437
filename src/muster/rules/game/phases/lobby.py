"""Before a game: it is opened, two sit down, each brings an army, and it begins.

Rules 453 (Recon: an army and a command hand, no battle deck) and 48 (a Turning Point's owner is Blue).
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from muster.rules.campaign.library.library import library
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.kernel import Chance, Outcome, go_on
from muster.rules.game.log.events import (
    ColoursSet,
    ForceBrought,
    GameOpened,
    HandKept,
    PhaseBegun,
    SeatKept,
    SeatLeft,
    SeatTaken,
)
from muster.rules.game.missions import deck, mission_cards
from muster.rules.game.modes import MODES, mode_of
from muster.rules.game.phases.activation import COUNTED
from muster.rules.game.table import SEATS, Game, Seat, Table
from muster.rules.log import Event
from muster.rules.violations import Refused, Source, Violation, refuse_if, refuse_unless

problem = Source("game").problem
problem_if = Source("game").problem_if
MOST_LETTERS: Final = 40
CONDITION: Final = "condition"
"""Set to no, Special Operations do not ask for the condition chart (rule 377)."""


def decide_open(game: Game, opened: GameOpened) -> GameOpened:
    """A game is opened once; a Turning Point names its mission, Special Operations may; switches are those of
    the mode, and whether actions are counted."""
    operation = MODES[opened.mode].fought
    known = (*MODES[opened.mode].switches, CONDITION if operation else COUNTED)
    unknown = [name[:MOST_LETTERS] for name in opened.switches if name not in known]
    missing = opened.mode == "turning-point" and opened.mission not in mission_cards()
    strange = operation and opened.mission not in ("", *deck("special-operations", "mission"))
    in_part = operation and (opened.level != "full" or opened.cards != "app")
    refuse_if(
        problem_if(game.table.chairs, "game.open_already"),
        problem_if(missing, "game.no_mission"),
        problem_if(strange, "game.no_operation", [opened.mission[:MOST_LETTERS]], rule=295),
        problem_if(in_part, "game.kept_whole", rule=289),
        problem_if(len(opened.name) > MOST_LETTERS, "game.long_name", most=MOST_LETTERS),
        problem_if(unknown, "game.no_switch", unknown),
    )
    return opened


def decide_sit(game: Game, seat: Seat, name: str, player: str, code: str) -> tuple[Event, ...]:
    """A seat is taken once, while nobody sits there."""
    taken = seat in game.table.chairs
    refuse_if(
        problem_if(taken, "game.seat_taken", [seat]),
        problem_if(not 0 < len(name) <= MOST_LETTERS, "game.long_name", most=MOST_LETTERS),
    )
    return SeatTaken(seat=seat, name=name), SeatKept(seat=seat, player=player, code=code)


def decide_leave(game: Game, seat: Seat) -> SeatLeft:
    """A seat is left before the game begins, not later."""
    refuse_unless(game.table.phase == "lobby", problem("game.begun_already"))
    refuse_unless(seat in game.table.chairs, problem("game.seat_empty", [seat]))
    return SeatLeft(seat=seat)


def decide_bring(game: Game, force: ForceBrought, hand: Sequence[str]) -> tuple[Event, ...]:
    """An army is brought before the game begins; a later one takes its place. Its hand holds command cards
    that are known, those of a Paragon among them (rule 273)."""
    refuse_if(*squad_problems(game.table, force))
    known = library().paragon_cards.keys() | {card.id for card in catalogue().data.commands}
    if force.squad:
        known = set(_squad(game.table, force)[1])
    unknown = [card[:MOST_LETTERS] for card in hand if card not in known]
    refuse_unless(game.table.phase == "lobby", problem("game.begun_already"))
    refuse_unless(force.seat in game.table.chairs, problem("game.seat_empty", [force.seat]))
    if unknown:
        raise Refused(problem("game.no_card", unknown, rule=273))
    return replace(force, hand=len(hand)), HandKept(seat=force.seat, cards=tuple(hand))


def squad_problems(table: Table, force: ForceBrought) -> tuple[Violation, ...]:
    """Special Operations are played with a squad of the edition as it stands, other games with an army (rules
    285, 287)."""
    if mode_of(table).fought != bool(force.squad):
        return (problem("game.no_squad" if not force.squad else "game.no_army", [force.seat], rule=287),)
    if force.squad and _squad(table, force)[0].units != force.units:
        return (problem("game.no_squad", [force.squad[:MOST_LETTERS]], rule=287),)
    return ()


def _squad(table: Table, force: ForceBrought) -> tuple[ForceBrought, tuple[str, ...]]:
    """The squad that a force says it is, and its hand, as the edition has them."""
    squad = mode_of(table).squad
    return squad(force.seat, table.edition, force.squad) if squad else (force, ())


def decide_begin(game: Game, chance: Chance) -> tuple[Event, ...]:
    """Both sit, and both have brought an army unless only the score is kept. The owner of a Turning Point is
    Blue (rule 48)."""
    table = game.table
    waiting = [seat for seat in SEATS if seat not in table.chairs]
    bare = [s for s in SEATS if s in table.chairs and not table.chairs[s].ready and table.level == "full"]
    missing = "game.no_squad" if mode_of(table).fought else "game.no_army"
    refuse_if(
        problem_if(table.phase != "lobby", "game.begun_already"),
        problem_if(waiting, "game.seat_empty", waiting),
        problem_if(bare, missing, bare),
    )
    owner = (ColoursSet(blue=table.owner),) if table.owner else ()
    outcome = Outcome((PhaseBegun(phase="setup", round=0), *owner), mode_of(table).setup(table))
    return go_on(game, outcome, (), chance)
