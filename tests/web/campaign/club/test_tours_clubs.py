"""A club's campaign on its pages: who may do what, invitations, battles that wait, readings, corrections."""

import json
import re
from typing import get_args

import pytest
from django.test import Client

from muster.app.campaign.battle import commands as ask
from muster.rules.campaign.club.membership import CAMPAIGN
from muster.rules.campaign.register.correcting import Fixed
from muster.rules.campaign.switches import SWITCHES
from muster.store.accounts import Account
from muster.store.log.database import DatabaseStore
from muster.web.campaign.club.invitations import token_of
from muster.web.campaign.registers.correction_kinds import KINDS
from tests.web.account_fixtures import PASSWORD, html_of, text_of
from tests.web.tour_club_fixtures import House, house  # noqa: F401

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db
PAGES = ("", "/members", "/leave", "/readings", "/summary", "/export")


class TestWhoMay:
    @pytest.mark.parametrize("where", [*PAGES, "/end", f"/register/{'0' * 32}"])
    def test_a_stranger_finds_nothing(self, house: House, where: str) -> None:  # noqa: F811
        house.get("zoe", where, 404)
        assert Client().get(house.at + where).status_code == 404

    @pytest.mark.parametrize("where", PAGES)
    def test_members_and_the_arbitrator_read_everything(self, house: House, where: str) -> None:  # noqa: F811
        for who in ("ann", "cat"):
            house.get(who, where)

    def test_only_the_arbitrator_is_asked_about_the_end(self, house: House) -> None:  # noqa: F811
        house.get("cat", "/end")
        house.get("ann", "/end", 403)

    @pytest.mark.parametrize(
        ("deed", "form"),
        [
            ("rename", {"name": "Mine"}),
            ("renew", {}),
            ("switch", {"switch": "sealed_rivals", "on": "on"}),
            ("end", {}),
            ("hand-over", {"person": "{ann}"}),
            ("remove", {"person": "{bob}"}),
            ("withdraw", {"register": "{bob_register}"}),
        ],
    )
    def test_what_only_the_arbitrator_may(self, house: House, deed: str, form: dict[str, str]) -> None:  # noqa: F811
        ids = {"ann": house.pk("ann"), "bob": house.pk("bob"), "bob_register": house.hex("bob")}
        sent = {name: value.format(**ids) for name, value in form.items()}
        before = house.club
        assert "Only the arbitrator" in house.do("ann", deed, 403, **sent)
        house.do("zoe", deed, 404, **sent)
        assert house.club == before
        house.do("cat", deed, **sent)
        assert house.club != before

    @pytest.mark.parametrize("deed", ["confirm-for", "pass-rival", "call-off"])
    def test_battles_of_others_are_left_alone(self, house: House, deed: str) -> None:  # noqa: F811
        house.do("zoe", deed, 404, battle=house.open(), side="red")
        assert house.battle("1" * 32).status == "open"

    @pytest.mark.parametrize("given", ["", "dance", "x" * 100_000])
    def test_an_act_nobody_knows(self, house: House, given: str) -> None:  # noqa: F811
        assert "can’t do" in house.do("cat", given, 422)

    @pytest.mark.parametrize(
        ("deed", "form", "status"),
        [
            ("enter", {"register": "nonsense"}, 404),
            ("enter", {"register": "0" * 32}, 404),
            ("hand-over", {"person": "x" * 1000}, 422),
            ("remove", {"person": ""}, 422),
            ("switch", {"switch": "gravity"}, 422),
            ("rename", {"name": "  "}, 422),
            ("rename", {"name": "x" * 100_000}, 422),
            ("confirm-for", {"battle": "nothing", "side": "red"}, 404),
            ("pass-rival", {"battle": "nothing"}, 404),
        ],
    )
    def test_forms_that_make_no_sense_are_refused_on_the_page(self, house, deed, form, status) -> None:  # noqa: F811
        before = house.club
        answer = house.clients["cat"].post(f"{house.at}/act", {"do": deed, "key": "k", **form})
        assert answer.status_code == status and "Nothing was changed" in text_of(answer)
        assert house.club == before

    def test_a_page_that_is_refused_says_so_and_nothing_about_changes(self, house) -> None:  # noqa: F811
        text = text_of(answer := house.clients["bob"].get(f"{house.at}/end"))
        assert answer.status_code == 403 and "You don’t have access" in text
        assert "Only the arbitrator" in text and "changed" not in text and "Not done" not in text


