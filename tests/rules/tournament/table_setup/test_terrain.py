"""Terrain guidelines: soft warnings for a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.messages import explain
from muster.rules.tournament.table_setup.terrain import GUIDELINES, KINDS, Terrain, warnings
from muster.rules.violations import Refused

LARGE_TABLE = Terrain(medium=4, large=2, area=3, difficult=1, scatter=10, density=30)
SMALL_TABLE = Terrain(medium=3, large=1, area=2, difficult=1, scatter=8, density=30)
TABLES = {"3x6": LARGE_TABLE, "3x3": SMALL_TABLE}


def codes(size, terrain):
    return [(violation.code, *violation.about) for violation in warnings(size, terrain)]


def checked(size, kind, count):
    return codes(size, replace(TABLES[size], **{kind: count}))


def at_the_limits(size, kind, least, most):
    """The warnings just outside the guideline; inside there are none."""
    assert checked(size, kind, least) == checked(size, kind, most) == []
    assert checked(size, kind, most + 1) == [("terrain.too_many", kind)]
    if least:
        assert checked(size, kind, least - 1) == [("terrain.too_few", kind)]


@pytest.mark.rule(650)
@pytest.mark.parametrize("size", ["3x6", "3x3"])
@pytest.mark.parametrize(
    ("density", "warned"), [(24, True), (25, False), (35, False), (36, True), (None, False)]
)
def test_a_quarter_to_about_a_third_is_covered(size, density, warned):
    assert codes(size, replace(TABLES[size], density=density)) == [("terrain.density",)] * warned


@pytest.mark.rule(653)
def test_a_large_table_has_3_to_5_medium_blockers():
    at_the_limits("3x6", "medium", 3, 5)


@pytest.mark.rule(654)
def test_a_large_table_has_1_to_3_large_blockers():
    at_the_limits("3x6", "large", 1, 3)


@pytest.mark.rule(655)
def test_a_large_table_has_2_to_4_area_pieces_and_at_most_2_difficult():
    at_the_limits("3x6", "area", 2, 4)
    at_the_limits("3x6", "difficult", 0, 2)


@pytest.mark.rule(656)
def test_a_large_table_has_8_to_12_scatter_pieces():
    at_the_limits("3x6", "scatter", 8, 12)


@pytest.mark.rule(657)
def test_a_small_table_has_2_to_4_medium_and_at_most_2_large_blockers():
    at_the_limits("3x3", "medium", 2, 4)
    at_the_limits("3x3", "large", 0, 2)


@pytest.mark.rule(658)
def test_a_small_table_has_1_to_3_area_pieces_and_at_most_1_difficult():
    at_the_limits("3x3", "area", 1, 3)
    at_the_limits("3x3", "difficult", 0, 1)


@pytest.mark.rule(659)
def test_a_small_table_has_6_to_10_scatter_pieces():
    at_the_limits("3x3", "scatter", 6, 10)


def test_the_example_of_a_large_table_has_one_difficult_piece_too_many():
    """Ruling A84: the guideline stands, as a soft warning."""
    example = Terrain(medium=5, large=3, area=3, difficult=3, scatter=10, density=30)
    assert codes("3x6", example) == [("terrain.too_many", "difficult")]
    sentences = [explain(violation) for violation in warnings("3x6", example)]
    assert sentences == ["3 difficult area pieces: the guideline is 0 to 2."]


def test_the_example_of_a_small_table_is_as_wished():
    assert warnings("3x3", Terrain(medium=4, large=1, area=1, difficult=1, scatter=6, density=30)) == ()


def test_a_table_without_a_kind_of_cover_is_mentioned():
    assert codes("3x6", replace(LARGE_TABLE, light=True, heavy=False)) == [("terrain.no_cover",)]
    assert codes("3x6", replace(LARGE_TABLE, light=None, heavy=True)) == []


@pytest.mark.parametrize("change", [{"scatter": -1}, {"medium": 10**9}, {"density": 101}, {"density": -1}])
def test_numbers_no_table_can_have_are_refused(change):
    with pytest.raises(Refused) as refused:
        warnings("3x6", replace(LARGE_TABLE, **change))
    assert all(explain(violation) for violation in refused.value.violations)


@given(st.sampled_from(["3x6", "3x3"]), st.fixed_dictionaries({kind: st.integers(0, 20) for kind in KINDS}))
def test_there_is_one_warning_for_every_kind_that_departs(size, counts):
    off = [kind for kind, (least, most) in GUIDELINES[size].items() if not least <= counts[kind] <= most]
    assert [about for _, about in codes(size, Terrain(**counts))] == off
