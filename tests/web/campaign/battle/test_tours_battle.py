"""A battle of Tours of Duty through its pages: muster, record, the ten steps, with one's own dice."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from django.http import HttpResponse
from django.test import Client

from muster.app.campaign.battle.battles import Battles
from muster.rules.campaign.battle.events import RewardTaken
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.events import AgendaProgressed, AssetAdded
from muster.store.log.database import DatabaseStore
from tests.rules.campaign.at_the_table import DLT, DOCTRINE, PEACE, SNOW, STORM
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.kept_world import kept
from tests.web.raw_ids import raw_in
from tests.web.tour_phone import Phone, adas_phone, key_of

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("tours-battles")]


def first_open(phone: Phone, name: str) -> str:
    """The first choice of a list that is not crossed out."""
    page = phone.page().content.decode()
    return re.search(rf'name="{name}" value="([^"]+)"(?: required|>)', page)[1]


@pytest.fixture
def phone(db) -> Phone:
    return kept(adas_phone)


def mustered(arc: str = PEACE) -> Phone:
    return kept(adas_phone, arc).open().muster()


def recorded(*defeated: str) -> Phone:
    """A battle that was won without an agenda."""
    return kept(mustered).record(**{f"fate-{unit}": "defeated" for unit in defeated})


def in_step_four(*defeated: str) -> Phone:
    return kept(recorded, *defeated).supply_to_four()


def test_a_whole_battle_on_one_phone_with_own_dice_and_one_undo(phone):
    phone.open()
    assert "Legal" in phone.look()
    phone.muster()
    assert "Persons of Interest" in phone.look()
    phone.record(
        **{"agenda": "persons-of-interest", "count": "5", "fate-d2": "defeated", "fate-d4": "contesting"}
    )
    assert "Step 1 of 10" in phone.look()
    phone.do("resolve-agenda")
    phone.do("take-reward", part="agenda", **{"choice:relief-1": "unit|d3"})
    assert phone.register.dossier("d3").experience == 2
    phone.finish(1)
    assert "Step 3 of 10" in phone.look()  # no turning point, so no step 2
    phone.do("roll-supply", way="own", **{"face-0": "block"})
    assert phone.register.supply == 5 + 2 + 1
    phone.finish(3)
    assert "No setbacks, so one black die" in phone.look()
    phone.do("roll-check", dossier="d2", way="own", **{"face-0": "critical"})
    assert "Accept the result" in phone.look()
    phone.do("settle-check", dossier="d2")
    before = phone.register
    assert before.dossier("d2").experience == 2  # the hard lesson
    phone.do("undo", batch=phone.undoable)
    assert "Accept the result" in phone.look() and phone.register.dossier("d2").experience == 0
    phone.do("settle-check", dossier="d2")
    assert phone.register == before
    while "setback chart" in phone.look():
        phone.do("roll-setback", dossier="d2", way="own", **{"face-0": "hit"})
    phone.finish(4)
    phone.do("their-rival", dossier="d4")
    phone.do("award-experience")
    assert phone.register.dossier("d4").experience == 5  # took part, contested, most feared
    assert "Snowtroopers is their Most Feared Rival" in phone.look()
    phone.finish(5)
    phone.do("finish", 422, step="6")  # five experience are a veteran rank: an award and a name are due
    phone.do("award-commendation", dossier="d4", commendation=first_open(phone, "commendation"))
    phone.do("name-unit", dossier="d4", name="The White Line")
    assert phone.register.dossier("d4").called == "The White Line"
    phone.finish(6)
    assert "Active Recruiting" in phone.look()
    phone.finish(7)
    phone.finish(8)
    phone.finish(9)
    phone.finish(10)
    assert "All ten steps are done" in phone.look()
    phone.do("confirm")
    assert "Confirmed" in phone.look()
    assert phone.register.open_battle == "" and len(phone.register.battles) == 1


def test_the_muster_says_why_an_army_may_not_take_the_field(phone):
    phone.open()
    page = phone.do("count", 200, unit=["d2", "d3"], plan="1")
    assert "Moff Jerjerrod" in page and "to fix" in page
    refused = phone.do("muster", 422, unit=["d2", "d9"], plan="1")
    assert "rule 134" in refused and "rule 135" in refused
    assert (
        not Battles(DatabaseStore()).battle("battle:" + phone.at.removeprefix("/battle/")).state.blue.mustered
    )


@pytest.mark.parametrize("face", ["block", "seven", "", "hit" * 400])
def test_faces_that_are_not_on_the_die_are_refused(face):
    phone = kept(in_step_four, "d2")
    refused = phone.do("roll-check", 422, dossier="d2", way="own", **{"face-0": face})
    assert len(refused) < 20_000
    assert "Step 4 of 10" in refused
    assert "so one black die" in phone.look()


def test_a_form_sent_twice_rolls_once():
    phone = kept(recorded)
    phone.do("resolve-agenda")
    phone.finish(1)
    key = key_of(phone.client.get(phone.at))
    for _ in range(2):
        assert phone.client.post(f"{phone.at}/roll-supply", {"key": key, "way": "app"}).status_code == 302
    gained = [e for e in DatabaseStore().read(phone.stream) if e.kind == "register.supply_changed"]
    assert len(gained) == 1


def test_opening_twice_with_one_form_opens_one_battle(phone):
    address = f"/tours/register/{phone.stream.removeprefix('register:')}/battle"
    form = {"points": "600", "key": key_of(phone.client.get(address))}
    first, second = (phone.client.post(address, form)["Location"] for _ in range(2))
    assert first == second


def test_an_undo_sent_twice_takes_back_one_act():
    phone = kept(recorded)
    phone.do("resolve-agenda")
    phone.finish(1)
    batch = phone.undoable
    for _ in range(2):
        assert phone.client.post(f"{phone.at}/undo", {"batch": batch}).status_code == 302
    assert "Step 1 of 10" in phone.look() and "Nothing else is left" in phone.look()


def test_an_undone_roll_keeps_its_faces():
    phone = kept(in_step_four, "d2")
    phone.do("roll-check", dossier="d2", way="own", **{"face-0": "hit"})
    phone.do("undo", batch=phone.undoable)
    refused = phone.do("roll-check", 422, dossier="d2", way="own", **{"face-0": "blank"})
    assert "hit" in refused.lower()
    phone.do("roll-check", dossier="d2", way="app")


def test_anothers_battle_is_not_there(phone):
    phone.open()
    bob = signed_in(person("Bob"))
    for visitor in (bob, Client()):
        assert visitor.get(phone.at).status_code == 404
        assert visitor.post(f"{phone.at}/muster", {}).status_code == 404
        assert (
            visitor.get(f"/tours/register/{phone.stream.removeprefix('register:')}/battle").status_code == 404
        )


def test_what_nobody_asked_for_is_refused_or_not_there(phone):
    phone.open()
    assert phone.client.post(f"{phone.at}/sing").status_code == 404
    assert phone.client.get(f"{phone.at}/muster").status_code == 405
    phone.do("finish", 422, step="1")
    phone.do("record", 422, result="won")
    phone.do("record", 422, result="x" * 5_000)
    address = f"/tours/register/{phone.stream.removeprefix('register:')}/battle"
    assert phone.client.post(address, {"points": "many"}).status_code == 422


def test_a_battle_called_off_leaves_the_register_free():
    phone = kept(mustered)
    assert phone.register.open_battle
    phone.do("agenda", agenda="")
    phone.do("call-off")
    assert "was not played" in phone.look() and not phone.register.open_battle


def test_a_conceder_skips_supply_and_experience():
    phone = kept(mustered).record("conceded")
    phone.do("resolve-agenda")
    phone.finish(1)
    assert "Step 4 of 10" in phone.look()
    phone.finish(4)
    assert "Step 6 of 10" in phone.look()


def test_the_odds_stand_before_the_check():
    phone = kept(in_step_four, "d1", "d2")
    page = phone.look()
    assert "%" in page and "a defining trait" in page and "Resilient" not in page and "Medevac" in page


def test_earlier_steps_can_be_looked_at():
    phone = kept(in_step_four)
    assert "red die" in phone.look("?look=3") and "looking back" in phone.look("?look=3")
    assert "looking back" not in phone.look("?look=9")


def test_a_casualty_leaves_and_the_corps_are_filled_up():
    phone = kept(in_step_four, "d2", "d3")
    for unit in ("d2", "d3"):
        phone.do("roll-check", dossier=unit, way="own", **{"face-0": "surge"})
        phone.do("settle-check", dossier=unit)
    assert [loss.dossier.id for loss in phone.register.fallen] == ["d2", "d3"]
    phone.do("finish", 422, step="4")
    assert "Fill up the corps" in phone.look() and "Add to the Register" in phone.look(f"?unit={STORM}")
    page = phone.client.get(f"{phone.at}?unit={STORM}")
    phone.client.post(f"{phone.at}/recruit", {"key": key_of(page), "unit": STORM})
    assert phone.register.ranks["corps"] == 2
    phone.finish(4)


def to_step_seven(phone: Phone) -> None:
    while "Step 7 of 10" not in phone.look():
        page = phone.look()
        if "Who did they fear most" in page:
            phone.do("their-rival", dossier="d4")
            phone.do("award-experience")
        phone.finish(int(re.search(r"Step (\d+) of 10", page)[1]))


def test_aid_is_requested_paid_and_refused_with_its_reason():
    phone = kept(in_step_four)
    to_step_seven(phone)
    before = phone.register.supply
    assert "Medevac, " in phone.look("?aid=request-strategic-asset")
    phone.send("request-aid", aid="request-strategic-asset", asset="medevac", way="app")
    assert phone.register.assets == ("medevac",) and phone.register.supply < before
    refused = phone.send("request-aid", 422, aid="request-medical-supplies", dossier="d2", way="app")
    assert "setback" in refused
    assert "DLT-19" in phone.look("?aid=request-reinforcements&dossier=d2")
    phone.send("request-aid", aid="request-reinforcements", dossier="d2", upgrade=DLT, way="app")
    assert phone.register.dossier("d2").owns(DLT)
    phone.finish(7)
    page = phone.client.get(f"{phone.at}?unit={SNOW}")
    phone.client.post(f"{phone.at}/recruit", {"key": key_of(page), "unit": SNOW})
    assert len(phone.register.dossiers) == 5


def test_an_agenda_takes_no_more_units_than_it_names(db):
    phone = kept(mustered, "birth-of-a-legend")
    phone.do("agenda", agenda="protect-your-allies")
    text = phone.do("record", 422, result="won", chosen=["d1", "d2"])
    assert "The Paragon can’t be one of the units this agenda names." in text
    phone.do("record", result="won", chosen=["d2"])


def test_two_units_without_a_name_are_told_apart(phone):
    page = phone.open().look()
    assert "Stormtroopers 1" in page and "Stormtroopers 2" in page and "Snowtroopers 1" not in page


class Shown(HTMLParser):
    """The forms of a page as a person without a script could send them: first choices, typed-in names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self.actions: dict[str, str] = {}
        self.form: dict[str, str] = {}
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag == "form":
            self.form = self.forms.setdefault(found.get("id") or found["action"], {})
            self.actions[found.get("id") or found["action"]] = found["action"]
        elif tag == "select":
            self.select = found["name"]
        elif tag == "option" and self.select:
            self.form.setdefault(self.select, found["value"])
        elif tag == "button" and found.get("name") and "disabled" not in found:
            self._write(found["name"], found["value"])
        elif tag == "input" and "disabled" not in found and found.get("type") != "checkbox":
            self._write(found["name"], found.get("value", "Somebody"))

    def _write(self, name: str, value: str) -> None:
        """The first choice, in a reward that of another unit than the choices before."""
        unit = value.split("|")[1] if name.startswith("choice:") and "|" in value else value
        if name not in self.form and not any(f"|{unit}" in known for known in self.form.values()):
            self.form[name] = value

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = {}
        elif tag == "select":
            self.select = ""


