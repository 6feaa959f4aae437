"""Proven means reached: a claim counts where a page, a command or the API leads to the code it tests."""

import json
from pathlib import Path

import pytest

from muster.rules import reference
from muster_lab.coverage.command import count_document
from muster_lab.coverage.program import rule_numbers
from tests import this_checkout
from tests.lab.planted_checkout import counted, coverage, plant, plant_rule_test, plant_test
from tests.this_checkout import here, reads_checkout


def missing(root: Path) -> set[int]:
    return set(counted(root, "002")["missing"])


def why_not(root: Path, number: int) -> str:
    answer = json.loads(coverage(root, "--json").stdout)
    (refusal,) = answer["refused"][str(number)]
    return refusal["reason"]


def where(root: Path, number: int) -> str:
    return coverage(root, "--where", str(number)).stdout


def test_a_rule_that_a_page_reaches_is_proven_and_says_where(checkout):
    plant_rule_test(checkout, "@pytest.mark.rule(412)\ndef test_it(): assert limit() == 1000\n")
    assert 412 not in missing(checkout)
    lines = [line.strip() for line in where(checkout, 412).splitlines()]
    assert lines == [
        "412 is proven by tests/rules/test_planted.py:3 test_it",
        "muster.rules.points.limit, reached from page /army",
        "muster.web.settings.ROOT_URLCONF",
        "muster.web.urls.urlpatterns",
        "muster.web.views.page",
        "muster.rules.points.limit",
    ]
    (proof,) = json.loads(coverage(checkout, "--json").stdout)["where"]["412"]
    assert (proof["test"], proof["piece"]) == (
        "tests/rules/test_planted.py:3 test_it",
        "muster.rules.points.limit",
    )
    assert proof["reached_from"] == "page /army"


def test_a_rule_that_only_its_test_reaches_is_missing(checkout):
    plant_rule_test(checkout, "@pytest.mark.rule(412)\ndef test_it(): assert nobody() == 0\n")
    assert 412 in missing(checkout)
    assert why_not(checkout, 412) == "it tests code that nobody reaches"
    assert "muster.rules.points.nobody" in where(checkout, 412)
    listed = coverage(checkout, "--document", "002", "--missing").stdout
    assert "test_it does not count: it tests code that nobody reaches" in listed


def test_importing_a_function_is_no_use_of_it(checkout):
    views = (checkout / "src/muster/web/views.py").read_text()
    plant(checkout, "src/muster/web/views.py", "from muster.rules.points import nobody\n" + views)
    plant_rule_test(checkout, "@pytest.mark.rule(412)\ndef test_it(): nobody()\n")
    assert 412 in missing(checkout)


def test_a_local_name_or_a_field_like_a_function_does_not_reach_it(checkout):
    plant(
        checkout,
        "src/muster/web/views.py",
        """
        from muster.rules import points
        def page(request, nobody):
            for limit in nobody: yield limit.nobody
        """,
    )
    plant_rule_test(checkout, "@pytest.mark.rule(412, 411)\ndef test_it(): limit(), nobody()\n")
    assert {412, 411} <= missing(checkout)


def test_a_test_that_names_nothing_proves_nothing(checkout):
    plant_test(checkout, "@pytest.mark.rule(412)\ndef test_it(): assert True\n")
    assert 412 in missing(checkout)


def test_the_code_that_states_a_rule_must_be_reached(checkout):
    plant(
        checkout,
        "src/muster/rules/points.py",
        """
        def limit(): return 1000
        def nobody():
            '''At most so many points (rules 411 to 413).'''
            return limit()
        """,
    )
    plant_rule_test(checkout, "@pytest.mark.rule(412)\ndef test_it(): limit()\n")
    assert why_not(checkout, 412) == "nobody reaches the code that states the rule"


def test_what_is_called_from_code_nobody_reaches_proves_what_it_states_itself(checkout):
    plant(
        checkout,
        "src/muster/rules/points.py",
        """
        def limit():
            '''At most 1000 points (rule 412).'''
        def nobody():
            '''Rules 411 and 412.'''
            return limit()
        """,
    )
    plant_rule_test(checkout, "@pytest.mark.rule(412, 411)\ndef test_it(): nobody()\n")
    assert 411 in missing(checkout) and 412 not in missing(checkout)


def test_a_test_of_code_nobody_reaches_does_not_borrow_a_rule_stated_elsewhere(checkout):
    plant(
        checkout,
        "src/muster/rules/points.py",
        """
        KNOWN = 3
        def limit():
            '''At most 1000 points (rule 412).'''
            return KNOWN
        def nobody():
            '''Rule 412.'''
            return KNOWN
        """,
    )
    plant_rule_test(checkout, "@pytest.mark.rule(412)\ndef test_it(): nobody()\n")
    assert why_not(checkout, 412) == "it tests code that nobody reaches"


