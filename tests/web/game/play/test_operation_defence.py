"""The defender's sheet on its page: every row with one button, the best chosen already."""

import re

from django.http import QueryDict

from muster.rules.game.answers import Defend
from muster.rules.game.table import Game, Table
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import part_for
from muster.web.page import render_page
from tests.rules.game.operations import Bench, table, with_chair, with_unit
from tests.web.form_filler import Fields, Shown

STORM, CAPTAIN = "two.2", "one.1"
ROWS = ("die", "hold", "backup", "dodges", "surges")


def suppressed() -> Table:
    """A Suppressed Stormtrooper is to attack the Captain, who has a card and tokens for it."""
    before = with_chair(with_unit(table(), STORM, suppression=1), "one", played="hold-at-any-cost")
    return with_unit(before, CAPTAIN, tokens={"dodge": 1, "surge": 1})


def page(game: Game, audience: str) -> str:
    return render_page(part_for(Shown(game), audience))


def fields(shown: str) -> list[str]:
    return list(dict.fromkeys(one for one in re.findall(r'type="radio" form="say" name="(\w+)"', shown)))


def sent(shown: str, prompt: str, **changed: str) -> Defend:
    """What the page sends with its one button: what is chosen already, and what is changed."""
    chosen = (
        dict(re.findall(r'name="(\w+)" value="([^"]*)"(?: data-button="[^"]*")? checked', shown)) | changed
    )
    form = QueryDict(mutable=True)
    form.update({"do": "say", "say": "defend", "prompt": prompt, **chosen})
    said = FORMS["say"].read(form).said  # type: ignore[attr-defined]
    assert isinstance(said, Defend)
    return said


def test_the_defender_has_one_sheet_with_one_button() -> None:
    bench = Bench(suppressed(), attack=["hit"] * 4, defence=["surge"] * 3).attack(STORM, CAPTAIN)
    shown = page(bench.game, "one")
    assert fields(shown) == list(ROWS) and len(Fields(shown).buttons) >= 1
    assert shown.count("data-main") == 1 and "/rules/309" in shown
    assert not fields(page(bench.game, "two")) and not fields(page(bench.game, "watch"))
    said = sent(shown, bench.step.id)
    assert said == Defend(prompt=bench.step.id, die="attack-red", dodges=2, surges=1), "the best is chosen"
    bench.say("one", said)
    assert bench.asked() is None, "nothing else is asked"


def test_what_is_left_for_later_is_asked_when_the_dice_lie() -> None:
    bench = Bench(suppressed(), attack=["hit"] * 4, defence=["surge"] * 3).attack(STORM, CAPTAIN)
    later = sent(page(bench.game, "one"), bench.step.id, dodges="later", surges="later", die="none")
    assert later == Defend(prompt=bench.step.id)
    shown = page(bench.say("one", later).game, "one")
    assert fields(shown) == ["dodges", "surges"], "Backup was told"


def test_a_sheet_of_one_row_says_on_its_button_what_it_does() -> None:
    before = with_unit(table(), STORM, tokens={"dodge": 1})
    bench = Bench(before, attack=["hit", "hit", "blank", "blank"]).attack("one.2", STORM)
    shown = page(bench.game, "two")
    assert "Spend a Dodge?" in shown and 'data-button="Spend 1 Dodge"' in shown
    assert sent(shown, bench.step.id) == Defend(prompt=bench.step.id, dodges=1, lender=STORM)
    assert sent(shown, bench.step.id, dodges="0") == Defend(prompt=bench.step.id, dodges=0)


def test_backup_alone_has_a_yes_and_a_no() -> None:
    """One tap, once there are Hits."""
    bench = Bench(table(), attack=["hit", "hit", "hit", "blank"], defence=["block"]).attack("one.2", "two.1")
    shown = page(bench.game, "two")
    assert "Is a corps trooper within 3″ of Imperial Officer?" in shown and not fields(shown)
    for button in ("yes", "no"):
        form = QueryDict(f"do={button}&say=defend&prompt={bench.step.id}&row=backup")
        said = FORMS[button].read(form).said  # type: ignore[attr-defined]
        assert said == Defend(prompt=bench.step.id, backup=button == "yes")
        assert f'value="{button}"' in shown and 'name="row" value="backup"' in shown


def test_dodges_wait_for_the_roll_while_the_attacker_could_reroll() -> None:
    """Told before, they would tell the attacker what is worth a reroll."""
    before = with_unit(suppressed(), STORM, suppression=1, tokens={"aim": 1})
    bench = Bench(before, attack=["hit"] * 4, defence=["surge"] * 3).attack(STORM, CAPTAIN)
    shown = page(bench.game, "one")
    assert "before rerolling" in shown and sent(shown, bench.step.id).dodges is None
