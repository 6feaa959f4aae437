"""Detachment in a Register: a unit of its own is needed, of the name its card gives."""

import pytest
from msgspec.structs import replace

from muster.rules.campaign.register.detachments import lacks_parent
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Register
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit


def unit_called(name: str, *, detached: bool) -> Unit:
    return next(
        unit for unit in catalogue().data.units if unit.name == name and bool(unit.detachment) is detached
    )


@pytest.fixture
def team() -> Unit:
    """The BX-series strike team belongs to BX-Series Droid Commandos."""
    return next(
        unit
        for unit in catalogue().data.units
        if unit.detachment and unit.detachment.name == "BX-Series Droid Commandos"
    )


def register_with(*units: Unit) -> Register:
    dossiers = [
        Dossier(
            id=f"d{place}",
            unit=unit.id,
            unit_name=unit.name,
            rank=unit.rank,
            unit_type=unit.unit_type,
            points=50,
        )
        for place, unit in enumerate(units)
    ]
    return replace(Register(), dossiers=tuple(dossiers))


def test_alone_it_could_not_be_fielded(team):
    found = lacks_parent(team, register_with(), catalogue())
    assert found is not None and found.params["parent"] == "BX-Series Droid Commandos"
    assert found.source == "core rulebook, Detachment"


def test_each_needs_a_unit_of_its_own(team):
    parent = unit_called("BX-Series Droid Commandos", detached=False)
    assert lacks_parent(team, register_with(parent), catalogue()) is None
    assert lacks_parent(team, register_with(parent, team), catalogue()) is not None
    assert lacks_parent(team, register_with(parent, team, parent), catalogue()) is None


def test_other_units_need_nobody(team):
    assert (
        lacks_parent(unit_called("BX-Series Droid Commandos", detached=False), Register(), catalogue())
        is None
    )
