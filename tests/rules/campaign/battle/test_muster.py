"""Mustering an army from a Register: rules 28, 130 to 139, 209, 239, 248, 258 to 275; R12 to R14, R24."""

import msgspec
import pytest
from msgspec.structs import replace

from muster.rules.armies.army import from_json
from muster.rules.campaign.battle.muster import Guest, Mustered, MusterPlan, Picked, muster, reinforcements
from muster.rules.campaign.battle.recording import default_format
from muster.rules.campaign.register.dossier import Award, ParagonCard
from muster.rules.campaign.register.recruiting import Recruit, can_equip, owned_upgrade, unit_added
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from muster.rules.messages import explain
from tests.rules.campaign.at_the_table import (
    CARDS,
    DLT,
    DOCTRINE,
    HH12,
    KALLUS,
    OFFICER,
    STORM,
    TRAINING,
    VADER,
    VEERS,
    Table,
    built,
    changed,
    everyone,
    fold,
    founded,
    recruit,
    refused,
    with_marks,
    with_setbacks,
    with_trait,
)


def mustered(state: Register | None = None, plan: MusterPlan | None = None, **named: object) -> Mustered:
    state = state or founded()
    return muster(Table(state, **named).seat(), plan or everyone(state))  # type: ignore[arg-type]


def codes(result: Mustered) -> list[str]:
    for violation in (*result.violations, *result.notes):
        assert explain(violation)
    return sorted(violation.code for violation in result.violations)


def noted(result: Mustered) -> list[str]:
    return sorted(violation.code for violation in result.notes)


def holding(*assets: str, state: Register | None = None) -> Register:
    return replace(state or founded(), assets=assets)


@pytest.mark.rule(28, 135)
def test_the_paragon_is_in_every_army():
    state = founded()
    without = MusterPlan(units=tuple(pick for pick in everyone(state).units if pick.dossier != "d1"))
    assert "muster.paragon" in codes(mustered(state, without))
    assert codes(mustered(state)) == []


@pytest.mark.rule(134)
def test_upgrades_are_chosen_from_the_dossier_and_from_nowhere_else():
    state = founded(state=recruit(built(), STORM, DLT))
    plan = everyone(state)
    bare = replace(plan, units=(*plan.units[:4], Picked(dossier="d5")))
    assert codes(mustered(state, plan)) == [] and codes(mustered(state, bare)) == []
    assert mustered(state, bare).points == mustered(state, plan).points - 20
    borrowed = replace(plan, units=(*plan.units[:4], Picked(dossier="d5", upgrades=(HH12,))))
    assert "muster.not_on_dossier" in codes(mustered(state, borrowed))


def test_the_dead_the_unknown_and_doubles_are_refused():
    state = founded()
    plan = everyone(state)
    ghost = replace(plan, units=(*plan.units, Picked(dossier="d99")))
    assert codes(mustered(state, ghost)) == ["muster.not_on_register"]
    double = replace(plan, units=(*plan.units, Picked(dossier="d2")))
    assert codes(mustered(state, double)) == ["muster.twice"]


def test_the_default_format_follows_the_size_and_may_be_changed():
    assert [default_format(points) for points in (600, 800, 801, 1000)] == [
        "recon",
        "recon",
        "standard",
        "standard",
    ]
    assert "muster.recon_size" in noted(mustered())
    two_corps = replace(everyone(founded()), units=everyone(founded()).units[:3])
    assert codes(mustered(plan=two_corps, points=1000)) == ["army.rank_min"]
    small = mustered(plan=two_corps, points=1000, format="recon")
    assert codes(small) == [] and "muster.other_format" in noted(small)


@pytest.mark.rule(138, 209)
def test_downtrodden_costs_15_points_each_in_the_army_and_not_on_the_register():
    state = with_setbacks(founded(), "d2", "downtrodden", "downtrodden")
    result = mustered(with_setbacks(state, "d3", "downtrodden"))
    assert (result.surcharge, result.points) == (45, state.potential_spent + 45)
    assert codes(mustered(state, points=state.potential_spent)) == ["muster.points"]
    assert "muster.surcharge" in noted(result)


