"""Two app hosts and two database hosts on this machine, set up from the files in `deploy/`.

Each host is a handful of processes on loopback ports. The configuration files are those that operators
install, with other paths; what differs between hosts comes from the environment, as in production.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click

HERE: Final = "127.0.0.1"
PASSWORD: Final = "only-for-a-rehearsal"  # noqa: S105 - of a cluster that lives for two minutes
INSTALL: Final = "apt install postgresql patroni etcd-server haproxy pgbouncer"
PATIENCE: Final = 120.0


def program_path(name: str) -> str:
    """The path of a program; Debian keeps some of them off the PATH."""
    places = [os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        raise click.ClickException(f"{name} was not found. On Debian: {INSTALL}.")
    return found


def postgres_programs() -> Path:
    """The program folder of the newest PostgreSQL."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    on_path = shutil.which("pg_ctl")
    folders = [Path(on_path).resolve().parent] if on_path else folders
    if not folders:
        raise click.ClickException(f"PostgreSQL was not found. On Debian: {INSTALL}.")
    return folders[-1]


def free_ports(count: int) -> list[int]:
    """Distinct ports that nobody listens on."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind((HERE, 0))
        return [int(probe.getsockname()[1]) for probe in probes]
    finally:
        for probe in probes:
            probe.close()


def wait_until(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
    """Wait for a condition; returns how long it took."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > seconds:
            raise click.ClickException(f"{what}: not within {seconds:.0f} seconds.")
        time.sleep(0.1)
    return time.monotonic() - began


