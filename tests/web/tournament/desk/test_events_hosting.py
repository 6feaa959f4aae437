"""Before and around an event: check-in by phone, who is missing, a start time, a copy, a deputy."""

import msgspec
import pytest

from muster.app.acting import Command
from muster.app.tournament import commands
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.violations import Refused
from muster.web.tournament.requests import tournaments
from tests.web.event_desk_fixtures import FIELD, PLAN, begun, hall  # noqa: F401 - fixtures
from tests.web.event_desk_fixtures import Hall as DeskHall
from tests.web.event_hall_fixtures import Hall

pytestmark = pytest.mark.django_db


def away(**plan: object) -> Hall:
    """An event whose players are entered; Ann and Bob have phones, and Ann is not there yet."""
    event = Hall(players=6, **plan)
    ann = event.players[0]
    event.desk.do(event.act(), event.stream, commands.CheckIn(players=(ann,), present=False))
    return event


def test_a_player_checks_in_by_phone_where_the_event_lets_them():
    event = away(self_check_in=True)
    assert "I am here: check in" in event.text("ann", "/me")
    event.do("ann", "/me/act/here")
    assert event.now.entries[event.players[0]].present
    assert "You are checked in" in event.text("ann", "/me")
    event.do("ann", "/me/act/here", 422)


def test_elsewhere_the_desk_checks_players_in():
    event = away()
    assert "I am here" not in event.text("ann", "/me")
    assert "The desk checks players in" in event.do("ann", "/me/act/here", 422).content.decode()
    assert not event.now.entries[event.players[0]].present


def test_who_comes_after_round_1_is_out_goes_to_the_desk():
    event = away(self_check_in=True).begin()
    event.pair()
    assert "you are late" in event.do("ann", "/me/act/here", 422).content.decode()


def test_nobody_checks_in_who_does_not_play():
    event = away(self_check_in=True)
    with pytest.raises(Refused):
        event.desk.do(event.act("zoe"), event.stream, commands.CheckMeIn())


def test_the_wall_shows_who_is_missing_until_round_1():
    event = away()
    page = event.text(where="/screen")
    assert "Not checked in yet" in page and "Ann Marrok" in page and "Players 1 to 1 of 1" in page
    assert "Bob Marrok" not in page
    event.begin()
    event.pair()
    assert "Not checked in yet" not in event.text(where="/screen")


def test_an_event_has_a_start_on_the_clock_of_its_place():
    event = DeskHall(starts="10:30", zone="Europe/Berlin")
    event.fill()
    assert event.now.plan.start_time == "10:30, Europe/Berlin time"
    event.do("ora", "announce")
    about = event.clients["nobody"].get(f"{event.at}?show=about").content.decode()
    assert "10:30, Europe/Berlin time" in about


@pytest.mark.parametrize(("field", "given"), [("starts", "25:00"), ("starts", "noon"), ("zone", "Mars/Base")])
def test_a_start_that_no_clock_shows_is_refused(hall: DeskHall, field: str, given: str):  # noqa: F811
    page = hall.do("ora", "plan", 422, name="Endor Open", **PLAN | {field: given})
    assert given in page


def test_a_copy_has_the_settings_and_nothing_else(begun: DeskHall):  # noqa: F811
    sent = {"key": "copy"}
    made = [begun.clients["ora"].post(f"{begun.at}/desk/copy", sent)["Location"] for _ in range(2)]
    assert made[0] == made[1] and begun.at not in made[0]
    page = begun.clients["ora"].get(made[0]).content.decode()
    assert 'value="Endor Open, copy"' in page
    stream = f"tournament:{made[0].split('/')[2]}"
    copied = tournaments().load(stream).state
    assert copied.plan == begun.now.plan and not copied.entries and copied.status == "planned"
    for who in ("jed", "pia", "zoe", "nobody"):
        assert begun.clients[who].post(f"{begun.at}/desk/copy", sent).status_code == 403, who