class TestBeginning:
    def test_a_guest_begins_one_and_the_form_sent_twice_begins_one(self) -> None:
        client = Client()
        client.get("/tours/clubs/new")
        first, again = (client.post("/tours/clubs/new", {"name": "Hoth", "key": "k"}) for _ in range(2))
        assert first["Location"] == again["Location"]
        assert "Hoth" in text_of(client.get("/tours"))

    def test_a_guest_says_what_to_call_them_and_the_invitation_names_them(self) -> None:
        client, friend = Client(), Client()
        assert "What shall we call you?" in text_of(client.get("/tours/clubs/new"))
        made = client.post("/tours/clubs/new", {"name": "Hoth", "call_me": " Ines  Vo ", "key": "k"})
        link = re.search(r'value="(http[^"]+)"', html_of(client.get(f"{made['Location']}/members")))[1]
        page = text_of(friend.get(link.removeprefix("http://testserver"), follow=True))
        assert "Campaign of Ines Vo" in page and "Ines Vo no Register yet" in page
        assert "Guest" not in page and "What shall we call you?" in page
        assert "What shall we call you?" not in text_of(client.get("/tours/clubs/new"))  # asked once

    def test_a_name_for_a_guest_that_will_not_do_leaves_nobody_behind(self) -> None:
        form = {"name": "Hoth", "call_me": "x" * 61, "key": "k"}
        answer = Client().post("/tours/clubs/new", form)
        assert answer.status_code == 422 and "A name has up to 60 characters" in text_of(answer)
        assert not Account.objects.exists()

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "needs a name"),
            ("   ", "needs a name"),
            ("x" * 1_000_000, "letters are too many"),
        ],
    )
    def test_a_name_that_will_not_do(self, name: str, words: str) -> None:
        client = Client()
        answer = client.post("/tours/clubs/new", {"name": name, "key": "k"})
        assert answer.status_code == 422 and words in text_of(answer)
        assert len(answer.content) < 200_000 and "x" * 100 not in text_of(client.get("/tours"))
        if not name.strip():
            assert not Account.objects.exists()

    def test_signs_that_no_name_has_are_left_out(self) -> None:
        client = Client()
        answer = client.post("/tours/clubs/new", {"name": "Hoth\nBase\x00", "key": "k"})
        assert answer.status_code == 302 and "Hoth Base" in text_of(client.get(answer["Location"]))

    def test_it_stands_beside_the_registers(self, house: House) -> None:  # noqa: F811
        assert "Endor Winter" in text_of(house.clients["ann"].get("/tours"))
        assert "Endor Winter" not in text_of(house.clients["zoe"].get("/tours"))


