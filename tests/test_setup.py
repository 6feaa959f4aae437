"""From a fresh checkout to a running site: run.py, the pinned versions, and the server as people start it."""

import ast
import builtins
import http.client
import importlib.util
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import tomllib
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import muster

ROOT = Path(__file__).resolve().parents[1]
INGREDIENTS = ("pyproject.toml", "lab/pyproject.toml", "uv.lock", "requirements/constraints.txt")
PATIENCE = 60  # seconds after which a server that says nothing counts as broken


# run.py ---------------------------------------------------------------------------------------------------


@pytest.fixture
def starter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("starter", ROOT / "run.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files run.py looks at, and an environment that has a Python in it."""
    for name in INGREDIENTS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    scripts = tmp_path / ".venv" / "bin"
    scripts.mkdir(parents=True)
    (scripts / "python").symlink_to(sys.executable)
    return tmp_path


class Installer:
    """Stands for pip and uv: notes the commands, installs nothing."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.fails = False

    def __call__(self, command: list[object], *_: object) -> None:
        self.commands.append([str(word) for word in command])
        if self.fails:
            raise KeyboardInterrupt


@pytest.fixture
def installer(starter: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Installer:
    installer = Installer()
    monkeypatch.setattr(starter, "call", installer)
    monkeypatch.setattr(starter.shutil, "which", lambda name: None)
    monkeypatch.setattr(starter, "make_venv", fake_venv)
    monkeypatch.setattr(starter.Environment, "_matches", lambda self, extras: False)
    return installer


def fake_venv(folder: Path) -> None:
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)


def test_an_old_python_can_read_the_file_and_is_told_what_is_needed() -> None:
    source = (ROOT / "run.py").read_text()
    tree = ast.parse(source, feature_version=(3, 8))
    before = ast.Module(body=[], type_ignores=[])
    for node in tree.body:
        before.body.append(node)
        if isinstance(node, ast.If):
            break
    program = "import sys; sys.version_info = (3, 8, 10)\n" + ast.unparse(before) + "\nprint('went on')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Muster needs Python 3.11 or newer; this is Python 3.8.\n"


def test_a_finished_environment_is_used_again_without_any_installer(
    starter: ModuleType, checkout: Path, installer: Installer
) -> None:
    environment = starter.Environment(checkout)
    assert not environment.holds({"app"})
    environment.prepare({"app"})
    assert environment.holds({"app"})
    assert not environment.holds({"app", "test"})
    environment.prepare({"app", "test"})
    assert environment.holds({"app"})
    assert environment.holds({"app", "test"})


@pytest.mark.parametrize("name", INGREDIENTS)
def test_changed_dependencies_are_noticed(
    starter: ModuleType, checkout: Path, installer: Installer, name: str
) -> None:
    environment = starter.Environment(checkout)
    environment.prepare({"app"})
    with (checkout / name).open("a") as file:
        file.write("# changed\n")
    assert not environment.holds({"app"})


def test_a_moved_checkout_and_a_vanished_python_are_noticed(
    starter: ModuleType, checkout: Path, installer: Installer
) -> None:
    environment = starter.Environment(checkout)
    environment.prepare({"app"})
    moved = checkout.rename(checkout.with_name("moved"))
    assert not starter.Environment(moved).holds({"app"})
    again = starter.Environment(moved)
    again.prepare({"app"})
    assert again.holds({"app"})
    again.python.unlink()
    assert not again.holds({"app"})


@pytest.mark.parametrize("stamp", ["", "{", "[]", "null", '{"fingerprint": 1}', '{"extras": ["app"]}'])
def test_a_damaged_stamp_counts_as_none(starter: ModuleType, checkout: Path, stamp: str) -> None:
    environment = starter.Environment(checkout)
    environment.stamp.write_text(stamp)
    assert not environment.holds({"app"})


def test_an_interrupted_set_up_starts_afresh(
    starter: ModuleType, checkout: Path, installer: Installer
) -> None:
    environment = starter.Environment(checkout)
    leftover = environment.folder / "half-unpacked"
    installer.fails = True
    with pytest.raises(KeyboardInterrupt):
        environment.prepare({"app"})
    leftover.touch()
    assert environment.unfinished()
    installer.fails = False
    environment.prepare({"app"})
    assert not leftover.exists()
    assert environment.holds({"app"})


def test_pip_gets_the_pinned_versions(starter: ModuleType, checkout: Path, installer: Installer) -> None:
    starter.Environment(checkout).prepare({"app", "test"})
    assert installer.commands[-1][-4:] == [
        "--constraint",
        "requirements/constraints.txt",
        "--editable",
        ".[app,test]",
    ]
    starter.Environment(checkout).prepare({"app", "lab", "test"})
    assert installer.commands[-1][-4:] == ["--editable", ".[app,test]", "--editable", "./lab[partners]"]


def test_uv_is_used_where_it_is_found(
    starter: ModuleType, checkout: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starter.shutil, "which", lambda name: "/bin/uv" if name == "uv" else None)
    starter.Environment(checkout).prepare({"app"})
    (command,) = installer.commands
    assert command[:2] == ["/bin/uv", "sync"]
    assert {"--frozen", "--inexact", "--no-default-groups", "--extra=app"} <= set(command)
    assert "--group=lab" not in command
    starter.Environment(checkout).prepare({"app", "lab"})
    assert "--group=lab" in installer.commands[-1] and "--extra=lab" not in installer.commands[-1]


def test_an_environment_made_by_hand_is_taken_as_it_is(starter: ModuleType) -> None:
    """The one these tests run in was made for this checkout, whoever made it."""
    environment = starter.Environment(ROOT)
    if Path(sys.prefix) != environment.folder:
        environment.python = Path(sys.executable)
    ours, pins = ["muster", "muster_lab"], starter.pins(ROOT)

    def fits(root: Path = ROOT, ours: list[str] = ours, pins: dict[str, tuple[str, ...]] = pins) -> bool:
        asked = starter.CHECK.format(root=str(root), ours=ours, wanted=["msgspec", "django"], pins=pins)
        return bool(environment._ask(asked))

    assert fits()
    assert not fits(pins=pins | {"django": ("1.0",)})
    assert not fits(root=Path("/elsewhere"))
    assert not fits(ours=["muster", "muster_cellar"])


def test_where_venv_is_missing_one_sentence_names_the_package(
    starter: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *args: object) -> ModuleType:
        if name == "ensurepip":
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(starter.Trouble, match="python3-venv"):
        starter.make_venv(tmp_path / "venv")


def test_a_failing_installer_speaks_of_the_network(starter: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(starter.Trouble, match="check the connection"):
        starter.call([sys.executable, "-c", "raise SystemExit(1)"], tmp_path)


@pytest.mark.parametrize(
    ("arguments", "url", "extras"),
    [
        (["serve"], "", {"app"}),
        (["serve"], "postgres://localhost/muster", {"app", "postgres"}),
        (["odds", "--help"], "sqlite:///x", {"app"}),
        (["lab", "bench", "odds"], "", {"app", "lab", "postgres"}),
        (["mcp"], "", {"app", "mcp"}),
        (["test", "-k", "dice"], "", {"app", "lab", "mcp", "postgres", "test"}),
    ],
)
def test_every_command_gets_what_it_needs(
    starter: ModuleType, monkeypatch: pytest.MonkeyPatch, arguments: list[str], url: str, extras: set[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert starter.extras_for(arguments) == extras


def test_commands_are_passed_on(starter: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    python = Path("python")
    assert starter.program(python, ["odds", "--attack", "red:3"])[1:] == [
        "-m",
        "muster",
        "odds",
        "--attack",
        "red:3",
    ]
    assert starter.program(python, ["lab", "bench"])[1:] == ["-m", "muster_lab", "bench"]
    assert starter.program(python, ["test", "-x"])[1:] == ["-m", "pytest", "-n", "auto", "-x"]


def test_without_a_command_it_says_what_there_is(
    starter: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert starter.main([]) == 2
    assert starter.main(["--help"]) == 0
    assert "python3 run.py serve" in capsys.readouterr().out


# Pinned versions ------------------------------------------------------------------------------------------


def locked() -> dict[str, set[str]]:
    packages: dict[str, set[str]] = {}
    for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]:
        if "editable" not in package["source"]:
            packages.setdefault(package["name"], set()).add(package["version"])
    return packages


def test_pip_and_uv_install_the_same_versions() -> None:
    pinned: dict[str, set[str]] = {}
    for line in (ROOT / "requirements" / "constraints.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, version = line.split(";")[0].strip().split("==")
            pinned.setdefault(name, set()).add(version)
    assert pinned == locked()


def test_the_lock_holds_the_versions_the_project_names() -> None:
    versions = locked()
    for file in ("pyproject.toml", "lab/pyproject.toml"):
        extras = tomllib.loads((ROOT / file).read_text())["project"]["optional-dependencies"]
        for requirement in (one for extra in extras.values() for one in extra if "==" in one):
            name, version = requirement.partition(";")[0].split("==")
            assert version in versions[name.split("[")[0]], requirement


def test_constraints_name_no_host() -> None:
    assert "//" not in (ROOT / "requirements" / "constraints.txt").read_text()


# The clean machine ----------------------------------------------------------------------------------------


def test_ci_asks_for_known_holes_before_it_tests() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert "set -euo pipefail" in lines
    assert lines.index(".ci/audit") < next(i for i, line in enumerate(lines) if line.startswith("exec "))


def audited(tmp_path: Path, reached: int, found: int) -> tuple[int, str]:
    """What the audit says where the database is reached or not, and holes are found or not."""
    for name, code in (("timeout", reached), ("pip-audit", found)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [ROOT / ".ci" / "audit"]
    done = subprocess.run(command, env=path, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_only_a_database_out_of_reach_excuses_the_audit(tmp_path: Path) -> None:
    code, said = audited(tmp_path, reached=1, found=1)
    assert code == 0 and "cannot be reached" in said
    assert audited(tmp_path, reached=0, found=1)[0] == 1
    assert audited(tmp_path, reached=0, found=0)[0] == 0


TELLS = """import json, os, sys
print(json.dumps([sys.version_info >= (3, 11), sys.argv, os.environ["MUSTER_TEST_REQUIRE"]]))
"""


TOOLS = (
    *("chromium", "initdb", "cc", "npm", "uv", "sudo", "apt-get"),
    *("etcd", "haproxy", "nft", "nginx", "openssl", "promtool", "systemd-analyze"),
)


def checked(machine: Path, *options: str) -> list[object]:
    """What the check script runs in the end on a machine that lacks nothing: whether its Python is new
    enough, its words, and what may not be skipped."""
    for name in (*TOOLS, ".ci/audit", ".ci/wheel"):
        (machine / name).parent.mkdir(exist_ok=True)
        (machine / name).write_text("" if name == ".ci/wheel" else "#!/bin/sh\n")
        (machine / name).chmod(0o755)
    (machine / "run.py").write_text(TELLS)
    script = machine / ".ci" / "run"
    script.write_bytes((ROOT / ".ci" / "run").read_bytes())
    script.chmod(0o755)
    path = {"PATH": f"{machine}:{os.environ['PATH']}"}
    done = subprocess.run([script, *options], env=path, capture_output=True, text=True, check=True)
    told: list[list[object]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [before[1] for before in told[:-1]] == [["run.py", "test", "--version"], ["run.py", "lab", "docs"]]
    return told[-1]


def test_the_check_script_is_sound_and_runs_the_readme_command(tmp_path: Path) -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)
    said = ["run.py", "test"]
    assert f"python3 {' '.join(said)} " in (ROOT / "README.md").read_text()
    needed = "postgres,browser,compiler,deploy,typescript"
    assert checked(tmp_path) == [True, said, needed]
    assert checked(tmp_path, "-k", "a word") == [True, [*said, "-k", "a word"], needed]


# The server, as people start it ---------------------------------------------------------------------------


class Site:
    """A running `muster serve`."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        command = [sys.executable, "-m", "muster", "serve", "--port", "0", "--data", str(data), *options]
        own = {name: text for name, text in os.environ.items() if name != "MUSTER_SECRET_KEY"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=own
        )
        self.watchdog = threading.Timer(PATIENCE, self.process.kill)
        self.watchdog.start()
        self.greeting = self._greeting()
        found = re.search(r"Muster is at (https?)://[\w.]+:(\d+)/", self.greeting)
        assert found, self.greeting + self.process.stderr.read()
        self.scheme, self.port = found[1], int(found[2])

    def _greeting(self) -> str:
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith("Stop with"):
                break
        return "".join(lines)

    def connect(self) -> http.client.HTTPConnection:
        """The port is announced a moment before it answers, so a refused connection is tried again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            connection = self._connection()
            try:
                connection.connect()
                return connection
            except ConnectionRefusedError:
                connection.close()
                assert time.monotonic() < deadline, "the server announced itself but never answered"

    def _connection(self) -> http.client.HTTPConnection:
        if self.scheme == "http":
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        trusted = ssl.create_default_context(cafile=self.data / "tls" / "authority.crt")
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=trusted)

    def get(self, path: str) -> tuple[int, str]:
        with closing(self.connect()) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.close()

    def close(self) -> None:
        self.watchdog.cancel()
        self.process.kill()
        self.process.communicate()


class Life(NamedTuple):
    """What a server was seen to do on one folder: its first start, its end, and a second start with TLS."""

    data: Path
    greeting: str
    health: tuple[int, str]
    front: tuple[int, str]
    bytes_of_database: int
    other_on_its_port: str
    key: str
    end: int
    second: "SecondLife"


class SecondLife(NamedTuple):
    scheme: str
    greeting: str
    health: int
    front: int
    key: str
    rights_of_its_key: int
    end: int


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """Starting takes long, so two starts show everything."""
    folder = tmp_path_factory.mktemp("life")
    with closing(Site(folder / "data")) as site:
        health, front = site.get("/health"), site.get("/")
        size = (site.data / "muster.sqlite3").stat().st_size
        other = refused(folder / "other", "--port", str(site.port))
        with closing(site.connect()) as kept, socket.create_connection(("127.0.0.1", site.port)):
            kept.request("GET", "/health")
            kept.getresponse().read()
            end = site.stop()
    key = secret_key(site.data)
    return Life(site.data, site.greeting, health, front, size, other, key, end, second_life(site.data))


def second_life(data: Path) -> SecondLife:
    with closing(Site(data, "--tls")) as site:
        health, front = site.get("/health")[0], site.get("/")[0]
        rights = (data / "tls" / "server.key").stat().st_mode & 0o077
        return SecondLife(site.scheme, site.greeting, health, front, secret_key(data), rights, site.stop())


def secret_key(data: Path) -> str:
    return (data / "secret.key").read_text()


one_life = pytest.mark.xdist_group("one life of a server")


@one_life
def test_serve_makes_its_database_and_answers(life: Life) -> None:
    status, body = life.health
    assert status == 200
    assert json.loads(body) == {"ok": True, "version": muster.__version__, "edition": "2026-06-19"}
    status, page = life.front
    assert status == 200
    assert "<html" in page
    assert str(life.data / "muster.sqlite3") in life.greeting
    assert "--tls" in life.greeting
    assert life.bytes_of_database > 0


@one_life
def test_a_second_start_finds_what_the_first_one_kept(life: Life) -> None:
    assert life.second.health == 200
    assert life.key and life.second.key == life.key


@one_life
def test_serve_over_tls_with_its_own_certificate(life: Life) -> None:
    assert life.second.scheme == "https"
    assert (life.second.health, life.second.front) == (200, 200)
    assert "authority.crt" in life.second.greeting
    assert life.second.rights_of_its_key == 0
    assert life.second.end == 0


@one_life
def test_it_ends_cleanly_and_idle_connections_do_not_hold_it_up(life: Life) -> None:
    assert life.end == 0


@one_life
def test_two_servers_do_not_share_a_port(life: Life) -> None:
    assert "already in use" in life.other_on_its_port


def refused(data: Path, *options: str, **environment: str) -> str:
    """Start where it cannot work: exit code 2, one sentence, no traceback."""
    command = [sys.executable, "-m", "muster", "serve", "--data", str(data), *options]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_busy_port_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        event = refused(tmp_path, "--host", "127.0.0.1", "--port", str(port))
    assert f"Port {port} is already in use" in event
    assert "--port" in event


@pytest.mark.parametrize("url", ["nonsense", "postgres://[", "mysql://host/name", "postgres://u@h:port/x"])
def test_a_database_url_that_means_nothing(tmp_path: Path, url: str) -> None:
    assert "DATABASE_URL is not understood" in refused(tmp_path, "--port", "0", DATABASE_URL=url)


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))  # bound but not listening: connections are refused
        url = f"postgres://u@127.0.0.1:{unheard.getsockname()[1]}/x"
        event = refused(tmp_path, "--port", "0", DATABASE_URL=url)
    assert "The database cannot be used" in event


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "muster.sqlite3").write_bytes(b"not a database " * 400)
    assert "file is not a database" in refused(tmp_path, "--port", "0")


def test_a_mail_address_that_means_nothing(tmp_path: Path) -> None:
    assert "MUSTER_MAIL_URL" in refused(tmp_path, "--port", "0", MUSTER_MAIL_URL="smtp://host:port")
