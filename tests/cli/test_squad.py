"""`muster squad`."""

import json

from click.testing import CliRunner, Result

from muster.cli import main


def muster_squad(*words: str) -> Result:
    return CliRunner().invoke(main, ["squad", *words])


def test_a_squad_with_units_loadouts_and_hand() -> None:
    shown = muster_squad("invasion force").output
    assert "5 ×" in shown and "B1 Battle Droid, corps" in shown
    assert "Sentry Mode // Mobility Programming" in shown and "Orbital Ship Command" in shown


def test_a_unit_with_its_weapons_and_words() -> None:
    shown = muster_squad("clone-medic", "--edition", "v1.1").output
    assert "Support" in shown and "12″ · 2 red, 2 black, 1 white · Critical 2" in shown
    assert "Action: Remove 2 wounds" in shown


def test_types_and_the_source_of_each_value() -> None:
    """The playtest's ranks and lists are document 001's, the profiles version 1.1's."""
    medic, squad = muster_squad("clone-medic").output, muster_squad("infantry").output
    assert "Special Forces, Clone Trooper" in medic
    for shown in (medic, squad):
        assert "001 Special Operations (playtest)" in shown and "v1.1 (19.07.2024)" in shown


def test_a_command_card_and_what_else_was_found() -> None:
    shown = muster_squad("special forces").output
    assert "2 Special Forces" in shown and "goes back into the pool" in shown
    assert "isf-captain" not in shown.splitlines()[0]


def test_as_json() -> None:
    told = json.loads(muster_squad("he grenades", "--edition", "v1.1", "--json").output)
    assert told["kind"] == "loadout" and told["weapon"]["black"] == 2
    assert told["in_squads"] == ["mandalorian-super-commandos"]


def test_nobody_is_refused_with_a_sentence() -> None:
    result = muster_squad("zzzzzzz")
    assert result.exit_code == 2 and "“zzzzzzz”" in result.output
