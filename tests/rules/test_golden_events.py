"""Every event kind in every version ever written has a golden line, and each of them loads for ever.

The files hold stored lines as they were written. Lines are only ever added: an event that gains a version
gets one more line, and the old one stays.
"""

import importlib
import pkgutil
from pathlib import Path

import msgspec
import pytest

import muster.app
import muster.rules
from muster.rules.log import KINDS, from_json, to_json

GOLDEN = Path(__file__).parents[1] / "golden" / "events"
LINES = [
    pytest.param(bytes(line), id=f"{path.stem}-{number}")
    for path in sorted(GOLDEN.glob("*.json"))
    for number, line in enumerate(msgspec.json.decode(path.read_bytes(), type=list[msgspec.Raw]))
]


@pytest.fixture(scope="module", autouse=True)
def all_kinds_are_registered():
    for package in (muster.rules, muster.app):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


@pytest.mark.parametrize("line", LINES)
def test_a_golden_line_loads(line):
    stored, entry = msgspec.json.decode(line), from_json(line)
    assert entry.kind == stored["kind"]
    if entry.event_version == stored["event_version"]:
        assert msgspec.json.decode(to_json(entry)) == stored


def test_every_kind_has_a_golden_line_for_every_version_it_ever_had():
    written = {(kind.name, version) for kind in KINDS for version in range(1, kind.version + 1)}
    golden = {
        (line["kind"], line["event_version"]) for line in (msgspec.json.decode(p.values[0]) for p in LINES)
    }
    assert written - golden == set(), "add the missing lines to tests/golden/events/"
    assert golden - written == set(), "a kind or version once written may never go"


def test_every_older_version_has_its_upcast():
    assert KINDS.missing_upcasts() == []
