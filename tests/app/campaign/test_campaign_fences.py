"""What one player does never reaches over another's head: no own dice freed, no undo beyond the table."""

import pytest

from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.access import side_for_actor
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.battle.waiting import waiting_for
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.register.correcting import Fix
from muster.rules.log import act_to_undo
from tests.app.campaign_house import ANN, BATTLE, BLUE, BOB, PLAN, RED
from tests.app.club_house import CLUB, Club, refused

SECOND = "register:ann-2"


@pytest.fixture
def club() -> Club:
    return Club()


def taken_back(club: Club) -> str:
    """Ann rolls for supply and takes it back; its act."""
    club.fight()
    club.battles.do(club.act(), BLUE, ask.ResolveAgenda())
    club.finish()
    rolled = club.battles.do(club.act(), BLUE, ask.RollSupply())
    club.battles.do(club.act(), BLUE, ask.Undo(target=rolled.batch))
    return rolled.batch


class TestDice:
    def test_nobody_frees_their_own_dice_by_naming_the_other_side(self, club):
        rolled = taken_back(club)
        own = lambda: club.my.do(club.act(), RED, ask.VoidFaces(side="red", batch=rolled, step="supply:blue"))  # noqa: E731
        assert refused(own) == ["battle.no_kept_dice"]

    @pytest.mark.parametrize(("batch", "step"), [("act-1", "supply:blue"), ("", "x"), (None, "supply:red")])
    def test_only_dice_that_lie_on_the_table_are_freed(self, club, batch, step):
        rolled = taken_back(club)
        free = ask.VoidFaces(side="blue", batch=rolled if batch is None else batch, step=step)
        assert refused(lambda: club.my.do(club.act("bob"), BLUE, free)) == ["battle.no_kept_dice"]

    def test_an_arbitrator_who_plays_asks_the_opponent(self, club):
        club.clubs.do(club.act("cat"), CLUB, commands.HandOver(person="ann"))
        rolled = taken_back(club)
        free = ask.VoidFaces(side="blue", batch=rolled, step="supply:blue")
        assert refused(lambda: club.my.do(club.act(), BLUE, free)) == ["battle.void_by_others"]
        club.my.do(club.act("bob"), BLUE, ask.VoidFaces(side="blue", batch=rolled, step="supply:blue"))


class TestUndo:
    def test_an_undo_in_a_battle_leaves_the_campaign_alone(self, club):
        club.my.open(club.act("bob"), Opening(battle=BATTLE, points=600), {"blue": ANN, "red": BOB})
        entered = act_to_undo(club.store.read(ANN), "ann")
        assert CLUB in club.store.streams_of(entered)
        assert refused(lambda: club.battles.do(club.act(), BLUE, ask.Undo(target=entered))) == [
            "log.nothing_to_undo"
        ]
        assert club.tours.campaign(CLUB).state.battles == (BATTLE,)

    def test_the_opening_of_a_battle_is_called_off_not_undone(self, club):
        opened = club.my.open(club.act(), Opening(battle=BATTLE, points=600), {"blue": ANN, "red": BOB})
        assert refused(lambda: club.battles.do(club.act(), BLUE, ask.Undo(target=opened.batch))) == [
            "log.nothing_to_undo"
        ]

    def test_a_battle_called_off_stays_so_whatever_the_other_plays_now(self, club):
        club.my.open(club.act(), Opening(battle=BATTLE, points=600), {"blue": ANN, "red": BOB})
        club.battles.do(club.act("bob"), RED, ask.Muster(plan=PLAN))
        off = club.my.do(club.act(), SideRef(BATTLE, "blue"), ask.CallOff())
        club.my.open(club.act("bob"), Opening(battle="battle:2", points=600), {"blue": BOB})
        club.battles.do(club.act("bob"), SideRef("battle:2", "blue"), ask.Muster(plan=PLAN))
        assert refused(lambda: club.battles.do(club.act(), BLUE, ask.Undo(target=off.batch))) == [
            "log.nothing_to_undo"
        ]
        assert club.tours.register(BOB).state.open_battle == "battle:2"

    def test_what_the_other_did_in_their_next_battle_stays(self, club):
        club.fight()
        club.to_step(5)
        last = act_to_undo(club.store.read(BATTLE), "ann")
        club.to_step(5, RED, "bob")
        club.battles.do(club.act("bob"), RED, ask.NameRival(dossier="d3"))
        club.my.do(club.act("cat"), BLUE, ask.PassRivalFor(side="blue"))
        club.to_step(11, RED, "bob")
        club.my.open(club.act("bob"), Opening(battle="battle:2", points=600), {"blue": BOB})
        club.battles.do(club.act("bob"), SideRef("battle:2", "blue"), ask.Muster(plan=PLAN))
        before = club.store.read("battle:2")
        club.battles.do(club.act(), BLUE, ask.Undo(target=last))
        now = club.battles.battle(BATTLE).state
        assert now.red.done and now.red.rival is None and now.blue.rival == ""
        assert club.store.read("battle:2") == before
        assert club.tours.register(BOB).state.open_battle == "battle:2"

    def test_rivals_opened_together_are_not_chosen_again_by_who_has_seen_them(self, club):
        club.clubs.do(club.act("cat"), CLUB, commands.SetSwitch(switch="sealed_rivals", on=True))
        club.fight()
        club.to_step(5)
        club.to_step(5, RED, "bob")
        sealed = club.battles.do(club.act(), BLUE, ask.NameRival(dossier="d3"))
        club.battles.do(club.act(), BLUE, ask.Undo(target=sealed.batch))
        sealed = club.battles.do(club.act(), BLUE, ask.NameRival(dossier="d1"))
        opened = club.battles.do(club.act("bob"), RED, ask.NameRival(dossier="d3"))
        for actor, place, batch in (("bob", RED, opened.batch), ("ann", BLUE, sealed.batch)):
            deed = lambda a=actor, p=place, b=batch: club.battles.do(club.act(a), p, ask.Undo(target=b))  # noqa: E731
            assert refused(deed) == ["log.undo_blocked"]
        found = club.battles.battle(BATTLE).state
        assert (found.blue.rival, found.red.rival) == ("d1", "d3")


