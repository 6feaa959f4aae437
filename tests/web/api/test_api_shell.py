"""The JSON API: who may call, pages, repeats, and one shape for every error."""

import json
import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from muster.rules.cards import catalogue
from muster.rules.violations import Refused, Violation
from muster.store import idempotency
from muster.store.accounts import Account, ApiToken
from muster.store.idempotency import Answer, AnsweredRequest
from muster.web.api.pages import Window, page_of
from muster.web.urls import api
from tests.web import own_process
from tests.web.account_fixtures import ada, bearer, guest, person, signed_in
from tests.web.concurrent_repeats import ROOM, WRITERS

pytestmark = pytest.mark.django_db
JSON = {"content_type": "application/json"}
RFC_9457 = {"type", "title", "status", "detail", "instance"}
__all__ = ["ada"]


def assert_problem(response, status: int, code: str = "") -> dict:
    """One shape, always."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert set(body) == {*RFC_9457, "ok", "message", "violations"}
    assert (body["ok"], body["status"]) == (False, status)
    assert body["message"] == body["detail"] != ""
    assert body["instance"] == response.wsgi_request.path
    for violation in body["violations"]:
        assert set(violation) == {"code", "about", "params", "message", "fix", "source"}
    if code:
        assert code in [v["code"] for v in body["violations"]]
    return body


# who calls


def test_a_token_names_its_account(ada, client):
    body = client.get("/api/v1/me", headers=bearer(ada)).json()
    assert body["id"] == str(ada.pk)
    assert (body["handle"], body["name"], body["guest"]) == ("Ada", "Ada Marrok", False)


def test_a_session_will_do(ada):
    assert signed_in(ada).get("/api/v1/me").json()["handle"] == "Ada"
    assert guest()[0].get("/api/v1/me").json()["guest"] is True


def test_nobody_is_401_and_told_how(client):
    response = client.get("/api/v1/me")
    assert "Bearer" in assert_problem(response, 401)["message"]
    assert response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "value", ["Bearer", "Bearer ", "Bearer nonsense", "Bearer muster_" + "x" * 43, "Basic YTpi", "Bearer é"]
)
def test_a_wrong_token_is_401(ada, client, value):
    assert_problem(client.get("/api/v1/me", headers={"Authorization": value}), 401)


def test_a_wrong_token_does_not_fall_back_to_the_session(ada):
    assert_problem(signed_in(ada).get("/api/v1/me", headers={"Authorization": "Bearer wrong"}), 401)


def test_a_revoked_token_and_a_deleted_account_are_locked_out(ada, client):
    headers = bearer(ada)
    ApiToken.objects.all().delete()
    assert_problem(client.get("/api/v1/me", headers=headers), 401)
    headers = bearer(ada)
    ada.erase()
    assert_problem(client.get("/api/v1/me", headers=headers), 401)


def test_a_write_by_session_needs_the_csrf_token(ada):
    client = signed_in(ada, enforce_csrf_checks=True)
    assert_problem(client.patch("/api/v1/me", {"name": "X"}, **JSON), 403)
    page = client.get("/you").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]*)"', page)[1]
    assert (
        client.patch("/api/v1/me", {"name": "X"}, headers={"X-CSRFToken": token}, **JSON).status_code == 200
    )


def test_a_write_by_token_needs_none(ada):
    client = Client(enforce_csrf_checks=True)
    assert client.patch("/api/v1/me", {"name": "X"}, headers=bearer(ada), **JSON).status_code == 200


# errors


def test_a_new_name_is_kept(ada, client):
    assert (
        client.patch("/api/v1/me", {"name": " Ada O. "}, headers=bearer(ada), **JSON).json()["name"]
        == "Ada O."
    )
    ada.refresh_from_db()
    assert ada.name == "Ada O."


@pytest.mark.parametrize(
    "body",
    [{}, {"name": ""}, {"name": 7}, {"name": "   "}, {"name": "x" * 61}, {"name": "x" * 1_000_000},
     {"name": "two\nlines"}, {"name": "X", "is_staff": True}, [], None, "text"],
)  # fmt: skip
def test_a_body_that_does_not_fit_is_422_names_the_place_and_changes_nothing(ada, client, body):
    response = client.patch("/api/v1/me", json.dumps(body), headers=bearer(ada), **JSON)
    problem = assert_problem(response, 422, "request.field")
    assert problem["violations"][0]["about"][0].startswith("body")
    assert len(response.content) < 5000
    ada.refresh_from_db()
    assert (ada.name, ada.is_staff) == ("Ada Marrok", False)


@pytest.mark.parametrize(
    ("raw", "status"),
    [("{", 400), ("\x00", 400), ('{"name": "\\ud800"}', 422), ('{"name": 1e999}', 422), ("[" * 5000, 422)],
)
def test_malformed_json_is_a_4xx(ada, client, raw, status):
    response = client.patch("/api/v1/me", raw, headers=bearer(ada), **JSON)
    assert_problem(response, status)


def test_a_body_too_large_is_413(ada, client):
    assert_problem(client.patch("/api/v1/me", "x" * 1_100_000, headers=bearer(ada), **JSON), 413)


def test_a_wrong_method_is_405_and_says_which_are_right(client):
    response = client.put("/api/v1/health")
    assert_problem(response, 405)
    assert response["Allow"] == "GET"


@pytest.mark.parametrize(
    "path", ["/api/v1/nothing", "/api/v1/", "/api/", "/api/v2/me", "/api/v1/tokens/nonsense"]
)
def test_an_unknown_address_is_404(client, path):
    assert_problem(client.get(path), 404)


def test_a_refusal_keeps_its_reasons(ada, client, monkeypatch):
    refusal = Refused(Violation(code="log.stale", source="the log", params={"expected": 1, "current": 2}))
    monkeypatch.setattr(
        "muster.web.api.resources.me.name_problem", lambda name: (_ for _ in ()).throw(refusal)
    )
    response = client.patch("/api/v1/me", {"name": "X"}, headers=bearer(ada), **JSON)
    [reason] = assert_problem(response, 409, "log.stale")["violations"]
    assert reason["params"] == {"expected": 1, "current": 2}


def test_a_bug_is_500_in_the_same_shape_and_tells_nothing(ada, client, monkeypatch):
    monkeypatch.setattr("muster.web.api.resources.me.as_me", lambda account: 1 / 0)
    client.raise_request_exception = False
    response = client.get("/api/v1/me", headers=bearer(ada))
    assert_problem(response, 500)
    assert b"division" not in response.content


# pages


def test_lists_come_in_pages(ada, client):
    headers = bearer(ada, "token 0")
    for i in range(1, 5):
        ApiToken.issue(ada, f"token {i}")
    ApiToken.issue(person("Bob"), "not mine")
    seen, cursor = [], ""
    while cursor is not None:
        page = client.get("/api/v1/tokens", {"limit": 2, "cursor": cursor}, headers=headers).json()
        assert set(page) == {"items", "next"} and len(page["items"]) <= 2
        seen += [item["label"] for item in page["items"]]
        cursor = page["next"]
    assert seen == [f"token {i}" for i in range(5)]


def test_a_full_last_page_has_no_next():
    rows = ["a", "b", "c", "d"]
    first = page_of(rows, Window(limit=2), str)
    last = page_of(rows, Window(limit=2, cursor=first["next"]), str)
    assert (first["items"], last) == (["a", "b"], {"items": ["c", "d"], "next": None})


@pytest.mark.parametrize(
    "query",
    [{"limit": 0}, {"limit": 201}, {"limit": "many"}, {"cursor": "nonsense"}, {"cursor": "bm9uc2Vuc2U="},
     {"cursor": "é"}, {"cursor": "_" * 300}],
)  # fmt: skip
def test_a_window_that_does_not_fit_is_422(ada, client, query):
    [reason] = assert_problem(client.get("/api/v1/tokens", query, headers=bearer(ada)), 422)["violations"]
    assert reason["about"] == [f"query.{next(iter(query))}"]


# repeats


def make(client, headers, key: str, label: str = "script"):
    return client.post(
        "/api/v1/tokens", {"label": label}, headers={**headers, "Idempotency-Key": key}, **JSON
    )


def test_a_repeated_write_acts_once_and_gets_the_first_answer(ada, client):
    headers = bearer(ada)
    first, second = make(client, headers, "k1"), make(client, headers, "k1")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert second["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first
    assert ApiToken.objects.filter(label="script").count() == 1


def test_the_secret_in_a_kept_answer_is_sealed(ada, client):
    secret = make(client, bearer(ada), "a-key-of-my-own").json()["token"]
    kept = b"".join(bytes(row.sealed) for row in AnsweredRequest.objects.all())
    assert kept and secret.encode() not in kept
    assert "a-key-of-my-own" not in str(AnsweredRequest.objects.values())


def test_another_body_under_the_same_key_is_refused(ada, client):
    headers = bearer(ada)
    make(client, headers, "k1")
    assert_problem(make(client, headers, "k1", "other"), 422, "request.key_reused")
    assert not ApiToken.objects.filter(label="other").exists()


def test_another_address_under_the_same_key_is_refused(ada, client):
    headers = bearer(ada)
    make(client, headers, "k1")
    answer = client.patch("/api/v1/me", {"name": "X"}, headers={**headers, "Idempotency-Key": "k1"}, **JSON)
    assert_problem(answer, 422, "request.key_reused")


def test_keys_belong_to_one_account(ada, client):
    make(client, bearer(ada), "k1")
    assert make(client, bearer(person("Bob")), "k1").status_code == 201
    assert ApiToken.objects.filter(label="script").count() == 2


def test_a_refused_act_may_be_tried_again(ada, client):
    headers = bearer(ada)
    assert make(client, headers, "k1", "\n").status_code == 422
    assert make(client, headers, "k1", "fine").status_code == 201


def test_a_key_is_forgotten_after_a_day(ada, client):
    headers = bearer(ada)
    make(client, headers, "k1")
    AnsweredRequest.objects.update(made=timezone.now() - timedelta(hours=25))
    assert make(client, headers, "k1", "other").status_code == 201


def test_old_answers_of_everybody_go_when_anybody_acts(ada, client):
    make(client, bearer(person("Bob")), "k1")
    make(client, bearer(person("Cyd")), "k2")
    AnsweredRequest.objects.filter(account__handle="Bob").update(made=timezone.now() - timedelta(hours=25))
    make(client, bearer(ada), "k3")
    kept = AnsweredRequest.objects.values_list("account__handle", flat=True)
    assert set(kept) == {"Cyd", "Ada"}


def test_an_answer_as_large_as_an_event_is_kept_small(ada):
    table = {"round": 5, "table": 12, "one": "player-117", "two": "player-388", "result": "win"}
    body = json.dumps([table | {"table": number} for number in range(1000)]).encode()
    row, _ = AnsweredRequest.claim(ada, "key", b"")
    row.keep("key", Answer(200, body))
    row.refresh_from_db()
    assert len(row.sealed) < len(body) / 10
    assert row.answer("key") == (200, body)


def test_an_answer_kept_before_answers_were_packed_is_given(ada):
    row, _ = AnsweredRequest.claim(ada, "key", b"")
    row.status, row.sealed = 201, idempotency._seal("key").encrypt(b'{"ok": true}')
    row.save()
    assert AnsweredRequest.objects.get().answer("key") == (201, b'{"ok": true}')


@pytest.mark.parametrize("key", ["", "x" * 256, "with space", "é"])
def test_a_key_that_does_not_fit_is_422(ada, client, key):
    assert_problem(make(client, bearer(ada), key), 422, "request.field")
    assert ApiToken.objects.filter(label="script").count() == 0


def test_revoking_twice_under_one_key_is_one_success(ada, client):
    headers = bearer(ada)
    token, _ = ApiToken.issue(ada, "old")
    answers = [
        client.delete(f"/api/v1/tokens/{token.pk}", headers={**headers, "Idempotency-Key": "k"})
        for _ in range(2)
    ]
    assert [a.status_code for a in answers] == [204, 204]
    assert_problem(client.delete(f"/api/v1/tokens/{token.pk}", headers=headers), 404)


def assert_acted_once(sent: dict) -> None:
    assert {status for status, _ in sent["answers"]} == {201}
    assert len({body for _, body in sent["answers"]}) == 1
    assert sent["tokens"] == 1


@pytest.mark.xdist_group(own_process.GROUP)
def test_concurrent_repeats_act_once_on_sqlite():
    assert_acted_once(own_process.told()["repeats"])


@pytest.mark.postgres
@pytest.mark.xdist_group(own_process.GROUP)
def test_concurrent_repeats_act_once_on_postgresql(postgres_url):
    assert_acted_once(own_process.told(postgres_url)["repeats"])


def assert_every_form_counted(sent: dict) -> None:
    assert sent["boxes"] == [302] * WRITERS and set(sent["counts"]) == {WRITERS}, "no box is lost"
    assert sent["tokens"] == [201] * ROOM + [422] * (WRITERS - ROOM), "an account has no more than its tokens"


@pytest.mark.xdist_group(own_process.GROUP)
def test_forms_sent_at_once_are_counted_one_by_one_on_sqlite():
    assert_every_form_counted(own_process.told()["forms"])


@pytest.mark.postgres
@pytest.mark.xdist_group(own_process.GROUP)
def test_forms_sent_at_once_are_counted_one_by_one_on_postgresql(postgres_url):
    assert_every_form_counted(own_process.told(postgres_url)["forms"])


def test_every_write_of_an_account_can_be_repeated():
    writes = [
        (path, verb, operation)
        for path, verbs in api.document["paths"].items()
        for verb, operation in verbs.items()
        if verb != "get" and "security" in operation
    ]
    assert writes
    for path, verb, operation in writes:
        assert "Idempotency-Key" in [p["name"] for p in operation["parameters"]], f"{verb} {path}"


# the document and its page


def test_the_page_shows_every_call_and_no_foreign_script(client):
    page = client.get("/api/v1/docs")
    text = page.content.decode()
    for path in api.document["paths"]:
        assert f"<code>{path}</code>" in text
    assert re.findall(r"(?:src|href)=[\"']?(?:https?:)?//", text) == []
    assert "style=" not in text


def test_the_document_is_served(client):
    document = client.get("/api/v1/openapi.json").json()
    assert document["openapi"].startswith("3.") and document["paths"].keys() == api.document["paths"].keys()


def test_answers_are_not_kept_by_caches(ada, client):
    assert client.get("/api/v1/me", headers=bearer(ada))["Cache-Control"] == "no-store"


# the game


def test_cards_are_found_and_told_in_full(client):
    found = client.get("/api/v1/cards", {"q": "darth vader", "kind": "unit"}).json()["items"][0]
    card = client.get(f"/api/v1/cards/{found['slug']}").json()
    assert card["id"] == found["id"] and card["points"] == found["points"]
    assert client.get(f"/api/v1/cards/{found['id']}").json() == card


def test_every_card_is_reached_page_by_page(client):
    seen, cursor = [], ""
    while cursor is not None:
        page = client.get("/api/v1/cards", {"limit": 200, "cursor": cursor}).json()
        seen += [item["slug"] for item in page["items"]]
        cursor = page["next"]
    assert sorted(seen) == sorted(catalogue().slugs)


def test_cards_are_sorted_by_an_exact_figure_page_by_page(client):
    asked = {"kind": "unit", "rank": "corps", "faction": "empire", "sort": "points-per-wound"}
    first = client.get("/api/v1/cards", {**asked, "limit": 2}).json()
    rest = client.get("/api/v1/cards", {**asked, "cursor": first["next"]}).json()
    found = [(Fraction(item["figure"]), item["name"]) for item in (*first["items"], *rest["items"])]
    assert (Fraction(42, 4), "Stormtroopers") in found and found == sorted(found)
    best = client.get("/api/v1/cards", {"q": "stormtroopers", "sort": "dice-2", "kind": "unit"}).json()[
        "items"
    ]
    assert "2/21" in {item["figure"] for item in best}  # 4 dice for 42 points


def test_cards_are_found_by_what_they_give(client):
    found = client.get("/api/v1/cards", {"gives": "arsenal"}).json()["items"]
    assert "upgrade/general-weiss" in {item["slug"] for item in found}
    assert {item["kind"] for item in found} == {"upgrade", "command"} and found[0]["figure"] is None


def test_two_cards_are_compared(client):
    answer = client.get("/api/v1/cards/compare", {"a": "ay", "b": "unit/rebel-troopers"}).json()
    lines = {line["name"]: line for line in answer["lines"]}
    assert lines["Points per wound"]["a"] == {"text": "10.5", "exact": "21/2"}
    assert lines["Points"]["differs"] and not lines["Speed"]["differs"]
    assert lines["Range 2"]["b"]["exact"] == "1/10"  # 4 dice for 40 points
    assert_problem(client.get("/api/v1/cards/compare", {"a": "ay", "b": "nobody"}), 404, "card.unknown")
    assert_problem(client.get("/api/v1/cards/compare", {"a": "ay"}), 422, "request.field")


def test_points_are_told_as_of_a_date(client):
    unit = next(u for u in catalogue().units.values() if u.points_history)
    change = unit.points_history[-1]
    eve = change.date - timedelta(days=1)
    asked = [client.get(f"/api/v1/cards/{unit.id}", {"as_of": day}).json() for day in (eve, change.date)]
    assert [card["points"] for card in asked] == [change.before, change.after]
    found = client.get("/api/v1/cards", {"q": unit.full_name, "kind": "unit", "as_of": eve}).json()["items"][
        0
    ]
    assert found["points"] == change.before


@pytest.mark.parametrize(
    "query",
    [
        {"faction": "ewoks"},
        {"keyword": "nonsense"},
        {"gives": "nonsense"},
        {"sort": "beauty"},
        {"as_of": "yesterday"},
        {"q": "x" * 201},
    ],
)
def test_a_search_that_makes_no_sense_is_422(client, query):
    assert_problem(client.get("/api/v1/cards", query), 422, "request.field")


def test_an_unknown_card_is_404_with_the_nearest(client):
    assert_problem(client.get("/api/v1/cards/unit/darth-vadar"), 404, "card.unknown")


@pytest.mark.parametrize(("cover", "mean"), [("none", "1"), ("light", "7/8"), ("heavy", "3/4")])
def test_odds_are_exact(client, cover, mean):
    assert (
        client.get("/api/v1/dice/odds", {"black": 4, "defence": "red", "cover": cover}).json()["mean"] == mean
    )


@pytest.mark.parametrize(
    "query", [{}, {"black": 10_000}, {"black": "x"}, {"red": 20, "black": 20}, {"black": 1, "armour": -1}]
)
def test_odds_without_sense_are_422(client, query):
    assert_problem(client.get("/api/v1/dice/odds", query), 422)


def test_a_roll_shows_what_was_asked_for(client):
    body = client.post("/api/v1/dice/roll", {"dice": {"attack-red": 3, "defence-white": 2}}, **JSON).json()
    assert [d["die"] for d in body["dice"]].count("attack-red") == 3
    assert len(body["dice"]) == 5 == sum(body["totals"].values())
    assert body["commitment"] and body["evidence"]


@pytest.mark.parametrize(
    "dice", [{}, {"attack-red": 10_000}, {"attack-red": -1}, {"green": 1}, {"attack-red": 10**30}]
)
def test_a_roll_without_sense_is_422(client, dice):
    assert_problem(client.post("/api/v1/dice/roll", {"dice": dice}, **JSON), 422)


def test_rules_are_found_by_words_and_number(client):
    page = client.get("/api/v1/rules", {"q": "casualty", "limit": 1}).json()
    [rule] = page["items"]
    assert client.get(f"/api/v1/rules/{rule['number']}").json()["text"] == rule["text"]
    assert len(client.get("/api/v1/rules", {"limit": 200}).json()["items"]) == 200
    assert_problem(client.get("/api/v1/rules/9999"), 404)
    assert_problem(client.get("/api/v1/rules", {"document": "x"}), 422)


def test_no_account_is_made_by_asking(client):
    for path in ("cards", "rules", "dice/odds?black=1", "health", "docs", "openapi.json"):
        assert client.get(f"/api/v1/{path}").status_code == 200
    assert Account.objects.count() == 0
