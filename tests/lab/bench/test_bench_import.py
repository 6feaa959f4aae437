"""What `muster-lab bench import` measures is every tiresome text, as long as may be."""

import json

import pytest
from click.testing import CliRunner

from muster_lab.bench import import_lists
from muster_lab.cli import main


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Texts of a few thousand bytes: the same ways through the readers."""
    monkeypatch.setattr(import_lists, "MAX_BYTES", 9_000)


def test_every_text_has_its_milliseconds():
    figures = json.loads(CliRunner().invoke(main, ["bench", "import", "--json"]).output)
    assert list(figures) == ["an ordinary list", *import_lists.REPEATED]
    assert all(spent >= 0 for spent in figures.values()) and any(figures.values())


def test_what_came_of_each_is_told():
    told = CliRunner().invoke(main, ["bench", "import"]).output.splitlines()
    assert len(told) == 1 + len(import_lists.REPEATED)
    assert all(line.endswith("notes") or " import." in line for line in told), told


@pytest.mark.parametrize("name", import_lists.REPEATED)
def test_a_text_is_as_long_as_may_be_and_no_longer(name):
    start, piece = import_lists.REPEATED[name]
    made = import_lists.longest_text(start, piece)
    assert len(made.encode()) <= import_lists.MAX_BYTES < len((made + piece).encode())
