"""What a stranger installs: names, versions, licences; every package that is imported is declared."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag
from packaging.utils import parse_wheel_filename

import muster
from muster.__main__ import EXTRAS

ROOT = Path(__file__).resolve().parents[1]
SRC, LAB = ROOT / "src" / "muster", ROOT / "lab" / "src" / "muster_lab"
NAME = re.compile(r"[A-Za-z0-9._-]+")
# The index's `muster` is another project's.
WRONG_NAME = re.compile(r"\b(?:pip|pipx|uv tool|uvx)\b[^`\n]*?(?:install|--from)\s+[\"']?muster(?!-)\b")


def project(file: str = "pyproject.toml") -> dict[str, Any]:
    read: dict[str, Any] = tomllib.loads((ROOT / file).read_text())["project"]
    return read


def names(requirements: list[str]) -> set[str]:
    return {name[0].lower().replace("_", "-") for line in requirements if (name := NAME.match(line))}


@cache
def distributions() -> dict[str, set[str]]:
    found = packages_distributions()
    return {top: {name.lower().replace("_", "-") for name in names} for top, names in found.items()}


@cache
def tops_of(path: Path) -> frozenset[str]:
    """The packages a module imports; it is read once for all tests that ask."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return frozenset(found)


def imported(folder: Path) -> dict[str, str]:
    """The packages, not of Python's own, that the modules of a folder import, each with one that does."""
    found = {top: str(path.relative_to(ROOT)) for path in folder.rglob("*.py") for top in tops_of(path)}
    return {top: file for top, file in found.items() if top not in sys.stdlib_module_names}


def undeclared(folder: Path, declared: set[str], ours: tuple[str, ...]) -> dict[str, str]:
    found = imported(folder)
    assert found, f"nothing is read in {folder}"
    return {
        top: file
        for top, file in found.items()
        if top not in ours and not distributions().get(top, {top}) & declared
    }


def test_what_is_imported_is_declared() -> None:
    """A package that comes with another one today may not come with it tomorrow."""
    library, extras = names(project()["dependencies"]), project()["optional-dependencies"]
    app = library | names(extras["app"]) | names(extras["mcp"]) | names(extras["postgres"])
    assert undeclared(SRC / "rules", library | names(extras["pairing"]), ("muster",)) == {}
    assert undeclared(SRC, app, ("muster",)) == {}
    lab = project("lab/pyproject.toml")
    partners = names(lab["dependencies"]).union(*map(names, lab["optional-dependencies"].values()))
    assert undeclared(LAB, app | partners, ("muster", "muster_lab")) == {}


def test_what_is_declared_for_the_app_is_used() -> None:
    """By an import, or by name in the settings and commands, where Django and the server load it."""
    text = "\n".join(path.read_text() for path in SRC.rglob("*.py"))
    by_name = {"argon2-cffi": "Argon2", "django-htmx": "django_htmx"}
    tops = {name for top in imported(SRC) for name in distributions().get(top, ())}
    idle = names(project()["optional-dependencies"]["app"]) - tops
    assert {name for name in idle if by_name.get(name, name) not in text} == set()


def test_measuring_partners_are_the_laboratorys_alone() -> None:
    extras = project()["optional-dependencies"]
    everything = names(project()["dependencies"]).union(*map(names, extras.values()))
    assert not everything & {"swisspair", "networkx"}
    assert names(project("lab/pyproject.toml")["dependencies"]) == {
        "mkdocs",
        "mkdocs-material",
        "muster-legion",
    }


def test_the_name_and_the_version_are_the_same_everywhere() -> None:
    lab = project("lab/pyproject.toml")
    assert (project()["name"], lab["name"]) == ("muster-legion", "muster-lab")
    assert project()["version"] == lab["version"] == muster.__version__
    assert project()["scripts"] == {"muster": "muster.__main__:main"}


def test_the_licences_name_the_fonts() -> None:
    assert project()["license"] == "MIT AND OFL-1.1"
    fonts = {file.parent.relative_to(ROOT) for kind in ("ttf", "woff2") for file in SRC.rglob(f"*.{kind}")}
    assert {f"{folder}/OFL.txt" for folder in fonts} <= set(project()["license-files"])
    assert all((ROOT / file).is_file() for file in project()["license-files"])


def test_no_page_and_no_message_installs_another_project() -> None:
    wrong = "muster"
    assert WRONG_NAME.search(f'pip install "{wrong}[app]"') and WRONG_NAME.search(f"pipx install {wrong}")
    assert not WRONG_NAME.search('uvx --from "muster-legion[app]" muster serve')
    listing = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    files = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    read = {file: (ROOT / file).read_bytes() for file in files if file and (ROOT / file).is_file()}
    texts = {file: raw.decode() for file, raw in read.items() if b"\0" not in raw and file != "uv.lock"}
    assert {file for file, text in texts.items() if WRONG_NAME.search(text)} == set()


