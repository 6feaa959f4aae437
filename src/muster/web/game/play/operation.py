"""What Special Operations add to the table: squads with their loadouts, how the mission stands, what only one
seat knows, and Standbys that may be used now."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from muster.rules.game.answers import React
from muster.rules.game.kernel import changes
from muster.rules.game.special_operations.attacks.standby import provoker, standby_reach
from muster.rules.game.special_operations.marks import CONDITION, POOL, PRIORITY
from muster.rules.game.special_operations.missions import bring_down_the_shields as shields
from muster.rules.game.special_operations.missions import shifting_priorities as shifting
from muster.rules.game.special_operations.setup import COVERT
from muster.rules.game.special_operations.squads import squads
from muster.rules.game.special_operations.squads.cards import EditionId
from muster.rules.game.special_operations.units import edition, in_force, is_vehicle
from muster.rules.game.table import SEATS, SIDES, Seat, Side, Table, View
from muster.web.environment import plural, url
from muster.web.game.play import words


class SquadLine(NamedTuple):
    """A squad at the table: whose, its page, and the loadouts both have opened."""

    side: Side
    player: str
    name: str
    href: str
    loadouts: tuple[tuple[str, str], ...]


class Count(NamedTuple):
    """What decides the mission beside victory points: so many of so many, how many are needed, and by face
    where they differ."""

    name: str
    number: int
    of: int
    words: str
    need: int = 0
    faces: tuple[tuple[str, str], ...] = ()


class Ready(NamedTuple):
    """A unit that may use its Standby now on a foe within so many inches, and how; its player and side."""

    side: Side
    player: str
    unit: str
    name: str
    foe: str
    inches: int
    ways: tuple[str, ...]


class OperationPart(NamedTuple):
    """The mode's own part of the table. `secrets` are those of who looks, `hides` whether there are any."""

    squads: tuple[SquadLine, ...]
    counts: tuple[Count, ...]
    facts: tuple[tuple[str, str], ...]
    secrets: tuple[str, ...]
    ready: tuple[Ready, ...]
    hides: bool


def operation(seen: View) -> OperationPart | None:
    """Nothing in other modes, and nothing before there are squads."""
    table = seen.table
    if table.mode != "special-operations" or table.blue is None:
        return None
    return OperationPart(
        tuple(_squads(table)), tuple(_counts(table)), tuple(_facts(table)), tuple(secrets(seen)),
        tuple(_ready(seen)), _hides(table),
    )  # fmt: skip


@cache
def unit_href(edition: EditionId, card: str) -> str:
    """The page of a unit's card."""
    return f"{url('squad-card', 'unit', card)}?edition={edition}"


def _squads(table: Table) -> Iterator[SquadLine]:
    for side in SIDES:
        seat = table.seat_of(side)
        chair = table.chairs[seat]
        known = squads.squads(edition(table))[chair.squad]
        sides = (squads.loadout_side(edition(table), id) for id in chair.assets)
        loadouts = tuple((side.name, squads.wording(side)) for side in sides)
        href = f"{url('squad', chair.squad)}?edition={edition(table)}"
        yield SquadLine(side, chair.name, known.name, href, loadouts)


def _counts(table: Table) -> Iterator[Count]:
    """The wounds of the vehicle (rule 376), the slots of the Transmitter card (rules 340, 341)."""
    if table.mission.objective == shields.MISSION:
        slots = shields.slots()
        held = {face: shields.filled_slots(table, face) for face in slots}
        faces = tuple((face.value, f"{held[face]}/{slots[face]}") for face in slots)
        total, of = sum(held.values()), sum(slots.values())
        text = f"{total} of {of} slots filled, {shields.NEEDED} needed"
        yield Count("Transmitter card", total, of, text, shields.NEEDED, faces)
    elif unit := next((unit for unit in table.units.values() if is_vehicle(unit)), None):
        left = max(0, unit.wounds - unit.lost)
        yield Count("Vehicle", left, unit.wounds, f"{left} of {plural(unit.wounds, 'wound')} left")


def _facts(table: Table) -> Iterator[tuple[str, str]]:
    """The condition, and what the mission has beside what stands in the header."""
    for row in squads.conditions().values():
        if first := CONDITION.count(table, row.id):
            now = ", now" if in_force(table, row.id) else ""
            text = squads.condition_text(row)
            yield f"{row.name}, rounds {first} and {first + 1}{now}", text
    match table.mission.objective:
        case shields.MISSION:
            yield "Reinforcements pool", plural(POOL.count(table), "black die", "black dice")
        case shifting.MISSION if table.round > 1:
            named = [marker for marker in table.lying() if PRIORITY.count(table, marker.id)]
            yield "Priority objective", ", ".join(marker.name for marker in named) or "none this round"


def _hides(table: Table) -> bool:
    """Whether the mode keeps secrets now, as everybody knows: tokens of The Codes!, covert tokens."""
    held = any(unit.has("code") for unit in table.units.values())
    return held or any(marker.name == COVERT for marker in table.lying())


def secrets(seen: View) -> Iterator[str]:
    """What only this seat knows: its tokens and its covert units, and what it has seen of the other's."""
    if seen.own is None:
        return
    table = seen.table
    for holder, face in sorted(seen.own.codes.items()):
        who = words.unit_name(table, holder) if holder in table.units else "A dropped token"
        held = "holds" if holder in table.units else "is"
        yield f"{who} {held} {words.code_token(table, face)}."
    for note in seen.own.seen:
        held = words.code_token(table, note.face)
        yield f"Round {note.round}: {words.unit_name(table, note.unit)} held {held}."
    for token, unit in sorted(seen.own.covert.items()):
        if token in table.markers and not table.markers[token].gone:
            yield f"Covert token {token.removeprefix('covert-')} is {words.unit_name(table, unit)}."


def _ready(seen: View) -> Iterator[Ready]:
    """Standbys that this seat may use; one phone for both shows those of both."""
    table = seen.table
    asked: tuple[Seat, ...] = SEATS if seen.audience == "both" else ()
    seats = asked or tuple(seat for seat in SEATS if seat == seen.audience)
    for seat in seats:
        own = View(audience=seat, table=table, own=seen.own, locked=seen.locked)
        found = [answer for answer in changes(own) if isinstance(answer, React)]
        for unit in dict.fromkeys(answer.unit for answer in found):
            ways = tuple(answer.what for answer in found if answer.unit == unit)
            foe = provoker(table, seat)
            inches = standby_reach(table, table.units[unit])
            side, player = table.side_of(seat), words.name_of(table, seat)
            name, foes = words.unit_name(table, unit), words.unit_name(table, foe)
            yield Ready(side, player, unit, name, foes, inches, ways)
