"""What the newest act showed to everybody: dice as they fell, command cards as they turned over."""

from typing import NamedTuple

from muster.app.game.playing.taking_back import Acts
from muster.rules.cards.vocabulary import spoken
from muster.rules.game.log.events import CardsRevealed, Rolled
from muster.rules.game.table import Side, Table
from muster.rules.log import Event
from muster.rules.log.views import Viewer
from muster.web.game.play import words


class Thrown(NamedTuple):
    """A roll: what for, each die with its face, and whether it was Muster's."""

    step: str
    name: str
    dice: tuple[tuple[str, str], ...]
    own: bool


class Revealed(NamedTuple):
    """A command card that turned over."""

    player: str
    side: Side
    name: str
    pips: int
    orders: str
    won: bool


class News(NamedTuple):
    """Dice and cards of the newest act that everybody sees; nothing where it showed none."""

    thrown: tuple[Thrown, ...] = ()
    revealed: tuple[Revealed, ...] = ()


def news(table: Table, done: Acts) -> News:
    """Secret choices made since leave no trace here."""
    public = Viewer()
    for act in reversed(done):
        if seen := [event for event in act.events if public.may_see(event)]:
            return News(
                tuple(_thrown(one) for one in seen if isinstance(one, Rolled)),
                tuple(card for one in seen for card in _revealed(table, one)),
            )
    return News()


def _thrown(event: Rolled) -> Thrown:
    dice = zip(event.roll.dice, event.roll.faces, strict=True)
    pairs = tuple((die.value, str(face)) for die, face in dice)
    return Thrown(event.step, spoken(event.purpose), pairs, event.roll.commitment is None)


def _revealed(table: Table, event: Event) -> tuple[Revealed, ...]:
    if not isinstance(event, CardsRevealed):
        return ()
    cards = ((seat, words.command_card(table, card)) for seat, card in event.cards.items())
    return tuple(
        Revealed(
            words.name_of(table, seat), table.side_of(seat), card.name, card.pips, card.orders,
            table.priority == seat,
        )
        for seat, card in cards
    )  # fmt: skip
