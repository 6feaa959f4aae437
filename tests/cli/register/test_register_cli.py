"""`muster register show|check`: from the database and from an exported campaign."""

import json

import msgspec
import pytest
from click.testing import CliRunner

from muster.app.campaign import commands
from muster.app.campaign.export import export_campaign
from muster.cli import main
from muster.cli.register import command as cli
from muster.cli.register.check import findings
from muster.rules.campaign.register import events
from muster.rules.campaign.register.correcting import Fix
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import REGISTER
from muster.rules.log import KINDS, Event, Recorded
from muster.rules.messages import explain
from muster.store.log.database import DatabaseStore
from muster.store.log.models import LogEvent, LogStream
from muster_lab.bench.replay import REGISTERS, fight_war
from tests.app.campaign_house import ANN, BATTLE, House
from tests.app.exported_club import CLUB, club

ID = ANN.removeprefix("register:")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """An exported campaign in the middle of a battle."""
    path = tmp_path_factory.mktemp("club") / "club.json"
    path.write_bytes(export_campaign(club().store, CLUB))
    return str(path)


def muster(*words: str, given: bytes = b""):
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, ["register", *words], input=given)


class TestShow:
    def test_the_whole_register_is_there(self, file):
        ran = muster("show", ID, "--file", file)
        assert ran.exit_code == 0, ran.output
        for words in ("Host of ann", "★ Moff (Imperial Officer", "147 of 600 spent, 453 left", "0/3", BATTLE):
            assert words in ran.output, words
        assert ran.output.count("Stormtroopers") == 2 and "□" in ran.output
        assert "Stormtroopers 1" in ran.output and "Stormtroopers 2" in ran.output

    def test_as_json(self, file):
        told = json.loads(muster("show", ANN, "--file", file, "--json").stdout)
        assert told["spent"] == 147 and told["open_battle"] == BATTLE and len(told["dossiers"]) == 3

    def test_names_are_not_read_as_markup(self, tmp_path):
        house = club()
        house.registers.do(house.act(), ANN, commands.NameUnit(dossier="d2", name="[bold]Steel[/bold]"))
        path = tmp_path / "club.json"
        path.write_bytes(export_campaign(house.store, CLUB))
        assert "[bold]Steel[/bold]" in muster("show", ID, "--file", str(path)).output


def changed(log: list[Recorded], *said: Event) -> list[Recorded]:
    """The log with further events, as a broken program might have written them."""
    last = log[-1]
    more = [
        msgspec.structs.replace(
            last, version=last.version + n, batch=f"odd-{n}", kind=KINDS.tag(one)[0], event=one
        )
        for n, one in enumerate(said, start=1)
    ]
    return [*log, *more]


@pytest.fixture(scope="module")
def log():
    return fight_war(3)[REGISTERS["blue"]]


class TestFindings:
    def codes(self, log: list[Recorded]) -> list[str]:
        found = findings(log)
        assert all(explain(one) for one in (*found.problems, *found.flags))
        return [one.code for one in found.problems]

    def test_a_register_that_fought_is_right(self, log):
        assert self.codes(log) == [] and findings(log).flags == []

    @pytest.mark.parametrize(
        ("said", "code"),
        [
            (events.SupplyChanged(-999, "odd"), "register_check.supply_overdrawn"),
            (events.ExperienceGained("d2", 1, 3, 1, "odd"), "register_check.experience"),
            (events.ExperienceCorrected("d2", 0, 9), "register_check.maximum"),
            (events.UnitRemoved("d1", "casualty"), "register_check.no_paragon"),
        ],
    )
    def test_what_cannot_be_is_found(self, log, said, code):
        assert self.codes(changed(log, said)) == [code]

    def test_two_paragons_are_found(self, log):
        second = events.UnitAdded(
            "d99", "Cb", "Imperial Officer", "commander", "trooper", 55, 5, paragon=True
        )
        assert self.codes(changed(log, second)) == ["register_check.paragons"]

    def test_too_few_corps_and_too_many_points_are_flags(self, log):
        gone = [events.UnitRemoved(f"d{n}", "casualty") for n in range(2, 8)]
        poorer = events.PotentialChanged(-500, "odd")
        found = findings(changed(log, *gone, poorer))
        assert [one.code for one in found.flags] == [
            "register_check.no_corps",
            "register_check.over_potential",
        ]
        assert found.problems == []

    def test_everything_that_changes_costs_and_ranks_is_added_up(self):
        house = House()
        house.fight()
        house.to_the_end()
        fixes = [
            Fix(what="experience", dossier="d3", amount=9),
            Fix(what="experience", dossier="d3", amount=-5),
        ]
        house.registers.do(house.act(), ANN, commands.Correct(fixes=tuple(fixes), reason="Forgotten."))
        done = house.registers.do(
            house.act(), ANN, commands.Recruit(wanted=Recruit(unit="ay", upgrades=("ej",)))
        )
        house.registers.do(house.act(), ANN, commands.Undo(batch=done.batch))
        house.registers.do(house.act(), ANN, commands.Recruit(wanted=Recruit(unit="az")))
        costs = events.PointsDateMoved(REGISTER.fold(house.store.read(ANN)).points_date, {"az": 50, "Cf": 1})
        back = [events.UnitRemoved("d2", "casualty"), costs, events.UnitRestored("d2")]
        log = changed(house.store.read(ANN), *back)
        assert self.codes(log) == []


class TestCheck:
    def test_all_is_right(self, file):
        ran = muster("check", ID, "--file", file)
        assert ran.exit_code == 0 and "all correct" in ran.output

    def test_as_json(self, file):
        told = json.loads(muster("check", ID, "--file", file, "--json").stdout)
        assert told["consistent"] and told["violations"] == [] and told["register"] == ANN


@pytest.mark.django_db
class TestDatabase:
    @pytest.fixture(autouse=True)
    def house(self, monkeypatch):
        monkeypatch.setattr(cli, "use_server", lambda data: None)
        house = House()
        house.use(DatabaseStore())
        return club(house)

    def test_show_and_check(self):
        assert "Host of ann" in muster("show", ID).output
        assert muster("check", ID).exit_code == 0

    def test_a_battle_without_its_log_is_found(self):
        LogEvent.objects.filter(stream_id=BATTLE).delete()
        LogStream.objects.filter(pk=BATTLE).delete()
        told = muster("check", ID, "--json")
        assert told.exit_code == 1
        assert [one["code"] for one in json.loads(told.stdout)["violations"]] == ["register_check.no_battle"]

    def test_an_event_nobody_knows_is_said_with_exit_2(self):
        LogEvent.objects.filter(stream_id=ANN, version=2).update(kind="register.danced")
        ran = muster("check", ID)
        assert ran.exit_code == 2 and "register.danced" in ran.stderr


@pytest.mark.parametrize("part", ["show", "check"])
@pytest.mark.parametrize("register", ["nobody", "x" * 1_000_000, "", "battle:1"])
def test_a_register_that_is_not_there(file, part, register):
    ran = muster(part, register, "--file", file)
    assert ran.exit_code == 2 and 0 < len(ran.stderr) < 500


@pytest.mark.parametrize("given", [b"", b"{}", b"\xff" * 1000])
def test_a_file_that_is_none(given):
    ran = muster("check", ID, "--file", "-", given=given)
    assert ran.exit_code == 2 and "the file of a campaign" in ran.stderr


def test_help_names_the_commands_and_where_they_look():
    assert "--file" in muster("show", "--help").output and "show" in muster("--help").output
