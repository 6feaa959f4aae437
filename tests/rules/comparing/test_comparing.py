"""Two cards and two lists side by side; the expected values are those printed on the cards."""

from fractions import Fraction

from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit, Deck
from muster.rules.cards import catalogue
from muster.rules.comparing.cards import compare_cards
from muster.rules.comparing.lines import Cell, Line
from muster.rules.comparing.lists import CardsSplit, UnitChange, compare_lists
from muster.rules.comparing.pools import Dice

STORMTROOPERS, REBELS, SNOWTROOPERS, VADER, AT_ST = "ay", "ah", "az", "at", "bg"
DLT, GRENADES, SQUAD = "ej", "dl", "yf"


def lines(a: str, b: str) -> dict[str, Line]:
    found = compare_cards(catalogue().cards[a], catalogue().cards[b], catalogue())
    return {line.name: line for part in found.parts for line in part.lines}


def test_units_are_compared_line_by_line():
    found = lines(STORMTROOPERS, REBELS)
    assert found["Points"] == Line("Points", Cell("42"), Cell("40"))
    assert found["Points per wound"].a == Cell("10.5", exact=Fraction(21, 2))
    assert found["Points per wound"].b == Cell("10", exact=Fraction(10))
    assert found["Defence die"] == Line("Defence die", Cell("red"), Cell("white"))
    assert found["Attack surge"] == Line("Attack surge", Cell("to hit"), Cell("none"))
    assert found["Defence surge"].b == Cell("to block")
    assert found["Wounds"].a == Cell("1", "4 in the unit")
    assert {name for name, line in found.items() if not line.differs} >= {"Rank", "Minis", "Speed", "Slots"}
    assert found["Range 2"].a == Cell("4 white", "1.5 hits, 9.5 dice per 100 points", Fraction(4, 42))
    assert found["Range 2"].b == Cell("4 black", "2 hits, 10 dice per 100 points", Fraction(4, 40))
    assert "Range 4" not in found


def test_what_only_one_card_has_is_a_line_too():
    found = lines(STORMTROOPERS, AT_ST)
    assert found["Courage"] == Line("Courage", Cell("1"), Cell())
    assert found["Resilience"] == Line("Resilience", Cell(), Cell("8"))
    assert found["Range 4"].a == Cell() and found["Range 4"].b.text == "2 red, 2 black, 2 white"


def test_keywords_with_another_value_are_others():
    cards = catalogue().cards
    found = compare_cards(cards[VADER], cards["fn"], catalogue()).keywords
    assert {use.id for use in found.both} == {
        "deflect",
        "immune-pierce",
        "master-of-the-force",
        "relentless",
    }
    assert [use.id for use in found.only_a] == ["compel"]
    assert [use.id for use in found.only_b] == ["jedi-hunter"]
    armour = compare_cards(cards[AT_ST], cards[STORMTROOPERS], catalogue()).keywords
    assert ("armor", 5) in {(use.id, use.value) for use in armour.only_a} and not armour.both


def test_upgrades_by_slot_bearers_gifts_and_effect():
    found = compare_cards(catalogue().cards["fl"], catalogue().cards[DLT], catalogue())
    both = {line.name: line for part in found.parts for line in part.lines}
    assert both["Slot"] == Line("Slot", Cell("Pilot"), Cell("Heavy Weapon"))
    assert both["In an army"].a == Cell("unique")
    assert both["Who may take it"].b.text == "Stormtroopers"
    assert both["Adds minis"] == Line("Adds minis", Cell(), Cell("1"))
    assert ("arsenal", 2) in {(use.id, use.value) for use in found.keywords.only_a}
    assert found.effects[0] == catalogue().effects["fl"].plain
    assert found.weapons == ((), catalogue().upgrades[DLT].weapons)


