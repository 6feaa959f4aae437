"""Registers on their pages: built step by step, founded, edited, taken back, told."""

import html
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from django.test import Client

from muster.app.streams import Write
from muster.rules.campaign.club import membership
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register import events
from muster.rules.campaign.register.dossier import Dossier, OwnedUpgrade
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.story.chronicle import course_of
from muster.rules.cards import catalogue
from muster.rules.log import KINDS, Event, Recorded
from muster.store.accounts import Account
from muster.store.campaign.stream_roles import StreamTie
from muster.web.campaign.registers.building import STEPS
from muster.web.campaign.sentences.sentences import TELLERS, tell, tell_all
from muster.web.campaign.sentences.wording import Scene
from tests.web.account_fixtures import html_of, text_of
from tests.web.kept_world import kept
from tests.web.site_desks import site_registers

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db
CAT = catalogue()
HEADERS = {"host": "localhost"}


def unit(name: str) -> str:
    return next(unit.id for unit in CAT.data.units if unit.name == name and not unit.unique)


DOCTRINES = {"Imperial Officer": ("Tip of the Spear",)}


def upgrade(name: str) -> str:
    return next(upgrade.id for upgrade in CAT.data.upgrades if upgrade.name == name)


class Desk:
    """One person building a Register."""

    def __init__(self, faction: str = "empire") -> None:
        self.client = Client(headers=HEADERS)
        response = self.client.post("/tours/new", {"faction": faction, "key": "begin"})
        assert response.status_code == 302, text_of(response)
        self.address = response["Location"]
        self.id = self.address.rpartition("/")[2]
        self.sent = 0

    @property
    def register(self) -> Register:
        return site_registers().logs.register(f"register:{self.id}").state

    def html(self, query: str = "", status: int = 200) -> str:
        response = self.client.get(self.address + query)
        assert response.status_code == status, text_of(response)
        return html_of(response)

    def post(self, where: str, **form: Any) -> Any:
        self.sent += 1
        return self.client.post(f"{self.address}/{where}", {"key": f"page-{self.sent}", **form})

    def do(self, act: str, **form: Any) -> Any:
        return self.post("act", do=act, **form)

    def recruit(self, name: str, *upgrades: str, called: str = "") -> Any:
        """A unit with what it brings; an officer brings its doctrine."""
        chosen = [upgrade(upgrade_name) for upgrade_name in (*upgrades, *DOCTRINES.get(name, ()))]
        return self.post("recruit", unit=unit(name), upgrade=chosen, name=called)

    def undo(self) -> Any:
        found = re.search(r'name="batch" value="([^"]+)"', self.html())
        assert found
        return self.post("undo", batch=found[1])

    def with_units(self) -> "Desk":
        assert self.recruit("Imperial Officer", called="Ilsa Marrok").status_code == 302
        for _ in range(2):
            assert self.recruit("Stormtroopers").status_code == 302
        return self

    def complete(self) -> "Desk":
        self.with_units()
        assert self.do("arc", arc="bring-peace-to-the-galaxy").status_code == 302
        assert self.do("name", name="The Ashfall Company").status_code == 302
        assert self.do("found").status_code == 302
        return self


@pytest.fixture
def desk() -> Desk:
    return kept(Desk)


def with_units() -> Desk:
    return kept(Desk).with_units()


def complete() -> Desk:
    return kept(Desk).complete()


def step(html: str) -> str:
    found = re.search(r'class="label">(Step \d of 7)</span><strong>([^<]*)', html)
    assert found
    return f"{found[1]}: {found[2]}"


# The list ------------------------------------------------------------------------------------------------


def test_nobody_has_a_register_and_looking_makes_no_account(client):
    page = client.get("/tours", headers=HEADERS)
    assert "No Register yet" in html_of(page)
    assert page["Cache-Control"] == "no-store"
    assert "sessionid" not in client.cookies and not Account.objects.exists()


def test_a_register_begins_with_its_faction_and_stands_on_the_list(desk):
    now = desk.register
    assert (now.faction, now.potential, now.supply, now.status) == ("empire", 600, 5, "building")
    assert now.points_date == CAT.edition
    listed = html_of(desk.client.get("/tours"))
    assert desk.address in listed and "Still being built, 600 points free" in listed


def test_the_same_form_sent_twice_begins_one_register(desk):
    again = desk.client.post("/tours/new", {"faction": "empire", "key": "begin"})
    assert again["Location"] == desk.address
    assert StreamTie.objects.count() == 1


