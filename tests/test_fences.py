"""Private parts of frameworks are used behind fences alone, and docs/decisions/0012 lists all of them."""

import re
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "docs" / "decisions" / "0012-fences-around-private-parts.md"
ROW = re.compile(r"^\| `((?:src|tests)/[\w/]+\.py)` \|", re.MULTILINE)
FRAMEWORKS = (
    r"(?:django|jinja2|markupsafe|ninja|msgspec|click|granian|hypothesis|_?pytest|pytest_django|xdist)"
)
PRIVATE = (
    re.compile(rf"^\s*from {FRAMEWORKS}(?:\.\w+)* import .*(?<!\w)_[a-z]\w*", re.MULTILINE),
    re.compile(
        rf"^\s*(?:from|import) (?:_pytest|_hypothesis|{FRAMEWORKS}(?:\.\w+)*\.(?:_\w+|internal))\b",
        re.MULTILINE,
    ),
    re.compile(r"\.get_compiler\(|\bURLResolver\(|\bRoutePattern\(|co_stacksize|_from_testcase"),
    re.compile(r"_tmp_path_factory|_global_capturing"),
)
# Tests of a fence touch what it is made of.
AROUND = {
    "tests/test_copied_workers.py",
    "tests/web/test_routing.py",
    "tests/test_fences.py",
    "tests/store/test_compiled.py",
}


def fences() -> set[str]:
    return set(ROW.findall(RECORD.read_text()))


def private_parts(folder: str) -> set[str]:
    return {
        str(path.relative_to(ROOT))
        for path in (ROOT / folder).rglob("*.py")
        if any(pattern.search(path.read_text()) for pattern in PRIVATE)
    }


def test_every_private_part_is_behind_a_fence_that_the_record_lists() -> None:
    found = private_parts("src") | private_parts("lab") | private_parts("tests")
    assert found - AROUND == fences()
    assert len(fences()) == 5 and all((ROOT / file).is_file() for file in fences())


@pytest.mark.parametrize("file", sorted(fences()))
def test_a_fence_says_what_happens_where_the_part_is_gone(file: str) -> None:
    text = (ROOT / file).read_text()
    assert "docs/decisions/0012" in text and len(text.splitlines()) < 130


def test_without_the_fences_of_the_harness_tests_run_as_well() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "1",
            "tests/rules/dice/test_faces.py",
            "-p",
            "no:cacheprovider",
        ],
        cwd=ROOT,
        env=environ | {"MUSTER_TEST_PLAIN": "deep_stack,copying,transactions"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
