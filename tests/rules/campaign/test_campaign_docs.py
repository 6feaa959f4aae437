"""The reference names every event, switch, task and module of the campaign."""

import re
from pathlib import Path

import msgspec
import pytest

from muster.rules.campaign.battle import events
from muster.rules.campaign.battle.steps import open_step
from muster.rules.campaign.club import membership
from muster.rules.campaign.switches import SWITCHES, Switches, with_switches
from muster.rules.log import KINDS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reference" / "campaign.md").read_text()
FAMILIES = ("register", "battle", "campaign")


@pytest.mark.parametrize("kind", [k.name for k in KINDS if k.name.split(".")[0] in FAMILIES])
def test_every_event_is_in_the_reference(kind):
    assert membership and events
    assert f"`{kind}`" in PAGE


def test_every_switch_has_words_a_ruling_and_a_line():
    assert set(SWITCHES) == set(Switches.__struct_fields__)
    for name, switch in SWITCHES.items():
        assert f"`{name}` | {switch.ruling} |" in PAGE
    contested = {"R6", "R12", "R15", "R17", "R22", "R24"}
    assert contested <= {switch.ruling for switch in SWITCHES.values()}


def test_an_unknown_switch_of_an_old_battle_changes_nothing():
    assert with_switches(Switches(), {"gone_since": True, "battle_forces": False}) == Switches(
        battle_forces=False
    )


def test_every_task_is_in_the_reference():
    source = Path(open_step.__file__).read_text()
    kinds = set(re.findall(r'kind="([a-z-]+)"', source)) | {
        "await-rival",
        "award-experience",
        "waive-commendation",
    }
    assert kinds and all(f"`{kind}`" in PAGE for kind in kinds)


def test_a_switch_is_a_plain_value():
    assert msgspec.json.decode(msgspec.json.encode(Switches()), type=Switches) == Switches()