@pytest.mark.parametrize("faction", ["", "hutts", "x" * 100_000])
def test_a_faction_that_is_none_is_refused(client, faction):
    response = client.post("/tours/new", {"faction": faction}, headers=HEADERS)
    assert response.status_code == 422
    assert "There is no faction" in text_of(response) and len(response.content) < 20_000
    assert not StreamTie.objects.exists()


def test_a_faction_without_troops_of_its_own_says_so(client):
    page = html_of(client.get("/tours/new", headers=HEADERS))
    assert 'value="empire">' in page and 'value="mandalorians" disabled>' in page
    assert "Not playable yet: no generic" in page


# The wizard ----------------------------------------------------------------------------------------------


def test_one_decision_at_a_time_up_to_the_founding(desk):
    assert step(desk.html()) == "Step 1 of 7: The Paragon"
    desk.recruit("Imperial Officer", called="Ilsa Marrok")
    assert step(desk.html()) == "Step 2 of 7: Two corps"
    desk.recruit("Stormtroopers")
    assert "1 more corps to choose" in desk.html()
    desk.recruit("Snowtroopers")
    assert step(desk.html()) == "Step 3 of 7: More units"
    assert step(desk.html("?step=aid")) == "Step 4 of 7: Opening aid requests"
    assert desk.do("arc", arc="the-weekend-war")["Location"].endswith("?step=name")
    assert step(desk.html()) == "Step 6 of 7: Its name"
    assert desk.do("name", name="Ashfall")["Location"].endswith("?step=found")
    assert "Create Ashfall" in desk.html()
    assert desk.do("found")["Location"] == desk.address
    assert desk.register.status == "founded"
    assert "wizard" not in desk.html()


def test_no_step_is_open_before_the_paragon_and_the_corps(desk):
    for asked in (*STEPS, "nonsense", "x" * 5000):
        assert step(desk.html(f"?step={asked}")) == "Step 1 of 7: The Paragon"
    desk.recruit("Imperial Officer", called="Ilsa Marrok")
    for asked in STEPS:
        assert step(desk.html(f"?step={asked}")) == "Step 2 of 7: Two corps"


@pytest.mark.rule(125)
def test_the_arc_is_chosen_after_the_units_and_the_aid_and_before_the_name(desk):
    """The page does not offer it earlier, and a form sent all the same is refused."""
    for recruit in (("Imperial Officer", "Ilsa Marrok"), ("Stormtroopers", ""), ("Stormtroopers", "")):
        assert 'name="arc"' not in desk.html("?step=arc")
        early = desk.do("arc", arc="the-weekend-war")
        assert early.status_code == 422
        assert "its story arc comes after its first units" in text_of(early)
        assert desk.register.arc is None
        desk.recruit(recruit[0], called=recruit[1])
    assert [*STEPS].index("units") < [*STEPS].index("aid") < [*STEPS].index("arc") < [*STEPS].index("name")
    assert desk.do("aid", aid="active-recruiting").status_code == 302
    assert step(desk.html("?step=arc")) == "Step 5 of 7: The story arc"
    offered = set(re.findall(r'name="arc" value="([^"]+)"', desk.html("?step=arc")))
    assert offered == set(library().arcs)
    assert desk.do("arc", arc="the-weekend-war")["Location"].endswith("?step=name")
    assert desk.register.arc.id == "the-weekend-war"


@pytest.mark.parametrize("name", ["aid", "arc", "name", "found", "units", "corps"])
def test_every_step_can_be_gone_back_to(desk, name):
    desk.with_units()
    assert step(desk.html(f"?step={name}")).endswith(STEPS[name])


def test_the_rules_stand_where_they_are_decided(desk):
    assert '/rules/117"' in desk.html()
    desk.with_units()
    for asked, numbers in {
        "corps": (108, 109, 118),
        "units": (24, 112, 131, 132),
        "aid": (124, 176),
        "arc": (29, 33, 39, 47, 53, 68, 72, 74, 75, 76, 125, 126),
        "name": (13, 127),
        "found": (78, 128, 174, 200, 225),
    }.items():
        page = desk.html(f"?step={asked}")
        assert all(f'/rules/{number}"' in page for number in numbers), asked
    assert all(f'/rules/{n}"' in html_of(desk.client.get("/tours")) for n in (280, 281, 282))


