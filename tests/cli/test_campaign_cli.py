"""`muster campaign export|import` on the test's own database."""

import json
import subprocess
import sys
from uuid import UUID

import pytest
from click.testing import CliRunner

from muster.app.campaign import commands
from muster.app.campaign.export import export_campaign
from muster.app.campaign.importing import import_campaign
from muster.app.memory_store import MemoryStore
from muster.cli import campaign as cli
from muster.rules.campaign.club.membership import CAMPAIGN
from muster.store.accounts import Account
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.log.database import DatabaseStore
from muster.store.log.models import LogAct, LogEvent, LogHead, LogSnapshot, LogStream
from tests.app.campaign_house import ANN, BOB, House
from tests.app.exported_club import CLUB, club
from tests.web.account_fixtures import signed_in, text_of
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def muster(monkeypatch):
    monkeypatch.setattr("muster.cli.django_setup.use_server", lambda data: None)
    return lambda *words, given=b"": CliRunner().invoke(cli.command, words, input=given)


@pytest.fixture
def house() -> House:
    """The club of the export tests, in the database."""
    return kept(club_in_the_database)


def club_in_the_database() -> House:
    return club(in_the_database())


def in_the_database() -> House:
    house = House()
    house.use(DatabaseStore())
    return house


def empty_the_log() -> None:
    for table in (LogSnapshot, LogEvent, LogStream, LogAct, LogHead):
        table.objects.all().delete()


def test_an_import_shows_how_far_it_is(house, muster, tmp_path, monkeypatch):
    file, shown = tmp_path / "club.json", []
    assert muster("export", CLUB, "-o", str(file)).exit_code == 0
    empty_the_log()
    monkeypatch.setattr(cli, "with_progress", lambda acts, label, many: shown.append((label, many)) or acts)
    assert muster("import", str(file)).exit_code == 0
    assert shown == [("Importing", LogAct.objects.count())]


def test_out_and_in_again_is_identical(house, muster, tmp_path):
    file, again = tmp_path / "club.json", tmp_path / "again.json"
    assert muster("export", CLUB, "-o", str(file)).exit_code == 0
    states = {stream: house.tours.register(stream).state for stream in (ANN, BOB)}
    empty_the_log()
    ran = muster("import", str(file))
    assert ran.exit_code == 0 and f"Imported {CLUB}: 5 logs" in ran.output
    assert muster("export", "1" * 32, "-o", str(again)).exit_code == 0
    assert again.read_bytes() == file.read_bytes()
    assert {stream: house.tours.register(stream).state for stream in (ANN, BOB)} == states


def test_both_stores_write_the_same_bytes(house):
    raw, memory = export_campaign(house.store, CLUB), MemoryStore()
    import_campaign(memory, raw)
    assert export_campaign(memory, CLUB) == raw


def test_through_pipes(house, muster):
    ran = muster("export", CLUB)
    empty_the_log()
    told = muster("import", "-", "--json", given=ran.stdout_bytes)
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["versions"][ANN] == house.store.version(ANN)


def test_a_second_import_is_refused_and_changes_nothing(house, muster):
    raw, count = muster("export", CLUB).stdout_bytes, LogEvent.objects.count()
    ran = muster("import", "-", given=raw)
    assert ran.exit_code == 2 and "exists here already" in ran.stderr
    assert LogEvent.objects.count() == count


def test_registers_go_back_to_the_accounts_that_opened_them(muster):
    ann = Account.objects.create_user("ann", "a long password", name="Ann")
    house = House()
    house.clubs.do(house.act("cat"), CLUB, commands.OpenCampaign(name="Endor Winter"))
    for stream, person in ((ANN, str(ann.pk)), (BOB, str(UUID(int=7)))):
        house.build(stream, person)
        house.clubs.do(house.act(person), CLUB, commands.Join(invitation=1))
        house.clubs.do(house.act(person), CLUB, commands.Enter(register=stream))
    told = muster("import", "-", given=export_campaign(house.store, CLUB))
    assert f"{ANN}: ann" in told.output and f"{BOB}: its owner has no account here" in told.output
    assert DatabaseRoles().role(str(ann.pk), ANN) == "owner"


HERE = "campaign:" + "7" * 32


def imported_campaign(muster, *words: str, arbitrator: str = str(UUID(int=9))):
    """Of people of another server, unless said otherwise."""
    house = House()
    house.clubs.do(house.act(arbitrator), HERE, commands.OpenCampaign(name="Endor Winter"))
    return muster("import", "-", *words, given=export_campaign(house.store, HERE))