class TestInvitation:
    def test_the_link_says_who_invites_to_what(self, house: House) -> None:  # noqa: F811
        page = text_of(Client().get(house.invitation()))
        assert "Endor Winter" in page and "Cat Moreau invites you" in page

    def test_a_guest_joins_with_one_button(self, house: House) -> None:  # noqa: F811
        client = Client()
        first, again = (client.post(house.invitation(), {"key": "k"}) for _ in range(2))
        assert first["Location"] == again["Location"] == house.at
        assert client.get(house.at).status_code == 200 and len(house.club.members) == 4

    def test_players_see_how_far_the_others_are_until_the_first_battle(self) -> None:
        host, friend = Client(), Client()
        at = host.post("/tours/clubs/new", {"name": "Hoth", "call_me": "Ines", "key": "k"})["Location"]
        link = re.search(r'value="http://testserver([^"]+)"', html_of(host.get(f"{at}/members")))[1]
        join = friend.get(link, follow=True).request["PATH_INFO"]
        friend.post(join, {"call_me": "Tom", "key": "k"})
        form = {"faction": "empire", "club": at.rsplit("/", 1)[1], "key": "r"}
        building = friend.post("/tours/new", form)["Location"]
        assert "Tom building, step 1 of 7 (The Paragon)" in text_of(host.get(at))
        assert "Ines no Register yet" in text_of(friend.get(building))

    def test_somebody_signs_up_first_and_comes_back_to_the_invitation(self, house: House) -> None:  # noqa: F811
        client, link = Client(), house.invitation()
        assert f"/sign-up?next={link}" in html_of(client.get(link)).replace("%2F", "/")
        up = client.post("/sign-up", {"handle": "dee", "password": PASSWORD, "next": link})
        assert up["Location"] == link
        assert "Join as dee" in text_of(client.get(link))
        client.post(link, {"key": "k"})
        assert str(Account.objects.get(handle="dee").pk) in house.club.members

    def test_who_is_in_goes_straight_there(self, house: House) -> None:  # noqa: F811
        assert house.clients["ann"].get(house.invitation())["Location"] == house.at

    def test_an_old_link_says_so(self, house: House) -> None:  # noqa: F811
        old = house.invitation()
        house.do("cat", "renew")
        for answer in (house.clients["zoe"].get(old), house.clients["zoe"].post(old, {"key": "k"})):
            assert answer.status_code == 404 and "has expired" in text_of(answer)
        assert house.clients["zoe"].get(house.invitation()).status_code == 200

    def test_nobody_writes_their_own(self, house: House) -> None:  # noqa: F811
        good = token_of(house.id, 1)
        for forged in (
            f"{house.id}-1.AAAA",
            house.id,
            "x",
            good[:-1],
            f"{house.id}-2{good[34:]}",
            "a" * 5000,
        ):
            assert Client().get(f"/tours/join/{forged}").status_code == 404
        assert Account.objects.count() == 4

    def test_nobody_joins_what_is_over(self, house: House) -> None:  # noqa: F811
        link = house.invitation()
        house.do("cat", "end")
        assert "is over" in text_of(house.clients["zoe"].post(link, {"key": "k"}))
        assert house.pk("zoe") not in house.club.members


class TestMembers:
    def test_leaving_says_first_what_goes_along(self, house: House) -> None:  # noqa: F811
        assert "Host of ann leaves with you" in house.get("ann", "/leave")
        house.do("ann", "leave")
        assert house.club.registers == {house.registers["bob"]: house.pk("bob")}
        house.get("ann", "", 404)
        assert "Endor Winter" not in text_of(house.clients["ann"].get("/tours")).replace("left", "")

    def test_removing_says_first_what_goes_along(self, house: House) -> None:  # noqa: F811
        assert "Host of bob leaves with them" in house.get("cat", f"/leave?person={house.pk('bob')}")
        house.get("ann", f"/leave?person={house.pk('bob')}", 403)
        house.get("cat", f"/leave?person={house.pk('zoe')}", 422)
        house.do("cat", "remove", person=house.pk("bob"))
        assert house.register("bob").campaign == "" and house.pk("bob") not in house.club.members

    def test_the_arbitrator_hands_over_before_leaving(self, house: House) -> None:  # noqa: F811
        assert "before handing over" in house.do("cat", "leave", 422, **{"from": "leave"})
        house.do("cat", "hand-over", person=house.pk("ann"))
        assert "Arbitrator: you" in house.get("ann")
        house.do("cat", "leave")

    @pytest.mark.parametrize("deed", ["leave", "hand-over", "withdraw", "renew", "end"])
    def test_a_form_sent_twice_acts_once(self, house: House, deed: str) -> None:  # noqa: F811
        who = "ann" if deed in ("leave", "withdraw") else "cat"
        form = {"do": deed, "key": "k", "person": house.pk("ann"), "register": house.hex("ann")}
        first, again = (house.clients[who].post(f"{house.at}/act", form) for _ in range(2))
        assert first.status_code == again.status_code == 302 and first["Location"] == again["Location"]
        kinds = [entry.kind for entry in DatabaseStore().read(house.stream)]
        expected = {"leave": "member_left", "hand-over": "arbitrator_changed", "withdraw": "register_left",
                "renew": "invitation_renewed", "end": "ended"}[deed]  # fmt: skip
        assert kinds.count(f"campaign.{expected}") == 1

    def test_where_the_arbitrators_account_is_gone_a_member_takes_over(self, house: House) -> None:  # noqa: F811
        assert "Take over" not in house.get("bob", "/members")
        assert "has an arbitrator" in house.do("bob", "take-over", 422, **{"from": "members"})
        house.people["cat"].erase()
        assert "Former player" in house.get("bob") and "Take over" in house.get("bob", "/members")
        house.do("bob", "take-over")
        assert "Arbitrator: you" in house.get("bob")