def test_command_cards_by_pips_bearers_and_orders():
    data = {card.slug: card.id for card in catalogue().data.commands}
    found = lines(data["command/vaders-might"], data["command/push"])
    assert (found["Pips"].a.text, found["Pips"].b.text) == ("1", "2")
    assert found["Who may take it"].a.text == "Darth Vader"
    assert found["Who may take it"].b.text == "any army"
    assert "Points" not in found


def army(*units: ArmyUnit, **more: object) -> Army:
    keyed = tuple(replace(unit, key=f"u{n}") for n, unit in enumerate(units, 1))
    return Army(faction="empire", points_date=catalogue().edition, units=keyed, **more)


def test_lists_tell_what_went_what_came_and_what_changed():
    before = army(
        ArmyUnit(unit=VADER),
        ArmyUnit(unit=STORMTROOPERS, count=3, upgrades=(DLT,)),
        ArmyUnit(unit=AT_ST),
        command_hand=("bl", "bm"),
    )
    after = army(
        ArmyUnit(unit=STORMTROOPERS, count=2, upgrades=(DLT,)),
        ArmyUnit(unit=VADER),
        ArmyUnit(unit=STORMTROOPERS, upgrades=(GRENADES, DLT)),
        ArmyUnit(unit=SNOWTROOPERS, count=2),
        command_hand=("bm", "bn"),
        battle_deck=Deck(objective=("Ag",)),
    )
    found = compare_lists(before, after, catalogue())
    assert found.same == 3  # Vader and two of the Stormtroopers
    assert found.changed == (UnitChange(STORMTROOPERS, 1, 62, 65, gained=(GRENADES,)),)
    assert found.removed == (UnitChange(AT_ST, 1, 145, None),)
    assert found.added == (UnitChange(SNOWTROOPERS, 2, None, 42),)
    assert found.hand == CardsSplit(("bm",), ("bl",), ("bn",))
    assert found.deck == CardsSplit((), (), ("Ag",))
    assert (found.a.points, found.b.points) == (170 + 3 * 62 + 145, 170 + 2 * 62 + 65 + 2 * 42)
    assert (found.a.activations, found.b.activations) == (5, 6)
    assert (found.a.minis, found.a.wounds) == (1 + 15 + 1, 8 + 15 + 11)


def test_a_list_brings_the_dice_of_all_its_units():
    found = compare_lists(
        army(ArmyUnit(unit=STORMTROOPERS, count=2, upgrades=(DLT,)), ArmyUnit(unit=AT_ST)),
        army(ArmyUnit(unit=STORMTROOPERS, upgrades=(SQUAD,))),
        catalogue(),
    )
    assert found.a.dice[2] == Dice(red=4 + 2, black=2, white=8 + 2)
    # the surges of troopers hit: 4 red of 7/8, 8 white of 3/8; the walker has 2 each of 6/8, 4/8 and 2/8
    assert found.a.hits[2] == Fraction(4 * 7 + 8 * 3, 8) + Fraction(2 * 6 + 2 * 4 + 2 * 2, 8)
    assert found.b.dice[2] == Dice(white=9) and found.b.wounds == 9
    assert found.b.dice[4] == Dice() and found.b.hits[4] == 0


def test_units_of_one_card_are_matched_with_those_most_alike():
    before = army(ArmyUnit(unit=STORMTROOPERS), ArmyUnit(unit=STORMTROOPERS, upgrades=(DLT, GRENADES)))
    after = army(
        ArmyUnit(unit=STORMTROOPERS, upgrades=(DLT,)), ArmyUnit(unit=STORMTROOPERS, upgrades=("fk",))
    )
    found = compare_lists(before, after, catalogue())
    assert {(change.lost, change.gained) for change in found.changed} == {((GRENADES,), ()), ((), ("fk",))}
    assert not found.added and not found.removed


def test_a_unit_that_no_card_has_is_compared_all_the_same():
    found = compare_lists(army(ArmyUnit(unit="Gundark")), army(), catalogue())
    assert found.removed == (UnitChange("Gundark", 1, 0, None),)
    assert found.a.activations == 1 and found.a.wounds == 0