def test_an_imported_campaign_can_be_given_an_owner(muster):
    ann = Account.objects.create_user("ann", "a long password", name="Ann")
    assert imported_campaign(muster, "--owner", "Ann").exit_code == 0
    found = DatabaseStore().load(CAMPAIGN, HERE).state
    assert found.arbitrator == str(ann.pk) and str(ann.pk) in found.members
    assert DatabaseRoles().streams(str(ann.pk), "member", "campaign:") == [HERE]


def test_an_owner_nobody_knows_imports_nothing(muster):
    ran = imported_campaign(muster, "--owner", "nobody")
    assert ran.exit_code == 2 and not LogEvent.objects.exists()


def test_a_campaign_that_has_its_arbitrator_here_is_given_to_nobody_else(muster):
    ann = Account.objects.create_user("ann", "a long password", name="Ann")
    Account.objects.create_user("bob", "a long password", name="Bob")
    ran = imported_campaign(muster, "--owner", "bob", arbitrator=str(ann.pk))
    assert ran.exit_code == 2 and "has an arbitrator" in ran.stderr and not LogEvent.objects.exists()
    assert imported_campaign(muster, arbitrator=str(ann.pk)).exit_code == 0
    assert DatabaseRoles().streams(str(ann.pk), "member", "campaign:") == [HERE]


def test_the_servers_owner_gives_an_orphaned_campaign_away_on_a_page(muster):
    assert imported_campaign(muster, arbitrator="cat").exit_code == 0
    ann = Account.objects.create_user("ann", "a long password", name="Ann")
    keeper = Account.objects.create_user("keeper", "a long password", is_staff=True)
    page, act = "/tours/orphans", f"/tours/club/{HERE.removeprefix('campaign:')}/act"
    assert signed_in(ann).get(page).status_code == 404
    assert signed_in(ann).post(act, {"do": "adopt", "handle": "ann"}).status_code == 404
    client = signed_in(keeper)
    assert "Endor Winter" in text_of(client.get(page))
    wrong = client.post(act, {"do": "adopt", "handle": "nobody"})
    assert wrong.status_code == 422 and "No account here has the handle" in text_of(wrong)
    assert client.post(act, {"do": "adopt", "handle": "ann"}).status_code == 302
    assert DatabaseStore().load(CAMPAIGN, HERE).state.arbitrator == str(ann.pk)
    assert "Every campaign here has an arbitrator" in text_of(client.get(page))


def test_a_members_copy_says_what_it_leaves_out(muster):
    ann = Account.objects.create_user("ann", "a long password", name="Ann")
    house = kept(club_in_the_database)
    house.clubs.do(house.act(str(ann.pk)), CLUB, commands.Join(invitation=1))
    ran = muster("export", CLUB, "--member", "Ann")
    assert ran.exit_code == 0 and "3 secrets sealed, 0 logs left out" in ran.stderr
    assert json.loads(ran.stdout)["left_out"] == {"sealed": 3, "streams": 0}
    assert muster("import", "-", given=ran.stdout_bytes).exit_code == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["export", "nowhere"], "There is no such campaign."),
        (["export", "x" * 1_000_000], "There is no such campaign."),
        (["export", CLUB, "--member", "nobody"], "isn’t a member"),
        (["export", CLUB, "-o", "/no/such/folder/file"], "can’t be used"),
        (["import", "no-such-file.json"], "can’t be used"),
        (["import", "x" * 1_000_000], "can’t be used"),
        (["import", "\0"], "can’t be used"),
        (["import", "-"], "the file of a campaign"),
    ],
)
def test_what_does_not_work_is_said_with_exit_2(house, muster, words, sentence):
    ran = muster(*words)
    assert ran.exit_code == 2
    assert sentence in ran.stderr and len(ran.output) < 2000


@pytest.mark.parametrize("folder", ["/proc/nowhere", "x" * 100_000])
@pytest.mark.parametrize(
    "words", [["campaign", "--data", "{}", "export", "1"], ["register", "show", "1", "--data", "{}"]]
)
def test_a_folder_that_cannot_be_is_said(words, folder):
    asked = [sys.executable, "-m", "muster", *(word.format(folder) for word in words)]
    ran = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "Cannot use the data folder" in ran.stderr and "Traceback" not in ran.stderr