@pytest.mark.rule(139)
def test_reinforcements_are_50_points_for_each_point_of_reputation_the_opponent_is_ahead():
    enemy = replace(founded(), reputation=3)
    result = muster(Table(replace(founded(), reputation=1), enemy, points=150).seat(), everyone(founded()))
    assert (result.reinforcements, result.limit) == (100, 250)
    assert codes(result) == []
    assert codes(mustered(points=150)) == ["muster.points"]


def test_r12_no_reinforcements_without_an_enemy_register_and_the_size_stays_the_agreed_one():
    assert mustered(replace(founded(), reputation=-1)).reinforcements == 0
    alone = Table(replace(founded(), reputation=2), points=800).battle
    assert reinforcements(alone, "red") == 0 and reinforcements(alone, "blue") == 0
    enemy = replace(founded(), reputation=3)
    assert Table(founded(), enemy, points=800).battle.format == "recon"
    letter = Switches(reinforcements_only_raise_limit=False)
    result = muster(Table(founded(), enemy, points=800, switches=letter).seat(), everyone(founded()))
    assert "muster.other_format" in noted(result)


@pytest.mark.rule(136, 258)
def test_assets_are_chosen_from_those_held():
    plan = replace(everyone(founded()), assets=("medevac",))
    assert codes(mustered(founded(), plan)) == ["asset.not_held"]
    assert codes(mustered(holding("medevac"), plan)) == []


class TestGuests:
    @pytest.mark.rule(260)
    def test_request_assistance_brings_a_unique_unit_that_is_no_commander(self):
        state = holding("request-assistance")
        guest = Guest(asset="request-assistance", unit=KALLUS)
        plan = replace(everyone(state), assets=("request-assistance",), guests=(guest,))
        result = mustered(state, plan)
        assert codes(result) == [] and result.points == state.potential_spent + 70
        assert result.fielded[-1].guest and result.fielded[-1].key == "guest1"
        common = replace(plan, guests=(Guest(asset="request-assistance", unit="be"),))
        assert "asset.not_unique" in codes(mustered(state, common))
        leader = replace(plan, guests=(Guest(asset="request-assistance", unit=VADER),))
        assert "asset.no_commander" in codes(mustered(state, leader))

    @pytest.mark.rule(263)
    def test_heroic_intervention_brings_a_unique_commander(self):
        state = founded(state=recruit(built(), STORM))
        state = holding("heroic-intervention", state=state)
        guest = Guest(asset="heroic-intervention", unit=VEERS)
        plan = replace(everyone(state), assets=("heroic-intervention",), guests=(guest,))
        assert codes(mustered(state, plan, points=1000)) == []
        wrong = replace(plan, guests=(Guest(asset="heroic-intervention", unit=KALLUS),))
        assert "asset.only_commander" in codes(mustered(state, wrong, points=1000))

    def test_amb_36_in_recon_the_hero_is_one_commander_too_many_unless_lifted_out(self):
        state = holding("heroic-intervention", "authorized-extraordinary-use")
        guest = Guest(asset="heroic-intervention", unit=VEERS)
        plan = replace(everyone(state), assets=("heroic-intervention",), guests=(guest,))
        assert codes(mustered(state, plan)) == ["army.rank_max"]
        lifted = replace(plan, assets=state.assets, extraordinary="guest1")
        assert codes(mustered(state, lifted)) == []

    @pytest.mark.rule(262, 264)
    def test_guests_stay_away_from_ones_own_turning_point(self):
        state = holding("request-assistance", "heroic-intervention", state=with_marks(founded(), 3, 3, 0))
        plan = replace(everyone(state), assets=state.assets)
        result = mustered(state, plan, turning_point=True)
        assert codes(result) == ["asset.own_turning_point", "asset.own_turning_point"]

    @pytest.mark.rule(265, 266)
    def test_special_equipment_is_one_unique_upgrade_for_each_asset(self):
        state = holding("requisition-special-equipment")
        plan = everyone(state)
        unique = "cw"
        picks = tuple(
            replace(pick, equipment=(unique,)) if pick.dossier == "d1" else pick for pick in plan.units
        )
        asked = replace(plan, units=picks, assets=state.assets)
        assert codes(mustered(state, asked)) == []
        assert codes(mustered(state, replace(asked, assets=()))) == ["muster.equipment"]
        common = tuple(
            replace(pick, equipment=(TRAINING,)) if pick.dossier == "d1" else pick for pick in plan.units
        )
        assert codes(mustered(state, replace(asked, units=common))) == ["asset.not_unique"]
        own = with_marks(state, 3, 3, 0)
        assert codes(mustered(own, asked, turning_point=True)) == ["asset.own_turning_point"]

    def test_a_guest_without_an_asset_is_no_guest(self):
        plan = replace(everyone(founded()), guests=(Guest(asset="request-assistance", unit=KALLUS),))
        assert codes(mustered(founded(), plan)) == ["muster.guest_without_asset"]

    @pytest.mark.rule(261)
    def test_two_assistances_bring_two_guests(self):
        state = holding("request-assistance", "request-assistance")
        guests = (
            Guest(asset="request-assistance", unit=KALLUS),
            Guest(asset="request-assistance", unit="wl"),
        )
        plan = replace(everyone(state), assets=state.assets, guests=guests)
        assert codes(mustered(state, plan, points=1000)) == []
        assert "muster.guest_without_asset" in codes(
            mustered(state, replace(plan, assets=state.assets[:1]), points=1000)
        )


