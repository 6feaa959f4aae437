"""Prompts of cards: units to choose, things to pick, questions that need eyes, dice."""

from msgspec.structs import replace

from muster.rules.campaign.library.library import library
from muster.rules.cards.vocabulary import spoken
from muster.rules.dice.faces import Face
from muster.rules.dice.pools import at_least, average
from muster.rules.game import steps
from muster.rules.game.missions import mission_cards
from muster.rules.game.phases.choosing import choosable
from muster.rules.game.table import SEATS, Table, View
from muster.web.dice.odds import decimal, percent
from muster.web.game.play import words
from muster.web.game.play.prompts.ending import in_words
from muster.web.game.play.prompts.prompt import (
    Option,
    Prompt,
    draws,
    roll_button,
    typed_faces,
    unit_options,
)
from muster.web.game.play.wording import Wording, wordings


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
    return wordings().options.get(id) or spoken(id)


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


@draws(steps.ChooseUnits)
def _choose(seen: View, step: steps.ChooseUnits) -> Prompt:
    about = _plain(seen.table, step.marker)
    said = wordings().choose[step.purpose].about(marker=about, unit=about)
    units, least, most = choosable(seen.table, step)
    still = replace(step, units=units, least=least, most=most)
    return _several(still, said, unit_options(seen.table, units), "units")


def _plain(table: Table, id: str) -> str:
    """A kind of token or a rank as it stands inside a sentence."""
    return thing(table, id) if id in table.markers or id in table.units else spoken(id)


@draws(steps.Pick)
def _pick(seen: View, step: steps.Pick) -> Prompt:
    table = seen.table
    unit, marker = (thing(table, id) if id else "" for id in (step.unit, step.marker))
    said = wordings().choose[step.purpose].about(unit=unit, marker=marker)
    options = tuple(Option(one, thing(table, one)) for one in step.options)
    return _several(step, said, options, "picked")


def _several(
    step: steps.ChooseUnits | steps.Pick, said: Wording, options: tuple[Option, ...], say: str
) -> Prompt:
    single = step.least == step.most == 1
    other = None if step.least else Option("say none", "None", on=True)
    return Prompt(
        step.id, "pick" if single else "units", say, said.title, said.button, said.lede,
        small=span(step.least, step.most), options=options, least=step.least, most=step.most, other=other,
        rules=said.rules, costly=isinstance(step, steps.ChooseUnits),
    )  # fmt: skip


@draws(steps.Ask)
def _ask(seen: View, step: steps.Ask) -> Prompt:
    unit, by = (words.unit_name(seen.table, one) if one else "" for one in (step.unit, step.by))
    said = wordings().ask[step.what].about(unit=unit, by=by, reach=step.reach or 3)
    return Prompt(
        step.id, "ask", "say", said.title, "Yes", said.lede, "act-ask", rules=said.rules,
        stop=step.what == "steadied",
    )  # fmt: skip


@draws(steps.RollDice)
def _roll(seen: View, step: steps.RollDice) -> Prompt:
    about = ", ".join(thing(seen.table, one) for one in step.about)
    said = wordings().roll[step.purpose].about(about=about)
    good = tuple(Face(one) for one in said.good)
    if said.need:
        odds = f"{percent(at_least(step.dice, good, said.need))} chance"
    else:
        odds = f"{decimal(average(step.dice, good))} on average"
    return Prompt(
        step.id, "roll", "dice", said.title, roll_button(step.dice), said.lede, dice=step.dice,
        faces=typed_faces(step.dice), odds=odds, rules=said.rules,
    )  # fmt: skip
