"""An attack on two phones through the forms of their pages: few acts, undo, a denied fact, the sum, one's own
dice, whoever else asks."""

import re

import pytest
from django.http import QueryDict

from muster.rules.game.answers import Declare
from muster.rules.game.attacks.declaring import attack_open
from muster.rules.game.log.attacked import AttackBegun
from muster.rules.game.steps.attacks import DeclareAttack, DefendAttack, EndAttack, RerollAttack
from muster.web.game.play.attacks.forms import declare
from tests.web.account_fixtures import markup
from tests.web.attack_phones import ATTACKER, TARGET, asked, begun, give, resolved, step, unit
from tests.web.game_phones import HTMX, Phone, key_in, play_to, sat

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> list[Phone]:
    """Ann's laser cannon acts, Bob's stands on the table."""
    ann, bob = sat()
    play_to(ann, f"{ATTACKER}.acts")
    return [ann, bob]


def test_a_plain_attack_is_five_acts_and_one(phones) -> None:
    ann, bob = phones
    give(ann, ATTACKER, "aim")
    give(ann, TARGET, "dodge")
    assert f'value="attack {ATTACKER} action"' in ann.page()
    page = begun(ann)
    assert "Cover from terrain" in page and 'value="say fact cover light"' in page
    ann.do("say", **asked(ann))
    assert isinstance(step(ann), RerollAttack)
    page = ann.page()
    assert "wounds on average" in page and "Keep all" in page
    ann.do("say none", **asked(ann))
    if isinstance(step(ann), DefendAttack):
        bob.do("say", **asked(bob), dodges="0")
    assert isinstance(step(ann), EndAttack) and len(resolved(ann)) == 1
    assert "attacked" in bob.page("/log")
    ann.do("say", **asked(ann))
    assert not attack_open(ann.desk.game.table)


def test_both_phones_see_a_fact_and_the_other_may_deny_it(phones) -> None:
    ann, bob = phones
    begun(ann)
    ann.do("say fact cover heavy", **asked(ann))
    assert "heavy cover" in bob.page()
    bob.do("not-so two cover", seat="two")
    page = ann.page()
    assert "doesn’t see it so" in page and "disabled" in page
    ann.do("say", status=422, **asked(ann))
    ann.do("say fact cover light", **asked(ann))
    ann.do("say", **asked(ann))
    assert not isinstance(step(ann), DeclareAttack)


def test_undo_is_free_before_dice_and_asked_for_after(phones) -> None:
    ann, _ = phones
    begun(ann)
    back = re.search(r'value="(back [^"]+)"', ann.page())
    assert back
    ann.do(back[1], seat="one")
    assert isinstance(step(ann), DeclareAttack) and not step(ann).target  # type: ignore[attr-defined]
    ann.do(f"say target {TARGET}", **asked(ann))
    ann.do("say", **asked(ann))
    page = ann.page("/log")
    assert 'value="back ' not in ann.page() and 'value="ask ' in page, "dice have fallen"


def test_an_attack_is_asked_back_as_one_up_to_its_beginning(phones) -> None:
    """From its dice on every line asks for the whole attack, by name; once granted nothing of it is left."""
    ann, bob = phones
    give(ann, ATTACKER, "aim")
    before = ann.desk.game.table
    begun(ann)
    ann.do("say", **asked(ann))
    ann.do("say none", **asked(ann))
    if isinstance(step(ann), DefendAttack):
        bob.do("say", **asked(bob))
    begins = next(
        act.batch for act in ann.desk.acts for event in act.events if isinstance(event, AttackBegun)
    )
    page = ann.page("/log")
    assert len(re.findall(f'value="ask {begins}"', page)) >= 1
    assert "Ask to undo the attack of" in page
    ann.do(f"ask {begins}", seat="one")
    assert "the attack of" in bob.page() and "<p>Everything since then is undone with it." in bob.page()
    bob.do("grant", seat="two")
    after = ann.desk.game.table
    assert not attack_open(after) and after.units == before.units


def test_base_contact_takes_weapons_out_of_the_pool() -> None:
    """A chip that changes what may be used sends no weapons of before."""
    form = QueryDict("prompt=p&target=two.1&do=say fact engaged yes&weapon.ay/E-11 Blaster Rifle=4")
    said = declare(form)
    assert isinstance(said, Declare) and not said.weapons and said.facts == {"engaged": "yes"}


