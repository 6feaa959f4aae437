"""The audit of the squads finds what is planted, and nothing in our data."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.special_operations.activation import oppressed
from muster.rules.game.special_operations.audit import audit_effects
from muster.rules.game.special_operations.deciding import MEANS
from muster.rules.game.special_operations.squads.audit import audit_book, audit_squads
from muster.rules.game.special_operations.squads.cards import Ability, SquadUnit, Weapon
from muster.rules.game.special_operations.squads.squads import Book, edition_cards
from muster.rules.messages import explain, remedy

BOOK = edition_cards("playtest")


def planted(shelf: str, id: str, **fields: Any) -> Book:
    """The data with one record changed."""
    records = getattr(BOOK, shelf)
    changed: dict[str, Any] = {shelf: {**records, id: replace(records[id], **fields)}}
    return BOOK._replace(**changed)


def test_our_squads_are_sound() -> None:
    """Both editions."""
    assert [explain(violation) for violation in (*audit_squads(), *audit_effects())] == []


def test_an_effect_that_no_function_stands_for_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, although it comes up in both editions."""
    monkeypatch.delattr(oppressed, MEANS)
    (found,) = audit_effects()
    assert (found.code, found.about) == ("audit.by-hand", ("oppression",))
    assert "oppression" in explain(found) and "{" not in explain(found) + remedy(found)


@pytest.mark.rule(386, 388, 391)
@pytest.mark.parametrize(
    ("unit", "rank", "listed_in"),
    [
        ("arc-jet-pack", "heavy", 386),
        ("clone-medic", "support", 388),
        ("b2-super-battle-droid", "heavy", 391),
    ],
)
def test_a_rank_that_no_list_has_is_found(unit: str, rank: str, listed_in: int) -> None:
    """The ranks of version 1.1 are wrong in the playtest lists."""
    violations = audit_book(planted("units", unit, rank=rank))
    (number,) = [one.params["rule"] for one in violations if one.code == "audit.squad-list"]
    assert number == listed_in


@pytest.mark.rule(393, 396, 398)
@pytest.mark.parametrize("squad", ["droid-commandos", "infantry", "imperial-special-forces"])
def test_a_copy_too_many_is_found(squad: str) -> None:
    """One more of the second unit of the list."""
    first, second, *others = BOOK.squads[squad].units
    units = (first, SquadUnit(unit=second.unit, copies=second.copies + 1), *others)
    (found,) = audit_book(planted("squads", squad, units=units))
    assert found.code == "audit.squad-list" and found.params["rule"] == BOOK.squads[squad].rules[0]
    assert "(" in explain(found) and remedy(found)


@pytest.mark.rule(401, 403)
@pytest.mark.parametrize("squad", ["rebel-troopers", "rebel-commandos"])
def test_a_unit_that_is_missing_is_found(squad: str) -> None:
    """The last unit of the list left out."""
    (found,) = audit_book(planted("squads", squad, units=BOOK.squads[squad].units[:-1]))
    assert found.code == "audit.squad-list" and found.params["found"] == "nothing"


@pytest.mark.rule(400, 389)
def test_a_command_card_of_another_name_is_found() -> None:
    """Names of version 1.1 are not those of the document."""
    (last_stand,) = audit_book(planted("commands", "defiant-defense", name="Defiant Defense"))
    ships = list(audit_book(planted("commands", "orbital-command-ship", name="Orbital Command Ship")))
    assert last_stand.params["rule"] == 400
    assert [one.params["rule"] for one in ships] == [389, 389]


SQUAD = BOOK.squads["infantry"]
PLANTED = {
    "a unit nobody wrote": (
        planted("squads", "infantry", units=(*SQUAD.units, SquadUnit(unit="nobody"))),
        "audit.dangling",
    ),
    "a card nobody wrote": (
        planted("squads", "infantry", cards=("nothing", "elite-troopers")),
        "audit.dangling",
    ),
    "an ability without words": (
        planted("units", "fx-9", abilities=(Ability(id="mystery"),)),
        "audit.keyword",
    ),
    "a weapon that reaches nowhere": (
        planted("units", "stormtrooper", ranged=(Weapon(inches=0, red=1),)),
        "audit.range",
    ),
    "a weapon without dice": (planted("units", "fx-9", melee=Weapon()), "audit.range"),
    "orders to nobody": (
        planted("commands", "elite-troopers", orders=BOOK.commands["surprise-attack"].orders),
        "audit.impossible-need",
    ),
    "a long text": (planted("commands", "elite-troopers", text="word " * 60), "audit.sentence"),
}


@pytest.mark.parametrize(("cards", "code"), PLANTED.values(), ids=PLANTED)
def test_a_planted_defect_is_found(cards: Book, code: str) -> None:
    """Each one alone, with a sentence and a remedy."""
    found = list(audit_book(cards))
    assert {violation.code for violation in found} == {code}
    assert all("{" not in explain(one) + remedy(one) for one in found)
