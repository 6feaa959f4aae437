"""`muster audit`."""

import json
from collections import Counter

from click.testing import CliRunner
from msgspec.structs import replace

import muster.cli.audit
from muster.cli import main
from muster.rules.cards.audit import problem
from muster.rules.cards.catalogue import load_card_data, read_data_file
from muster.rules.core_rules import core_rules


def muster_audit(*words):
    return CliRunner().invoke(main, ["audit", *words])


def broken():
    data = load_card_data()
    return replace(data, units=(replace(data.units[0], counterpart="zz"), *data.units[1:]))


def test_sound_data_names_what_is_marked_and_exits_0():
    result = muster_audit()
    assert result.exit_code == 0
    *lines, summary = result.output.splitlines()
    told = Counter(line.partition(":")[0] for line in lines)
    marked = [line for line in lines if line.startswith("Marked: ")]
    assert told.keys() == {"Marked", "Unsure", "Open"}
    assert f"{len(marked)} known defects are marked" in summary
    assert f"{told['Unsure']} effects are unsure, {told['Open']} places are open" in summary
    assert (
        "Open: Seventh Sister (Ik), restriction: The picture prints Imperial Special Forces only"
        in result.output
    )
    saxon = "Clan Saxon (cs), rank-table: Its Recon table had no row for heavy units; none are allowed."
    assert f"Marked: {saxon} [battle_forces.json]" in marked
    kinds = ("units", "upgrades", "commands")
    totals = {kind: len(json.loads(read_data_file(kind))) for kind in kinds}
    assert ", ".join(f"{count} {kind}" for kind, count in totals.items()) in result.output
    assert "nothing wrong" in result.output


def test_sound_data_as_json():
    told = json.loads(muster_audit("--json").output)
    assert told["violations"] == []
    assert told["counts"]["battle_forces"] == len(json.loads(read_data_file("battle_forces")))
    assert told["counts"]["core_rules"] == len(core_rules())
    assert told["marked"]["points-history"] == 6
    assert told["counts"]["effects"] == len(json.loads(read_data_file("effects"))["effects"])
    assert {doubt["kind"] for doubt in told["doubts"]} == {"unsure", "open"}
    assert all(doubt["id"] and doubt["name"] and doubt["fact"] and doubt["note"] for doubt in told["doubts"])
    records = [record for record in told["records"] if record["code"] == "points-history"]
    assert len(records) == 6
    assert all(record["id"] and record["name"] and record["note"] and record["source"] for record in records)


def test_a_defect_is_told_and_exit_1(monkeypatch):
    monkeypatch.setattr(muster.cli.audit, "load_card_data", broken)
    result = muster_audit()
    assert result.exit_code == 1
    assert "which doesn’t exist" in result.output
    assert "1 problem;" in result.output


def test_a_defect_as_json(monkeypatch):
    monkeypatch.setattr(muster.cli.audit, "load_card_data", broken)
    result = muster_audit("--json")
    assert result.exit_code == 1
    (violation,) = json.loads(result.output)["violations"]
    assert violation["code"] == "audit.dangling"
    assert "zz" in violation["message"]


def test_a_wrong_squad_is_told(monkeypatch):
    wrong = problem("squad-list", "infantry", rule=396, expected="3 Stormtrooper (Corps)", found="nothing")
    monkeypatch.setattr(muster.cli.audit, "audit_squads", lambda: (wrong,))
    result = muster_audit()
    assert result.exit_code == 1 and "10 squads: 1 problem;" in result.output
    assert "rule 396" in result.output and "3 Stormtrooper (Corps)" in result.output
