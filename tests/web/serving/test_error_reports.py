"""An error under a request's number: on the page, in the log, and at the address of MUSTER_ERROR_URL."""

import json
import logging
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue

import pytest
from django.test import Client

from muster.web.serving import error_reports, logs
from muster.web.site import service

SECRET = "what a person typed"


@pytest.fixture
def owner():
    """The owner's address: what arrives there."""
    arrived = Queue()

    class Owner(BaseHTTPRequestHandler):
        def do_POST(self):
            arrived.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Owner) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}/errors", arrived
        listening.shutdown()


@pytest.fixture
def configured():
    """Logs as JSON; put back afterwards."""
    names = [None, "django.request", "axes", "muster.request", "fido2"]
    before = {name: logging.getLogger(name).level for name in names}
    handlers = logging.getLogger().handlers[:]
    yield lambda: logs.configure_logging(json=True)
    logging.getLogger().handlers[:] = handlers
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


def break_page(monkeypatch):
    def breaks():
        password = SECRET  # noqa: F841 - a local value
        raise RuntimeError(SECRET)

    monkeypatch.setattr(service, "all_figures", breaks)
    return Client(raise_request_exception=False).get("/metrics?asked=privately")


def test_page_log_and_report_have_the_same_number(owner, configured, monkeypatch, capfd):
    address, arrived = owner
    monkeypatch.setenv("MUSTER_ERROR_URL", address)
    configured()
    answer = break_page(monkeypatch)
    number = answer["X-Request-ID"]
    assert answer.status_code == 500
    assert f"tell the server’s owner this number: {number}." in answer.content.decode()

    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    (line,) = [line for line in lines if line["level"] == "error"]
    assert line["request"] == number
    (error,) = line["exception"]
    assert error["exc_type"] == "RuntimeError"
    assert error["frames"][-1]["name"] == "breaks"
    assert "locals" not in error["frames"][-1]

    report = arrived.get(timeout=30)
    assert (report["error"], report["request"], report["times"]) == ("RuntimeError", number, 1)
    assert re.search(r"test_error_reports\.py:\d+ breaks$", report["frames"][-1])
    assert SECRET not in json.dumps(report)
    assert "privately" not in json.dumps(report)
    assert "/metrics" not in json.dumps(report)


def test_the_same_error_is_told_once_in_ten_minutes_with_its_number(owner, configured, monkeypatch):
    address, arrived = owner
    now = [1000.0]
    monkeypatch.setattr(error_reports.time, "monotonic", lambda: now[0])
    monkeypatch.setenv("MUSTER_ERROR_URL", address)
    configured()
    for _ in range(3):
        break_page(monkeypatch)
    now[0] += error_reports.AGAIN
    break_page(monkeypatch)
    assert [arrived.get(timeout=30)["times"] for _ in range(2)] == [1, 3]
    assert arrived.empty()


def test_an_owner_who_does_not_answer_stops_nothing(configured, monkeypatch):
    monkeypatch.setenv("MUSTER_ERROR_URL", "http://127.0.0.1:9/")
    configured()
    assert break_page(monkeypatch).status_code == 500


@pytest.mark.parametrize("given", ["ftp://example.org/", "example.org", "https://", "javascript:alert(1)"])
def test_what_is_no_address_is_refused(given, monkeypatch):
    monkeypatch.setenv("MUSTER_ERROR_URL", given)
    with pytest.raises(ValueError, match="MUSTER_ERROR_URL"):
        error_reports.error_url()
