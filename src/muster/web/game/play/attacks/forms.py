"""How the forms of an attack by the core rules become answers. A chip of its sheet tells one fact."""

from collections.abc import Callable
from typing import Any, Final, get_args

from django.http import QueryDict

from muster.rules.game import answers
from muster.web.forms import fields_under, whole_number, whole_text

WEAPON: Final = "weapon."
"""What the fields of weapons begin with."""
CHANGES_POOL: Final = ("range", "attack_arc")
"""Facts that change which weapons can be used: told anew, the pool is the best there is."""


def begin_attack(form: QueryDict) -> answers.BeginAttack:
    """The button names the unit, and why it attacks."""
    _, unit, why = (*_words(form), "", "")[:3]
    reasons = get_args(answers.BeginAttack.__annotations__["why"])
    known: Any = next((reason for reason in reasons if reason == why), "action")
    return answers.BeginAttack(unit=unit, why=known)


def declare(form: QueryDict) -> answers.AnyAnswer:
    """A target, a fact of the sheet, or the whole sheet and its roll; without a target another is chosen."""
    prompt, (_, what, *rest) = whole_text(form, "prompt"), (*_words(form), "")
    target = whole_text(form, "target")
    if what == "none":
        return answers.LeaveAttack(prompt=prompt)
    if what == "target":
        return answers.Declare(prompt=prompt, target=rest[0] if rest else "")
    facts = {rest[0]: rest[1]} if what == "fact" and len(rest) > 1 else {}
    return answers.Declare(
        prompt=prompt, target=target, facts=facts, then="look" if what == "fact" else "roll",
        weapons={} if set(facts) & set(CHANGES_POOL) else _weapons(form),
        surges=whole_number(form.get("surges", "")),
    )  # fmt: skip


def _words(form: QueryDict) -> list[str]:
    return whole_text(form, "do").split(" ")


def _weapons(form: QueryDict) -> dict[str, int]:
    """How many minis use each weapon; what is no number is none that there is."""
    told = ((name, whole_number(number)) for name, number in fields_under(form, WEAPON).items())
    return {name: -1 if number is None else number for name, number in told}


SAYINGS: Final[dict[str, Callable[[QueryDict], answers.AnyAnswer]]] = {
    "declare": declare,
    "leave-attack": lambda form: answers.LeaveAttack(prompt=whole_text(form, "prompt")),
}
