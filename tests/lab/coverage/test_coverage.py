"""`muster-lab coverage` on small planted checkouts, and the plugin that finds claims nobody runs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from muster_lab.coverage.command import command
from tests.lab.planted_checkout import counted, coverage, plant, plant_rule_test, plant_test
from tests.this_checkout import here, reads_checkout

ROOT = Path(__file__).parents[3]


def test_without_claims_everything_is_missing(checkout):
    answer = json.loads(coverage(checkout, "--json").stdout)
    assert [d["id"] for d in answer["documents"]] == ["000", "001", "002", "003", "004"]
    assert (answer["total"], answer["proven"], answer["shown"]) == (665, 0, 0)
    assert answer["missing"] == list(range(1, 666))


def test_a_marked_test_proves_its_rules(checkout):
    plant_rule_test(
        checkout,
        """
        @pytest.mark.rule(412, 411)
        def test_points(): assert limit() == 1000

        class TestRanks:
            @pytest.mark.parametrize("n", [1, 2])
            @pytest.mark.rule(407)
            async def test_faction(self, n): assert limit() > n
        """,
    )
    army = counted(checkout, "002")
    assert (army["total"], army["proven"], len(army["missing"])) == (36, 3, 33)
    assert not {407, 411, 412} & set(army["missing"])
    assert army["tags"]["validate"] == {"total": 14, "proven": 2, "shown": 0, "missing": 12}


def test_a_number_counts_once_however_many_tests_claim_it(checkout):
    plant_rule_test(
        checkout,
        """
        @pytest.mark.rule(412)
        def test_one(): limit()

        @pytest.mark.rule(412)
        def test_two(): limit()
        """,
    )
    assert counted(checkout, "002")["proven"] == 1


def test_information_has_a_home_where_it_is_shown_and_a_check_has_not(checkout):
    plant(
        checkout,
        "src/muster/web/templates/armies/sheet.html",
        "{{ rule_note(413, 412) }}{{ rule_note( 408 ) }}",
    )
    plant(checkout, "src/muster/web/armies.py", "from muster.rules import reference\nreference.shows(406)\n")
    army = counted(checkout, "002")
    assert army["shown"] == 4
    assert {406, 408, 413}.isdisjoint(army["missing"])
    assert 412 in army["missing"], "a rule to check is not proven by showing it"


def test_a_folded_block_of_rules_shows_them_with_and_without_a_title(checkout):
    plant(
        checkout,
        "src/muster/web/templates/armies/sheet.html",
        '{{ rules_here(413, open=true) }}{{ rules_here("The rule, in short", 408) }}'
        '{% call rules_here(\n    "The rules",\n    406, 409\n) %}{% endcall %}{{ rules_here(*others) }}',
    )
    army = counted(checkout, "002")
    assert army["shown"] == 4
    assert {406, 408, 409, 413}.isdisjoint(army["missing"])


def test_a_note_in_a_comment_shows_nothing(checkout):
    plant(checkout, "src/muster/web/templates/a.html", "{# rule_note(413) #}<!-- {{ rule_note(408) }} -->")
    plant(checkout, "src/muster/web/a.py", "# shows(406)\n'shows(409)'\n")
    assert counted(checkout, "002")["shown"] == 0


def test_a_list_of_claims_in_docs_or_strings_proves_nothing(checkout):
    plant(checkout, "docs/proven.md", "@pytest.mark.rule(412) def test_points")
    plant_test(checkout, "TEXT = '''\n@pytest.mark.rule(412)\ndef test_points(): pass\n'''\n")
    assert counted(checkout, "002")["proven"] == 0


def test_the_table_and_the_list_of_missing_rules(checkout):
    plant_rule_test(checkout, "@pytest.mark.rule(442)\ndef test_table(): limit()\n")
    lines = coverage(checkout, "--document", "003", "--missing").stdout.splitlines()
    assert lines[0].split() == ["total", "proven", "shown", "missing"]
    assert lines[1].split() == ["003", "Recon", "58", "1", "0", "57"]
    assert " 443 [validate] Recon has one fixed deck" in "\n".join(lines)
    assert not any(line.startswith(" 442 ") for line in lines)


@pytest.mark.parametrize(
    ("planted", "sentence"),
    [
        (
            "@pytest.mark.rule(1, 2, 3, 4)\ndef test_a(): pass\n",
            "test_a: claims 4 rules; a test proves 3 at most.",
        ),
        (
            "@pytest.mark.rule(1, 2)\n@pytest.mark.rule(3, 4)\ndef test_a(): pass\n",
            "test_a: claims 4 rules; a test proves 3 at most.",
        ),
        ("@pytest.mark.rule(666)\ndef test_a(): pass\n", "test_a: there is no rule 666."),
        ("@pytest.mark.rule(1, 1)\ndef test_a(): pass\n", "test_a: names a rule twice."),
        ("@pytest.mark.rule(*range(3))\ndef test_a(): pass\n", "test_a: a rule mark holds plain numbers"),
        ("@pytest.mark.rule('1')\ndef test_a(): pass\n", "test_a: a rule mark holds plain numbers"),
        ("@pytest.mark.rule\ndef test_a(): pass\n", "test_a: a rule mark holds plain numbers"),
        (
            "@pytest.mark.skip\n@pytest.mark.rule(1)\ndef test_a(): pass\n",
            "skipped or expected to fail proves no rule",
        ),
        ("@pytest.mark.rule(1)\nclass TestA:\n    def test_a(self): pass\n", "belongs on a test function"),
        ("pytestmark = pytest.mark.rule(1)\n", "belongs on a test function"),
        ("@pytest.mark.rule(1)\ndef check_a(): pass\n", "belongs on a test function"),
        ("def outer():\n    @pytest.mark.rule(1)\n    def test_a(): pass\n", "belongs on a test function"),
        ("@pytest.mark.rule(1)\ndef test_a(: pass\n", "is not Python that can be read"),
    ],
)
def test_an_unsound_claim_is_told_and_fails(checkout, planted, sentence):
    plant_test(checkout, planted)
    result = coverage(checkout)
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert result.stderr.startswith(str(Path("tests/rules/test_planted.py")))


@pytest.mark.parametrize("planted", ["(1, 2, 3, 4)", "(666)", "('1')"])
def test_an_unsound_claim_proves_nothing(checkout, planted):
    plant_test(checkout, f"@pytest.mark.rule{planted}\ndef test_a(): pass\n")
    answer = json.loads(coverage(checkout, "--json").stdout)
    assert answer["proven"] == 0
    assert len(answer["problems"]) == 1


def test_an_unknown_number_shown_is_told_and_fails(checkout):
    plant(checkout, "src/muster/web/templates/a.html", "\n{{ rule_note(0) }}")
    result = coverage(checkout)
    assert (result.exit_code, result.stderr) == (
        1,
        "src/muster/web/templates/a.html:2: there is no rule 0.\n",
    )


def test_where_no_tests_are_installed_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("muster_lab.coverage.command.CHECKOUT", tmp_path / "lib")
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 2
    assert "There are no tests here to read" in result.stderr


@pytest.mark.parametrize(
    "args", [["--document", "005"], ["--checkout", "no/such/folder"], ["--document", "0" * 10_000]]
)
def test_a_wrong_option_is_told_in_a_sentence(args):
    result = CliRunner().invoke(command, args)
    assert result.exit_code == 2
    assert "Invalid value for" in result.stderr


def test_the_pages_are_written_into_the_checkout(checkout):
    assert coverage(checkout, "--write-docs").exit_code == 0
    for path in ("docs/reference/rules.md", "docs/reference/rulings.md"):
        assert (checkout / path).read_bytes() == (ROOT / path).read_bytes()


@reads_checkout
def test_this_checkout_is_counted_without_running_it(monkeypatch):
    read = {ROOT: here}  # by the same function, once for all tests
    monkeypatch.setattr("muster_lab.coverage.command.read_checkout", lambda root, _: read[root]())
    result = CliRunner().invoke(command, ["--json"])
    assert result.exit_code == 0, result.output
    assert sum(document["total"] for document in json.loads(result.stdout)["documents"]) == 665


COLLECTED = """
    from hypothesis import given, strategies as st
    from tests.contract import Contract

    class TestHere(Contract): pass

    @pytest.mark.rule(2)
    @given(st.integers())
    def test_given(n): pass

    @pytest.mark.parametrize("n", [1, 2])
    @pytest.mark.rule(3)
    def test_each(n): pass
