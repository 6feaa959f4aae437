"""What `muster-lab bench pages` measures are pages that answer, on a world as it says."""

import json
import os
import subprocess
import sys

import pytest

from muster_lab.bench.pages import form_of

PAGES = {
    "battle, casualty step": 15,
    "battle, live strip": 10,
    "battle, roll a casualty check (POST)": 15,
    "Register": 12,
    "club's campaign": 15,
    "chronicle": 15,
    "event, desk": 10,
    "event, desk results": 10,
    "event, desk players": 10,
    "event, public standings": 10,
    "event, a player's phone": 10,
    "army builder": 8,
    "army builder, one more (POST, htmx)": 8,
}
"""Each with the statements it may take. There are ten units on a side, so one more for each unit is found."""


def test_every_page_is_listed_with_its_answer_its_cpu_and_its_statements():
    """In a process of its own: the database is thrown away with it."""
    small = ["--battles", "1", "--players", "8", "--repeat", "1", "--json"]
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-m", "muster_lab", "bench", "pages", *small],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    rows = {row["page"]: row for row in figures["pages"]}
    assert list(rows) == list(PAGES)
    redirected = {name for name, row in rows.items() if row["status"] == 302}
    assert redirected == {"battle, roll a casualty check (POST)"}
    assert all(row["status"] == 200 for name, row in rows.items() if name not in redirected)
    assert all(row["cpu_ms"] > 0 and row["queries"] > 0 for row in rows.values())
    assert {name: row["queries"] for name, row in rows.items() if row["queries"] > PAGES[name]} == {}


def test_a_form_is_found_by_its_action_and_what_it_holds():
    html = (
        '<form action="/roll"><input type="hidden" name="way" value="own"></form>'
        '<form action="/roll"><input type="hidden" name="way" value="app"></form>'
        '<form action="/else"><input type="hidden" name="way" value="none"></form>'
    )
    assert form_of(html, "/roll", 'value="app"') == {"way": "app"}
    with pytest.raises(Exception, match="no form for /gone"):
        form_of(html, "/gone")
