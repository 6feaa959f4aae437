"""Army lists: handed in, checked for the event, locked, and the right copy for the right person."""

from datetime import date

import msgspec
import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.armies.army import Army, ArmyUnit, Deck
from muster.rules.cards.values import RankLimit, RankTable
from muster.rules.log import to_json
from muster.rules.tournament.games import Tally
from muster.rules.tournament.judging.lists import by_the_plan, event_format, for_event, list_problems
from muster.rules.tournament.scoring.results import Slip
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused
from tests.rules.tournament.handed_lists import ARMY, CAT, HAND, UNIT

OTHER = next(unit.id for unit in CAT.data.units if unit.rank == "corps" and unit.faction == "empire")


def codes(army: Army, plan: TournamentPlan | None = None) -> set[str]:
    return {violation.code for violation in list_problems(army, plan or TournamentPlan(), CAT)}


def ready(plan: TournamentPlan | None = None) -> Hall:
    hall = Hall(plan)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    for player, account in zip(hall.enter(4), ("a1", "a2", "a3", "a4"), strict=True):
        hall.sit(player, account)
    return hall


@pytest.mark.rule(530, 536)
def test_a_list_is_checked_for_the_events_format_and_points():
    assert event_format(TournamentPlan()) == "legacy-800"
    assert event_format(TournamentPlan(kind="recon", profile="current", points=600)) == "recon"
    fitted = for_event(ARMY, TournamentPlan(points=700), CAT)
    assert (fitted.format, fitted.limit) == ("legacy-800", 700)
    heavy = msgspec.structs.replace(ARMY, units=(ArmyUnit(unit=UNIT, count=60),))
    assert any("point" in code for code in codes(heavy) - codes(ARMY))


SUPER_BATTLE_DROIDS, AAT = "ga", "gc"
GONE_BY = msgspec.structs.replace(
    ARMY, faction="separatists", points_date=date(2024, 1, 1), units=(ArmyUnit(unit=SUPER_BATTLE_DROIDS),)
)


@pytest.mark.rule(530)
@pytest.mark.parametrize(
    ("day", "points"), [(None, 64), (date(2026, 9, 5), 64), (date(2024, 7, 19), 64), (date(2024, 7, 18), 45)]
)
def test_a_list_costs_what_its_cards_cost_on_the_day_of_the_event(day: date | None, points: int):
    """B2 Super Battle Droids rose from 45 to 64 on 19 July 2024."""
    hall = ready(TournamentPlan(day=day, points=50))
    over = "army.points" in {violation.code for violation in hall.event.check_list(CUP, GONE_BY)}
    assert over == (points > 50)
    hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=GONE_BY))
    assert hall.now.lists["p1"].points == points


def test_a_list_that_is_in_keeps_its_points_where_the_event_names_no_day():
    assert by_the_plan(GONE_BY, TournamentPlan(), CAT).points_date == GONE_BY.points_date
    assert for_event(GONE_BY, TournamentPlan(), CAT).points_date == CAT.edition


@pytest.mark.rule(532)
def test_a_rank_table_that_a_list_brings_along_does_not_count():
    tanks = msgspec.structs.replace(GONE_BY, units=(ArmyUnit(unit=AAT, count=3),))
    own = RankTable(limits={"commander": RankLimit(0, 2), "corps": RankLimit(0, 6), "heavy": RankLimit(0, 9)})
    assert {"army.rank_min", "army.rank_max"} <= codes(msgspec.structs.replace(tanks, ranks=own))


@pytest.mark.rule(531, 532, 533)
def test_factions_ranks_and_the_command_hand_are_looked_at():
    mixed = msgspec.structs.replace(ARMY, units=(*ARMY.units, ArmyUnit(unit=OTHER)))
    assert any("faction" in code for code in codes(mixed) - codes(ARMY))
    alone = msgspec.structs.replace(ARMY, units=(ArmyUnit(unit=UNIT, count=1),))
    assert any("rank" in code for code in codes(alone))
    short = msgspec.structs.replace(ARMY, command_hand=())
    assert codes(short) != codes(ARMY)


@pytest.mark.rule(537, 540)
def test_a_list_with_problems_is_taken_and_marked_for_the_judges():
    hall = ready()
    hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=ARMY))
    problems = hall.event.check_list(CUP, ARMY)
    assert problems and hall.now.lists["p1"].problems == len(problems)
    assert hall.now.lists["p1"].points > 0
    assert hall.event.list_problems("jo", CUP, "p1") == problems
    hall.event.do(hall.act("jo"), CUP, commands.ReviewList(player="p1", fine=False, words="No commander"))
    assert (hall.now.lists["p1"].reviewed, hall.now.lists["p1"].fine) == (True, False)


def looked_over(hall: Hall) -> int:
    """p1's list is in and accepted; how many problems it has."""
    hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=ARMY))
    hall.event.do(hall.act("jo"), CUP, commands.ReviewList(player="p1", fine=True))
    return hall.now.lists["p1"].problems


@pytest.mark.rule(530, 540)
def test_a_list_is_counted_again_when_the_plan_asks_something_else_of_it():
    hall = ready()
    before = looked_over(hall)
    hall.event.do(hall.act(), CUP, commands.Plan(name="Winter Cup", plan=TournamentPlan()))
    assert hall.now.lists["p1"].reviewed
    hall.event.do(hall.act(), CUP, commands.Plan(name="Winter Cup", plan=TournamentPlan(points=100)))
    held = hall.now.lists["p1"]
    assert (held.problems, held.reviewed) == (before + 1, False)
    assert held.problems == len(hall.event.list_problems("jo", CUP, "p1"))
    for person in ("a1", "jo"):
        assert hall.event.army_list(person, CUP, "p1").army.limit == 100


