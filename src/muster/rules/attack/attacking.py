"""What the attacker's keywords do to an attack."""

from typing import Final

from muster.rules.attack.counting import QuestionDraft, attacker_keyword, number
from muster.rules.attack.weapons import takes_an_aim
from muster.rules.cards.values import KeywordUse

NOTCHED_BASES: Final = frozenset(("creature-trooper", "emplacement-trooper", "vehicle"))
"""Unit types on notched bases (core rulebook, pages 5 and 39)."""
SUMMED = ("critical", "impact", "pierce", "lethal", "ion", "precise", "sharpshooter")


@attacker_keyword(*SUMMED)
def add_number(draft: QuestionDraft, use: KeywordUse) -> None:
    """Numbers add up, once for each weapon in the pool."""
    draft.more(use.id, number(use))


@attacker_keyword("blast", "primitive", "marksman", "duelist", "makashi-mastery", "immune-deflect")
def switch_on(draft: QuestionDraft, use: KeywordUse) -> None:
    """One weapon in the pool with it is enough (K4)."""
    draft.attack[use.id.removesuffix("-mastery").replace("-", "_")] = True


@attacker_keyword("high-velocity")
def high_velocity(draft: QuestionDraft, use: KeywordUse) -> None:
    """Only if all weapons of the pool have it (K4)."""
    all_have = all(any(keyword.id == use.id for keyword in used.weapon.keywords) for used in draft.pool)
    draft.attack["high_velocity"] = all_have


@attacker_keyword("ram")
def ram(draft: QuestionDraft, use: KeywordUse) -> None:
    """After a full-speed move, or any move on a round base, X dice become Criticals."""
    notched = NOTCHED_BASES.intersection(draft.attacker.types)
    if draft.facts.moved == "full" or (draft.facts.moved == "yes" and not notched):
        draft.more("ram", number(use))


@attacker_keyword("jedi-hunter")
def jedi_hunter(draft: QuestionDraft, _: KeywordUse) -> None:
    """Surges are Criticals against a unit with a Force slot."""
    if "force" in draft.target.line.unit.slots:
        draft.attack["surge"] = "critical"


@attacker_keyword("hold-the-line")
def hold_the_line(draft: QuestionDraft, _: KeywordUse) -> None:
    """While engaged surges hit."""
    if draft.melee and draft.attack["surge"] == "none":
        draft.attack["surge"] = "hit"


@attacker_keyword("jarkai-mastery")
def jarkai(draft: QuestionDraft, _: KeywordUse) -> None:
    """In melee, Dodges improve dice if the player wants to spend them that way."""
    if draft.melee and draft.answered_yes("jarkai-mastery"):
        draft.attack["jarkai"] = draft.attacker.tokens.dodges


@attacker_keyword("death-from-above")
def death_from_above(draft: QuestionDraft, _: KeywordUse) -> None:
    """From higher ground cover cancels nothing."""
    draft.no_cover |= draft.facts.higher


@attacker_keyword("complete-the-mission")
def complete_the_mission(draft: QuestionDraft, use: KeywordUse) -> None:
    """Against units near its token it has Critical 2."""
    if draft.answered_yes(use.id):
        draft.more("critical", 2)


@attacker_keyword("advanced-targeting")
def advanced_targeting(draft: QuestionDraft, use: KeywordUse) -> None:
    """X Aims, if all weapons form one pool against this unit."""
    words = str(use.value).split()
    if draft.answered_yes(use.id) and words and words[0].lower() in draft.target.types:
        draft.more("aims", int(words[-1]) if words[-1].isdecimal() else 1)


@attacker_keyword("tod:conspicuous")
def conspicuous(draft: QuestionDraft, use: KeywordUse) -> None:
    """Advanced Targeting 1 against Commander and Operative Troopers."""
    if draft.answered_yes(use.id) and draft.target.line.rank in ("commander", "operative"):
        draft.more("aims", 1)


@attacker_keyword("vaapad-mastery")
def vaapad(draft: QuestionDraft, _: KeywordUse) -> None:
    """A white die for each wound it has suffered, up to three."""
    draft.more("white", min(3, draft.attacker.lost))


@attacker_keyword("tod:embittered")
def embittered(draft: QuestionDraft, _: KeywordUse) -> None:
    """A white die for each Suppression it has."""
    draft.more("white", draft.attacker.tokens.suppression)


@attacker_keyword("tod:special-munitions", "tod:well-stocked")
def special_munitions(draft: QuestionDraft, _: KeywordUse) -> None:
    """Impact 1 for the pool it is used in; the two dice it upgrades are counted with the pool."""
    if draft.answered_yes("tod:special-munitions"):
        draft.more("impact", 1)


@attacker_keyword("long-shot")
def long_shot(draft: QuestionDraft, _: KeywordUse) -> None:
    """Spends an Aim, once an attack, to reach one range further."""
    if takes_an_aim(draft.pool, draft.facts):
        draft.attack["aims"] = max(0, draft.attacker.tokens.aims + draft.facts.lent_aims - 1)


@attacker_keyword("tod:marksmanship-badge")
def marksmanship_badge(draft: QuestionDraft, _: KeywordUse) -> None:
    """Precise 1."""
    draft.more("precise", 1)


@attacker_keyword("tod:urban-assault-experts")
def urban_assault_experts(draft: QuestionDraft, _: KeywordUse) -> None:
    """Sharpshooter 1 against cover from terrain."""
    draft.more("sharpshooter", int(draft.facts.cover > 0))


@attacker_keyword("tod:battle-fatigue")
def battle_fatigue(draft: QuestionDraft, _: KeywordUse) -> None:
    """The opponent may remove one Hit for each copy."""
    draft.more("fatigue", 1)
