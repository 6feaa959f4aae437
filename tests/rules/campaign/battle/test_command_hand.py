"""The command hand of a mustered army: what it may hold, and that nobody else sees it."""

from random import Random

import pytest
from msgspec.structs import replace

from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.export import export_campaign
from muster.rules.armies.army import from_json
from muster.rules.campaign.battle.events import HandKept
from muster.rules.campaign.battle.hand import complete_hand, hand_choices
from muster.rules.campaign.battle.muster import Mustered, MusterPlan, decide_muster, muster
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.register.dossier import ParagonCard
from muster.rules.campaign.register.register import Register
from muster.rules.log import Recorded
from muster.rules.log.views import Sealed, Viewer, view
from muster.rules.messages import explain
from tests.app.everybody import everybodys_clubs
from tests.rules.campaign.at_the_table import Table, changed, everyone, founded, with_trait
from tests.rules.campaign.campaign_machine import START, Club

HAND = ("bl", "ca", "bk", "cb", "bj", "cc")
STANDING = "aa"
SEVEN = (*HAND, STANDING)
CARDS = (ParagonCard("enemy-down", "Enemy Down!", 2), ParagonCard("standing-orders-paragon", "Orders", 4))


def holding(*cards: ParagonCard) -> Register:
    return changed(founded(), "d1", paragon_cards=cards)


def with_hand(*cards: str) -> MusterPlan:
    return replace(everyone(founded()), command_hand=cards)


def mustered(state: Register, plan: MusterPlan) -> Mustered:
    return muster(Table(state).seat(), plan)


def codes(found: Mustered) -> list[str]:
    assert all(explain(violation) for violation in found.violations)
    return sorted(violation.code for violation in found.violations)


def choices(state: Register) -> dict[int, set[str]]:
    here = list(state.dossiers)
    found = hand_choices(Table(state).seat(), mustered(state, everyone(state)).army, here)
    return {pips: {card.id for card in cards} for pips, cards in found.items()}


@pytest.mark.rule(432, 433, 434)
def test_seven_cards_two_of_each_number_of_pips_and_standing_orders():
    assert codes(mustered(founded(), with_hand(*SEVEN))) == []
    assert codes(mustered(founded(), with_hand(*SEVEN[:-1]))) == ["muster.hand"]
    assert codes(mustered(founded(), with_hand(*HAND[1:], STANDING))) == ["muster.hand"]
    double = (HAND[0], HAND[0], *HAND[2:], STANDING)
    assert codes(mustered(founded(), with_hand(*double))) == ["hand.duplicate"]


def test_no_hand_is_a_note_and_no_problem():
    found = mustered(founded(), everyone(founded()))
    assert found.legal and "muster.no_hand" in [violation.code for violation in found.notes]
    assert complete_hand((), STANDING) == () and complete_hand(HAND, STANDING) == SEVEN


@pytest.mark.rule(275)
def test_only_unlocked_paragon_cards_are_offered_and_each_in_the_place_of_its_pips():
    assert not any("enemy-down" in cards for cards in choices(founded()).values())
    found = choices(holding(*CARDS))
    assert "enemy-down" in found[2] and found[4] == {STANDING, "standing-orders-paragon"}
    seven = (*HAND[:2], HAND[2], "enemy-down", *HAND[4:], "standing-orders-paragon")
    assert codes(mustered(holding(*CARDS), with_hand(*seven))) == []


def test_every_card_offered_may_really_be_in_the_hand():
    for pips, cards in choices(founded()).items():
        for card in cards:
            found = mustered(founded(), with_hand(card))
            assert {violation.code for violation in found.violations} == {"muster.hand"}, (pips, card)


def test_cards_of_absent_units_are_not_offered():
    assert "Cn" in choices(founded())[3]  # asks for the Imperial Officer, who is the Paragon
    assert not any("ac" in cards or "ad" in cards for cards in choices(founded()).values())


def test_a_disillusioned_paragon_is_offered_none_of_its_own():
    found = choices(with_trait(holding(*CARDS), "disillusioned"))
    assert "enemy-down" not in found[2] and "Cn" not in found[3] and found[4] == {STANDING}


@pytest.mark.rule(437)
def test_the_hand_is_kept_beside_the_army_and_only_its_side_sees_it():
    table = Table(founded())
    turn = table.do(decide_muster, with_hand(*SEVEN))
    assert table.battle.blue.hand == SEVEN and not table.battle.blue.acted
    assert from_json(table.battle.blue.army).command_hand == ()
    log = [
        Recorded("battle:1", number, "act-1", "battle.hand_kept", 1, "ann", START, event)
        for number, event in enumerate(turn.battle, start=1)
    ]
    own, theirs = (view(log, Viewer(frozenset({f"side:{key}"}))) for key in ("blue", "red"))
    assert [type(row.event) for row in own][-1] is HandKept
    assert [type(row.event) for row in theirs][-1] is Sealed


def test_mustering_again_without_a_hand_forgets_the_old_one():
    table = Table(founded())
    table.muster(plan=with_hand(*SEVEN))
    table.muster(plan=everyone(founded()))
    assert table.battle.blue.hand == ()


def test_no_member_but_its_owner_finds_the_hand_in_an_export():
    club = Club(Random(7))
    clubs = everybodys_clubs(club.tours)
    clubs.do(club.act("ann"), "campaign:1", commands.OpenCampaign(name="Outer Rim"))
    clubs.do(club.act("bob"), "campaign:1", commands.Join(invitation=1))
    for person, register in (("ann", "register:ann"), ("bob", "register:bob")):
        clubs.do(club.act(person), "campaign:1", commands.Enter(register=register))
    opening = Opening(battle="battle:1", points=800, campaign="campaign:1")
    club.battles.open(club.act("ann"), opening, club.registers)
    plan = replace(everyone(club.register("blue")), command_hand=SEVEN)
    club.battles.do(club.act("ann"), SideRef("battle:1", "blue"), ask.Muster(plan=plan))
    exports = {
        member: export_campaign(club.store, "campaign:1", member).decode() for member in ("ann", "bob")
    }
    assert "battle.hand_kept" in exports["ann"] and '"cards":["bl","ca"' in exports["ann"]
    assert "hand_kept" not in exports["bob"] and '"bl","ca"' not in exports["bob"].replace("\\", "")
    assert "battle.mustered" in exports["bob"]
