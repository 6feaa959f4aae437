"""Hosts that start at the same moment on one empty PostgreSQL."""

import os
import subprocess
import sys

import pytest

START = """
import django, sys
from muster.cli import serve
from muster.cli.django_setup import tables
django.setup()
print("ready", flush=True)
sys.stdin.readline()
serve._migrate()
print(tables())
"""


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
def test_hosts_that_start_together_make_the_tables_once(tmp_path, empty_postgres_url):
    place = {"MUSTER_DATA": str(tmp_path), "DATABASE_URL": empty_postgres_url}
    environment = os.environ | place | {"DJANGO_SETTINGS_MODULE": "muster.web.settings"}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    hosts = [
        subprocess.Popen([sys.executable, "-c", START], env=environment, text=True, **pipes) for _ in range(2)
    ]
    assert [host.stdout.readline() for host in hosts] == ["ready\n"] * 2
    for host in hosts:
        host.stdin.write("go\n")
        host.stdin.flush()
    assert [host.communicate(timeout=60) for host in hosts] == [("ready\n", "")] * 2
