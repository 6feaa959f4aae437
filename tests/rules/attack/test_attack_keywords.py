"""Each keyword that is counted or asked does in an attack what the rules say, and no other."""

import pytest

from muster.rules.attack.after import after_effects
from muster.rules.attack.facts import Facts, asked_of, can_be_backed_up
from muster.rules.attack.keywords import keyword_classes
from muster.rules.attack.targets import at_band
from muster.rules.attack.weapons import why_not
from muster.rules.cards import catalogue
from muster.rules.comparing.pools import reaches
from muster.rules.dice.questions import Guardian
from tests.rules.attack.pairs import asked, keyword, side, used, weapon

PLAIN = asked().question
TWO = weapon(), weapon()


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
    of_target("smoke-tokens", None, "cover", "light", smoke=True),
    of_target("dodge", None, "dodge", 1, tokens={"dodges": 1}),
    of_target("surge-token", None, "surges", 1, tokens={"surges": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("id", "made", "field", "expected"), FIELDS, ids=[row[0] for row in FIELDS])
def test_keyword(id, made, field, expected):
    assert getattr(made(), field) == expected


OTHERS = {}


def about(*ids):
    def register(test):
        OTHERS.update(dict.fromkeys(ids, test))
        return test

    return register


@about("high-velocity", "blast")
def test_blast_needs_one_weapon_of_the_pool_and_high_velocity_all():
    mixed = asked(pool=used(weapon(keyword("blast"), keyword("high-velocity")), weapon())).question.attack
    assert (mixed.blast, mixed.high_velocity) == (True, False)


@about("anti-material", "ground-vehicle", "repulsor-vehicle", "weak-point")
def test_vehicles_have_no_cover_from_terrain_and_weak_points():
    tank = side("AT-ST")
    pool = used(weapon(keyword("anti-material", 1), white=2))
    told = asked(target=tank, pool=pool, cover=2, target_arc=True).question
    assert told.defence.cover == "none" and (told.attack.black, told.attack.white) == (1, 1)
    weak = next(use for use in tank.keywords if use.id == "weak-point")
    assert told.attack.impact == int(str(weak.value)[0])
    speeder = next(card.id for card in catalogue().data.units if card.unit_type == "repulsor-vehicle")
    covered = side(speeder).value("cover")
    shown = asked(target=side(speeder), cover=2).question.defence
    assert shown.cover == ("none", "light", "heavy")[covered]


@about("jedi-hunter")
def test_a_jedi_hunter_turns_surges_against_the_force_alone():
    hunter = side("Rebel Troopers", gained=[keyword("jedi-hunter")])
    jedi = side("Luke Skywalker, Hero of the Rebellion")
    assert asked(hunter, jedi).question.attack.surge == "critical"
    assert asked(hunter).question.attack.surge == PLAIN.attack.surge


@about("death-from-above")
def test_from_higher_ground_cover_cancels_nothing():
    flyer = side("Rebel Troopers", gained=[keyword("death-from-above")])
    assert asked(flyer, cover=2, higher=True).question.defence.cover == "none"
    assert asked(flyer, cover=2).question.defence.cover == "heavy"


@about("guardian", "divine-influence")
def test_a_guardian_is_told_and_takes_part_in_ranged_attacks_alone():
    guards = (Guardian(takes=2), Guardian(takes=2, criticals=True))
    assert asked(guardians=guards).question.defence.guardians == guards
    assert asked(guardians=guards, **MELEE).question.defence.guardians == ()


@about("entourage", "retinue", "were-not-regs", "tod:compromised")
def test_backup_is_for_leading_troopers():
    """Who gives it (Corps, the named unit, a Retinue, nobody compromised) is told with the fact."""
    leader = side("Luke Skywalker, Hero of the Rebellion")
    assert can_be_backed_up(leader) and not can_be_backed_up(side("Rebel Troopers"))
    assert "backup" in {one.key for one in asked_of(side("Snowtroopers"), leader, (weapon(),), "ranged")}
    regs = side("Luke Skywalker, Hero of the Rebellion", gained=[keyword("were-not-regs")])
    assert not can_be_backed_up(regs)
    assert asked(target=leader, backup=True).question.defence.backup


@about("observe", "tod:behind-schedule")
def test_observation_tokens_on_the_target_reroll_dice():
    assert asked(target=side("Snowtroopers", observation=2)).question.attack.observation == 2


@about("arsenal", "tod:veteran-gunners", "reconfigure", "counterpart", "noncombatant", "sidearm")
def test_who_uses_which_weapon():
    """Arsenal 2: both weapons of the one mini join the pool."""
    walker = side("AT-ST")
    reaching = [each for each in walker.line.unit.weapons if reaches(each, 3)]
    two = at_band(walker, side("Rebel Troopers"), 3)
    assert walker.value("arsenal") == 2 and len(two.pool) == min(2, len(reaching))
    officer = side("Stormtroopers", "DLT-19 Stormtrooper")
    gun = at_band(officer, side("Rebel Troopers"), 3)
    assert sorted(each.minis for each in gun.pool) == [1, 4]


@about(
    "beam", "gunslinger", "area-weapon", "tod:scrambled", "tod:sheltered", "sentinel", "small", "versatile"
)
def test_what_changes_no_number_of_one_pool_is_classed_and_said():
    for id in ("beam", "gunslinger", "area-weapon", "small"):
        assert keyword_classes()[id].question
    for id in ("sentinel", "versatile", "tod:scrambled", "tod:sheltered"):
        assert keyword_classes()[id].effect


@about("my-mood-is-based-on-profit")
def test_x_of_a_card_that_reads_it_elsewhere_is_one_at_least():
    hondo = side(next(card.id for card in catalogue().data.units if card.name == "Hondo Ohnaka"))
    assert asked(target=hondo).question.defence.uncanny_luck == 1


@about("tod:conspicuous")
def test_conspicuous_brings_an_aim_against_leading_troopers():
    eager = side("Rebel Troopers", gained=[keyword("tod:conspicuous")])
    told = {"yes": frozenset({"tod:conspicuous"})}
    assert asked(eager, side("Luke Skywalker, Hero of the Rebellion"), **told).question.attack.aims == 1
    assert asked(eager, **told).question.attack.aims == 0


@about("immune-melee", "immune-range-1-weapons", "fixed", "long-shot")
def test_why_a_weapon_cannot_be_used():
    speeder = side("Snowtroopers", gained=[keyword("immune-melee"), keyword("immune-range-1-weapons")])
    assert why_not(weapon(near=0, far=0), speeder, Facts(band=0)) == "immune to melee"
    assert why_not(weapon(far=1), speeder, Facts(band=1)) == "immune to range 1 weapons"
    front = weapon(keyword("fixed", "Front"))
    assert why_not(front, side("Snowtroopers"), Facts(band=2, attack_arc=False)) == "not in its arc"
    far = weapon(keyword("long-shot"))
    assert why_not(far, side("Snowtroopers"), Facts(band=4)) == "out of range"
    told = Facts(band=4, yes=frozenset({"long-shot"}))
    assert why_not(far, side("Snowtroopers"), told) == ""
    aiming = side("Rebel Troopers", aims=1)
    assert asked(aiming, pool=used(far), band=4, yes=frozenset({"long-shot"})).question.attack.aims == 0


@about("incognito")
def test_an_incognito_unit_is_attacked_from_range_1_alone():
    hidden = side("Snowtroopers", gained=[keyword("incognito")])
    assert at_band(side("Rebel Troopers"), hidden, 2) is None
    assert at_band(side("Rebel Troopers"), hidden, 1)


AFTER = {
    "suppressive": ("target", "suppression", "always"), "overwhelm": ("target", "suppression", "aimed"),
    "poison": ("target", "poison", "wounded"), "immobilize": ("target", "immobilize", "wounded"),
    "cycle": ("attacker", "card stays exhausted", "always"), "ataru-mastery": ("attacker", "dodge", "always"),
    "swashbuckler": ("attacker", "dodge", "aimed"), "bounty": ("attacker", "victory point", "defeated"),
    "mandalorians-are-stronger-together": ("attacker", "dodge", "aimed"),
    "we-fight-for-our-family": ("attacker", "dodge for another unit", "always"),
    "tod:headhunters": ("attacker", "victory point", "defeated"),
    "tod:enemy-down": ("attacker", "experience", "defeated"),
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


@about("nimble", "victory-or-death", "ion", "tow-cable", "droid-trooper", "heavy-droid-trooper")
def test_what_follows_for_the_target():
    def kinds(target, *uses):
        found = after_effects(side("Rebel Troopers"), target, used(weapon(*uses)))
        return {(one.keyword, one.what) for one in found}

    nimble = side("Snowtroopers", gained=[keyword("nimble"), keyword("victory-or-death")])
    assert {("nimble", "dodge"), ("victory-or-death", "suppression for an aim or dodge")} <= kinds(nimble)
    droids, tank = side("B1 Battle Droids"), side("AT-ST")
    assert kinds(droids, keyword("ion", 1), keyword("poison", 1)) == {("ion", "ion")}
    assert {("ion", "ion"), ("tow-cable", "immobilize")} <= kinds(
        tank, keyword("ion", 1), keyword("tow-cable")
    )
    assert kinds(side("Snowtroopers"), keyword("ion", 1)) == set()


@about(
    "enrage",
    "leader",
    "heavy-weapon-team",
    "ion-token",
    "poison-token",
    "tod:sterner-stuff",
    "tod:implacable",
)
def test_what_the_game_settles_has_its_words():
    for id in ("enrage", "leader", "heavy-weapon-team", "ion-token", "poison-token", "tod:implacable"):
        assert keyword_classes()[id].effect
    assert keyword_classes()["tod:sterner-stuff"].question


def test_every_counted_and_asked_keyword_has_its_test():
    tested = {row[0] for row in FIELDS} | set(OTHERS) | set(AFTER)
    needed = {row.id for row in keyword_classes().values() if row.treatment in ("auto", "asked")}
    assert needed - tested == set() and tested - set(keyword_classes()) == set()
