"""The log in sentences, and each act by the name its undo goes by."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from muster.rules.cards.vocabulary import display_word
from muster.rules.game.log import agreed as agreed_events
from muster.rules.game.log import cards as card_events
from muster.rules.game.log import events
from muster.rules.game.phases.tray import from_tray
from muster.rules.game.table import SEATS, Side, Table, Unit
from muster.rules.log import KINDS, Event
from muster.web.environment import plural
from muster.web.game.play import operation_telling
from muster.web.game.play.activation import telling as activation_telling
from muster.web.game.play.attacks import telling as attack_telling
from muster.web.game.play.prompts.cards import thing
from muster.web.game.play.prompts.prompt import face_words
from muster.web.game.play.words import (
    TOKENS,
    agenda_name,
    card_name,
    command_card,
    ending,
    marker_name,
    name_of,
    reason,
    side_name,
    title,
    unit_name,
)
from muster.web.game.wording import word_list, wordings


def tell(table: Table, event: Event) -> str:
    """An event as a sentence of the log; nothing where it says nothing to people."""
    sentence = SENTENCES.get(type(event))
    return sentence(table, event) if sentence else _in_words(table, event, "log")


def undo_label(table: Table, done: Iterable[Event]) -> str:
    """What an act is called on the button that undoes it: `the wound on Stormtroopers 2`."""
    for event in sorted(done, key=lambda event: isinstance(event, events.Marked)):
        own = NAMES.get(type(event))
        if name := own(table, event) if own else _in_words(table, event, "undo"):
            return name
    return "the last step"


def side_of(table: Table, done: Iterable[Event]) -> Side | None:
    """Whose act it was, as far as its events name a seat or a unit."""
    if table.blue is None:
        return None
    for event in done:
        unit = _unit_in(table, event)
        named = unit.seat if unit else getattr(event, "seat", None)
        if seat := next((seat for seat in SEATS if seat == named), None):
            return table.side_of(seat)
    return None


def _unit_in(table: Table, event: Event) -> Unit | None:
    """The unit that an event is about: by its id, or itself where it has only just joined."""
    named = getattr(event, "unit", "") or getattr(event, "by", "")
    return named if isinstance(named, Unit) else table.units.get(named)


def roll_name(table: Table, event: events.Rolled) -> str:
    """What dice were for; in the tray whose they are."""
    if event.seat and from_tray(event):
        return f"{name_of(table, event.seat)}’s {event.purpose} dice"
    return attack_telling.ROLLS.get(event.purpose) or display_word(event.purpose)


def _tell_roll(table: Table, event: events.Rolled) -> str:
    if not (event.seat and from_tray(event)):
        name = attack_telling.ROLLS.get(event.purpose) or f"{display_word(event.purpose)} roll"
        return f"{name}: {face_words(event.roll.faces)}"
    dice = plural(len(event.roll.dice), f"{event.purpose} die", f"{event.purpose} dice")
    return f"{name_of(table, event.seat)} rolled {dice}: {face_words(event.roll.faces)}"


def _tell_change(table: Table, event: events.UnitChanged) -> str:
    what = TOKENS.get(event.what, display_word(event.what))
    why = f" ({_cause(table, event.why)})" if event.why not in ("", "lost") else ""
    name, number = unit_name(table, event.unit), abs(event.by)
    if event.what == "waiting" or (event.what != "suppression" and event.why == "attack"):
        return ""  # told by where the unit is, or by its attack
    if event.what == "network":
        return f"{name} {'is in' if event.by > 0 else 'comes out of'} the Ambush Network"
    if event.what == "reserve":
        return f"{name} {'goes into' if event.by > 0 else 'leaves'} the reserve"
    if event.what == "wound":
        verb = "suffered" if event.by > 0 else "healed"
        return f"{name} {verb} {number} wound{'s' if number > 1 else ''}{why}"
    return f"{name} {'gained' if event.by > 0 else 'lost'} {number} {what}{why}"


def _change_label(table: Table, event: events.UnitChanged) -> str:
    what = (
        f"the {TOKENS.get(event.what, display_word(event.what))}"
        if event.what != "network"
        else "the Ambush point"
    )
    return f"{what} of {unit_name(table, event.unit)}"


def _cause(table: Table, why: str) -> str:
    """A card or a rule by its name, or the unit that did it."""
    return unit_name(table, why) if why in table.units else display_word(why)


def _tell_draw(table: Table, event: events.TokenDrawn) -> str:
    rank = display_word(event.rank)
    return f"{name_of(table, event.seat)} drew {'an' if rank[0] in 'AEIOU' else 'a'} {rank} token"


def _tell_reveal(table: Table, event: events.CardsRevealed) -> str:
    shown = (f"{name_of(table, seat)} {command_card(table, card).name}" for seat, card in event.cards.items())
    return f"Command cards: {'; '.join(shown)}"


def _tell_score(table: Table, event: events.Scored) -> str:
    score = event.score
    return f"{side_name(table, score.side)} scored {score.points} VP: {reason(table, score)}"


def _tell_force(table: Table, event: events.ForceBrought) -> str:
    points = f", {plural(event.points, 'point')}" if event.points else ""
    return f"{name_of(table, event.seat)} brings {event.army}{points}"


def _tell_choice(table: Table, event: events.Chosen) -> str:
    """What was asked, by its name where the question is about what the act does not name, and the answer."""
    known = wordings().choose.get(event.purpose)
    asked = known.title if known and "{" not in known.title else display_word(event.purpose)
    chosen = ", ".join(_choice(table, unit) for unit in event.units) or "none"
    return f"{asked}{'' if asked.endswith('?') else ':'} {name_of(table, event.seat)} chose {chosen}"


def _choice(table: Table, id: str) -> str:
    name = thing(table, id)
    return name[:1].lower() + name[1:] if id in wordings().options else name


def _units(table: Table, units: Sequence[str]) -> str:
    return ", ".join(unit_name(table, unit) for unit in units)


def _tell_order_aside(table: Table, event: card_events.OrderedAside) -> str:
    by = f" of {unit_name(table, event.by)}" if event.by in table.units else ""
    why = f"{wordings().orders[event.why]}{by}"
    return f"{name_of(table, event.seat)} ordered {unit_name(table, event.unit)} ({why})"


def _tell_defeat(table: Table, event: events.Defeated) -> str:
    by = f" by {unit_name(table, event.by)}" if event.by in table.units else ""
    return f"{unit_name(table, event.unit)} was defeated{by}"


def _tell_marker(table: Table, event: events.MarkerChanged) -> str:
    marker = event.marker
    name = marker_name(table, marker.id) if marker.id in table.markers else marker.name
    if marker.gone:
        return f"{name} was removed"
    if event.why == "covert" and marker.of:
        return f"{side_name(table, marker.of)} placed covert token {marker.id.rpartition('-')[2]}"
    if event.why == "claimed":
        return f"{unit_name(table, marker.holder)} claimed {name}"
    return f"{name} was dropped" if event.why == "dropped" else ""


SENTENCES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    events.ForceBrought: _tell_force,
    events.MissionSet: lambda table, _: f"The mission is {title(table)}",
    events.Rolled: _tell_roll,
    events.Chosen: _tell_choice,
    events.CardsRevealed: _tell_reveal,
    card_events.OrderedAside: _tell_order_aside,
    events.TokenDrawn: _tell_draw,
    events.UnitChanged: _tell_change,
    events.Defeated: _tell_defeat,
    events.MarkerChanged: _tell_marker,
    events.Scored: _tell_score,
    events.GameEnded: lambda table, event: ending(table, event.ended),
    agreed_events.PleaAnswered: lambda table, event: (
        f"{name_of(table, event.seat)} {'allowed the undo' if event.granted else 'kept it'}"
    ),
    agreed_events.ScoreProposed: lambda table, event: (
        f"{name_of(table, event.seat)} proposes {event.score.points} VP for "
        f"{side_name(table, event.score.side)} in round {event.score.round}: {reason(table, event.score)}"
    ),
    agreed_events.ScoreSettled: lambda table, event: (
        f"{name_of(table, event.seat)} {'agreed' if event.agreed else 'left the score as it was'}"
    ),
    **operation_telling.SENTENCES,
    **attack_telling.SENTENCES,
    **activation_telling.SENTENCES,
}
"""Events whose sentences take more than names; the others have theirs in `words.json`."""
NAMES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    **attack_telling.NAMES,
    **activation_telling.NAMES,
    events.UnitChanged: _change_label,
    events.Marked: lambda table, _: "the answer" if table.mode == "special-operations" else "the mark",
    **operation_telling.NAMES,
}
FIELDS: Final[dict[str, Callable[[Table, Any], str]]] = {
    "seat": name_of, "blue": name_of, "unit": unit_name, "by": unit_name, "units": _units, "on": _units,
    "keyword": lambda _, keyword: display_word(keyword), "card": lambda _, card: card_name(card),
    "agenda": lambda _, agenda: agenda_name(agenda),
}  # fmt: skip
"""How the fields of events are called in their sentences."""


def _in_words(table: Table, event: Event, texts: str) -> str:
    """The text that a list of `words.json` has for an event, with its names; nothing where it has none."""
    text: str = word_list(texts).get(KINDS.tag(event)[0], "")
    names = {
        field: name(table, getattr(event, field)) for field, name in FIELDS.items() if f"{{{field}}}" in text
    }
    return text.format(event=event, **names)
