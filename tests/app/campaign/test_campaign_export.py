"""A campaign as a file: whole for the owner and back again to the byte, without secrets for a member."""

import json

import pytest

from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.export import export_campaign
from muster.app.campaign.importing import MAX_BYTES, import_campaign
from muster.app.campaign.logs import CampaignLogs
from muster.app.memory_store import MemoryStore
from muster.app.streams import Write
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.register.events import RegisterNamed
from muster.rules.log import act_to_undo
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.app.campaign_house import ANN, BATTLE, BLUE, BOB, PLAN, RED, House
from tests.app.exported_club import CLUB, club
from tests.store.everything import everything

DAN, EVE = f"register:{'d' * 32}", f"register:{'e' * 32}"
STREAMS = {CLUB, ANN, BOB, BATTLE, "battle:2"}


@pytest.fixture
def house() -> House:
    return club()


def document(house: House, member: str | None = None) -> dict:
    return json.loads(export_campaign(house.store, CLUB, member))


def refusal(act) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert all(explain(one) for one in caught.value.violations)
    return caught.value.violations[0].code


def test_the_owners_file_comes_back_to_the_byte(house):
    raw, fresh = export_campaign(house.store, CLUB), MemoryStore()
    done = import_campaign(fresh, raw)
    assert export_campaign(fresh, CLUB) == raw
    assert done.campaign == CLUB and done.versions == house.store.versions(STREAMS)
    for stream in STREAMS:
        assert fresh.read(stream) == house.store.read(stream)
    assert CampaignLogs(fresh).register(ANN).state == house.tours.register(ANN).state


def test_it_holds_every_log_of_the_campaign_in_the_order_of_commits_and_no_other(house):
    found = document(house)
    assert {line["stream"] for line in found["lines"]} == STREAMS
    batches = [line["batch"] for line in found["lines"]]
    assert batches == sorted(batches, key=lambda batch: int(batch.removeprefix("act-")))
    assert found["made_for"] == "owner" and found["left_out"] == {"sealed": 0, "streams": 0}


def test_an_imported_campaign_goes_on_and_undoes_as_before(house):
    fresh = House()
    fresh.numbers = house.numbers
    import_campaign(fresh.store, export_campaign(house.store, CLUB))
    last = act_to_undo(fresh.store.read(BATTLE), "ann")
    fresh.battles.do(fresh.act(), BLUE, ask.Undo(target=last))
    fresh.battles.do(fresh.act(), BLUE, ask.NameRival(dossier="d2"))
    fresh.battles.do(fresh.act("bob"), RED, ask.NameRival(dossier="d3"))
    assert fresh.battles.battle(BATTLE).state.blue.rival == "d2"


class Watched(MemoryStore):
    """Another store's rows, seen through a window that remembers what was asked for."""

    def __init__(self, house: House, opened: int = 0) -> None:
        super().__init__()
        self.house, self.opened, self.asked = house, opened, set()

    def read_streams(self, streams):
        page = self.house.store.read_streams(streams)
        self.asked |= set(streams)
        if self.opened:
            opening = Opening(battle=f"battle:late-{self.opened}", points=600, campaign=CLUB)
            self.house.battles.open(self.house.act("dan"), opening, {"red": DAN})
            self.opened -= 1
        return page


@pytest.mark.parametrize("member", [None, "ann"])
def test_only_the_campaigns_own_logs_are_read(house, member):
    watched = Watched(house)
    assert export_campaign(watched, CLUB, member) == export_campaign(house.store, CLUB, member)
    assert watched.asked == STREAMS


def test_a_battle_opened_meanwhile_is_there_whole_or_not_at_all(house):
    house.build(DAN, "dan")
    house.clubs.do(house.act("dan"), CLUB, commands.Join(invitation=1))
    house.clubs.do(house.act("dan"), CLUB, commands.Enter(register=DAN))
    raw, fresh = export_campaign(Watched(house, opened=2), CLUB), MemoryStore()
    import_campaign(fresh, raw)
    known = CampaignLogs(fresh).campaign(CLUB).state.battles
    assert known[:2] == (BATTLE, "battle:2")
    assert all(fresh.version(battle) == house.store.version(battle) for battle in known)


