"""Building and editing a Register: rules 3 to 28, 77 to 85 and 100 to 129."""

from datetime import date

import pytest

from muster.rules.campaign.battle.steps.aid import AidRequest, decide_starting_aid
from muster.rules.campaign.register import correcting, editing
from muster.rules.campaign.register.dossier import ParagonCard
from muster.rules.campaign.register.events import (
    AgendaProgressed,
    BattleClosed,
    BattleJoined,
    ExperienceGained,
    UnitRemoved,
)
from muster.rules.campaign.register.ledger import Ledger
from muster.rules.campaign.register.recruiting import (
    Recruit,
    paragon_warning,
    recruit_problems,
    refill_due,
    unique_upgrade,
    upgrade_problems,
)
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from tests.rules.campaign.at_the_table import (
    AGENT,
    AT_ST,
    AT_ST_GUN,
    AT_ST_MORTAR,
    BOOKS,
    BY_RULING,
    CAPTAIN,
    CARDS,
    DAY,
    DLT,
    DOCTRINE,
    HEAVY_RESPONSE,
    HH12,
    OFFICER,
    ORDERS,
    PEACE,
    SNOW,
    SPECIALIST,
    STORM,
    TRAINING,
    VADER,
    built,
    changed,
    fold,
    founded,
    opened,
    recruit,
    refused,
    with_marks,
)


def wants(
    state: Register, unit: str, *upgrades: str, name: str = "", switches: Switches = BY_RULING
) -> list[str]:
    found = recruit_problems(state, Recruit(unit=unit, upgrades=upgrades, name=name), CARDS, switches)
    return sorted(violation.code for violation in found)


@pytest.mark.rule(25, 105, 6)
def test_a_register_begins_with_600_potential_5_supply_and_no_reputation():
    state = opened()
    assert (state.potential, state.supply, state.reputation) == (600, 5, 0)


@pytest.mark.rule(3, 4, 5)
def test_a_register_holds_all_its_fields():
    state = founded()
    assert state.name == "Death Squadron"
    assert state.paragon is not None and len(state.dossiers) == 4
    assert (state.assets, state.potential, state.supply, state.reputation) == ((), 600, 5, 0)
    assert state.arc is not None and [agenda.marked for agenda in state.arc.agendas] == [0, 0, 0]


@pytest.mark.rule(11, 12, 70)
def test_the_arc_brings_three_agendas_with_what_completes_them():
    arc = founded("the-weekend-war").arc
    assert arc is not None and arc.id == "the-weekend-war"
    assert [agenda.needed for agenda in arc.agendas] == [2, 2, 2]
    assert [agenda.needed for agenda in founded().arc.agendas] == [3, 3, 3]


def test_units_of_one_card_are_numbered_and_a_number_never_means_another_unit_later():
    state = founded()
    assert [dossier.called for dossier in state.dossiers] == [
        "Moff Jerjerrod", "Stormtroopers 1", "Stormtroopers 2", "Snowtroopers",
    ]  # fmt: skip
    state = fold(recruit(state, STORM), editing.decide_unit_name(state, "d3", "Night Watch"))
    state = fold(state, UnitRemoved("d2", "casualty"))
    left = {"d1": "Moff Jerjerrod", "d3": "Night Watch", "d4": "Snowtroopers", "d5": "Stormtroopers 3"}
    assert state.names == left | {"d2": "Stormtroopers 1"}
    state = recruit(fold(state, UnitRemoved("d4", "casualty")), SNOW)
    assert (state.names["d4"], state.names["d6"]) == ("Snowtroopers 1", "Snowtroopers 2")


def test_a_unit_that_was_taken_back_before_the_first_battle_leaves_no_gap():
    state = recruit(recruit(founded(), STORM), STORM)
    state = fold(state, editing.decide_withdraw(state, "d3"))
    assert [state.names[dossier_id] for dossier_id in ("d2", "d5", "d6")] == [
        f"Stormtroopers {n}" for n in (1, 2, 3)
    ]