def pressed(phone: Phone, wanted: Callable[[str], bool]) -> Iterator[str]:
    """Press the big button of the screen, with the app's dice, as long as it reads as wanted. No screen of
    any agenda or turning point shows an id."""
    for _ in range(80):
        page = phone.client.get(phone.at)
        assert page.status_code == 200
        assert not raw_in(page)
        if not wanted(words := text_of(page)):
            return
        yield press(phone, page, words)
    raise AssertionError("there is always one button more")


def press(phone: Phone, page: HttpResponse, words: str) -> str:
    if "Fill up the corps" in words:
        page = phone.client.get(phone.at + re.search(r'href="[^"]+(\?unit=[^"]+)"', page.content.decode())[1])
    shown = Shown(page.content.decode())
    ready = (name for name in ("task-form", "roll-app") if name in shown.forms)
    finish = (name for name in shown.forms if name.endswith(("/finish", "/draw-orders", "/reroll")))
    name = [*ready, *finish][0]
    sent = phone.client.post(shown.actions[name], shown.forms[name])
    assert sent.status_code == 302, text_of(sent)
    return shown.actions[name].rsplit("/", 1)[1]


def at_a_turning_point(arc: str) -> Phone:
    """Mustered for it: every agenda of the arc is complete."""
    phone = kept(adas_phone, arc)
    marks = [
        AgendaProgressed(agenda.id, agenda.needed, "battle:story") for agenda in phone.register.arc.agendas
    ]
    phone.happened(*marks)
    return phone.open(turning_point="1").muster()


