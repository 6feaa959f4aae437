"""Armies at random: of real cards, of cards that do not exist, legal and illegal."""

from datetime import date

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, Deck, require_sizes
from muster.rules.cards.values import RankLimit, RankTable
from muster.rules.cards.vocabulary import FACTIONS, RANKS
from tests.rules.armies.army_building import CARDS

# A busy machine must not fail a property.
RICH = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

UNITS = sorted(CARDS.units)
UPGRADES = sorted(CARDS.upgrades)
FORCES = sorted(CARDS.battle_forces)
CHOICES = sorted({choice.name for force in CARDS.data.battle_forces for choice in force.choices})

strange_ids = st.text(min_size=1, max_size=8)
unit_ids = st.sampled_from(UNITS)
upgrade_ids = st.sampled_from(UPGRADES)
any_ids = st.one_of(st.sampled_from(sorted(CARDS.cards)), strange_ids)


@st.composite
def fitting_upgrades(draw, unit_id):
    """Mostly upgrades for the unit's own slots, now and then any other."""
    unit = CARDS.units.get(unit_id)
    outfit = [card.id for cards in CARDS.upgrades_for(unit).values() for card in cards] if unit else []
    pool = st.sampled_from(outfit) if outfit else upgrade_ids
    return tuple(draw(st.lists(st.one_of(pool, pool, pool, any_ids), max_size=5)))


@st.composite
def lines(draw, ids=unit_ids):
    """One line of an army."""
    unit = draw(ids)
    joined = CARDS.units[unit].counterpart if unit in CARDS.units else None
    wanted = draw(st.sampled_from([None, joined, "lw"]))
    return ArmyUnit(
        unit=unit,
        count=draw(st.sampled_from([1, 1, 1, 2, 3, 99])),
        upgrades=draw(fitting_upgrades(unit)),
        counterpart=ArmyCounterpart(wanted, tuple(draw(st.lists(any_ids, max_size=1)))) if wanted else None,
    )


def tables():
    """A rank table of an event, or none."""
    limit = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(lambda pair: RankLimit(min(pair), max(pair)))
    table = st.dictionaries(st.sampled_from(RANKS), limit).map(lambda limits: RankTable(limits=limits))
    return st.one_of(st.none(), st.none(), table)


@st.composite
def armies(draw, units=None, faction=None):
    """An army of one faction's units mostly, or of anything."""
    side = draw(st.sampled_from(FACTIONS)) if faction is None else faction
    own = st.sampled_from([unit.id for unit in CARDS.data.units if side in (unit.faction, *unit.hirable_by)])
    ids = st.one_of(own, own, own, unit_ids, any_ids) if units is None else units
    cards = st.lists(any_ids, max_size=3).map(tuple)
    force = st.one_of(st.none(), st.sampled_from(FORCES), strange_ids)
    return require_sizes(
        Army(
            faction=side,
            name=draw(st.text(max_size=10)),
            format=draw(st.sampled_from([*CARDS.formats, "nope"])),
            points_date=draw(st.sampled_from([*CARDS.change_dates, date(1999, 1, 1), date(2030, 1, 1)])),
            battle_force=draw(force),
            choices=tuple(draw(st.lists(st.sampled_from(CHOICES), max_size=3))),
            limit=draw(st.one_of(st.none(), st.integers(1, 3000))),
            ranks=draw(tables()),
            units=tuple(draw(st.lists(lines(ids), max_size=8))),
            command_hand=tuple(
                draw(st.lists(st.one_of(st.sampled_from(sorted(CARDS.commands)), any_ids), max_size=8))
            ),
            battle_deck=Deck(objective=draw(cards), secondary=draw(cards), condition=draw(cards)),
            notes=draw(st.text(max_size=10)),
        )
    )
