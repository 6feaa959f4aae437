"""Every code of the exchange has a sentence and stands in the reference, and nothing else does."""

import re
from importlib.resources import files
from pathlib import Path

from muster.rules.messages import messages

REFERENCE = Path(__file__).parents[4] / "docs" / "reference" / "interchange.md"
CODE = re.compile(r"\b(?:import|export)\.[a-z_]+\b")


def used() -> set[str]:
    """The codes written out in the code; those of losses are made from the names of fields."""
    package = files("muster.rules.armies").joinpath("exchange")
    sources = [part.read_text() for part in package.iterdir() if part.name.endswith(".py")]
    sources.append(files("muster.cli.army").joinpath("convert.py").read_text())
    return {code for source in sources for code in re.findall(r'"((?:import|export)\.[a-z_]+)"', source)}


def test_every_code_has_a_sentence():
    assert used() <= messages().keys()


def test_the_reference_lists_exactly_the_codes_there_are():
    documented = set(CODE.findall(REFERENCE.read_text().partition("## Codes")[2]))
    assert documented == {code for code in messages() if code.startswith(("import.", "export."))}


def test_no_sentence_is_for_a_code_nobody_uses():
    losses = {code for code in messages() if code.startswith("export.")}
    assert {code for code in messages() if code.startswith("import.")} == used() - losses