def test_the_same_form_twice_acts_once(phones) -> None:
    ann, _ = phones
    begun(ann)
    page = ann.page()
    form = {"do": "say", **asked(ann), **key_in(page)}
    answers = [ann.client.post(f"/game/{ann.game}/act", form, headers=HTMX) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    number = len(ann.desk.log)
    ann.client.post(f"/game/{ann.game}/act", form, headers=HTMX)
    assert len(ann.desk.log) == number and markup(answers[0])


def test_nobody_declares_or_defends_for_the_other(phones) -> None:
    ann, bob = phones
    bob.do(f"attack {ATTACKER} action", status=422, seat="two")
    begun(ann)
    sheet = asked(ann)
    bob.do("say", status=422, **{**sheet, "seat": "two"})
    bob.do("say", status=403, **{**sheet, "seat": "one"})
    eve = Phone()
    eve.game = ann.game
    answer = eve.client.post(f"/game/{ann.game}/act", {"do": "say", "key": "k", **sheet}, headers=HTMX)
    assert answer.status_code in (403, 404)


def test_the_result_is_entered_from_the_sheet_and_while_the_defender_decides(phones) -> None:
    ann, _ = phones
    page = begun(ann)
    assert "Just enter the result" in page
    ann.do("sum one", seat="one", **{"sum.wounds": "2", "sum.struck": "on"})
    assert unit(ann, TARGET).lost == 2 and unit(ann, TARGET).suppression == 1
    assert isinstance(step(ann), EndAttack)


@pytest.mark.parametrize("wounds", ["", "-1", "1e9", "999", "x" * 100, "\0"])
def test_a_sum_that_is_no_number_is_refused(phones, wounds: str) -> None:
    ann, _ = phones
    begun(ann)
    ann.do("sum one", status=422, seat="one", **{"sum.wounds": wounds})
    assert unit(ann, TARGET).lost == 0


def test_attacks_can_be_reminders_or_sums(phones) -> None:
    ann, _ = phones
    ann.do("attacks one remind", seat="one")
    page = begun(ann)
    assert "Dice are on the table." in page and "Impact" in page and "Just enter the result" in page
    ann.do("say", **asked(ann))
    assert not attack_open(ann.desk.game.table)
    ann.do("attacks one sum", seat="one")
    assert '<details class="typed" open' in begun(ann)


def test_own_dice_are_typed_by_colour_and_the_rest_is_blank() -> None:
    ann, bob = sat(dice="own")
    play_to(ann, f"{ATTACKER}.acts")
    begun(ann)
    page = ann.do("say", **asked(ann))
    assert 'name="pool.attack-black" value="5"' in page and "the rest counts as blank" in page
    typed = {"pool.attack-black": "5", "pool.attack-black.hit": "2", "pool.attack-black.critical": "1"}
    too_many = {**typed, "pool.attack-black.hit": "9"}
    ann.do("say", status=422, **asked(ann), **too_many, typed="on")
    ann.do("say", **asked(ann), **typed, typed="on")
    assert "Defence dice" in bob.page() or "defends" in bob.page()


def test_one_rolls_their_own_dice_and_the_other_lets_muster_roll(phones) -> None:
    ann, bob = phones
    assert "/remind" not in ann.page(), "this game resolves attacks"
    assert 'value="dice one own"' in ann.page() and 'value="dice two own"' not in ann.page()
    ann.do("dice one own", seat="one")
    begun(ann)
    page = ann.do("say", **asked(ann))
    assert 'name="pool.attack-black" value="5"' in page and "Enter these dice" in page
    typed = {"pool.attack-black": "5", "pool.attack-black.hit": "4"}
    ann.do("say", **asked(ann), **typed, typed="on")
    if isinstance(step(ann), RerollAttack):
        ann.do("say none", **asked(ann))
    if isinstance(step(ann), DefendAttack):
        bob.do("say", **asked(bob))
    assert isinstance(step(ann), EndAttack), "Bob's dice fell by themselves"


def test_a_score_game_reminds_of_what_works_in_an_attack() -> None:
    """No attack is begun in it; a page has the keywords of a pair in the order of their steps."""
    ann, bob = sat(level="score")
    assert "attack one." not in ann.page() and f"/game/{ann.game}/remind" in ann.page()
    page = ann.page(f"/remind?by={ATTACKER}&on=two.2&range=4")
    shown = page[page.index('class="account"') :]
    order = [shown.index(words) for words in ("Fixed: Front", "Cover 1", "Impact 2", "Armor 2")]
    assert order == sorted(order), "steps 2, 5, 6 of the attacker, 6 of the defender"
    assert f'value="{ATTACKER}" selected' in page and 'value="4" selected' in page
    assert f'value="{ATTACKER}"' in bob.page("/remind?by=nobody&on=x&range=99")


def test_a_row_shows_what_lies_on_a_card_with_cache(phones) -> None:
    """Both players see it, apart from what goes at the end of the round."""
    ann, bob = phones
    give(ann, ATTACKER, "cache-surge")
    assert "Cache: Surge 1" in ann.page() and "Cache: Surge 1" in bob.page()