def test_the_picker_says_who_may_not_join_and_why(desk):
    page = desk.html()
    may, _, barred = page.partition("that cannot join, and why")
    assert "Imperial Officer" in may and "Darth Vader" not in may
    assert "Darth Vader" in barred and "is unique and can’t be on a Register" in barred
    assert 'href="/rules/110"' in barred
    assert "Clone" not in page  # not of the faction at all


def test_what_the_potential_does_not_pay_is_barred_with_the_numbers():
    desk = kept(with_units)
    for _ in range(3):
        desk.recruit("AT-ST")
    left = desk.register.potential_left
    page = desk.html("?step=units&rank=heavy")
    assert f"It costs 145, and {left} of the Combat Potential is left." in page
    refused = desk.recruit("AT-ST")
    assert refused.status_code == 422
    assert f"and {left} of the Combat Potential is left" in text_of(refused)
    assert len(desk.register.dossiers) == 6


def test_the_commander_is_named_at_once_and_brings_two_upgrades(desk):
    nameless = desk.recruit("Imperial Officer")
    assert nameless.status_code == 422
    assert "must have a name" in text_of(nameless) and "rule 114" in text_of(nameless)
    page = html_of(desk.client.get(f"{desk.address}/recruit?unit={unit('Imperial Officer')}"))
    offered = [upgrade(name) for name in ("Inspiring Presence", "Endurance", "Stun Baton")]
    assert all(f'name="upgrade" value="{id_}"' in page for id_ in offered)
    assert "<strong>Equip</strong>: 1 Doctrine upgrade" in page and 'name="must-0" required' in page
    form = {"unit": unit("Imperial Officer"), "name": "Ilsa", "must-0": upgrade("Tip of the Spear")}
    over = desk.post("recruit", upgrade=offered[:3], **form)
    assert over.status_code == 422 and "may join with 2 upgrades, not 3" in text_of(over)
    assert 'value="Ilsa"' in html_of(over) and html_of(over).count(" checked") == 4
    assert not desk.register.dossiers
    desk.post("recruit", upgrade=offered[:2], **form)
    paragon = desk.register.paragon
    assert paragon and paragon.name == "Ilsa" and len(paragon.upgrades) == 3


def test_what_a_keyword_demands_must_be_chosen_and_is_asked_for_once(desk):
    bare = desk.post("recruit", unit=unit("Imperial Officer"), name="Ilsa")
    assert bare.status_code == 422
    assert "must bring 1 Doctrine upgrade: Equip asks for it." in text_of(bare)
    assert html_of(bare).count(f'value="{upgrade("Tip of the Spear")}"') == 1
    assert not desk.register.dossiers


def test_a_trooper_is_offered_only_what_it_may_bring(desk):
    page = html_of(desk.client.get(f"{desk.address}/recruit?unit={unit('Stormtroopers')}"))
    may, _, barred = page.partition("it cannot bring now, and why")
    assert "DLT-19 Stormtrooper" in may and "Fragmentation Grenades" not in may
    assert "Fragmentation Grenades" in barred and 'href="/rules/118"' in barred


def test_the_same_recruit_sent_twice_joins_once(desk):
    doctrine = upgrade("Tip of the Spear")
    form = {"unit": unit("Imperial Officer"), "name": "Ilsa", "key": "one", "upgrade": doctrine}
    for _ in range(2):
        assert desk.client.post(f"{desk.address}/recruit", form).status_code == 302
    assert len(desk.register.dossiers) == 1


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"unit": "zzzz"}, 404, "zzzz"),
        ({"unit": ""}, 404, ""),
        ({"unit": "x" * 1_000_000}, 404, ""),
        ({"unit": "cb", "upgrade": ["??"]}, 404, ""),
        ({"unit": "Cb", "name": "n" * 1_000_000}, 422, "letters are too many"),
        ({"unit": "Cb", "name": "Ilsa", "upgrade": ["no such"]}, 404, "There is no card “no such”"),
        ({"unit": "Cb", "name": "Ilsa", "upgrade": ["Ck"] * 90}, 422, "an upgrade twice, or too many"),
    ],
)
def test_nonsense_recruits_nobody(desk, form, status, words):
    response = desk.post("recruit", **form)
    assert response.status_code == status, text_of(response)
    assert words in text_of(response) and len(response.content) < 200_000
    assert not desk.register.dossiers