@pytest.mark.rule(505)
def test_a_deputy_pairs_and_there_stays_one_organiser(begun: DeskHall):  # noqa: F811
    begun.do("ora", "give-role", handle="zoe", role="deputy")
    begun.settle()
    begun.do("zoe", "close")
    begun.do("zoe", "draft")
    assert "Table 1" in begun.get("zoe", "/pairing")
    begun.do("zoe", "publish", draft=begun.now.draft.number)
    assert len(begun.now.rounds) == 2 and begun.now.organiser == str(begun.people["ora"].pk)
    for act, form in (("call-off", {}), ("give-role", {"handle": "pia", "role": "judge"})):
        begun.do("zoe", act, 403, **form)
    assert "Deputy" in begun.get("ora", "/roles")
    begun.do("ora", "take-role", person=str(begun.people["zoe"].pk), role="deputy")
    begun.get("zoe", "/pairing", 403)


def test_who_plays_is_no_deputy(begun: DeskHall):  # noqa: F811
    """Whoever plays must not see a draft, nor make one."""
    player = begun.now.rounds[0].drawn.round.games[0].players[0]
    pia = str(begun.people["pia"].pk)
    by_ora(begun, commands.GiveRole(person=pia, role="deputy"))
    by_ora(begun, commands.Link(player=player, account=pia))
    begun.get("pia", "/pairing", 403)
    zoe = str(begun.people["zoe"].pk)
    other = begun.now.rounds[0].drawn.round.games[1].players[0]
    by_ora(begun, commands.Link(player=other, account=zoe))
    with pytest.raises(Refused, match="deputy_plays"):
        by_ora(begun, commands.GiveRole(person=zoe, role="deputy"))


def by_ora(event: DeskHall, command: Command) -> None:
    """An act of the organiser's."""
    tournaments().do(event.act("ora"), event.stream, command)


def test_a_plan_written_before_there_were_these_settings_reads_as_it_was():
    old = msgspec.json.decode(b'{"points":800,"self_entry":true}', type=TournamentPlan)
    assert (old.self_check_in, old.start_time, old.zone, old.avoid_clubs) == (False, "", "", False)


def test_round_1_avoids_pairings_within_a_club_where_the_event_says_so():
    event = DeskHall(avoid_clubs="on")
    rows = [f"{name};{'North' if place < 6 else ''}" for place, name in enumerate(FIELD)]
    event.fill(["Name;Club", *rows])
    assert "Your club" in event.clients["zoe"].get(f"{event.at}/join").content.decode()
    event.clients["zoe"].post(f"{event.at}/join", {"key": "j", "do": "enter", "name": "Zoe", "club": "North"})
    zoe, gus = event.key("Zoe"), event.key("Gus Moreau")
    for player, club, status in ((zoe, "South", 302), (gus, "West", 403), (zoe, "North", 302)):
        form = {"key": club, "player": player, "club": club}
        assert event.clients["zoe"].post(f"{event.at}/me/act/club", form).status_code == status
    assert 'value="North"' in event.clients["zoe"].get(f"{event.at}/me").content.decode()
    assert event.now.entries[zoe].club == "North" and "North. " in event.get("ora", "/players")
    event.do("ora", "club", player=gus, club="South")
    assert 'value="South"' in event.clients["ora"].get(f"{event.at}/desk/player/{gus}").content.decode()
    event.do("ora", "announce")
    event.publish()
    games = event.now.rounds[0].drawn.round.games
    north = {key for key, entry in event.now.entries.items() if entry.club == "North"}
    assert len(games) == 6 and all(len(north.intersection(game.players)) == 1 for game in games)
    assert "with clubs kept apart" in event.get("ora", "/pairing")
    event.do("ora", "club", 422, player=gus, club="West")
    asked = f"{event.at}/player/{event.key(FIELD[0])}?why=pairing"
    text = event.clients["nobody"].get(asked).content.decode()
    assert "players of other clubs" in text and "<br>North</p>" in text


@pytest.mark.parametrize("switch", [{"avoid_clubs": "on"}, {}])
def test_a_club_changed_at_a_draft_draws_again_where_clubs_are_kept_apart(switch: dict[str, str]):
    event = DeskHall(**switch)
    event.fill()
    event.do("ora", "announce")
    event.do("ora", "draft")
    event.do("ora", "club", player=event.key(FIELD[0]), club="North")
    assert (event.now.draft is None) is bool(switch)
