"""Strategies: attacks, defences and whole questions."""

from hypothesis import strategies as st

from muster.rules.dice.questions import Attack, Defence, Question

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


def questions():
    """Whole questions."""
    wounds = st.one_of(st.none(), st.integers(1, 100))
    return st.builds(Question, attacks(most_dice=24, most_aims=10), defences(wounds))
