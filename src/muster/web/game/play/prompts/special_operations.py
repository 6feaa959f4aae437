"""Prompts of Special Operations: setup, secrets, orders, what cards and missions ask, dice."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from muster.rules.cards.vocabulary import display_word
from muster.rules.game import answers
from muster.rules.game.engine.continuations import CHOICES
from muster.rules.game.kernel import legal
from muster.rules.game.special_operations.attacks.sheet import reach
from muster.rules.game.special_operations.distances import inches
from muster.rules.game.special_operations.missions.disabled_vehicle import MISSION as VEHICLE
from muster.rules.game.special_operations.missions.rerolling import Again, Work
from muster.rules.game.special_operations.missions.the_codes import TOKENS, faces_of, zone
from muster.rules.game.special_operations.odds.foreseeing import foreseen
from muster.rules.game.special_operations.setup import COLOUR, all_at_once, covert_units
from muster.rules.game.special_operations.squads import squads, wording
from muster.rules.game.special_operations.squads.cards import EffectCard, Weapon
from muster.rules.game.special_operations.units import ability, edition
from muster.rules.game.steps import operations as steps
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Seat, Secret, Table, Unit, View
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.prompts.cards import span, thing
from muster.web.game.play.prompts.foretelling import odds_words
from muster.web.game.play.prompts.prompt import (
    Bout,
    Option,
    Prompt,
    draws,
    face_words,
    roll_prompt,
    unit_options,
)
from muster.web.game.wording import Wording, wordings

LOCKED: Final = "Only you see this until both are locked."
ONLY_DECOYS: Final = "Only Decoys are at an open Transmitter: there is nothing to reveal."
NUMBERED: Final = {"covert-": "Covert token ", "dropped-": "Token dropped "}
"""Tokens that are many alike, told apart by number."""
AMBUSH: Final = "ambush-"
ICONS: Final = {"ambush": "obj-ambush", "unmask": "card-down"}
"""The signs of choices among tokens."""
INCHES: Final = "inches"
SLOTS: Final = ("fill-slots", "empty-slots")
"""Choices in which all is ticked: hardly anybody leaves a slot."""


def card_name(table: Table, id: str) -> str:
    """A loadout, a command card, an ability or a mission's matter by its name."""
    if id in wordings().actions:
        return wordings().actions[id].name
    cards = squads.edition_cards(edition(table))
    for known in (cards.loadouts, cards.commands):
        if id in known:
            return known[id].name
    return cards.meanings[id].name.partition(" {")[0] if id in cards.meanings else display_word(id)


def reach_now(table: Table, unit: Unit, weapon: Weapon) -> str:
    """How far a unit's weapon reaches in this round."""
    return wording.reach(replace(weapon, inches=reach(table, unit, weapon)))


def card_text(table: Table, id: str, unit: str) -> str:
    """What a card or an ability says."""
    cards = squads.edition_cards(edition(table))
    found: EffectCard | None = cards.loadouts.get(id) or cards.commands.get(id)
    if found:
        return f"{found.name}: {squads.wording(found)}"
    own = ability(table, table.units[unit], id) if unit in table.units else None
    known = squads.meaning(edition(table), own) if own else None
    return f"{known.name}: {known.text}" if known else ""


# Choices ---------------------------------------------------------------------------------------------------


def _option(table: Table, id: str) -> str:
    """`calm one.3`, `one.3 aim`, `covert-2`: words, units and tokens mixed."""
    for kind, name in NUMBERED.items():
        if id.startswith(kind):
            return f"{name}{display_word(id.removeprefix(kind)).lower()}"
    if id.startswith(AMBUSH) and id in table.markers:
        return f"{words.marker_name(table, id)}, {display_word(id.removeprefix(AMBUSH)).lower()}"
    return " ".join(thing(table, word) for word in id.removeprefix("return ").split())


def _what(table: Table, step: Choose, option: str) -> tuple[str, str]:
    """What an option means for the unit of its row, where the same unit stands in several: the line below its
    name, and the button."""
    verb, _, token = option.rpartition(" ")
    if verb in table.units and token.isdigit():
        return f"suffers {plural(int(token), 'wound')}", f"It suffers {plural(int(token), 'wound')}"
    if verb == "calm":
        return "1 Suppression less", "Remove 1 Suppression"
    if step.what == "reinforce":
        return "arrives", "It arrives"
    name = thing(table, token)
    return (f"gains 1 {name}", f"Give the {name}") if verb in table.units else ("", "")


def _unit_in(table: Table, option: str) -> str:
    return next((word for word in option.split() if word in table.units), "")