@pytest.mark.rule(270)
def test_extraordinary_use_lifts_one_unit_out_of_the_maximum_of_its_rank():
    state = built()
    for _ in range(2):
        state = recruit(state, STORM)
    state = holding("authorized-extraordinary-use", state=founded(state=state))
    plan = everyone(state)
    assert codes(mustered(state, plan)) == ["army.rank_max"]
    lifted = replace(plan, assets=state.assets, extraordinary="d6")
    assert codes(mustered(state, lifted)) == []
    assert "muster.extraordinary" in codes(mustered(state, replace(plan, extraordinary="d6")))


@pytest.mark.rule(248)
def test_slots_from_commendations_hold_upgrades_in_the_army():
    drilled = (Award("advanced-drill", "Advanced Drill", slots=("training",)),)
    upgrade = msgspec.structs.replace(
        founded(state=recruit(built(), STORM, DLT)).dossier("d5").upgrades[0],
        id=TRAINING,
        name="Endurance",
        slot="training",
        points=6,
    )
    state = changed(founded(), "d2", upgrades=(upgrade,))
    assert codes(mustered(state)) == ["army.slots"]
    assert codes(mustered(changed(state, "d2", commendations=drilled))) == []


@pytest.mark.rule(239)
def test_flexible_response_demands_as_many_heavy_weapons_as_slots():
    award = (Award("flexible-response", "Flexible Response", slots=("heavy-weapon",)),)
    state = changed(founded(), "d2", commendations=award)
    assert codes(mustered(state)) == ["muster.flexible"]
    armed = founded(state=recruit(built(), STORM, DLT)).dossier("d5").upgrades[0]
    second = msgspec.structs.replace(armed, id=HH12, name="HH-12", points=22)
    assert codes(mustered(changed(state, "d2", upgrades=(armed, second)))) == []


class TestHand:
    HAND = ("bl", "ca", "bk", "cb", "bj", "cc")  # two each of 1, 2 and 3 pips that ask for nobody

    def state(self, *cards: ParagonCard) -> Register:
        return changed(founded(), "d1", paragon_cards=cards)

    def hand(self, *cards: str) -> MusterPlan:
        return replace(everyone(founded()), command_hand=cards)

    def test_a_hand_is_checked_when_it_is_written_down(self):
        assert "muster.no_hand" in noted(mustered())
        assert "muster.hand" in codes(mustered(plan=self.hand(*self.HAND)))

    @pytest.mark.rule(275)
    def test_paragon_cards_fill_the_places_of_their_pips(self):
        cards = (
            ParagonCard("enemy-down", "Enemy Down!", 2),
            ParagonCard("standing-orders-paragon", "Standing Orders", 4),
        )
        hand = (*self.HAND[:3], *self.HAND[4:], "enemy-down", "standing-orders-paragon")
        assert codes(mustered(self.state(*cards), self.hand(*hand))) == []
        assert codes(mustered(self.state(), self.hand(*hand))) != []

    def test_a_disillusioned_paragon_plays_none_of_its_own(self):
        state = with_trait(self.state(ParagonCard("enemy-down", "Enemy Down!", 2)), "disillusioned")
        hand = (*self.HAND[:3], *self.HAND[4:], "enemy-down", "aa")
        assert codes(mustered(state, self.hand(*hand))) == ["muster.disillusioned"]

    def test_a_paragon_card_is_there_once(self):
        state = self.state(ParagonCard("enemy-down", "Enemy Down!", 2))
        hand = (*self.HAND[:2], *self.HAND[4:], "enemy-down", "enemy-down", "aa")
        assert codes(mustered(state, self.hand(*hand))) == ["muster.card_twice"]


