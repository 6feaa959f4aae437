"""`deploy/watch/`: alert rules and a dashboard, which ask only for figures that a server has."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from muster.web import live, middleware
from muster.web.serving import figures, response_cache, shared_figures
from tests.requirements_gate import find_program

WATCH = Path(__file__).resolve().parents[3] / "deploy" / "watch"
NAME = re.compile(r"\b(?:muster|process)_\w+")


@pytest.fixture
def known(db, monkeypatch, tmp_path):
    """Every name that `/metrics` has, and its labels."""
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    (tmp_path / shared_figures.LAST_BACKUP).touch()
    assert live.VIEWERS
    assert response_cache.CACHE_HITS
    middleware.REQUESTS.labels("cards", "GET", 200).inc()
    middleware.SECONDS.labels("cards").observe(0.1)
    found = {}
    for family in text_string_to_metric_families(figures.all_figures().decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def questions():
    """Every expression of the alerts and the dashboard."""
    rules = (WATCH / "alerts.yml").read_text()
    yield from re.findall(r"expr: (?:\|\n)?(.*?)\n      +(?:for|labels):", rules, re.S)
    for panel in json.loads((WATCH / "dashboard.json").read_text())["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def test_what_is_asked_for_is_there(known):
    asked = {name for question in questions() for name in NAME.findall(question)}
    assert len(asked) > 12
    assert asked - known.keys() == set()
    grouped = {
        label for q in questions() for by in re.findall(r"by \(([^)]*)\)", q) for label in by.split(", ")
    }
    assert grouped - {"instance"} <= set().union(*known.values()) | {"le"}


def test_panels_have_places_of_their_own():
    taken = set()
    for panel in json.loads((WATCH / "dashboard.json").read_text())["panels"]:
        place = panel["gridPos"]
        squares = {(place["x"] + i, place["y"] + j) for i in range(place["w"]) for j in range(place["h"])}
        assert not squares & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= squares


@pytest.mark.parametrize(
    "words", ["check config prometheus.yml", "check rules alerts.yml", "test rules alerts.test.yml"]
)
def test_prometheus_takes_the_files_and_each_alert_fires(words):
    promtool = find_program("promtool")
    done = subprocess.run([promtool, *words.split()], cwd=WATCH, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
