"""What happens to the units of a Register, each kind of event told in a sentence."""

from collections.abc import Mapping

from muster.rules.campaign.register import events
from muster.rules.campaign.register.register import evolve
from muster.rules.log import Event
from muster.web.campaign.sentences.wording import (
    Scene,
    Sentence,
    Teller,
    because,
    line,
    mark_homebrew,
    plain,
    safe,
)
from muster.web.environment import plural


def unit_added(event: events.UnitAdded, scene: Scene) -> Sentence:
    cost = event.points + sum(upgrade.points for upgrade in event.upgrades)
    unit = f", {safe(event.unit_name)}," if event.name else ""
    brought = " with " + safe(", ".join(upgrade.name for upgrade in event.upgrades)) if event.upgrades else ""
    joined = evolve(scene.register, event).find(event.dossier)
    name = joined.called if joined else event.name or event.unit_name
    if event.paragon:
        words = f"{{}}{unit} took command{brought} and is the Paragon, {plural(cost, 'point')}."
        return line("honour", "paragon", words, name)
    words = f"{{}}{unit} joined{brought}, {plural(cost, 'point')}."
    short = f"{scene.units.get(event.dossier, name)} joined the Register"
    return line("", f"rank-{event.rank}", words, name, short=short)


def unit_named(event: events.UnitNamed, scene: Scene) -> Sentence:
    if not event.name:
        return line("", "ui-edit", "{} gave up its name.", scene.unit(event.dossier))
    words, short = "{} took the name {}.", f"{event.name} has a name"
    return line("", "ui-edit", words, scene.unit(event.dossier), event.name, short=short)


def unit_removed(event: events.UnitRemoved, scene: Scene) -> Sentence:
    unit = scene.unit(event.dossier)
    if event.why == "withdrawn":
        return line("", "ui-minus", "{} was removed before the first battle.", unit)
    if event.why == "reassigned":
        words, short = "{} was reassigned and left the Register.", f"{unit} was reassigned"
        return line("", "ui-right", words, unit, short=short)
    dossier = scene.register.find(event.dossier)
    battles = dossier.battles + bool(event.battle) if dossier else 0
    fought = f" They had fought {plural(battles, 'battle')}." if battles else ""
    words = f" {safe(event.words)}" if event.words and event.words != "correction" else ""
    return line("fallen", "fallen", f"{{}} did not come home.{fought}{words}", unit)


def upgrade_added(event: events.UpgradeAdded, scene: Scene) -> Sentence:
    unit, upgrade = scene.unit(event.dossier), event.upgrade
    words = f"{{}} was given {{}}, {plural(upgrade.points, 'point')}{safe(because(event.why, scene))}."
    return line("", f"up-{upgrade.slot}", words, unit, upgrade.name, short=f"{unit} received {upgrade.name}")


def upgrade_removed(event: events.UpgradeRemoved, scene: Scene) -> Sentence:
    dossier = scene.register.find(event.dossier)
    held = dossier.upgrades if dossier else ()
    name = next((upgrade.name for upgrade in held if upgrade.id == event.upgrade), "an upgrade")
    return line("", "ui-minus", "{} no longer has {}.", scene.unit(event.dossier), name)


def experience(event: events.ExperienceGained, scene: Scene) -> Sentence:
    rank = f" and reached veteran {event.veteran_rank}" if event.new_ranks else ""
    words = f"{{}} gained {event.amount} experience{safe(because(event.why, scene))}{rank}."
    return line("honour", "commendation" if event.new_ranks else "ui-up", words, scene.unit(event.dossier))


def setback_gained(event: events.SetbackGained, scene: Scene) -> Sentence:
    dossier = scene.register.find(event.dossier)
    count = (dossier.has_setback(event.setback) if dossier else 0) + 1
    times = f" {count}" if count > 1 else ""
    name = mark_homebrew(scene.books.setbacks.get(event.setback), event.name)
    words, unit = f"{{}} came back worse for it: {{}}{times}.", scene.unit(event.dossier)
    return line("setback", "setback", words, unit, name, short=f"{unit}: {event.name}")


def setback_removed(event: events.SetbackRemoved, scene: Scene) -> Sentence:
    setback = scene.books.setbacks.get(event.setback)
    name, why = (
        mark_homebrew(setback, setback.name if setback else event.setback),
        safe(because(event.why, scene)),
    )
    unit = scene.unit(event.dossier)
    short = f"{unit}: {event.count} setback fewer"
    return line("honour", "medevac", f"{{}} got over {{}}{why}.", unit, name, short=short)


