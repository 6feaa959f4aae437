"""Substitutes, and what is lost, damaged or not allowed."""

import pytest

from muster.rules.cards.catalogue import catalogue
from muster.rules.messages import explain
from muster.rules.tournament.clock.clock import extend, new_clock
from muster.rules.tournament.table_setup.components import (
    ESSENTIAL_TOKENS,
    damage_remedy,
    ineligible_remedy,
    missing_component,
    order_token_problems,
    substitute_problems,
    uses_silhouette,
)
from muster.rules.violations import Refused


def codes(violations):
    assert all(explain(violation) for violation in violations)
    return [violation.code for violation in violations]


def refusal(call, *args, **options):
    with pytest.raises(Refused) as refused:
        call(*args, **options)
    return codes(refused.value.violations)


# Not the official component -------------------------------------------------------------------------------


@pytest.mark.rule(542)
def test_a_necessary_component_that_is_not_allowed_drops_its_player():
    assert ineligible_remedy(necessary=True, replacement=False) == "dropped"
    assert ineligible_remedy(necessary=True, replacement=True) == "replace"
    assert ineligible_remedy(necessary=False, replacement=False) == "leave-out"


@pytest.mark.rule(562)
@pytest.mark.parametrize("part", ["miniature", "dice", "range-ruler", "movement-tools", "order-token"])
def test_only_official_components_are_used(part):
    assert codes(substitute_problems(part)) == ["component.not_official"]


@pytest.mark.rule(562)
def test_bases_and_tokens_that_are_not_essential_may_differ():
    assert substitute_problems("base") == substitute_problems("token", token="suppression") == ()
    for token in ESSENTIAL_TOKENS:
        assert codes(substitute_problems("token", token=token)) == ["component.not_official"]


@pytest.mark.rule(563, 564)
def test_proxy_cards_only_for_damaged_ones():
    assert codes(substitute_problems("card")) == ["component.proxy"]
    assert substitute_problems("card", made_by_leader=True) == ()


@pytest.mark.rule(567)
@pytest.mark.parametrize("part", ["card", "base", "token", "miniature"])
def test_on_a_stream_nothing_is_substituted(part):
    problems = substitute_problems(part, token="aim", on_stream=True, made_by_leader=True)
    assert codes(problems) == ["component.on_stream"]


@pytest.mark.rule(560)
def test_order_tokens_are_drawn_unseen_in_competitive_events():
    assert codes(order_token_problems("competitive", opaque=False)) == ["component.order_tokens"]
    assert order_token_problems("competitive", opaque=True) == ()
    assert order_token_problems("casual", opaque=False) == ()


# Lost and damaged -----------------------------------------------------------------------------------------


@pytest.mark.rule(552, 553)
def test_extension_then_concession_then_removal():
    stages = ["reported"]
    for news in ("extension-given", "extension-over", "next-round-began"):
        stages.append(missing_component(stages[-1], news))
    assert stages == ["reported", "extended", "conceded", "removed"]
    assert extend(new_clock(150), 10, table=4).length(4).total_seconds() == 160 * 60


@pytest.mark.rule(552, 553)
@pytest.mark.parametrize("stage", ["reported", "extended", "conceded"])
def test_a_replacement_ends_the_matter_at_any_step(stage):
    assert missing_component(stage, "replacement-found") == "found"


@pytest.mark.rule(552, 553)
@pytest.mark.parametrize(
    ("stage", "news"),
    [
        ("reported", "extension-over"),
        ("reported", "next-round-began"),
        ("extended", "next-round-began"),
        ("removed", "replacement-found"),
        ("found", "extension-given"),
    ],
)
def test_no_step_is_left_out(stage, news):
    assert refusal(missing_component, stage, news) == ["component.not_so"]


@pytest.mark.rule(554, 555, 556)
def test_what_to_do_about_damage():
    assert damage_remedy("card") == "proxy"
    assert [damage_remedy("miniature", impedes_play=impedes) for impedes in (False, True)] == [
        "use-on",
        "modify-or-replace",
    ]
    for part in ("dice", "range-ruler", "movement-tools"):
        assert damage_remedy(part) == "share-with-opponent"
    assert damage_remedy("token") == damage_remedy("order-token") == "as-lost"


# The silhouette template ----------------------------------------------------------------------------------


@pytest.mark.rule(661)
def test_the_template_is_for_small_base_troopers_only():
    for unit in catalogue().units.values():
        trooper = unit.unit_type.endswith("trooper")
        if not trooper:
            assert uses_silhouette(unit) is False
        elif unit.base_mm is None:
            assert uses_silhouette(unit) is None
        else:
            assert uses_silhouette(unit) is (unit.base_mm == "27")


def test_the_template_fits_known_units():
    units = {unit.name: unit for unit in catalogue().units.values() if unit.base_mm}
    assert uses_silhouette(units["Stormtroopers"]) is True
    assert uses_silhouette(units["AT-ST"]) is False
