"""Each keyword that is counted or asked does in an attack what the rules say, and no other."""

import pytest

from muster.rules.attack.after import after_effects
from muster.rules.attack.keywords import keyword_classes
from tests.rules.attack import test_keyword_scenarios
from tests.rules.attack.pairs import asked, keyword, side, used, weapon


def of_attack(id, value=None, field=None, expected=None, **facts):
    """The attack's field with a keyword on the weapon."""
    return (
        id,
        lambda: asked(pool=used(weapon(keyword(id, value))), **facts).question.attack,
        field or id,
        expected,
    )


def of_unit(id, value=None, field=None, expected=None, *, tokens=None, lost=0, **facts):
    """The attack's field with a keyword of the attacking unit."""
    attacker = side("Rebel Troopers", gained=[keyword(id, value)], lost=lost, **(tokens or {}))
    return id, lambda: asked(attacker, **facts).question.attack, field or id, expected


def of_target(id, value=None, field=None, expected=None, *, tokens=None, lost=0, **facts):
    """The defence's field with a keyword of the target."""
    target = side("Snowtroopers", gained=[keyword(id, value)], lost=lost, **(tokens or {}))
    return id, lambda: asked(target=target, **facts).question.defence, field or id, expected


MELEE = {"band": 0, "kind": "melee"}
FIELDS = [
    # Numbers of weapons and units (attacker).
    of_attack("critical", 2, expected=2), of_attack("impact", 3, expected=3),
    of_attack("pierce", 2, expected=2),
    of_attack("lethal", 1, expected=1), of_attack("ion", 1, expected=1), of_attack("blast", expected=True),
    of_attack("high-velocity", field="high_velocity", expected=True), of_attack("primitive", expected=True),
    of_attack("immune-deflect", field="immune_deflect", expected=True),
    of_unit("precise", 1, expected=1), of_unit("sharpshooter", 1, expected=1),
    of_unit("marksman", expected=True),
    of_unit("duelist", expected=True), of_unit("makashi-mastery", field="makashi", expected=True),
    of_unit("jarkai-mastery", field="jarkai", expected=2, tokens={"dodges": 2},
            yes=frozenset({"jarkai-mastery"}), **MELEE),
    of_unit("advanced-targeting", "Trooper 2", "aims", 2, yes=frozenset({"advanced-targeting"})),
    of_unit("complete-the-mission", None, "critical", 2, yes=frozenset({"complete-the-mission"})),
    of_unit("hold-the-line", None, "surge", "hit", **MELEE),
    of_unit("vaapad-mastery", None, "white", 1 + 3, lost=4), of_attack("ram", 2, expected=2, moved="full"),
    of_unit("clone-trooper", None, "aims", 2, tokens={"aims": 1}, lent_aims=1),
    of_unit("exemplar", None, "aims", 3, tokens={"aims": 1}, lent_aims=2),
    of_unit("cache", None, "surges", 1, lent_surges=1),
    # Dice (4a).
    of_attack("cumbersome", None, "black", 0, moved="yes"),
    of_attack("assault", 1, "black", 1, band=1), of_attack("anti-personnel", 1, "black", 1),
    of_attack("spray", None, "white", 3, seen=3), of_attack("sniper-team", None, "sniper", True),
    of_attack("overrun", 1, "kind", "overrun", kind="overrun"),
    # Tours of Duty (attacker).
    of_unit("tod:special-munitions", None, "impact", 1, yes=frozenset({"tod:special-munitions"})),
    of_unit("tod:well-stocked", None, "impact", 1, yes=frozenset({"tod:special-munitions"})),
    of_unit("tod:one-in-a-million", None, "black", 1, yes=frozenset({"tod:one-in-a-million"})),
    of_unit("tod:lucky-shot", None, "black", 1, yes=frozenset({"tod:one-in-a-million"})),
    of_unit("tod:marksmanship-badge", None, "precise", 1),
    of_unit("tod:urban-assault-experts", None, "sharpshooter", 1, cover=1),
    of_unit("tod:battle-fatigue", None, "fatigue", 1),
    of_unit("tod:embittered", None, "white", 3, tokens={"suppression": 2}),
    # The target.
    of_target("armor", 2, "armour", 2), of_target("cover", 1, "cover", "light"),
    of_target("outmaneuver", None, "agile", True), of_target("impervious", expected=True),
    of_target("duelist", expected=True),
    of_target("complete-the-mission", None, "surge", True, yes=frozenset({"complete-the-mission"})),
    of_target("hold-the-line", None, "surge", True, **MELEE),
    of_target("vaapad-mastery", None, "extra_white", 3, lost=4),
    of_target("clone-trooper", None, "dodge", 1, lent_dodges=1),
    of_target("exemplar", None, "dodge", 3, tokens={"dodges": 1}, lent_dodges=2),
    of_target("cache", None, "surges", 1, lent_blocks=1),
    of_target("uncanny-luck", 2, "uncanny_luck", 2), of_target("low-profile", None, "low_profile", True),
    of_target("shielded", 2, "shields", 2), of_target("shields", 1, "shields", 1),
    of_target("deflect", expected=True), of_target("block", expected=True),
    of_target("danger-sense", 3, "danger_sense", 2, tokens={"suppression": 2}),
    of_target("soresu-mastery", None, "soresu", True), of_target("shien-mastery", None, "shien", True),
    of_target("djem-so-mastery", None, "djem_so", True), of_target("unconcerned", expected=True),
    of_target("immune-pierce", None, "immune_pierce", True),
    of_target("immune-blast", None, "immune_blast", True),
    of_target("immune-melee-pierce", None, "immune_melee_pierce", True),
    of_target("wheel-mode", None, "cover", "heavy", yes=frozenset({"wheel-mode"})),
    of_target("tod:strongpoint-expertise", None, "dug_in", True,
              yes=frozenset({"tod:strongpoint-expertise"})),
    of_target("tod:expert-pilot", None, "agile", True), of_target("tod:personal-shields", None, "shields", 1),
    of_target("tod:feats-of-valor", None, "cover", "none", tokens={"suppression": 1}),
    of_target("tod:hopeful", None, "cover", "none", tokens={"suppression": 1}),
    of_target("tod:unity", None, "cover", "none", tokens={"suppression": 1}, yes=frozenset({"tod:unity"})),
    of_target("tod:field-modifications", None, "left", 8),
    of_target("smoke-tokens", None, "cover", "light", smoke=1),
    of_target("smoke-tokens", None, "cover", "heavy", smoke=2),
    of_target("dodge", None, "dodge", 1, tokens={"dodges": 1}),
    of_target("surge-token", None, "surges", 1, tokens={"surges": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("id", "made", "field", "expected"), FIELDS, ids=[row[0] for row in FIELDS])
def test_keyword(id, made, field, expected):
    assert getattr(made(), field) == expected


AFTER = {
    "suppressive": ("target", "suppression", "always"), "overwhelm": ("target", "suppression", "rerolled"),
    "poison": ("target", "poison", "wounded"), "immobilize": ("target", "immobilize", "wounded"),
    "cycle": ("attacker", "card stays exhausted", "always"), "ataru-mastery": ("attacker", "dodge", "always"),
    "swashbuckler": ("attacker", "dodge", "aimed"), "bounty": ("attacker", "victory point", "defeated"),
    "mandalorians-are-stronger-together": ("attacker", "dodge", "aimed"),
    "we-fight-for-our-family": ("attacker", "dodge for another unit", "always"),
    "tod:headhunters": ("attacker", "victory point", "defeated"),
    "tod:enemy-down": ("attacker", "experience", "defeated"),
    "incognito": ("attacker", "incognito lost", "always"),
}  # fmt: skip
AFTER_OF_TARGET = {
    "nimble": ("target", "dodge", "dodged"), "tod:expert-pilot": ("target", "dodge", "dodged"),
    "ataru-mastery": ("target", "aim", "always"),
    "mandalorians-are-stronger-together": ("target", "aim", "dodged"),
    "victory-or-death": ("target", "suppression for an aim or dodge", "wounded"),
    "incognito": ("target", "incognito lost", "always"),
}  # fmt: skip


@pytest.mark.parametrize("id", AFTER)
def test_what_the_attackers_keyword_brings_afterwards(id):
    attacker, value = side("Rebel Troopers", gained=[keyword(id, 1)]), AFTER[id]
    found = [
        (one.who, one.what, one.when)
        for one in after_effects(attacker, side("Snowtroopers"), ())
        if one.keyword == id
    ]
    assert found == [value]


@pytest.mark.parametrize("id", AFTER_OF_TARGET)
def test_what_the_targets_keyword_brings_afterwards(id):
    target = side("Snowtroopers", gained=[keyword(id, 1)])
    found = [
        (each.who, each.what, each.when)
        for each in after_effects(side("AT-ST"), target, ())
        if each.keyword == id
    ]
    assert found == [AFTER_OF_TARGET[id]]


def test_every_counted_and_asked_keyword_has_a_test_named_after_it():
    """A row of the tables above, or a function of the scenarios."""
    named = {row[0] for row in FIELDS} | set(AFTER)
    needed = {row.id for row in keyword_classes().values() if row.treatment in ("auto", "asked")}
    functions = {id for id in needed if hasattr(test_keyword_scenarios, function_name(id))}
    assert needed - named - functions == set()
    assert named - set(keyword_classes()) == set()


def function_name(id):
    return f"test_{id.removeprefix('tod:').replace('-', '_')}"