ENDINGS = [(arc, result) for arc in library().arcs for result in ("won", "lost")] + [(PEACE, "drawn")]


@pytest.mark.parametrize(("arc", "result"), ENDINGS)
def test_a_turning_point_of_every_arc_is_played_to_its_end(arc, result):
    phone = kept(at_a_turning_point, arc)
    fates = {f"fate-{unit}": "defeated" for unit in ("d1", "d2", "d4")}
    phone.do("record", result=result, mission_count="2", **fates)
    done = [*pressed(phone, lambda words: "All ten steps are done" not in words)]
    assert {"roll-supply", "roll-check", "their-rival", "finish"} <= set(done)
    # With a choice the reward is taken by hand, without one by itself.
    log = DatabaseStore().read(f"battle:{phone.at.rsplit('/', 1)[1]}")
    taken = [entry.event for entry in log if isinstance(entry.event, RewardTaken)]
    assert [event.part for event in taken] == ["mission"]
    assert ("take-reward" in done) or not taken[0].answers
    assert ("choose-arc" in done) == (result != "drawn")
    assert phone.register.reputation == (0 if result == "drawn" else 2)


@pytest.mark.parametrize("agenda", list(library().agendas))
def test_every_agenda_can_be_played_and_rewarded(agenda):
    phone = kept(mustered, library().agendas[agenda].arc)
    phone.do("agenda", agenda=agenda)
    questions = list(library().questions)
    most = library().agendas[agenda].names
    chosen = ["d3", "d4"][:most]
    phone.do("record", result="won", count="9", fact=questions, chosen=chosen, **{"fate-d2": "defeated"})
    assert [*pressed(phone, lambda words: "Step 1 of 10" in words)]
    track = phone.register.arc.agenda(agenda)
    assert track.marked


@pytest.mark.rule(269)
def test_combat_drop_is_written_down_where_the_army_waits_for_the_battle(phone):
    phone.happened(AssetAdded("combat-drop", "Combat Drop"))
    phone.open()
    units = [dossier.id for dossier in phone.register.dossiers]
    phone.do("muster", unit=units, up=[f"d1|{DOCTRINE}"], asset=["combat-drop|0"], plan="1")
    assert "Which unit infiltrates" in phone.look()
    refused = phone.do("combat-drop", 422, unit="d9")
    assert "d9" in refused and "Which unit infiltrates" in refused
    phone.do("combat-drop", unit="d4")
    text = phone.look()
    assert "Combat Drop: Snowtroopers infiltrates" in text and "Which unit infiltrates" not in text
    phone.send("combat-drop", 422, unit="d1")
    phone.do("agenda", agenda="")
    assert "Combat Drop: Snowtroopers infiltrates" in phone.look()


def test_without_the_asset_no_combat_drop_is_offered():
    phone = kept(mustered)
    assert "Combat Drop" not in phone.look()
    phone.send("combat-drop", 422, unit="d4")
