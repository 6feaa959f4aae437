"""The picture of a battle: both Registers, the score, the heroes and the fallen, for chats and friends.

It says no more than the page it belongs to, and never what a person without a Register is called.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from muster.rules.campaign.battle.battle import other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.register import events
from muster.web.campaign.stories.battle_story import FoughtBattle, headline
from muster.web.environment import day, plural
from muster.web.print import shorten_text
from muster.web.site.shared_pictures import SharedPicture, picture_address

MOST_HEROES: Final = 3
MOST_FALLEN: Final = 3
LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 60
RESULTS: Final = {"won": "Victory", "lost": "Defeat", "drawn": "A draw"}
NOBODY: Final = "An opponent without a Register"


class Hero(msgspec.Struct, frozen=True):
    """A unit with what it earned."""

    unit: str
    honours: str


class PicturedSide(msgspec.Struct, frozen=True, kw_only=True):
    """One side of the picture; `points` are there where any were recorded."""

    side: SideKey
    name: str
    faction: str
    result: str
    points: str
    heroes: tuple[Hero, ...]
    fallen: tuple[str, ...]
    more_fallen: int


class BattlePicture(msgspec.Struct, frozen=True):
    """All that the picture shows."""

    title: str
    about: str
    sides: tuple[PicturedSide, ...]


def picture_of(fought: FoughtBattle) -> SharedPicture:
    """The picture with its words for who cannot see it."""
    names = _names(fought)
    facts = BattlePicture(
        title=shorten_text(fought.battle.mission or "Tours of Duty", LONGEST_TITLE),
        about=", ".join(_about(fought)),
        sides=tuple(_side(fought, names, key) for key in ("blue", "red")),
    )
    file = f"muster-battle-{fought.day or 'today'}.png"
    return SharedPicture(picture_address("battle", facts), _words(fought, names, facts), file)


def _names(fought: FoughtBattle) -> dict[SideKey, str]:
    """The Registers' own names: a person who has none never asked to be in a picture."""
    return {
        key: _short(fought.names[key]) if fought.battle.side(key).register else NOBODY for key in fought.order
    }


def _short(name: str) -> str:
    return shorten_text(name, LONGEST_NAME)


def _about(fought: FoughtBattle) -> list[str]:
    when = [day(fought.day)] if fought.day else []
    return [plural(fought.battle.points, "point"), *when]


def _side(fought: FoughtBattle, names: Mapping[SideKey, str], key: SideKey) -> PicturedSide:
    battle, seat = fought.battle, fought.seats.get(key)
    scored = any(battle.side(side).record.victory_points for side in fought.order)
    fallen = fallen_of(fought, key)
    return PicturedSide(
        side=key,
        name=names[key],
        faction=seat.context.register.faction if seat else "",
        result=RESULTS[battle.result(key)],
        points=str(battle.side(key).record.victory_points) if scored else "",
        heroes=tuple(heroes_of(fought, key)[:MOST_HEROES]),
        fallen=tuple(fallen[:MOST_FALLEN]),
        more_fallen=max(0, len(fallen) - MOST_FALLEN),
    )


def heroes_of(fought: FoughtBattle, key: SideKey) -> list[Hero]:
    """Who was awarded, rose in rank or was named Most Feared Rival; most honours first."""
    seat = fought.seats.get(key)
    if seat is None:
        return []
    honours: dict[str, dict[str, str]] = {}
    for entry in seat.entries:
        match entry.event:
            case events.CommendationAwarded(dossier=unit, name=name):
                honours.setdefault(unit, {})[name] = name
            case events.ExperienceGained(dossier=unit, veteran_rank=rank, new_ranks=ranks) if ranks:
                honours.setdefault(unit, {})["veteran"] = f"veteran {rank}"
    if rival := fought.battle.side(other(key)).rival:
        honours.setdefault(rival, {})["rival"] = "Most Feared Rival"
    names = seat.context.names
    found = sorted(honours.items(), key=lambda hero: -len(hero[1]))
    return [
        Hero(_short(names.get(unit, unit)), shorten_text(", ".join(earned.values()), LONGEST_TITLE))
        for unit, earned in found
    ]


def fallen_of(fought: FoughtBattle, key: SideKey) -> list[str]:
    """Who did not come home."""
    seat = fought.seats.get(key)
    if seat is None:
        return []
    names = seat.context.names
    gone = (entry.event for entry in seat.entries if isinstance(entry.event, events.UnitRemoved))
    return [_short(names.get(unit.dossier, unit.dossier)) for unit in gone if unit.why == "casualty"]


def _words(fought: FoughtBattle, names: Mapping[SideKey, str], facts: BattlePicture) -> str:
    """The picture in sentences."""
    sentences = [f"{facts.title}, {facts.about}", headline(fought.battle, names)]
    for side in facts.sides:
        if side.heroes:
            earned = "; ".join(f"{hero.unit} ({hero.honours})" for hero in side.heroes)
            sentences.append(f"Heroes of {side.name}: {earned}")
        if side.fallen:
            more = f" and {side.more_fallen} more" if side.more_fallen else ""
            sentences.append(f"The fallen of {side.name}: {', '.join(side.fallen)}{more}")
    return ". ".join(sentences) + "."
