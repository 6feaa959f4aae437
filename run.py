#!/usr/bin/env python3
"""Run Muster from a fresh checkout with nothing but Python; sets up its own environment first.

    python3 run.py serve           start the site (see: python3 run.py serve --help)
    python3 run.py test            run every test and check
    python3 run.py lab ...         run the laboratory: benchmarks, rehearsals, coverage (muster-lab)
    python3 run.py odds ...        any other muster command

Needs Python 3.11 or newer. Uses uv if it is installed, otherwise venv and pip.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys

NEEDED = (3, 11)
# Older Pythons must be able to parse this file, so that they can say which version is needed.
if sys.version_info < NEEDED:
    sys.stderr.write("Muster needs Python 3.11 or newer; this is Python %d.%d.\n" % sys.version_info[:2])  # noqa: UP031
    sys.exit(2)

from pathlib import Path  # noqa: E402

ROOT = Path(__file__).resolve().parent
CONSTRAINTS = Path("requirements") / "constraints.txt"
# An environment is out of date as soon as one of these files changes.
INGREDIENTS = ("pyproject.toml", str(Path("lab") / "pyproject.toml"), "uv.lock", str(CONSTRAINTS))
LAB = "lab"
"""Treated like an extra, although the laboratory is a separate package next to Muster."""


class Trouble(Exception):
    """The environment cannot be set up; the message tells the user what to do."""


class Environment:
    """The virtual environment of this checkout, with a stamp file that records what was installed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.stamp = self.folder / "muster-stamp.json"
        on_windows = os.name == "nt"
        self.python = (
            self.folder / ("Scripts" if on_windows else "bin") / ("python.exe" if on_windows else "python")
        )

    def fingerprint(self) -> str:
        """A digest that changes whenever the dependencies or the path of the checkout change."""
        digest = hashlib.sha256(str(self.root).encode())
        for name in INGREDIENTS:
            digest.update(name.encode() + b"\0" + (self.root / name).read_bytes())
        return digest.hexdigest()

    def holds(self, extras: set[str]) -> bool:
        """Whether a finished install covers these extras and the dependency files have not changed since."""
        try:
            stamp = json.loads(self.stamp.read_text())
            return (
                stamp["fingerprint"] == self.fingerprint() and extras <= set(stamp["extras"]) and self.runs()
            )
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def runs(self) -> bool:
        """Whether its Python is still there; it dangles once the Python it was made from is uninstalled."""
        return self.python.exists()

    def prepare(self, extras: set[str]) -> None:
        """Install these extras, unless an environment made by other means already has them all."""
        uv = shutil.which("uv")
        if not self._matches(extras):
            if self.unfinished() or not self.runs():
                self._make(uv)
            # The stamp says "unfinished" until the last step is done, so an interrupted setup starts over.
            self._mark(unfinished=True)
            self._sync(uv, extras) if uv else self._install(extras)
        self._mark(fingerprint=self.fingerprint(), extras=sorted(extras))

    def unfinished(self) -> bool:
        """Whether an earlier setup was interrupted."""
        return self.stamp.exists() and "unfinished" in self.stamp.read_text()

    def _mark(self, **content: object) -> None:
        self.stamp.write_text(json.dumps(content))

    def _make(self, uv: str | None) -> None:
        say("Setting up Muster in .venv (only once, less than a minute) ...")
        shutil.rmtree(self.folder, ignore_errors=True)
        if uv:
            call([uv, "venv", "--quiet", "--python", sys.executable, self.folder], self.root)
        else:
            make_venv(self.folder)

    def _sync(self, uv: str, extras: set[str]) -> None:
        command = [
            uv,
            "sync",
            "--quiet",
            "--frozen",
            "--inexact",
            "--no-default-groups",
            f"--python={self.python}",
        ]
        chosen = [f"--extra={extra}" for extra in sorted(extras - {LAB})]
        chosen += ["--group=lab"] if LAB in extras else []
        call([*command, *chosen], self.root, {"UV_PROJECT_ENVIRONMENT": str(self.folder)})

    def _install(self, extras: set[str]) -> None:
        if not self._has_pip():
            call([self.python, "-m", "ensurepip"], self.root)
        pip = [self.python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install"]
        projects = ["--editable", f".[{','.join(sorted(extras - {LAB}))}]"]
        projects += ["--editable", "./lab[partners]"] if LAB in extras else []
        flags = ["--retries=2", "--root-user-action=ignore", "--constraint", CONSTRAINTS]
        call([*pip, *flags, *projects], self.root)

    def _has_pip(self) -> bool:
        return self._ask("import pip")

    def _matches(self, extras: set[str]) -> bool:
        return (
            self.runs()
            and not self.unfinished()
            and self._ask(
                CHECK.format(
                    root=str(self.root),
                    ours=["muster", "muster_lab"] if LAB in extras else ["muster"],
                    wanted=direct(self.root, extras),
                    pins=pins(self.root),
                )
            )
        )

    def _ask(self, program: str) -> bool:
        command = [str(self.python), "-I", "-c", program]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


CHECK = """
import importlib, importlib.metadata as installed
for ours in {ours!r}:
    assert importlib.import_module(ours).__file__.startswith({root!r})
pins = {pins!r}
for name in {wanted!r}:
    assert installed.version(name) in pins[name]
for found in installed.distributions():
    name = found.name.lower().replace("_", "-").replace(".", "-")
    assert found.version in pins.get(name, (found.version,))
"""


def pins(root: Path) -> dict[str, tuple[str, ...]]:
    """The pinned versions of every package; a few packages have a second one for older Pythons."""
    found: dict[str, tuple[str, ...]] = {}
    for line in (root / CONSTRAINTS).read_text().splitlines():
        name, equals, version = line.split(";")[0].strip().partition("==")
        if equals:
            found[name] = (*found.get(name, ()), version)
    return found


def direct(root: Path, extras: set[str]) -> list[str]:
    """The packages that pyproject.toml lists for these extras, without their own dependencies."""
    import re
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"]]
    for extra in sorted(extras - {LAB}):
        lines += project["optional-dependencies"][extra]
    return sorted({re.match(r"[A-Za-z0-9._-]+", line)[0] for line in lines})


def make_venv(folder: Path) -> None:
    try:
        import ensurepip  # noqa: F401 - venv needs it, and Debian packages it separately
        import venv
    except ImportError:
        raise Trouble(missing_venv()) from None
    venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(folder)


def missing_venv() -> str:
    here = "python%d.%d-venv" % sys.version_info[:2]  # noqa: UP031
    return (
        "This Python cannot make virtual environments: the package python3-venv is missing. "
        f"Install it (Debian, Ubuntu: apt install python3-venv, or {here}) and run this again."
    )


def call(command: list, folder: Path, settings: dict[str, str] | None = None) -> None:
    """Run an installer. Its output stays visible; if it fails, we add what to do."""
    done = subprocess.run(
        [str(c) for c in command], cwd=folder, env={**os.environ, **(settings or {})}, check=False
    )
    if done.returncode:
        raise Trouble(
            "Muster's packages could not be installed; the lines above say why. "
            "They are fetched over the network once: check the connection and run this again."
        )


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def extras_for(arguments: list[str]) -> set[str]:
    """Every command needs the app, the tests need everything, and PostgreSQL needs its driver."""
    if arguments[0] == "test":
        return {"app", "mcp", "postgres", "test", LAB}
    if arguments[0] == LAB:
        return {"app", "postgres", LAB}
    if arguments[0] == "mcp":
        return {"app", "mcp"}
    return {"app", "postgres"} if os.environ.get("DATABASE_URL", "").startswith("postgres") else {"app"}


def program(python: Path, arguments: list[str]) -> list[str]:
    if arguments[0] == "test":
        os.chdir(ROOT)
        return [str(python), "-m", "pytest", "-n", "auto", *arguments[1:]]
    if arguments[0] == LAB:
        return [str(python), "-m", "muster_lab", *arguments[1:]]
    return [str(python), "-m", "muster", *arguments]


def start(command: list[str]) -> int:
    """Replace this process with the program, so that signals reach it (Windows cannot do that).

    Byte code is cached even if the shell forbids it; otherwise every server and every test worker would
    compile all modules again.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606
    return subprocess.run(command, check=False).returncode


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    environment = Environment(ROOT)
    extras = extras_for(arguments)
    if not environment.holds(extras):
        environment.prepare(extras)
    return start(program(environment.python, arguments))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        say(str(trouble))
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
