"""What follows an attack, as data: who gets what, when, by which keyword, and whether it is certain."""

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from muster.rules.attack.counting import number
from muster.rules.attack.keywords import Treatment, keyword_classes
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool
from muster.rules.cards.values import KeywordUse

When = Literal["always", "wounded", "rerolled", "aimed", "dodged", "defeated"]


class After(NamedTuple):
    """One thing that follows: for whom, what and how many, by which keyword, and when: always, if the target
    was wounded or defeated, if an Aim was spent on rerolls or on anything, if a Dodge was spent."""

    who: Literal["attacker", "target"]
    what: str
    many: int
    keyword: str
    when: When
    treatment: Treatment


class _Rule(NamedTuple):
    who: Literal["attacker", "target"]
    what: str
    when: When
    fits: Callable[[Side], bool] = lambda _: True
    counts: bool = False


def _is_droid_or_vehicle(side: Side) -> bool:
    return "droid-trooper" in side.types or "vehicle" in side.types


def _is_living_trooper(side: Side) -> bool:
    return "trooper" in side.types and "droid-trooper" not in side.types


OF_ATTACKER: Final = {
    "suppressive": _Rule("target", "suppression", "always"),
    "overwhelm": _Rule("target", "suppression", "rerolled"),
    "ion": _Rule("target", "ion", "wounded", _is_droid_or_vehicle, counts=True),
    "poison": _Rule("target", "poison", "wounded", _is_living_trooper, counts=True),
    "immobilize": _Rule("target", "immobilize", "wounded", counts=True),
    "tow-cable": _Rule("target", "immobilize", "wounded", lambda side: "vehicle" in side.types),
    "scatter": _Rule("target", "miniatures placed", "always", lambda side: "trooper" in side.types),
    "cycle": _Rule("attacker", "card stays exhausted", "always"),
    "ataru-mastery": _Rule("attacker", "dodge", "always"),
    "swashbuckler": _Rule("attacker", "dodge", "aimed"),
    "mandalorians-are-stronger-together": _Rule("attacker", "dodge", "aimed"),
    "we-fight-for-our-family": _Rule("attacker", "dodge for another unit", "always"),
    "bounty": _Rule("attacker", "victory point", "defeated"),
    "tod:headhunters": _Rule("attacker", "victory point", "defeated"),
    "tod:enemy-down": _Rule("attacker", "experience", "defeated"),
    "incognito": _Rule("attacker", "incognito lost", "always"),
}
OF_TARGET: Final = {
    "nimble": _Rule("target", "dodge", "dodged"),
    "tod:expert-pilot": _Rule("target", "dodge", "dodged"),
    "ataru-mastery": _Rule("target", "aim", "always"),
    "mandalorians-are-stronger-together": _Rule("target", "aim", "dodged"),
    "victory-or-death": _Rule("target", "suppression for an aim or dodge", "wounded"),
    "incognito": _Rule("target", "incognito lost", "always"),
}


def after_effects(attacker: Side, target: Side, pool: Pool) -> tuple[After, ...]:
    """Everything that may follow this attack, the attacker's keywords first."""
    on_weapons = [use for used in pool for use in used.weapon.keywords]
    found = {
        (effect.who, effect.what, effect.keyword): effect
        for effect in (
            *_effects_of(
                OF_ATTACKER, {use.id: use for use in (*attacker.keywords, *on_weapons)}, attacker, target
            ),
            *_effects_of(OF_TARGET, {use.id: use for use in target.keywords}, attacker, target),
        )
    }
    return (*found.values(), *_vehicle_damage(target))


def _effects_of(
    rules: dict[str, _Rule], uses: dict[str, KeywordUse], attacker: Side, target: Side
) -> Iterator[After]:
    for keyword, use in uses.items():
        rule = rules.get(keyword)
        if rule is None or not rule.fits(target if rule.who == "target" else attacker):
            continue
        row = keyword_classes()[keyword]
        treatment = "auto" if row.treatment == "none" else row.treatment
        yield After(rule.who, rule.what, number(use) if rule.counts else 1, keyword, rule.when, treatment)


def _vehicle_damage(target: Side) -> Iterator[After]:
    """A vehicle whose wounds reach its Resilience gains a damage token."""
    if target.line.unit.resilience:
        yield After("target", "vehicle damage", 1, "ground-vehicle", "wounded", "auto")
