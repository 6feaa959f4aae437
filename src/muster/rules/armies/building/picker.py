"""What may be added to an army, and why the rest may not.

Every answer comes from checking the changed army and comparing it with the army as it is. Problems that
existed before do not count unless they grow. For a card that this army can never hold, that reason alone is
given.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, free_key
from muster.rules.armies.building.edits import equipped_line, with_entry, with_upgrade
from muster.rules.armies.check import run_checks
from muster.rules.armies.checks.battle_force import not_on_roster
from muster.rules.armies.checks.factions import issued_elsewhere, joins_without_force, wrong_faction
from muster.rules.armies.checks.registry import CHECKS, PER_LINE, Check
from muster.rules.armies.checks.uniqueness import bullets_by_name
from muster.rules.armies.checks.upgrades import why_barred
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.slots import Fitting, brings_slot, waived_upgrades
from muster.rules.armies.report import worsened_problems
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.equipping import meets_restriction
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.violations import Violation

# What a new line or a hand begun has to do next, and can: no reason against adding it.
STILL_TO_DO = frozenset(
    (
        "army.equip",
        "army.programmed",
        "army.heavy_weapon_team",
        "army.flexible_response",
        "army.counterpart_missing",
        "hand.incomplete",
        "deck.incomplete",
    )
)


class Option(msgspec.Struct, frozen=True):
    """A card that could be added: its place (rank, slot, pips or category), the points it adds, why not.

    `reasons` are the problems that adding it would cause; `todo` those that the new line would still have
    to settle itself, such as the Doctrine its Equip asks for.
    """

    card: str
    place: str
    points: int = 0
    reasons: tuple[Violation, ...] = ()
    todo: tuple[Violation, ...] = ()

    @property
    def may_add(self) -> bool:
        """Whether adding the card causes no problem."""
        return not self.reasons


def rules_in(*modules: str) -> list[Check]:
    """The checks of some modules; adding a card of one kind cannot break the rules of the others."""
    return [rule for rule in CHECKS if rule.__module__.rpartition(".")[2] in modules]


HAND_RULES = rules_in("hand")
DECK_RULES = rules_in("deck")
UNIT_RULES = [rule for rule in CHECKS if rule not in (*HAND_RULES, *DECK_RULES)]
LINE_RULES = [rule for rule in UNIT_RULES if rule in PER_LINE]
ARMY_RULES = [rule for rule in UNIT_RULES if rule not in PER_LINE]


class Picker:
    """The army as it is, checked once; every question compares a changed army with it."""

    def __init__(self, army: Army, catalogue: Catalogue) -> None:
        self.army = army
        self.catalogue = catalogue.on(army.points_date)
        self.lineup = Lineup(army, catalogue)

    def units(self, rank: str | None = None) -> Iterator[Option]:
        """Every unit of the game, or those of one rank: a sixth of the work."""
        before = run_checks(self.lineup, UNIT_RULES)
        key = free_key(entry.key for entry in self.army.units)
        for unit in self.catalogue.data.units:
            if rank is not None and self.lineup.frame.rank_of(unit) != rank:
                continue
            if never := self.never_joins(key, unit):
                yield Option(unit.id, unit.rank, self.lineup.frame.points(unit), (never,))
            else:
                line = equipped_line(key, unit, self.army, self.catalogue)
                yield self.with_line(unit, line, before)

    def never_joins(self, key: str, unit: Unit) -> Violation | None:
        """Why this army can never field the unit, looking at its card alone."""
        force = self.lineup.force
        if (elsewhere := issued_elsewhere(key, unit, self.lineup)) is not None:
            return elsewhere
        if force is None:
            return None if joins_without_force(unit, self.lineup) else wrong_faction(key, unit, self.lineup)
        return None if self.lineup.frame.on_roster(unit) else not_on_roster(key, unit, force)

    def with_line(self, unit: Unit, line: ArmyUnit, before: Iterable[Violation]) -> Option:
        """The army with one more line, checked."""
        lineup = Lineup(replace(self.army, units=(*self.army.units, line)), self.catalogue)
        new = worsened_problems(before, found_with(lineup, line.key))
        todo = tuple(each for each in new if settles_itself(each, unit, line.key))
        reasons = tuple(each for each in new if each not in todo)
        points = lineup.points - self.lineup.points
        return Option(unit.id, lineup.frame.rank_of(unit, line.upgrades), points, reasons, todo)

    def upgrades(
        self, key: str, slot: str | None = None, *, on_counterpart: bool = False
    ) -> Iterator[Option]:
        """The upgrades of a line's slots, or of one slot alone; some cards bring their slot along."""
        entry = self.army.entry(key)
        loadout = next((line.loadout for line in self.lineup.lines if line.key == key), None)
        if loadout is None:
            return
        fitting = loadout.counterpart_fitting if on_counterpart else loadout.fitting
        if fitting is None:
            return
        before = run_checks(self.lineup, UNIT_RULES)
        slots = {use.slot for use in fitting.uses}
        for upgrade in self.catalogue.data.upgrades:
            fits = upgrade.slot in slots or brings_slot(upgrade, fitting.bearer)
            if slot in (None, upgrade.slot) and fits:
                yield self.with_upgrade(entry, upgrade, fitting, before, on_counterpart)

    def with_upgrade(
        self,
        entry: ArmyUnit,
        upgrade: Upgrade,
        fitting: Fitting,
        before: Iterable[Violation],
        on_counterpart: bool,
    ) -> Option:
        """The army with one more upgrade, checked; a restriction not met is answer enough."""
        waived = () if on_counterpart else waived_upgrades(fitting.bearer, self.lineup.force)
        if upgrade.id not in waived and not meets_restriction(fitting.bearer, upgrade.restriction):
            points = self.lineup.frame.points(upgrade)
            unit = self.catalogue.units.get(fitting.bearer.id)
            name = unit.full_name if unit else fitting.bearer.name
            never = why_barred(entry.key, name, upgrade, fitting.bearer)
            return Option(upgrade.id, upgrade.slot, points, (never,))
        changed = with_entry(self.army, with_upgrade(entry, upgrade.id, on_counterpart=on_counterpart))
        lineup = Lineup(changed, self.catalogue)
        reasons = worsened_problems(before, found_with(lineup, entry.key))
        return Option(upgrade.id, upgrade.slot, lineup.points - self.lineup.points, reasons)

    def another(self, key: str) -> Violation | None:
        """Why there cannot be one more unit of this line: a unique or limited card on it. None if there
        can."""
        entry = self.army.entry(key)
        more = Lineup(with_entry(self.army, replace(entry, count=entry.count + 1)), self.catalogue)
        return next(iter(worsened_problems(bullets_by_name(self.lineup), bullets_by_name(more))), None)

    def counterparts(self, key: str) -> tuple[Option, ...]:
        """The counterparts that belong to the unit of a line."""
        entry = self.army.entry(key)
        before = run_checks(self.lineup, UNIT_RULES)
        options = []
        for card in self.catalogue.data.counterparts:
            if entry.unit in card.of:
                joined = replace(entry, counterpart=ArmyCounterpart(card.id))
                lineup = Lineup(with_entry(self.army, joined), self.catalogue)
                reasons = worsened_problems(before, run_checks(lineup, UNIT_RULES))
                options.append(Option(card.id, "counterpart", lineup.points - self.lineup.points, reasons))
        return tuple(options)

    def commands(self) -> Iterator[Option]:
        """Every command card."""
        before = run_checks(self.lineup, HAND_RULES)
        for card in self.catalogue.data.commands:
            hand = (*self.army.command_hand, card.id)
            after = run_checks(self.lineup.with_army(replace(self.army, command_hand=hand)), HAND_RULES)
            yield hand_or_deck_option(card.id, str(card.pips), worsened_problems(before, after))

    def battle_cards(self) -> Iterator[Option]:
        """Every battle card; none where the player types the names."""
        if self.lineup.format.battle_deck.typed:
            return
        before = run_checks(self.lineup, DECK_RULES)
        for card in self.catalogue.data.battle_cards:
            deck = self.army.battle_deck
            deck = replace(deck, **{card.category: (*deck.of(card.category), card.id)})
            after = run_checks(self.lineup.with_army(replace(self.army, battle_deck=deck)), DECK_RULES)
            yield hand_or_deck_option(card.id, card.category, worsened_problems(before, after))


def found_with(lineup: Lineup, key: str) -> tuple[Violation, ...]:
    """What is wrong with the army as a whole and with the changed line. The other lines are as they were, so
    they are not checked again."""
    return (*run_checks(lineup.only(key), LINE_RULES), *run_checks(lineup, ARMY_RULES))


def settles_itself(violation: Violation, unit: Unit, key: str) -> bool:
    """Whether the new line can fix the problem with upgrades of its own. A clan card can change its clan."""
    if key not in violation.about:
        return False
    clan = violation.code == "army.no_leader" and "clan" in unit.slots
    return clan or violation.code in STILL_TO_DO


def hand_or_deck_option(card: str, place: str, new: tuple[Violation, ...]) -> Option:
    """An option for the hand or the deck. That a hand or deck is still incomplete does not count against a
    card."""
    todo = tuple(each for each in new if each.code in STILL_TO_DO)
    return Option(card, place, 0, tuple(each for each in new if each not in todo), todo)
