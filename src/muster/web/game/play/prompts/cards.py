"""Prompts of cards: units to choose, things to pick, questions that need eyes, dice."""

from muster.rules.campaign.library.library import library
from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.faces import Face
from muster.rules.dice.pools import at_least, average
from muster.rules.game.missions import mission_cards
from muster.rules.game.phases.choosing import open_choice
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import SEATS, Table, View
from muster.web.dice.odds import decimal, percent
from muster.web.game.play import words
from muster.web.game.play.prompts.ending import in_words
from muster.web.game.play.prompts.prompt import (
    Option,
    Prompt,
    roll_button,
    typed_faces,
)
from muster.web.game.wording import Wording, wordings


def thing(table: Table, id: str) -> str:
    """Anything a card speaks of, by name: a mission, a token, a unit, an agenda, a kind of token."""
    if id in mission_cards():
        return mission_cards()[id].name
    if id in table.markers:
        return words.marker_name(table, id)
    if id in table.units:
        return words.unit_name(table, id)
    agendas = library().agendas
    if id in agendas:
        return agendas[id].name
    return wordings().options.get(id) or display_word(id)


def called(table: Table, id: str) -> str:
    """Whatever a refusal is about, by name: a player, what a unit does, a mark of the round, or a thing."""
    said, (what, _, whose) = wordings(), id.partition(".")
    if seat := next((one for one in SEATS if one == id), None):
        return words.name_of(table, seat)
    if id in said.deeds:
        return said.deeds[id].name
    marks = next((known for known in (said.marks, said.counts) if what in known and whose), None)
    return in_words(table, id, marks) if marks else thing(table, id)


def span(least: int, most: int) -> str:
    """How many may be chosen."""
    if least == most:
        return f"choose {least}"
    return f"up to {most}" if not least else f"choose {least} to {most}"


def choose(seen: View, step: Choose) -> Prompt:
    """A choice of a card: yes or no, or of units and things."""
    said = _in_words(seen.table, step, wordings().choose[step.what])
    among = open_choice(seen.table, step)
    if not isinstance(among, Among):
        return Prompt(
            step.id, "ask", "picked", said.title, "Yes", said.lede, "act-ask", rules=said.rules,
            stop=step.what == "steadied",
        )  # fmt: skip
    units = all(id in seen.table.units for id in among.options)
    options = tuple(Option(id, thing(seen.table, id), unit=id if units else "") for id in among.options)
    single, other = among.least == among.most == 1, Option("say none", "None", on=True)
    return Prompt(
        step.id, "pick" if single else "units", "picked", said.title, said.button, said.lede,
        small=span(among.least, among.most), options=options, least=among.least, most=among.most,
        other=None if among.least else other, rules=said.rules, costly=units,
    )  # fmt: skip


def _in_words(table: Table, step: Choose | Roll, said: Wording) -> Wording:
    """The words of a step with the names and numbers of what it is about."""
    return said.about(**step.known, unit=_plain(table, step.unit), by=_plain(table, step.by))


def _plain(table: Table, id: str) -> str:
    """A unit or a token by name; a kind of token or a rank as it stands inside a sentence."""
    known = id in table.markers or id in table.units or id in mission_cards()
    return thing(table, id) if known else display_word(id)


def roll(seen: View, step: Roll) -> Prompt:
    """Dice of a card, and what they bring on average."""
    said = _in_words(seen.table, step, wordings().roll[step.what])
    good = tuple(Face(one) for one in said.good)
    if said.need:
        odds = f"{percent(at_least(step.dice, good, said.need))} chance"
    else:
        odds = f"{decimal(average(step.dice, good))} on average"
    return Prompt(
        step.id, "roll", "dice", said.title, roll_button(step.dice), said.lede, dice=step.dice,
        faces=typed_faces(step.dice), odds=odds, rules=said.rules,
    )  # fmt: skip
