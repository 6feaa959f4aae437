"""An army as it comes to the table: every unit by itself, with what the game has to know of it."""

import re
from collections import Counter
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from muster.rules.armies.army import Army, army_name
from muster.rules.armies.check import check_openly
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.sheets.playsheet import unit_sheet
from muster.rules.attack.sides import Side
from muster.rules.cards.catalogue import Catalogue
from muster.rules.game.log.events import ForceBrought
from muster.rules.game.minis import Mini, Minis
from muster.rules.game.missions import battle_deck
from muster.rules.game.table import CACHED, Mode, Seat, Table, Unit
from muster.rules.violations import Source, Violation, refuse_unless

problem = Source("game").problem
CACHE: Final = re.compile(r"(Aim|Dodge|Surge) (\d+)")
LEADS: Final = ("leader", "heavy-weapon-team")
"""Keywords of an upgrade whose miniature leads its unit."""


def force_of(seat: Seat, army: Army, catalogue: Catalogue) -> ForceBrought:
    """The units of an army, each with an id of its own; refused where there is none."""
    lines = Lineup(army, catalogue).lines
    units = tuple(_unit(seat, number, line, catalogue) for number, line in enumerate(_each(lines), start=1))
    refuse_unless(units, problem("game.no_army", [seat]))
    return ForceBrought(
        seat=seat,
        faction=army.faction,
        army=army_name(army),
        points=sum(unit.points for unit in units),
        units=units,
        hand=len(hand_of(army, catalogue)),
        deck=battle_deck(army.battle_deck, catalogue),
    )


def points_allowed(table: Table, seat: Seat, catalogue: Catalogue) -> int | None:
    """The points of the mode that a seat's army exceeds: a Recon army has at most 600 (rule 446). Players may
    still agree to play with it."""
    limit = catalogue.formats[table.mode].points if table.mode in catalogue.formats else None
    return limit if limit is not None and table.chairs[seat].points > limit else None


def wrong_for(army: Army, mode: Mode, catalogue: Catalogue) -> tuple[Violation, ...]:
    """What the format of a mode has against an army, whatever format it was built for (rules 446 to 452). A
    Turning Point has none: its army is mustered."""
    if mode not in catalogue.formats:
        return ()
    return check_openly(replace(army, format=mode, limit=None, ranks=None), catalogue)


def hand_of(army: Army, catalogue: Catalogue) -> tuple[str, ...]:
    """The command cards of an army that we know."""
    known = {card.id for card in catalogue.data.commands}
    return tuple(card for card in dict.fromkeys(army.command_hand) if card in known)


def _each(lines: list[ArmyLine]) -> list[ArmyLine]:
    return [line for line in lines for _ in range(line.count)]


def _unit(seat: Seat, number: int, line: ArmyLine, catalogue: Catalogue) -> Unit:
    card = catalogue.units[line.unit.id]  # an older list is judged by its date and played with today's cards
    side = Side(line=line, catalogue=catalogue)
    miniatures, minis = unit_sheet(line).miniatures, minis_of(side)
    companion = line.loadout.counterpart
    theirs = tuple(upgrade.id for upgrade in line.loadout.counterpart_upgrades)
    return Unit(
        id=f"{seat}.{number}",
        seat=seat,
        card=card.id,
        name=card.display_name or card.name,
        rank=line.rank,
        unit_type=card.unit_type,
        points=line.loadout.points,
        courage=card.courage and (side.courage or card.courage),
        wounds=max(1, sum(mini.count * mini.wounds for mini in minis)),
        miniatures=miniatures,
        prepared=line.loadout.has("prepared-position"),
        keywords=tuple(sorted(line.loadout.keywords)),
        unique=card.unique,
        upgrades=tuple(upgrade.id for upgrade in line.loadout.all_upgrades) or UNSET,
        counterpart=(companion.id, *theirs) if companion else UNSET,
        minis=minis,
        tokens=cached_tokens(line),
    )


def cached_tokens(line: ArmyLine) -> dict[str, int]:
    """The tokens with which cards with Cache come to the table, as *Aim 1 and Dodge 1*; none where no card
    says which."""
    found: Counter[str] = Counter()
    for card in line.loadout.all_upgrades:
        for use in card.keywords:
            if use.id == "cache":
                told = CACHE.findall(str(use.value))
                found.update({f"{CACHED}{token.lower()}": int(number) for token, number in told})
    return dict(found)


def minis_of(side: Side) -> Minis:
    """The miniatures of a unit by the cards that bring them, the leader's card first: the unit's own, or one
    that says it leads."""
    unit, companion = side.line.unit, side.line.loadout.counterpart
    added: dict[str, Mini] = {}
    for card in side.added_minis:
        before = added[card.id].count if card.id in added else 0
        added[card.id] = Mini(card.id, before + side.minis_of(card), side.wounds_each(card))
    own = Mini(unit.id, unit.miniatures, unit.wounds)
    joined = (Mini(companion.id, 1, companion.wounds),) if companion else ()
    every = (own, *added.values(), *joined)
    leads = next(
        (card.id for card in side.added_minis if card.has("leader") or card.has("heavy-weapon-team")),
        own.card,
    )
    return tuple(sorted(every, key=lambda mini: mini.card != leads))