def _known_words(table: Table, name: str, value: str | int | bool | tuple[str, ...]) -> str:
    """What a step remembers, in words: cards, missions, tokens and units by name."""
    if isinstance(value, tuple):
        return " and ".join(_option(table, id) for id in value)
    match name:
        case "why":
            return card_name(table, str(value))
        case "mission":
            return words.card_name(str(value))
        case "token" if value in words.TOKENS:
            return words.TOKENS[str(value)]
        case "token":
            return _option(table, str(value))
    return str(value)


def fill_wording(table: Table, step: Choose | Roll, known: Wording) -> Wording:
    """The words of a step with the names of what it is about; a card speaks for itself."""
    about, door = step.unit or step.by, CHOICES[step.what].door if isinstance(step, Choose) else None
    far = inches(table, (door and door.inches) or step.what, about)
    names = {name: _known_words(table, name, value) for name, value in step.known.items()}
    unit, by = (thing(table, id) if id else "" for id in (step.unit, step.by))
    text = known.about(unit=unit or "the unit", by=by, inches=far, **names)
    lede = text.lede or card_text(table, step.what, about)
    return Wording(title=text.title, lede=lede, button=text.button, rules=text.rules)


def choose(seen: View, step: Choose) -> Prompt:
    """A choice of a card or a mission."""
    table = seen.table
    text = fill_wording(table, step, wordings().choose[step.what])
    if isinstance(step.choice, YesNo):
        return _asks(seen, step, text)
    if step.what == "reroll":
        return _reroll(step, text)
    options = tuple(_options(seen, step))
    if step.what == INCHES:
        return Prompt(
            step.id, "inches", "picked", text.title, text.button, text.lede, options=options, rules=text.rules
        )
    single = step.most == 1
    return Prompt(
        step.id, "pick" if single else "units", "picked", text.title, text.button, text.lede,
        ICONS.get(step.what, "nav-now"), "" if single else span(step.least, step.most), options,
        least=step.least, most=step.most, other=None if step.least else Option("say none", "None", on=True),
        rules=text.rules,
    )  # fmt: skip


def _asks(seen: View, step: Choose, text: Wording) -> Prompt:
    """Yes or no. Who has only Decoys at a Transmitter is asked as well, so that asking tells nothing, and has
    one button (rule 363)."""
    able = [answer.options for answer in legal(seen) if isinstance(answer, answers.Picked)]
    if ("yes",) in able:
        button = "Reveal the Codes" if step.what == "reveal-codes" else "Yes"
        return Prompt(step.id, "ask", "picked", text.title, button, text.lede, "act-ask", rules=text.rules)
    return Prompt(step.id, "no", "picked", text.title, "Go on", ONLY_DECOYS, "act-ask", rules=text.rules)


def _options(seen: View, step: Choose) -> Iterator[Option]:
    table, notes = seen.table, {odds.on: odds_words(odds) for odds in foreseen(seen)}
    for option in step.options:
        unit, (note, button) = _unit_in(table, option), _what(table, step, option)
        if seen.own and option in seen.own.covert:
            note = words.unit_name(table, seen.own.covert[option])
        if (
            seen.own
            and step.what == "unmask-unit"
            and seen.own.covert.get(str(step.known["token"])) == option
        ):
            note = "you hid it here"
        name = f"{option}″" if step.what == INCHES else _option(table, unit or option)
        yield Option(option, name, note or notes.get(option, ""), unit, step.what in SLOTS, button=button)


def _reroll(step: Choose, text: Wording) -> Prompt:
    """Dice of a mission's action to roll once more, as they lie."""
    lie = msgspec.convert(step.known, Again)
    dice = tuple((Work.named(lie.what).die.value, face.value) for face in lie.faces)
    bout = Bout("", "", "", dice=dice, reroll=step.most)
    return Prompt(
        step.id, "dice", "picked", text.title, text.button, text.lede, small=span(0, step.most), bout=bout,
        least=1, most=step.most, other=Option("say none", "Keep all", on=True),
    )  # fmt: skip


# Dice ------------------------------------------------------------------------------------------------------


@draws(steps.ColourDice)
def _colour(seen: View, step: steps.ColourDice) -> Prompt:
    again = "Level. Roll again: " if step.tries > 1 else ""
    other = f" {words.name_of(seen.table, 'one')} rolled {face_words(step.first)}." if step.first else ""
    lede = f"{again}more Criticals is Red, then more Surges, then more Hits.{other}"
    lede, rules = lede[:1].upper() + lede[1:], (290, 291, 292, 293, 294)
    return roll_prompt(step.id, "Who is Red?", COLOUR, lede, rules=rules)


