"""How an event changes one dossier."""

from typing import Final

from msgspec.structs import replace

from muster.rules.campaign.register import events
from muster.rules.campaign.register.dossier import (
    Award,
    Dossier,
    Keyword,
    ParagonCard,
    Trait,
    with_setback,
    without_setback,
)
from muster.rules.log import Changes, Event


def _gain_experience(dossier: Dossier, event: events.ExperienceGained) -> Dossier:
    return replace(
        dossier,
        experience=dossier.experience + event.amount,
        veteran_rank=max(dossier.veteran_rank, event.veteran_rank),
        awards_due=dossier.awards_due + event.new_ranks,
        cards_due=dossier.cards_due + event.new_ranks * dossier.paragon,
    )


def _set_experience(dossier: Dossier, event: events.ExperienceCorrected) -> Dossier:
    return replace(
        dossier,
        experience=event.experience,
        veteran_rank=event.veteran_rank,
        awards_due=max(0, dossier.awards_due + event.awards),
        cards_due=max(0, dossier.cards_due + event.awards * dossier.paragon),
    )


def _take_award(dossier: Dossier, event: events.AwardTaken) -> Dossier:
    return replace(
        dossier,
        commendations=tuple(
            commendation for commendation in dossier.commendations if commendation.id != event.commendation
        ),
        paragon_cards=tuple(card for card in dossier.paragon_cards if card.id != event.card),
    )


def reprice_dossier(dossier: Dossier, costs: dict[str, int]) -> Dossier:
    """The dossier with the points of another day (R25)."""
    upgrades = tuple(
        replace(upgrade, points=costs.get(upgrade.id, upgrade.points)) for upgrade in dossier.upgrades
    )
    return replace(dossier, points=costs.get(dossier.unit, dossier.points), upgrades=upgrades)


def _age_trait(dossier: Dossier, event: events.TraitAged) -> Dossier:
    trait = dossier.trait if event.games_left > 0 else None
    return replace(dossier, trait=trait and replace(trait, games_left=event.games_left))


def _owe_commendation(dossier: Dossier, event: events.CommendationDue) -> Dossier:
    due, high = dossier.awards_due + event.awards, dossier.high_allowed + event.high
    return replace(dossier, awards_due=due, high_allowed=high)


def _award_commendation(dossier: Dossier, event: events.CommendationAwarded) -> Dossier:
    award = Award(event.commendation, event.name, event.high, event.slots, event.keywords)
    due = max(0, dossier.awards_due - 1)
    return replace(dossier, commendations=(*dossier.commendations, award), awards_due=due)


def _waive_award(dossier: Dossier, event: events.AwardWaived) -> Dossier:
    if event.card:
        return replace(dossier, cards_due=max(0, dossier.cards_due - 1))
    return replace(dossier, awards_due=max(0, dossier.awards_due - 1))


def _unlock_card(dossier: Dossier, event: events.ParagonCardUnlocked) -> Dossier:
    cards = (*dossier.paragon_cards, ParagonCard(event.card, event.name, event.pips))
    return replace(dossier, paragon_cards=cards, cards_due=max(0, dossier.cards_due - 1))


CHANGES: Final = Changes[Dossier]()
"""How each kind of event changes a dossier."""
on = CHANGES.on
on(events.UnitNamed)(lambda now, event: replace(now, name=event.name))
on(events.UpgradeAdded)(lambda now, event: replace(now, upgrades=(*now.upgrades, event.upgrade)))
on(events.UpgradeRemoved)(
    lambda now, event: replace(now, upgrades=tuple(u for u in now.upgrades if u.id != event.upgrade))
)
on(events.ExperienceGained)(_gain_experience)
on(events.ExperienceCorrected)(_set_experience)
on(events.SetbackGained)(lambda now, event: with_setback(now, event.setback, event.name))
on(events.SetbackRemoved)(lambda now, event: without_setback(now, event.setback, event.count))
on(events.TraitGained)(
    lambda now, event: replace(now, trait=Trait(event.trait, event.name, event.games, event.battle))
)
on(events.TraitAged)(_age_trait)
on(events.KeywordGained)(
    lambda now, event: replace(now, keywords=(*now.keywords, Keyword(event.keyword, event.name)))
)
on(events.KeywordLost)(
    lambda now, event: replace(now, keywords=tuple(k for k in now.keywords if k.id != event.keyword))
)
on(events.CommendationDue)(_owe_commendation)
on(events.CommendationAwarded)(_award_commendation)
on(events.AwardTaken)(_take_award)
on(events.AwardWaived)(_waive_award)
on(events.ParagonCardUnlocked)(_unlock_card)
on(events.MaximumRaised)(lambda now, event: replace(now, maximum=event.maximum))


def dossier_after(dossier: Dossier, event: Event) -> Dossier:
    """The dossier after an event about it; events that are not about it pass."""
    return CHANGES.after(dossier, event)
