"""Every act of a tournament: one handler, a task of the same name, and `can` says what acting would."""

from collections.abc import Sequence
from typing import get_args, get_origin, get_type_hints

import pytest

from muster.app.acting import Command, task_name
from muster.app.tournament import commands
from muster.app.tournament.context import HANDLERS, TournamentHandlers, permit
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.games import Tally
from muster.rules.tournament.running.roles import Task
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused
from muster.web.api.resources.tournaments import ACTS
from tests.rules.tournament.hall import CUP, ORGANISER, Hall
from tests.web.api_organiser import Organiser

EVERY = [one for one in vars(commands).values() if isinstance(one, type) and issubclass(one, Command)]
EVERY = [one for one in EVERY if not one.__subclasses__()]
WHO = {*get_args(Task), "player", "self", "anyone", "self or players", "self or roles", "self or judge"}


def test_every_command_has_one_handler_and_a_known_word_for_who_may():
    assert set(HANDLERS.known) == set(EVERY)
    assert {handler.who for handler in HANDLERS.known.values()} <= WHO


def test_a_rule_takes_the_fields_of_its_command_as_they_are():
    """They are handed over by name, where the type checker does not look."""
    assert len(HANDLERS.decided) > 40
    for kind, rule in HANDLERS.decided.items():
        given, taken = get_type_hints(kind), get_type_hints(rule)
        for name in kind.__struct_fields__:
            several = get_origin(taken[name]) is Sequence and get_args(given[name]) == (
                *get_args(taken[name]),
                ...,
            )
            assert given[name] == taken[name] or several, f"{kind.__name__}.{name}"


def nobody_asks_for(now: object, words: str, why: str) -> list:
    raise AssertionError


def not_all(now: object) -> list:
    raise AssertionError


@pytest.mark.parametrize("rule", [nobody_asks_for, not_all])
def test_a_rule_that_does_not_fit_its_command_is_found_on_loading(rule):
    with pytest.raises(TypeError, match="Tell and its rule do not fit"):
        TournamentHandlers(permit).decides(commands.Tell, "tell", rule)


def test_every_task_of_the_api_has_the_name_of_its_command():
    for command in get_args(ACTS):
        assert command.__struct_config__.tag == task_name(command.__name__)


# What stands in the way ------------------------------------------------------------------------------------

WON = Slip(how="rounds", tallies=(Tally(victory=4, score=300), Tally(victory=2, score=100)))
SAMPLES: tuple[Command, ...] = (
    commands.Begin(name="Another", plan=TournamentPlan()),
    commands.Plan(name="Cup", plan=TournamentPlan(points=500)),
    commands.Announce(),
    commands.SetWaiting(minutes=10),
    commands.CallOff(why="Snow"),
    commands.HandOver(person="hedda"),
    commands.GiveRole(person="jo", role="scorekeeper"),
    commands.TakeRole(person="jo", role="judge"),
    commands.SetDuty(on=False, person="jo"),
    commands.Tell(words="Lunch"),
    commands.Enter(names=("Late One",), present=True),
    commands.Enter(names=("Player 1",)),
    commands.EnterMe(name="Eve"),
    commands.Withdraw(player="p1"),
    commands.Admit(players=("p1",)),
    commands.CheckIn(players=("p1", "p9")),
    commands.CheckMeIn(),
    commands.FixTable(player="p1", table=3),
    commands.SetClub(player="p1", club="Rogue Dice"),
    commands.Link(player="p3", account="cy"),
    commands.Claim(code="AAAAAAAA"),
    commands.Rename(player="p1", name="Somebody Else"),
    commands.Erase(player="p1"),
    commands.Drop(player="p1"),
    commands.Drop(player="p1", why="unable"),
    commands.Rejoin(player="p1"),
    commands.Leave(),
    commands.Draft(),
    commands.Swap(one="p1", other="p3"),
    commands.Seat(table=1, to=7),
    commands.Discard(),
    commands.Publish(draft=2),
    commands.Recall(),
    commands.CloseRound(),
    commands.MakeCut(),
    commands.End(),
    commands.StartClock(),
    commands.PauseClock(),
    commands.ResumeClock(),
    commands.Extend(minutes=5),
    commands.CallTime(),
    commands.TakeBackTime(),
    commands.TakeBackTime(left=20),
    commands.Tick(),
    commands.Report(number=2, slip=WON),
    commands.Confirm(number=2),
    commands.Dispute(number=2, words="No"),
    commands.EnterResult(number=2, table=2, slip=WON),
    commands.ConcedeMissing(player="p2"),
    commands.RemoveMissing(player="p2"),
    commands.NoShow(number=2, table=1, missing=("p1",)),
    commands.Correct(number=1, table=1, slip=WON),
    commands.CallJudge(words="Cover?"),
    commands.CallFor(player="p4"),
    commands.ClaimCall(call=1),
    commands.CloseCall(call=1),
    commands.AskReview(call=1),
    commands.Penalise(player="p2", kind="warning", words="Late"),
    commands.Pardon(penalty=1, words="It was not"),
    commands.Rule(card="Luke Skywalker", words="As written"),
    commands.NoteComponent(matter="missing", what="A base"),
    commands.SubmitList(player="p1", text="Three Rebel Troopers"),
    commands.ReviewList(player="p1", fine=True),
    commands.EnterRelease(card="no-such-card"),
    commands.Undo(batch="act-1"),
)


def in_round_two() -> Hall:
    """A round played and another published, with a judge, a phone and a call."""
    hall = Hall(TournamentPlan(structure="custom", rounds=3))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.begin(6)
    hall.sit("p1", "ann")
    hall.play()
    hall.pair()
    hall.event.do(hall.act("ann"), CUP, commands.CallJudge(words="Range?"))
    return hall


@pytest.mark.parametrize("command", SAMPLES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("person", [ORGANISER, "jo", "ann", "stranger"])
def test_can_says_what_acting_would_and_writes_nothing(command, person):
    hall, stream = in_round_two(), "tournament:beef" if isinstance(command, commands.Begin) else CUP
    act = hall.act(person)
    names, log = hall.event.roster.people(CUP), hall.event.store.read(CUP)
    found = hall.event.can(act, stream, command)
    assert hall.event.roster.people(CUP) == names and hall.event.store.read(CUP) == log
    try:
        hall.event.do(act, stream, command)
    except Refused as refused:
        assert found == refused.violations
    else:
        assert found == ()


def test_every_command_has_a_sample():
    assert {type(one) for one in SAMPLES} == set(EVERY)


@pytest.fixture
def org(db) -> Organiser:
    return Organiser("Org")


@pytest.mark.django_db
def test_the_api_tries_without_doing(org: Organiser):
    event = org.begin()
    before = org.get(event)["version"]
    tried = org.post(f"{event}/acts?dry_run=true", {"act": "draft"})
    assert tried == {"ok": True, "violations": []}
    refused = org.post(f"{event}/acts?dry_run=true", {"act": "announce"})
    assert not refused["ok"] and refused["violations"][0]["code"] == "tournament.locked"
    assert org.get(event)["version"] == before


@pytest.mark.django_db
def test_an_act_is_answered_also_where_it_ends_what_one_may_see(org: Organiser):
    other = Organiser("Next")
    event = org.begin(public=False)
    done = org.do(event, "hand-over", person=str(other.account.pk))
    assert done["batch"] and done["version"] > 0
    org.get(event, 404)
    assert other.get(event)["audience"] == "organiser"