"""
CHECK = "def test_claims(uncollected_claims):\n    assert uncollected_claims == []\n"


def run_suite(root: Path) -> subprocess.CompletedProcess[str]:
    """pytest on the planted tree alone, in a process of its own, with no plugin but ours."""
    plant(root, "pytest.ini", "[pytest]\nmarkers = rule(*numbers): rules\ntestpaths = tests\n")
    plant(root, "tests/__init__.py", "")
    plant(
        root,
        "tests/contract.py",
        "import pytest\nclass Contract:\n    @pytest.mark.rule(1)\n    def test_it(self): pass\n",
    )
    plant(root, "rule_marks.py", (ROOT / "tests/rule_marks.py").read_text("utf-8"))
    env = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": f"{root}{os.pathsep}{ROOT / 'src'}",
    }
    args = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "rule_marks",
        "-k",
        "claims",
    ]
    return subprocess.run(args, cwd=root, env=env, capture_output=True, text=True, check=False)


def test_claims_of_collected_tests_pass(checkout):
    plant_test(checkout, COLLECTED)
    plant(checkout, "tests/test_check.py", CHECK)
    ran = run_suite(checkout)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("path", "planted", "claimed"),
    [
        (
            "tests/test_a.py",
            "class Misnamed:\n    @pytest.mark.rule(4)\n    def test_b(self): pass\n",
            "test_b",
        ),
        ("tests/test_a.py", "@pytest.mark.rule(4)\ndef test_b(): pass\ndef test_b(): pass\n", "test_b"),
        ("tests/not_a_test_file.py", "@pytest.mark.rule(4)\ndef test_b(): pass\n", "test_b"),
        ("tests/test_a.py", "if False:\n    @pytest.mark.rule(4)\n    def test_b(): pass\n", "test_b"),
    ],
)
def test_a_claim_of_a_test_that_is_never_collected_fails(checkout, path, planted, claimed):
    plant(checkout, path, "import pytest\n" + planted)
    plant(
        checkout,
        "tests/test_here.py",
        "from tests.contract import Contract\nclass TestHere(Contract): pass\n",
    )
    plant(checkout, "tests/test_check.py", CHECK)
    ran = run_suite(checkout)
    assert ran.returncode == 1, ran.stdout
    assert claimed in ran.stdout and "test_it" not in ran.stdout