def trait_gained(event: events.TraitGained, scene: Scene) -> Sentence:
    words = f"{{}} fell and rose again: {{}} for {plural(event.games, 'game')}."
    name = mark_homebrew(scene.books.traits.get(event.trait), event.name)
    unit = scene.unit(event.dossier)
    return line("setback", "trait", words, unit, name, short=f"{unit}: {event.name}")


def trait_aged(event: events.TraitAged, scene: Scene) -> Sentence:
    unit, dossier = scene.unit(event.dossier), scene.register.find(event.dossier)
    name = dossier.trait.name if dossier and dossier.trait else "the defining trait"
    if event.games_left <= 0:
        return line("honour", "trait", "{} left {} behind.", unit, name)
    return line("", "trait", f"{{}} lives with {{}} for {plural(event.games_left, 'more game')}.", unit, name)


def keyword_lost(event: events.KeywordLost, scene: Scene) -> Sentence:
    dossier = scene.register.find(event.dossier)
    held = dossier.keywords if dossier else ()
    name = next((keyword.name for keyword in held if keyword.id == event.keyword), event.keyword)
    words = f"{{}} is {{}} no longer{safe(because(event.why, scene))}."
    return line("", "ui-minus", words, scene.unit(event.dossier), name)


def commendation_due(event: events.CommendationDue, scene: Scene) -> Sentence:
    what = "room for one more high commendation" if event.high else "a commendation beyond its ranks"
    words = f"{{}} was promised {what}{safe(because(event.why, scene))}."
    return line("honour", "commendation", words, scene.unit(event.dossier))


def commendation(event: events.CommendationAwarded, scene: Scene) -> Sentence:
    high = "the high commendation " if event.high else ""
    name = mark_homebrew(scene.books.commendations.get(event.commendation), event.name)
    unit, words = scene.unit(event.dossier), f"{{}} was awarded {high}{{}}."
    return line("honour", "commendation", words, unit, name, short=f"{unit} was awarded {event.name}")


def award_taken(event: events.AwardTaken, scene: Scene) -> Sentence:
    dossier = scene.register.find(event.dossier)
    awards, cards = (dossier.commendations, dossier.paragon_cards) if dossier else ((), ())
    held = {award.id: award.name for award in awards} | {card.id: card.name for card in cards}
    names = [held.get(key, key) for key in (event.commendation, event.card) if key]
    words = "{} no longer has {}, by a correction."
    return line("", "ui-edit", words, scene.unit(event.dossier), " and ".join(names))


def tell_waived(event: events.AwardWaived, scene: Scene) -> Sentence:
    what = "a Paragon card" if event.card else "a commendation"
    return line("", "commendation", f"{{}} let {what} go.", scene.unit(event.dossier))


def card_unlocked(event: events.ParagonCardUnlocked, scene: Scene) -> Sentence:
    words = f"{{}} unlocked the command card {{}}, {plural(event.pips, 'pip')}."
    unit = scene.unit(event.dossier)
    return line("honour", "nav-cards", words, unit, event.name, short=f"{unit} unlocked {event.name}")


UNIT_TELLERS: Mapping[type[Event], Teller] = {
    events.UnitAdded: unit_added,
    events.UnitNamed: unit_named,
    events.UnitRemoved: unit_removed,
    events.UnitRestored: plain("honour", "ui-plus", "{unit} is back: a correction restored the unit."),
    events.UpgradeAdded: upgrade_added,
    events.UpgradeRemoved: upgrade_removed,
    events.ExperienceGained: experience,
    events.ExperienceCorrected: plain(
        "", "ui-edit", "{unit} is now at {experience} experience, veteran {veteran_rank}, by a correction."
    ),
    events.SetbackGained: setback_gained,
    events.SetbackRemoved: setback_removed,
    events.TraitGained: trait_gained,
    events.TraitAged: trait_aged,
    events.KeywordGained: plain(
        "honour", "ui-plus", "{unit} is {name} from now on{because}.", "{unit} gained {name}"
    ),
    events.KeywordLost: keyword_lost,
    events.CommendationDue: commendation_due,
    events.CommendationAwarded: commendation,
    events.AwardTaken: award_taken,
    events.AwardWaived: tell_waived,
    events.ParagonCardUnlocked: card_unlocked,
    events.MaximumRaised: plain(
        "honour",
        "up-training",
        "{unit} trained and may reach veteran {maximum}.",
        "{unit} may reach veteran rank {maximum}",
    ),
}
