"""The squads of Special Operations as document 001 and version 1.1 list them."""

import pytest

from muster.rules.dice.faces import Face
from muster.rules.game.naming import unit_name
from muster.rules.game.special_operations.squads.cards import (
    EDITIONS,
    Ability,
    EditionId,
    EffectCard,
    LoadoutSideName,
)
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.special_operations.squads.squads import (
    command_card,
    command_hand,
    conditions,
    edition_cards,
    effect_ids,
    meaning,
    miniatures_of,
    operations,
    squads,
    unit_card,
    units_in_play,
    vehicle,
    wording,
)
from muster.rules.game.table import Table

RANKS = {
    "C": "commander", "o": "operative", "t": "corps", "s": "special-forces", "u": "support", "h": "heavy",
}  # fmt: skip


def roster(edition: EditionId, squad: str) -> list[tuple[int, str, str]]:
    """Copies, name and rank of each unit of a squad."""
    units = ((row.copies, unit_card(edition, row.unit)) for row in squads(edition)[squad].units)
    return [(copies, card.name, card.rank) for copies, card in units]


def listed(*rows: str) -> list[tuple[int, str, str]]:
    """A squad list written shortly: copies, letter of the rank, name."""
    split = (row.split(" ", 2) for row in rows)
    return [(int(copies), name, RANKS[letter]) for copies, letter, name in split]


def own_cards(squad: str) -> list[str]:
    """The names of a squad's own command cards in the playtest edition."""
    return [command_card("playtest", id).name for id in squads("playtest")[squad].cards]


def faction_cards(squad: str) -> list[str]:
    """The names of the three cards of a squad's faction in the playtest edition."""
    return [card.name for card in command_hand("playtest", squad)[:3]]


@pytest.mark.rule(386, 385)
def test_arc_troopers() -> None:
    """Document 001, GAR, 2."""
    assert roster("playtest", "arc-troopers") == listed(
        "1 C ARC Trooper, Captain",
        "2 t ARC Trooper",
        "2 s ARC Trooper, Jet Pack",
        "1 h ARC Trooper, DC-15x Long Rifle",
    )
    assert own_cards("arc-troopers") == ["Quick Response Team", "Good Intel"]


@pytest.mark.rule(388, 387, 384)
def test_clone_troopers() -> None:
    """Document 001, GAR, 3: the Medic is a Special Forces unit there."""
    assert roster("playtest", "clone-troopers") == listed(
        "1 C Clone Commander",
        "3 t Clone Trooper",
        "1 h Clone Trooper, Z6 Rotary Blaster Cannon",
        "1 s Clone Trooper, Medic",
        "1 u R4 Astromech Droid",
    )
    assert own_cards("clone-troopers") == ["Fire Support", "Target Designation"]
    assert faction_cards("clone-troopers") == ["Brothers in Arms", "Teamwork", "Born for This"]


@pytest.mark.rule(391, 390, 389)
def test_invasion_force() -> None:
    """Document 001, CIS, 2: B1 E-5C Heavy, B2 Special Forces."""
    assert roster("playtest", "invasion-force") == listed(
        "1 C Tactical Droid",
        "5 t B1 Battle Droid",
        "1 h B1 Battle Droid, E-5C",
        "2 s B2 Super Battle Droid",
        "1 u Worker Droid",
    )
    assert own_cards("invasion-force") == ["Onward to Victory", "Endless Legions"]
    names = ["Combat Protocols", "Occupation Protocols", "Orbital Ship Command"]
    assert faction_cards("invasion-force") == names


@pytest.mark.rule(393, 392)
def test_droid_commandos() -> None:
    """Document 001, CIS, 3."""
    assert roster("playtest", "droid-commandos") == listed(
        "1 C BX-Series Droid Commando, Command Droid",
        "2 t BX-Series Droid Commando, Deflector Shield",
        "2 s BX-Series Droid Commando, Vibrosword",
        "2 o IG-100 MagnaGuard",
    )
    assert own_cards("droid-commandos") == ["Analyze and Annihilate", "Surprise Attack"]


@pytest.mark.rule(396, 395, 394)
def test_infantry() -> None:
    """Document 001, Empire, 2."""
    assert roster("playtest", "infantry") == listed(
        "1 C Imperial Officer",
        "3 t Stormtrooper",
        "1 h Stormtrooper, DLT-19",
        "2 o Death Trooper",
        "1 u FX-9 Medical Droid",
    )
    assert own_cards("infantry") == ["You Have Your Orders", "Elite Troopers"]
    assert faction_cards("infantry") == ["Oppression", "For the EMPIRE!", "Imperial Training"]


