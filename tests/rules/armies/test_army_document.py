"""The army document: the same bytes out and in, and clear refusals for what is no army."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.armies.army import (
    MAX_BYTES,
    Army,
    ArmyUnit,
    free_key,
    from_json,
    require_sizes,
    to_json,
)
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.rules.armies.army_building import army, check, with_core
from tests.rules.armies.random_armies import RICH, armies


def refusal(raw):
    """The one violation that a document is refused with, which must have a sentence."""
    with pytest.raises(Refused) as caught:
        from_json(raw)
    (violation,) = caught.value.violations
    assert explain(violation)
    return violation


@RICH
@given(armies())
def test_json_out_and_in_is_the_identity(built):
    raw = to_json(built)
    assert from_json(raw) == built
    assert to_json(from_json(raw)) == raw
    assert require_sizes(built) == built


def test_a_written_document_reads_like_one():
    raw = json.loads(to_json(with_core("rebels", "jg+ji", name="Echo", limit=800)))
    assert raw["schema"] == 1 and raw["faction"] == "rebels" and raw["limit"] == 800
    assert raw["units"][2] == {"key": "u3", "unit": "jg", "counterpart": {"card": "ji"}}


def document(**fields):
    base = json.loads(to_json(army("rebels", "ab", "ah*3")))
    return json.dumps({**base, **fields})


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        (document(faction="hutts"), "faction"),
        (document(points_date="yesterday"), "points_date"),
        (document(schema=2), "schema"),
        (document(name="x" * 121), "name"),
        (document(surprise=1), "surprise"),
        (document(units=[{"unit": "ab", "count": 0}]), "units[0].count"),
        (document(units=[{"unit": "ab", "count": 100}]), "units[0].count"),
        (document(units=[{"unit": "ab"}] * 201), "units"),
        (document(units=[{"unit": "ab", "key": "a"}, {"unit": "ac", "key": "a"}]), "units"),
        (document(units=[{"unit": "ab", "key": "<b>"}]), "units[0].key"),
        (document(units=[{"count": 1}]), "units[0].unit"),
        (document(units=[{"unit": "ab", "upgrades": ["x" * 61]}]), "units[0].upgrades[0]"),
        (document(units=[{"unit": "ab", "upgrades": ["cz"] * 41}]), "units[0].upgrades"),
        (document(units=[{"unit": 7}]), "units[0].unit"),
        (document(limit=0), "limit"),
        (document(ranks={"limits": {"corps": [4, 2]}}), "ranks.limits.corps"),
        (document(ranks={"limits": {"corps": [-1, 2]}}), "ranks.limits.corps"),
        (document(ranks={"limits": {"boss": [1, 2]}}), "ranks.limits"),
        (document(battle_deck={"objective": "Ag"}), "battle_deck.objective"),
        (document(notes=5), "notes"),
        ("{}", "faction"),
        ("[]", "the document"),
    ],
)
def test_what_is_wrong_and_where(raw, where):
    violation = refusal(raw)
    assert violation.code == "army.unreadable"
    assert violation.params["where"].startswith(where), violation.params


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"nonsense", b'{"faction": "reb', b"[" * 200_000])
def test_half_a_file_is_no_army(raw):
    assert refusal(raw).code in {"army.not_json", "army.unreadable"}


def test_an_absurd_size_is_refused_before_reading():
    assert refusal(b" " * (MAX_BYTES + 1)).code == "army.too_big"


@RICH
@given(st.binary(max_size=300))
def test_any_bytes_are_an_army_or_a_refusal(raw):
    try:
        assert isinstance(from_json(raw), Army)
    except Refused as refused:
        assert refused.violations


def test_lines_without_a_key_get_one():
    built = require_sizes(
        Army(
            faction="rebels",
            points_date=army("rebels").points_date,
            units=(ArmyUnit(unit="ab"), ArmyUnit(unit="ah", key="u7"), ArmyUnit(unit="ah")),
        )
    )
    assert [entry.key for entry in built.units] == ["u8", "u7", "u9"]
    assert free_key(["u1", "x", "u" + "9" * 39]) == "u2"


def test_an_id_that_no_card_has_stays():
    built = from_json(to_json(with_core("rebels", "Zz:Yy")))
    assert built.units[2].upgrades == ("Yy",)
    assert {"army.unknown_card"} <= {each.code for each in check(built).violations}


@RICH
@given(armies())
def test_an_army_of_code_passes_the_same_limits(built):
    with pytest.raises(Refused):
        require_sizes(replace(built, name="x" * 1_000_000))
