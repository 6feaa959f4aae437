"""What `muster bench pages` measures are pages that answer, on a world as it says."""

import json
import os
import subprocess
import sys

import pytest

from muster.cli.bench.pages import form_of

PAGES = [
    "battle, casualty step",
    "battle, live strip",
    "battle, roll a casualty check (POST)",
    "Register",
    "club's campaign",
    "chronicle",
    "event, desk",
    "event, desk results",
    "event, desk players",
    "event, public standings",
    "event, a player's phone",
    "army builder",
    "army builder, one more (POST, htmx)",
]


def test_every_page_is_listed_with_its_answer_its_cpu_and_its_statements():
    """In a process of its own: the database is thrown away with it."""
    small = ["--battles", "1", "--players", "8", "--repeat", "1", "--json"]
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-m", "muster", "bench", "pages", *small],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    rows = {row["page"]: row for row in figures["pages"]}
    assert list(rows) == PAGES
    redirected = {name for name, row in rows.items() if row["status"] == 302}
    assert redirected == {"battle, roll a casualty check (POST)"}
    assert all(row["status"] == 200 for name, row in rows.items() if name not in redirected)
    assert all(row["cpu_ms"] > 0 and row["queries"] > 0 for row in rows.values())


def test_a_form_is_found_by_its_action_and_what_it_holds():
    html = (
        '<form action="/roll"><input type="hidden" name="way" value="own"></form>'
        '<form action="/roll"><input type="hidden" name="way" value="app"></form>'
        '<form action="/else"><input type="hidden" name="way" value="none"></form>'
    )
    assert form_of(html, "/roll", 'value="app"') == {"way": "app"}
    with pytest.raises(Exception, match="no form for /gone"):
        form_of(html, "/gone")