REGISTRY = """
    HANDLERS = {}
    def handles(kind):
        def register(function):
            HANDLERS[kind] = function
            return function
        return register
"""
HANDLER = """
    from muster.rules.registry import handles
    @handles("roll")
    def rolled(): return 1
"""
ROLLED = """
    from muster.rules.rolling import rolled
    @pytest.mark.rule(412)
    def test_it(): assert rolled() == 1
"""


def plant_registry(root: Path, view: str) -> None:
    plant(root, "src/muster/rules/registry.py", REGISTRY)
    plant(root, "src/muster/rules/rolling.py", HANDLER)
    plant(root, "src/muster/web/views.py", view)
    plant_test(root, ROLLED)


def test_a_handler_is_reached_through_its_registry(checkout):
    plant_registry(
        checkout,
        """
        from muster.rules import rolling
        from muster.rules.registry import HANDLERS
        def page(request): return HANDLERS[request.POST["do"]]()
        """,
    )
    assert 412 not in missing(checkout)
    assert "muster.rules.registry.HANDLERS" in where(checkout, 412)


@pytest.mark.parametrize(
    "view",
    [
        "from muster.rules.registry import HANDLERS\ndef page(request): return HANDLERS['roll']()\n",
        "from muster.rules import rolling\ndef page(request): return rolling\n",
    ],
    ids=["its module is never loaded", "nobody asks the registry"],
)
def test_a_handler_in_a_registry_nobody_asks_or_never_loaded_is_not_reached(checkout, view):
    plant_registry(checkout, view)
    assert 412 in missing(checkout)


def test_a_method_of_an_object_registers_too(checkout):
    plant(
        checkout,
        "src/muster/rules/registry.py",
        """
        class Handlers:
            def handles(self, kind): return lambda function: function
            def handle(self, command): return command
        HANDLERS = Handlers()
        """,
    )
    plant(checkout, "src/muster/rules/rolling.py", HANDLER.replace("import handles", "import HANDLERS"))
    rolling = (checkout / "src/muster/rules/rolling.py").read_text()
    plant(checkout, "src/muster/rules/rolling.py", rolling.replace("@handles", "@HANDLERS.handles"))
    plant(
        checkout,
        "src/muster/web/views.py",
        """
        from muster.rules.rolling import HANDLERS
        def page(request): return HANDLERS.handle(request)
        """,
    )
    plant_test(checkout, ROLLED)
    assert 412 not in missing(checkout)


@pytest.mark.parametrize(
    ("handling", "reached"),
    [
        ("turns('roll')(lambda: rolled())", True),
        ("for kind in ('roll', 'reroll'): HANDLERS.handles(kind)(rolled)", True),
        ("ROLL = turns('roll')(rolled)", True),
        ("print(rolled())", False),
        ("ROLL = rolled()", False),
    ],
)
def test_what_a_module_hands_to_a_registry_by_a_call_is_reached(checkout, handling, reached):
    plant(
        checkout,
        "src/muster/rules/registry.py",
        """
        class Handlers:
            def __init__(self): self.known = {}
            def handles(self, kind):
                def register(function): self.known[kind] = function
                return register
            def handle(self, command): return self.known[command]()
        HANDLERS = Handlers()
        def turns(kind):
            return lambda decide: HANDLERS.handles(kind)(decide)
        """,
    )
    rolling = "from muster.rules.registry import HANDLERS, turns\ndef rolled(): return 1\n"
    plant(checkout, "src/muster/rules/rolling.py", rolling + handling + "\n")
    plant(
        checkout,
        "src/muster/web/views.py",
        """
        from muster.rules.rolling import HANDLERS
        def page(request): return HANDLERS.handle(request)
        """,
    )
    plant_test(checkout, ROLLED)
    assert (412 not in missing(checkout)) is reached


ROW = """
    class Row:
        def points(self): return 3
        @property
        def spare(self): return 1
    def row(): return Row()
"""
OF_A_ROW = """
    from muster.rules.rows import Row
    @pytest.mark.rule(412)
    def test_points(): assert Row().points() == 3
    @pytest.mark.rule(411)
    def test_spare(): assert Row().spare == 1
"""


