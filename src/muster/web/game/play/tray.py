"""The dice tray beside the prompt: dice to choose, and what was rolled last."""

from itertools import islice
from typing import Final, NamedTuple

from muster.app.game.playing.taking_back import Acts
from muster.rules.dice.faces import Die, Face
from muster.rules.game.log.events import Rolled
from muster.rules.game.phases.tray import MOST, from_tray
from muster.rules.game.table import SEATS, Seat, View
from muster.rules.log.counting import acts_holding
from muster.web.dice.dice import NAMES
from muster.web.game.play.news import News, Thrown, thrown_dice
from muster.web.game.play.words import name_of

NEWEST: Final = 2
"""The rolls that are shown: an attack and the defence against it."""


class Tray(NamedTuple):
    """What was rolled, newest first, and who may roll: both on one phone, nobody among those who watch.
    `own` are the seats that roll their own dice and enter them."""

    rolls: tuple[Thrown, ...]
    rollers: tuple[tuple[Seat, str], ...]
    own: tuple[Seat, ...]
    kinds: tuple[tuple[Die, str], ...] = tuple(NAMES.items())
    faces: tuple[Face, ...] = tuple(Face)
    most: int = MOST


def tray(seen: View, done: Acts, news: News) -> Tray | None:
    """The tray of a round that is on: where units are kept, in the phase in which they attack. What the news
    show is not shown again. Special Operations have none, and who watches has none without dice in it."""
    table = seen.table
    on = table.phase == "activation" or (table.level == "score" and table.round > 0)
    if table.ended or table.mode == "special-operations" or not on:
        return None
    rollers = tuple((seat, name_of(table, seat)) for seat in SEATS if seen.audience in (seat, "both"))
    fallen = (thrown_dice(table, event) for event in newest_rolls(done))
    rolls = tuple(roll for roll in fallen if roll not in news.thrown)
    own = tuple(seat for seat, _ in rollers if table.dice_of(seat) == "own")
    return Tray(rolls, rollers, own) if rollers or rolls else None


def newest_rolls(done: Acts) -> tuple[Rolled, ...]:
    """The rolls of the tray that count, newest first."""
    rolls = (event for act in acts_holding(done, Rolled) for event in act.events if from_tray(event))
    return tuple(islice(rolls, NEWEST))
