"""What the attacker's keywords do to an attack."""

from muster.rules.attack.counting import Making, attacks, number
from muster.rules.cards.values import KeywordUse
from muster.rules.comparing.pools import reaches

SUMMED = ("critical", "impact", "pierce", "lethal", "ion", "precise", "sharpshooter")


@attacks(*SUMMED)
def summed(making: Making, use: KeywordUse) -> None:
    """Numbers add up, once for each weapon in the pool."""
    making.more(use.id, number(use))


@attacks("blast", "primitive", "marksman", "duelist", "makashi-mastery", "immune-deflect")
def switched_on(making: Making, use: KeywordUse) -> None:
    """One in the pool is enough (K4)."""
    making.attack[use.id.removesuffix("-mastery").replace("-", "_")] = True


@attacks("high-velocity")
def high_velocity(making: Making, use: KeywordUse) -> None:
    """Only if all weapons of the pool have it (K4)."""
    all_have = all(any(keyword.id == use.id for keyword in used.weapon.keywords) for used in making.pool)
    making.attack["high_velocity"] = all_have


@attacks("ram")
def ram(making: Making, use: KeywordUse) -> None:
    """After a full-speed move, or any move on a round base, X dice become Criticals."""
    round_base = "trooper" in making.attacker.types and "emplacement-trooper" not in making.attacker.types
    if making.facts.moved == "full" or (making.facts.moved == "yes" and round_base):
        making.more("ram", number(use))


@attacks("jedi-hunter")
def jedi_hunter(making: Making, _: KeywordUse) -> None:
    """Surges are Criticals against a unit with a Force slot."""
    if "force" in making.target.line.unit.slots:
        making.attack["surge"] = "critical"


@attacks("hold-the-line")
def hold_the_line(making: Making, _: KeywordUse) -> None:
    """While engaged surges hit."""
    if making.melee and making.attack["surge"] == "none":
        making.attack["surge"] = "hit"


@attacks("jarkai-mastery")
def jarkai(making: Making, _: KeywordUse) -> None:
    """In melee Dodges improve dice, if they are to be spent so."""
    if making.melee and making.told("jarkai-mastery"):
        making.attack["jarkai"] = making.attacker.tokens.dodges


@attacks("death-from-above")
def death_from_above(making: Making, _: KeywordUse) -> None:
    """From higher ground cover cancels nothing."""
    making.no_cover |= making.facts.higher


@attacks("complete-the-mission")
def complete_the_mission(making: Making, use: KeywordUse) -> None:
    """Against units near its token it has Critical 2."""
    if making.told(use.id):
        making.more("critical", 2)


@attacks("advanced-targeting")
def advanced_targeting(making: Making, use: KeywordUse) -> None:
    """One pool against this unit alone brings X Aims."""
    words = str(use.value).split()
    if making.told(use.id) and words and words[0].lower() in making.target.types:
        making.more("aims", int(words[-1]) if words[-1].isdecimal() else 1)


@attacks("tod:conspicuous")
def conspicuous(making: Making, use: KeywordUse) -> None:
    """Advanced Targeting 1 against Commander and Operative Troopers."""
    if making.told(use.id) and making.target.line.rank in ("commander", "operative"):
        making.more("aims", 1)


@attacks("vaapad-mastery")
def vaapad(making: Making, _: KeywordUse) -> None:
    """A white die for each wound it has, three at most."""
    making.more("white", min(3, making.attacker.lost))


@attacks("tod:embittered")
def embittered(making: Making, _: KeywordUse) -> None:
    """A white die for each Suppression it has."""
    making.more("white", making.attacker.tokens.suppression)


@attacks("tod:special-munitions", "tod:well-stocked")
def special_munitions(making: Making, _: KeywordUse) -> None:
    """Impact 1 for the pool it is used in; its two upgraded dice are those of the pool."""
    if making.told("tod:special-munitions"):
        making.more("impact", 1)


@attacks("long-shot")
def long_shot(making: Making, use: KeywordUse) -> None:
    """An Aim for one range more, once an attack."""
    far = any(
        any(keyword.id == use.id for keyword in used.weapon.keywords)
        and not reaches(used.weapon, making.facts.band)
        for used in making.pool
    )
    if far:
        making.attack["aims"] = max(0, making.attacker.tokens.aims + making.facts.lent_aims - 1)


@attacks("tod:marksmanship-badge")
def marksmanship_badge(making: Making, _: KeywordUse) -> None:
    """Precise 1."""
    making.more("precise", 1)


@attacks("tod:urban-assault-experts")
def urban_assault_experts(making: Making, _: KeywordUse) -> None:
    """Sharpshooter 1 against cover from terrain."""
    making.more("sharpshooter", int(making.facts.cover > 0))


@attacks("tod:battle-fatigue")
def battle_fatigue(making: Making, _: KeywordUse) -> None:
    """The opponent may remove a Hit for each of these."""
    making.more("fatigue", 1)


@attacks("clone-trooper", "exemplar", "cache")
def lent_to_attacker(making: Making, _: KeywordUse) -> None:
    """Tokens of others, as they are told; a Clone lends one an attack (K3)."""
    making.attack["aims"] = making.attacker.tokens.aims + making.facts.lent_aims
    making.attack["surges"] = making.attacker.tokens.surges + making.facts.lent_surges
