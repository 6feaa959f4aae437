"""`muster-lab rehearse faults`: the short form, whole; and that what it looks with would see a loss."""

import json
import shutil
import socket
from collections import Counter
from contextlib import closing

import click
import pytest
from click.testing import CliRunner

from muster.rules.tournament.judging.calls import MOST_RULINGS
from muster_lab.cli import main
from muster_lab.rehearse import all as every
from muster_lab.rehearse.faults import FULL
from muster_lab.rehearse.link import Link
from muster_lab.rehearse.load import BREATH, WRITERS
from muster_lab.rehearse.power import Disk, Write, is_whole
from muster_lab.rehearse.stage import compare_with_log
from tests.requirements_gate import require

BOTH = {
    "SIGKILL",
    "SIGKILL of a worker",
    "full disk (ENOSPC)",
    "read-only disk (EROFS)",
    "clock a year forward",
    "clock a year back",
    "5 sends of each form",
}
FAULTS = {
    "SQLite": BOTH
    | {
        "locked file",
        "power cut (simulated)",
        "backup and restore",
    },
    "PostgreSQL": BOTH
    | {
        "database restarted",
        "database crashed",
        "link cut",
        "link slow",
        "link silent",
    },
}


@pytest.mark.postgres
@pytest.mark.xdist_group("rehearsal")
def test_nothing_is_lost_twice_or_made_up_whatever_breaks():
    if not shutil.which("cc"):
        require("compiler", "no C compiler was found: install the package gcc")
    done = CliRunner().invoke(main, ["rehearse", "faults", "--short", "--json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.output)
    for database, faults in FAULTS.items():
        assert faults <= {row["fault"] for row in rows if row["database"] == database}
    for row in rows:
        assert row["acknowledged"] > 2, row
        assert (row["lost"], row["doubled"], row["phantom"], row["wrong"]) == (0, 0, 0, {}), row
        assert row["recovery"] is not None, row


def test_an_event_has_room_for_all_that_is_told_during_a_fault():
    """However quick the server is: one that is full refuses, and a rehearsal would wait for ever."""
    assert WRITERS / BREATH * (FULL.seconds + 1) < MOST_RULINGS


def test_what_is_missing_or_there_twice_is_counted():
    assert compare_with_log(["a", "b", "c"], Counter({"a": 1, "b": 3})) == {"lost": 1, "doubled": 2}


def write(offset, data, kind="w", name="file"):
    return Write(kind, name, offset, data, 0.0)


def test_after_a_power_cut_a_disk_holds_what_was_synced_and_any_part_of_the_rest(tmp_path):
    found = set()
    for seed in range(200):
        disk = Disk({"file": b"old!"}, seed)
        for one in (
            write(0, b"new"),
            write(0, b"", "s"),
            write(0, b"x" * 512 + b"y" * 512),
            write(2, b"", "t"),
        ):
            disk.take(one)
        folder = tmp_path / str(seed)
        folder.mkdir()
        disk.cut(folder)
        found.add((folder / "file").read_bytes())
    assert all(one[:2] in (b"ne", b"xx") for one in found), "what was synced is there, or was written over"
    assert b"new!" in found, "nothing of the rest"
    assert b"x" * 512 + b"y" * 512 in found, "all of it but the last"
    assert b"new!" + bytes(508) + b"y" * 512 in found, "a torn write: its second sector alone"
    assert b"ne" in found, "the last alone"


def test_a_file_that_was_never_synced_may_be_missing(tmp_path):
    disk = Disk({}, 3)
    disk.take(write(0, b"a", name="one"))
    disk.take(write(0, b"b", name="two"))
    disk.take(write(0, b"", "s", "two"))
    disk.cut(tmp_path)
    assert (tmp_path / "two").read_bytes() == b"b"


def test_a_broken_database_is_found(tmp_path):
    (tmp_path / "file").write_bytes(b"SQLite format 3\0" + b"no" * 5000)
    assert not is_whole(tmp_path / "file")


def test_a_link_passes_on_falls_silent_and_is_cut():
    with closing(socket.create_server(("127.0.0.1", 0))) as far:
        link = Link(far.getsockname()[1])
        with closing(socket.create_connection(("127.0.0.1", link.port), 10)) as near:
            there, _ = far.accept()
            there.settimeout(10)
            near.sendall(b"hello")
            assert there.recv(5) == b"hello"
            link.set("silent")
            there.sendall(b"answer")
            near.settimeout(0.3)
            with pytest.raises(TimeoutError):
                near.recv(6)
            link.set("well")
            near.settimeout(10)
            assert near.recv(6) == b"answer", "a silent link loses nothing"
            link.set("cut")
            assert near.recv(1) == b""
            there.close()
        link.close()


@pytest.mark.parametrize(("lost", "code"), [(0, 0), (1, 1)])
def test_all_is_rehearsed_that_can_be_and_what_is_missing_is_said(monkeypatch, lost, code):
    ran = []

    @click.command("faults")
    @click.option("--seconds", default=5)
    def part(seconds):
        ran.append(seconds)
        raise SystemExit(lost)

    monkeypatch.setattr(every, "PARTS", {"faults": part, "cluster": part})
    monkeypatch.setattr(every, "PROGRAMS", {"faults": ("python3",), "cluster": ("no-such-program",)})
    done = CliRunner().invoke(main, ["rehearse", "all"])
    assert (done.exit_code, ran) == (code, [5])
    assert "Not rehearsed: no-such-program not found" in done.output
