"""Exact casualty odds against brute force that knows nothing of states, weights or memory."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.rules.campaign.battle.casualty_odds import Check, alternatives, casualty_odds, rerolls
from muster.rules.campaign.library.charts import GAINS, Outcome, read_casualty
from muster.rules.dice.faces import SIDES, Die, Face
from muster.rules.violations import Refused

SIDES_OF_BLACK = SIDES[Die.ATTACK_BLACK]
CHANCE = {face: Fraction(SIDES_OF_BLACK.count(face), 8) for face in set(SIDES_OF_BLACK)}
ORDER = (Outcome.CASUALTY, Outcome.HARD_LESSON, Outcome.SETBACK, Outcome.UNHARMED)


def wish(odds, aim):
    alive, clean = -odds[Outcome.CASUALTY], odds[Outcome.UNHARMED]
    experience = sum(chance * GAINS[outcome][0] for outcome, chance in odds.items())
    return {
        "survive": (alive, clean, experience),
        "unscathed": (clean, alive, experience),
        "experience": (experience, alive),
    }[aim]


def mixed(parts):
    """The mixture of distributions, each with its chance."""
    total = dict.fromkeys(ORDER, Fraction(0))
    for chance, odds in parts:
        for outcome in ORDER:
            total[outcome] += chance * odds[outcome]
    return total


def rolls(dice):
    for faces in product(CHANCE, repeat=dice):
        chance = Fraction(1)
        for face in faces:
            chance *= CHANCE[face]
        yield chance, faces


def best(faces, effects, aim, memory):
    """Try every effect on every set of dice, and look at every way these may land."""
    key = (tuple(sorted(faces)), effects)
    if key not in memory:
        outcome = read_casualty(faces)
        found = [{each: Fraction(each is outcome) for each in ORDER}]
        for position, most in enumerate(effects):
            rest = effects[:position] + effects[position + 1 :]
            for number in range(1, most + 1):
                for taken in combinations(range(len(faces)), min(number, len(faces))):
                    kept = tuple(face for i, face in enumerate(faces) if i not in taken)
                    found.append(
                        mixed((c, best(kept + new, rest, aim, memory)) for c, new in rolls(len(taken)))
                    )
        memory[key] = max(found, key=lambda odds: wish(odds, aim)) if aim != "keep" else found[0]
    return memory[key]


def forced(faces):
    """War Weary: every Blank is rolled once more."""
    ways = [
        [(Fraction(1), face)] if face is not Face.BLANK else [(c, f) for f, c in CHANCE.items()]
        for face in faces
    ]
    for way in product(*ways):
        chance = Fraction(1)
        for each, _ in way:
            chance *= each
        yield chance, tuple(face for _, face in way)


def brute_force(check):
    dice = max(1, check.setbacks) + check.added
    effects = tuple(n for n, has in ((1, check.resilient), (2, check.dedicated)) if has and dice >= 2)
    effects = effects if check.both else effects[-1:]
    memory = {}
    parts = []
    for chance, faces in rolls(dice):
        weary = check.war_weary and not check.added
        for again, landed in forced(faces) if weary else [(Fraction(1), faces)]:
            parts.append((chance * again, best(landed, effects, check.aim, memory)))
    odds = mixed(parts)
    if check.paragon:
        odds[Outcome.DEFINING_TRAIT] = odds.pop(Outcome.CASUALTY)
    return {outcome: chance for outcome, chance in odds.items() if chance}


CHECKS = st.builds(
    Check,
    setbacks=st.integers(0, 3),
    paragon=st.booleans(),
    resilient=st.booleans(),
    dedicated=st.booleans(),
    war_weary=st.booleans(),
    added=st.sampled_from([0, 0, 1]),
    both=st.booleans(),
    aim=st.sampled_from(["survive", "unscathed", "experience", "keep"]),
)


@settings(deadline=None, max_examples=25)
@given(CHECKS.filter(lambda check: check.setbacks + check.added <= 3))
def test_the_odds_agree_with_brute_force(check):
    assert dict(casualty_odds(check).chances) == brute_force(check)


@settings(deadline=None)
@given(
    st.builds(
        Check,
        setbacks=st.integers(0, 39),
        resilient=st.booleans(),
        dedicated=st.booleans(),
        war_weary=st.booleans(),
    )
)
def test_chances_add_up_to_one_for_any_number_of_dice(check):
    assert sum(casualty_odds(check).chances.values()) == 1


@pytest.mark.rule(212)
def test_one_die_falls_by_the_sides_of_a_black_die():
    odds = casualty_odds(Check(setbacks=0))
    assert odds.dice == 1
    assert [odds.of(outcome) for outcome in ORDER] == [Fraction(n, 8) for n in (1, 1, 3, 3)]


@pytest.mark.rule(226)
def test_resilient_rerolls_one_die_of_two_or_more():
    assert casualty_odds(Check(setbacks=1, resilient=True)) == casualty_odds(Check(setbacks=1))
    # 14 of 64 rolls show one Surge, one shows two: the reroll saves 7 in 8 of the former, none of the latter.
    falls = casualty_odds(Check(setbacks=2, resilient=True)).of(Outcome.CASUALTY)
    assert falls == Fraction(14, 64) * Fraction(1, 8) + Fraction(1, 64)


@pytest.mark.rule(252)
def test_dedicated_rerolls_two_dice_of_two_or_more():
    falls = casualty_odds(Check(setbacks=2, dedicated=True)).of(Outcome.CASUALTY)
    assert falls == Fraction(14, 64) * Fraction(1, 8) + Fraction(1, 64) * Fraction(15, 64)
    assert rerolls(Check(setbacks=1, dedicated=True)) == ()


def test_both_reroll_effects_apply_unless_the_campaign_says_otherwise():
    assert rerolls(Check(setbacks=2, resilient=True, dedicated=True)) == (1, 2)
    assert rerolls(Check(setbacks=2, resilient=True, dedicated=True, both=False)) == (2,)
    assert rerolls(Check(setbacks=2, resilient=True, both=False)) == (1,)


def test_war_weary_rerolls_blanks_or_adds_a_die_that_wakes_resilient():
    weary = casualty_odds(Check(setbacks=1, war_weary=True))
    assert weary.of(Outcome.UNHARMED) == Fraction(9, 64), "a Blank stays only if it comes twice"
    assert weary.of(Outcome.CASUALTY) == Fraction(1, 8) + Fraction(3, 64)
    added = casualty_odds(Check(setbacks=1, war_weary=True, added=1, resilient=True))
    assert (added.dice, added.rerolls) == (2, (1,))
    assert added == casualty_odds(Check(setbacks=2, resilient=True))


@pytest.mark.rule(267)
def test_medevac_means_no_check_at_all():
    assert casualty_odds(Check(setbacks=3, medevac=True)).dice == 0
    assert casualty_odds(Check(setbacks=3, medevac=True)).of(*Outcome) == 0


def test_a_paragon_risks_a_trait_and_never_its_life():
    odds = casualty_odds(Check(setbacks=2, paragon=True))
    assert odds.of(Outcome.CASUALTY) == 0
    assert odds.of(Outcome.DEFINING_TRAIT) == Fraction(15, 64)


def test_the_page_learns_what_would_change_the_odds():
    changes = alternatives(Check(setbacks=2, war_weary=True))
    assert list(changes) == ["as-is", "resilient", "added-die", "fewer-setbacks", "medevac"]
    assert changes["added-die"].dice == 3
    assert changes["fewer-setbacks"].dice == 1
    assert changes["resilient"].of(Outcome.CASUALTY) < changes["as-is"].of(Outcome.CASUALTY)
    assert "dedicated" in alternatives(Check(setbacks=2, resilient=True))


def test_the_mean_experience_is_told():
    assert casualty_odds(Check(setbacks=1)).experience == Fraction(1, 8) * 2 + Fraction(3, 8)


def test_an_absurd_number_of_setbacks_is_refused():
    with pytest.raises(Refused) as refused:
        casualty_odds(Check(setbacks=10_000))
    assert refused.value.violations[0].code == "dice.too_many"
