"""What can be put right on a Register, and what each question of a correction offers."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from muster.rules.campaign.library.parts import Part
from muster.rules.campaign.register.correcting import Books, Fixed
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import upgrade_problems
from muster.rules.campaign.register.register import Register
from muster.rules.cards.catalogue import Catalogue
from muster.web.campaign.sentences.wording import mark_homebrew


class Kind(NamedTuple):
    """Something that can be put right, and what has to be known for it."""

    name: str
    hint: str
    icon: str
    unit: bool = False
    which: str = ""
    amount: str = ""


Choices = dict[str, str]
"""The answers of a list: what each stands for, in words."""


KINDS: dict[Fixed, Kind] = {
    "supply": Kind("Supply", "Points too many or too few", "supply", amount="supply"),
    "reputation": Kind("Reputation", "Too high or too low", "reputation", amount="reputation"),
    "potential": Kind("Combat Potential", "The limit of the Register", "ui-ruler", amount="points"),
    "agenda": Kind("An agenda", "Boxes marked or forgotten", "agenda", which="Which agenda?", amount="boxes"),
    "asset-added": Kind(
        "An asset is missing", "It was paid for and not recorded", "asset", which="Which asset?"
    ),
    "asset-removed": Kind("An asset too many", "It was used, or never bought", "asset", which="Which asset?"),
    "experience": Kind("Experience", "Of one unit", "commendation", unit=True, amount="experience"),
    "rank-taken": Kind(
        "A veteran rank too many", "Given by mistake; its commendation goes, too", "commendation", unit=True
    ),
    "commendation-added": Kind(
        "A commendation is missing", "A unit should have it", "commendation", True, "Which commendation?"
    ),
    "commendation-removed": Kind(
        "A commendation too many", "A unit should not have it", "commendation", True, "Which commendation?"
    ),
    "upgrade-added": Kind(
        "An upgrade is missing", "It was paid for and not recorded", "nav-cards", True, "Which upgrade?"
    ),
    "upgrade-removed": Kind("An upgrade too many", "On one unit", "nav-cards", True, "Which upgrade?"),
    "trait-gained": Kind(
        "A defining trait is missing", "The Paragon should have it", "ui-person", True, "Which trait?"
    ),
    "trait-removed": Kind(
        "A defining trait too many", "The Paragon should not have it", "ui-person", True, "Which trait?"
    ),
    "keyword-gained": Kind("A keyword is missing", "Given by a reward", "ui-plus", True, "Which keyword?"),
    "keyword-lost": Kind("A keyword too many", "Not given by a reward", "ui-minus", True, "Which keyword?"),
    "setback-gained": Kind(
        "A setback is missing", "A unit should have it", "setback", unit=True, which="Which setback?"
    ),
    "setback-removed": Kind(
        "A setback too many", "A unit should not have it", "setback", unit=True, which="Which setback?"
    ),
    "unit-removed": Kind("A unit did not survive", "It is still on the Register", "fallen", unit=True),
    "unit-restored": Kind("A unit did survive", "It was struck off by mistake", "ui-person", unit=True),
}


def choosable(now: Register, what: Fixed, books: Books) -> bool:
    """Whether this can be wrong at all on this Register."""
    if KINDS[what].unit:
        return bool(units(now, what))
    return not KINDS[what].which or bool(things(now, what, "", books))


def units(now: Register, what: Fixed) -> Choices:
    """The units it can be about."""
    names = now.names
    if what == "unit-restored":
        return {loss.dossier.id: names[loss.dossier.id] for loss in now.fallen}
    return {dossier.id: names[dossier.id] for dossier in now.dossiers if FITS.get(what, anybody)(dossier)}


def anybody(_: Dossier) -> bool:
    """Most things can be wrong on every unit."""
    return True


FITS: dict[Fixed, Callable[[Dossier], object]] = {
    "unit-removed": lambda unit: not unit.paragon,
    "rank-taken": lambda unit: unit.veteran_rank,
    "setback-removed": lambda unit: unit.setbacks,
    "commendation-removed": lambda unit: unit.commendations,
    "upgrade-removed": lambda unit: unit.upgrades,
    "trait-gained": lambda unit: unit.paragon,
    "trait-removed": lambda unit: unit.trait,
    "keyword-lost": lambda unit: unit.keywords,
}


def things(now: Register, what: Fixed, dossier: str, books: Books) -> Choices:
    """The agendas, assets, setbacks, awards or cards it can be about."""
    if unit := now.find(dossier):
        return of_a_unit(now, what, unit, books)
    assets = books.library.assets
    match what:
        case "agenda":
            tracks = now.arc.agendas if now.arc else ()
            return {track.id: f"{track.name}, {track.marked} of {track.needed}" for track in tracks}
        case "asset-added":
            return {asset.id: asset.name for asset in assets.values()}
        case "asset-removed":
            return {asset: assets[asset].name if asset in assets else asset for asset in now.assets}
        case _:
            return {}


def of_a_unit(now: Register, what: Fixed, unit: Dossier, books: Books) -> Choices:  # noqa: PLR0911 - one line a kind
    """What a unit has too much of or lacks."""
    library, arc = books.library, now.arc.id if now.arc else ""
    match what:
        case "setback-gained":
            return _choices_of(library.setbacks.values(), arc)
        case "setback-removed":
            return {setback.id: setback.name for setback in unit.setbacks}
        case "commendation-added":
            held = [
                commendation
                for commendation in library.commendations.values()
                if not unit.has_commendation(commendation.id)
            ]
            return _choices_of(held, arc)
        case "commendation-removed":
            return {commendation.id: commendation.name for commendation in unit.commendations}
        case "upgrade-added":
            return addable(unit, now, books.cards)
        case "upgrade-removed":
            return {upgrade.id: upgrade.name for upgrade in unit.upgrades}
        case "trait-gained":
            return _choices_of(library.traits.values(), arc)
        case "trait-removed":
            return {unit.trait.id: unit.trait.name} if unit.trait else {}
        case "keyword-gained":
            gone = {keyword.id for keyword in unit.keywords}
            return {
                keyword.id: keyword.name for keyword in library.keywords.values() if keyword.id not in gone
            }
        case "keyword-lost":
            return {keyword.id: keyword.name for keyword in unit.keywords}
        case _:
            return {}


def _choices_of(known: Iterable[Part], arc: str) -> Choices:
    """Parts of the library by name; those of people's own arcs only while theirs is played."""
    fit = (card for card in known if not card.homebrew or getattr(card, "arc", None) == arc)
    return {card.id: mark_homebrew(card, card.name) for card in fit}


def addable(unit: Dossier, now: Register, cards: Catalogue) -> Choices:
    """The upgrades the unit could equip and does not have."""
    card = cards.units.get(unit.unit)
    known = cards.data.upgrades if card else ()
    fit = (
        upgrade for upgrade in known if card and not list(upgrade_problems(card, unit, upgrade, now, cards))
    )
    return {upgrade.id: upgrade.full_name for upgrade in fit}
