"""The mission map to scale, in inches: x along Red's edge, y away from it. Whoever looks has their own edge
below, so for Red the map is turned by half a turn."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from muster.rules.game.missions import MissionCard, map_card
from muster.rules.game.scoring.contesting import at_token, secured_by
from muster.rules.game.special_operations.missions.shifting_priorities import controls
from muster.rules.game.table import Marker, Side, Table, View
from muster.web.environment import plural
from muster.web.game.play import words

HALF: Final = 3
TOKEN: Final = 1
"""Half the width of an objective token, in inches: the ring is measured from its edge."""
PHONE: Final = 343
"""The width in pixels that the map's letters are made for."""
ICONS: Final = {
    "Bunker": "obj-bunker", "Comms Tower": "obj-transmitter", "Transmitter": "obj-transmitter",
    "Console": "obj-console", "Ambush point": "obj-ambush",
}  # fmt: skip


class MapZone(NamedTuple):
    """A part of a side's Territory."""

    side: Side
    x: float
    y: float
    width: float
    height: float


class MapToken(NamedTuple):
    """An objective token. `hold` is the side that secures it, `of` whose it is, `plate` a number on it."""

    letter: str
    icon: str
    x: float
    y: float
    ring: float
    hold: str
    of: str
    state: str
    plate: str
    words: str


class MissionMap(NamedTuple):
    """A map and the same in words. `below` is the side whose edge is below."""

    name: str
    width: int
    height: int
    scale: float
    zones: tuple[MapZone, ...]
    tokens: tuple[MapToken, ...]
    below: Side
    edges: tuple[str, str]
    words: tuple[str, ...]


def mission_map(seen: View) -> MissionMap | None:
    """The map of the mission as this audience stands at the table."""
    table, card = seen.table, map_card(seen.table.mission)
    if card is None or card.board is None or table.blue is None:
        return None
    below: Side = "red" if seen.audience == table.seat_of("red") else "blue"
    tokens = tuple(_tokens(table, card, below))
    above, under = (words.side_name(table, side) for side in (_other(below), below))
    return MissionMap(
        card.name, card.board.width, card.board.height, round((card.board.width + 0.6) / PHONE, 4),
        tuple(_zones(card, below)), tokens, below, (above, under), tuple(token.words for token in tokens),
    )  # fmt: skip


def _other(side: Side) -> Side:
    return "red" if side == "blue" else "blue"


def _zones(card: MissionCard, below: Side) -> Iterator[MapZone]:
    for zone in card.zones:
        x, y = _point_seen_from(card, below, zone.left, zone.top)
        far_x, far_y = _point_seen_from(card, below, zone.right, zone.bottom)
        yield MapZone(zone.side, min(x, far_x), min(y, far_y), abs(far_x - x), abs(far_y - y))


def _tokens(table: Table, card: MissionCard, below: Side) -> Iterator[MapToken]:
    for marker in table.markers.values():
        if marker.kind == "asset":
            continue
        x, y = _point_seen_from(card, below, marker.x, marker.y)
        number = marker.wounds or marker.amount
        hold = "" if marker.gone else _side_holding(table, marker) or ""
        reach = (marker.reach * 6 or HALF) + TOKEN if marker.kind == "poi" else 0
        yield MapToken(
            words.letter(table, marker.id) or marker.name[0], ICONS.get(marker.name, ""), x, y,
            reach, hold, marker.of or "", "gone" if marker.gone else "",
            str(number) if number and not marker.gone else "", _in_words(table, marker, x, y),
        )  # fmt: skip


def _side_holding(table: Table, marker: Marker) -> Side | None:
    """The side that secures a token; in Special Operations the one that controls it."""
    return (controls if table.mode == "special-operations" else secured_by)(table, marker)


def _point_seen_from(card: MissionCard, below: Side, x: float, y: float) -> tuple[float, float]:
    """Where a point lies for who looks."""
    if card.board is None or below == "blue":
        return x, y
    return card.board.width - x, card.board.height - y


def _in_words(table: Table, marker: Marker, x: float, y: float) -> str:
    """A token in words: where it is, whose it is, who secures it."""
    where = f"{words.marker_name(table, marker.id)}: {x:g}″ from the left, {y:g}″ from the far edge"
    if marker.gone:
        return f"{where}, removed"
    owner = f", {words.side_name(table, marker.of)}’s" if marker.of else ""
    wounds = f", {plural(marker.wounds, 'wound')}" if marker.wounds else ""
    goods = f", {marker.amount} goods" if marker.amount else ""
    held = _side_holding(table, marker)
    sides = " and ".join(words.side_name(table, side) for side in at_token(table, marker))
    state = f"{words.side_name(table, held)} secures it" if held else f"contested by {sides}" if sides else ""
    return f"{where}{owner}{wounds}{goods}{', ' + state if state else ''}"
