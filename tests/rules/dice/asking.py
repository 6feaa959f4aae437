"""Strategies: attacks, defences and whole questions."""

from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.dice.questions import Attack, Defence, Guardian, Question

SMALL = st.integers(0, 3)


def attacks(most_dice=4, most_aims=2):
    """Attacks with a few dice of any colours and a little of everything."""
    pools = st.lists(st.sampled_from(["red", "black", "white"]), min_size=1, max_size=most_dice)
    return st.builds(
        lambda dice, **rest: Attack(**{c: dice.count(c) for c in ("red", "black", "white")}, **rest),
        dice=pools,
        surge=st.sampled_from(["none", "hit", "critical"]),
        critical=SMALL,
        aims=st.integers(0, most_aims),
        precise=st.integers(0, 1),
        impact=SMALL,
        pierce=SMALL,
        sharpshooter=st.integers(0, 2),
        suppressed=st.booleans(),
    )


def defences(wounds=st.none()):  # noqa: B008 -- a strategy is a value
    """Defences of both modes."""
    return st.builds(
        Defence,
        die=st.sampled_from(["red", "white"]),
        surge=st.booleans(),
        cover=st.sampled_from(["none", "light", "heavy"]),
        dodge=SMALL,
        armour=st.one_of(SMALL, st.just("all")),
        mode=st.sampled_from(["standard", "special-operations"]),
        wounds=wounds,
        minis=st.integers(1, 3),
    )


GUARDIANS = st.builds(
    Guardian,
    takes=st.integers(1, 6),
    die=st.sampled_from(["red", "white"]),
    surge=st.booleans(),
    surges=SMALL,
    deflect=st.booleans(),
    criticals=st.booleans(),
)


def questions():
    """Whole questions."""
    wounds = st.one_of(st.none(), st.integers(1, 100))
    guarded = st.builds(
        lambda defence, guardians, left: replace(defence, guardians=tuple(guardians), left=left),
        defences(wounds),
        st.lists(GUARDIANS, max_size=3),
        st.one_of(st.none(), st.integers(1, 200)),
    )
    kinds = st.sampled_from(["ranged", "melee", "overrun", "area"])
    armed = st.builds(
        lambda attack, kind: replace(attack, kind=kind), attacks(most_dice=24, most_aims=10), kinds
    )
    return st.builds(Question, armed, guarded)
