"""Tokens and cards on a unit's row: chips that everybody sees, and what its player taps to change them."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import display_word
from muster.rules.game.phases.turning import turning_cards, ways_to_turn
from muster.rules.game.profile import Profile, profile_of
from muster.rules.game.scoring.contesting import own_courage, panicked, suppressed
from muster.rules.game.special_operations.units import engaged_with
from muster.rules.game.table import GREEN, Table, Unit
from muster.rules.game.tokens import TokenKind, kinds_for, room_for, shields
from muster.web.cards.effects import EffectLine, effect_or_reason
from muster.web.cards.rows import address
from muster.web.environment import url
from muster.web.game.play import words

SHOWN_TOKENS: Final = (*GREEN, "observation", "standby")
LASTING: Final = ("ion", "poison", "immobilize", "vehicle-damage", "smoke", "charge", "bane", "cache-aim",
           "cache-dodge", "cache-surge")  # fmt: skip
"""Tokens that are told by their name, with their number."""
SHIELD: Final = "shield-off"
ICONS: Final = {
    "ion": "tok-ion", "poison": "tok-poison", "immobilize": "tok-immobilize", SHIELD: "tok-shield",
    "vehicle-damage": "tok-damage", "smoke": "tok-smoke", "charge": "tok-charge", "bane": "tok-bane",
    "cache-aim": "token-aim", "cache-dodge": "token-dodge", "cache-surge": "token-surge",
    "intel": "obj-code", "commander": "rank-commander", "treasure": "obj-poi", "code": "obj-code",
    "detonator": "obj-ambush", "network": "obj-ambush", "reserve": "act-withdraw",
    "marked": "act-attack", "vanguard": "act-dash", "plunder": "obj-poi", "bounty": "act-attack",
    "faulty-equipment": "order-down",
}  # fmt: skip
NAMED: Final = (
    "code", "detonator", "network", "reserve", "marked", "vanguard", "plunder", "bounty", "faulty-equipment",
)  # fmt: skip
"""Tokens of missions that are told by name rather than counted."""
TO_ENTER: Final = ("prepared-position", "infiltrate", "scout-1")
"""Keywords that say how a unit comes to the table: of no use once it is there."""
TURNS: Final = {"ready": "Ready it", "exhausted": "Exhaust", "expended": "Expend"}


class TokenChip(NamedTuple):
    """A chip on a unit row."""

    tone: str
    icon: str
    text: str
    label: str


class Step(NamedTuple):
    """A kind of token that is counted up and down on a row; `href` is its core rule. A `full` one goes no
    higher."""

    name: str
    icon: str
    number: int
    more: str
    less: str
    href: str = ""
    full: bool = False
    empty: bool = False


class Turn(NamedTuple):
    """A tap that turns a card: what the form sends, and its words."""

    value: str
    name: str


class Equipped(NamedTuple):
    """An upgrade on a unit, the page of its card, what it does, and what has become of it; `turns` are the
    taps that change that."""

    name: str
    href: str
    effect: EffectLine
    state: str = ""
    turns: tuple[Turn, ...] = ()


def token_chips(table: Table, unit: Unit) -> Iterator[TokenChip]:
    """The chips of a unit that is not defeated."""
    if unit.gone == "defeated":
        return
    if unit.suppression:
        own = own_courage(table, unit)
        of = "–" if own is None else own
        state = "Panicked" if panicked(table, unit) else "Suppressed" if suppressed(table, unit) else ""
        tone = "suppressed" if state else "supp"
        yield TokenChip(
            tone, "token-suppression", f"{unit.suppression} of {of} {state}".strip(), "Suppression"
        )
    yield from _own_chips(table, unit)
    yield from _mission_chips(table, unit)


def _own_chips(table: Table, unit: Unit) -> Iterator[TokenChip]:
    """Its tokens, shields that are off, and cards that are used."""
    for token in (*SHOWN_TOKENS, *ICONS):
        number = unit.tokens.get(token, 0)
        if token == SHIELD and number:
            most = shields(table, unit)
            yield TokenChip("watch", ICONS[token], f"{max(0, most - number)} of {most}", "shields on")
        elif token in LASTING and number:
            yield TokenChip("watch", ICONS[token], f"{words.TOKENS[token]} {number}", "")
        elif number:
            icon = ICONS.get(token, f"token-{token}")
            tone = "watch" if token in ("observation", "standby") else "asset" if token in ICONS else "good"
            named = words.TOKENS[token] if token in NAMED else str(number)
            yield TokenChip(tone, icon, named, "" if token in NAMED else words.TOKENS[token])
    for card, state in (unit.cards or {}).items():
        yield TokenChip("off", "tok-turned", f"{_name_of_card(card)} {state}", "")


def _mission_chips(table: Table, unit: Unit) -> Iterator[TokenChip]:
    """What it holds, gained for this game, and where it is."""
    if table.mode == "special-operations" and engaged_with(table, unit.id):
        yield TokenChip("watch", "state-engaged", "engaged", "")
    for marker in table.lying():
        if marker.holder == unit.id:
            yield TokenChip("asset", "obj-scanner", marker.name, "")
    for keyword in dict.fromkeys(table.gained.get(unit.id, ())):
        if not (unit.deployed and keyword in TO_ENTER):
            yield TokenChip("asset", "card-up", display_word(keyword), "")
    away = unit.has("network") or unit.has("reserve")
    if not unit.deployed and unit.here and not away and table.phase not in ("lobby", "setup"):
        yield TokenChip("off", "act-move", "not on the table", "")


def _name_of_card(card: str) -> str:
    known = catalogue().upgrades.get(card)
    return known.full_name if known else display_word(card)


def token_steps(table: Table, unit: Unit) -> Iterator[Step]:
    """Suppression and every kind of token that the unit may have, each with its core rule."""
    if unit.courage is not None:
        yield Step(
            "Suppression", "token-suppression", unit.suppression, f"suppress {unit.id}", f"calm {unit.id}",
            url("core-rule", "suppression"), empty=not unit.suppression,
        )  # fmt: skip
    yield from (_step(table, unit, kind) for kind in kinds_for(table, unit))


def _step(table: Table, unit: Unit, kind: TokenKind) -> Step:
    """A kind of token up and down; of shields those that are on are counted, which is the other way round."""
    number, room = unit.tokens.get(kind.name, 0), room_for(table, unit, kind.name)
    more, href = f"token {unit.id} {kind.name}", url("core-rule", kind.core)
    if kind.name == SHIELD:
        return Step("Shields on", ICONS[SHIELD], room, f"{more} off", more, href, not number, not room)
    icon = ICONS.get(kind.name, f"token-{kind.name}")
    name = words.TOKENS[kind.name]
    return Step(name[:1].upper() + name[1:], icon, number, more, f"{more} off", href, not room, not number)


def upgrades_of(unit: Unit, own: bool) -> Iterator[Equipped]:
    """Its upgrades, those that are alike once; what its own player may do with those that turn."""
    known, uses = catalogue().upgrades, dict(turning_cards(unit))
    for card in (known[id] for id in dict.fromkeys(unit.upgrades or ()) if id in known):
        state = (unit.cards or {}).get(card.id, "")
        turns = tuple(_turns(unit, card.id, uses[card.id])) if own and card.id in uses else ()
        yield Equipped(card.full_name, address(card), effect_or_reason(card), state, turns)


def _turns(unit: Unit, card: str, use: str) -> Iterator[Turn]:
    for way in ways_to_turn(unit, card, use):
        yield Turn(f"card {unit.id} {card} {way}", TURNS[way])


def profile_words(table: Table, unit: Unit) -> str:
    """Courage, speed, defence die and surges in a line; nothing of a card that is not known."""
    found = profile_of(table, unit)
    return _profile_text(found) if found else ""


@lru_cache(maxsize=1024)
def _profile_text(found: Profile) -> str:
    courage = "–" if found.courage is None else found.courage
    speed = f"{found.speed} of {found.full_speed}" if found.speed != found.full_speed else f"{found.speed}"
    surges = "/".join(display_word(surge) for surge in (found.defence_surge, found.attack_surge) if surge)
    parts = (f"Courage {courage}", f"speed {speed}", f"{found.defence} die", surges and f"surge {surges}")
    return ", ".join(filter(None, parts))


@cache
def card_href(card: str) -> str:
    """The page of a unit's card, where it is one of today's."""
    known = catalogue().units.get(card)
    return address(known) if known else ""
