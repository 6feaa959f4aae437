"""Standard games: who is Blue, the mission built from both battle decks, a long edge (core rulebook)."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript, Played
from muster.rules.armies.army import Deck
from muster.rules.cards.catalogue import catalogue
from muster.rules.dice.faces import Face
from muster.rules.game.answers import ChangeCard, Dice, Done, Picked, TakeEdge
from muster.rules.game.log.events import ForceBrought, GameOpened
from muster.rules.game.missions import battle_deck, deck, mission_cards
from muster.rules.game.phases.building import cards_left, pool_worth
from muster.rules.game.steps import ChangeMission, ChooseEdge, ColourPools, Confirm
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import BattleDeck, Seat, other
from muster.rules.violations import Refused

ONE = BattleDeck(
    objective=("breakthrough", "payload", "outflank"),
    secondary=("marked-targets", "supply-run", "surface-scan"),
    advantage=("garrison", "ordnance", "advanced-intel"),
)
TWO = BattleDeck(
    objective=("contact-contact", "shifting-priorities", "recover-the-research"),
    secondary=("sweep-and-clear", "align-the-relay", "recon-mission"),
    advantage=("strafing-run", "cunning-deployment", "fortified-position"),
)
CRITICALS = ("critical",) * 4
BLANKS = ("blank",) * 4


def begun(faces: Sequence[str] = (*CRITICALS, *BLANKS), **opened: str) -> Played:
    """A standard game with these colour dice, up to them; the app rolls its own itself."""

    def bring(force: ForceBrought) -> ForceBrought:
        return replace(force, deck=ONE if force.seat == "one" else TWO)

    opening = GameOpened(mode="standard", **{"dice": "own", **opened})
    played = Played(opening, ByScript({"colour": faces}), bring=bring)
    while isinstance(step := played.game.table.todo[-1], Confirm):
        played.say("one", Done(prompt=step.id))
    return played


def built(first: str = "objective") -> Played:
    """Seat one is Blue and reveals this kind first; the changes begin."""
    played = begun()
    for seat in ("one", "two"):
        played.say(seat, Dice(prompt=played.prompt()))
    played.say("one", Picked(prompt=played.prompt(), options=(first,)))
    return played


def change(played: Played, seat: Seat, what: str) -> None:
    played.say(seat, ChangeCard(prompt=played.prompt(), change=what))


def test_more_criticals_then_hits_then_surges_make_blue() -> None:
    rows = ["CBBB", "HHHH", "HHSS", "HHSB", "SSSS", "SBBB", "BBBB"]
    faces = {"C": Face.CRITICAL, "H": Face.HIT, "S": Face.SURGE, "B": Face.BLANK}
    values = [pool_worth(tuple(faces[one] for one in row)) for row in rows]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(rows)


@pytest.mark.parametrize(
    ("faces", "blue"),
    [((*CRITICALS, *BLANKS), "one"), ((*BLANKS, *CRITICALS), "two"), (("hit",) * 4 + CRITICALS, "two")],
)
def test_each_rolls_four_black_dice_for_blue(faces: Sequence[str], blue: str) -> None:
    played = begun(faces)
    assert played.legal("one") and not played.legal("two")
    played.say("one", Dice(prompt=played.prompt()))
    assert played.game.table.blue is None and not played.legal("one")
    played.say("two", Dice(prompt=played.prompt()))
    assert played.game.table.blue == blue


def test_a_tie_is_rolled_again() -> None:
    played = begun((*BLANKS, *BLANKS, *BLANKS, *CRITICALS))
    for seat in ("one", "two"):
        played.say(seat, Dice(prompt=played.prompt()))
    step = played.game.table.todo[-1]
    assert isinstance(step, ColourPools) and step.tries == 2 and played.game.table.blue is None
    for seat in ("one", "two"):
        played.say(seat, Dice(prompt=played.prompt()))
    assert played.game.table.blue == "two"


def test_own_dice_are_typed_and_show_only_what_a_black_die_shows() -> None:
    played = begun()
    with pytest.raises(Refused):
        played.say("one", Dice(prompt=played.prompt(), faces=("block",) * 4))
    with pytest.raises(Refused):
        played.say("one", Dice(prompt=played.prompt(), faces=("hit",) * 3))
    played.say("one", Dice(prompt=played.prompt(), faces=("hit",) * 4))


def test_the_app_rolls_for_both_at_once() -> None:
    played = begun((*BLANKS, *BLANKS, *BLANKS, *CRITICALS), dice="app")
    assert played.game.table.blue == "two" and isinstance(played.game.table.todo[-1], Choose)


@pytest.mark.parametrize(("first", "objective", "secondary"), [
    ("objective", "breakthrough", "sweep-and-clear"), ("secondary", "contact-contact", "marked-targets"),
])  # fmt: skip
def test_blue_reveals_one_kind_the_other_the_other_and_each_an_advantage(
    first: str, objective: str, secondary: str
) -> None:
    mission = built(first).game.table.mission
    assert (mission.objective, mission.secondary) == (objective, secondary)
    assert (mission.blue_advantage, mission.red_advantage) == ("garrison", "strafing-run")


def test_each_changes_the_mission_twice_by_turns_from_blue() -> None:
    played = built()
    for number, seat in enumerate(("one", "two", "one", "two"), start=1):
        step = played.game.table.todo[-1]
        assert isinstance(step, ChangeMission) and (step.seat, step.left) == (seat, 5 - number)
        assert not played.legal(other(seat))
        change(played, seat, "pass")
    assert isinstance(played.game.table.todo[-1], ChooseEdge)


def test_a_new_objective_comes_from_the_deck_of_who_wants_it() -> None:
    played = built()
    change(played, "one", "secondary")
    assert played.game.table.mission.secondary == "marked-targets"
    change(played, "two", "objective")
    assert played.game.table.mission.objective == "contact-contact"
    change(played, "one", "objective")
    assert played.game.table.mission.objective == "payload", "the next of what is left"
    change(played, "two", "their-advantage")
    mission = played.game.table.mission
    assert (mission.blue_advantage, mission.red_advantage) == ("ordnance", "strafing-run")


def test_discards_are_shuffled_when_a_deck_is_empty() -> None:
    played = built()
    for seat, what in (("one", "own-advantage"), ("two", "their-advantage")):
        change(played, seat, what)
    assert played.game.table.mission.blue_advantage == "advanced-intel", "the last of three"
    change(played, "one", "own-advantage")
    assert played.game.table.mission.blue_advantage == "garrison", "out of the discards"
    assert cards_left(played.game.table, "one", "advantage") == ("ordnance",), "the one not drawn since"
    change(played, "two", "their-advantage")
    assert played.game.table.mission.blue_advantage == "ordnance"


def test_becoming_blue_is_a_change_and_advantages_stay_with_their_players() -> None:
    played = built()
    assert "become-blue" not in {said.change for said in played.legal("one")}, "Blue is Blue"
    change(played, "one", "pass")
    change(played, "two", "become-blue")
    table = played.game.table
    assert table.blue == "two"
    assert (table.mission.blue_advantage, table.mission.red_advantage) == ("strafing-run", "garrison")
    with pytest.raises(Refused):
        change(played, "two", "pass")
    change(played, "one", "pass")
    change(played, "two", "pass")
    assert played.legal("two") and not played.legal("one"), "the new Blue takes an edge"


def test_blue_takes_a_long_edge_and_the_cards_are_set_up() -> None:
    played = built()
    for seat in ("one", "two", "one", "two"):
        change(played, seat, "pass")
    assert {said.edge for said in played.legal("one")} == {"near", "far"}
    with pytest.raises(Refused):
        played.say("one", TakeEdge(prompt=played.prompt(), edge="left"))
    played.say("one", TakeEdge(prompt=played.prompt(), edge="near"))
    assert set(played.game.table.markers) == {one.id for one in mission_cards()["breakthrough"].tokens}
    step = played.game.table.todo[-1]
    assert isinstance(step, Confirm) and step.about == "breakthrough", "the objective first (rule 461)"


def test_without_a_deck_a_seat_has_all_its_faction_may_use() -> None:
    played = Played(GameOpened(mode="standard"), ByScript({"colour": (*CRITICALS, *BLANKS)}))
    while not isinstance(step := played.game.table.todo[-1], Choose):
        seat = getattr(step, "seat", None) or "one"
        played.say(seat, played.legal(seat)[0])
    played.say("one", Picked(prompt=step.id, options=("objective",)))
    assert played.game.table.mission.objective in deck("standard", "objective")
    names = {"no-time-to-lose", "scrambled-orders"}
    left = set(cards_left(played.game.table, "one", "advantage")) | {played.game.table.mission.blue_advantage}
    assert names < left and "black-ops" not in left, "a Rebel army"


def test_an_armys_deck_comes_to_the_table_card_by_card() -> None:
    """Cards of both modes are one; objectives have the map of the large table. Typed names are no cards."""
    army = Deck(objective=("Ah", "Ag", "Some Old Card"), secondary=("Ae", "Ew"), advantage=("yu", "Er"))
    assert battle_deck(army, catalogue()) == BattleDeck(
        objective=("bunker-assault-standard", "breakthrough"),
        secondary=("surface-scan", "supply-run"),
        advantage=("advanced-intel", "black-ops"),
    )


def test_every_battle_card_of_the_catalogue_is_a_mission_card() -> None:
    """Names, kinds and factions are those of the card data."""
    known = [card for card in catalogue().data.battle_cards if card.deck == "standard"]
    assert len(known) == 34
    found = {kind: deck("standard", kind) for kind in ("objective", "secondary", "advantage")}
    assert {kind: len(cards) for kind, cards in found.items()} == {
        "objective": 10, "secondary": 10, "advantage": 14,
    }  # fmt: skip
    for card in known:
        (id,) = battle_deck(Deck(**{card.category: (card.id,)}), catalogue()).of(card.category)
        mission = mission_cards()[id]
        assert id in found[card.category] and mission.name == card.name
        assert mission.faction == (card.faction or "")


def test_territories_are_point_symmetric_and_tokens_know_theirs() -> None:
    """All maps are symmetric by half a turn on 72 by 36 inches (map cards)."""
    for id in deck("standard", "objective"):
        card = mission_cards()[id]
        assert card.board and (card.board.width, card.board.height) == (72, 36)
        assert {(72 - one.x, 36 - one.y) for one in card.tokens} == {(one.x, one.y) for one in card.tokens}
        red, blue = (
            sorted((z.left, z.top, z.right, z.bottom) for z in card.zones if z.side == side)
            for side in ("red", "blue")
        )
        assert sorted((72 - r, 36 - b, 72 - left, 36 - t) for left, t, r, b in red) == blue
        for token in card.tokens:
            inside = [
                zone.side
                for zone in card.zones
                if zone.left <= token.x <= zone.right and zone.top <= token.y <= zone.bottom
            ]
            assert ([token.side] if token.side else []) == inside
