"""Every code of the army rules has a sentence, stands in the reference, and can really be met."""

import ast
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from muster.rules import armies
from muster.rules.messages import messages
from tests.rules.armies.army_building import CARDS, DECK, army, check, with_core

ROOT = Path(__file__).resolve().parents[3]


def written_codes():
    """The codes that stand in the source of the army rules and their command."""
    files = [*Path(next(iter(armies.__path__))).rglob("*.py"), *(ROOT / "src/muster/cli/army").glob("*.py")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and re.fullmatch(r"(army|hand|deck)\.[a-z_]+", str(node.value)):
                yield node.value


def test_every_code_has_a_sentence():
    assert len(set(written_codes())) > 70
    assert set(written_codes()) <= set(messages())


def test_every_code_stands_in_the_reference():
    reference = (ROOT / "docs/reference/armies.md").read_text()
    assert [code for code in sorted(set(written_codes())) if f"`{code}`" not in reference] == []


CLAN = {"battle_force": "cc"}
BROKEN = {
    "army.unknown_card": with_core("rebels", "zz"),
    "army.wrong_kind": with_core("rebels", "ed"),
    "army.withdrawn": with_core("rebels", "Emperor Palpatine"),
    "army.points_too_old": with_core("rebels", points_date=CARDS.change_dates[0].replace(year=1999)),
    "army.points_too_new": with_core("rebels", points_date=CARDS.edition + timedelta(days=1)),
    "army.changed_since": with_core("separatists", "Aw", points_date=date(2024, 11, 1)),
    "army.custom_ranks": replace(with_core("rebels"), ranks=CARDS.formats["recon"].ranks),
    "hand.duplicate": with_core("rebels", command_hand=("bl", "bl")),
    "deck.category": with_core("rebels", battle_deck=replace(DECK, objective=("Aa", "Ab", "Ag"))),
    "army.choice_units": army("mandalorians", "Hu", "bh*2", choices=("Guns for Hire", "Veterans"), **CLAN),
}


@pytest.mark.parametrize("code", sorted(BROKEN))
def test_a_code_can_be_met(code):
    report = check(BROKEN[code])
    assert code in {each.code for each in (*report.violations, *report.notes)}
