"""Past rounds corrected by agreement, and rulings that players set otherwise."""

from itertools import islice

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Agree, Correct, Wound
from muster.rules.game.game import changes, evolve, handle, problems
from muster.rules.game.hooks import at
from muster.rules.game.log.events import GameOpened
from muster.rules.game.modes import MODES
from muster.rules.game.phases.correcting import proposed_line
from muster.rules.game.phases.lobby import decide_open
from muster.rules.game.scoring.recon_secondaries import open_boxes
from muster.rules.game.steps import TellPlaces
from muster.rules.game.table import Ended, Game, Proposal, Score, view
from muster.rules.messages import remedy
from muster.rules.reference import ruling
from muster.rules.violations import Refused
from tests.rules.game.card_tables import after, points, table, with_unit
from tests.rules.game.golden_games import Golden, read


def in_round_three() -> Golden:
    """Close the Pocket, Blue 4 and Red 2 after round 2, of which 2 for the centre in round 2."""
    golden = Golden(read("recon-close-the-pocket-surface-scan"))
    assert list(islice(golden.rounds(), 2))[-1] == (4, 2)
    golden.until(TellPlaces, round=3)
    return golden


def line_of(golden: Golden, **wanted: object) -> int:
    rows = enumerate(golden.table.scores)
    return next(i for i, one in rows if all(getattr(one, name) == value for name, value in wanted.items()))


def refused(golden: Golden, seat: str, said: Correct | Agree) -> list[str]:
    with pytest.raises(Refused) as found:
        golden.played.say(seat, said)
    return [one.code for one in found.value.violations]


def test_a_line_changes_once_the_other_agrees_and_keeps_card_round_and_reason() -> None:
    golden = in_round_three()
    line = line_of(golden, side="blue", card="close-the-pocket", round=2)
    old = golden.table.scores[line]
    assert (old.points, old.reason, old.about) == (2, "secured", ("stockpile-centre",))
    golden.played.say("two", Correct(line=line, points=1))
    assert golden.table.points("blue") == 4, "nothing changes before the other agrees"
    assert refused(golden, "two", Agree(yes=True)) == ["game.own_proposal"]
    assert Agree(yes=True) in list(changes(view(golden.played.game, "one")))
    prompt = golden.played.prompt()
    golden.played.say("one", Agree(yes=True))
    assert golden.table.points("blue") == 3 and golden.table.scores[line] == replace(old, points=1)
    assert golden.table.proposal is None and golden.played.prompt() == prompt, "the game goes on where it was"


def test_no_agreement_changes_nothing_and_who_proposed_may_take_it_back() -> None:
    golden = in_round_three()
    before = golden.table.scores
    for answerer in ("two", "one"):
        golden.played.say("one", Correct(line=0, points=5))
        golden.played.say(answerer, Agree(yes=False))
        assert golden.table.scores == before and golden.table.proposal is None
    assert refused(golden, "two", Agree(yes=True)) == ["game.no_proposal"]


def test_a_point_is_added_to_an_objective_by_the_name_of_either_map() -> None:
    """The page of a standard game names the card with the map it is played on."""
    table = in_round_three().table
    standard = replace(table, mission=replace(table.mission, objective="close-the-pocket-standard"))
    said = Correct(side="red", card=standard.mission.objective, round=2, points=1)
    found = proposed_line(standard, said)
    assert found is not None and found.card == "close-the-pocket"


def test_a_missing_point_is_added_to_its_card_and_round() -> None:
    golden = in_round_three()
    said = Correct(side="red", card="surface-scan", round=2, points=1)
    golden.played.say("one", said)
    golden.played.say("two", Agree(yes=True))
    assert golden.table.scores[-1] == Score(
        side="red", points=1, card="surface-scan", reason="agreed", round=2
    )


def test_a_line_of_no_points_goes() -> None:
    golden = in_round_three()
    count = len(golden.table.scores)
    golden.played.say("one", Correct(line=0, points=0))
    golden.played.say("two", Agree(yes=True))
    assert len(golden.table.scores) == count - 1 and golden.table.points("blue") == 2


@pytest.mark.parametrize(("said", "code"), [
    (Correct(line=99, points=1), "game.no_line"),
    (Correct(card="payload", round=2, points=1), "game.no_line"),
    (Correct(card="surface-scan", round=4, points=1), "game.no_line"),
    (Correct(card="surface-scan", round=2, points=0), "game.how_many"),
    (Correct(line=0, points=-1), "game.how_many"),
    (Correct(line=0, points=99), "game.how_many"),
    (Correct(line=0, points=2), "game.same_points"),
])  # fmt: skip
def test_a_correction_names_a_line_or_a_card_and_round_that_were_played(said: Correct, code: str) -> None:
    assert code in refused(in_round_three(), "one", said)


