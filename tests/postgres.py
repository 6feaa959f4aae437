"""A PostgreSQL for the tests: named by MUSTER_TEST_DATABASE_URL, else a private throw-away cluster."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import pytest

from tests.requirements_gate import require

INSTALL = "no PostgreSQL was found: install the package postgresql, or set MUSTER_TEST_DATABASE_URL"
# For speed: a cluster to throw away need not survive a power cut. A killed client loses nothing by it.
OPTIONS = (
    "-c fsync=off -c full_page_writes=off -c shared_buffers=16MB -c max_connections=60 -c listen_addresses="
)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of an empty database that is gone after the run. One cluster for each worker that asks."""
    given = os.environ.get("MUSTER_TEST_DATABASE_URL")
    with own_database(given) if given else _private_cluster() as url:
        yield url


@pytest.fixture
def empty_postgres_url(postgres_url: str) -> Iterator[str]:
    """The address of a database of the test's own, for a site that makes its tables itself."""
    with own_database(postgres_url) as url:
        yield url


@contextmanager
def own_database(url: str) -> Iterator[str]:
    """A new database of the cluster at this address, dropped at the end."""
    import psycopg

    name = f"muster_test_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _private_cluster() -> Iterator[str]:
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="muster-pg-"))
    data, log = folder / "data", folder / "log"
    run = _runner(folder)
    try:
        run(
            programs / "initdb",
            "-D",
            data,
            "-U",
            "muster",
            "--auth=trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C",
        )
        run(programs / "pg_ctl", "-w", "-D", data, "-l", log, "-o", f"{OPTIONS} -k {folder}", "start")
        try:
            yield f"postgresql://muster@{quote(str(folder), safe='')}/postgres"
        finally:
            run(programs / "pg_ctl", "-w", "-m", "immediate", "-D", data, "stop")
    finally:
        shutil.rmtree(folder)


def _programs() -> Path:
    """The folder that holds initdb and pg_ctl; Debian keeps them off the PATH."""
    on_path = shutil.which("pg_ctl")
    candidates = [Path(on_path).resolve().parent] if on_path else []
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    return require("postgres", INSTALL)


def _runner(folder: Path):
    """PostgreSQL refuses to run as root: hand the folder to somebody unprivileged and run as them."""
    user = _unprivileged() if os.geteuid() == 0 else None
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)
    rights = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}

    def run(*command: object) -> None:
        words = [str(word) for word in command]
        # pg_ctl leaves a server behind that would keep a pipe open for ever: output goes to a file.
        with (folder / "output").open("a+") as output:
            done = subprocess.run(words, cwd=folder, stdout=output, stderr=output, check=False, **rights)
            output.seek(0)
            assert done.returncode == 0, output.read()

    return run


def _unprivileged() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return require("postgres", "running as root, no user postgres or nobody was found to run it as")
