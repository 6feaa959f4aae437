"""The numbered rules in the app."""

import pytest
from django.template import engines
from django.template.loader import render_to_string
from django.test import Client

from muster.rules import reference
from muster.rules.core_rules import core_rule, core_rules, subjects
from muster.web.rules.rules import rule_links, rule_note, rules_named


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


def test_every_rule_and_document_has_its_page(client):
    for document in reference.documents():
        page = client.get(f"/rules?document={document.id}").content.decode()
        assert page.count('class="rule-row"') == len(reference.rules(document.id))
    for rule in reference.rules():
        assert client.get(f"/rules/{rule.number}").status_code == 200


def test_search_finds_rules_and_rulings_and_says_when_there_are_none(client):
    found = client.get("/rules?q=medevac").content.decode()
    assert "R1" in found
    nothing = client.get("/rules", {"q": "zzz <script>"}).content.decode()
    assert "Nothing says" in nothing
    assert "<script>" not in nothing.replace("<script src", "")


def test_a_rule_shows_the_rulings_on_it(client):
    ruling = next(r for r in reference.rulings() if r.rules)
    assert ruling.id in client.get(f"/rules/{ruling.rules[0]}").content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/rules/0",
        "/rules/666",
        "/rules?document=9",
        "/rules/core/none",
        "/rulings/Z9",
        "/api/v1/rules/core/none",
    ],
)
def test_what_does_not_exist_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_every_core_rule_has_its_page_and_stands_under_its_subject(client):
    page = client.get("/rules/core").content.decode()
    for rule in core_rules():
        assert f'<li id="{rule.id}">' in page and f'href="/rules/core/{rule.id}"' in page
        assert client.get(f"/rules/core/{rule.id}").status_code == 200
    assert page.count('<details class="fold core-fold"') == len(subjects())
    subject = '<a class="chip" href="#suppression-and-courage">Suppression and courage</a>'
    assert subject in page and 'id="suppression-and-courage"' in page


def test_a_core_rule_says_how_modes_differ_and_links_to_what_is_beside_it(client):
    page = client.get("/rules/core/panic").content.decode()
    assert "Core, 1 May 2026, page 23" in page
    assert "Special Operations, playtest" in page
    assert 'rules <a href="/rules/312">312</a>–<a href="/rules/314">314</a>' in page
    for beside in core_rule("panic").see:
        assert f'href="/rules/core/{beside}"' in page
    for keyword in core_rule("panic").keywords:
        assert f'href="/keywords/{keyword}"' in page
    same = client.get("/rules/core/dodge").content.decode()
    assert "Nothing on file says that Recon or Special Operations or Tours of Duty differ here." in same


def test_every_core_rule_says_of_each_mode_whether_it_differs(client):
    for rule in core_rules():
        page = " ".join(client.get(f"/rules/core/{rule.id}").content.decode().split())
        text = page.partition("Nothing on file says that ")[2].partition(" here.")[0]
        for mode in ("003", "001", "000"):
            document = reference.document(mode)
            assert (f"<dt>{document.badge}</dt>" in page) == (mode in rule.modes), rule.id
            assert (document.name in text) == (mode not in rule.modes), rule.id


def test_rulings_have_an_index_by_mode_and_subject(client):
    page = client.get("/rulings").content.decode()
    for mode, subject in (("tours-of-duty", "post-battle-sequence"), ("special-operations", "covert-deploy")):
        assert f'href="#{mode}-{subject}"' in page and f'id="{mode}-{subject}"' in page
    assert page.count('<details class="rule-fold"') > 40


def test_a_keyword_leads_to_the_core_rules_it_rests_on(client):
    assert 'href="/rules/core/attack-8"' in client.get("/keywords/pierce").content.decode()


def test_the_start_of_the_rules_has_the_subjects_and_a_search_finds_core_rules(client):
    start = client.get("/rules").content.decode()
    assert 'href="/rules/core"' in start and all(name in start for name, _ in subjects())
    found = client.get("/rules?q=panic").content.decode()
    assert 'href="/rules/core/panic"' in found
    assert 'href="/rules/core/panic"' not in client.get("/rules?q=panic&document=001").content.decode()


