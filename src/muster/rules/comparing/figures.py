"""What cards are measured by: points per wound, dice per point at a range, courage, speed. All exact.

A figure of None does not apply to the card, or rests on a fact that is not known.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from muster.rules.cards.types import Card, Counterpart, Priced, Unit
from muster.rules.comparing.pools import BANDS, MELEE, Dice, Minis, strongest, unit_pool

Measure = Callable[[Card, int | None], Fraction | None]
PER_HUNDRED: Final = 100


class Figure(NamedTuple):
    """A measure with its name, what exactly is counted, and whether the most or the least comes first.

    `scale` makes small fractions readable: 4 dice for 42 points are 9.5 dice per 100 points.
    """

    id: str
    name: str
    unit: str
    counted: str
    measure: Measure
    most_first: bool = False
    scale: int = 1


def wounds_of(card: Card) -> int | None:
    """The wounds of a whole unit or of a counterpart; None where other cards bring its minis or wounds."""
    if isinstance(card, Unit):
        return card.wounds * card.miniatures or None
    return card.wounds if isinstance(card, Counterpart) else None


def dice_at(card: Card, band: int) -> Dice:
    """The attack dice at a range: of a whole unit without upgrades; of one mini with any other card."""
    if isinstance(card, Unit):
        return unit_pool(card, band)
    return Minis(strongest(card.weapons, band, 1)).dice if isinstance(card, Priced) else Dice()


def points_per_wound(card: Card, points: int | None) -> Fraction | None:
    """Points of the card over the wounds of the whole unit."""
    wounds = wounds_of(card)
    return None if points is None or not wounds else Fraction(points, wounds)


def dice_per_point(card: Card, points: int | None, band: int) -> Fraction | None:
    """Dice at the range over the points of the card; None without dice there, and for a card that is free."""
    dice = dice_at(card, band).total
    return Fraction(dice, points) if dice and points else None


def on_unit(card: Card, field: Literal["courage", "speed"]) -> Fraction | None:
    """A number on a unit card; a dash is none."""
    number = getattr(card, field) if isinstance(card, Unit) else None
    return None if number is None else Fraction(number)


def range_name(band: int) -> str:
    """Melee, range 1 …"""
    return "melee" if band == MELEE else f"range {band}"


def sentence_of(band: int) -> str:
    """Melee, Range 1 …"""
    return range_name(band).capitalize()


def _as_it_is(_: Card, points: int | None) -> Fraction | None:
    return None if points is None else Fraction(points)


def _courage(card: Card, _: int | None) -> Fraction | None:
    return on_unit(card, "courage")


def _speed(card: Card, _: int | None) -> Fraction | None:
    return on_unit(card, "speed")


def _dice_figure(band: int) -> Figure:
    where = range_name(band)
    return Figure(
        id=f"dice-{'melee' if band == MELEE else band}",
        name=f"{where.capitalize()}: dice per point",
        unit="dice per 100 points",
        counted=f"Dice of the whole unit at {where}, without upgrades: each mini with its strongest weapon "
        "that reaches, with Arsenal X that many. Of an upgrade or a counterpart, those of one mini.",
        measure=lambda card, points: dice_per_point(card, points, band),
        most_first=True,
        scale=PER_HUNDRED,
    )


FIGURES: Final[dict[str, Figure]] = {
    figure.id: figure
    for figure in (
        Figure("points", "Points", "points", "Points of the card alone.", _as_it_is),
        Figure(
            "points-per-wound",
            "Points per wound",
            "points per wound",
            "Points of the card over the wounds of all its minis, without upgrades.",
            points_per_wound,
        ),
        *map(_dice_figure, BANDS),
        Figure(
            "courage", "Courage", "courage", "Courage of the unit; without one it comes last.", _courage, True
        ),
        Figure("speed", "Speed", "speed", "Speed of the unit.", _speed, True),
    )
}


def in_digits(value: Fraction, most: int = 2) -> str:
    """A fraction as people read it, rounded to at most so many digits: 10.5, 9.52, 42."""
    text = f"{float(round(value, most)):.{most}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def hits_in_words(hits: Fraction) -> str:
    """1 hit, 1.5 hits"""
    digits = in_digits(hits, 1)
    return f"{digits} hit{'' if digits == '1' else 's'}"


def in_words(figure: Figure, value: Fraction | None) -> str:
    """ "10.5 points per wound"; nothing where there is no such figure."""
    return "" if value is None else f"{in_digits(value * figure.scale, 1)} {figure.unit}"