class TestRegisters:
    def test_another_members_register_is_read_and_not_touched(self, house: House) -> None:  # noqa: F811
        answer = house.clients["bob"].get(f"{house.at}/register/{house.hex('ann')}")
        page = html_of(answer)
        assert "Host of ann" in page and "Moff Jerjerrod" in page and "Played by Ann Okoro" in page
        assert "<form" not in page and "/act" not in page
        house.get("zoe", f"/register/{house.hex('ann')}", 404)
        assert house.clients["bob"].get(f"/tours/register/{house.hex('ann')}").status_code == 404

    def test_one_that_left_is_no_longer_read(self, house: House) -> None:  # noqa: F811
        house.do("ann", "withdraw", register=house.hex("ann"))
        house.get("bob", f"/register/{house.hex('ann')}", 404)

    def test_moving_from_another_campaign_is_said(self, house: House) -> None:  # noqa: F811
        begun = house.clients["ann"].post("/tours/clubs/new", {"name": "Hoth", "key": "other"})
        other = begun["Location"]
        assert "It leaves Endor Winter." in text_of(house.clients["ann"].get(other))
        house.clients["ann"].post(f"{other}/act", {"do": "enter", "key": "k", "register": house.hex("ann")})
        assert house.registers["ann"] not in house.club.registers
        assert house.register("ann").campaign == f"campaign:{other.rpartition('/')[2]}"

    def test_anothers_register_cannot_be_entered(self, house: House) -> None:  # noqa: F811
        house.do("bob", "withdraw", register=house.hex("bob"))
        house.do("ann", "enter", 404, register=house.hex("bob"))

    def test_play_leads_to_the_opening_of_ones_own_register(self, house: House) -> None:  # noqa: F811
        page = html_of(house.clients["ann"].get(house.at))
        assert f"/tours/register/{house.hex('ann')}/battle" in page
        assert f"/tours/register/{house.hex('bob')}/battle" not in page


