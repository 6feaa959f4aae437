"""Two small armies."""

from muster.rules.game.table import Seat, Unit

HAND = ("bl", "bk", "bj", "aa")


def unit(seat: Seat, number: int, rank: str, **more: object) -> Unit:
    """A unit of a rank, as small as it can be."""
    fields = {"courage": 1, "wounds": 4, "points": 50, **more}
    return Unit(
        id=f"{seat}.{number}",
        seat=seat,
        card="ab",
        name=f"{rank} {number}",
        rank=rank,
        unit_type="trooper",
        **fields,
    )  # type: ignore[arg-type]


def army(seat: Seat) -> tuple[Unit, ...]:
    """A Commander, three Corps, a Special Forces unit and a prepared Support unit."""
    ranks = ("commander", "corps", "corps", "corps", "special-forces", "support")
    return tuple(
        unit(seat, number, rank, courage=2 if rank == "commander" else 1, prepared=rank == "support")
        for number, rank in enumerate(ranks, start=1)
    )
