"""Armies of every kind, legal or not, from the real cards: what the exchange properties run over."""

from datetime import date

from hypothesis import strategies as st

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, Deck, with_keys
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.values import RankLimit, RankTable
from muster.rules.cards.vocabulary import FACTIONS

CAT = catalogue()
WORDS = st.text("abcdefgh XYZ'é-0123456789", min_size=1, max_size=30).map(str.strip)
OLD_CARDS = st.lists(st.sampled_from(("Key Positions", "Battle Lines", "Clear Conditions")), unique=True)


def takeable(unit: Unit) -> list[Upgrade]:
    """The upgrades the unit may have in its slots."""
    return [card for cards in CAT.upgrades_for(unit).values() for card in cards]


@st.composite
def lines(draw: st.DrawFn, units: list[Unit], counts: st.SearchStrategy[int]) -> ArmyUnit:
    """A unit with upgrades it may have, now and then with its counterpart."""
    unit = draw(st.sampled_from(units))
    choices = takeable(unit)
    upgrades = (
        draw(st.lists(st.sampled_from(choices), max_size=4, unique_by=lambda c: c.id)) if choices else []
    )
    counterpart = None
    if unit.counterpart and draw(st.booleans()):
        wears = ("dn",) if CAT.counterparts[unit.counterpart].slots and draw(st.booleans()) else ()
        wears = tuple(card for card in wears if card in CAT.upgrades)
        counterpart = ArmyCounterpart(card=unit.counterpart, upgrades=wears)
    ids = tuple(card.id for card in upgrades)
    return ArmyUnit(unit=unit.id, count=draw(counts), upgrades=ids, counterpart=counterpart)


@st.composite
def armies(draw: st.DrawFn, *, bare: bool = False) -> Army:
    """An army. A bare one has only what a tournament text can carry: units, hand and deck."""
    faction = draw(st.sampled_from(FACTIONS))
    force = draw(st.sampled_from([None, *(f.id for f in CAT.data.battle_forces if f.faction == faction)]))
    units = [unit for unit in CAT.data.units if faction in CAT.armies_for(unit)]
    counts = st.integers(1, 3) if bare else st.one_of(st.integers(1, 3), st.integers(9, 99))
    entries = draw(st.lists(lines(units, counts), max_size=6))
    army = Army(
        faction=faction,
        format=draw(st.sampled_from([*CAT.formats])),
        points_date=CAT.edition,
        units=with_keys(entries),
        command_hand=draw(hands()),
        battle_deck=draw(decks()),
    )
    return army if bare else draw(dressed(army, force))


@st.composite
def dressed(draw: st.DrawFn, army: Army, force: str | None) -> Army:
    """The army with everything else a document may hold."""
    limits = RankTable(limits={"corps": RankLimit(1, 9)})
    return Army(
        faction=army.faction,
        format=army.format,
        units=army.units,
        command_hand=army.command_hand,
        battle_deck=army.battle_deck,
        battle_force=force,
        name=draw(st.one_of(st.just(""), WORDS)),
        notes=draw(st.one_of(st.just(""), WORDS)),
        points_date=draw(st.sampled_from((CAT.edition, date(2024, 7, 19), date(2026, 4, 21)))),
        choices=draw(st.sampled_from(((), ("Veterans",)))),
        limit=draw(st.sampled_from((None, 650, 800, 1234))),
        ranks=draw(st.sampled_from((None, limits))),
    )


@st.composite
def hands(draw: st.DrawFn) -> tuple[str, ...]:
    """Some command cards, with Standing Orders as in every hand."""
    others = [card.id for card in CAT.data.commands if card.pips < 4]
    hand = draw(st.lists(st.sampled_from(others), max_size=6, unique=True))
    return (*hand, CAT.army.command_hand.four_pips) if hand else ()


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Some battle cards by category, of today or as names of the older edition."""
    if draw(st.integers(0, 4)) == 0:
        return Deck(deployment=tuple(draw(OLD_CARDS)), condition=tuple(draw(OLD_CARDS)))
    of = {
        category: draw(st.lists(st.sampled_from(cards), max_size=3, unique=True))
        for category in ("objective", "secondary", "advantage")
        if (cards := [card.id for card in CAT.data.battle_cards if card.category == category])
    }
    return Deck(**{category: tuple(cards) for category, cards in of.items()})
