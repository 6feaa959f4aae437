"""How an event changes one dossier."""

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
from muster.rules.log import Event


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


def dossier_after(dossier: Dossier, event: Event) -> Dossier:  # noqa: PLR0911, PLR0912 - one line a kind
    """The dossier after an event about it; events that are not about it pass."""
    match event:
        case events.UnitNamed():
            return replace(dossier, name=event.name)
        case events.UpgradeAdded():
            return replace(dossier, upgrades=(*dossier.upgrades, event.upgrade))
        case events.UpgradeRemoved():
            return replace(dossier, upgrades=tuple(u for u in dossier.upgrades if u.id != event.upgrade))
        case events.ExperienceGained():
            return _gain_experience(dossier, event)
        case events.ExperienceCorrected():
            return _set_experience(dossier, event)
        case events.SetbackGained():
            return with_setback(dossier, event.setback, event.name)
        case events.SetbackRemoved():
            return without_setback(dossier, event.setback, event.count)
        case events.TraitGained():
            return replace(dossier, trait=Trait(event.trait, event.name, event.games, event.battle))
        case events.TraitAged():
            trait = dossier.trait if event.games_left > 0 else None
            return replace(dossier, trait=trait and replace(trait, games_left=event.games_left))
        case events.KeywordGained():
            return replace(dossier, keywords=(*dossier.keywords, Keyword(event.keyword, event.name)))
        case events.KeywordLost():
            return replace(dossier, keywords=tuple(k for k in dossier.keywords if k.id != event.keyword))
        case events.CommendationDue():
            due, high = dossier.awards_due + event.awards, dossier.high_allowed + event.high
            return replace(dossier, awards_due=due, high_allowed=high)
        case events.CommendationAwarded():
            award = Award(event.commendation, event.name, event.high, event.slots, event.keywords)
            due = max(0, dossier.awards_due - 1)
            return replace(dossier, commendations=(*dossier.commendations, award), awards_due=due)
        case events.AwardTaken():
            return _take_award(dossier, event)
        case events.AwardWaived(card=True):
            return replace(dossier, cards_due=max(0, dossier.cards_due - 1))
        case events.AwardWaived():
            return replace(dossier, awards_due=max(0, dossier.awards_due - 1))
        case events.ParagonCardUnlocked():
            cards = (*dossier.paragon_cards, ParagonCard(event.card, event.name, event.pips))
            return replace(dossier, paragon_cards=cards, cards_due=max(0, dossier.cards_due - 1))
        case events.MaximumRaised():
            return replace(dossier, maximum=event.maximum)
        case _:
            return dossier
