"""Who contests and who secures an objective token, who is Suppressed or Panicked (core: objectives, panic).

A unit contests a token when its leader is near it and it is not Panicked at that moment. A side secures a
token when more of its units contest it than of the other's; with equal numbers nobody does.
"""

from muster.rules.game.table import LEADERS, Marker, Side, Table, Unit, against


def suppressed(unit: Unit) -> bool:
    """Suppression of at least its Courage; a unit without Courage never is (core: Suppression)."""
    return unit.courage is not None and 0 < unit.suppression >= unit.courage


def best_commander(table: Table, unit: Unit) -> int:
    """The highest Courage among the other Commanders of its side, which may be near enough to steady it."""
    lent = (
        one.courage or 0
        for one in table.army(unit.seat)
        if one.id != unit.id and (one.rank == "commander" or one.has("commander"))
    )
    return max(lent, default=0)


def courage(table: Table, unit: Unit) -> int | None:
    """Its own Courage, or that of a Commander told to be within range 3 (core: Panic)."""
    return None if unit.courage is None else max(unit.courage, table.mark(f"steady.{unit.id}"))


def panicked(table: Table, unit: Unit) -> bool:
    """Suppression of at least twice the Courage it counts with; a unit without Courage never panics."""
    counted = courage(table, unit)
    return counted is not None and 0 < unit.suppression >= 2 * counted


def may_be_steadied(table: Table, unit: Unit) -> bool:
    """Whether a Commander's Courage would keep it from panic, so that somebody has to look."""
    return panicked(table, unit) and unit.suppression < 2 * best_commander(table, unit)


def contesting(table: Table, marker: Marker, side: Side) -> tuple[Unit, ...]:
    """The units of a side that contest a token."""
    near = (table.units[id] for id in table.places.get(marker.id, ()) if id in table.units)
    seat = table.seat_of(side)
    return tuple(unit for unit in near if unit.seat == seat and unit.here and not panicked(table, unit))


def secured_by(table: Table, marker: Marker) -> Side | None:
    """The side that secures a token. Where only the score is kept, it was told."""
    if table.level == "score":
        held = table.holds.get(marker.id, "")
        return held if held in ("blue", "red") else None
    blue, red = (len(contesting(table, marker, side)) for side in ("blue", "red"))
    return None if blue == red else "blue" if blue > red else "red"


def secures(table: Table, marker: Marker, side: Side) -> bool:
    """Whether this side does."""
    return secured_by(table, marker) == side


def leads_at(table: Table, marker: Marker, side: Side) -> bool:
    """Whether a Commander, Operative or Special Forces unit of the side contests a token (rule 480)."""
    if table.level == "score":
        return table.mark(f"told.leader.{marker.id}") > 0
    return any(unit.rank in (*LEADERS, "special-forces") for unit in contesting(table, marker, side))


def more_suppressed(table: Table, side: Side) -> bool:
    """Whether more units of the other side than of this one have Suppression of at least their Courage."""
    own, theirs = (
        sum(suppressed(unit) for unit in table.army(table.seat_of(one))) for one in (side, against(side))
    )
    return theirs > own