class TestBattles:
    def test_every_member_finds_the_way_and_whoever_sits_there_is_told(self, house: House) -> None:  # noqa: F811
        battle = house.open()
        assert "Waits for Host of ann and Host of bob to muster" in house.get("cat")
        for who, there in (("ann", True), ("bob", True), ("cat", False)):
            page = html_of(house.clients[who].get(house.at))
            assert f"/battle/{battle}" in page and ("data-mine" in page) is there

    def test_calling_off(self, house: House) -> None:  # noqa: F811
        battle = house.open()
        assert "Cancel this battle" in house.get("cat") and "Cancel this battle" not in house.get("ann")
        house.do("cat", "call-off", battle=battle)
        assert house.battle(battle).status == "called-off" and "Cancelled" in house.get("ann")

    def test_confirming_for_somebody_who_does_not(self, house: House) -> None:  # noqa: F811
        battle = house.fight()
        assert "Waits for Host of ann and Host of bob to confirm" in house.get("ann")
        house.do("ann", "confirm-for", 403, battle=battle, side="red")
        for side in ("blue", "red"):
            house.do("cat", "confirm-for", battle=battle, side=side)
        assert house.battle(battle).is_confirmed and "Confirmed" in house.get("bob")
        assert "confirmed already" in house.do("cat", "confirm-for", 422, battle=battle, side="red").lower()

    def test_passing_a_rival(self, house: House) -> None:  # noqa: F811
        battle = house.fight(to=5)
        assert "None for Host of bob" in house.get("cat") and "None for" not in house.get("ann")
        house.do("cat", "pass-rival", battle=battle, side="red")
        assert house.battle(battle).red.rival == "" and "None for Host of bob" not in house.get("cat")

    def test_a_dispute_is_told_and_its_words_go_to_the_arbitrator(self, house: House) -> None:  # noqa: F811
        from muster.app.campaign.battle.context import SideRef

        battle = house.fight()
        house.battles.do(
            house.act("bob"), SideRef(f"battle:{battle}", "red"), ask.Dispute(words="It was 7 to 6.")
        )
        assert "Disputed by Host of bob" in house.get("ann") and "It was 7 to 6." not in house.get("ann")
        assert "It was 7 to 6." in house.get("cat")

    def test_what_happened_lately(self, house: House) -> None:  # noqa: F811
        house.fight(defeated=("d4",))
        page = house.get("bob")
        assert "Host of ann won a battle" in page and "Host of bob lost a battle" in page
        assert re.search("of Host of ann did not come home", page)


class TestReadings:
    def test_every_switch_is_there_in_two_readings(self, house: House) -> None:  # noqa: F811
        page = house.get("ann", "/readings")
        for words in SWITCHES.values():
            assert words.question in page and words.on in page and words.off in page
            assert words.ruling.removeprefix("rule ").removeprefix("house ") in page
        assert "Use this reading" not in page

    def test_the_arbitrator_chooses(self, house: House) -> None:  # noqa: F811
        assert "Use this reading" in house.get("cat", "/readings")
        house.do("cat", "switch", switch="battle_forces", on="off")
        house.do("cat", "switch", switch="sealed_rivals", on="on")
        assert not house.club.switches.battle_forces and house.club.switches.sealed_rivals


