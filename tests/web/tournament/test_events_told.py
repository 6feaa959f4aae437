"""What the event tells whom: qualified players, a cut that moved, corrections, Blue, the clock."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from muster.app.tournament import commands
from muster.cli.demo.armies import full_army
from muster.rules.cards import catalogue
from muster.rules.tournament.games import Result, Tally
from muster.rules.tournament.judging.lists import upgrades_set_aside
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.tournament.scoring.profiles import current, regulations
from muster.rules.tournament.scoring.results import Slip, is_by_blue
from muster.web.page import render_page as draw_text
from muster.web.tournament.public import public
from muster.web.tournament.public.clock import minutes_text
from muster.web.tournament.public.snapshot import public_snapshots
from tests.web.event_desk_fixtures import Hall as DeskHall
from tests.web.event_desk_fixtures import begun, hall  # noqa: F401 - fixtures
from tests.web.event_hall_fixtures import Hall

pytestmark = pytest.mark.django_db

EVEN = Slip(tallies=(Tally(victory=4, score=100), Tally(victory=4, score=100)))


def swiss_played(**plan: object) -> Hall:
    """Eight players after their Swiss rounds, with a cut of four to come."""
    event = Hall(players=8, structure="custom", rounds=2, cut=4, **plan).begin()
    return event.play_swiss()


# The cut ---------------------------------------------------------------------------------------------------


@pytest.mark.rule(605)
def test_who_qualified_is_told_on_their_phone_until_the_bracket_is_paired():
    event = swiss_played()
    for who, player in zip(("ann", "bob"), event.players, strict=False):
        assert "You qualified" not in event.text(who, "/me")
        event.desk.do(event.act(), event.stream, commands.Link(player=player, account=""))
    event.desk.do(event.act(), event.stream, commands.MakeCut())
    below = next(player for player in event.players if player not in event.now.cut)
    for who, player in (("ann", event.now.cut[1]), ("bob", below)):
        link = commands.Link(player=player, account=event.account(who))
        event.desk.do(event.act(), event.stream, link)
    assert "You qualified" in event.text("ann", "/me") and "Seed 2 of 4" in event.text("ann", "/me")
    assert "You qualified" not in event.text("bob", "/me")
    event.pair()
    assert "You qualified" not in event.text("ann", "/me") + event.text("bob", "/me")


@pytest.mark.rule(606)
def test_who_left_the_cut_and_who_moved_up_is_told_and_marked():
    event = swiss_played()
    event.desk.do(event.act(), event.stream, commands.MakeCut())
    first, second, *_ = event.now.cut
    assert "left the cut" not in event.text("olga", "/desk/bracket")
    event.desk.do(event.act(), event.stream, commands.Drop(player=first))
    names = {key: person.name for key, person in event.desk.roster.people(event.stream).items()}
    last = event.now.cut[-1]
    for page in (event.text("olga", "/desk"), event.text("olga", "/desk/bracket")):
        assert f"{names[first]} left the cut." in page
        assert f"{names[second]} moves up from seed 2 to 1" in page
        assert f"{names[last]} joins as seed 4." in page
    event.pair()
    assert f"{names[last]}, moved up" in event.text("olga", "/desk/bracket")
    assert "moved up" in event.html("nobody", "?show=bracket")
    # A game of the bracket is on: who leaves now gives a bye, and stands there as gone (rule 612).
    event.start()
    leaver = event.round.drawn.round.games[0].players[1]
    event.desk.do(event.act(), event.stream, commands.Drop(player=leaver))
    assert f"{names[leaver]}, left" in event.text("olga", "/desk/bracket")


def test_a_cut_made_again_after_a_correction_is_a_new_one():
    """Nobody left it: nobody is said to have moved up."""
    event = swiss_played()
    event.desk.do(event.act(), event.stream, commands.MakeCut())
    was, last = event.now.cut, event.now.rounds[-1]
    game = next(game for game in last.drawn.round.games if was[0] in game.players)
    slip = Slip(tallies=(Tally(victory=0, score=0), Tally(victory=9, score=700)), blue=game.players[0])
    put_right = commands.Correct(number=last.number, table=game.table, slip=slip)
    event.desk.do(event.act(), event.stream, put_right)
    event.desk.do(event.act(), event.stream, commands.MakeCut())
    assert event.now.cut != was and event.now.cut_before == ()


def test_before_a_correction_the_desk_tells_that_the_cut_or_the_next_round_goes():
    event = swiss_played()
    event.desk.do(event.act(), event.stream, commands.MakeCut())
    last = event.now.rounds[-1]
    game = next(game for game in last.drawn.round.games if event.now.cut[0] in game.players)
    other_way = "how=rounds&victory1=0&victory2=9&score2=700&blue=1"
    asked = f"/desk/correct?round={last.number}&table={game.table}&{other_way}"
    assert "The cut changes. Make it again" in event.text("olga", asked)
    event.play()
    semi = event.now.rounds[-1].drawn.round.games[0]
    event.pair()
    page = event.text("olga", f"/desk/correct?round=3&table={semi.table}&{other_way}")
    assert "Round 4 is published and not begun. It is recalled" in page and "The cut changes" not in page


def test_the_final_is_at_table_1():
    event = Hall(players=8, structure="custom", rounds=2, cut=2, tables=20).begin().play_swiss()
    event.desk.do(event.act(), event.stream, commands.MakeCut())
    assert [game.table for game in event.pair().drawn.round.games] == [1]


def test_a_finalist_who_needs_a_table_keeps_it():
    event = Hall(players=8, structure="custom", rounds=2, cut=2).begin().play_swiss()
    event.desk.do(event.act(), event.stream, commands.MakeCut())
    event.desk.do(event.act(), event.stream, commands.FixTable(player=event.now.cut[0], table=3))
    assert [game.table for game in event.pair().drawn.round.games] == [3]


# Results ---------------------------------------------------------------------------------------------------


@pytest.mark.rule(604)
def test_a_correction_is_told_to_both_players_and_to_nobody_else():
    event = Hall(players=4).begin()
    event.meet()
    event.start()
    game = event.round.game_of(event.players[0])
    for played in event.round.drawn.round.games:
        event.enter(played)
    event.desk.do(event.act(), event.stream, commands.CloseRound())
    assert "Corrected results" not in event.text("ann", "/me")
    other = next(other for other in event.now.rounds[0].drawn.round.games if other.table != game.table)
    slip = Slip(tallies=(Tally(victory=2, score=100), Tally(victory=9, score=700)), blue=game.players[0])
    event.desk.do(event.act(), event.stream, commands.Correct(number=1, table=game.table, slip=slip))
    for who in ("ann", "bob"):
        page = event.text(who, "/me")
        assert f"Round 1, table {game.table}: an official corrected this result." in page
    theirs = replace(slip, blue=other.players[0])
    event.desk.do(event.act(), event.stream, commands.Correct(number=1, table=other.table, slip=theirs))
    assert f"table {other.table}: an official" not in event.text("ann", "/me")


@pytest.mark.rule(614, 615, 618)
@pytest.mark.parametrize(
    ("how", "tallies", "blue", "by_blue"),
    [
        ("rounds", ((4, 100), (4, 100)), "p1", True),
        ("time", ((4, 100), (4, 100)), "p1", True),
        ("rounds", ((4, 100), (4, 100)), "p2", False),
        ("rounds", ((4, 200), (4, 100)), "p1", False),
        ("mutual", ((4, 200), (4, 100)), "p1", True),
        ("rounds", ((5, 100), (4, 100)), "p1", False),
        ("concession", ((4, 100), (4, 100)), "p1", False),
    ],
)
def test_only_what_nothing_else_decided_is_decided_by_blue(how, tallies, blue, by_blue):
    first, two = (Tally(victory=victory, score=score) for victory, score in tallies)
    result = Result(how=how, winner="p1", tallies=(first, two), blue=blue)
    assert is_by_blue(regulations(), result) == by_blue
    assert not is_by_blue(current(), result)


def test_a_result_decided_by_blue_says_so_at_the_desk_and_on_the_phone():
    event = Hall(players=4).begin()
    event.meet()
    event.start()
    game = event.round.game_of(event.players[0])
    slip = replace(EVEN, blue=event.players[0])
    event.desk.do(event.act(), event.stream, commands.EnterResult(number=1, table=game.table, slip=slip))
    assert ", 4 to 4, as the blue player" in event.text("olga", f"/desk/results?table={game.table}")
    assert "the blue player wins" in event.text("ann", "/me")


def test_time_that_nobody_called_is_warned_of():
    event = Hall(players=4).begin()
    event.meet()
    event.start()
    warning, asked = "Time hasn’t been called", "/me/report?how=time"
    assert warning in event.html("ann", asked)
    assert warning not in event.html("ann", "/me/report?how=rounds")
    game = event.round.drawn.round.games[0]
    form = {"table": game.table, "round": 1, "how": "time", "victory1": 5, "victory2": 2, "key": "early"}
    headers = {"HX-Request": "true", "HX-Target": "results"}
    sent = event.clients["olga"].post(f"/event/{event.event}/desk/results", form, headers=headers)
    assert "says that time was called, but it still has time" in sent.content.decode()
    event.desk.do(event.act(), event.stream, commands.CallTime())
    assert warning not in event.html("ann", asked)
    other = event.round.drawn.round.games[1]
    form |= {"table": other.table, "key": "in time"}
    sent = event.clients["olga"].post(f"/event/{event.event}/desk/results", form, headers=headers)
    assert "still has time" not in sent.content.decode()


# The clock -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59, "0:59"), (48 * 60 + 12, "48:12"), (8892, "148:12"), (-3, "0:00")]
)
def test_there_is_one_format_for_what_is_left(seconds, text):
    assert minutes_text(timedelta(seconds=seconds)) == text


def test_desk_screen_and_phone_show_the_same_clock():
    event = Hall(players=4).begin()
    event.meet()
    event.start(minutes_ago=10)
    desk = (("olga", "/desk/clock"), ("olga", "/desk/results"))
    for who, where in (*desk, ("nobody", "/screen"), ("ann", "/me")):
        page = event.html(who, where)
        assert "139:5" in page or "140:0" in page, (who, where)
        assert '<time data-ends="20' in page, (who, where)


def test_the_slab_is_drawn_anew_with_every_second_and_for_every_change_of_the_event(monkeypatch):
    event = Hall(players=4).begin()
    event.meet()
    event.start(minutes_ago=10)
    drawings, faces = [], {"text": "139:59"}
    whole, clock_of = draw_text, public.clock_of
    monkeypatch.setattr(public, draw_text.__name__, lambda page: drawings.append(page) or whole(page))
    monkeypatch.setattr(public, "clock_of", lambda *_: replace(clock_of(*_), ends="", **faces))
    show = public_snapshots.now(event.stream)
    first = public.head_html(show)
    assert public.head_html(show) == first and "139:59" in first and len(drawings) == 1
    faces["text"] = "139:58"
    assert "139:58" in public.head_html(show) and len(drawings) == 2
    event.desk.do(event.act(), event.stream, commands.Tell(words="Lunch"))
    assert "Lunch" in public.head_html(public_snapshots.now(event.stream)) and len(drawings) == 3


@pytest.mark.rule(593)
def test_the_waiting_time_for_no_shows_can_be_changed_while_the_event_runs(begun: DeskHall):  # noqa: F811
    game = begun.now.rounds[0].drawn.round.games[0]
    missing = {"how": "no-show", "winner": "1", "victory1": "", "victory2": ""}
    assert "15 minutes" in begun.result("ora", game.table, status=422, **missing)
    begun.do("jed", "waiting", 403, minutes=0)
    begun.do("ora", "waiting", 422, minutes=9999)
    begun.do("ora", "waiting", minutes=0)
    assert begun.now.plan.no_show_minutes == 0
    begun.result("ora", game.table, **missing)
    assert begun.now.entries[game.players[1]].why == "no-show"


# The screen and the keys -----------------------------------------------------------------------------------


def test_the_screen_counts_tables_without_the_bye_and_shows_few_rows_large():
    event = Hall(players=11).begin()
    event.pair()
    page = event.html(where="/screen")
    assert "Tables 1 to 5 of 5." in event.text(where="/screen")
    assert 'data-columns="1" data-rows="6"' in page
    assert "<svg" in page and 'class="qr"' in page


def test_the_keys_of_the_desk_have_what_they_act_on(begun: DeskHall):  # noqa: F811
    """What `desk.js` reads: who is marked is said, Blue has a key, numbers decide where nobody is asked."""
    page = begun.clients["sue"].get(f"{begun.at}/desk/results").content.decode()
    assert 'role="status" data-said' in page and 'class="key">B<' in page
    asks = {how: f'value="{how}"' for how in ("rounds", "no-show", "concession")}
    label = {how: page[page.index(text) :].partition(">")[0] for how, text in asks.items()}
    assert "data-asks" not in label["rounds"]
    assert 'data-asks="Here:"' in label["no-show"] and 'data-asks="Winner:"' in label["concession"]


# Lists -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(537)
def test_a_list_page_names_what_is_set_aside_in_the_2020_format_alone():
    army = full_army(catalogue())
    line = next(unit for unit in army.units if unit.upgrades)
    aside = replace(line, set_aside=line.upgrades[:1])
    army = replace(army, units=tuple(aside if unit is line else unit for unit in army.units))
    unit, card = (catalogue().name_of(card) for card in (line.unit, line.upgrades[0]))
    for profile, shown in (("regulations", True), ("current", False)):
        plan = TournamentPlan(profile=profile, structure="basic" if shown else "current")
        assert bool(upgrades_set_aside(army, plan)) == shown
    event = Hall(players=4, profile="regulations")
    event.desk.do(event.act(), event.stream, commands.SubmitList(player="p1", army=army))
    page = event.text("ann", "/list/p1")
    assert "Set aside for Loadout" in page and f"{unit}: {card}" in page.replace(" :", ":")