def test_an_unknown_unit_has_no_page(desk):
    assert desk.client.get(f"{desk.address}/recruit?unit=zzzz").status_code == 404
    assert desk.client.get(f"{desk.address}/recruit?rank=nonsense").status_code == 200


# Aid -----------------------------------------------------------------------------------------------------


def test_supply_buys_potential_once_and_assets():
    desk = kept(with_units)
    assert desk.do("aid", aid="active-recruiting")["Location"].endswith("?step=aid")
    assert (desk.register.potential, desk.register.supply) == (750, 4)
    again = desk.do("aid", aid="active-recruiting", step="aid")
    assert again.status_code == 422 and "was made already" in text_of(again)
    assert step(html_of(again)) == "Step 4 of 7: Opening aid requests"
    desk.do("aid", aid="request-strategic-asset", asset="medevac")
    assert desk.register.assets == ("medevac",) and desk.register.supply == 3
    assert "1 held" in desk.html("?step=aid")


def test_an_upgrade_for_supply_comes_on_top_of_the_allowance():
    desk = kept(with_units)
    page = desk.html("?step=aid&dossier=d2")
    assert "Fragmentation Grenades" in page and "Another unit" in page
    grenades = upgrade("Fragmentation Grenades")
    desk.do("aid", aid="supplies-and-provisions", dossier="d2", upgrade=grenades)
    trooper = desk.register.find("d2")
    assert trooper and trooper.owns(grenades) and desk.register.supply == 4


@pytest.mark.parametrize(
    "form",
    [
        {"aid": ""},
        {"aid": "x" * 100_000},
        {"aid": "request-strategic-asset", "asset": "death-star"},
        {"aid": "supplies-and-provisions", "dossier": "d99", "upgrade": "aa"},
        {"aid": "request-medical-supplies", "dossier": "d1"},
    ],
)
def test_aid_that_cannot_be_given_costs_nothing(desk, form):
    desk.with_units()
    response = desk.do("aid", **form)
    assert response.status_code == 422 and len(response.content) < 200_000
    assert "Nothing was changed" in text_of(response)
    assert desk.register.supply == 5


# Arc, name, founding -------------------------------------------------------------------------------------


def test_all_seven_arcs_with_three_agendas_each_the_factions_own_first():
    desk = kept(with_units)
    page = html.unescape(text_of(desk.client.get(f"{desk.address}?step=arc")))
    for arc in library().arcs.values():
        assert arc.name in page
        assert all(library().agendas[agenda].name in page for agenda in arc.agendas)
    assert page.index("Bring Peace to the Galaxy") < page.index("Liberate the System")


@pytest.mark.parametrize(
    ("act", "form", "words"),
    [
        ("arc", {"arc": "nowhere"}, "There is no story arc"),
        ("name", {"name": "   "}, "has no name yet"),
        ("name", {"name": "n" * 1_000_000}, "1,000,000 letters; at most"),
        ("found", {}, "has no story arc yet"),
        ("name-unit", {"dossier": "d99", "name": "x"}, "isn’t on the Register"),
        ("name-unit", {"dossier": "d1", "name": ""}, "must have a name"),
        ("withdraw", {"dossier": "d2", "upgrade": "zz"}, "doesn’t have the upgrade"),
        ("dance", {}, "can’t do"),
        ("", {}, "can’t do"),
    ],
)
def test_a_refusal_shows_the_page_with_its_reason_and_changes_nothing(desk, act, form, words):
    before = desk.with_units().register
    response = desk.do(act, **form)
    assert response.status_code == 422
    assert words in text_of(response) and "Nothing was changed" in text_of(response)
    assert len(response.content) < 200_000
    assert desk.register == before


def test_units_and_upgrades_are_taken_back_before_the_first_battle():
    desk = kept(with_units)
    desk.recruit("Stormtroopers", "DLT-19 Stormtrooper")
    desk.do("withdraw", dossier="d4", upgrade=upgrade("DLT-19 Stormtrooper"))
    assert not desk.register.dossier("d4").upgrades
    desk.do("withdraw", dossier="d4")
    assert desk.register.find("d4") is None


# The founded Register ------------------------------------------------------------------------------------


def test_the_page_of_a_founded_register(desk):
    page = desk.complete().html()
    assert "The Ashfall Company" in page and "data-paragon" in page
    assert "<dd>147 <small>of 600</small></dd>" in page
    assert page.count('class="dossier"') == 3
    for agenda in ("Persons of Interest", "Gather Intelligence", "Keep Them in Line"):
        assert agenda in page
    assert "Two complete agendas open the turning point, Wipe Them Out." in page
    assert "5 more for veteran 1" in page and "Recruit, 453 points free" in page