@pytest.mark.parametrize(
    ("template", "reached"),
    [
        ("{{ row.points() }}", {412}),
        ("{% if row.spare %}{{ row.points() }}{% endif %}", {411, 412}),
        ("{# row.spare #}row.points", set()),
        ('{% include "part_" ~ kind ~ ".html" %}', {411}),
    ],
)
def test_a_template_reaches_what_it_draws(checkout, template, reached):
    plant(checkout, "src/muster/rules/rows.py", ROW)
    plant(
        checkout,
        "src/muster/web/views.py",
        """
        from django.shortcuts import render
        from muster.rules.rows import row
        def page(request): return render(request, "army.html", {"row": row()})
        """,
    )
    plant(checkout, "src/muster/web/templates/army.html", template)
    plant(checkout, "src/muster/web/templates/part_one.html", "{{ row.spare }}")
    plant(checkout, "src/muster/web/templates/never.html", "{{ row.points() + row.spare }}")
    plant_test(checkout, OF_A_ROW)
    assert {411, 412} - missing(checkout) == reached


def test_a_method_is_not_reached_while_nobody_makes_its_class(checkout):
    plant(checkout, "src/muster/rules/rows.py", ROW)
    plant(checkout, "src/muster/web/templates/army.html", "{{ limit.points() }}")
    plant_test(checkout, OF_A_ROW)
    assert {411, 412} <= missing(checkout)


def test_commands_and_the_api_are_ways_in_and_examples_and_checking_are_none(checkout):
    plant(checkout, "src/muster/web/views.py", "def page(request): pass\n")
    plant_rule_test(checkout, "@pytest.mark.rule(412)\ndef test_it(): limit()\n")
    plant(
        checkout,
        "src/muster/cli/__init__.py",
        """
        from importlib import import_module
        COMMANDS = {"army": "muster.cli.army", "audit": "muster.cli.audit", "demo": "muster.cli.demo"}
        def main(name): return import_module(COMMANDS[name]).command
        """,
    )
    use = "from muster.rules.points import limit\ndef command(): return limit()\n"
    plant(checkout, "src/muster/cli/audit.py", use)
    plant(checkout, "src/muster/cli/demo.py", use)
    assert 412 in missing(checkout)
    plant(checkout, "src/muster/cli/army.py", use)
    assert "reached from command army" in where(checkout, 412)
    (checkout / "src/muster/cli/army.py").unlink()
    plant(
        checkout,
        "src/muster/web/urls.py",
        """
        from django.urls import path
        from muster.web.api.resources.armies import router
        urlpatterns = [path("api", router.urls)]
        """,
    )
    plant(
        checkout,
        "src/muster/web/api/resources/armies.py",
        """
        from ninja import Router
        from muster.rules.points import limit
        router = Router()
        @router.get("")
        def show(request): return limit()
        """,
    )
    assert 412 not in missing(checkout)


def test_what_a_test_exercises_goes_through_its_helpers_and_fixtures(checkout):
    plant(
        checkout,
        "tests/conftest.py",
        "import pytest\nfrom tests.hall import Hall\n\n@pytest.fixture\ndef hall(): return Hall()\n",
    )
    plant(
        checkout,
        "tests/hall.py",
        "from muster.rules.points import limit\nclass Hall:\n    def points(self): return limit()\n",
    )
    plant_test(
        checkout,
        """
        @pytest.mark.rule(412)
        def test_it(hall): assert hall.points() == 1000
        @pytest.mark.rule(411)
        def test_page(client): assert client.get("/army").content == b"1000"
        """,
    )
    assert {411, 412}.isdisjoint(missing(checkout))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("At most so many (rule 412).", {412}),
        ("Rules 12, 14 to 16 and 20; not rulings 3, 4.", {12, 14, 15, 16, 20}),
        ("rules 215–217", {215, 216, 217}),
        ("Rule of three, 3 rules.", set()),
    ],
)
def test_the_rules_that_a_docstring_states(text, numbers):
    assert rule_numbers(text) == numbers


@reads_checkout
def test_nothing_is_claimed_here_without_being_reached():
    """Whoever claims a rule gives its code a page, a command or a part of the API."""
    assert here().claimed_numbers - here().proven == set()


@reads_checkout
@pytest.mark.parametrize("document", ["000", "001", "002", "003", "004"])
def test_finished_documents_miss_nothing(document):
    assert set(count_document(reference.document(document), here()).whole.missing) == set()


WAYS_IN = ("page /", "every page, by ", "the pages that it drives", "command ", "API ")


@reads_checkout
def test_every_proof_here_ends_at_a_page_a_command_or_the_api():
    ways = {proof.reached_from for proofs in here().proofs.values() for proof in proofs}
    assert {way for way in ways if not way.startswith(WAYS_IN)} == set()


@reads_checkout
def test_counting_takes_seconds():
    _, seconds = this_checkout.counted()
    assert seconds < 10, "it takes 3 to 4 seconds alone on a core"
