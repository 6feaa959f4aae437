"""What a correction changes on a Register, line by line: before and after."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from muster.app.campaign.registers import Change
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.register import Register

GONE = "gone"


class Changed(NamedTuple):
    """One line that is another afterwards."""

    what: str
    before: str
    after: str


def effects(change: Change) -> list[Changed]:
    """Everything that is different afterwards. A unit that comes or goes has one line."""
    old, new = dict(facts(change.before)), dict(facts(change.after))
    names = change.before.names | change.after.names
    return [
        Changed(", ".join(filter(None, (names.get(unit), what))), old.get(key, GONE), new.get(key, GONE))
        for key in old | new
        for unit, what in (key,)
        if old.get(key) != new.get(key) and (not what or (key in old and key in new))
    ]


def facts(register: Register) -> Iterator[tuple[tuple[str, str], str]]:
    """Everything that a correction may change: of which unit, if of one, what, and how it stands."""
    assets, arc = library().assets, register.arc
    held = [assets[asset].name if asset in assets else asset for asset in sorted(register.assets)]
    yield ("", "Supply"), str(register.supply)
    yield ("", "Reputation"), str(register.reputation)
    yield ("", "Combat Potential"), str(register.potential)
    yield ("", "Points spent"), str(register.potential_spent)
    yield ("", "Points free"), str(register.potential_left)
    yield ("", "Strategic assets"), _join_names(held)
    for agenda in arc.agendas if arc else ():
        yield ("", agenda.name), f"{agenda.marked} of {agenda.needed}"
    yield ("", "Agendas complete"), str(arc.complete_agendas if arc else 0)
    for dossier in register.dossiers:
        setbacks = (f"{each.name} {each.count}" if each.count > 1 else each.name for each in dossier.setbacks)
        yield (dossier.id, ""), "on the Register"
        yield (dossier.id, "experience"), str(dossier.experience)
        yield (dossier.id, "veteran rank"), str(dossier.veteran_rank)
        yield (dossier.id, "commendations due"), str(dossier.awards_due)
        yield (dossier.id, "Paragon cards due"), str(dossier.cards_due)
        yield (dossier.id, "setbacks"), _join_names(setbacks)
        yield (dossier.id, "commendations"), _join_names(each.name for each in dossier.commendations)
        yield (dossier.id, "Paragon cards"), _join_names(each.name for each in dossier.paragon_cards)
        yield (dossier.id, "upgrades"), _join_names(each.name for each in dossier.upgrades)
        yield (dossier.id, "keywords"), _join_names(each.name for each in dossier.keywords)
        yield (dossier.id, "defining trait"), dossier.trait.name if dossier.trait else "none"
    yield ("", "Corps"), "fewer than two" if register.below_minimum else "enough"
    yield ("", "Cost against the potential"), "beyond it" if register.over_potential else "within it"


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