# Secrets ---------------------------------------------------------------------------------------------------


@draws(steps.PickLoadouts)
def _loadouts(seen: View, step: steps.PickLoadouts) -> Prompt:
    rows = [answer.options for answer in legal(seen) if isinstance(answer, answers.Picked)]
    cards = tuple(tuple(dict.fromkeys(side)) for side in zip(*rows, strict=True))
    known = squads.edition_cards(edition(seen.table)).loadouts
    pairs = tuple(
        tuple(Option(id, known[id].name, squads.wording(known[id])) for id in sides) for sides in cards
    )
    return Prompt(
        step.id, "pairs", "picked", "Choose one side of each card", f"Lock {len(pairs)} loadouts",
        icon="card-down", small="Loadouts", pairs=pairs, secret=LOCKED, rules=(302, 303),
    )  # fmt: skip


@draws(steps.DeployUnit)
def _deploy(seen: View, step: steps.DeployUnit) -> Prompt:
    table, seat = seen.table, step.seat or "one"
    hidden = {unit.id for unit in covert_units(table, seat)}
    lede = f"By turns, {_where(table, seat)}."
    secret = "A covert unit is a facedown token: only you see which." if hidden else ""
    able = dict.fromkeys(_flat(answer.units for answer in legal(seen) if isinstance(answer, answers.Units)))
    options = tuple(
        Option(id, words.unit_name(table, id), "facedown token" if id in hidden else "", id,
               button="Token is placed" if id in hidden else "Unit is deployed")
        for id in able
    )  # fmt: skip
    if together := all_at_once(table, step):
        button, note = "All are deployed", f"{plural(len(together), 'unit')}, placed in turn"
        options = (Option(",".join(together), "All of them", note, button=button), *options)
    button = options[0].button if options else "Unit is deployed"
    return Prompt(
        step.id, "pick", "units", "Deploy your units" if together else "Deploy a unit", button, lede,
        options=options, least=1, most=1, secret=secret,
    )  # fmt: skip


def _where(table: Table, seat: Seat) -> str:
    """Where units are deployed: Blue's touching its vehicle (rule 365), everybody else's in a zone; at setup
    nobody touches an enemy or an unclaimed token (G14)."""
    blue = table.side_of(seat) == "blue"
    if blue and table.mission.objective == VEHICLE:
        return "touching the vehicle and no enemy"
    named = zone(table) if blue else ""
    place = f"your {named} zone" if named else "your zone"
    return f"wholly in {place}, touching no enemy and no unclaimed token"


@draws(steps.DealCodes)
def _deal(seen: View, step: steps.DealCodes) -> Prompt:
    faces = faces_of(seen.own or Secret(), step.holders) if step.holders else TOKENS
    tokens = tuple(words.code_number(seen.table, face) for face in faces[: len(step.units)])
    number = len(tokens)
    codes, *decoys = (words.code_number(seen.table, face) for face in TOKENS)
    many = f"Choose {number} units for {number} tokens" if number > 1 else "Choose the unit for the token"
    lede = f"{many}. {codes} is the Codes, {' and '.join(decoys)} are Decoys."
    return Prompt(
        step.id, "deal", "deal", "Give out the tokens", "Lock the tokens", lede, "obj-code",
        options=unit_options(seen.table, step.units), least=number, most=number, tokens=tokens,
        secret="Your opponent sees who holds a token, never which.", rules=(356, 359),  # noqa: S106 - a sentence
    )  # fmt: skip


def _flat(rows: Iterable[Iterable[str]]) -> Iterable[str]:
    return (unit for row in rows for unit in row)


@draws(steps.OrderUnits)
def _orders(seen: View, step: steps.OrderUnits) -> Prompt:
    table: Any = seen.table
    rows = [answer.units for answer in legal(seen) if isinstance(answer, answers.Units)]
    least, most = (bound((len(row) for row in rows), default=0) for bound in (min, max))
    card = words.command_card(table, table.chairs[step.seat].played)
    sure = set(rows[0]).intersection(*rows) if rows else set()
    options = unit_options(table, dict.fromkeys(_flat(rows)))
    return Prompt(
        step.id, "units", "units", "Issue orders", "Issue these orders", f"{card.name}: {card.orders}.",
        "order-up", span(least, most), tuple(option._replace(on=option.unit in sure) for option in options),
        least=least, most=most, rules=(300,),
    )  # fmt: skip