def http_status(port: int, path: str) -> int:
    """The HTTP status that a local port answers with; 0 if there is no answer."""
    try:
        with urllib.request.urlopen(f"http://{HERE}:{port}{path}", timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        return answer.code
    except OSError:
        return 0


class Host:
    """Processes that start together and die together."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder / name
        self.folder.mkdir()
        self.programs: list[tuple[list[str], dict[str, str], bool]] = []
        self.running: list[subprocess.Popen[bytes]] = []

    def runs(self, *words: object, env: Mapping[str, object] | None = None, plain: bool = True) -> None:
        """Add a program to this host; `plain` ones drop root's privileges."""
        environment = {name: str(value) for name, value in (env or {}).items()}
        self.programs.append(([str(word) for word in words], environment, plain))

    def start(self) -> None:
        """Start all programs."""
        for words, environment, plain in self.programs:
            with (self.folder / f"{Path(words[0]).name}.log").open("ab") as log:
                self.running.append(
                    subprocess.Popen(  # noqa: S603
                        words,
                        cwd=self.folder,
                        env=os.environ | {"HOME": str(self.folder)} | environment,
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                        **(user_rights() if plain else {}),
                    )
                )

    def kill(self) -> None:
        """Pull the plug: kill every process of this host and its children at once."""
        self._send(signal.SIGKILL)
        for process in self.running:
            process.wait()
        self.running.clear()

    def freeze(self) -> None:
        """Stop all processes: nothing answers, and no connection is closed."""
        self._send(signal.SIGSTOP)

    def wake(self) -> None:
        """Resume all processes, which do not know that time has passed."""
        self._send(signal.SIGCONT)

    def _send(self, number: signal.Signals) -> None:
        started = [process.pid for process in self.running] + self._postmaster()
        for process_id in [member for process in started for member in family(process)]:
            with suppress(ProcessLookupError):
                os.kill(process_id, number)

    def _postmaster(self) -> list[int]:
        """Patroni's PostgreSQL is not a child process, so its process id is read from its pid file;
        after its death another program may have that id."""
        with suppress(OSError, ValueError, IndexError):
            process_id = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            if str(self.folder) in Path(f"/proc/{process_id}/cmdline").read_text():
                return [process_id]
        return []


def family(process: int) -> list[int]:
    """A process and all its descendants."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(child) for task in threads for child in (task / "children").read_text().split()]
    except OSError:
        return [process]
    return [process, *(descendant for child in children for descendant in family(child))]


def user_rights() -> dict[str, Any]:
    """The user to run as: PostgreSQL and PgBouncer refuse to run as root."""
    if os.geteuid():
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Cluster:
    """Two app hosts (HAProxy, PgBouncer, Muster each), two database hosts (Patroni), one etcd."""

    def __init__(self, folder: Path, deploy: Path) -> None:
        self.folder, self.deploy = folder, deploy
        if account := user_rights():
            os.chown(folder, account["user"], account["group"])
            folder.chmod(0o755)
        names = ["etcd", "etcd_health", "peer", "db1", "db1_api", "db2", "db2_api"]
        names += [f"{what}{number}" for number in (1, 2) for what in ("site", "primary", "pool", "app")]
        self.port = dict(zip(names, free_ports(len(names)), strict=True))
        self.archive = folder / "archive"
        self.archive.mkdir()
        self.certificates = folder / "certificates"
        subprocess.run([deploy / "db" / "make-certificates", self.certificates, HERE], check=True)  # noqa: S603
        self.etcd = self._etcd()
        self.databases = [self._database(f"db{number}") for number in (1, 2)]
        self.apps = [self._app(number) for number in (1, 2)]
        self._give_away()

    @property
    def hosts(self) -> list[Host]:
        """All hosts."""
        return [*self.apps, *self.databases, self.etcd]

    @property
    def fronts(self) -> list[int]:
        """The public ports, one per app host."""
        return [self.port["site1"], self.port["site2"]]

    def url(self, number: int, way: str = "pool") -> str:
        """The database as an app host reaches it: through its pooler, or directly with `primary`."""
        secure = f"?sslmode=verify-full&sslrootcert={self.certificates}/ca.crt" if way == "primary" else ""
        return f"postgresql://muster:{PASSWORD}@{HERE}:{self.port[f'{way}{number}']}/muster{secure}"

    def start(self) -> None:
        """Start everything and wait until it works: a primary, a standby in sync, two sites."""
        self.etcd.start()
        wait_until(lambda: http_status(self.port["etcd_health"], "/health") == 200, "etcd")
        for host in self.databases:
            host.start()
        wait_until(lambda: self.primary() is not None, "a primary")
        wait_until(self.in_step, "a synchronous standby")
        for host in self.apps:
            host.start()
        for front in self.fronts:
            wait_until(lambda front=front: http_status(front, "/health") == 200, "the site")  # type: ignore[misc]

    def primary(self) -> Host | None:
        """The host that takes writes."""
        return next((database for database in self.databases if self._says(database, "/primary")), None)

    def in_step(self) -> bool:
        """Whether a standby has everything that was acknowledged."""
        return any(self._says(database, "/sync") for database in self.databases)

    def _says(self, host: Host, path: str) -> bool:
        return bool(host.running) and http_status(self.port[f"{host.name}_api"], path) == 200

    def stop(self) -> None:
        """Stop everything that was started here."""
        for host in self.hosts:
            host.kill()

    def _file(self, name: str, host: Host, *changes: tuple[str, object]) -> Path:
        """A file from `deploy/` for a host, with its paths and ports replaced; each must occur in it."""
        text = (self.deploy / name).read_text()
        for old, new in changes:
            if old not in text:
                raise click.ClickException(f"{name} no longer has {old!r}, which the rehearsal changes.")
            text = text.replace(old, str(new))
        made = host.folder / Path(name).name
        made.write_text(text)
        return made

    def _etcd(self) -> Host:
        host = Host("etcd", self.folder)
        client, peer = (f"https://{HERE}:{self.port[name]}" for name in ("etcd", "peer"))
        files = self.certificates
        settings = {
            "ETCD_NAME": "etcd",
            "ETCD_DATA_DIR": host.folder / "data",
            "ETCD_LISTEN_PEER_URLS": peer,
            "ETCD_INITIAL_ADVERTISE_PEER_URLS": peer,
            "ETCD_LISTEN_CLIENT_URLS": client,
            "ETCD_ADVERTISE_CLIENT_URLS": client,
            "ETCD_INITIAL_CLUSTER": f"etcd={peer}",
            "ETCD_LISTEN_METRICS_URLS": f"http://{HERE}:{self.port['etcd_health']}",
            "ETCD_CLIENT_CERT_AUTH": "true",
            "ETCD_PEER_CLIENT_CERT_AUTH": "true",
        }
        for whose in ("ETCD", "ETCD_PEER"):
            settings |= {f"{whose}_TRUSTED_CA_FILE": files / "ca.crt"}
            settings |= {
                f"{whose}_CERT_FILE": files / f"{HERE}.crt",
                f"{whose}_KEY_FILE": files / f"{HERE}.key",
            }
        host.runs(program_path("etcd"), env=settings)
        return host

    def _database(self, name: str) -> Host:
        host, place = Host(name, self.folder), f"{HERE}:{self.port[name]}"
        tools = self.folder / "tools"
        shutil.copytree(self.deploy / "db", tools, dirs_exist_ok=True)
        sockets = f"parameters:\n    unix_socket_directories: {host.folder}\n    password_encryption"
        config = self._file(
            "db/patroni.yml",
            host,
            ("/usr/local/lib/muster", tools),
            ("parameters:\n    password_encryption", sockets),
            ("/etc/patroni/ca.crt", self.certificates / "ca.crt"),
            ("/etc/patroni/host", self.certificates / HERE),
        )
        settings = {
            "PATRONI_NAME": name,
            "PATRONI_ETCD3_HOSTS": f"{HERE}:{self.port['etcd']}",
            "PATRONI_ETCD3_PROTOCOL": "https",
            "PATRONI_ETCD3_CACERT": self.certificates / "ca.crt",
            "PATRONI_ETCD3_CERT": self.certificates / f"{HERE}.crt",
            "PATRONI_ETCD3_KEY": self.certificates / f"{HERE}.key",
            "PATRONI_RESTAPI_LISTEN": f"{HERE}:{self.port[f'{name}_api']}",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{HERE}:{self.port[f'{name}_api']}",
            "PATRONI_RESTAPI_USERNAME": "patroni",
            "PATRONI_RESTAPI_PASSWORD": PASSWORD,
            "PATRONI_POSTGRESQL_LISTEN": place,
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": place,
            "PATRONI_POSTGRESQL_DATA_DIR": host.folder / "data",
            "PATRONI_POSTGRESQL_BIN_DIR": postgres_programs(),
            "PATRONI_POSTGRESQL_PGPASS": host.folder / "pgpass",
            "PATRONI_SUPERUSER_PASSWORD": PASSWORD,
            "PATRONI_REPLICATION_PASSWORD": PASSWORD,
            "MUSTER_DATABASE_PASSWORD": PASSWORD,
            "MUSTER_ARCHIVE": self.archive,
        }
        host.runs(program_path("patroni"), config, env=settings)
        return host

    def _app(self, number: int) -> Host:
        host = Host(f"app{number}", self.folder)
        site, primary, pool, app = (
            self.port[f"{what}{number}"] for what in ("site", "primary", "pool", "app")
        )
        smaller = ("    user haproxy\n    group haproxy\n    maxconn 20000", "    maxconn 2000")
        environment: dict[str, object] = {"SITE_BIND": f"{HERE}:{site}", "PRIMARY_BIND": f"{HERE}:{primary}"}
        for name in ("app1", "app2", "db1", "db2"):
            environment[name.upper()] = f"{HERE}:{self.port[name]}"
        environment |= {"DB1_API": self.port["db1_api"], "DB2_API": self.port["db2_api"]}
        host.runs(
            program_path("haproxy"), "-f", self._file("app/haproxy.cfg", host, smaller), env=environment
        )
        people = host.folder / "userlist.txt"
        people.write_text(f'"muster" "{PASSWORD}"\n')
        changes = (
            ("port=5000", f"port={primary}"),
            ("listen_port = 6432", f"listen_port = {pool}"),
            ("/etc/pgbouncer/userlist.txt", people),
            ("/etc/ssl/muster-ca.crt", self.certificates / "ca.crt"),
        )
        host.runs(program_path("pgbouncer"), self._file("app/pgbouncer.ini", host, *changes))
        settings = {
            "DATABASE_URL": self.url(number),
            # The second host cannot bypass its pooler, so that both kinds of change feed are rehearsed.
            "MUSTER_FEED_URL": self.url(number, "primary") if number == 1 else "",
            "MUSTER_SECRET_KEY": PASSWORD,
            "MUSTER_PROXIES": HERE,
            "MUSTER_SECURE": "",
        }
        serve = ("-m", "muster", "serve", "--host", HERE, "--port", app, "--data", host.folder / "data")
        host.runs(sys.executable, *serve, env=settings, plain=False)
        return host

    def _give_away(self) -> None:
        """Give all files to the user that the programs run as."""
        if account := user_rights():
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, account["user"], account["group"])
