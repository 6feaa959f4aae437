"""`muster-lab rehearse cluster`: what it counts, what its people do, and its hosts from `deploy/`."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from pathlib import Path

import pytest

from muster_lab.rehearse import machines
from muster_lab.rehearse.cluster import longest_pause, problems_in
from muster_lab.rehearse.full_hall import Tally, tally
from muster_lab.rehearse.hall import Desk, Entered, Log

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
GOOD = {"viewers": 2, "viewers that caught up": 2, "results to enter": 4, "acknowledged": 4}
GOOD |= dict.fromkeys(("lost", "doubled", "altered"), 0)


def entered(*tables: int) -> list[Entered]:
    return [Entered(table, float(table), 0.1, 1, float(table)) for table in tables]


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ({1: [(1, 2)], 2: [(2, 4)]}, Tally(2, 0, 0, 0)),
        ({1: [(1, 2)]}, Tally(2, 1, 0, 0)),
        ({1: [(1, 2)], 2: [(2, 4), (2, 4)]}, Tally(2, 0, 1, 0)),
        ({1: [(1, 2)], 2: [(3, 4)]}, Tally(2, 0, 0, 1)),
        # In the log twice though nobody was told so: that is doubled, too.
        ({1: [(1, 2)], 2: [(2, 4)], 3: [(3, 6), (3, 6)]}, Tally(2, 0, 1, 0)),
    ],
)
def test_what_was_lost_doubled_or_altered_is_counted(log, found):
    assert tally(entered(1, 2), Log(9, log)) == found


def test_the_longest_pause_counts_from_the_death_and_to_the_end():
    acts = entered(1, 2, 3, 9, 10, 30)
    assert longest_pause(acts, 2.5, 11.0) == 6.0
    assert longest_pause(acts, 2.5, 20.0) == 10.0, "nobody wrote any more"
    assert longest_pause(acts, 4.0, 10.5) == 5.0, "nobody wrote yet"


@pytest.mark.parametrize("part", ["lost", "doubled", "altered"])
def test_anything_lost_doubled_or_altered_is_a_failure(part):
    assert problems_in(GOOD) == []
    assert problems_in(GOOD | {part: 1}) == [f"{part}: 1"]


@pytest.mark.parametrize("part", ["viewers that caught up", "acknowledged"])
def test_who_is_left_behind_is_a_failure(part):
    assert len(problems_in(GOOD | {part: 1})) == 1


def test_a_scorekeeper_sends_the_same_act_under_the_same_key_until_it_is_acknowledged():
    seen, answers = [], [0, 503, 409, 200]

    class Site(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            seen.append((self.headers["Idempotency-Key"], body))
            if status := answers.pop(0):
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def log_message(self, *words):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        desk = Desk("0" * 32, "token", "127.0.0.1", repeat(site.server_port))
        assert desk.enter(7, threading.Event()) == 4
        site.shutdown()
        desk.line.close()
    assert len(seen) == 4
    assert len(set(seen)) == 1
    assert seen[0][0] == "table-7"


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    """The hosts with their files, none of them switched on."""
    monkeypatch.setattr(machines, "program_path", lambda name: name)
    monkeypatch.setattr(machines, "postgres_programs", lambda: Path("/pg"))
    monkeypatch.setattr(machines, "user_rights", dict)
    return machines.Cluster(tmp_path, DEPLOY)


def test_the_hosts_of_a_rehearsal_stay_on_the_loopback_interface_and_in_their_folder(cluster):
    made = [path for host in cluster.hosts for path in host.folder.iterdir() if path.is_file()]
    assert {path.name for path in made} == {"haproxy.cfg", "pgbouncer.ini", "userlist.txt", "patroni.yml"}
    for path in made:
        told = re.sub(r"^[#;].*", "", path.read_text(), flags=re.M)
        assert not re.search(r"10\.0\.|/etc/|/usr/local|/var/", told), path


def test_each_host_has_its_own_ports(cluster):
    first, second = (dict(host.programs[0][1]) for host in cluster.apps)
    assert first["SITE_BIND"] != second["SITE_BIND"]
    assert first["DB1"] == second["DB1"] != first["DB2"]
    assert len(set(cluster.port.values())) == len(cluster.port)


def test_a_file_that_no_longer_fits_the_rehearsal_is_named(cluster, tmp_path):
    with pytest.raises(Exception, match="no longer"):
        cluster._file("app/pgbouncer.ini", cluster.apps[0], ("listen_port = 1", "listen_port = 2"))


def test_haproxy_is_told_every_address_it_asks_for():
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "app" / "haproxy.cfg").read_text()))
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "app" / "haproxy.env").read_text(), re.M))
    assert asked == given


def test_every_setting_of_an_app_host_is_described():
    page = (ROOT / "docs" / "reference" / "running.md").read_text()
    names = set(re.findall(r"^(\w+)=", (DEPLOY / "app" / "muster.env").read_text(), re.M))
    assert {name for name in names if f"`{name}`" not in page} == {"LISTEN", "WORKERS"}  # the unit's own


def test_the_programs_that_patroni_calls_are_there_and_can_be_run():
    called = set(re.findall(r"/usr/local/lib/muster/([\w-]+)", (DEPLOY / "db" / "patroni.yml").read_text()))
    called |= {"base-backup", "restore"}
    for name in called:
        assert (DEPLOY / "db" / name).stat().st_mode & 0o111, name