@pytest.mark.rule(7, 9, 10)
def test_potential_supply_and_assets_change_by_requests():
    state = built()
    request = AidRequest(aid="request-strategic-asset", asset="medevac")
    state = fold(state, *decide_starting_aid(state, request, CARDS, BOOKS))
    state = fold(state, *decide_starting_aid(state, AidRequest(aid="active-recruiting"), CARDS, BOOKS))
    assert (state.potential, state.supply, state.assets) == (750, 3, ("medevac",))


@pytest.mark.rule(8, 17)
def test_points_spent_are_those_of_all_unit_and_upgrade_cards():
    state = recruit(built(), STORM, DLT, CAPTAIN)
    assert state.dossier("d5").points_spent == 42 + 20 + 10
    assert state.potential_spent == (55 + 8) + 42 * 3 + 72
    assert state.potential_left == 600 - state.potential_spent


@pytest.mark.rule(14, 15, 16)
def test_every_unit_added_gets_a_dossier_of_its_own():
    state = built()
    assert [dossier.id for dossier in state.dossiers] == ["d1", "d2", "d3", "d4"]
    assert state.dossier("d1").name == "Moff Jerjerrod"
    assert state.dossier("d2").unit_name == "Stormtroopers"


@pytest.mark.rule(18, 19, 77)
def test_a_new_unit_has_no_experience_and_no_rank():
    dossier = built().dossier("d2")
    assert (dossier.experience, dossier.veteran_rank) == (0, 0)


@pytest.mark.rule(20, 21, 22)
def test_a_dossier_keeps_setbacks_commendations_and_a_pool_of_upgrades():
    state = recruit(built(), STORM, DLT, CAPTAIN)
    dossier = state.dossier("d5")
    assert (dossier.setbacks, dossier.commendations) == ((), ())
    assert [upgrade.id for upgrade in dossier.upgrades] == [DLT, CAPTAIN]