class TestOwnOpponents:
    """A battle between two Registers of one person."""

    def second(self, club: Club) -> None:
        club.build(SECOND, "ann")
        club.stream_roles.grant("ann", SECOND, "owner")

    @pytest.mark.parametrize("sides", [{"blue": SECOND, "red": ANN}, {"blue": ANN, "red": SECOND}])
    def test_both_play_in_the_same_campaign_or_in_none(self, club, sides):
        self.second(club)
        deed = lambda: club.my.open(club.act(), Opening(battle=BATTLE, points=600), sides)  # noqa: E731
        assert refused(deed) == ["battle.other_campaign"]
        club.clubs.do(club.act(), CLUB, commands.Enter(register=SECOND))
        deed()
        assert club.battles.battle(BATTLE).state.campaign == CLUB

    def test_the_same_register_does_not_fight_itself(self, club):
        deed = lambda: club.my.open(  # noqa: E731
            club.act(), Opening(battle=BATTLE, points=600), {"blue": ANN, "red": ANN}
        )
        assert refused(deed) == ["battle.same_register"]


class TestMembers:
    def test_who_was_removed_does_not_come_back_by_the_old_link(self, club):
        club.clubs.do(club.act("cat"), CLUB, commands.Remove(person="bob"))
        assert refused(lambda: club.clubs.do(club.act("bob"), CLUB, commands.Join(invitation=1))) == [
            "campaign.invitation_old"
        ]

    def test_who_left_may_come_back(self, club):
        club.clubs.do(club.act("bob"), CLUB, commands.Leave())
        club.clubs.do(club.act("bob"), CLUB, commands.Join(invitation=1))
        assert "bob" in club.clubs.club("bob", CLUB).state.members

    def test_a_battle_goes_on_when_one_of_its_players_leaves_the_campaign(self, club):
        club.fight()
        club.clubs.do(club.act("bob"), CLUB, commands.Leave())
        assert side_for_actor(club.my, "bob", BATTLE) == RED
        assert refused(lambda: club.clubs.club("bob", CLUB)) == ["campaign.unknown"]
        club.to_the_end()
        club.battles.do(club.act(), BLUE, ask.Confirm())
        club.my.do(club.act("cat"), RED, ask.ConfirmFor(side="red"))
        assert club.battles.battle(BATTLE).state.is_confirmed
        assert club.tours.register(BOB).state.campaign == ""


def test_a_correction_is_about_a_battle_of_the_register(club):
    club.fight()
    fixes = (Fix(what="supply", amount=1),)
    for battle in ("battle:9", "x" * 100_000):
        asked = commands.Correct(fixes=fixes, reason="Forgotten.", battle=battle)
        for deed in (
            lambda asked=asked: club.registers.preview_correction("cat", ANN, asked),
            lambda asked=asked: club.registers.do(club.act("cat"), ANN, asked),
        ):
            assert refused(deed) == ["register.no_such_battle"]
    right = commands.Correct(fixes=fixes, reason="Forgotten.", battle=BATTLE)
    club.registers.do(club.act("cat"), ANN, right)
    assert club.tours.register(ANN).state.supply == 6


def test_only_a_registers_own_battles_are_looked_at_for_what_waits(club, monkeypatch):
    club.fight()
    club.build(SECOND, "ann")
    club.stream_roles.grant("ann", SECOND, "owner")
    club.clubs.do(club.act(), CLUB, commands.Enter(register=SECOND))
    club.my.open(club.act(), Opening(battle="battle:2", points=600), {"red": SECOND})
    looked, look = [], club.battles.battle
    monkeypatch.setattr(club.battles, "battle", lambda battle: looked.append(battle) or look(battle))
    assert [(one.at, one.why) for one in waiting_for(club.battles, [SECOND])] == [
        (SideRef("battle:2", "red"), "muster")
    ]
    assert set(looked) == {"battle:2"}
    assert [
        one.at for one in waiting_for(club.battles, club.stream_roles.streams("bob", "owner", "register:"))
    ] == [RED]


def test_a_record_is_written_by_those_who_sit_at_the_table(club):
    club.fight()
    assert refused(lambda: side_for_actor(club.my, "cat", BATTLE)) == ["battle.not_yours"]
    assert refused(lambda: side_for_actor(club.my, "zoe", BATTLE)) == ["battle.unknown"]
    club.battles.do(
        club.act("bob"),
        SideRef(BATTLE, "blue"),
        ask.Record(
            winner="red",
            conceded="",
            sides={"red": SideRecord()},
            instead_of=club.battles.desk(BLUE).record.version,
        ),
    )
    assert club.battles.battle(BATTLE).state.winner == "red"
