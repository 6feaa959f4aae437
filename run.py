#!/usr/bin/env python3
"""Muster from a fresh checkout, with nothing but Python: makes its own environment, then runs.

    python3 run.py serve           start the site (see: python3 run.py serve --help)
    python3 run.py test            run every test and check
    python3 run.py lab ...         measure, rehearse, count (muster-lab)
    python3 run.py odds ...        any other muster command

Needs Python 3.11 or newer. Uses uv where it is installed, else venv and pip.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys

NEEDED = (3, 11)
# This file must be readable for older Pythons too, so that they can say what is missing.
if sys.version_info < NEEDED:
    sys.stderr.write("Muster needs Python 3.11 or newer; this is Python %d.%d.\n" % sys.version_info[:2])  # noqa: UP031
    sys.exit(2)

from pathlib import Path  # noqa: E402

ROOT = Path(__file__).resolve().parent
CONSTRAINTS = Path("requirements") / "constraints.txt"
# What decides whether an environment is still the right one.
INGREDIENTS = ("pyproject.toml", str(Path("lab") / "pyproject.toml"), "uv.lock", str(CONSTRAINTS))
LAB = "lab"
"""Stands among the extras for the laboratory, a package of its own beside Muster."""


class Trouble(Exception):
    """The environment cannot be made; the text tells the person what to do."""


class Environment:
    """The virtual environment of this checkout, and the stamp that says what is in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.stamp = self.folder / "muster-stamp.json"
        on_windows = os.name == "nt"
        self.python = (
            self.folder / ("Scripts" if on_windows else "bin") / ("python.exe" if on_windows else "python")
        )

    def fingerprint(self) -> str:
        """Changes whenever the dependencies or the place of the checkout change."""
        digest = hashlib.sha256(str(self.root).encode())
        for name in INGREDIENTS:
            digest.update(name.encode() + b"\0" + (self.root / name).read_bytes())
        return digest.hexdigest()

    def holds(self, extras: set[str]) -> bool:
        """Whether everything asked for was installed completely, from the files as they are now."""
        try:
            stamp = json.loads(self.stamp.read_text())
            return (
                stamp["fingerprint"] == self.fingerprint() and extras <= set(stamp["extras"]) and self.runs()
            )
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def runs(self) -> bool:
        """False also when the Python it was made with has gone."""
        return self.python.exists()

    def prepare(self, extras: set[str]) -> None:
        """Install what is asked for; an environment somebody made completely is taken as it is."""
        uv = shutil.which("uv")
        if not self._matches(extras):
            if self.unfinished() or not self.runs():
                self._make(uv)
            # Until the last step is done the stamp says so, and an interrupted set-up starts afresh.
            self._mark(unfinished=True)
            self._sync(uv, extras) if uv else self._install(extras)
        self._mark(fingerprint=self.fingerprint(), extras=sorted(extras))

    def unfinished(self) -> bool:
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
        asked = [str(self.python), "-I", "-c", program]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0


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
    """Every package we know of with its version; a few have another one for older Pythons."""
    found: dict[str, tuple[str, ...]] = {}
    for line in (root / CONSTRAINTS).read_text().splitlines():
        name, equals, version = line.split(";")[0].strip().partition("==")
        if equals:
            found[name] = (*found.get(name, ()), version)
    return found


def direct(root: Path, extras: set[str]) -> list[str]:
    """The packages pyproject.toml itself names for these extras."""
    import re
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"]]
    for extra in sorted(extras - {LAB}):
        lines += project["optional-dependencies"][extra]
    return sorted({re.match(r"[A-Za-z0-9._-]+", line)[0] for line in lines})


def make_venv(folder: Path) -> None:
    try:
        import ensurepip  # noqa: F401 - venv needs it, and Debian ships it apart
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
    """Run an installer; its own words stay visible, ours say what to do."""
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
    """The app for every command; the tests need all; a PostgreSQL database needs its driver."""
    if arguments[0] == "test":
        return {"app", "postgres", "test", LAB}
    if arguments[0] == LAB:
        return {"app", "postgres", LAB}
    return {"app", "postgres"} if os.environ.get("DATABASE_URL", "").startswith("postgres") else {"app"}


def program(python: Path, arguments: list[str]) -> list[str]:
    if arguments[0] == "test":
        os.chdir(ROOT)
        return [str(python), "-m", "pytest", "-n", "auto", *arguments[1:]]
    if arguments[0] == LAB:
        return [str(python), "-m", "muster_lab", *arguments[1:]]
    return [str(python), "-m", "muster", *arguments]


def start(command: list[str]) -> int:
    """Become the program, so that signals reach it; Windows cannot do that.

    Compiled modules are kept: else every server and every worker of the tests compiles all of them again.
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
