"""A TypeScript client on the types that openapi-typescript makes of the document: it builds an army, runs an
event of eight and plays a game. What it needs is installed by `npm ci` in `typescript`."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from muster.store.accounts import ApiToken
from muster.web.urls import api
from tests.app.game_seats import RECON
from tests.requirements_gate import require
from tests.web.account_fixtures import person

HERE = Path(__file__).with_name("typescript")
SOURCES = ("client.ts", "globals.d.ts", "package.json", "tsconfig.json")


@pytest.fixture(autouse=True)
def installed() -> None:
    if not shutil.which("node") or not (HERE / "node_modules").exists():
        require("typescript", "it needs node, and `npm ci` in tests/web/api/typescript")


def run(folder: Path, *order: str) -> str:
    done = subprocess.run(order, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3_000:]
    return done.stdout


def test_it_builds_an_army_runs_an_event_of_eight_and_plays_a_game(live_server, tmp_path: Path):
    for name in SOURCES:
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(HERE / "node_modules")
    (tmp_path / "openapi.json").write_text(json.dumps(api.document))
    tools = HERE / "node_modules" / ".bin"
    kinds = ("openapi.json", "-o", "api.d.ts", "--default-non-nullable=false")
    run(tmp_path, str(tools / "openapi-typescript"), *kinds)
    run(tmp_path, str(tools / "tsc"), "-p", ".")
    tokens = [ApiToken.issue(person(handle), "a program")[1] for handle in ("Ann", "Bob")]
    army = RECON.decode() if isinstance(RECON, bytes) else RECON
    said = run(tmp_path, "node", "client.js", live_server.url, *tokens, army)
    assert json.loads(said) == [1, 8, True]