@pytest.mark.rule(565)
def test_a_list_is_counted_again_when_a_card_of_it_turns_out_to_be_too_new():
    hall = ready(TournamentPlan(day=date(2026, 9, 5)))
    before = looked_over(hall)
    hall.event.do(hall.act(), CUP, commands.EnterRelease(card=UNIT, released=date(2026, 9, 6)))
    assert (hall.now.lists["p1"].problems, hall.now.lists["p1"].reviewed) == (before + 1, False)
    hall.event.do(hall.act(), CUP, commands.EnterRelease(card=UNIT))
    assert hall.now.lists["p1"].problems == before


@pytest.mark.rule(529, 535)
def test_army_and_hand_are_the_same_for_the_whole_event():
    hall = ready()
    hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=ARMY))
    hall.event.do(
        hall.act("a1"),
        CUP,
        commands.SubmitList(player="p1", army=msgspec.structs.replace(ARMY, name="Better")),
    )
    hall.event.do(hall.act(), CUP, commands.Announce())
    with refused("tournament.list_frozen"):
        hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=ARMY))
    hall.event.do(hall.act("jo"), CUP, commands.SubmitList(player="p1", army=ARMY))
    assert hall.event.army_list("a1", CUP, "p1").written == 3


def test_only_the_owner_and_officials_hand_in_a_list():
    hall = ready()
    with refused("tournament.not_your_list"):
        hall.event.do(hall.act("a2"), CUP, commands.SubmitList(player="p1", army=ARMY))
    with refused("tournament.no_words"):
        hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=None, text="  "))
    with refused("tournament.too_long"):
        hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=None, text="x" * 1_000_000))


def paired(plan: TournamentPlan | None = None) -> tuple[Hall, str, str]:
    """p1's list is in; the account of the opponent and of somebody else."""
    hall = ready(plan)
    hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=ARMY))
    hall.event.do(hall.act(), CUP, commands.Announce())
    opponent = hall.pair().game_of("p1").opponent("p1")
    other = next(p for p in hall.now.active if p not in ("p1", opponent))
    return hall, f"a{opponent[1:]}", f"a{other[1:]}"


@pytest.mark.rule(528, 584)
def test_the_opponents_copy_has_no_command_hand_and_no_battle_cards():
    hall, opponent, other = paired()
    for person in ("a1", "jo", ORGANISER):
        assert hall.event.army_list(person, CUP, "p1").army.command_hand == HAND
    shown = hall.event.army_list(opponent, CUP, "p1").army
    assert shown.units and shown.command_hand == () and shown.battle_deck == Deck() and not shown.notes
    for person in (other, "", "stranger"):
        with refused("tournament.not_your_list"):
            hall.event.army_list(person, CUP, "p1")


@pytest.mark.rule(584)
def test_under_the_current_rules_only_the_command_hand_is_hidden():
    hall, opponent, _ = paired(TournamentPlan(profile="current", structure="current", points=1000))
    shown = hall.event.army_list(opponent, CUP, "p1").army
    assert shown.command_hand == () and shown.battle_deck == ARMY.battle_deck


@pytest.mark.rule(584)
def test_a_judge_who_plays_sees_no_more_than_any_player():
    hall, _, other = paired()
    hall.event.do(hall.act(), CUP, commands.GiveRole(person=other, role="judge"))
    with refused("tournament.not_your_list"):
        hall.event.army_list(other, CUP, "p1")


@pytest.mark.rule(584)
def test_no_card_of_a_list_is_in_the_log_of_the_event():
    hall, opponent, _ = paired()
    for person in (opponent, "", "jo", ORGANISER):
        lines = b"\n".join(map(to_json, hall.watching.log(person, CUP)))
        assert b"hold the left" not in lines and b"command_hand" not in lines
    assert b"list_received" in b"\n".join(map(to_json, hall.watching.log("", CUP)))


@pytest.mark.rule(565, 566)
def test_products_are_legal_on_release_and_eleven_days_later_in_competitive_events():
    unit, released = next(
        (unit.id, min(product.released for product in CAT.products_of(unit) if product.released))
        for unit in CAT.data.units
        if any(product.released for product in CAT.products_of(unit))
    )
    army = msgspec.structs.replace(ARMY, units=(ArmyUnit(unit=unit),))
    assert isinstance(released, date)
    assert "product.not_yet" not in codes(army, TournamentPlan(day=released))
    assert "product.not_yet" in codes(army, TournamentPlan(day=released, tier="competitive"))


def test_a_late_arrival_may_still_hand_in_a_list():
    hall, *_ = paired()
    [late] = hall.enter(1)
    hall.sit(late, "a9")
    hall.event.do(hall.act("a9"), CUP, commands.SubmitList(player=late, army=ARMY))
    assert late in hall.now.lists


@pytest.mark.rule(537)
def test_what_the_armies_cost_is_told_by_the_lists_not_by_a_player():
    """Under the current rules an even game goes to the bigger army."""
    hall = ready(TournamentPlan(profile="current", structure="current", points=1000))
    smaller = msgspec.structs.replace(ARMY, units=(ArmyUnit(unit=UNIT, count=2),))
    for player in hall.now.active:
        army = smaller if player == "p1" else ARMY
        hall.event.do(hall.act(), CUP, commands.SubmitList(player=player, army=army))
    hall.event.do(hall.act(), CUP, commands.Announce())
    game = hall.pair().game_of("p1")
    claimed = (900, 800) if game.players[0] == "p1" else (800, 900)
    even = Slip(tallies=(Tally(victory=4, score=100), Tally(victory=4, score=100)), armies=claimed)
    hall.event.do(hall.act("a1"), CUP, commands.Report(number=1, slip=even))
    assert hall.round.results[game.table].result.winner == game.opponent("p1")