@pytest.mark.rule(398, 397)
def test_isf() -> None:
    """Document 001, Empire, 3, with an astromech that borrows the Republic's card (G26)."""
    assert roster("playtest", "imperial-special-forces") == listed(
        "1 C ISF Captain",
        "2 s ISF Trooper",
        "3 t Scout Trooper",
        "1 h Scout Trooper, DLT-19x",
        "1 u R4 Astromech Droid",
    )
    assert own_cards("imperial-special-forces") == ["Special Forces", "Shock and Awe"]


@pytest.mark.rule(401, 400, 399)
def test_rebel_troopers() -> None:
    """Document 001, Rebels, 2."""
    assert roster("playtest", "rebel-troopers") == listed(
        "1 C Rebel Trooper Captain",
        "4 t Rebel Trooper",
        "1 h Rebel Trooper, DLT-20a",
        "2 o Rebel Pathfinder",
        "1 u R5 Astromech",
    )
    assert own_cards("rebel-troopers") == ["Hold at Any Cost", "Last Stand"]
    names = ["Hero of the Rebellion", "Built on Hope", "Feel Like a Hundred"]
    assert faction_cards("rebel-troopers") == names


@pytest.mark.rule(403, 402)
def test_rebel_commandos() -> None:
    """Document 001, Rebels, 3."""
    assert roster("playtest", "rebel-commandos") == listed(
        "1 C Rebel Commando Captain",
        "3 t Rebel Commando",
        "1 u Rebel Commando, Saboteur",
        "1 h Rebel Commando, DH-447 Sniper Rifle",
        "1 s Wookiee Warrior, Bow Caster",
    )
    assert own_cards("rebel-commandos") == ["Proton Charge", "Silent Approach"]


@pytest.mark.rule(404)
def test_version_1_1_has_two_squads_more_and_other_ranks() -> None:
    """Version 1.1 adds two squads, moves three ranks and replaces the ISF's astromech."""
    more = set(squads("v1.1")) - set(squads("playtest"))
    assert (len(squads("playtest")), len(squads("v1.1"))) == (8, 10)
    assert more == {"bright-tree-allies", "mandalorian-super-commandos"}
    ranks = {id: unit_card("v1.1", id).rank for id in ("b1-e-5c", "b2-super-battle-droid", "clone-medic")}
    assert ranks == {"b1-e-5c": "special-forces", "b2-super-battle-droid": "heavy", "clone-medic": "support"}
    assert roster("v1.1", "imperial-special-forces")[-1] == (1, "ID10 Seeker Droid", "support")
    assert command_card("v1.1", "defiant-defense").name == "Defiant Defense"


def test_each_value_keeps_its_source() -> None:
    """A rank of the playtest comes from document 001, its wounds from the card of version 1.1."""
    medic = unit_card("playtest", "clone-medic")
    assert medic.source_of("rank").startswith("001 ")
    assert "v1.1" in medic.source_of("wounds") and "v1.1" in medic.source_of("name")
    assert vehicle("v1.1", "rebels").source_of("base_mm").startswith("ours")


@pytest.mark.rule(289)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_command_hand_is_fixed(edition: EditionId) -> None:
    """3 of the faction, 2 of the squad, Standing Orders: six different cards."""
    for squad in squads(edition).values():
        hand = command_hand(edition, squad.id)
        assert [card.faction == squad.faction for card in hand] == [True] * 3 + [False] * 3
        assert len({card.id for card in hand}) == 6
        assert hand[-1].name == "Standing Orders" and hand[-1].pips == 4 and hand[-1].returns


@pytest.mark.rule(301)
def test_units_of_one_card_are_told_apart_by_number() -> None:
    """Five B1 are numbers 1 to 5; who is alone has none."""
    force, _ = squad_force("one", "playtest", "invasion-force")
    table = Table(units={unit.id: unit for unit in force.units})
    names = [unit_name(table, unit.id) for unit in force.units]
    droids = [name for name in names if name.startswith("B1 ")]
    assert droids == [*(f"B1 Battle Droid {n}" for n in range(1, 6)), "B1 Battle Droid, E-5C"]


def test_every_squad_has_three_loadout_cards_with_two_sides() -> None:
    """Six different sides for each squad."""
    for squad in squads("v1.1").values():
        assert len({side for one in squad.loadouts for side in (one.a, one.b)}) == 6


