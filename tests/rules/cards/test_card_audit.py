"""The audit finds every defect planted, and nothing in our data."""

from datetime import date

import pytest
from msgspec.structs import replace

from muster.rules.cards.audit import audit
from muster.rules.cards.catalogue import load_card_data
from muster.rules.cards.values import (
    ConditionalPoints,
    Detachment,
    KeywordUse,
    OwnSlot,
    PointChange,
    Range,
    RankLimit,
    Restriction,
)
from muster.rules.messages import explain, remedy

DATA = load_card_data()


def changed(file, wanted, **fields):
    """The data with one card changed."""
    cards = tuple(replace(c, **fields) if c.id == wanted else c for c in getattr(DATA, file))
    return replace(DATA, **{file: cards})


def codes(data):
    return {violation.code for violation in audit(data)}


def recon(**limits):
    force = next(force for force in DATA.battle_forces if force.id == "bf")
    table = force.rank_tables["recon"]
    return {**force.rank_tables, "recon": replace(table, limits={**table.limits, **limits})}


def test_our_data_is_sound():
    assert [explain(violation) for violation in audit(DATA)] == []


NOBODY = Restriction(names=("Stormtroopers",), factions=("rebels",))
LONG = "a very long text " * 20

PLANTED = {
    "unit points to no counterpart": (changed("units", "at", counterpart="zz"), "audit.dangling"),
    "unit points to no battle force": (changed("units", "at", special_issue="zz"), "audit.dangling"),
    "entourage of nobody": (changed("units", "at", entourage="Nobody"), "audit.dangling"),
    "associate of nobody": (changed("units", "at", associate="Nobody"), "audit.dangling"),
    "detachment of nobody": (changed("units", "at", detachment=Detachment(name="Nobody")), "audit.dangling"),
    "points while nobody is there": (
        changed("upgrades", "cw", conditional_points=(ConditionalPoints(delta=-5, unit_in_army="zz"),)),
        "audit.dangling",
    ),
    "a restriction to nobody": (
        changed("upgrades", "cw", restriction=Restriction(names=("Nobody",))),
        "audit.dangling",
    ),
    "a choice nobody offers": (changed("upgrades", "cw", needs_choice="Nothing"), "audit.dangling"),
    "a counterpart of nobody": (changed("counterparts", "lw", of=("zz",)), "audit.dangling"),
    "a roster with a ghost": (changed("battle_forces", "bf", roster={"corps": ("zz",)}), "audit.dangling"),
    "a force with a ghost upgrade": (
        changed("battle_forces", "bf", unique_upgrades=("zz",)),
        "audit.dangling",
    ),
    "a force with a ghost command": (changed("battle_forces", "bf", command_cards=("zz",)), "audit.dangling"),
    "an impossible restriction": (changed("upgrades", "cw", restriction=NOBODY), "audit.impossible"),
    "a dead branch": (
        changed("upgrades", "cw", restriction=Restriction(any=(Restriction(ranks=("corps",)), NOBODY))),
        "audit.impossible",
    ),
    "a slot of its own for nobody": (
        changed("upgrades", "cw", own_slot=OwnSlot(slot="command", when=NOBODY)),
        "audit.impossible",
    ),
    "an impossible need": (changed("commands", "bj", needs=(NOBODY,)), "audit.impossible-need"),
    "two cards with one id": (changed("units", "at", id="au"), "audit.duplicate"),
    "two cards with one slug": (changed("units", "at", slug="unit/jyn-erso-stardust"), "audit.duplicate"),
    "a slug of another kind": (changed("units", "at", slug="upgrade/darth-vader"), "audit.slug"),
    "a slug with a blank": (changed("units", "at", slug="unit/darth vader"), "audit.slug"),
    "a history that ends elsewhere": (changed("units", "at", points=171), "audit.points-history"),
    "a history with a gap": (
        changed(
            "units",
            "at",
            points_history=(
                PointChange(date=date(2020, 1, 1), before=200, after=190),
                PointChange(date=date(2021, 1, 1), before=180, after=170),
            ),
        ),
        "audit.points-history",
    ),
    "a history out of order": (
        changed(
            "units",
            "at",
            points_history=(
                PointChange(date=date(2021, 1, 1), before=200, after=190),
                PointChange(date=date(2021, 1, 1), before=190, after=170),
            ),
        ),
        "audit.points-history",
    ),
    "a mark taken away": (changed("units", "ae", marks=()), "audit.points-history"),
    "the mark of a missing unit taken away": (changed("upgrades", "Ic", marks=()), "audit.impossible"),
    "an unexplained keyword": (
        changed("units", "at", keywords=(KeywordUse(id="no-such-keyword"),)),
        "audit.keyword",
    ),
    "a keyword without meaning": (changed("keywords", "deflect", meaning=" "), "audit.unexplained"),
    "a minimum above its maximum": (
        changed("battle_forces", "bf", rank_tables=recon(corps=RankLimit(4, 2))),
        "audit.rank-table",
    ),
    "a fact that is no field": (changed("units", "at", unknown=("shoe_size",)), "audit.unknown-field"),
    "a copied text": (changed("keywords", "deflect", meaning=LONG), "audit.sentence"),
    "a range too far": (
        changed("units", "at", weapons=(replace(DATA.units[0].weapons[0], range=Range(1, 12)),)),
        "audit.range",
    ),
}


@pytest.mark.parametrize(("data", "code"), PLANTED.values(), ids=PLANTED)
def test_a_planted_defect_is_caught_and_explained(data, code):
    violations = audit(data)
    assert code in {violation.code for violation in violations}
    for violation in violations:
        assert explain(violation)
        assert remedy(violation)


def test_a_unit_without_points_must_say_so():
    data = changed("units", "at", points=None, points_history=())
    assert codes(data) == {"audit.unpriced"}


def test_an_incomplete_rank_table():
    force = next(force for force in DATA.battle_forces if force.id == "btv")
    table = replace(force.rank_tables["standard"], limits={}, commander_and_operative_max=0)
    data = changed("battle_forces", "btv", rank_tables={"standard": table})
    assert len([v for v in audit(data) if v.code == "audit.rank-table"]) == 6