class TestMembersCopy:
    def kinds(self, house: House, member: str) -> list[str]:
        return [line["kind"] for line in document(house, member)["lines"]]

    def test_seeds_are_sealed_for_everybody_and_a_rival_for_the_other_side(self, house):
        whole = [line["kind"] for line in document(house)["lines"]]
        seeds = whole.count("battle.seed_sealed")
        assert seeds == 2 and whole.count("battle.rival_sealed") == 1
        assert self.kinds(house, "ann").count("battle.rival_sealed") == 1
        for member, sealed in (("ann", seeds), ("bob", seeds + 1), ("cat", seeds + 1)):
            assert document(house, member)["left_out"]["sealed"] == sealed
            assert self.kinds(house, member).count("log.sealed") == sealed
            assert "battle.seed_sealed" not in self.kinds(house, member)

    def test_no_seed_and_no_sealed_rival_stands_anywhere_in_the_bytes(self, house):
        seeds = [line["event"]["seed"] for line in document(house)["lines"] if "seed" in line["event"]]
        raw = export_campaign(house.store, CLUB, "bob").decode()
        assert seeds and not [seed for seed in seeds if seed in raw]
        assert "rival_sealed" not in raw

    def test_ones_own_side_in_one_battle_opens_nothing_in_another(self, house):
        house.build(DAN, "dan")
        house.clubs.do(house.act("dan"), CLUB, commands.Join(invitation=1))
        house.clubs.do(house.act("dan"), CLUB, commands.Enter(register=DAN))
        opening = Opening(battle="battle:3", points=600, campaign=CLUB)
        house.battles.open(house.act("dan"), opening, {"blue": DAN})
        assert "battle.rival_sealed" not in self.kinds(house, "dan")

    def test_a_battle_of_another_campaign_is_left_out_and_counted(self, house):
        house.build(EVE, "eve")
        house.battles.open(house.act("eve"), Opening(battle="battle:8", points=600), {"red": EVE})
        house.battles.do(house.act("eve"), SideRef("battle:8", "red"), ask.Muster(plan=PLAN))
        house.battles.do(house.act("eve"), SideRef("battle:8", "blue"), ask.CallOff())
        house.clubs.do(house.act("eve"), CLUB, commands.Join(invitation=1))
        house.clubs.do(house.act("eve"), CLUB, commands.Enter(register=EVE))
        assert "battle:8" in {line["stream"] for line in document(house)["lines"]}
        copy = document(house, "bob")
        assert "battle:8" not in {line["stream"] for line in copy["lines"]}
        assert copy["left_out"]["streams"] == 1

    def test_it_cannot_be_imported(self, house):
        fresh = MemoryStore()
        raw = export_campaign(house.store, CLUB, "ann")
        assert refusal(lambda: import_campaign(fresh, raw)) == "campaign_file.members_copy"

    def test_it_is_for_members_only(self, house):
        assert refusal(lambda: export_campaign(house.store, CLUB, "zoe")) == "campaign.no_member"


def test_a_campaign_that_is_not_there(house):
    assert refusal(lambda: export_campaign(house.store, "campaign:9")) == "campaign.unknown"
    assert refusal(lambda: export_campaign(house.store, "x" * 1_000_000)) == "campaign.unknown"


def test_nothing_is_written_over(house):
    raw, before = export_campaign(house.store, CLUB), everything(house.store)
    assert refusal(lambda: import_campaign(house.store, raw)) == "campaign_file.stream_exists"
    assert everything(house.store) == before


def test_an_act_known_here_under_other_streams_is_refused_before_anything_is_written(house):
    fresh, first = MemoryStore(), house.store.read(CLUB)[-1]
    fresh.append([Write("register:q", 0, (RegisterNamed("Q"),))], actor="q", at=first.at, batch=first.batch)
    raw = export_campaign(house.store, CLUB)
    assert refusal(lambda: import_campaign(fresh, raw)) == "campaign_file.act_exists"
    assert len(everything(fresh)) == 1


def change(place: int, **fields: object):
    def edit(found: dict) -> None:
        found["lines"][place].update(fields)

    return edit


