"""How the forms of an attack by the core rules become answers. A chip of its sheet tells one fact."""

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from django.http import QueryDict

from muster.rules.dice.faces import MOST_DICE, Die, Face, shorten_typed
from muster.rules.game import answers
from muster.rules.game.table import AttackMode
from muster.rules.violations import Source, refuse_if
from muster.web.forms import fields_under, whole_number, whole_text

WEAPON: Final = "weapon."
"""What the fields of weapons begin with."""
GUARDIAN: Final = "guardian."
"""What the fields of guardians begin with."""
CHANGES_POOL: Final = ("range", "attack_arc", "engaged", "target_engaged", "small")
"""Facts that change which weapons can be used: told anew, the pool is the best there is."""


def begin_attack(form: QueryDict) -> answers.BeginAttack:
    """The button names the unit, and why it attacks."""
    _, unit, why = (*_words(form), "", "")[:3]
    reasons = get_args(answers.BeginAttack.__annotations__["why"])
    known: Any = next((reason for reason in reasons if reason == why), "action")
    return answers.BeginAttack(unit=unit, why=known)


def react(form: QueryDict) -> answers.React:
    """Special Operations: a Standby is used, to move or to attack who acted."""
    _, unit, what = (*_words(form), "", "")[:3]
    return answers.React(unit=unit, what="move" if what == "move" else "attack")


def enter_sum(form: QueryDict) -> answers.EnterSum:
    """The result of an attack as it was on the table; what is no number is none there is."""
    wounds = whole_number(form.get("sum.wounds", ""))
    return answers.EnterSum(
        wounds=-1 if wounds is None else wounds, struck=form.get("sum.struck") == "on",
        aims=whole_number(form.get("sum.aims", "")) or 0,
        dodges=whole_number(form.get("sum.dodges", "")) or 0,
    )  # fmt: skip


def not_so(form: QueryDict) -> answers.NotSo:
    """The button names the seat and the fact."""
    return answers.NotSo(fact=(*_words(form), "", "", "")[2])


def set_attacks(form: QueryDict) -> answers.SetAttacks:
    """The button names the seat and the way."""
    return answers.SetAttacks(mode=mode_in((*_words(form), "", "", "")[2]))


def set_dice(form: QueryDict) -> answers.SetDice:
    """The button names the seat and the way."""
    return answers.SetDice(dice="own" if (*_words(form), "", "", "")[2] == "own" else "app")


def mode_in(text: str) -> AttackMode:
    """How attacks are resolved; in full unless it is one of the other ways."""
    return next((mode for mode in MODES if mode == text), "full")


def pool_in(form: QueryDict) -> tuple[str, ...]:
    """One's own dice, colour by colour, by the faces that are not blank: the rest of them is."""
    told = {name: whole_number(number) or 0 for name, number in fields_under(form, "pool.").items()}
    faces: list[str] = []
    for die in (die for die in Die if die.value in told):
        shown = [face for face in Face for _ in range(min(told.get(f"{die}.{face}", 0), MOST_DICE))]
        faces += map(str, shown)
        faces += [str(Face.BLANK)] * (min(told[die.value], MOST_DICE) - len(shown))
    return tuple(faces)


def tray_in(form: QueryDict, *, own: bool) -> tuple[tuple[Die, ...], tuple[str, ...]]:
    """Dice of the tray by their counts; one's own with the counts of their faces, of which each die has them
    all. Faces that stand on a phone for both are of whom Muster does not roll for."""
    counted = {die: whole_number(form.get(f"tray.{die}", "") or "0") for die in Die}
    wrong = [form.get(f"tray.{die}", "") for die, number in counted.items() if number is None]
    refuse_if(*(Source("core: dice").problem("dice.bad_count", given=shorten_typed(text)) for text in wrong))
    shown = ((face, whole_number(form.get(f"tray.{face}", "")) or 0) for face in Face)
    typed = (str(face) for face, number in shown for _ in range(min(number, MOST_DICE)))
    faces = tuple(typed)[:MOST_DICE] if own else ()
    refuse_if(Source("game").problem_if(own and not faces, "game.no_faces"))
    return tuple(die for die, number in counted.items() for _ in range(min(number or 0, 999))), faces


def guardian_in(form: QueryDict) -> dict[str, int]:
    """Which allies take how many Hits, in the order of the sheet."""
    told = fields_under(form, GUARDIAN)
    return {unit: whole_number(number) or 0 for unit, number in told.items() if number != "0"}


def declare(form: QueryDict) -> answers.AnyAnswer:
    """A target, a fact of the sheet, or the whole sheet and its roll; without a target another is chosen."""
    prompt, (_, what, *rest) = whole_text(form, "prompt"), (*_words(form), "")
    target = whole_text(form, "target")
    if what == "none":
        return answers.LeaveAttack(prompt=prompt)
    if what == "target":
        return answers.Declare(prompt=prompt, target=rest[0] if rest else "")
    facts = {rest[0]: " ".join(rest[1:]).strip()} if what == "fact" and len(rest) > 1 else {}
    return answers.Declare(
        prompt=prompt, target=target, facts=facts, then=THEN.get(what, "roll"),
        weapons={} if set(facts) & set(CHANGES_POOL) else _weapons(form),
        surges=whole_number(form.get("surges", "")),
    )  # fmt: skip


def _words(form: QueryDict) -> list[str]:
    return whole_text(form, "do").split(" ")


def _weapons(form: QueryDict) -> dict[str, int]:
    """How many minis use each weapon; what is no number is none that there is."""
    told = ((name, whole_number(number)) for name, number in fields_under(form, WEAPON).items())
    return {name: -1 if number is None else number for name, number in told}


THEN: Final[dict[str, Literal["look", "roll", "another"]]] = {"fact": "look", "another": "another"}
MODES: Final[tuple[AttackMode, ...]] = get_args(AttackMode)
BESIDE: Final[dict[str, Callable[[QueryDict], answers.AnyInput]]] = {
    "sum": enter_sum,
    "not-so": not_so,
    "attacks": set_attacks,
    "dice": set_dice,
}
"""What is said beside an open attack, or of how it is played; the first word behind the verb is the seat."""
SAYINGS: Final[dict[str, Callable[[QueryDict], answers.AnyAnswer]]] = {
    "declare": declare,
    "leave-attack": lambda form: answers.LeaveAttack(prompt=whole_text(form, "prompt")),
}