def test_the_way_to_a_battle_and_back_into_it():
    desk = kept(complete)
    assert f'href="{desk.address}/battle"' in desk.html() and "The first battle" in desk.html()
    into = desk.client.post(f"{desk.address}/battle", {"points": "600", "key": "fight"})
    assert into.status_code == 302, text_of(into)
    assert desk.client.get(into["Location"]).status_code == 200


def test_a_register_in_a_battle_shows_the_way_back_and_is_not_edited():
    desk = kept(complete)
    stream, at = f"register:{desk.id}", datetime(2026, 6, 19, tzinfo=UTC)
    store, battle = site_registers().logs.store, "battle:0190"
    store.append(
        [Write(stream, store.version(stream), (events.BattleJoined(battle),))], actor="x", at=at, batch="b"
    )
    page = desk.html()
    assert 'href="/battle/0190"' in page and "Back to battle 1" in page
    assert "edit it in step 8" in page and f"{desk.address}/recruit" not in page
    assert desk.recruit("Stormtroopers").status_code == 422


def test_units_join_and_are_named_after_founding():
    desk = kept(complete)
    assert "Scout Troopers" in html_of(desk.client.get(f"{desk.address}/recruit?rank=special-forces"))
    desk.recruit("Scout Troopers", called="Grey Lanterns")
    desk.do("name-unit", dossier="d2", name="Dace’s Ninth")
    assert [dossier.called for dossier in desk.register.dossiers][1:] == [
        "Dace’s Ninth",
        "Stormtroopers 2",
        "Grey Lanterns",
    ]
    page = desk.html()
    assert "Grey Lanterns" in page and "Stormtroopers 2" in page


def test_undo_takes_back_ones_own_latest_act():
    desk = kept(complete)
    desk.recruit("Scout Troopers")
    assert "Scout Troopers</strong> joined" in desk.html()
    assert desk.undo().status_code == 302
    assert len(desk.register.dossiers) == 3
    desk.undo()
    assert desk.register.status == "building"


@pytest.mark.parametrize("batch", ["", "nothing", "x" * 100_000])
def test_undo_of_nothing_is_refused(desk, batch):
    desk.with_units()
    assert desk.post("undo", batch=batch).status_code == 422
    assert len(desk.register.dossiers) == 3


def test_the_paragon_stays_once_the_register_is_founded(desk):
    refused = desk.complete().do("withdraw", dossier="d1")
    assert refused.status_code == 422 and "is the Paragon and never leaves" in text_of(refused)


def test_while_building_even_the_paragon_is_taken_back_and_the_first_step_opens_again(desk):
    desk.with_units().do("withdraw", dossier="d1")
    assert step(desk.html("?step=units")) == "Step 1 of 7: The Paragon"


def test_a_retired_register_is_read_only(desk):
    desk.complete().do("retire")
    page = desk.html()
    assert "Retired after 0 battles" in page and 'name="do"' not in page
    refused = desk.recruit("Stormtroopers")
    assert refused.status_code == 422 and "The Register is retired." in text_of(refused)
    assert "Retired after" in html_of(desk.client.get("/tours"))


def test_names_cannot_break_the_page(desk):
    desk.recruit("Imperial Officer", called="<script>{}{x}</script>")
    for page in (desk.html(), html_of(desk.client.get(f"{desk.address}/chronicle"))):
        assert "&lt;script&gt;{}{x}" in page and "<script>{" not in page


def test_anothers_register_does_not_exist():
    desk = kept(complete)
    stranger = Desk().client
    for path in ("", "/chronicle", "/recruit", f"/recruit?unit={unit('Stormtroopers')}"):
        assert stranger.get(desk.address + path).status_code == 404
    for path, form in (
        ("/act", {"do": "retire"}),
        ("/act", {"do": "nonsense"}),
        ("/undo", {"batch": "x"}),
        ("/recruit", {"unit": unit("Stormtroopers")}),
    ):
        assert stranger.post(desk.address + path, form).status_code == 404
    assert desk.register.status == "founded" and len(desk.register.dossiers) == 3
    assert desk.address not in html_of(stranger.get("/tours"))


# The chronicle -------------------------------------------------------------------------------------------


