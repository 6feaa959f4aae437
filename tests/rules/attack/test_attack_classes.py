"""The classed table: every keyword and every card of attacks is in it, and what is not fails the audit."""

import msgspec
import pytest

from muster.rules.attack.audit import audit_attacks
from muster.rules.attack.counting import ATTACKING, DEFENDING, ELSEWHERE
from muster.rules.attack.keywords import card_classes, class_file, keyword_classes
from muster.rules.cards import catalogue
from tests.rules.attack.pairs import asked, side, used

UNITS = catalogue().data.units


def test_nothing_is_unclassed():
    assert audit_attacks(catalogue().data) == ()
    assert len(card_classes()) == sum(effect.attack for effect in catalogue().data.effects.effects)


def test_a_new_keyword_or_card_turns_the_audit_red():
    fewer = msgspec.structs.replace(
        class_file(), keywords=class_file().keywords[1:], cards=class_file().cards[1:]
    )
    missing = {class_file().keywords[0].id, class_file().cards[0].slug}
    assert {violation.about[0] for violation in audit_attacks(catalogue().data, fewer)} == missing


@pytest.mark.parametrize("change", [{"question": ""}, {"id": "arsenall"}])
def test_a_class_that_lacks_what_it_needs_turns_the_audit_red(change):
    rows = tuple(
        msgspec.structs.replace(row, **change) if row.id == "arsenal" else row
        for row in class_file().keywords
    )
    assert audit_attacks(catalogue().data, msgspec.structs.replace(class_file(), keywords=rows))


def test_a_card_that_gives_nothing_is_not_counted_by_itself():
    rows = tuple(
        msgspec.structs.replace(row, treatment="auto") if row.treatment == "reminded" else row
        for row in class_file().cards
    )
    wrong = audit_attacks(catalogue().data, msgspec.structs.replace(class_file(), cards=rows))
    assert wrong and {violation.params["wanted"] for violation in wrong} == {
        "a keyword, weapon, miniature or number that it gives"
    }


def test_a_planted_keyword_and_a_planted_card_turn_the_audit_red():
    data = catalogue().data
    keyword = msgspec.structs.replace(data.keywords[0], id="planted", name="Planted")
    effects = tuple(
        msgspec.structs.replace(effect, attack=True) if effect.id == UNCLASSED.id else effect
        for effect in data.effects.effects
    )
    planted = msgspec.structs.replace(
        data,
        keywords=(*data.keywords, keyword),
        effects=msgspec.structs.replace(data.effects, effects=effects),
    )
    assert {violation.about[0] for violation in audit_attacks(planted)} == {"planted", UNCLASSED.slug}


UNCLASSED = next(effect for effect in catalogue().data.effects.effects if not effect.attack)


def arithmetic_of(unit):
    """The keywords of card, weapons and type that change a number."""
    uses = {use.id for use in side(unit.id).keywords}
    uses |= {use.id for weapon in unit.weapons for use in weapon.keywords}
    return {id for id in uses if keyword_classes()[id].touches == "arithmetic"}


def test_all_arithmetic_of_all_units_is_counted():
    """178 of 178: each keyword that changes a number has a rule that counts it."""
    known = ATTACKING.keys() | DEFENDING.keys() | ELSEWHERE
    assert [unit.full_name for unit in UNITS if arithmetic_of(unit) - known] == []
    assert len(UNITS) == 178
    assert sum(bool(arithmetic_of(unit)) for unit in UNITS) > 150  # few have none


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.id)
def test_no_keyword_of_a_unit_is_lost(unit):
    """Counted, named as not counted, or by its class without a part in an attack."""
    attacker = side(unit.id)
    told = asked(attacker, pool=used(*unit.weapons))
    named = " ".join((*told.counted, *told.not_counted))
    for use in (*attacker.keywords, *(use for weapon in unit.weapons for use in weapon.keywords)):
        row = keyword_classes()[use.id]
        if row.treatment != "none" and row.touches != "after" and row.side in ("attacker", "either"):
            assert row.name.split(":")[0] in named
