"""Prompts of the Command and Activation Phases."""

from typing import Final

from django.utils.html import format_html

from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.faces import Die, Face
from muster.rules.dice.pools import average, chance_of
from muster.rules.game import steps
from muster.rules.game.keyword_moments import as_activations_begin, as_orders_are_given
from muster.rules.game.phases.activation import (
    may_pass,
    ordered_units,
    rally_dice,
    unordered_units,
)
from muster.rules.game.phases.card_orders import card_orders
from muster.rules.game.phases.other_orders import offers, orderable
from muster.rules.game.table import SIDES, Seat, Table, View
from muster.web.dice.odds import decimal, percent
from muster.web.game.play import words
from muster.web.game.play.prompts.minding import keyword_lines
from muster.web.game.play.prompts.prompt import (
    Beside,
    Option,
    OptionList,
    Prompt,
    draws,
    order_reasons,
    roll_prompt,
    unit_options,
)
from muster.web.game.wording import wordings

FIRST: Final = 2
"""The first turns of the two players: what happens as the Activation Phase begins is minded there."""


@draws(steps.LayCard)
def _lay(seen: View, step: steps.LayCard) -> Prompt:
    hand = seen.own.hand if seen.own else ()
    known = (words.command_card(seen.table, card) for card in hand)
    cards = sorted(known, key=lambda card: (card.pips, card.name))
    options = tuple(
        Option(card.id, card.name, _in_words(card), pips=card.pips, button=f"Play {card.name} facedown")
        for card in cards
    )
    return Prompt(
        step.id, "card", "lay", "Choose a command card", "Play it facedown", icon="card-down",
        small="Command Phase", options=options, costly=True,
        secret="Only you see this until both are locked.",  # noqa: S106 - a sentence
    )  # fmt: skip


def _in_words(card: words.CommandWords) -> str:
    return f"{card.orders}. {card.text}" if card.text else card.orders


@draws(steps.TellPriority)
def _tell_priority(seen: View, step: steps.TellPriority) -> Prompt:
    options = tuple(Option(side, f"{words.side_name(seen.table, side)}, {side.title()}") for side in SIDES)
    lede = "Play your command cards on the table and resolve their effects, Blue first."
    return Prompt(
        step.id, "pick", "has-priority", "Who has priority?", "Has priority", lede, "priority",
        options=options, costly=True,
    )  # fmt: skip


@draws(steps.PriorityRoll)
def _priority_roll(_seen: View, step: steps.PriorityRoll) -> Prompt:
    dice = (Die.DEFENCE_RED,)
    odds = percent(chance_of(Die.DEFENCE_RED, Face.BLOCK))
    title, lede = "Equal pips: roll for priority", "On a Block you have priority."
    return roll_prompt(step.id, title, dice, lede, odds=f"{odds} for a Block")


@draws(steps.GiveOrders)
def _orders(seen: View, step: steps.GiveOrders) -> Prompt:
    orders = card_orders(seen.table, step.seat)
    played = seen.table.chairs[step.seat].played
    card = words.command_card(seen.table, played) if played else None
    lede: str = "As your command card says."
    if card:
        lede = format_html("{}: {}. {}", card.name, card.orders, card.linked)
    lists = tuple(
        OptionList(f"{name}, up to {most}", unit_options(seen.table, units), most)
        for name, units, most in (
            ("Named by the card", orders.named, orders.most_named),
            ("Others", orders.others, orders.most_others),
        )
        if units and most
    )
    options = tuple(option for one in lists for option in one.options)
    button = "Issue these orders" if options else "No more orders"
    return Prompt(
        step.id, "units", "units", "Issue orders", button, lede, "order-up",
        f"up to {orders.most}", options, least=0, most=orders.most, beside=_beside(seen.table, step.seat),
        sure="Issue no orders" if options else "",
        keywords=keyword_lines(seen.table, as_orders_are_given(seen.table, step.seat)),
        lists=lists if len(lists) > 1 else (),
    )  # fmt: skip


def _beside(table: Table, seat: Seat) -> Beside | None:
    """Orders beyond the card: what the army gives comes first, then any unit and a reason."""
    given = tuple(
        Option(
            f"order {offer.unit} {offer.why} {offer.by}", words.unit_name(table, offer.unit),
            f"{wordings().orders[offer.why]}, {words.unit_name(table, offer.by)}", offer.unit,
        )
        for offer in offers(table, seat)
    )  # fmt: skip
    units = unit_options(table, orderable(table, seat))
    return Beside(given, units, order_reasons()) if units else None


@draws(steps.Turn)
def _turn(seen: View, step: steps.Turn) -> Prompt:
    table, chair = seen.table, seen.table.chairs[step.seat]
    names = {unit: words.unit_name(table, unit) for unit in ordered_units(table, step.seat)}
    options = [
        Option(f"activate {unit}", name, "", unit, button=f"Activate {name}") for unit, name in names.items()
    ]
    if chair.pool:
        note = f"1 of {len(chair.pool)}, at random"
        options.append(Option("draw", "Draw an order token", note, button="Draw a token"))
    if chair.pool and table.dice_of(step.seat) == "own":
        ranks = dict.fromkeys(chair.pool)
        options += [
            Option(
                f"draw {rank}", f"{display_word(rank)} token", "drawn from my own bag", button="I drew this"
            )
            for rank in ranks
        ]
    note = "free" if step.free else f"{chair.passes} token{'' if chair.passes == 1 else 's'}"
    other = Option("pass", "Pass", note, on=may_pass(table, step))
    first = options[0].button if len(options) == 1 else "Activate"
    return Prompt(
        step.id, "turn", "turn", "Your turn: choose a unit", first, options=tuple(options), other=other,
        costly=True,
        keywords=keyword_lines(table, as_activations_begin(table, step.seat)) if step.number <= FIRST else (),
    )  # fmt: skip


@draws(steps.PickUnit)
def _pick(seen: View, step: steps.PickUnit) -> Prompt:
    options = tuple(
        option._replace(button=f"Activate {option.name}")
        for option in unit_options(seen.table, unordered_units(seen.table, step.seat, step.rank))
    )
    title = f"{display_word(step.rank)} drawn: choose a unit"
    return Prompt(
        step.id, "pick", "activate", title, "Activate it", icon="order-pool", options=options, costly=True
    )


@draws(steps.Rally)
def _rally(seen: View, step: steps.Rally) -> Prompt:
    unit = seen.table.units[step.unit]
    dice = rally_dice(seen.table, unit)
    odds = f"{decimal(average(dice, (Face.BLOCK, Face.SURGE)))} on average"
    title, lede = (
        f"{words.unit_name(seen.table, unit.id)} rallies",
        "Each Block or Surge removes 1 Suppression.",
    )
    return roll_prompt(step.id, title, dice, lede, odds=odds)
