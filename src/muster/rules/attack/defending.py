"""What the target's keywords do to an attack."""

from muster.rules.attack.counting import Making, defends, number
from muster.rules.campaign.battle.wipe_them_out import shelter
from muster.rules.cards.values import KeywordUse

FIELDS = {
    "outmaneuver": "agile", "impervious": "impervious", "low-profile": "low_profile", "deflect": "deflect",
    "block": "block", "duelist": "duelist", "soresu-mastery": "soresu", "shien-mastery": "shien",
    "djem-so-mastery": "djem_so", "immune-pierce": "immune_pierce", "immune-blast": "immune_blast",
    "immune-melee-pierce": "immune_melee_pierce",
}  # fmt: skip


@defends(*FIELDS)
def switched_on(making: Making, use: KeywordUse) -> None:
    """Keywords that a defence knows by name."""
    making.defence[FIELDS[use.id]] = True


@defends("armor")
def armor(making: Making, use: KeywordUse) -> None:
    """Cancels up to X Hits, without a number all."""
    if use.value is None or making.defence.get("armour") == "all":
        making.defence["armour"] = "all"
    else:
        making.more_for_target("armour", number(use))


@defends("cover")
def cover(making: Making, use: KeywordUse) -> None:
    """Cover is better by X."""
    making.cover += number(use)


@defends("uncanny-luck")
def uncanny_luck(making: Making, use: KeywordUse) -> None:
    """Rerolls up to X defence dice."""
    making.more_for_target("uncanny_luck", number(use))


@defends("danger-sense")
def danger_sense(making: Making, use: KeywordUse) -> None:
    """A die more for each Suppression, X at most."""
    making.more_for_target("danger_sense", min(number(use), making.target.tokens.suppression))


@defends("shielded", "shields")
def shields(making: Making, use: KeywordUse) -> None:
    """Active shields; how many, may be told."""
    active = making.target.tokens.shields
    making.more_for_target("shields", number(use) if active is None else 0)
    if active is not None:
        making.defence["shields"] = active


@defends("unconcerned")
def unconcerned(making: Making, _: KeywordUse) -> None:
    """No benefit from cover, but in wheel mode."""
    making.defence["unconcerned"] = not making.told("wheel-mode")


@defends("wheel-mode")
def wheel_mode(making: Making, use: KeywordUse) -> None:
    """Cover 2 for the round, and no shields."""
    if making.told(use.id):
        making.cover += 2
        making.defence["shields"] = 0


@defends("weak-point")
def weak_point(making: Making, use: KeywordUse) -> None:
    """Attacked from the listed arc, the pool has Impact X."""
    if making.facts.target_arc:
        making.more("impact", number(use))


@defends("ground-vehicle", "repulsor-vehicle")
def vehicle(making: Making, _: KeywordUse) -> None:
    """Never obscured: no cover from terrain."""
    making.cover -= making.facts.cover


@defends("hold-the-line")
def hold_the_line(making: Making, _: KeywordUse) -> None:
    """While engaged defence surges block."""
    if making.melee:
        making.defence["surge"] = True


@defends("complete-the-mission")
def complete_the_mission(making: Making, use: KeywordUse) -> None:
    """Near its token defence surges block."""
    if making.told(use.id):
        making.defence["surge"] = True


@defends("vaapad-mastery")
def vaapad(making: Making, _: KeywordUse) -> None:
    """A white die for each wound it has, three at most."""
    making.more_for_target("extra_white", min(3, making.target.lost))


@defends("clone-trooper", "exemplar", "cache")
def lent_to_target(making: Making, _: KeywordUse) -> None:
    """Tokens of others, as they are told."""
    making.defence["dodge"] = making.target.tokens.dodges + making.facts.lent_dodges
    making.defence["surges"] = making.target.tokens.surges + making.facts.lent_blocks


@defends("tod:strongpoint-expertise")
def strongpoint_expertise(making: Making, use: KeywordUse) -> None:
    """In its own territory cover dice are red."""
    making.defence["dug_in"] = making.told(use.id)


@defends("tod:unity")
def unity(making: Making, use: KeywordUse) -> None:
    """Courage 1 higher near another Clone unit: Suppressed, and covered for it, later."""
    making.courage += bool(making.courage) and making.told(use.id)


@defends("tod:expert-pilot")
def expert_pilot(making: Making, _: KeywordUse) -> None:
    """Outmaneuver."""
    making.defence["agile"] = True


@defends("tod:personal-shields")
def personal_shields(making: Making, _: KeywordUse) -> None:
    """Shielded 1."""
    making.more_for_target("shields", 1)


@defends("tod:sheltered")
def sheltered(making: Making, _: KeywordUse) -> None:
    """Within half range of a Defensive Position: Cover 2, Low Profile, courage 1 higher (rule 61)."""
    given = shelter(completely_within_half_range=True)
    making.cover += given.cover
    making.defence["low_profile"] = given.low_profile
    making.courage += given.courage if making.courage else 0