def test_every_ruling_has_its_page_with_its_rules_and_those_that_add_to_it(client):
    listed = client.get("/rulings").content.decode()
    for ruling in reference.rulings():
        assert f'href="/rulings/{ruling.id}"' in listed
        assert client.get(f"/rulings/{ruling.id}").status_code == 200
    page = client.get("/rulings/A16").content.decode()
    assert 'href="/rules/153"' in page and 'href="/rulings/R16"' in page
    assert 'href="#tours-of-duty"' in listed and 'id="tours-of-duty"' in listed


def test_the_api_has_the_core_rules(client):
    first = client.get("/api/v1/rules/core?limit=2").json()
    assert [item["id"] for item in first["items"]] == [rule.id for rule in core_rules()[:2]]
    panic = client.get("/api/v1/rules/core/panic").json()
    assert (panic["page"], panic["section"]) == (23, "Suppression and courage")
    assert set(panic["modes"]) == {"001"}


def test_a_note_names_its_rules_and_refuses_unknown_ones():
    assert 'href="/rules/415"' in rule_note(414, 415)
    with pytest.raises(reference.UnknownRule):
        rule_note(666)


def test_a_note_and_a_rule_lead_to_the_core_rule_they_differ_from(client):
    """Panic is otherwise in Special Operations (rule 312); Experience (rule 162) is in no core rule."""
    assert '<a href="/rules/core/panic">Panic</a>' in rule_note(312, 313)
    assert rule_note(312, 313).count("/rules/core/panic") == 1
    assert "/rules/core/" not in rule_note(162)
    assert 'href="/rules/core/panic"' in client.get("/rules/312").content.decode()
    assert "What it differs from" not in client.get("/rules/162").content.decode()


def test_where_a_reason_comes_from_links_to_its_rules():
    assert rule_links("Tours of Duty, rule 175") == 'Tours of Duty, rule <a href="/rules/175">175</a>'
    two = 'rules <a href="/rules/565">565</a> and <a href="/rules/566">566</a>'
    assert rule_links("rules 565 and 566") == two
    assert rule_links("rule 9999, ruling T10") == "rule 9999, ruling T10"
    assert rule_links("core: dice") == "core: dice"


def test_a_short_reason_names_its_rules_alone():
    assert rules_named("game, rule 287") == 'rule <a href="/rules/287">287</a>'
    two = 'rules <a href="/rules/565">565</a> and <a href="/rules/566">566</a>'
    assert rules_named("Tournament Regulations, rules 565 and 566") == two
    assert not rules_named("core: dice")
    why = {
        "message": "No.",
        "fix": "",
        "code": "product.x",
        "source": "Tournament Regulations, rules 565 and 566",
    }
    assert f"({two})" in render_to_string("game/play/refused.html", {"refused": [why]}), "several, too"


@pytest.mark.parametrize(
    "source", ["Tournament Regulations", "log", "list formats, docs/reference/interchange.md"]
)
def test_a_source_without_a_place_leads_nobody_anywhere_and_is_left_out(source):
    assert not rule_links(source)


def test_what_people_wrote_into_a_source_stays_text():
    assert rule_links('<b>rule 12"</b>') == '&lt;b&gt;rule <a href="/rules/12">12</a>&quot;&lt;/b&gt;'


def rules_here(call):
    """What the macro draws for one call."""
    page = '{% from "ui.html" import rules_here %}' + call
    return engines["jinja2"].from_string(page).render({})


def test_the_rules_here_are_folded_away_under_a_title():
    plain, titled = rules_here("{{ rules_here(414, 415) }}"), rules_here('{{ rules_here("The rule", 415) }}')
    assert plain.startswith('<details class="rules-here"><summary><svg')
    assert "</svg>Rules for this step</summary>" in plain
    assert 'href="/rules/414"' in plain
    assert "</svg>The rule</summary>" in titled
    assert 'href="/rules/415"' in titled
    assert rules_here("{{ rules_here(415, open=true) }}").startswith('<details class="rules-here" open>')


def test_what_is_called_with_the_rules_stands_before_them():
    drawn = rules_here("{% call rules_here(415) %}<p>First.</p>{% endcall %}")
    assert "</summary><p>First.</p><" in drawn
