"""The tables of who may do what notice when a check is missing: each is taken out here by itself."""

import ast
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import access_switches
from tests.access_switches import Switches

ROOT = Path(__file__).parent.parent


@pytest.mark.xdist_group("access")  # begins early: it takes a while, alone
def test_every_check_that_is_taken_out_is_noticed():
    """In a program of its own, for modules are read otherwise there. lab/docs/trust.md has its figures."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutate_access"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    figures = [line for line in done.stdout.splitlines() if line.startswith("|")]
    told = (ROOT / "lab/docs/trust.md").read_text()
    assert [line for line in figures if line not in told] == [], "write these into lab/docs/trust.md"
    assert f"all of it: {figures[-1].split()[-2]} lines" in told


def test_a_check_within_compiled_sql_is_taken_out_of_it():
    """Though the question was put into SQL before, and comes back with the check."""

    class Compiled:
        def _sql(self, connection):
            kept = vars(connection).setdefault("kept", {})
            if self not in kept:
                kept[self] = f"WHERE {Switches.of('whose', owner=1)}"
            return kept[self]

    access_switches.reach_into(SimpleNamespace(Compiled=Compiled, KEPT="kept"))
    question, connection = Compiled(), SimpleNamespace()
    try:
        whole = question._sql(connection)
        Switches.out, Switches.reached = {"whose"}, {}
        assert question._sql(connection) == "WHERE {}" and "whose" in Switches.reached
        Switches.out, Switches.reached = set(), {}
        assert question._sql(connection) == whole == "WHERE {'owner': 1}" and "whose" in Switches.reached
    finally:
        Switches.out, Switches.reached, Switches.planned = set(), {}, {}


def test_what_is_no_check_of_who_asks_is_told_apart():
    source = b"""
def page(request):
    if not mine:
        raise Http404
    refuse_unless(mine, problem("armies.unknown"))
    refuse_unless(fits, problem("armies.too_many"))
    return ApiToken.objects.filter(account=me)
"""
    switched = ast.unparse(
        access_switches.Checks("some", source, {"armies.unknown"}).visit(ast.parse(source))
    )
    assert switched.count("__switches__.on(") == 2 and switched.count("__switches__.of(") == 1
    assert "\n    refuse_unless(fits" in switched


def test_what_the_switches_name_is_in_the_source():
    """A function, a module or a line that was renamed would be left out of the checks in silence."""
    sources = {path: path.read_text() for path in (ROOT / "src").rglob("*.py")}

    def source_of(module: str) -> str:
        path = ROOT / "src" / module.replace(".", "/")
        return sources.get(path.with_suffix(".py")) or sources.get(path / "__init__.py", "")

    functions = [*access_switches.ANSWERS, *access_switches.RUNS, *access_switches.BARRED]
    named = [name.split() for name in (*functions, *access_switches.HIDES)]
    assert [name for name in named if f"def {name[1]}(" not in source_of(name[0])] == []
    modules = [*access_switches.LEFT_OUT, *access_switches.BELONGS]
    places = [ROOT / "src" / module.replace(".", "/") for module in modules]
    assert [place for place in places if not place.is_dir() and not place.with_suffix(".py").exists()] == []
    whole = "\n".join(sources.values())
    lines = [*access_switches.ASIDE, *(f"{name}(" for name in access_switches.READS)]
    assert [line for line in lines if line not in whole] == []
