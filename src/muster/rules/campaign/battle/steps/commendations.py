"""Step 6: commendations and Paragon cards for new veteran ranks (rules 84, 86, 166, 222 to 257, 273, 274)."""

from muster.rules.campaign.battle.steps.side import SideContext, Turn, not_now, unit_facts
from muster.rules.campaign.register import events
from muster.rules.campaign.register.commendations import award_objections, awardable, grants_for
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import problem, problem_if
from muster.rules.violations import Refused, Violation, refuse_if, require


def choices(seat: SideContext, dossier: Dossier) -> tuple[str, ...]:
    """The commendations this unit may be awarded now."""
    return tuple(
        commendation.id for commendation in awardable(unit_facts(seat, dossier), seat.arc.id, seat.library)
    )


def cards_left(seat: SideContext, dossier: Dossier) -> tuple[str, ...]:
    """The Paragon cards not unlocked yet."""
    held = {card.id for card in dossier.paragon_cards}
    return tuple(card for card in seat.library.paragon_cards if card not in held)


def _require_awardable(seat: SideContext, dossier_id: str) -> Dossier:
    """A Lauded Paragon chooses at once, in step 2; all others in step 6."""
    dossier = seat.register.dossier(dossier_id)
    lauded = any(held.id == "lauded" for held in dossier.keywords)
    refuse_if(not_now(seat, 6, 2) if lauded else not_now(seat, 6))
    return dossier


def decide_commendation(
    seat: SideContext, dossier_id: str, commendation_id: str, *, raise_own: bool = False
) -> Turn:
    """One commendation for each new rank (rule 166; ambiguity 28), its requirements met (222 to 257).

    `raise_own`: Self-Sufficient raises a keyword the unit has instead of granting it (rule 244).
    """
    dossier = _require_awardable(seat, dossier_id)
    given = commendation_id[:60]
    found = require(
        seat.library.commendations.get(commendation_id),
        problem("sequence.no_commendation", (given,), 223, given=given),
    )
    facts = unit_facts(seat, dossier)
    refuse_if(
        problem_if(not dossier.awards_due, "sequence.no_award_due", (dossier_id,), 166, unit=dossier.called),
        *award_objections(found, facts, seat.arc.id, seat.library),
    )
    grants = grants_for(found, facts, raise_own)
    keywords = tuple(use.id for use in grants.keywords)
    event = events.CommendationAwarded(
        dossier_id, found.id, found.name, found.high, grants.slots, keywords, seat.battle.id
    )
    return Turn((), (event,))


def decide_paragon_card(seat: SideContext, dossier_id: str, card_id: str) -> Turn:
    """One Paragon card for each new rank of the Paragon (rules 273, 274); an empty card takes none."""
    dossier = seat.register.dossier(dossier_id)
    refuse_if(
        not_now(seat, 6),
        problem_if(not dossier.cards_due, "sequence.no_card_due", (dossier_id,), 273, unit=dossier.called),
    )
    if not card_id:
        return Turn((), (events.AwardWaived(dossier_id, card=True),))
    if card_id not in cards_left(seat, dossier):
        given = card_id[:60]
        raise Refused(problem("sequence.no_card", (given,), 273, given=given))
    card = seat.library.paragon_cards[card_id]
    return Turn((), (events.ParagonCardUnlocked(dossier_id, card.id, card.name, card.pips),))


def decide_waive(seat: SideContext, dossier_id: str) -> Turn:
    """Let an award go when no commendation can be awarded."""
    dossier = _require_awardable(seat, dossier_id)
    refuse_if(
        problem_if(not dossier.awards_due, "sequence.no_award_due", (dossier_id,), 166, unit=dossier.called),
        problem_if(choices(seat, dossier), "sequence.award_open", (dossier_id,), 166, unit=dossier.called),
    )
    return Turn((), (events.AwardWaived(dossier_id),))


def award_problems(seat: SideContext) -> list[Violation]:
    """What step 6 still asks for: awards, Paragon cards, names from VR 1 on (rule 84)."""
    found = []
    for other in seat.register.dossiers:
        if other.awards_due:
            found.append(
                problem("sequence.award_first", (other.id,), 166, unit=other.called, count=other.awards_due)
            )
        if other.cards_due and cards_left(seat, other):
            found.append(problem("sequence.card_first", (other.id,), 273, unit=other.called))
        if other.needs_name:
            found.append(problem("register.needs_name", (other.id,), 84, unit=other.unit_name))
    return found
