"""The demo world: believable, complete, and only ever put into an empty house."""

from uuid import UUID

import pytest
from click.testing import CliRunner

from muster.cli.demo import command as demo
from muster.store.accounts import Account
from muster.store.log.models import LogStream
from muster.web.rooms import STREAMS
from tests.cli.demo_world import in_the_demo, world
from tests.web.account_fixtures import signed_in
from tests.web.kept_world import kept

# In the demo's event, whoever looks around sets up a table or hands in a list.
LEFT_TO_VISITORS = {"game-results", "setup", "tournament-list"}

pytestmark = [pytest.mark.django_db, in_the_demo]


@pytest.fixture
def run(monkeypatch):
    """The command on the test's own database, which is migrated already."""
    monkeypatch.setattr(demo, "use_django", lambda data: None)
    monkeypatch.setattr("django.core.management.call_command", lambda *_, **__: None)
    return lambda: CliRunner().invoke(demo.command)


def test_a_fresh_database_is_filled_and_everything_it_names_opens(run, client):
    result = run()
    assert result.exit_code == 0, result.output
    assert set(Account.objects.values_list("handle", flat=True)) == set(demo.PEOPLE)
    paths = [word for word in result.output.split() if word.startswith("/")]
    assert paths
    for path in paths:
        assert client.get(path, headers={"host": "localhost"}).status_code == 200
    assert Account.objects.get(handle="ann").check_password(demo.PASSWORD)


def test_who_plays_finds_the_game_on_the_first_page():
    kept(world)
    for handle in ("ann", "bo"):
        assert "/game/" in signed_in(Account.objects.get(handle=handle)).get("/").text


def test_every_kind_of_stream_is_in_the_demo():
    kept(world)
    there = {name.partition(":")[0] for name in LogStream.objects.values_list("id", flat=True)}
    assert STREAMS.keys() - there == LEFT_TO_VISITORS, "add a part to PARTS in cli/demo/command.py"


def test_a_program_reads_what_the_demo_has_made():
    kept(world)
    cass = signed_in(Account.objects.get(handle="cass"))
    for kind in ("campaign", "battle", "tournament"):
        streams = LogStream.objects.filter(id__startswith=f"{kind}:").values_list("id", flat=True)
        found = {id: cass.get(f"/api/v1/{kind}s/{UUID(id.partition(':')[2])}").status_code for id in streams}
        assert found == dict.fromkeys(streams, 200) and found


def test_a_house_with_people_in_it_is_left_alone(run):
    Account.objects.create_user("dana", "a long enough secret")
    result = run()
    assert result.exit_code == 2
    assert "accounts already" in result.output
    assert Account.objects.count() == 1