@pytest.mark.parametrize(
    ("squad", "sides", "gone", "come"),
    [
        ("rebel-commandos", ("a", "a", "a"), "wookiee-bowcaster", "wookiee-ryyk-blades"),
        ("droid-commandos", ("a", "a", "a"), "magnaguard", "bx-sniper"),
        ("droid-commandos", ("a", "b", "a"), "magnaguard", "magnaguard-electrowhip"),
    ],
)
def test_some_loadouts_swap_one_unit(
    squad: str, sides: tuple[LoadoutSideName, ...], gone: str, come: str
) -> None:
    """Extra Muscle, Sniper Droid, Electrowhip MagnaGuard: one unit for one."""
    before = [one.id for one in miniatures_of("playtest", squad)]
    after = [one.id for one in miniatures_of("playtest", squad, sides)]
    assert (before.count(gone) - after.count(gone), after.count(come)) == (1, 1)
    assert len(before) == len(after)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_effect_has_words_and_an_id(edition: EditionId) -> None:
    """No placeholder is left open, no id is used for two things."""
    everything = edition_cards(edition)
    kinds = (everything.meanings, everything.loadouts, everything.commands)
    assert sum(map(len, kinds)) == len({id for kind in kinds for id in kind})
    for card in units_in_play(edition):
        abilities = (*card.abilities, *(one for weapon in card.weapons for one in weapon.keywords))
        for said in (meaning(edition, ability) for ability in abilities):
            assert "{" not in said.name + said.text and " 0" not in said.name + said.text
    cards: tuple[EffectCard, ...] = (*everything.loadouts.values(), *everything.commands.values())
    for text in map(wording, cards):
        assert "{" not in text and " 0" not in text
    assert {"danger-sense", "dug-in", "oppression", "pierce", "field-triage"} <= set(effect_ids(edition))


def test_the_default_edition_knows_nothing_of_the_later_squads() -> None:
    """Wrist Flamers and the Ewoks' cards come up in version 1.1 only."""
    later = {"wrist-flamers", "log-traps", "versatile", "incapacitate", "supply-cache"}
    assert later <= set(effect_ids("v1.1")) and not later & set(effect_ids("playtest"))


def test_words_carry_the_numbers_of_the_card() -> None:
    """The same ability reads differently on two cards."""
    snipers = [unit_card("v1.1", id).ability("sharpshooter") for id in ("rebel-commando", "arc-dc-15x")]
    assert [meaning("v1.1", one).name for one in snipers if one] == ["Sharpshooter 1", "Sharpshooter 2"]
    moving = Ability(id="ai", of=("attack", "move"))
    assert meaning("v1.1", moving).name == "AI: Attack or Move"


def test_the_condition_chart() -> None:
    """Critical weather +1 cover, Hit darkness −4 to 6 inches, Surge 1 order fewer."""
    rows = {row.face: (row.name, row.value, row.least) for row in conditions().values()}
    assert rows[Face.CRITICAL] == ("Inclement Weather", 1, 0)
    assert rows[Face.HIT] == ("Cover of Darkness", 4, 6)
    assert rows[Face.SURGE] == ("Comms Disruption", 1, 0)
    assert set(rows) == {Face.CRITICAL, Face.HIT, Face.SURGE, Face.BLANK}


@pytest.mark.rule(340)
def test_the_transmitter_card_has_eight_slots() -> None:
    """2 Critical, 2 Surge, 4 Hit."""
    slots = operations("playtest")["bring-down-the-shields"].slots
    assert slots == {Face.CRITICAL: 2, Face.SURGE: 2, Face.HIT: 4}


@pytest.mark.rule(328, 336, 349)
def test_missions_on_36_inches() -> None:
    """Their tokens lie on the table and outside the enemy's zone; the layout is said to be ours."""
    found = operations("playtest")
    tokens = {
        "shifting-priorities-operation": 3,
        "bring-down-the-shields": 4,
        "the-codes": 3,
        "disabled-vehicle": 5,
    }
    assert {id: len(found[id].tokens) for id in tokens} == tokens
    for card in found.values():
        assert card.board is not None and (card.board.width, card.board.height) == (36, 36)
        assert card.layout == "ours" and card.labels
        assert all(0 <= one.x <= 36 and 0 <= one.y <= 36 for one in card.tokens)


@pytest.mark.rule(361)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_whole_crack_squad_has_disengage_not_its_holders_alone(edition: EditionId) -> None:
    assert operations(edition)["the-codes"].special.startswith("Red units have Disengage.")


def test_version_1_1_names_a_mission_otherwise_and_lets_ambushers_deploy() -> None:
    """Transmit the Codes!; a zone of 3 inches along every edge."""
    codes = [operations(edition)["the-codes"].name for edition in EDITIONS]
    assert codes == ["The Codes!", "Transmit the Codes!"]
    zones = [operations(edition)["disabled-vehicle"].zones for edition in EDITIONS]
    assert zones[0] == ()
    assert sum((one.right - one.left) * (one.bottom - one.top) for one in zones[1]) == 36 * 36 - 30 * 30
