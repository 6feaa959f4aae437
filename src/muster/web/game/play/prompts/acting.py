"""The prompt of a unit that acts in Special Operations: a tile for each action, and why others are not."""

from collections.abc import Callable, Iterator
from typing import Final

from muster.rules.game import answers
from muster.rules.game.kernel import legal
from muster.rules.game.special_operations.actions import CLAIMS
from muster.rules.game.special_operations.distances import inches
from muster.rules.game.special_operations.moving import DASH, dash_speed
from muster.rules.game.special_operations.not_now import not_now
from muster.rules.game.special_operations.odds.foreseeing import console
from muster.rules.game.special_operations.squads import squads
from muster.rules.game.special_operations.squads.wording import COSTS
from muster.rules.game.special_operations.units import (
    ability,
    edition,
    engaged_with,
    height_cleared,
    slips_away,
    speed_of,
    weapons,
)
from muster.rules.game.steps import operations as steps
from muster.rules.game.table import Table, Unit, View
from muster.web.environment import plural
from muster.web.game.play.forms import ALONE
from muster.web.game.play.prompts.cards import thing
from muster.web.game.play.prompts.foretelling import odds_words
from muster.web.game.play.prompts.prompt import Denied, Option, Prompt, Tile, draws
from muster.web.game.play.prompts.special_operations import card_name, reach_now
from muster.web.game.wording import wordings

ICONS: Final = {
    "attack": "act-attack", "move": "act-move", "dash": "act-dash", "aim": "token-aim",
    "dodge": "token-dodge", "recover": "act-recover", "standby": "token-standby", "console": "obj-console",
    "transmitter": "obj-transmitter", "ambush-point": "obj-ambush", "halt": "act-ask",
    "redistribute": "obj-code", "claim-token": "obj-code", "observe": "token-observation",
    "strafe": "act-attack", "unable": "ui-close",
}  # fmt: skip
FIRST: Final = ("attack", "move", "aim", "dodge", "dash", "standby", "recover")
"""The core's actions come first, in this order."""


@draws(steps.Acting)
def acting(seen: View, step: steps.Acting) -> Prompt:
    """One tile an action, one tap each; whom or what it is taken on is chosen on the tile."""
    table, unit = seen.table, seen.table.units[step.unit]
    takes = [take for take in legal(seen) if isinstance(take, answers.Take)]
    names = sorted(dict.fromkeys(take.action for take in takes if take.action), key=_place)
    ons = {name: [take.on for take in takes if take.action == name] for name in names}
    tiles = tuple(tile for name in names for tile in _tiles(table, unit, name, ons[name]))
    ends = any(not take.action for take in takes)
    left = "free action" if step.only else f"{step.left} of 2 actions left"
    other = Option("say none", "No action" if step.only else "End activation", on=ends)
    return Prompt(
        step.id, "tiles", "take", "Choose an action", other.name, small=left, tiles=tiles, other=other,
        unit=unit.id,
        denied=tuple(_denied_action(table, name, why) for name, why in not_now(table, step)),
    )  # fmt: skip


def _place(name: str) -> int:
    """What may be claimed only before the first action stands first."""
    if name in CLAIMS:
        return -1
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _tiles(table: Table, unit: Unit, name: str, ons: list[str]) -> Iterator[Tile]:
    """A tap on a tile takes the action; where it is taken on somebody, a tile of its own says on whom."""
    title, note = card_name(table, name), _note(table, unit, name)
    if "" in ons:
        yield Tile(f"{name} {ALONE}", title, note, icon_of(name))
    if options := tuple(_on(table, unit, name, on) for on in ons if on):
        moves = name in ("move", "dash")
        yield Tile(
            name, f"{title} into contact" if moves else title, "" if moves else note, icon_of(name), options
        )


def _on(table: Table, unit: Unit, name: str, on: str) -> Option:
    """Whom or what it is taken on, with exact odds where dice fall at once."""
    text = thing(table, on)
    if (name, on) == ("console", "encrypt"):
        text = f"{text} ({odds_words(console(table, unit, on))})"
    return Option(on, text)


def icon_of(name: str) -> str:
    """The sign of an action."""
    return ICONS.get(name, "nav-mission")


def _note(table: Table, unit: Unit, name: str) -> str:
    """What an action brings, with exact odds where dice fall."""
    if worked_out := NOTES.get(name):
        return worked_out(table, unit)
    known = wordings().actions.get(name)
    if name == "console" and table.side_of(unit.seat) == "red":
        return f"free, touching it: 3 dice, {odds_words(console(table, unit))}"
    if known:
        return known.note.format(inches=inches(table, name, unit.id))
    own = ability(table, unit, name)
    if own is None:
        return ""
    cost = COSTS[own.marker]
    return f"{cost}. {squads.meaning(edition(table), own).text}" if cost else ""


def _speed(table: Table, unit: Unit) -> str:
    withdraws = engaged_with(table, unit.id) and not slips_away(table, unit)
    height = height_cleared(table, unit)
    over = f", over miniatures and height {height}" if height else ""
    return f"speed {speed_of(table, unit)}{over}{', it withdraws' if withdraws else ''}"


def _dash(table: Table, unit: Unit) -> str:
    """A Dash with what its edition and The Codes! say of it (rules 305, 354)."""
    speed = "speed 2 with a token" if dash_speed(table, unit) > DASH else "speed 1"
    climbs = squads.edition_cards(edition(table)).edition.dash_climbs
    return f"{speed}, not while engaged{'' if climbs else ', no climbing'}"


def _armed(table: Table, unit: Unit) -> str:
    best = max(weapons(table, unit).values(), key=lambda weapon: sum(weapon.pool), default=None)
    return f"{reach_now(table, unit, best)}, {plural(sum(best.pool), 'die', 'dice')}" if best else ""


NOTES: Final[dict[str, Callable[[Table, Unit], str]]] = {"move": _speed, "dash": _dash, "attack": _armed}
"""Notes that are worked out."""


def _denied_action(table: Table, name: str, why: str) -> Denied:
    return Denied(card_name(table, name), icon_of(name), wordings().not_now[why])
