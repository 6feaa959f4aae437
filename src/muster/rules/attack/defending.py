"""What the target's keywords do to an attack."""

from muster.rules.attack.counting import QuestionDraft, number, target_keyword
from muster.rules.campaign.battle.wipe_them_out import shelter
from muster.rules.cards.values import KeywordUse

FIELDS = {
    "outmaneuver": "agile", "impervious": "impervious", "low-profile": "low_profile", "deflect": "deflect",
    "block": "block", "duelist": "duelist", "soresu-mastery": "soresu", "shien-mastery": "shien",
    "djem-so-mastery": "djem_so", "immune-pierce": "immune_pierce", "immune-blast": "immune_blast",
    "immune-melee-pierce": "immune_melee_pierce",
}  # fmt: skip


@target_keyword(*FIELDS)
def switch_on(draft: QuestionDraft, use: KeywordUse) -> None:
    """Keywords that have a field of their own in the defence."""
    draft.defence[FIELDS[use.id]] = True


@target_keyword("armor")
def armor(draft: QuestionDraft, use: KeywordUse) -> None:
    """Cancels up to X Hits, or all of them if it has no number."""
    if use.value is None or draft.defence.get("armour") == "all":
        draft.defence["armour"] = "all"
    else:
        draft.more_for_target("armour", number(use))


@target_keyword("cover")
def cover(draft: QuestionDraft, use: KeywordUse) -> None:
    """Cover is better by X."""
    draft.cover += number(use)


@target_keyword("uncanny-luck")
def uncanny_luck(draft: QuestionDraft, use: KeywordUse) -> None:
    """Rerolls up to X defence dice."""
    draft.more_for_target("uncanny_luck", number(use))


@target_keyword("danger-sense")
def danger_sense(draft: QuestionDraft, use: KeywordUse) -> None:
    """One more die for each Suppression token, up to X."""
    draft.more_for_target("danger_sense", min(number(use), draft.target.tokens.suppression))


@target_keyword("shielded", "shields", "tod:personal-shields")
def shields(draft: QuestionDraft, use: KeywordUse) -> None:
    """Active shields: X, unless some are known to be off."""
    active = draft.target.tokens.shields
    draft.more_for_target("shields", number(use) if active is None else 0)
    if active is not None:
        draft.defence["shields"] = active


@target_keyword("unconcerned")
def unconcerned(draft: QuestionDraft, _: KeywordUse) -> None:
    """No benefit from cover, except in wheel mode."""
    draft.defence["unconcerned"] = not draft.answered_yes("wheel-mode")


@target_keyword("wheel-mode")
def wheel_mode(draft: QuestionDraft, use: KeywordUse) -> None:
    """Cover 2 for the round, and no shields."""
    if draft.answered_yes(use.id):
        draft.cover += 2
        draft.defence["shields"] = 0


@target_keyword("weak-point")
def weak_point(draft: QuestionDraft, use: KeywordUse) -> None:
    """Attacked from the listed arc, the pool has Impact X."""
    if draft.facts.target_arc:
        draft.more("impact", number(use))


@target_keyword("ground-vehicle", "repulsor-vehicle")
def vehicle(draft: QuestionDraft, _: KeywordUse) -> None:
    """Never obscured: no cover from terrain."""
    draft.cover -= draft.facts.cover


@target_keyword("hold-the-line")
def hold_the_line(draft: QuestionDraft, _: KeywordUse) -> None:
    """While engaged defence surges block."""
    if draft.melee:
        draft.defence["surge"] = True


@target_keyword("complete-the-mission")
def complete_the_mission(draft: QuestionDraft, use: KeywordUse) -> None:
    """Near its token defence surges block."""
    if draft.answered_yes(use.id):
        draft.defence["surge"] = True


@target_keyword("vaapad-mastery")
def vaapad(draft: QuestionDraft, _: KeywordUse) -> None:
    """A white die for each wound it has suffered, up to three."""
    draft.more_for_target("extra_white", min(3, draft.target.lost))


@target_keyword("tod:strongpoint-expertise")
def strongpoint_expertise(draft: QuestionDraft, use: KeywordUse) -> None:
    """In its own territory cover dice are red."""
    draft.defence["dug_in"] = draft.answered_yes(use.id)


@target_keyword("tod:unity")
def unity(draft: QuestionDraft, use: KeywordUse) -> None:
    """Courage 1 higher near another Clone unit, so that it takes more to be Suppressed and gain cover."""
    draft.courage += bool(draft.courage) and draft.answered_yes(use.id)


@target_keyword("tod:expert-pilot")
def expert_pilot(draft: QuestionDraft, _: KeywordUse) -> None:
    """Outmaneuver."""
    draft.defence["agile"] = True


@target_keyword("tod:sheltered")
def sheltered(draft: QuestionDraft, _: KeywordUse) -> None:
    """Within half range of a Defensive Position: Cover 2, Low Profile, courage 1 higher (rule 61)."""
    given = shelter(completely_within_half_range=True)
    draft.cover += given.cover
    draft.defence["low_profile"] = given.low_profile
    draft.courage += given.courage if draft.courage else 0