@pytest.mark.parametrize(
    ("edit", "code", "words"),
    [
        (change(4, kind="battle.danced"), "campaign_file.bad_line", "Entry 5 "),
        (change(4, version="four"), "campaign_file.bad_line", "Entry 5 "),
        (change(4, event={}), "campaign_file.bad_line", "Entry 5 "),
        (change(4, at="2026-07-01T10:00:00"), "campaign_file.bad_line", "time zone"),
        (change(4, version=40), "campaign_file.gap", "version 40 "),
        (change(4, batch="act-1"), "campaign_file.torn_act", "act-1"),
        (lambda found: found["lines"].pop(4), "campaign_file.gap", "Entry "),
        (lambda found: found.update(lines=[]), "campaign_file.no_campaign", CLUB),
        (lambda found: found.update(lines=[7]), "campaign_file.bad_line", "Entry 1 "),
        (lambda found: found.update(campaign="campaign:2"), "campaign_file.no_campaign", "campaign:2"),
        (lambda found: found.update(version=2), "campaign_file.other_format", "muster-campaign 2"),
        (lambda found: found.update(format="army" * 99), "campaign_file.other_format", "army"),
        (lambda found: found.update(more=1), "campaign_file.not_a_campaign", "more"),
    ],
)
def test_a_broken_file_is_refused_with_the_place_and_leaves_nothing(house, edit, code, words):
    found, fresh = document(house), MemoryStore()
    edit(found)
    with pytest.raises(Refused) as caught:
        import_campaign(fresh, json.dumps(found).encode())
    (violation,) = caught.value.violations
    assert violation.code == code and words in explain(violation)
    assert len(explain(violation)) < 600
    assert everything(fresh) == []


def edited(kind: str, **fields: object):
    """The first entry of a kind says something else."""

    def edit(found: dict) -> None:
        first = next(line for line in found["lines"] if line["kind"] == kind)
        first["event"].update(fields)

    return edit


LONG = "battle:" + "1" * 90
ENDLESS = [{"id": "a", "name": "A", "needed": 1_000_000_000}]


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (
            edited("battle.opened", registers={"blue": "x"}),
            "in battle:1, names “x”, which can’t be a Reg",
        ),
        (edited("battle.opened", battle=""), "in battle:1, names “”, which can’t be a battle."),
        (edited("battle.opened", battle="battle:a_blue"), "names “battle:a_blue”"),
        (edited("register.battle_joined", battle=LONG), f"in {ANN}, names “{LONG[:60]}”"),
        (
            edited("register.entered", campaign="../.."),
            f"in {ANN}, names “../..”, which can’t be a camp",
        ),
        (edited("campaign.battle_announced", battle=""), f"in {CLUB}, names “”, which can’t be a battle."),
        (edited("campaign.battle_announced", registers={"red": "register:B"}), "names “register:B”"),
        (edited("register.arc_chosen", agendas=ENDLESS), f"in {ANN}, gives an agenda 1000000000 boxes"),
    ],
)
def test_names_without_an_address_and_endless_agendas_are_refused_before_a_page_fails(house, edit, words):
    found, fresh = document(house), MemoryStore()
    edit(found)
    with pytest.raises(Refused) as caught:
        import_campaign(fresh, json.dumps(found).encode())
    (violation,) = caught.value.violations
    assert words in explain(violation)
    assert everything(fresh) == []


def test_a_log_that_is_not_the_campaigns_does_not_slip_in(house):
    found, fresh = document(house), MemoryStore()
    stray = dict(found["lines"][0], stream="campaign:77", batch="stray")
    found["lines"].append(stray)
    refused = refusal(lambda: import_campaign(fresh, json.dumps(found).encode()))
    assert refused == "campaign_file.foreign_stream" and everything(fresh) == []


@pytest.mark.parametrize("raw", [b"", b"\xff", b"[" * 100_000, b"null", b'"' + b"x" * 1_000_000 + b'"'])
def test_what_is_no_file_of_ours(raw):
    assert refusal(lambda: import_campaign(MemoryStore(), raw)) == "campaign_file.not_a_campaign"


def test_an_absurdly_large_file_is_not_read():
    assert refusal(lambda: import_campaign(MemoryStore(), bytes(MAX_BYTES + 1))) == "campaign_file.too_large"