class TestCorrections:
    def correct(self, house: House, who: str, do: str, status: int = 200, **form: str) -> str:  # noqa: F811
        sent = {"do": do, "key": "k", "reason": "Miscounted.", **form}
        answer = house.clients[who].post(f"/tours/register/{house.hex('ann')}/correct", sent)
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def test_only_the_arbitrator_and_without_a_campaign_the_owner(self, house: House) -> None:  # noqa: F811
        here = f"/tours/register/{house.hex('ann')}/correct"
        got = {who: house.clients[who].get(here).status_code for who in house.clients}
        assert got == {"cat": 200, "ann": 403, "bob": 403, "zoe": 404}
        self.correct(house, "ann", "correct", 403, what="supply", amount="9")
        house.do("ann", "withdraw", register=house.hex("ann"))
        got = {who: house.clients[who].get(here).status_code for who in house.clients}
        assert got == {"cat": 404, "ann": 200, "bob": 404, "zoe": 404}
        self.correct(house, "ann", "correct", 302, what="supply", amount="1")
        assert house.register("ann").supply == 6

    def test_one_question_after_the_other(self, house: House) -> None:  # noqa: F811
        ask = lambda query: text_of(  # noqa: E731
            house.clients["cat"].get(f"/tours/register/{house.hex('ann')}/correct{query}")
        )
        assert "What is wrong?" in ask("") and "What is wrong?" in ask("?what=weather")
        assert "Which unit?" in ask("?what=experience") and "Which unit?" in ask(
            "?what=experience&dossier=d99"
        )
        assert "By how much?" in ask("?what=experience&dossier=d2")
        assert "Which setback?" in ask("?what=setback-gained&dossier=d2")
        assert "Why?" in ask("?what=experience&dossier=d2&amount=3")
        assert "Why?" in ask("?what=unit-removed&dossier=d2")

    def test_the_effects_first_and_then_the_act_of_a_battle_three_games_old(self, house: House) -> None:  # noqa: F811
        for number in range(1, 5):
            house.fight(battle=f"{number}" * 32)
        form = {"what": "experience", "dossier": "d2", "amount": "4", "battle": f"battle:{'1' * 32}"}
        before = house.register("ann").dossier("d2")
        text = self.correct(house, "cat", "preview", **form)
        assert f"{before.experience} {before.experience + 4}" in text and "Battle 1" in text
        assert house.register("ann").dossier("d2") == before
        self.correct(house, "cat", "correct", 302, **form)
        self.correct(house, "cat", "correct", 302, **form)
        assert house.register("ann").dossier("d2").experience == before.experience + 4
        assert len(house.register("ann").battles) == 4
        assert "Host of ann was corrected: Miscounted." in house.get("bob")

    @pytest.mark.parametrize(
        ("form", "words"),
        [
            ({"what": "supply", "amount": "6", "way": "less"}, "takes 6 SP"),
            ({"what": "supply", "amount": "100000"}, "beyond 1,000"),
            ({"what": "agenda", "id": "persons-of-interest", "amount": "2", "way": "less"}, "beyond 0"),
            ({"what": "supply", "amount": "1", "reason": " "}, "reason"),
            ({"what": "supply", "amount": "1", "battle": "battle:nothing"}, "no such battle"),
            ({"what": "supply", "amount": "minus one"}, "nothing"),
            ({"what": "unit-removed", "dossier": "d1"}, "Paragon"),
            ({}, "nothing"),
        ],
    )
    def test_what_makes_no_sense_comes_back_with_its_reason(self, house, form, words) -> None:  # noqa: F811
        before = house.register("ann")
        for do in ("preview", "correct"):
            assert words.lower() in self.correct(house, "cat", do, 422, **form).lower()
        assert house.register("ann") == before

    @pytest.mark.parametrize(
        "form",
        [
            {"what": "reputation", "amount": "2"},
            {"what": "potential", "amount": "50"},
            {"what": "agenda", "id": "persons-of-interest", "amount": "1"},
            {"what": "asset-added", "id": "medevac"},
            {"what": "setback-gained", "dossier": "d2", "id": "battle-fatigue"},
            {"what": "unit-removed", "dossier": "d4"},
            {"what": "commendation-added", "dossier": "d2", "id": "resilient"},
            {"what": "trait-gained", "dossier": "d1", "id": "tunnel-vision"},
            {"what": "keyword-gained", "dossier": "d1", "id": "lauded"},
        ],
    )
    def test_every_kind_shows_what_it_changes(self, house: House, form: dict[str, str]) -> None:  # noqa: F811
        assert form["what"] in KINDS
        before = house.register("ann")
        assert "Make the correction" in self.correct(house, "cat", "preview", **form)
        self.correct(house, "cat", "correct", 302, **form)
        assert house.register("ann") != before

    def test_several_things_are_corrected_in_one_go(self, house: House) -> None:  # noqa: F811
        here = f"/tours/register/{house.hex('ann')}/correct"
        first = {"what": "supply", "amount": "1", "way": "less"}
        asked = house.clients["cat"].post(here, {"do": "more", "key": "k", "reason": "Miscounted.", **first})
        line = re.search(r'name="fix" value="([^"]+)"', asked.content.decode())[1]
        assert "What is wrong?" in text_of(asked) and "1 line of this correction so far" in text_of(asked)
        ask = house.clients["cat"].get(here, {"fix": line, "what": "commendation-added", "dossier": "d2"})
        assert "Which commendation?" in text_of(ask) and line in ask.content.decode()
        second = {"fix": line, "what": "commendation-added", "dossier": "d2", "id": "resilient"}
        text = self.correct(house, "cat", "preview", **second)
        assert "Supply 5 4" in text and "none Resilient" in text
        self.correct(house, "cat", "correct", 302, **second)
        now = house.register("ann")
        assert now.supply == 4 and now.dossier("d2").has_commendation("resilient")
        assert house.get("bob").count("Host of ann was corrected: Miscounted.") == 1

    def test_every_kind_of_correction_has_its_question(self, house: House) -> None:  # noqa: F811
        assert set(KINDS) == set(get_args(Fixed))

    def test_what_was_taken_away_comes_back(self, house: House) -> None:  # noqa: F811
        self.correct(house, "cat", "correct", 302, what="unit-removed", dossier="d4")
        self.correct(house, "cat", "correct", 302, what="unit-restored", dossier="d4")
        self.correct(house, "cat", "correct", 302, what="setback-gained", dossier="d4", id="battle-fatigue")
        self.correct(house, "cat", "correct", 302, what="setback-removed", dossier="d4", id="battle-fatigue")
        self.correct(house, "cat", "correct", 302, what="asset-added", id="medevac")
        self.correct(house, "cat", "correct", 302, what="asset-removed", id="medevac")
        now = house.register("ann")
        assert now.find("d4") and not now.dossier("d4").setbacks and not now.assets and not now.fallen


