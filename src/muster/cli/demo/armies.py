"""An army with everything in it, for the demo and for measurements."""

from muster.rules.armies.army import Army, ArmyUnit, Deck, require_sizes
from muster.rules.cards.catalogue import Catalogue


def full_army(cards: Catalogue) -> Army:
    """A legal Standard army of nearly 1000 points with upgrades, command hand and battle deck."""
    lines = (
        ("ad", 1, ("dt", "df", "cw")),
        ("ac", 1, ("nq",)),
        ("ae", 1, ("df", "da")),
        ("gv", 2, ("ig", "jb", "dj")),
        ("gv", 1, ("Am",)),
        ("ah", 1, ("ed", "er")),
        ("if", 3, ()),
        ("ak", 1, ("ef", "li")),
        ("al", 1, ("eg",)),
        ("ao", 1, ("fc",)),
    )
    units = tuple(ArmyUnit(unit=unit, count=count, upgrades=upgrades) for unit, count, upgrades in lines)
    deck = Deck(objective=("Ag", "Ah", "Ai"), secondary=("Aa", "Ab", "Ac"), advantage=("yu", "yv", "Eu"))
    hand = ("bl", "cs", "bk", "ck", "bj", "cd", "aa")
    return require_sizes(
        Army(
            faction="rebels",
            points_date=cards.edition,
            units=units,
            command_hand=hand,
            battle_deck=deck,
            name="Bench",
        )
    )
