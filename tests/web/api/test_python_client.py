"""A Python client that openapi-python-client makes of the document: it builds an army, runs an event of eight
and plays a game."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from muster.store.accounts import ApiToken
from muster.web.urls import api
from muster.web.wsgi import application
from tests.app.game_seats import RECON
from tests.web.account_fixtures import person

pytestmark = pytest.mark.django_db
PACKAGE = "made_muster_client"


class Made:
    """The package that was made: its models by name, its calls by operation id."""

    def __init__(self) -> None:
        self.models: ModuleType = import_module(f"{PACKAGE}.models")
        self.tags = {
            operation["operationId"]: operation["tags"][0].lower()
            for operations in api.document["paths"].values()
            for operation in operations.values()
        }

    def call(self, operation: str, client: Any, *path: Any, **given: Any) -> Any:
        module = import_module(f"{PACKAGE}.api.{self.tags[operation]}.{operation}")
        answer = module.sync(*path, client=client, **given)
        assert answer is not None and not isinstance(answer, self.models.Problem), answer
        return answer

    def client(self, handle: str) -> Any:
        _, secret = ApiToken.issue(person(handle), "a program")
        wire = {"transport": httpx.WSGITransport(app=application)}
        made = import_module(f"{PACKAGE}.client").AuthenticatedClient
        return made(
            base_url="http://localhost", token=secret, httpx_args=wire, raise_on_unexpected_status=True
        )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    folder: Path = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_text(json.dumps(api.document))
    (folder / "config.yml").write_text("post_hooks: []\n")
    maker = Path(sys.executable).with_name("openapi-python-client")
    order = ["generate", "--path", "openapi.json", "--config", "config.yml", "--meta", "none"]
    done = subprocess.run(
        [maker, *order, "--fail-on-warning", "--output-path", PACKAGE],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    try:
        yield Made()
    finally:
        sys.path.remove(str(folder))


def test_it_builds_an_army(made: Made):
    ann, models = made.client("Ann"), made.models
    army = models.Army.from_dict({"name": "Patrol", "faction": "empire", "points_date": "2026-05-01"})
    saved = made.call("create_army", ann, body=army)
    added = models.AddUnit(act="add-unit", unit="ay")
    changed = made.call("act_on_army", ann, saved.id, body=added, seen=saved.version)
    assert [unit.unit for unit in changed.army.units] == ["ay"]
    assert made.call("check_saved_army", ann, saved.id).points > 0
    assert made.call("get_card", ann, "ay").name


def test_it_runs_an_event_of_eight(made: Made):
    org, models = made.client("Olga"), made.models
    begun = models.Begin.from_dict({"act": "begin", "name": "Hoth Open", "plan": {}})
    event = made.call("begin_event", org, body=begun).id

    def do(kind: str, **fields: Any) -> Any:
        act = getattr(models, kind).from_dict(fields)
        return made.call("act_at_event", org, event, body=act, whole=True)

    do("TournamentEnterAct", act="enter", names=[f"Player {n}" for n in range(1, 9)], present=True)
    do("Announce", act="announce")
    tallies = [{"victory": 4, "score": 300}, {"victory": 2, "score": 100}]
    for number in (1, 2):
        drafted = do("TournamentDraftAct", act="draft")
        paired = do("Publish", act="publish", draft=drafted.state.draft.number)
        for game in paired.state.rounds[-1].round_.games:
            slip = {"how": "rounds", "tallies": tallies}
            do("EnterResult", act="enter-result", number=number, table=game.table, slip=slip)
        do("CloseRound", act="close-round")
    assert do("TournamentEndAct", act="end").state.status == "ended"
    standings = made.call("get_standings", org, event)
    assert len(standings) == 8 and (standings[0].rank, standings[0].wins) == (1, 2)


def test_it_plays_a_game(made: Made):
    ann, bob, models = made.client("Ann"), made.client("Bob"), made.models
    opened = models.OpenGame.from_dict({"act": "open-game", "player": "Ann", "level": "score"})
    game = made.call("open_game", ann, body=opened).id

    def do(who: Any, kind: str, **fields: Any) -> Any:
        return made.call("act_in_game", who, game, body=getattr(models, kind).from_dict(fields))

    do(bob, "TakeSeat", act="take-seat", seat="two", player="Bob")
    for who, seat in ((ann, "one"), (bob, "two")):
        do(who, "BringArmy", act="bring-army", seat=seat, army=json.loads(RECON))
    seen, people = do(ann, "BeginGame", act="begin-game"), {"one": ann, "two": bob}
    for _ in range(60):
        if seen.table.ended:
            break
        seat = seen.waiting[0]
        mine = seen if seen.audience == seat else made.call("get_game", people[seat], game)
        said = models.Speak(act="speak", said=mine.options[0])
        seen = made.call("act_in_game", people[seat], game, body=said)
    assert seen.table.ended, "a game of score sheets ends after so many answers"
    assert do(bob, "CloseGame", act="close-game").table.closed
    assert [listed.closed for listed in made.call("list_games", ann).items] == [True]
