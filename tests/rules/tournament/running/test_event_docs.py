"""The reference names every event, module and option of a tournament."""

import re
from pathlib import Path

import pytest

from muster.rules.log import KINDS
from muster.rules.tournament.judging import lists
from muster.rules.tournament.running import evolving, roles

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "reference" / "tournament.md").read_text()


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS if kind.name.startswith("tournament")])
def test_every_event_is_in_the_reference(kind):
    assert evolving and lists
    assert f"`{kind}`" in PAGE


def test_every_event_of_the_stream_changes_the_state():
    passing = {"tournament.list_received", "tournament_list.written", "tournament_list.army_kept"}
    kinds = {kind.name: kind.type for kind in KINDS if kind.name.startswith("tournament")}
    assert {name for name, event in kinds.items() if event not in evolving.HANDLERS} == passing


def test_every_office_is_in_the_reference():
    event = re.sub(r"[^a-z ]", " ", PAGE.casefold())
    assert all(office.replace("-", " ") in event for office in roles.TASKS)
