"""What is played under a number: a plan follows from its seed alone, and a thousand cover everything."""

from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Final

from muster.rules.game.missions import deck
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.squads.squads import squads

OPERATION: Final = "special-operations"
KINDS: Final = (
    OPERATION, "recon", OPERATION, "standard", OPERATION, "turning-point", OPERATION, "recon",
    OPERATION, "standard", OPERATION, "turning-point", OPERATION, "recon", OPERATION, "event",
    OPERATION, "standard", OPERATION, "turning-point",
)  # fmt: skip
"""What twenty games in a row are; the same again after them."""


@dataclass(frozen=True)
class Plan:
    """A game to be played. `squads`, `edition` and `mission` are for Special Operations, `mission` is the
    Turning Point too; `battle`: from two Registers, with the record and the ten steps."""

    seed: int
    mode: str
    phones: int
    dice: str
    edition: str = ""
    squads: tuple[str, str] = ("", "")
    mission: str = ""
    level: str = "full"
    cards: str = "app"
    battle: bool = False
    event: bool = False

    @property
    def name(self) -> str:
        """What is played, in words."""
        how = f"{'one phone' if self.phones == 1 else 'two phones'}, {self.dice} dice"
        if self.mode == OPERATION:
            what = f"{self.edition}, {' against '.join(self.squads)}, {self.mission or 'mission agreed'}"
        else:
            where = "of a battle, " * self.battle + "at an event, " * self.event
            what = f"{where}{self.mission}{' ' * bool(self.mission)}{self.level}, cards: {self.cards}"
        return f"{self.mode}: {what}, {how}"


def plan(seed: int) -> Plan:
    """The game of a seed."""
    lap, place = divmod(seed - 1, len(KINDS))
    kind = KINDS[place]
    number = lap * KINDS.count(kind) + KINDS[:place].count(kind)
    return MAKERS[kind](seed, number) if kind in MAKERS else _army_game(seed, number, kind)


def _operation(seed: int, number: int) -> Plan:
    pairs = tuple((edition, pair) for edition in EDITIONS for pair in combinations(tuple(squads(edition)), 2))
    missions = (*deck(OPERATION, "mission"), "")
    lap, place = divmod(number, len(pairs))
    edition, pair = pairs[place]
    turned = pair if (lap + place) % 2 else pair[::-1]
    luck = Random(f"how {seed}")
    return Plan(
        seed, OPERATION, phones=luck.choice((1, 2, 2)), dice=luck.choice(("own", "app", "app")),
        edition=edition, squads=turned, mission=missions[(lap + place) % len(missions)],
    )  # fmt: skip


def _army_game(seed: int, number: int, mode: str) -> Plan:
    """Two phones or one, everything or the score, cards here or there, dice of Muster's or their own: by
    turns every way there is, and between them mostly the usual one."""
    ways = tuple(product((2, 1), ("app", "own"), ("full", "score"), ("app", "table")))
    luck = Random(f"how {seed}")
    usual = (
        luck.choice((1, 2, 2, 2)),
        luck.choice(("own", "app")),
        "full",
        luck.choice(("app", "app", "table")),
    )
    phones, dice, level, cards = ways[number // 3 % len(ways)] if number % 3 == 2 else usual
    return Plan(seed, mode, phones=phones, dice=dice, level=level, cards=cards)


def _turning_point(seed: int, number: int) -> Plan:
    """From two Registers as often as not."""
    from muster.rules.campaign.library.library import library

    points = tuple(library().turning_points)
    lap, place = divmod(number, len(points))
    common = _army_game(seed, number, "turning-point")
    return Plan(**{**vars(common), "mission": points[place], "battle": lap % 3 != 2, "phones": 2})


def _event(seed: int, number: int) -> Plan:
    common = _army_game(seed, number, "standard" if number % 2 else "recon")
    return Plan(**{**vars(common), "event": True, "phones": 2})


MAKERS: Final = {OPERATION: _operation, "turning-point": _turning_point, "event": _event}
