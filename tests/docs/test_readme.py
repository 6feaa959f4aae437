"""The README keeps its word: its examples run, its commands and links exist."""

import doctest
import re
from pathlib import Path

from click.testing import CliRunner

from muster.cli import COMMANDS, main
from muster.rules.cards import catalogue
from muster.rules.reference import rules, rulings
from muster_lab import cli as lab
from muster_lab.docs.hook import GENERATED

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def test_the_library_examples_of_the_readme_run():
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_every_command_named_in_the_readme_exists():
    for program, commands in (("muster", COMMANDS), ("muster-lab", lab.COMMANDS)):
        named = set(re.findall(rf"`{program} ([a-z]+)", README.read_text()))
        assert named
        assert named <= set(commands)


def test_the_readme_counts_cards_rules_and_rulings():
    text = README.read_text()
    assert f"{len(catalogue().slugs)} cards" in text, "every card with a page of its own"
    assert f"{len(rules())} numbered rules and {len(rulings())} rulings" in text


def test_every_command_that_is_listed_can_say_what_it_does():
    for name in COMMANDS:
        result = CliRunner().invoke(main, [name, "--help"])
        assert result.exit_code == 0, f"{name}: {result.output}"


def test_links_between_documents_lead_somewhere():
    generated = {ROOT / "docs" / site for site in GENERATED}
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("lab/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text()):
            found = (page.parent / target).resolve()
            assert found.exists() or found in generated, f"{page.name} links to {target}"
