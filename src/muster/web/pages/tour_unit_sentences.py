"""What happens to the units of a Register, each kind of event told in a sentence."""

from collections.abc import Mapping

from muster.rules.campaign import events as e
from muster.rules.log import Event
from muster.web.environment import plural
from muster.web.pages.tour_told import Scene, Teller, Told, because, line, marked, safe


def unit_added(said: e.UnitAdded, _: Scene) -> Told:
    cost = said.points + sum(one.points for one in said.upgrades)
    unit = f", {safe(said.unit_name)}," if said.name else ""
    brought = " with " + safe(", ".join(one.name for one in said.upgrades)) if said.upgrades else ""
    if said.paragon:
        words = f"{{}}{unit} took command{brought} and is the Paragon, {cost} points."
        return line("honour", "paragon", words, said.name or said.unit_name)
    words = f"{{}}{unit} joined{brought}, {cost} points."
    return line("", f"rank-{said.rank}", words, said.name or said.unit_name)


def unit_named(said: e.UnitNamed, scene: Scene) -> Told:
    if not said.name:
        return line("", "ui-edit", "{} gave up its name.", scene.unit(said.dossier))
    return line("", "ui-edit", "{} took the name {}.", scene.unit(said.dossier), said.name)


def unit_removed(said: e.UnitRemoved, scene: Scene) -> Told:
    unit = scene.unit(said.dossier)
    if said.why == "withdrawn":
        return line("", "ui-minus", "{} was taken back before the first battle.", unit)
    if said.why == "reassigned":
        return line("", "ui-right", "{} was reassigned and left the Register.", unit)
    dossier = scene.register.find(said.dossier)
    battles = dossier.battles if dossier else 0
    fought = f" They had fought {plural(battles, 'battle')}." if battles else ""
    words = f" {safe(said.words)}" if said.words and said.words != "correction" else ""
    return line("fallen", "fallen", f"{{}} did not come home.{fought}{words}", unit)


def unit_restored(said: e.UnitRestored, scene: Scene) -> Told:
    return line("honour", "ui-plus", "{} is back: a correction restored the unit.", scene.unit(said.dossier))


def upgrade_added(said: e.UpgradeAdded, scene: Scene) -> Told:
    words = f"{{}} was given {{}}, {plural(said.upgrade.points, 'point')}{safe(because(said.why, scene))}."
    return line("", f"up-{said.upgrade.slot}", words, scene.unit(said.dossier), said.upgrade.name)


def upgrade_removed(said: e.UpgradeRemoved, scene: Scene) -> Told:
    dossier = scene.register.find(said.dossier)
    held = dossier.upgrades if dossier else ()
    name = next((one.name for one in held if one.id == said.upgrade), "an upgrade")
    return line("", "ui-minus", "{} no longer has {}.", scene.unit(said.dossier), name)


def experience(said: e.ExperienceGained, scene: Scene) -> Told:
    rank = f" and reached veteran {said.veteran_rank}" if said.new_ranks else ""
    words = f"{{}} gained {said.amount} experience{safe(because(said.why, scene))}{rank}."
    return line("honour", "commendation" if said.new_ranks else "ui-up", words, scene.unit(said.dossier))


def experience_corrected(said: e.ExperienceCorrected, scene: Scene) -> Told:
    words = f"{{}} stands at {said.experience} experience, veteran {said.veteran_rank}, by a correction."
    return line("", "ui-edit", words, scene.unit(said.dossier))


def setback_gained(said: e.SetbackGained, scene: Scene) -> Told:
    dossier = scene.register.find(said.dossier)
    count = (dossier.has_setback(said.setback) if dossier else 0) + 1
    times = f" {count}" if count > 1 else ""
    name = marked(scene.books.setbacks.get(said.setback), said.name)
    words = f"{{}} came back worse for it: {{}}{times}."
    return line("setback", "setback", words, scene.unit(said.dossier), name)