def test_the_readme_installs_the_package_as_the_wheel_script_proves_it() -> None:
    page = (ROOT / "README.md").read_text()
    assert 'pipx install "muster-legion[app]"' in page
    assert 'uvx --from "muster-legion[app]" muster serve' in page


WITHOUT = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refuse())
sys.argv = ["muster", *{words!r}]
from muster.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("package", "words", "extra"),
    [
        ("click", ["odds"], "app"),
        ("rich", ["card", "vader"], "app"),
        ("django", ["account", "list"], "app"),
        ("psycopg", ["account", "list"], "postgres"),
    ],
)
def test_a_command_without_its_extra_says_which_one(
    package: str, words: list[str], extra: str, tmp_path: Path
) -> None:
    places = {"MUSTER_DATA": str(tmp_path)}
    places |= {"DATABASE_URL": "postgres://nobody@localhost/nothing"} if package == "psycopg" else {}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(package=package, words=words)],
        env=os.environ | places,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f'pip install "muster-legion[{extra}]"' in done.stderr and "Traceback" not in done.stderr
    assert set(EXTRAS.values()) | {"app"} <= project()["optional-dependencies"].keys()


def test_a_fault_of_our_own_keeps_its_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(package="muster", words=[]).replace("== 'muster'", "in ('x',)")
         .replace("from muster.__main__", "sys.modules['muster.cli'] = None\nfrom muster.__main__")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "muster.cli" in done.stderr


# For a public forge ---------------------------------------------------------------------------------------


def test_the_workflow_runs_the_check_and_the_wheel_on_every_python_that_is_promised() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert "run: .ci/run" in text and "run: python .ci/wheel" in text
    promised = [kind.rpartition(" ")[2] for kind in project()["classifiers"] if ":: Python :: 3." in kind]
    (matrix,) = re.findall(r"python: \[(.*)\]", text)
    assert re.findall(r"3\.\d+", matrix) == promised == ["3.11", "3.12", "3.13", "3.14"]
    assert "id-token: write" in text and "secrets." not in text


@pytest.mark.parametrize("script", ["run", "wheel", "audit"])
def test_scripts_of_ci_can_be_run(script: str) -> None:
    assert os.access(ROOT / ".ci" / script, os.X_OK)


def test_the_wheel_script_reads_the_range_of_msgspec() -> None:
    source = (ROOT / ".ci" / "wheel").read_text()
    found: dict[str, Any] = {"__name__": "wheel", "__file__": str(ROOT / ".ci" / "wheel")}
    exec(compile(source, "wheel", "exec"), found)
    low, high = found["msgspec_bounds"]()
    assert low == "msgspec==0.19.*" and high == "msgspec<0.23"


# Wheels for everybody --------------------------------------------------------------------------------------

MACHINES = {
    "Linux on arm64": (
        "linux",
        "aarch64",
        "posix",
        "Linux",
        re.compile(r"manylinux\w*_aarch64|linux_aarch64"),
    ),
    "Windows": ("win32", "AMD64", "nt", "Windows", re.compile(r"win_amd64")),
    "Linux": ("linux", "x86_64", "posix", "Linux", re.compile(r"manylinux\w*_x86_64|linux_x86_64")),
}


def fits(tag: Tag, python: str, platform: re.Pattern[str]) -> bool:
    """Whether a wheel with this tag can be installed."""
    minor = int(python.partition(".")[2])
    cpython = re.fullmatch(r"cp3(\d+)", tag.interpreter)
    if cpython and tag.abi == "abi3":
        runs = int(cpython[1]) <= minor
    else:
        pure = re.fullmatch(r"py3(\d*)", tag.interpreter)
        runs = bool(pure and int(pure[1] or 0) <= minor) or bool(cpython and int(cpython[1]) == minor)
    return runs and (tag.platform == "any" or bool(platform.fullmatch(tag.platform)))


@cache
def wheels() -> dict[tuple[str, str], list[Tag]]:
    """The tags of all wheels of every locked package."""
    return {
        (package["name"], f"=={package['version']}"): [
            tag
            for wheel in package.get("wheels", ())
            for tag in parse_wheel_filename(wheel["url"].rpartition("/")[2])[3]
        ]
        for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    }


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("machine", MACHINES)
def test_every_locked_package_has_a_wheel(machine: str, python: str) -> None:
    """An install that must compile something is no front door. `uv sync --no-build` asks the same."""
    system, processor, os_name, name, platform = MACHINES[machine]
    there = {
        "sys_platform": system, "platform_machine": processor, "os_name": os_name, "platform_system": name,
        "python_version": python, "python_full_version": f"{python}.1", "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }  # fmt: skip
    lines = (ROOT / "requirements" / "constraints.txt").read_text().splitlines()
    wanted = [Requirement(line) for line in lines if not line.startswith("#")]
    needed = {
        (one.name, str(one.specifier)) for one in wanted if not one.marker or one.marker.evaluate(there)
    }
    assert len(needed) > 60
    assert {
        name for name in needed if not any(fits(tag, python, platform) for tag in wheels()[name])
    } == set()
