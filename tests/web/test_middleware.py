"""What happens around every request."""

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client

import muster.web
from muster.web.middleware import LARGEST_BODY
from muster.web.serving import logs, security_headers

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/sign-in", "/tours/new", "/api/v1/tokens"])
def test_a_body_above_the_limit_is_refused_before_it_is_read(address):
    answer = Client().post(
        address, b"x", content_type="text/plain", headers={"Content-Length": str(LARGEST_BODY + 1)}
    )
    assert answer.status_code == 413
    assert "16 MB" in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("/tours/join/a1b2-1.c3d4", "/tours/join/…"),
        ("/tours/join/a1b2-1.c3d4/", "/tours/…"),
        ("/chronicle/a1b2c3d4e5f6", "/chronicle/…"),
        ("/a/a1b2c3d4/export/text", "/a/…/export/text"),
        ("/api/v1/armies/shared/a1b2c3d4", "/api/v1/armies/shared/…"),
        ("/forgotten/a1b2/c3d4", "/forgotten"),
        ("/j/a1b2c3d4e5f6g", "/j/…"),
        ("/tours/feed/a1b2-c3d4.e5f6.xml", "/tours/feed/….xml"),
        ("/about", "/about"),
        ("/nothing", "/nothing"),
    ],
)
def test_what_opens_a_door_is_in_no_log(address, kept, monkeypatch):
    seen = []
    monkeypatch.setattr("muster.web.middleware.log.info", lambda *a, **fields: seen.append(fields["path"]))
    Client().get(address)
    assert seen == [kept]


def test_a_line_of_djangos_own_keeps_no_key_either(caplog):
    caplog.handler.addFilter(logs.remove_secrets)
    Client(enforce_csrf_checks=True).post("/tours/join/a1b2-1.c3d4")
    assert [line for line in caplog.messages if "CSRF" in line] == [
        "Forbidden (CSRF cookie not set.): /tours/join/…"
    ]


@pytest.mark.parametrize(
    ("address", "kind"), [("/", "text/plain"), ("/api/v1/me", "application/problem+json")]
)
def test_a_foreign_host_is_one_line_of_warning_and_a_plain_400(address, kind, caplog, monkeypatch):
    warned, told_lines = [], []
    monkeypatch.setattr("muster.web.middleware.log.warning", lambda *a, **fields: warned.append((a, fields)))
    monkeypatch.setattr("muster.web.middleware.log.info", lambda *a, **fields: told_lines.append(a))
    answer = Client().get(address, headers={"Host": f"evil.example{'x' * 500}"})
    assert answer.status_code == 400 and answer["Content-Type"].startswith(kind)
    assert {"Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"} <= answer.headers.keys()
    [((event,), fields)] = warned
    assert event == "foreign host" and fields["status"] == 400 and len(fields["host"]) == 100
    assert not told_lines and not [record for record in caplog.records if record.exc_info], "and no traceback"
    assert not [record for record in caplog.records if record.name.startswith("django.security")]


def test_what_our_scripts_use_of_a_device_is_not_switched_off():
    uses = {
        "navigator.clipboard.write": "clipboard-write",
        "navigator.credentials": "publickey-credentials-get",
        "navigator.share": "web-share",
        "navigator.wakeLock": "screen-wake-lock",
        "getUserMedia": "camera",
        "geolocation": "geolocation",
        "requestFullscreen": "fullscreen",
        "new Audio": "autoplay",
    }
    scripts = Path(muster.web.__file__).parent.joinpath("static").rglob("*.js")
    code = "".join(script.read_text() for script in scripts)
    used = {feature for words, feature in uses.items() if words in code}
    assert len(used) >= 4 and not used & set(security_headers.UNUSED_FEATURES)
    off = {feature for feature in security_headers.PERMISSIONS.split(", ") if feature.endswith("=()")}
    assert {"microphone=()", "geolocation=()", "payment=()", "usb=()"} <= off


def test_whom_to_tell_of_a_hole_is_said_where_the_owner_names_a_contact(settings):
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.CONTACT = "mailto:ann@example.org"
    answer = Client().get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields.keys() == {"Contact", "Expires", "Preferred-Languages"}
    assert (fields["Contact"], fields["Preferred-Languages"]) == ("mailto:ann@example.org", "en")
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=366), "RFC 9116: less than a year"