def setback_removed(said: e.SetbackRemoved, scene: Scene) -> Told:
    setback = scene.books.setbacks.get(said.setback)
    name, why = marked(setback, setback.name if setback else said.setback), safe(because(said.why, scene))
    return line("honour", "medevac", f"{{}} got over {{}}{why}.", scene.unit(said.dossier), name)


def trait_gained(said: e.TraitGained, scene: Scene) -> Told:
    words = f"{{}} fell and rose again: {{}} for {plural(said.games, 'game')}."
    name = marked(scene.books.traits.get(said.trait), said.name)
    return line("setback", "trait", words, scene.unit(said.dossier), name)


def trait_aged(said: e.TraitAged, scene: Scene) -> Told:
    unit, dossier = scene.unit(said.dossier), scene.register.find(said.dossier)
    name = dossier.trait.name if dossier and dossier.trait else "the defining trait"
    if said.games_left <= 0:
        return line("honour", "trait", "{} left {} behind.", unit, name)
    return line("", "trait", f"{{}} lives with {{}} for {plural(said.games_left, 'more game')}.", unit, name)


def keyword_gained(said: e.KeywordGained, scene: Scene) -> Told:
    return line(
        "honour",
        "ui-plus",
        f"{{}} is {{}} from now on{safe(because(said.why, scene))}.",
        scene.unit(said.dossier),
        said.name,
    )


def keyword_lost(said: e.KeywordLost, scene: Scene) -> Told:
    dossier = scene.register.find(said.dossier)
    held = dossier.keywords if dossier else ()
    name = next((one.name for one in held if one.id == said.keyword), said.keyword)
    return line(
        "",
        "ui-minus",
        f"{{}} is {{}} no longer{safe(because(said.why, scene))}.",
        scene.unit(said.dossier),
        name,
    )


def commendation_due(said: e.CommendationDue, scene: Scene) -> Told:
    what = "room for one more high commendation" if said.high else "a commendation beyond its ranks"
    return line(
        "honour",
        "commendation",
        f"{{}} was promised {what}{safe(because(said.why, scene))}.",
        scene.unit(said.dossier),
    )


def commendation(said: e.CommendationAwarded, scene: Scene) -> Told:
    high = "the high commendation " if said.high else ""
    name = marked(scene.books.commendations.get(said.commendation), said.name)
    return line("honour", "commendation", f"{{}} was awarded {high}{{}}.", scene.unit(said.dossier), name)


def waived(said: e.AwardWaived, scene: Scene) -> Told:
    what = "a Paragon card" if said.card else "a commendation"
    return line("", "commendation", f"{{}} let {what} go.", scene.unit(said.dossier))


def card_unlocked(said: e.ParagonCardUnlocked, scene: Scene) -> Told:
    words = f"{{}} unlocked the command card {{}}, {plural(said.pips, 'pip')}."
    return line("honour", "nav-cards", words, scene.unit(said.dossier), said.name)


def maximum(said: e.MaximumRaised, scene: Scene) -> Told:
    return line(
        "honour",
        "up-training",
        f"{{}} trained and may reach veteran {said.maximum}.",
        scene.unit(said.dossier),
    )


UNIT_TELLERS: Mapping[type[Event], Teller] = {
    e.UnitAdded: unit_added,
    e.UnitNamed: unit_named,
    e.UnitRemoved: unit_removed,
    e.UnitRestored: unit_restored,
    e.UpgradeAdded: upgrade_added,
    e.UpgradeRemoved: upgrade_removed,
    e.ExperienceGained: experience,
    e.ExperienceCorrected: experience_corrected,
    e.SetbackGained: setback_gained,
    e.SetbackRemoved: setback_removed,
    e.TraitGained: trait_gained,
    e.TraitAged: trait_aged,
    e.KeywordGained: keyword_gained,
    e.KeywordLost: keyword_lost,
    e.CommendationDue: commendation_due,
    e.CommendationAwarded: commendation,
    e.AwardWaived: waived,
    e.ParagonCardUnlocked: card_unlocked,
    e.MaximumRaised: maximum,
}