def test_the_chronicle_tells_what_counts_newest_first():
    desk = kept(complete)
    desk.recruit("Scout Troopers")
    desk.undo()
    text = text_of(desk.client.get(f"{desk.address}/chronicle"))
    command = text.index("took command with Tip of the Spear and is the Paragon, 63 points")
    assert text.index("was created with 3 units") < command
    assert "The story arc Bring Peace to the Galaxy began" in text
    assert "Scout Troopers" not in text


KINDS_TOLD = [
    kind for name, kind in KINDS._by_name.items() if name.partition(".")[0] in ("register", "campaign")
]


def example(of: Any) -> Any:
    """Some value of a field's type."""
    if of is str:
        return "d1"
    if of in (int, bool, date):
        return {int: 2, bool: True, date: date(2026, 6, 19)}[of]
    if get_origin(of) is tuple:
        return (example(get_args(of)[0]),)
    if get_origin(of) is dict:
        return {}
    if isinstance(of, type) and issubclass(of, msgspec.Struct):
        return made(of)
    return get_args(of)[0]


def made(of: type) -> Any:
    hints = get_type_hints(of)
    return of(**{field.name: example(hints[field.name]) for field in msgspec.structs.fields(of)})


def scenes() -> Iterator[Scene]:
    yield Scene(Register())
    dossier = Dossier(
        id="d1",
        unit="ay",
        unit_name="Stormtroopers",
        rank="corps",
        unit_type="trooper",
        points=42,
        upgrades=(OwnedUpgrade("d1", "Grenades", "grenades", 5),),
    )
    yield Scene(Register(status="founded", name="Ashfall", dossiers=(dossier,)))


@pytest.mark.parametrize("kind", KINDS_TOLD, ids=lambda kind: kind.name)
def test_every_kind_of_event_has_its_sentence(kind):
    assert kind.type in TELLERS
    for scene in scenes():
        sentence = tell(made(kind.type), scene)
        assert sentence.text.endswith(".") or {"words", "reason"} & set(kind.type.__struct_fields__)
        assert "{" not in sentence.text and "  " not in sentence.text and "None" not in sentence.text


def test_the_icons_of_the_sentences_exist():
    from importlib import resources

    drawn = resources.files("muster.web").joinpath("static/muster/icons.svg").read_text()
    for kind in KINDS_TOLD:
        for scene in scenes():
            assert f'id="{tell(made(kind.type), scene).icon}"' in drawn, kind.name


def test_a_kind_from_the_future_is_told_neutrally():
    class Unheard(Event, frozen=True):
        """Something this program does not know."""

    assert tell(Unheard(), Scene(Register())).text == "Something was recorded."


def told_of(*events_of_log: Event) -> list[str]:
    at = datetime(2026, 6, 19, tzinfo=UTC)
    log = [
        Recorded("register:1", i, f"b{i}", "x", 1, "ann", at, event)
        for i, event in enumerate(events_of_log, 1)
    ]
    return [re.sub("<[^>]+>", "", sentence.text) for _, sentence in tell_all(log, course_of(log), library())]


def test_sentences_speak_of_things_as_they_stood():
    joined = events.UnitAdded("d1", "ay", "Stormtroopers", "corps", "trooper", 42, 3)
    lines = told_of(
        events.RegisterOpened("empire", date(2026, 6, 19), 600, 5, "ann"),
        joined,
        events.UnitNamed("d1", "Dace’s Ninth"),
        events.SetbackGained("d1", "battle-fatigue", "Battle-Fatigue", "casualty-check"),
        events.SetbackGained("d1", "battle-fatigue", "Battle-Fatigue", "casualty-check"),
        events.ExperienceGained("d1", 5, 1, 1, "took-part"),
        events.SupplyChanged(-1, "active-recruiting"),
        events.BattleClosed("battle:1", "won", ("d1",)),
        events.UnitRemoved("d1", "casualty"),
    )
    assert lines[2:] == [
        "Stormtroopers took the name Dace’s Ninth.",
        "Dace’s Ninth came back worse for it: Battle-Fatigue.",
        "Dace’s Ninth came back worse for it: Battle-Fatigue 2.",
        "Dace’s Ninth gained 5 experience for taking part and reached veteran 1.",
        "1 supply spent (Active Recruiting). Now 4.",
        "The Register won battle 1 with 1 unit in the field.",
        "Dace’s Ninth did not come home. They had fought 1 battle.",
    ]
    assert membership.CampaignOpened in TELLERS