@pytest.mark.rule(24, 129)
def test_units_join_as_long_as_the_potential_lasts():
    state = built()
    while wants(state, STORM) == []:
        state = recruit(state, STORM)
    assert state.potential_left < 42 and wants(state, STORM) == ["register.potential"]
    assert len(state.dossiers) == 4 + (411 // 42)


@pytest.mark.rule(27, 117)
def test_the_first_commander_is_the_paragon_and_stays_the_only_one():
    state = recruit(opened(), STORM)
    assert state.paragon is None
    state = recruit(state, OFFICER, DOCTRINE, name="First")
    state = recruit(state, OFFICER, DOCTRINE, name="Second")
    assert [dossier.paragon for dossier in state.dossiers] == [False, True, False]


def test_a_unit_nobody_knows_is_refused_by_name():
    refused(lambda: wants(built(), "??"), "card.unknown")


@pytest.mark.rule(106)
def test_all_units_with_a_faction_share_it():
    rebels = next(unit.id for unit in CARDS.data.units if unit.faction == "rebels" and unit.rank == "corps")
    assert wants(built(), rebels) == ["register.faction"]


@pytest.mark.rule(106)
def test_mercenaries_join_where_they_may_be_hired():
    hirable = next(
        u
        for u in CARDS.data.units
        if u.mercenary and u.rank == "corps" and "empire" in u.hirable_by and not u.unique
    )
    strange = next(
        u for u in CARDS.data.units if u.mercenary and "empire" not in u.hirable_by and not u.unique
    )
    assert wants(built(), hirable.id) == []
    assert "register.not_hirable" in wants(built(), strange.id)


def test_a_mercenary_paragon_is_warned_about():
    boss = next(
        u
        for u in CARDS.data.units
        if u.mercenary and u.rank == "commander" and u.hirable_by and not u.unique and u.points is not None
    )
    state = recruit(opened(boss.hirable_by[0]), boss.id, name="Boss")
    warning = paragon_warning(state, CARDS)
    assert warning is not None and warning.code == "register.mercenary_paragon"
    assert paragon_warning(built(), CARDS) is None


@pytest.mark.rule(107, 108)
def test_a_register_needs_a_commander_and_two_corps():
    state = recruit(opened(), STORM)
    refused(
        lambda: editing.decide_found(state),
        "register.no_commander",
        "register.corps",
        "register.arc_missing",
        "register.nameless",
    )


@pytest.mark.rule(110)
def test_unique_units_never_join():
    assert wants(built(), VADER, name="Vader") == ["register.unique_unit"]


@pytest.mark.rule(111)
@pytest.mark.parametrize("slot", ["personnel", "heavy-weapon", "crew", "pilot", "armament", "squad-leader"])
def test_unique_upgrades_of_the_six_kinds_are_banned(slot):
    banned = [card for card in CARDS.data.upgrades if card.slot == slot and card.unique]
    assert all(unique_upgrade(card) is not None for card in banned)
    common = [card for card in CARDS.data.upgrades if card.slot == slot and not card.unique]
    assert all(unique_upgrade(card) is None for card in common)


@pytest.mark.rule(111)
def test_other_unique_upgrades_are_allowed_unless_they_lead():
    commands = [card for card in CARDS.data.upgrades if card.slot in ("command", "training") and card.unique]
    assert commands
    assert all((unique_upgrade(card) is None) == (not card.has("leader")) for card in commands)


def test_a_unique_heavy_weapon_is_named_with_its_unit():
    assert "register.unique_upgrade" in wants(built(), STORM, "Eo")


@pytest.mark.rule(113, 116)
def test_a_commander_brings_two_upgrades_and_its_compulsory_doctrine():
    assert wants(built(), OFFICER, DOCTRINE, TRAINING, ORDERS, name="Second") == []
    assert wants(built(), OFFICER, DOCTRINE, TRAINING, ORDERS, "dh", name="Second") == [
        "register.too_many_upgrades"
    ]
    assert wants(built(), AGENT, DOCTRINE, TRAINING, ORDERS, name="Agent") == []


@pytest.mark.rule(114)
def test_commanders_and_operatives_are_named_at_once():
    assert wants(built(), OFFICER, DOCTRINE) == ["register.needs_name"]
    assert wants(built(), AGENT, DOCTRINE, name="  \n ") == ["register.needs_name"]
    assert wants(built(), STORM) == []


@pytest.mark.rule(118)
def test_a_trooper_brings_one_heavy_weapon_and_one_personnel_and_nothing_else():
    assert wants(built(), STORM, DLT, CAPTAIN) == []
    assert wants(built(), STORM, DLT, HH12) == ["register.slot_allowance"]
    assert wants(built(), STORM, CAPTAIN, SPECIALIST) == ["register.slot_allowance"]
    grenades = next(card for card in CARDS.upgrades_for(CARDS.unit(STORM))["grenades"] if not card.unique)
    assert wants(built(), STORM, grenades.id) == ["register.slot_allowance"]


@pytest.mark.rule(121)
def test_a_vehicle_brings_one_hardpoint():
    assert wants(built(), AT_ST, AT_ST_GUN) == []
    assert wants(built(), AT_ST, AT_ST_GUN, AT_ST_MORTAR) == ["register.slot_allowance"]


@pytest.mark.rule(120)
def test_heavy_weapons_that_a_keyword_demands_come_on_top_or_not_by_a_switch():
    assert wants(built(), HEAVY_RESPONSE, DLT, HH12) == []
    letter = Switches(heavy_weapons_are_compulsory=False)
    assert wants(built(), HEAVY_RESPONSE, DLT, HH12, switches=letter) == ["register.slot_allowance"]


@pytest.mark.rule(123)
def test_a_vehicle_buys_its_compulsory_programming_on_top():
    tank = next(
        u
        for u in CARDS.data.units
        if u.must_equip and u.must_equip[0].keyword == "programmed" and u.unit_type.endswith("vehicle")
    )
    outfit = CARDS.upgrades_for(tank)
    program = next(card for card in outfit["programming"] if not card.unique)
    gun = next(card for card in outfit["hardpoint"] if not card.unique)
    state = opened(tank.faction)
    assert wants(state, tank.id, program.id, gun.id) == []


@pytest.mark.rule(115, 119, 122)
def test_further_upgrades_come_by_aid_requests_and_not_by_editing():
    state = recruit(recruit(built(), STORM, DLT), AT_ST, AT_ST_GUN)
    for dossier, upgrade in (("d1", TRAINING), ("d5", "dh"), ("d6", AT_ST_MORTAR)):
        request = AidRequest(aid="supplies-and-provisions", dossier=dossier, upgrade=upgrade)
        if dossier == "d5":
            refused(lambda r=request: decide_starting_aid(state, r, CARDS, BOOKS), "register.not_eligible")
            continue
        more = fold(state, *decide_starting_aid(state, request, CARDS, BOOKS))
        assert more.dossier(dossier).owns(upgrade) and more.supply == 4
    ready = founded(state=state)
    request = AidRequest(aid="supplies-and-provisions", dossier="d1", upgrade=TRAINING)
    refused(lambda: decide_starting_aid(ready, request, CARDS, BOOKS), "sequence.aid_late")


def test_an_upgrade_the_unit_cannot_equip_is_refused():
    assert "register.not_eligible" in wants(built(), SNOW, DLT)


def test_the_same_upgrade_twice_is_refused():
    assert "register.upgrade_twice" in wants(built(), STORM, DLT, DLT)


def test_a_megabyte_of_a_name_is_refused_and_control_characters_are_smoothed():
    refused(lambda: editing.decide_name(built(), "x" * 1_000_000), "register.name_too_long")
    assert editing.decide_name(built(), " The\x00 Fifth\n ").name == "The Fifth"


@pytest.mark.rule(109)
def test_below_two_corps_corps_must_be_added_first():
    state = fold(founded(), UnitRemoved("d2", "casualty"), UnitRemoved("d3", "casualty"))
    assert refill_due(state, CARDS)
    refused(lambda: recruit(state, OFFICER, name="Another"), "register.refill_first")
    state = recruit(state, STORM)
    assert not refill_due(state, CARDS)


def test_without_potential_the_register_is_only_flagged():
    state = fold(founded(), UnitRemoved("d2", "casualty"), UnitRemoved("d3", "casualty"))
    state = changed(state, "d1", points=55 + state.potential_left - 20)
    assert not refill_due(state, CARDS) and state.below_minimum


@pytest.mark.rule(125)
def test_the_first_arc_comes_after_the_starting_register_and_its_aid():
    state = opened()
    for unit, upgrades, name in ((OFFICER, (DOCTRINE,), "Moff Jerjerrod"), (STORM, (), ""), (STORM, (), "")):
        refused(lambda now=state: editing.decide_arc(now, PEACE, BOOKS), "register.arc_early")
        state = recruit(state, unit, *upgrades, name=name)
    refused(lambda: editing.decide_found(state), "register.arc_missing", "register.nameless")
    aided = fold(state, *decide_starting_aid(state, AidRequest(aid="active-recruiting"), CARDS, BOOKS))
    chosen = fold(aided, editing.decide_arc(aided, PEACE, BOOKS))
    assert (chosen.arc.id, chosen.potential, len(chosen.dossiers)) == (PEACE, aided.potential, 3)
    assert all(agenda.marked == 0 for agenda in chosen.arc.agendas)
    refused(lambda: editing.decide_found(chosen), "register.nameless")


@pytest.mark.rule(126)
def test_any_faction_may_choose_any_arc():
    for arc in BOOKS.arcs:
        assert founded(arc).arc.id == arc
    refused(lambda: editing.decide_arc(built(), "the-eighth-arc", BOOKS), "register.no_arc")


@pytest.mark.rule(124, 127)
def test_building_ends_when_units_arc_and_name_are_there():
    state = built()
    refused(lambda: editing.decide_found(state), "register.arc_missing", "register.nameless")
    assert founded().status == "founded"
    refused(lambda: editing.decide_found(founded()), "register.already_founded")


@pytest.mark.rule(128)
def test_a_register_in_a_battle_is_not_edited_from_outside():
    state = fold(founded(), BattleJoined("battle:1"))
    refused(lambda: recruit(state, STORM), "register.in_battle")
    refused(lambda: editing.decide_withdraw(state, "d2"), "register.in_battle", "register.only_adds")


def test_units_are_taken_back_freely_before_the_first_battle_only():
    state = founded()
    assert fold(state, editing.decide_withdraw(state, "d4")).find("d4") is None
    played = fold(state, BattleJoined("battle:1"), BattleClosed("battle:1", "won", ("d1",)))
    refused(lambda: editing.decide_withdraw(played, "d4"), "register.only_adds")


@pytest.mark.rule(100)
def test_the_paragon_of_a_finished_register_is_not_taken_back():
    refused(lambda: editing.decide_withdraw(founded(), "d1"), "register.paragon_stays")


def test_while_building_the_next_commander_takes_the_place_of_one_taken_back():
    state = recruit(built(), OFFICER, DOCTRINE, name="Second")
    state = fold(state, editing.decide_withdraw(state, "d1"))
    assert state.paragon is not None and state.paragon.name == "Second"


def test_a_finished_register_keeps_its_minimum_when_units_are_taken_back():
    state = fold(founded(), editing.decide_withdraw(founded(), "d4"))
    refused(lambda: editing.decide_withdraw(state, "d3"), "register.corps")


@pytest.mark.rule(84)
def test_from_veteran_rank_1_a_unit_needs_a_name():
    state = changed(founded(), "d2", veteran_rank=1)
    assert state.dossier("d2").needs_name and not state.dossier("d3").needs_name
    refused(lambda: editing.decide_unit_name(state, "d2", " "), "register.needs_name")
    state = fold(state, editing.decide_unit_name(state, "d2", "Steel Squad"))
    assert state.dossier("d2").called == "Steel Squad" and not state.dossier("d2").needs_name


@pytest.mark.rule(79, 80, 81)
def test_experience_makes_ranks_up_to_the_maximum_of_the_unit():
    ledger = Ledger(founded())
    ledger.experience("d2", 24, "story")
    ledger.experience("d2", 3, "story")
    ledger.experience("d2", 3, "story")
    dossier = ledger.register.dossier("d2")
    assert (dossier.experience, dossier.veteran_rank, dossier.awards_due) == (27, 3, 3)


@pytest.mark.rule(83, 85)
def test_nothing_goes_beyond_rank_5_and_a_rank_once_earned_stays():
    ledger = Ledger(changed(founded(), "d1", experience=48, veteran_rank=4))
    ledger.experience("d1", 9, "story")
    dossier = ledger.register.dossier("d1")
    assert (dossier.experience, dossier.veteran_rank) == (50, 5)
    poorer = fold(ledger.register, ExperienceGained("d1", -20, 3, 0, "a loss"))
    assert poorer.dossier("d1").veteran_rank == 5


def test_the_points_date_moves_and_being_over_is_a_flag():
    state = founded()
    moved = fold(state, editing.decide_points_date(state, date(2024, 8, 1), CARDS))
    assert moved.points_date == date(2024, 8, 1)
    back = fold(moved, editing.decide_points_date(moved, DAY, CARDS))
    assert back.potential_spent == state.potential_spent
    dear = changed(state, "d1", points=900)
    assert dear.over_potential and wants(dear, STORM) == ["register.potential"]


def test_a_running_arc_is_not_changed_after_the_first_battle():
    played = fold(founded(), BattleJoined("battle:1"), BattleClosed("battle:1", "won", ()))
    refused(lambda: editing.decide_arc(played, PEACE, BOOKS), "register.arc_runs")


def test_a_retired_register_rests():
    state = fold(founded(), editing.decide_retire(founded()))
    refused(lambda: recruit(state, STORM), "register.is_retired")


class TestCorrections:
    def correct(self, state: Register, *fixes: correcting.Fix, reason: str = "A miscount.") -> Register:
        return fold(state, *correcting.decide_correction(state, fixes, reason, "battle:7", BOOKS))

    def test_numbers_are_changes_and_leave_later_ones_in_place(self):
        state = self.correct(
            founded(), correcting.Fix(what="supply", amount=-2), correcting.Fix(what="reputation", amount=1)
        )
        assert (state.supply, state.reputation) == (3, 1)

    def test_experience_moves_the_rank_and_the_awards(self):
        state = self.correct(founded(), correcting.Fix(what="experience", dossier="d2", amount=6))
        assert (state.dossier("d2").veteran_rank, state.dossier("d2").awards_due) == (1, 1)

    @pytest.mark.rule(85)
    def test_losing_experience_lowers_no_rank_and_no_rank_is_paid_twice(self):
        up = correcting.Fix(what="experience", dossier="d2", amount=6)
        down = correcting.Fix(what="experience", dossier="d2", amount=-6)
        state = self.correct(founded(), up, down)
        dossier = state.dossier("d2")
        assert (dossier.experience, dossier.veteran_rank, dossier.awards_due) == (0, 1, 1)
        again = self.correct(state, up).dossier("d2")
        assert (again.experience, again.veteran_rank, again.awards_due) == (6, 1, 1)

    @pytest.mark.rule(85)
    def test_a_rank_given_by_mistake_takes_its_award_along(self):
        up = correcting.Fix(what="experience", dossier="d2", amount=14)
        taken = correcting.Fix(what="rank-taken", dossier="d2")
        state = self.correct(founded(), up)
        assert (state.dossier("d2").veteran_rank, state.dossier("d2").awards_due) == (2, 2)
        dossier = self.correct(state, taken).dossier("d2")
        assert (dossier.experience, dossier.veteran_rank, dossier.awards_due) == (12, 1, 1)
        held = list(BOOKS.commendations)[:2]
        given = [correcting.Fix(what="commendation-added", dossier="d2", id=id) for id in held]
        state = self.correct(state, *given)
        assert state.dossier("d2").awards_due == 0
        dossier = self.correct(state, taken).dossier("d2")
        assert [award.id for award in dossier.commendations] == held[:1] and dossier.veteran_rank == 1
        named = correcting.Fix(what="rank-taken", dossier="d2", id=held[0])
        assert [award.id for award in self.correct(state, named).dossier("d2").commendations] == held[1:]
        grown = Ledger(self.correct(state, taken))
        grown.experience("d2", 1, "story")
        assert (grown.register.dossier("d2").veteran_rank, grown.register.dossier("d2").awards_due) == (2, 1)
        refused(lambda: self.correct(founded(), taken), "register.no_rank")

    def test_a_paragons_rank_goes_with_its_card(self):
        cards = (ParagonCard("enemy-down", "Enemy Down!", 1), ParagonCard("objective-complete", "Done!", 2))
        state = changed(founded(), "d1", experience=13, veteran_rank=2, paragon_cards=cards)
        dossier = self.correct(state, correcting.Fix(what="rank-taken", dossier="d1")).dossier("d1")
        assert dossier.veteran_rank == 1 and dossier.paragon_cards == cards[:1]
        due = changed(state, "d1", cards_due=1)
        dossier = self.correct(due, correcting.Fix(what="rank-taken", dossier="d1")).dossier("d1")
        assert dossier.paragon_cards == cards and dossier.cards_due == 0

    def test_commendations_upgrades_traits_and_keywords_in_one_go(self):
        award, trait = next(iter(BOOKS.commendations)), next(iter(BOOKS.traits))
        upgrade = next(
            upgrade
            for upgrade in CARDS.data.upgrades
            if not list(
                upgrade_problems(CARDS.unit(STORM), founded().dossier("d2"), upgrade, founded(), CARDS)
            )
        )
        state = self.correct(
            founded(),
            correcting.Fix(what="commendation-added", dossier="d2", id=award),
            correcting.Fix(what="upgrade-added", dossier="d2", id=upgrade.id),
            correcting.Fix(what="trait-gained", dossier="d1", id=trait),
            correcting.Fix(what="keyword-gained", dossier="d1", id="lauded"),
        )
        assert state.dossier("d2").has_commendation(award) and state.dossier("d2").owns(upgrade.id)
        assert state.paragon.trait.id == trait and state.paragon.trait.gained_in == "battle:7"
        assert state.paragon.keywords[0].id == "lauded" and state.paragon.high_allowed == 2
        back = self.correct(
            state,
            correcting.Fix(what="commendation-removed", dossier="d2", id=award),
            correcting.Fix(what="upgrade-removed", dossier="d2", id=upgrade.id),
            correcting.Fix(what="trait-removed", dossier="d1"),
            correcting.Fix(what="keyword-lost", dossier="d1", id="lauded"),
        )
        assert back.dossiers == founded().dossiers

    @pytest.mark.parametrize(
        ("fix", "code"),
        [
            (correcting.Fix(what="commendation-added", dossier="d2", id="x"), "register.no_commendation"),
            (correcting.Fix(what="commendation-removed", dossier="d2", id="x"), "register.no_commendation"),
            (correcting.Fix(what="upgrade-removed", dossier="d2", id="x"), "register.no_upgrade"),
            (correcting.Fix(what="trait-gained", dossier="d2", id="tunnel-vision"), "register.no_trait"),
            (correcting.Fix(what="trait-removed", dossier="d1"), "register.no_trait"),
            (correcting.Fix(what="keyword-gained", dossier="d1", id="x"), "register.no_keyword"),
            (correcting.Fix(what="keyword-lost", dossier="d1", id="lauded"), "register.no_keyword"),
        ],
    )
    def test_what_is_not_there_is_not_given_or_taken(self, fix, code):
        refused(lambda: self.correct(founded(), fix), code)

    def test_the_fallen_come_back_as_they_were(self):
        state = changed(founded(), "d2", experience=7, veteran_rank=1)
        gone = self.correct(state, correcting.Fix(what="unit-removed", dossier="d2"))
        assert gone.find("d2") is None
        back = self.correct(gone, correcting.Fix(what="unit-restored", dossier="d2"))
        assert back.dossier("d2").experience == 7 and back.fallen == ()

    def test_setbacks_assets_and_agendas(self):
        state = self.correct(
            founded(),
            correcting.Fix(what="setback-gained", dossier="d2", id="downtrodden"),
            correcting.Fix(what="asset-added", id="medevac"),
            correcting.Fix(what="agenda", id="keep-them-in-line", amount=2),
            correcting.Fix(what="potential", amount=150),
        )
        assert state.dossier("d2").has_setback("downtrodden") and state.assets == ("medevac",)
        assert state.arc.agenda("keep-them-in-line").marked == 2 and state.potential == 750
        state = self.correct(
            state,
            correcting.Fix(what="setback-removed", dossier="d2", id="downtrodden"),
            correcting.Fix(what="asset-removed", id="medevac"),
        )
        assert not state.dossier("d2").setbacks and state.assets == ()

    @pytest.mark.parametrize(
        ("fix", "code"),
        [
            (correcting.Fix(what="supply", amount=-6), "register.supply"),
            (correcting.Fix(what="supply", amount=10_000), "register.fix_too_big"),
            (correcting.Fix(what="unit-removed", dossier="d1"), "register.paragon_stays"),
            (correcting.Fix(what="experience", dossier="d99", amount=1), "register.no_dossier"),
            (correcting.Fix(what="setback-removed", dossier="d2", id="downtrodden"), "register.no_setback"),
            (correcting.Fix(what="asset-removed", id="medevac"), "register.no_asset"),
            (correcting.Fix(what="asset-added", id="a-star-destroyer"), "register.no_asset"),
            (correcting.Fix(what="agenda", id="small-victories", amount=1), "register.no_agenda"),
            (correcting.Fix(what="unit-restored", dossier="d2"), "register.no_dossier"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, fix, code):
        refused(lambda: self.correct(founded(), fix), code)

    def test_a_correction_needs_a_reason_and_something_to_correct(self):
        refused(lambda: self.correct(founded(), reason=" "), "register.reason", "register.nothing_to_correct")


def test_marks_beyond_the_card_are_lost():
    state = fold(with_marks(founded(), 2, 0, 0), AgendaProgressed("persons-of-interest", 2, "battle:1"))
    assert state.arc.agendas[0].marked == 3 and state.arc.complete_agendas == 1
