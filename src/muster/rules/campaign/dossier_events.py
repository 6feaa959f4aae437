"""How an event changes one dossier."""

from msgspec.structs import replace

from muster.rules.campaign import events as e
from muster.rules.campaign.dossier import (
    Award,
    Dossier,
    Keyword,
    ParagonCard,
    Trait,
    with_setback,
    without_setback,
)
from muster.rules.log import Event


def _experienced(dossier: Dossier, said: e.ExperienceGained) -> Dossier:
    return replace(
        dossier,
        experience=dossier.experience + said.amount,
        veteran_rank=max(dossier.veteran_rank, said.veteran_rank),
        awards_due=dossier.awards_due + said.new_ranks,
        cards_due=dossier.cards_due + said.new_ranks * dossier.paragon,
    )


def _experience_set(dossier: Dossier, said: e.ExperienceCorrected) -> Dossier:
    return replace(
        dossier,
        experience=said.experience,
        veteran_rank=said.veteran_rank,
        awards_due=max(0, dossier.awards_due + said.awards),
        cards_due=max(0, dossier.cards_due + said.awards * dossier.paragon),
    )


def _aged(dossier: Dossier, said: e.TraitAged) -> Dossier:
    if dossier.trait is None or said.games_left <= 0:
        return replace(dossier, trait=None)
    return replace(dossier, trait=replace(dossier.trait, games_left=said.games_left))


def _awarded(dossier: Dossier, said: e.CommendationAwarded) -> Dossier:
    award = Award(said.commendation, said.name, said.high, said.slots, said.keywords)
    due = max(0, dossier.awards_due - 1)
    return replace(dossier, commendations=(*dossier.commendations, award), awards_due=due)


def _waived(dossier: Dossier, said: e.AwardWaived) -> Dossier:
    if said.card:
        return replace(dossier, cards_due=max(0, dossier.cards_due - 1))
    return replace(dossier, awards_due=max(0, dossier.awards_due - 1))


def _unlocked(dossier: Dossier, said: e.ParagonCardUnlocked) -> Dossier:
    card = ParagonCard(said.card, said.name, said.pips)
    due = max(0, dossier.cards_due - 1)
    return replace(dossier, paragon_cards=(*dossier.paragon_cards, card), cards_due=due)


def repriced(dossier: Dossier, costs: dict[str, int]) -> Dossier:
    """The dossier with the points of another day (R25)."""
    upgrades = tuple(replace(one, points=costs.get(one.id, one.points)) for one in dossier.upgrades)
    return replace(dossier, points=costs.get(dossier.unit, dossier.points), upgrades=upgrades)


def told(dossier: Dossier, said: Event) -> Dossier:  # noqa: PLR0911, PLR0912 - one line a kind
    """The dossier after an event about it; events that are not about it pass."""
    match said:
        case e.UnitNamed():
            return replace(dossier, name=said.name)
        case e.UpgradeAdded():
            return replace(dossier, upgrades=(*dossier.upgrades, said.upgrade))
        case e.UpgradeRemoved():
            return replace(dossier, upgrades=tuple(u for u in dossier.upgrades if u.id != said.upgrade))
        case e.ExperienceGained():
            return _experienced(dossier, said)
        case e.ExperienceCorrected():
            return _experience_set(dossier, said)
        case e.SetbackGained():
            return with_setback(dossier, said.setback, said.name)
        case e.SetbackRemoved():
            return without_setback(dossier, said.setback, said.count)
        case e.TraitGained():
            return replace(dossier, trait=Trait(said.trait, said.name, said.games, said.battle))
        case e.TraitAged():
            return _aged(dossier, said)
        case e.KeywordGained():
            return replace(dossier, keywords=(*dossier.keywords, Keyword(said.keyword, said.name)))
        case e.KeywordLost():
            return replace(dossier, keywords=tuple(k for k in dossier.keywords if k.id != said.keyword))
        case e.CommendationDue():
            due, high = dossier.awards_due + said.awards, dossier.high_allowed + said.high
            return replace(dossier, awards_due=due, high_allowed=high)
        case e.CommendationAwarded():
            return _awarded(dossier, said)
        case e.AwardWaived():
            return _waived(dossier, said)
        case e.ParagonCardUnlocked():
            return _unlocked(dossier, said)
        case e.MaximumRaised():
            return replace(dossier, maximum=said.maximum)
        case _:
            return dossier
