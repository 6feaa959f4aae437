"""What an army brings: every keyword and every effect in it, once, in the order of a round.

A keyword stands with the cards that have it and the values they have it with; an effect with the cards that
do it. Texts are the meanings and effects on file. An effect that gives keywords and does nothing else is told
by those keywords, with its card beside them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.sheets.brought import (
    Bringer,
    Brought,
    BroughtCommand,
    BroughtEffect,
    BroughtKeyword,
    Part,
    Value,
)
from muster.rules.armies.sheets.identify import printed_names
from muster.rules.armies.sheets.moments import COMMAND, section_of_effect, section_of_keyword, sections
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.effects import (
    Effect,
    Told,
    keywords_named,
    no_effect_reason,
    only_gives,
    reason_in_words,
)
from muster.rules.cards.types import CommandCard, Counterpart, Unit, Upgrade
from muster.rules.cards.wording import orders_in_words

Held: TypeAlias = Unit | Upgrade | Counterpart | CommandCard


class _Carried(msgspec.Struct, frozen=True):
    """A card in the army, so many times, on a unit where it is an upgrade."""

    card: Held
    count: int
    on: str = ""


class _Use(NamedTuple):
    keyword: str
    value: Value | None = None
    names: bool = False


def what_it_brings(army: Army, catalogue: Catalogue) -> Brought:
    """Every keyword and every effect of an army, once, in the order of a round."""
    return _Gathering(army, catalogue).gather


class _Gathering:
    """The cards of one army, counted, and what each brings."""

    def __init__(self, army: Army, catalogue: Catalogue) -> None:
        lineup = Lineup(army, catalogue)
        self.catalogue = catalogue
        self.hand = sorted(lineup.hand, key=lambda card: (card.pips, card.name))
        self.names = _names(lineup, catalogue)
        self.cards = [*self._cards(lineup), *(_Carried(card, 1) for card in self.hand)]
        self.upgrades = {
            carried.card.id: carried.card for carried in self.cards if isinstance(carried.card, Upgrade)
        }
        self.unknown = tuple(_unknown(lineup, catalogue))

    def _cards(self, lineup: Lineup) -> Iterator[_Carried]:
        for line in lineup.lines:
            for card, bearer in _of_line(line):
                yield _Carried(card, line.count, self.names[bearer.id] if bearer else "")

    @property
    def gather(self) -> Brought:
        keywords, effects = self._keywords(), self._effects()
        parts = (
            Part(
                id=section.id,
                title=section.title,
                commands=self._commands() if section.id == COMMAND else (),
                keywords=tuple(
                    keyword for keyword in keywords if section_of_keyword(keyword.id) == section.id
                ),
                effects=tuple(effect for effect in effects if section_of_effect(effect.effect) == section.id),
            )
            for section in sections()
        )
        held = tuple(part for part in parts if part.size)
        return Brought(parts=held, untold=tuple(self._untold()), unknown=self.unknown)

    def _keywords(self) -> list[BroughtKeyword]:
        """By name. A card that gives a keyword does not also name it."""
        uses: dict[str, dict[str, list[_Use]]] = {}
        for card in {carried.card.id: carried.card for carried in self.cards}.values():
            for use in self._uses(card):
                uses.setdefault(use.keyword, {}).setdefault(card.id, []).append(use)
        known = [self.catalogue.keywords[word] for word in uses if word in self.catalogue.keywords]
        return [
            BroughtKeyword(
                id=word.id,
                name=word.name,
                values=_values([use for found in uses[word.id].values() for use in found]),
                meaning=word.meaning,
                by=tuple(self._bringer(card, found) for card, found in uses[word.id].items()),
            )
            for word in sorted(known, key=lambda word: word.name.lower())
        ]

    def _uses(self, card: Held) -> Iterator[_Use]:
        """The keywords of a card: its own, its weapons', those its effect gives, and those it only names.

        An upgrade or command card also lists what it merely mentions; where its effect is on file, that
        decides.
        """
        effect = self.catalogue.effect(card)
        weapons = (*getattr(card, "weapons", ()), *(effect.weapons if effect else ()))
        for use in (use for weapon in weapons for use in weapon.keywords):
            yield _Use(use.id, use.value)
        if isinstance(card, Unit | Counterpart):
            yield _Use(card.unit_type)
        for given in effect.gives if effect else ():
            yield _Use(given.id, given.value)
        sure = {given.id for given in effect.gives} if effect else {use.id for use in card.keywords}
        sure |= {use.id for weapon in weapons for use in weapon.keywords}
        for use in card.keywords:
            has = use.granted or use.id in sure or isinstance(card, Unit | Counterpart)
            yield _Use(use.id, use.value) if has else _Use(use.id, names=True)
        for keyword in keywords_named(effect, self.catalogue.keywords_by_name) if effect else ():
            yield _Use(keyword, names=True)

    def _bringer(self, card: str, uses: Sequence[_Use] = ()) -> Bringer:
        copies = [carried for carried in self.cards if carried.card.id == card]
        return Bringer(
            card=card,
            name=self.names[card],
            count=sum(carried.count for carried in copies),
            on=tuple(dict.fromkeys(carried.on for carried in copies if carried.on)),
            values=_values(uses),
            names=bool(uses) and all(use.names for use in uses),
        )

    def _effects(self) -> list[BroughtEffect]:
        """Those of upgrades, by the name of the first card; the same words at the same moment once."""
        alike: dict[tuple[str, str], list[Effect]] = {}
        for card in self.upgrades.values():
            effect = self.catalogue.effect(card)
            if effect and not only_gives(effect):
                alike.setdefault((effect.text, effect.when), []).append(effect)
        found = [
            BroughtEffect(effect=effects[0], by=tuple(self._bringer(effect.id) for effect in effects))
            for effects in alike.values()
        ]
        return sorted(found, key=lambda entry: entry.title.lower())

    def _commands(self) -> tuple[BroughtCommand, ...]:
        return tuple(
            BroughtCommand(
                card=card.id,
                name=self.names[card.id],
                pips=card.pips,
                orders=orders_in_words(card.orders),
                effect=self.catalogue.effect(card),
                reason=self._reason(card),
            )
            for card in dict.fromkeys(self.hand)
        )

    def _untold(self) -> Iterator[tuple[str, str]]:
        for card in self.upgrades.values():
            if reason := self._reason(card):
                yield self.names[card.id], reason

    def _reason(self, card: Told) -> str:
        """Why no effect is listed for a card; empty where it has one, or brings its parts and nothing
        else."""
        if self.catalogue.effect(card) is not None:
            return ""
        reason = no_effect_reason(card, self.catalogue.data.effects.pictures)
        return "" if reason == "parts" else reason_in_words(card, reason)


def _of_line(line: ArmyLine) -> Iterator[tuple[Held, Unit | Counterpart | None]]:
    """The cards of a line; upgrades with their bearer."""
    loadout = line.loadout
    yield loadout.unit, None
    for card in loadout.upgrades:
        yield card, loadout.unit
    if loadout.counterpart:
        yield loadout.counterpart, None
        for card in loadout.counterpart_upgrades:
            yield card, loadout.counterpart


def _names(lineup: Lineup, catalogue: Catalogue) -> dict[str, str]:
    """What each card is called: its name, or where two cards of the army share it, the longer one that an
    army list prints (rule 538)."""
    held = {card.id: card for line in lineup.lines for card, _ in _of_line(line)}
    held |= {card.id: card for card in lineup.hand}
    sharing, printed = Counter(card.name for card in held.values()), printed_names(catalogue)
    return {id: card.name if sharing[card.name] == 1 else printed[id] for id, card in held.items()}


def _unknown(lineup: Lineup, catalogue: Catalogue) -> Iterator[str]:
    """The ids that no card has."""
    for entry in lineup.unknown_units:
        yield entry.unit
    for line in lineup.lines:
        yield from line.loadout.unknown
    yield from (card for card in lineup.army.command_hand if card not in catalogue.commands)


def _values(uses: Sequence[_Use]) -> tuple[Value, ...]:
    """The values once each, numbers first."""
    found = {use.value for use in uses if use.value is not None}
    return tuple(sorted(found, key=lambda value: (isinstance(value, str), str(value).zfill(3))))
