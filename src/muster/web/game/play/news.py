"""What acts showed to everybody: dice and command cards of the newest, cover as it was last told."""

from typing import NamedTuple

from muster.app.game.playing.taking_back import Acts
from muster.rules.game.log.events import CardsRevealed, Rolled
from muster.rules.game.phases.tray import from_tray
from muster.rules.game.special_operations.events import AttackDeclared
from muster.rules.game.table import Side, Table
from muster.rules.log import Event
from muster.rules.log.counting import acts_holding
from muster.rules.log.views import Viewer
from muster.web.dice.pool import pool_odds
from muster.web.game.play import words
from muster.web.game.play.prompts.prompt import Prompt, face_words
from muster.web.game.play.telling import roll_name


class Thrown(NamedTuple):
    """A roll: what for, each die with its face, and whether it was Muster's; in the tray with the exact odds
    of its pool."""

    step: str
    name: str
    dice: tuple[tuple[str, str], ...]
    own: bool
    sum: str
    odds: str = ""


class Revealed(NamedTuple):
    """A command card that turned over."""

    player: str
    side: Side
    name: str
    pips: int
    orders: str
    text: str
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
                tuple(thrown_dice(table, event) for event in seen if isinstance(event, Rolled)),
                tuple(card for event in seen for card in _revealed_cards(table, event)),
            )
    return News()


def with_cover(prompt: Prompt, done: Acts) -> Prompt:
    """The sheet of an attack begins with the cover that each target had when it was last attacked."""
    acts = [*acts_holding(done, AttackDeclared)]
    covers = {
        event.on: event.cover
        for act in reversed(acts)
        for event in act.events
        if isinstance(event, AttackDeclared)
    }
    return prompt._replace(aimed=tuple(aim._replace(told=covers.get(aim.target, 0)) for aim in prompt.aimed))


def thrown_dice(table: Table, event: Rolled) -> Thrown:
    """A roll as a page shows it."""
    dice = zip(event.roll.dice, event.roll.faces, strict=True)
    pairs = tuple((die.value, str(face)) for die, face in dice)
    odds = pool_odds(event.roll) if from_tray(event) else ""
    own = event.roll.commitment is None
    return Thrown(event.step, roll_name(table, event), pairs, own, face_words(event.roll.faces), odds)


def _revealed_cards(table: Table, event: Event) -> tuple[Revealed, ...]:
    if not isinstance(event, CardsRevealed):
        return ()
    cards = ((seat, words.command_card(table, card)) for seat, card in event.cards.items())
    return tuple(
        Revealed(
            words.name_of(table, seat), table.side_of(seat), card.name, card.pips, card.orders,
            card.linked, table.priority == seat,
        )
        for seat, card in cards
    )  # fmt: skip
