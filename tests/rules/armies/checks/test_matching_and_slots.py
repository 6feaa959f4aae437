"""The two solvers against brute force: who stands by whom, and upgrades into slots."""

from collections import Counter
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from muster.rules.armies.checks.matching import met_demand
from muster.rules.armies.lineup.slots import Rack, fit
from muster.rules.cards.equipping import Bearer
from muster.rules.cards.types import Upgrade
from muster.rules.cards.values import OwnSlot, Restriction
from tests.rules.armies.army_building import CARDS

NEEDS = "abcd"
GIVERS = "wxyz"
SLOTS = ["gear", "training", "force", "command"]


def best(demand, supply, fits):
    """The most that can be met, trying everything with single units."""
    needs = [need for need, count in demand.items() for _ in range(count)]
    givers = tuple(giver for giver, count in supply.items() for _ in range(count))

    def most(left, free):
        if not left:
            return 0
        rest = most(left[1:], free)
        for giver in set(free) & set(fits[left[0]]):
            at = free.index(giver)
            rest = max(rest, 1 + most(left[1:], free[:at] + free[at + 1 :]))
        return rest

    return most(needs, givers)


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(NEEDS), st.integers(1, 2), max_size=3),
    st.dictionaries(st.sampled_from(GIVERS), st.integers(1, 2), max_size=3),
    st.dictionaries(st.sampled_from(NEEDS), st.lists(st.sampled_from(GIVERS), unique=True)),
)
def test_matching_is_maximal(demand, supply, wishes):
    fits = {need: wishes.get(need, []) for need in demand}
    met = met_demand(demand, supply, fits)
    assert all(met[need] <= demand[need] for need in demand)
    assert sum(met.values()) == best(demand, supply, fits)


def test_a_later_need_moves_an_earlier_one():
    assert met_demand({"a": 1, "b": 1}, {"x": 1, "y": 1}, {"a": ["x", "y"], "b": ["x"]}) == {"a": 1, "b": 1}
    assert met_demand({"a": 50, "b": 30}, {"x": 40, "y": 40}, {"a": ["x", "y"], "b": ["x"]}) == {
        "a": 50,
        "b": 30,
    }
    assert met_demand({"a": 2}, {}, {"a": []}) == {"a": 0}


BEARER = Bearer(
    id="aa",
    name="X",
    title=None,
    faction="rebels",
    ranks=frozenset({"corps"}),
    types=("trooper",),
    defence="white",
)


def card(number, slot, grants, own):
    when = OwnSlot(slot=slot, when=Restriction(names=("X",))) if own else None
    return Upgrade(
        id=f"c{number}", slug=str(number), name=str(number), slot=slot, adds_slots=grants, own_slot=when
    )


@st.composite
def racks(draw):
    slots = draw(st.lists(st.sampled_from(SLOTS), max_size=3))
    shapes = st.tuples(
        st.sampled_from(SLOTS),
        st.one_of(st.just(()), st.lists(st.sampled_from(SLOTS), max_size=2).map(tuple)),
        st.sampled_from([False, False, False, True]),
    )
    cards = [card(number, *shape) for number, shape in enumerate(draw(st.lists(shapes, max_size=5)))]
    return [(slot, "printed") for slot in slots], cards


@settings(deadline=None)
@given(racks())
def test_every_order_of_equipping_is_considered(rack):
    slots, cards = rack
    fits_somehow = any(not Rack(BEARER, slots, frozenset()).equip_all(order) for order in permutations(cards))
    fitting = fit(BEARER, slots, cards)
    assert (not fitting.unslotted) == fits_somehow


@settings(deadline=None)
@given(racks())
def test_no_slot_comes_from_nowhere(rack):
    slots, cards = rack
    fitting = fit(BEARER, slots, cards)
    placed = {use.upgrade for use in fitting.uses if use.upgrade}
    there = Counter(slot for slot, _ in slots)
    for each in cards:
        if each.id in placed:
            there.update(each.adds_slots)
            there[each.slot] += any(use.source == use.upgrade == each.id for use in fitting.uses)
    assert Counter(use.slot for use in fitting.uses) == +there
    assert len(placed) + len(fitting.unslotted) == len(cards)


def test_a_circle_of_granters_cannot_begin():
    first, second = card(1, "gear", ("force",), False), card(2, "force", ("gear",), False)
    assert len(fit(BEARER, [], [first, second]).unslotted) == 2
    assert fit(BEARER, [("gear", "printed")], [first, second]).unslotted == ()
    third = card(3, "gear", (), False)
    assert fit(BEARER, [("gear", "printed")], [third, first, second]).unslotted == ()


def test_no_two_cards_bring_a_slot_of_which_one_is_granted():
    first, second = card(1, "gear", (), True), card(2, "gear", (), True)
    granter = card(3, "force", ("gear",), False)
    for cards in permutations((first, second, granter)):
        assert len(fit(BEARER, [("force", "printed")], cards).unslotted) == 1
        assert Rack(BEARER, [("force", "printed")], frozenset()).equip_all(cards)


def test_real_granters_form_no_circle_but_their_own():
    for upgrade in CARDS.data.upgrades:
        for slot in upgrade.adds_slots:
            back = [
                other
                for other in CARDS.data.upgrades
                if other.slot == slot and upgrade.slot in other.adds_slots
            ]
            assert not back or slot == upgrade.slot
