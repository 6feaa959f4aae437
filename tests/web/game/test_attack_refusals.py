"""An attack in which somebody says what cannot be, comes too late, or not at all: refused with its reason, or
resolved, and nothing is done by halves."""

import pytest

from muster.rules.game.log.events import UnitChanged
from muster.rules.game.steps.attacks import DeclareAttack, DefendAttack, EndAttack, RerollAttack
from tests.web.attack_phones import ATTACKER, TARGET, asked, begun, give, resolved, step, unit
from tests.web.game_phones import Phone, happens, play_to, sat

pytestmark = pytest.mark.django_db
BLACK = {"pool.attack-black": "5"}


@pytest.fixture
def phones() -> list[Phone]:
    ann, bob = sat()
    play_to(ann, f"{ATTACKER}.acts")
    return [ann, bob]


def refused(page: str) -> str:
    """What stands in the box above the prompt."""
    start = page.index('class="game-refused"')
    return page[start : page.index("</div>", start)]


def until_the_defender_decides(ann: Phone) -> None:
    """Five Hits of the attacker's own dice, and the sheet of the defender is open."""
    ann.do("dice one own", seat="one")
    begun(ann)
    ann.do("say", **asked(ann))
    ann.do("say", **asked(ann), **BLACK, **{"pool.attack-black.hit": "5"}, typed="on")
    if isinstance(step(ann), RerollAttack):
        ann.do("say none", **asked(ann))
    assert isinstance(step(ann), DefendAttack)


@pytest.mark.parametrize(
    "faces",
    [
        {"pool.attack-black.block": "1"},
        {"pool.attack-black.hit": "6"},
        {"pool.attack-black.hit": "3", "pool.attack-black.surge": "3"},
        {"pool.attack-black": "9"},
        {"pool.attack-red": "5", "pool.attack-red.hit": "5"},
        {"pool.attack-black": "0"},
    ],
    ids=["a face of another die", "more than dice", "more together", "more dice", "another colour", "none"],
)
def test_faces_that_cannot_be_are_refused_and_nothing_falls(faces: dict[str, str]) -> None:
    ann, _ = sat(dice="own")
    play_to(ann, f"{ATTACKER}.acts")
    begun(ann)
    ann.do("say", **asked(ann))
    before = ann.desk.game
    page = ann.do("say", status=422, **asked(ann), **{**BLACK, **faces}, typed="on")
    assert len(refused(page)) > 100 and ann.desk.game == before
    ann.do("say", **asked(ann), **BLACK, **{"pool.attack-black.hit": "5"}, typed="on")
    assert ann.desk.game != before, "what can be is taken"


def test_a_target_that_left_is_chosen_anew(phones: list[Phone]) -> None:
    """It is defeated while the sheet is open: the old sheet is refused, the page offers those that stand."""
    ann, bob = phones
    begun(ann)
    old = asked(ann)
    bob.do(f"defeat {TARGET}", seat="two")
    page = ann.do("say", status=422, **old)
    assert "no longer asked" in refused(page)
    assert isinstance(step(ann), DeclareAttack) and not step(ann).target  # type: ignore[attr-defined]
    page = ann.page()
    assert f'value="say target {TARGET}"' not in page and 'value="say target two.1"' in page


def test_a_target_that_left_after_the_dice_ends_the_attack(phones: list[Phone]) -> None:
    ann, bob = phones
    until_the_defender_decides(ann)
    bob.do(f"defeat {TARGET}", seat="two")
    assert not isinstance(step(ann), DefendAttack) and not resolved(ann)
    assert "End activation" in ann.page()


def test_a_fact_is_denied_too_late(phones: list[Phone]) -> None:
    ann, bob = phones
    begun(ann)
    ann.do("say fact cover heavy", **asked(ann))
    assert 'value="not-so two cover"' in bob.page()
    ann.do("say", **asked(ann))
    lies = ann.desk.game
    page = bob.do("not-so two cover", status=422, seat="two")
    assert "can’t be denied now" in refused(page) and ann.desk.game == lies


def test_a_roll_after_a_denial_is_refused_until_the_fact_is_told_again(phones: list[Phone]) -> None:
    """The attacker's phone still shows the sheet of before."""
    ann, bob = phones
    begun(ann)
    ann.do("say fact cover heavy", **asked(ann))
    stale = asked(ann)
    bob.do("not-so two cover", seat="two")
    ann.do("say", status=422, **stale)
    page = ann.do("say", status=422, **asked(ann))
    assert "doesn’t see it so" in refused(page)
    ann.do("say fact cover heavy", **asked(ann))
    ann.do("say", **asked(ann))
    assert not isinstance(step(ann), DeclareAttack)


def test_an_absent_defender_holds_nobody_up(phones: list[Phone]) -> None:
    """The attacker is told who decides, may enter the result instead, and a late answer does nothing more."""
    ann, bob = phones
    until_the_defender_decides(ann)
    waits, late, dodges = ann.page(), asked(bob), unit(ann, TARGET).tokens["dodge"]
    assert "Just enter the result" in waits and "Bob" in waits
    assert isinstance(step(ann), DefendAttack), "a look changes nothing"
    ann.do("sum one", seat="one", **{"sum.wounds": "1", "sum.struck": "on", "sum.dodges": "1"})
    assert isinstance(step(ann), EndAttack) and unit(ann, TARGET).lost == 1
    assert unit(ann, TARGET).tokens.get("dodge", 0) == dodges - 1
    log = len(ann.desk.log)
    page = bob.do("say", status=422, **late, dodges="1")
    assert "no longer asked" in refused(page) and len(ann.desk.log) == log
    assert len(resolved(ann)) == 1


def test_a_sum_is_entered_once_where_the_defender_was_quicker(phones: list[Phone]) -> None:
    ann, bob = phones
    until_the_defender_decides(ann)
    bob.do("say", **asked(bob), dodges="0")
    after = ann.desk.game
    page = ann.do("sum one", status=422, seat="one", **{"sum.wounds": "2"})
    assert "no attack on its way" in refused(page) and ann.desk.game == after


def test_after_dice_the_whole_attack_is_asked_back_and_comes_with_the_same_dice(phones: list[Phone]) -> None:
    """Not freely; once it is granted the same pool falls as it fell."""
    ann, bob = phones
    begun(ann)
    ann.do("say", **asked(ann))
    fell = faces(ann)
    page = ann.page("/log")
    asks = page[page.index('value="ask ') + 7 :].partition('"')[0]
    ann.do(asks.replace("ask", "back"), status=422, seat="one")
    ann.do(asks, seat="one")
    bob.do("grant", seat="two")
    begun(ann)
    ann.do("say", **asked(ann))
    assert faces(ann) == fell


def faces(phone: Phone) -> object:
    """The dice of the attack that lie last."""
    table = phone.desk.game.table
    return getattr(table.todo[-1], "known", {}).get("faces")


def test_a_token_that_is_gone_meanwhile_is_not_spent(phones: list[Phone]) -> None:
    """The Aim is taken away by the unit's tools while the sheet is open."""
    ann, _ = phones
    give(ann, ATTACKER, "aim")
    begun(ann)
    happens(ann, UnitChanged(unit=ATTACKER, what="aim", by=-1))
    ann.do("say", **asked(ann))
    assert 'value="aim 1 ?' not in ann.page() and unit(ann, ATTACKER).tokens.get("aim", 0) == 0
