"""The tables of who may do what notice when a check is missing: a few taken out here, all of them by hand."""

import subprocess
import sys
from pathlib import Path

from tests import access_switches, mutate_access


def test_of_the_checks_tried_every_one_is_noticed():
    """In a program of its own, for the modules are read otherwise there."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutate_access", "--few"],
        cwd=Path(mutate_access.__file__).parent.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert done.stdout.strip().endswith("noticed by Access, Asked, Line"), "a page, an act and a live line"


def test_what_is_no_check_of_who_asks_is_told_apart():
    source = b"""
def page(request):
    if not mine:
        raise Http404
    refuse_unless(mine, problem("armies.unknown"))
    refuse_unless(fits, problem("armies.too_many"))
    return ApiToken.objects.filter(account=me)
"""
    import ast

    switched = ast.unparse(
        access_switches.Checks("some", source, {"armies.unknown"}).visit(ast.parse(source))
    )
    assert switched.count("__switches__.on(") == 2 and switched.count("__switches__.of(") == 1
    assert "\n    refuse_unless(fits" in switched
