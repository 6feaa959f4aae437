"""The battle deck: nine cards, the fixed nine of Recon, or the twelve names of the regulations."""

from collections import Counter
from collections.abc import Iterator

from muster.rules.armies.army import DECK_CATEGORIES
from muster.rules.armies.checks.known_cards import unknown_id_violation
from muster.rules.armies.checks.registry import check_apart
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import RECON, REGULATIONS, core, rule
from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import display_word
from muster.rules.violations import Params, Violation


def deck_source(lineup: Lineup) -> str:
    """Where the deck of the format stands."""
    if lineup.format.battle_deck.fixed:
        return rule(443, RECON)
    return rule(527, REGULATIONS) if lineup.format.battle_deck.typed else core("building a battle deck")


@check_apart
def deck_is_complete(lineup: Lineup) -> Iterator[Violation]:
    """Three cards of each category, four in the regulations (rule 527); a fixed deck may stay empty (443)."""
    wanted = lineup.format.battle_deck
    there = [category for category, written, card in lineup.deck if card or any(map(str.isalnum, written))]
    counts = {category: there.count(category) for category in wanted.categories}  # a blank is no card
    if wanted.fixed and not any(counts.values()):
        return
    missing = {name: most - counts[name] for name, most in wanted.categories.items() if counts[name] < most}
    if missing:
        names = ", ".join(f"{count} {name}" for name, count in missing.items())
        total, short = sum(wanted.categories.values()), sum(missing.values())
        source = deck_source(lineup)
        count = sum(counts.values())
        yield problem("deck.incomplete", source, missing=names, count=count, total=total, by=short, of="deck")


@check_apart
def deck_is_not_too_big(lineup: Lineup) -> Iterator[Violation]:
    """No more cards of a category than the format has, and no category that it does not know."""
    for category in DECK_CATEGORIES:
        cards = lineup.army.battle_deck.of(category)
        most = lineup.format.battle_deck.categories.get(category, 0)
        if len(cards) > most:
            params: Params = {"category": category, "count": len(cards), "max": most, "by": len(cards) - most}
            yield problem("deck.too_many", deck_source(lineup), dict.fromkeys(cards), of=category, **params)


@check_apart
def deck_cards_exist(lineup: Lineup) -> Iterator[Violation]:
    """Every card is a battle card, in the category it belongs to; names a player types are not looked up."""
    if lineup.format.battle_deck.typed:
        return
    for category, card_id, card in lineup.deck:
        if card is None:
            yield unknown_id_violation(lineup, card_id, "battle", ())
        elif card.category != category:
            params: Params = {"card": card.name, "category": card.category, "place": category}
            yield problem("deck.category", deck_source(lineup), (card_id,), **params)


@check_apart
def no_battle_card_twice(lineup: Lineup) -> Iterator[Violation]:
    """Rule 527 and the core rulebook: no duplicates, by name."""
    known = lineup.facts.names
    names = [known[card.id] if card else plain(written) for _, written, card in lineup.deck]
    if len(set(names)) == len(names):
        return
    for name, count in Counter(names).items():
        if count > 1:
            _, written, card = lineup.deck[names.index(name)]
            shown = card.name if card else written
            params: Params = {"card": shown, "count": count, "by": count - 1}
            yield problem("deck.duplicate", deck_source(lineup), (shown,), of=name, **params)


@check_apart
def deck_belongs_to_the_format(lineup: Lineup) -> Iterator[Violation]:
    """Rules 443 and 444: Recon uses its fixed cards, and they are used nowhere else."""
    fixed = lineup.format.battle_deck.fixed
    for _, _, card in lineup.deck:
        if card is None:
            continue
        if fixed and card.id not in fixed:
            yield problem(
                "deck.fixed", rule(443, RECON), (card.id,), card=card.name, format=lineup.format.name
            )
        elif not fixed and card.deck == "recon":
            yield problem("deck.recon_card", rule(444, RECON), (card.id,), card=card.name)


@check_apart
def advantages_of_the_faction(lineup: Lineup) -> Iterator[Violation]:
    """Some advantage cards belong to a faction; mercenary and Mandalorian armies have none of their own."""
    for _, _, card in lineup.deck:
        if card is not None and card.faction is not None and card.faction != lineup.army.faction:
            faction = display_word(card.faction)
            source = core("building a battle deck")
            yield problem("deck.faction", source, (card.id,), card=card.name, faction=faction)