class TestTheEnd:
    def test_the_summary_counts_battles_of_this_campaign(self, house: House) -> None:  # noqa: F811
        house.fight(defeated=("d4",))
        page = house.get("bob", "/summary")
        assert "1 battle fought" in page and "The fallen" in page and "Most feared" in page
        row = re.search(r"Host of ann\s+Ann Okoro.*?Host of bob", page)
        assert row and "Rivalries" in page and "1–0" in page.replace(" ", "")

    def test_the_battles_of_the_fallen_are_the_same_number_everywhere(self, house: House) -> None:  # noqa: F811
        house.fight()
        house.fight(battle="2" * 32, defeated=("d4",))
        [gone] = house.register("ann").fallen
        text = text_of(house.clients["ann"].get(f"/tours/register/{house.hex('ann')}/chronicle"))
        assert gone.dossier.battles == 2 and "did not come home. They had fought 2 battles." in text
        served = f"{gone.dossier.unit_name}, veteran {gone.dossier.veteran_rank}, 2 battles"
        assert f"{served}. Battle 2" in text and served in house.get("bob", "/summary")

    def test_over_it_stays_to_be_read(self, house: House) -> None:  # noqa: F811
        house.fight()
        house.do("cat", "end")
        for where in PAGES:
            house.get("ann", where)
        assert "This campaign is over" in house.get("ann")
        assert "is over" in house.do("cat", "rename", 422, name="Again", **{"from": "members"})

    def test_the_file_is_the_members_own_view(self, house: House) -> None:  # noqa: F811
        house.fight()
        answer = house.clients["ann"].get(f"{house.at}/export")
        assert "attachment" in answer["Content-Disposition"]
        document = json.loads(answer.content)
        assert document["made_for"] == "member" and document["campaign"] == house.stream
        assert document["left_out"]["sealed"] >= 0 and document["lines"]
        sealed = [line for line in document["lines"] if line["kind"] == "battle.seed_sealed"]
        assert not sealed
        assert CAMPAIGN.fold(DatabaseStore().read(house.stream)).name == "Endor Winter"
