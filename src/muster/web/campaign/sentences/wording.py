"""What every sentence of a chronicle is made of: the scene before an event, names set safely, reasons."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from markupsafe import Markup
from msgspec.structs import asdict

from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import Part
from muster.rules.campaign.register.register import Register
from muster.rules.log import Event
from muster.web.environment import day

STRONG = Markup("<strong>{}</strong>")
NOBODY: Mapping[str, str] = {}


class Why(NamedTuple):
    """Why a unit gained something: in a sentence, and as one of several reasons in brackets."""

    clause: str
    short: str = ""


REASONS: Final[dict[str, Why]] = {
    "battle": Why("for the battle"),
    "correction": Why("by a correction"),
    "took-part": Why("for taking part", "took part"),
    "contesting": Why("for an objective contested or held", "contested or held"),
    "most-feared-rival": Why("as the most feared rival", "Most Feared Rival"),
    "casualty-check": Why("in the casualty check", "casualty check"),
    "spared": Why("instead of falling", "spared"),
    "all-agendas": Why("for all three agendas"),
    "enemy-down": Why("for an enemy defeated"),
    "objective-complete": Why("for an objective complete"),
    "used": Why("after its use"),
}


class Scene(NamedTuple):
    """What stood before an event, and the names behind the ids in it; `own` has the arcs people brought.

    `units` are names of units to be used before those on their dossiers.
    """

    register: Register
    people: Mapping[str, str] = NOBODY
    registers: Mapping[str, str] = NOBODY
    own: Library | None = None
    units: Mapping[str, str] = NOBODY

    @property
    def books(self) -> Library:
        """The library that names are looked up in."""
        return self.own or library()

    def unit(self, dossier: str) -> str:
        """The name of a unit, also of one that has left."""
        if dossier in self.units:
            return self.units[dossier]
        here = self.register.find(dossier)
        gone = (loss.dossier for loss in self.register.fallen if loss.dossier.id == dossier)
        found = here or next(gone, None)
        return found.called if found else "A unit"

    def person(self, account: str) -> str:
        """The name of a person."""
        return self.people.get(account, "Someone")


class Sentence(NamedTuple):
    """An event in a sentence with its mark in the margin; `short` is how the steps of a battle say it, in
    plain text, empty where they need not."""

    kind: str
    icon: str
    text: Markup
    short: str = ""


Teller = Callable[[Any, Scene], Sentence]


def line(kind: str, icon: str, template: str, *names: object, short: str = "") -> Sentence:
    """A sentence; every name in it is set bold and cannot break the page."""
    strong = (STRONG.format(name) for name in names)
    return Sentence(kind, icon, Markup(template).format(*strong), short)  # noqa: S704 - templates stand in this file


def plain(kind: str, icon: str, words: str, short: str = "") -> Teller:
    """A sentence that needs nothing but names: fields of the event, its `unit`, `person` or `register`, what
    the Register is `called`, and `because`. Text is set bold, numbers and days are not."""

    def teller(event: Event, scene: Scene) -> Sentence:
        fields = asdict(event)
        fields["called"] = scene.register.name or "The Register"
        fields["unit"] = scene.unit(fields.get("dossier", ""))
        fields["person"] = scene.person(fields.get("person") or fields.get("by", ""))
        fields["register"] = scene.registers.get(fields.get("register", ""), "A Register")
        bold = {
            name: STRONG.format(value) if isinstance(value, str) else value for name, value in fields.items()
        }
        bold |= {name: day(value) for name, value in fields.items() if isinstance(value, date)}
        reason = because(fields.get("why", ""), scene)
        text = Markup(words).format(**bold, because=reason)  # noqa: S704 - templates stand in this package
        return Sentence(kind, icon, text, short.format(**fields))

    return teller


def mark_homebrew(part: Part | None, name: str) -> str:
    """The name of a part of the game; a club's own is marked wherever it is told."""
    return f"{name} (homebrew)" if part is not None and part.homebrew else name


def in_short(why: str) -> str:
    """Why, as one of several reasons in brackets; nothing where a sentence of its own tells it."""
    return REASONS[why].short if why in REASONS else ""


def because(why: str, scene: Scene) -> str:
    """Why, in words: our own, or the name of what brought it."""
    if why in REASONS:
        return f" {REASONS[why].clause}"
    books = scene.books
    shelves: Iterable[Mapping[str, Any]] = (
        books.aid, books.agendas, books.traits, books.setbacks, books.commendations, books.assets,
        books.turning_points, books.arcs,
    )  # fmt: skip
    part = next((shelf[why] for shelf in shelves if why in shelf), None)
    return f" ({part.name}{', homebrew' if part.homebrew else ''})" if part else ""


def safe(text: str) -> str:
    """Words of the program or of players inside a template: braces and markup mean nothing there."""
    return str(Markup.escape(text)).replace("{", "{{").replace("}", "}}")