@pytest.mark.parametrize(
    "asked",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
    ],
)
def test_figures_are_for_the_machine_itself(asked):
    assert Client().get("/metrics").status_code == 200
    answer = Client().get("/metrics", **asked)
    assert answer.status_code == 403
    assert "muster_requests_total" not in answer.content.decode()


def test_where_there_is_a_token_the_figures_are_for_who_has_it(settings):
    settings.METRICS_TOKEN = "kept"
    far = {"REMOTE_ADDR": "192.0.2.7"}
    assert Client().get("/metrics", **far, headers={"Authorization": "Bearer kept"}).status_code == 200
    assert Client().get("/metrics", **far, headers={"Authorization": "Bearer képt"}).status_code == 403
    assert Client().get("/metrics").status_code == 403, "a proxy may sit at this machine too"


def test_a_made_up_method_is_not_counted_by_its_name():
    Client().generic("BREW", "/about")
    counted = Client().get("/metrics").content.decode()
    assert "BREW" not in counted
    assert 'method="other"' in counted


def test_a_length_that_is_no_number_is_not_trusted():
    answer = Client().post("/sign-in", b"x", content_type="text/plain", headers={"Content-Length": "many"})
    assert answer.status_code == 422, "an empty form, not a broken page"


@pytest.mark.parametrize(
    "address", ["/", "/cards", "/odds", "/armies", "/events", "/search", "/api/v1/rules", "/sw.js"]
)
def test_head_is_get_without_its_body(address):
    got, asked = Client().get(address), Client().head(address)
    assert asked.status_code == got.status_code == 200
    assert b"".join(got)
    assert b"".join(asked) == b""
    asked.close()
    assert asked["Content-Type"] == got["Content-Type"]


def test_head_says_how_long_the_page_is():
    assert int(Client().head("/rules/1")["Content-Length"]) == len(Client().get("/rules/1").content)


def test_head_changes_nothing():
    assert Client().head("/armies/copy").status_code == 405


@pytest.mark.parametrize(
    ("address", "right"),
    [
        ("/cards/?q=vader&page=2", "/cards?q=vader&page=2"),
        ("/rules/312/", "/rules/312"),
        ("/odds///", "/odds"),
        ("/api/v1/rules/", "/api/v1/rules"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_page(address, right):
    answer = Client().get(address)
    assert (answer.status_code, answer["Location"]) == (301, right)


@pytest.mark.parametrize("address", ["/nothing/", "//example.org/", "//", "//example.org/cards/"])
def test_a_slash_leads_nowhere_else(address):
    assert Client().get("/", PATH_INFO=address).status_code == 404


def test_a_form_is_not_sent_elsewhere():
    assert Client().post("/theme/", {"theme": "dark"}).status_code == 404


def test_robots_keep_to_the_books():
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    closed = [line.removeprefix("Disallow: ") for line in lines[1:]]
    assert {"/game/", "/api/", "/you"} <= set(closed)
    assert not any(
        page.startswith(tuple(closed)) for page in ("/cards", "/rules/1", "/keywords/pierce", "/odds")
    )
    # A chat reads these for its preview; search engines are told on the page to forget it.
    previewed = ("/a/abcd2345", "/chronicle/token", "/event/0123", "/tours/join/token")
    assert not any(page.startswith(tuple(closed)) for page in previewed)
    for page in previewed[1:]:
        assert Client().get(page)["X-Robots-Tag"] == "noindex"


def test_a_browser_that_asks_for_the_icon_gets_one():
    answer = Client().get("/favicon.ico")
    assert answer["Content-Type"] == "image/x-icon"
    assert b"".join(answer)[:4] == b"\x00\x00\x01\x00"


@pytest.mark.parametrize(("json", "tells"), [(True, True), (False, False)])
def test_a_terminal_is_told_of_troubles_and_not_of_every_request(json, tells):
    root, requests = logging.getLogger(), logging.getLogger("muster.request")
    before = root.handlers[:], root.level, requests.level
    try:
        logs.configure_logging(json=json)
        assert requests.isEnabledFor(logging.INFO) is tells
        assert requests.isEnabledFor(logging.WARNING)
    finally:
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        requests.setLevel(before[2])
