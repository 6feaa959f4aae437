"""What a correction changes on a Register, line by line: before and after."""

from collections.abc import Iterator
from typing import NamedTuple

from muster.app.campaign.registers import Change
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Register
from muster.web.campaign.battle.request import names_of


class Changed(NamedTuple):
    """One line that is another afterwards."""

    what: str
    before: str
    after: str


def effects(change: Change) -> list[Changed]:
    """Everything that is different afterwards."""
    before, after = change.before, change.after
    found = [
        *_numbers(before, after),
        *_agendas(before, after),
        *_units(before, after),
        *_flags(before, after),
    ]
    return [one for one in found if one.before != one.after]


def _numbers(before: Register, after: Register) -> Iterator[Changed]:
    for name, what in (
        ("Supply", "supply"),
        ("Reputation", "reputation"),
        ("Combat Potential", "potential"),
        ("Points spent", "spent"),
        ("Points free", "left"),
    ):
        yield Changed(name, str(getattr(before, what)), str(getattr(after, what)))
    yield Changed("Strategic assets", _assets(before), _assets(after))


def _assets(register: Register) -> str:
    known = library().assets
    return ", ".join(known[one].name if one in known else one for one in sorted(register.assets)) or "none"


def _agendas(before: Register, after: Register) -> Iterator[Changed]:
    for old in before.arc.agendas if before.arc else ():
        new = (after.arc and after.arc.agenda(old.id)) or old
        yield Changed(old.name, f"{old.marked} of {old.needed}", f"{new.marked} of {new.needed}")
    yield Changed("Agendas complete", str(_complete(before)), str(_complete(after)))


def _complete(register: Register) -> int:
    return register.arc.completed if register.arc else 0


def _units(before: Register, after: Register) -> Iterator[Changed]:
    names = names_of(before) | names_of(after)
    here = {one.id: one for one in before.dossiers}
    there = {one.id: one for one in after.dossiers}
    for dossier in here.keys() | there.keys():
        old, new = here.get(dossier), there.get(dossier)
        if old is None or new is None:
            yield Changed(names[dossier], _presence(old), _presence(new))
        else:
            yield from _unit(names[dossier], old, new)


def _presence(dossier: Dossier | None) -> str:
    return "on the Register" if dossier else "gone"


def _unit(name: str, old: Dossier, new: Dossier) -> Iterator[Changed]:
    yield Changed(f"{name}, experience", str(old.experience), str(new.experience))
    yield Changed(f"{name}, veteran rank", str(old.veteran_rank), str(new.veteran_rank))
    yield Changed(f"{name}, commendations due", str(old.awards_due), str(new.awards_due))
    yield Changed(f"{name}, Paragon cards due", str(old.cards_due), str(new.cards_due))
    yield Changed(f"{name}, setbacks", _setbacks(old), _setbacks(new))


def _setbacks(dossier: Dossier) -> str:
    event = (f"{one.name} {one.count}" if one.count > 1 else one.name for one in dossier.setbacks)
    return ", ".join(event) or "none"


def _flags(before: Register, after: Register) -> Iterator[Changed]:
    corps = ("enough", "fewer than two")
    yield Changed("Corps", corps[before.below_minimum], corps[after.below_minimum])
    points = ("within it", "beyond it")
    yield Changed("Cost against the potential", points[before.over_potential], points[after.over_potential])
