"""A side of an attack: a unit with its upgrades and counterpart, its tokens and what it has lost."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

import msgspec

from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.sheets.playsheet import ADDS_MINIATURE
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Upgrade
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import Rank, UnitType, type_line

OWN_WOUNDS: Final = re.compile(r"has (\d+) wounds?", re.IGNORECASE)
OWN_SURGE: Final = re.compile(r"attack surge: (hit|critical)")
MORE_COURAGE: Final = re.compile(r"courage \+(\d+)", re.IGNORECASE)
BRAVER: Final = frozenset(("tod:feats-of-valor", "tod:hopeful"))
"""Commendations that raise courage by 1."""


class Tokens(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens a unit may spend or suffers from. `observation` lie on the target, `shields` are those still
    active (None: all)."""

    aims: int = 0
    dodges: int = 0
    surges: int = 0
    suppression: int = 0
    observation: int = 0
    shields: int | None = None


class Side(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A unit as it stands. `lost` are the wounds it has suffered, `gained` keywords it has from elsewhere
    (command cards, commendations), `fatigue` its Battle-Fatigue. `fallen` minis of each card add no weapon
    any more, nor do cards that are `turned`, nor weapons `used` already (card/name). It is `without` keywords
    that it lost. A table knows whether it was `promoted` to Commander, the `pips` of the command card its
    player revealed last, and whether it is Suppressed (None: as
    its cards say)."""

    line: ArmyLine
    catalogue: Catalogue
    tokens: Tokens = Tokens()
    lost: int = 0
    gained: tuple[KeywordUse, ...] = ()
    fatigue: int = 0
    fallen: Mapping[str, int] = {}
    turned: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    promoted: bool = False
    pips: int = 1
    suppressed: bool | None = None

    @cached_property
    def keywords(self) -> tuple[KeywordUse, ...]:
        """What the unit has: on its card, by its upgrades for the whole game, by its counterpart, its type
        and what it gained. X of a card that reads it off a command card is its `pips`. A unit card may list
        what its weapons have: that works with those weapons alone."""
        known = self.catalogue.keywords
        printed = (use for use in self.line.unit.keywords if known[use.id].type != "weapon")
        own = (*printed, *self._from_upgrades(), *self.gained)
        companion = self.line.loadout.counterpart
        theirs = tuple(use for use in companion.keywords if use.id != "small") if companion else ()
        types = tuple(KeywordUse(id=each) for each in self.types if each in known)
        uses = (use for use in (*own, *theirs, *types) if use.id not in self.without)
        return tuple(_with_number(use, self.pips) for use in uses)

    def _from_upgrades(self) -> Iterator[KeywordUse]:
        for card in self.line.loadout.all_upgrades:
            on_weapons = {use.id for weapon in card.weapons for use in weapon.keywords}
            effect = self.catalogue.effects.get(card.id)
            given = [
                KeywordUse(id=keyword.id, value=keyword.value)
                for keyword in (effect.gives if effect else ())
                if not keyword.to
            ]
            known = {use.id for use in given}
            granted = (use for use in card.keywords if use.granted and use.id not in known)
            yield from (use for use in (*given, *granted) if use.id not in on_weapons)

    @property
    def types(self) -> tuple[UnitType, ...]:
        """Its unit type and the wider ones."""
        return type_line(self.line.unit.unit_type)

    @property
    def rank(self) -> Rank:
        """The rank that cards ask for: who was promoted is a Commander (core rulebook: Promote)."""
        return "commander" if self.promoted else self.line.rank

    def has(self, keyword: str) -> bool:
        """Whether it has this keyword."""
        return any(use.id == keyword for use in self.keywords)

    def value(self, keyword: str) -> int:
        """The number behind a keyword, copies added up; 0 without it."""
        return sum(use.value for use in self.keywords if use.id == keyword and isinstance(use.value, int))

    @property
    def shields(self) -> int:
        """How many shields it has, active or not: Shielded X, and one by Personal Shields."""
        return self.value("shielded") + self.value("shields") + self.has("tod:personal-shields")

    @property
    def added_minis(self) -> tuple[Upgrade, ...]:
        """The upgrades that add minis."""
        return tuple(card for card in self.line.loadout.upgrades if card.slot in ADDS_MINIATURE)

    @cached_property
    def wounds(self) -> int:
        """The wounds it takes to defeat the whole unit, if nothing is lost yet; 0 where no card tells."""
        unit, companion = self.line.unit, self.line.loadout.counterpart
        own = unit.miniatures * unit.wounds
        more = sum(self._added_wounds(card) for card in self.added_minis)
        tougher = self.minis if any(use.id == "tod:field-modifications" for use in self.gained) else 0
        return own + more + tougher + (companion.wounds if companion else 0)

    def _added_wounds(self, card: Upgrade) -> int:
        return self.minis_of(card) * self.wounds_each(card)

    def wounds_each(self, card: Upgrade) -> int:
        """The wounds of a mini that an upgrade adds: as its card says, else those of its unit."""
        effect = self.catalogue.effects.get(card.id)
        own = OWN_WOUNDS.search(effect.stats) if effect and effect.stats else None
        return int(own[1]) if own else self.line.unit.wounds

    def minis_of(self, card: Upgrade) -> int:
        """How many minis an upgrade adds: one, more where its card says so (rule 420)."""
        effect = self.catalogue.effects.get(card.id)
        return max(effect.miniatures if effect else 0, 1) if card.slot in ADDS_MINIATURE else 0

    def standing(self, card: str, number: int) -> int:
        """How many of a card's minis are still standing, out of so many."""
        return max(0, number - self.fallen.get(card, 0))

    @property
    def minis(self) -> int:
        """How many minis the unit has at full strength."""
        companion = self.line.loadout.counterpart is not None
        return self.line.unit.miniatures + sum(map(self.minis_of, self.added_minis)) + companion

    @property
    def minis_left(self) -> int:
        """How many of them stand."""
        return self.minis - sum(self.fallen.values())

    @property
    def arsenal(self) -> int:
        """How many weapons each mini may use in one attack: Arsenal X, one more with Veteran Gunners."""
        return max(1, self.value("arsenal") + self.has("tod:veteran-gunners"))

    @cached_property
    def courage(self) -> int:
        """Its courage with what upgrades and commendations add; 0 where it has none, as with Enrage X once it
        has X wounds."""
        printed = self.line.unit.courage
        if not printed or (self.has("enrage") and self.lost >= self.value("enrage")):
            return 0
        effects = (self.catalogue.effects.get(card.id) for card in self.line.loadout.upgrades)
        stats = (effect.stats or "" for effect in effects if effect)
        more = sum(int(found[1]) for text in stats if (found := MORE_COURAGE.search(text)))
        return printed + more + sum(use.id in BRAVER for use in self.gained)

    @property
    def is_suppressed(self) -> bool:
        """Whether it has as much Suppression as courage; a unit without courage never is."""
        if self.suppressed is not None:
            return self.suppressed
        return 0 < self.courage <= self.tokens.suppression

    @property
    def attack_surge(self) -> str:
        """What its attack surges become, by its card or an upgrade."""
        given = [
            found[1]
            for card in self.line.loadout.upgrades
            if (effect := self.catalogue.effects.get(card.id)) and effect.stats
            and (found := OWN_SURGE.search(effect.stats))
        ]  # fmt: skip
        best = [surge for surge in (*given, self.line.unit.attack_surge) if surge]
        return "critical" if "critical" in best else best[0] if best else "none"


def _with_number(use: KeywordUse, pips: int) -> KeywordUse:
    return KeywordUse(id=use.id, value=max(1, pips)) if use.value == "X" else use
