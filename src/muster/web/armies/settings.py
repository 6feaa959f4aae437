"""The settings of an army: format, battle force, choices, a cap and ranks of its own, tags and results."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.armies import saving
from muster.app.armies.saving import Results, SavedArmy
from muster.rules.armies.army import MAX_NAME
from muster.rules.cards import catalogue
from muster.rules.cards.types import Choice
from muster.rules.cards.values import RankLimit
from muster.rules.cards.vocabulary import RANKS
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies import words
from muster.web.armies.forms import number
from muster.web.requests import act_of

STATUS_WORDS = {
    "official": "",
    "legacy": "older edition",
    "community": "community format",
    "retired": "retired",
}


class Settings(NamedTuple):
    """What can be chosen. `ranks` are limits of the army's own, where it has any."""

    formats: tuple[tuple[str, str], ...]
    points: int
    forces: tuple[tuple[str, str], ...]
    needs_force: bool
    offers: tuple[Choice, ...]
    to_pick: int
    ranks: tuple[tuple[str, str, RankLimit | None], ...]
    most_letters: int = MAX_NAME


def settings(saved: SavedArmy) -> Settings:
    """What can be chosen, and what is."""
    army, cards = saved.army, catalogue()
    forces = [force for force in cards.data.battle_forces if force.faction == army.faction]
    force = cards.battle_forces.get(army.battle_force or "")
    own = army.ranks.limits if army.ranks else {}
    known = cards.formats.get(army.format) or cards.formats["standard"]
    return Settings(
        formats=tuple((each.id, format_line(each.id)) for each in cards.formats.values()),
        points=known.points,
        forces=tuple((each.id, each.name) for each in forces),
        needs_force=army.faction in cards.army.needs_battle_force,
        offers=force.choices if force else (),
        to_pick=force.choices_to_pick if force else 0,
        ranks=tuple((rank, words.RANK_NAMES[rank], own.get(rank)) for rank in RANKS),
    )


def format_line(format_id: str) -> str:
    """Standard, 1,000 points"""
    each = catalogue().formats[format_id]
    status = STATUS_WORDS[each.status]
    return f"{each.name}, {each.points:,} points{f' ({status})' if status else ''}"


@identity.private
@require_POST
def details(request: HttpRequest, army_id: object) -> HttpResponse:
    """Tags and results: they belong to the owner, not to the document."""
    tags = tuple(request.POST.get("tags", "").split(","))
    won, drawn, lost = (number(request.POST.get(name) or "0") for name in ("won", "drawn", "lost"))
    saving.set_tags(DatabaseArmies(), act_of(request), str(army_id), tags)
    saving.set_results(DatabaseArmies(), act_of(request), str(army_id), Results(won, drawn, lost))
    return redirect(f"{request.path.removesuffix('/details')}?settings=1")
