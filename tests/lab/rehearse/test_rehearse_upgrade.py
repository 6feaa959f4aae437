"""What `muster-lab rehearse upgrade` and `club` are made of; the rehearsals themselves take minutes."""

import socket
import subprocess
import sys
import threading
from contextlib import closing

import pytest

import muster
from muster.store import schema
from muster_lab.rehearse import club, releases
from muster_lab.rehearse.machines import free_ports
from muster_lab.rehearse.upgrade import Front


@pytest.fixture
def echo():
    """A host that says its own port to whoever comes."""
    with socket.create_server(("127.0.0.1", 0)) as host:
        port = host.getsockname()[1]

        def serve():
            while True:
                try:
                    near, _ = host.accept()
                except OSError:
                    return
                with closing(near):
                    near.sendall(str(port).encode())

        threading.Thread(target=serve, daemon=True).start()
        yield port


def ask(port):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        return line.recv(100)


def test_the_front_asks_the_other_host_where_one_does_not_listen(echo):
    (silent,) = free_ports(1)
    with closing(Front([silent, echo])) as front:
        assert [ask(front.port) for _ in range(4)] == [str(echo).encode()] * 4
    with closing(Front([silent, silent])) as front:
        assert ask(front.port) == b"", "nobody is there"


def test_the_next_release_only_adds_and_is_newer(tmp_path):
    tree = releases.next_release(tmp_path)
    assert f'__version__ = "{releases.NEXT}"' in (tree / "src/muster/__init__.py").read_text()
    assert f'version = "{releases.NEXT}"' in (tree / "pyproject.toml").read_text()
    assert releases.NEXT.startswith(muster.__version__)
    place = tree / "src/muster/store/migrations"
    ask_it = (
        "import django; django.setup()\n"
        "from django.db.migrations.loader import MigrationLoader\n"
        "from muster.store.schema import adds_only\n"
        "migration = MigrationLoader(None).disk_migrations['store', 'NAME']\n"
        "print(adds_only(migration))"
    ).replace("NAME", releases.MIGRATION)
    environment = {"PYTHONPATH": str(tree / "src"), "DJANGO_SETTINGS_MODULE": "muster.web.settings"}
    environment |= {"MUSTER_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", ask_it], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\n", done.stderr
    assert max(file.stem for file in place.glob("[0-9]*.py")) == releases.MIGRATION > schema.SERVED_FROM


def test_the_club_is_asked_for_its_accounts_after_each_step():
    """All steps, on a machine of paper: what is expected is what such a machine has."""
    said = []

    class Paper:
        def __init__(self):
            self.accounts = []

        def run(self, text):
            if text.startswith("muster account create") or "muster account create lena" in text:
                self.accounts.append("han" if "create han" in text else "lena")
            if "before-upgrade.backup\nsystemctl start" in text and "muster restore" in text:
                self.accounts.remove("han")
            return "\n".join(f"{name} x" for name in self.accounts) + "<title>"

    blocks = club.read_blocks(club.PAGE.read_text())
    came = []
    club.follow_page(club.Club(Paper(), said.append), blocks, lambda: came.append("new"))
    assert came == ["new"]
    assert [line.split("with ")[1] for line in said if "over TLS" in line] == [
        "lena", "lena", "lena, han", "lena, han", "lena", "lena", "lena",
    ]  # fmt: skip
    assert "tls internal" not in club.PAGE.read_text()