def test_r24_battle_forces_are_a_switch():
    plan = replace(everyone(founded()), battle_force="bf")
    assert "muster.no_battle_forces" in codes(mustered(plan=plan, switches=Switches(battle_forces=False)))
    assert "muster.no_battle_forces" not in codes(mustered(plan=plan))


def test_a_register_that_went_on_needs_a_new_battle():
    table = Table(founded(), points=800)
    table.registers["blue"] = replace(table.registers["blue"], reputation=1)
    refused(table.muster, "battle.outdated")
    table.registers["blue"] = with_marks(founded(), 3, 3, 3)
    refused(table.muster, "battle.outdated")


def test_an_illegal_army_does_not_take_the_field_and_says_everything():
    table = Table(founded(), points=100)
    refused(lambda: table.muster(plan=MusterPlan()), "muster.paragon", "army.rank_min", "army.rank_min")


def test_the_army_document_is_kept_with_the_battle():
    table = Table(founded()).muster_all()
    army = from_json(table.battle.blue.army)
    assert [entry.key for entry in army.units] == ["d1", "d2", "d3", "d4"] and army.limit == 800


def test_mustering_again_before_the_record_replaces_the_army():
    state = founded(state=recruit(recruit(built(), STORM), OFFICER, DOCTRINE, name="Second"))
    table = Table(state)
    small = replace(everyone(state), units=everyone(state).units[:3])
    table.muster(plan=small)
    assert table.registers["blue"].open_battle == "battle:1"
    table.muster(plan=replace(small, units=everyone(state).units[:4]))
    assert len(table.battle.blue.fielded) == 4 and table.registers["blue"].joined == 1


LAAT_OF_THE_REPUBLIC, TANK = "oo", "Fe"
TIE_PILOT, CLONE_PILOT = "pd", "kl"


def prized(*units: str) -> Register:
    """A Register of the Empire that won these vehicles."""
    state = replace(founded("a-pirates-life"), potential=2000)
    for unit in units:
        state = fold(
            state, unit_added(state, Recruit(unit=unit), CARDS, why="golden-opportunity", joined=True)
        )
    return state


class TestPrizes:
    """A vehicle won in A Pirate's Life has the Paragon's faction and affiliation (ambiguity 56)."""

    @pytest.mark.rule(106)
    def test_it_is_no_mercenary(self):
        assert codes(mustered(prized(TANK, TANK), points=1000)) == []
        hired = recruit(recruit(prized(TANK), TANK), TANK)
        assert codes(mustered(hired, points=1500)) == ["army.mercenaries", "army.rank_max"]

    @pytest.mark.rule(194, 419)
    def test_it_takes_the_pilots_of_the_paragons_faction(self):
        state = prized(LAAT_OF_THE_REPUBLIC)
        unit, prize = CARDS.unit(LAAT_OF_THE_REPUBLIC), state.dossiers[-1]
        tie, clone = (CARDS.upgrade(card) for card in (TIE_PILOT, CLONE_PILOT))
        assert can_equip(unit, prize, tie, state, CARDS) and not can_equip(unit, prize, clone, state, CARDS)
        for card, wrong in ((tie, []), (clone, ["army.restriction"])):
            held = changed(state, prize.id, upgrades=(owned_upgrade(card, state, CARDS),))
            assert codes(mustered(held, points=1000)) == wrong