# After the end ---------------------------------------------------------------------------------------------


def played(name: str) -> Golden:
    golden = Golden(read(name))
    list(golden.rounds())
    assert golden.table.ended is not None
    return golden


def agreed(golden: Golden, said: Correct) -> None:
    golden.played.say("one", said)
    golden.played.say("two", Agree(yes=True))


def test_after_the_end_a_correction_decides_the_winner_again_until_the_game_is_closed() -> None:
    golden = played("recon-close-the-pocket-surface-scan")
    assert golden.table.ended == Ended(winner="blue", ground="rounds") and golden.table.points("red") == 9
    golden.played.say("one", Correct(side="red", card="surface-scan", round=5, points=2))
    assert Agree(yes=True) in list(changes(view(golden.played.game, "two")))
    golden.played.say("two", Agree(yes=False))
    assert golden.table.ended == Ended(winner="blue", ground="rounds")
    agreed(golden, Correct(side="red", card="surface-scan", round=5, points=2))
    assert golden.table.ended == Ended(winner="red", ground="rounds")
    assert refused(golden, "one", Wound(unit="one.1")) == ["game.over"]
    shut = replace(golden.played.game, table=replace(golden.table, closed=True))
    (closed,) = problems(view(shut, "one"), Correct(line=0, points=1))
    assert closed.code == "game.closed_already" and "undo" not in remedy(closed), "no undo opens it again"
    assert list(changes(view(shut, "one"))) == []


def test_a_game_that_is_no_longer_won_before_round_five_goes_on() -> None:
    golden = played("wipe-them-out-won")
    assert golden.table.ended == Ended(winner="blue", ground="points") and golden.table.round == 4
    line = line_of(golden, side="blue", round=4)
    agreed(golden, Correct(line=line, points=0))
    assert golden.table.ended is None and (golden.table.phase, golden.table.round) == ("command", 5)
    assert golden.played.prompt().startswith("r5.")


@pytest.mark.parametrize(("ground", "winner"), [("conceded", "blue"), ("tabled", "blue"), ("agreed", "red")])
def test_points_decide_again_only_where_they_decided(ground: str, winner: str) -> None:
    units = {id: replace(one, gone="defeated") if ground == "tabled" and one.seat == "two" else one
             for id, one in table().units.items()}  # fmt: skip
    over = table(units=units, phase="over", ended=Ended(winner="blue", ground=ground))
    more = Score(side="red", points=5, card="payload", reason="agreed", round=2)
    game = Game(table=replace(over, proposal=Proposal(seat="one", score=more)))
    for event in handle(game, "two", Agree(yes=True), None):
        game = evolve(game, event)
    assert game.table.ended == Ended(winner=winner, ground=ground) and game.table.points("red") == 5


# Switches --------------------------------------------------------------------------------------------------


def test_switches_are_rulings_of_the_mode_that_are_marked_so() -> None:
    for mode, names in ((name, mode.switches) for name, mode in MODES.items()):
        assert all(ruling(name).switch for name in names)
        mission = "golden-opportunity" if mode == "turning-point" else ""
        decide_open(Game(), GameOpened(mode=mode, mission=mission, switches=dict.fromkeys(names, False)))
        with pytest.raises(Refused) as found:
            decide_open(Game(), GameOpened(mode=mode, mission=mission, switches={"G1": False}))
        assert [one.code for one in found.value.violations] == ["game.no_switch"]


@pytest.mark.rule(494)
def test_all_enemy_units_are_those_not_defeated_or_by_a_switch_those_on_the_table() -> None:
    before = table(secondary="bring-them-to-heel", mode="recon", round=1)
    for number in range(1, 7):
        before = with_unit(before, f"two.{number}", suppression=1, courage=2)
    hidden = with_unit(before, "two.6", suppression=0, deployed=False)
    assert open_boxes(before, "blue") == ("all-suppressed",) and open_boxes(hidden, "blue") == ()
    assert open_boxes(replace(hidden, switches={"G27": False}), "blue") == ("all-suppressed",)


def test_removed_equipment_scores_every_end_phase_or_by_a_switch_once() -> None:
    before = table("golden-opportunity", mode="turning-point")
    markers = {id: replace(one, gone=one.name == "Military Equipment") for id, one in before.markers.items()}
    number = sum(one.gone for one in markers.values())
    for holds, later in ((True, number), (False, 0)):
        removed = replace(before, markers=markers, switches={"G24": holds})
        assert points(removed) == (number, 0)
        assert points(replace(after(removed, at(removed, "score")), round=3)) == (later, 0)
