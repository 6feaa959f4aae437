"""The command hand: seven cards, and who lets you play them."""

from collections import Counter
from collections.abc import Iterator

from muster.rules.armies.checks.known_cards import left_since, unknown_id_violation
from muster.rules.armies.checks.registry import check, check_apart
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import rule
from muster.rules.cards.equipping import Bearer, bearer_as_printed, meets_restriction
from muster.rules.cards.values import Restriction
from muster.rules.cards.vocabulary import display_word
from muster.rules.violations import Violation

STANDING_PIPS = 4


@check_apart
def hand_cards_exist(lineup: Lineup) -> Iterator[Violation]:
    """Every card of the hand is a command card."""
    hand, shelf = lineup.army.command_hand, lineup.catalogue.commands
    unknown = [card_id for card_id in hand if card_id not in shelf] if len(lineup.hand) < len(hand) else ()
    for card_id in unknown:
        if left_since(lineup, card_id, "command") is None:
            yield unknown_id_violation(lineup, card_id, "command", ())


@check_apart
def hand_is_complete(lineup: Lineup) -> Iterator[Violation]:
    """Rules 432 to 434 and 533: seven cards, two each of 1, 2 and 3 pips, and always Standing Orders.

    A draft without a hand has one problem, not four.
    """
    wanted = lineup.catalogue.army.command_hand.by_pips
    have = [card.pips for card in lineup.hand]
    missing = {pips: count - have.count(pips) for pips, count in wanted.items() if have.count(pips) < count}
    if missing:
        source = rule(434 if list(missing) == [STANDING_PIPS] else 432)
        words = ", ".join(missing_words(lineup, pips, count) for pips, count in missing.items())
        by, count, total = sum(missing.values()), len(lineup.army.command_hand), sum(wanted.values())
        yield problem("hand.incomplete", source, missing=words, count=count, total=total, by=by, of="hand")


def missing_words(lineup: Lineup, pips: int, count: int) -> str:
    """What is missing of one number of pips; the card of four pips has a name."""
    if pips == STANDING_PIPS:
        return lineup.catalogue.commands[lineup.catalogue.army.command_hand.four_pips].name
    return f"{count} with {pips} pip{'s' if pips > 1 else ''}"


@check_apart
def hand_is_not_too_big(lineup: Lineup) -> Iterator[Violation]:
    """Rule 433: no more than two cards of each number of pips, and one of four."""
    wanted = lineup.catalogue.army.command_hand.by_pips
    have = [card.pips for card in lineup.hand]
    for pips in sorted(set(have)):
        count, most = have.count(pips), wanted.get(pips, 0)
        if count > most:
            about = dict.fromkeys(card.id for card in lineup.hand if card.pips == pips)
            yield problem(
                "hand.too_many", rule(433), about, pips=pips, count=count, max=most, by=count - most, of=pips
            )


@check_apart
def no_command_card_twice(lineup: Lineup) -> Iterator[Violation]:
    """Rules 433 and 533: no duplicates."""
    hand = lineup.army.command_hand
    if len(set(hand)) == len(hand):
        return
    for card_id, count in Counter(hand).items():
        if count > 1 and card_id in lineup.catalogue.commands:
            name = lineup.catalogue.commands[card_id].name
            yield problem("hand.duplicate", rule(433), (card_id,), card=name, count=count, by=count - 1)


@check
def command_units_in_army(lineup: Lineup) -> Iterator[Violation]:
    """Rules 435 and 534: a card that asks for a unit needs it in the army, all of them where it says so.

    Names are compared whole. Counterparts count; the upgrade version of a character does not.
    """
    cards = {card.id: card for card in lineup.hand if card.needs}
    present = bearers(lineup) if cards else []
    for card in cards.values():
        if unmet := [need for need in card.needs if not is_met(need, present)]:
            wanted = " and ".join(need_in_words(need) for need in unmet)
            yield problem("hand.unit", rule(435), (card.id,), card=card.name, wanted=wanted)


def bearers(lineup: Lineup) -> list[Bearer]:
    """Units as they stand, and counterparts that really belong to their unit; ranks are the printed ones."""
    present = []
    for line in lineup.lines:
        loadout = line.loadout
        present.append(loadout.fitting.bearer)
        if loadout.counterpart is not None and loadout.unit.id in loadout.counterpart.of:
            present.append(bearer_as_printed(loadout.counterpart))
    return present


def is_met(need: Restriction, present: list[Bearer]) -> bool:
    """Whether somebody meets the need; where it gives names, only those of the name can."""
    names = need.names
    for who in present:
        if names and who.name not in names:
            continue
        if meets_restriction(who, need):
            return True
    return False


def need_in_words(need: Restriction) -> str:
    """What a command card asks for, in words."""
    if need.any:
        return " or ".join(need_in_words(branch) for branch in need.any)
    words = [*need.names, *need.titles] if not need.names else [*need.names]
    if need.names and need.titles:
        words = [f"{name}, {title}" for name in need.names for title in need.titles]
    kinds = [*need.factions, *need.affiliations, *need.unit_types]
    kind = " ".join(
        (*(display_word(word) for word in kinds), " or ".join(display_word(rank) for rank in need.ranks))
    )
    return " or ".join(words) or f"a {kind.strip()}"


@check_apart
def command_cards_fit_the_army(lineup: Lineup) -> Iterator[Violation]:
    """Rule 436: cards of a faction or a battle force need an army of that faction or battle force."""
    for card in {card.id: card for card in lineup.hand}.values():
        if card.battle_force is not None and card.battle_force != lineup.frame.force_id:
            force = lineup.catalogue.battle_forces[card.battle_force].name
            yield problem("hand.force", rule(436), (card.id,), card=card.name, force=force)
        elif card.faction is not None and card.faction != lineup.army.faction:
            faction = display_word(card.faction)
            yield problem("hand.faction", rule(436), (card.id,), card=card.name, faction=faction)
