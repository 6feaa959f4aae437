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
from muster.web.game.play.prompts.prompt import Option, Prompt
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


def name_in_refusal(table: Table, id: str) -> str:
    """Whatever a refusal is about, by name: a player, what a unit does, a mark of the round, or a thing."""
    known_words, (what, _, whose) = wordings(), id.partition(".")
    if seat := next((seat for seat in SEATS if seat == id), None):
        return words.name_of(table, seat)
    if id in known_words.deeds:
        return known_words.deeds[id].name
    marks = next(
        (known for known in (known_words.marks, known_words.counts) if what in known and whose), None
    )
    return in_words(table, id, marks) if marks else thing(table, id)


def span(least: int, most: int) -> str:
    """How many may be chosen."""
    if least == most:
        return f"choose {least}"
    return f"up to {most}" if not least else f"choose {least} to {most}"


def choose(seen: View, step: Choose) -> Prompt:
    """A choice of a card: yes or no, or of units and things."""
    text = fill_wording(seen.table, step, wordings().choose[step.what])
    among = open_choice(seen.table, step)
    if not isinstance(among, Among):
        return Prompt(
            step.id, "ask", "picked", text.title, "Yes", text.lede, "act-ask", rules=text.rules,
            stop=step.what == "steadied",
        )  # fmt: skip
    units = all(id in seen.table.units for id in among.options)
    options = tuple(Option(id, thing(seen.table, id), unit=id if units else "") for id in among.options)
    single, other = among.least == among.most == 1, Option("say none", "None", on=True)
    return Prompt(
        step.id, "pick" if single else "units", "picked", text.title, text.button, text.lede,
        small=span(among.least, among.most), options=options, least=among.least, most=among.most,
        other=None if among.least else other, rules=text.rules, costly=units,
    )  # fmt: skip


def fill_wording(table: Table, step: Choose | Roll, text: Wording) -> Wording:
    """The words of a step with the names and numbers of what it is about."""
    return text.about(**step.known, unit=_plain(table, step.unit), by=_plain(table, step.by))


def _plain(table: Table, id: str) -> str:
    """A unit or a token by name; a kind of token or a rank as it stands inside a sentence."""
    known = id in table.markers or id in table.units or id in mission_cards()
    return thing(table, id) if known else display_word(id)


def roll_odds(step: Roll, words: Wording) -> str:
    """The chance of enough good faces, or how many there are on average."""
    good = tuple(Face(face) for face in words.good)
    if words.need:
        return f"{percent(at_least(step.dice, good, words.need))} chance"
    return f"{decimal(average(step.dice, good))} on average" if good else ""
