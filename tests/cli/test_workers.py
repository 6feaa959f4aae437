"""`muster serve --workers`: several processes on one port, one life."""

import http.client
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

TOY = """
import os
from muster.web.serving import server
from muster.web.serving.workers import Workers

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        return await send({"type": "lifespan.shutdown.complete"})
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(os.getpid()).encode()})

at = server.ListenAddress("127.0.0.1", server.claim_port("127.0.0.1", 0))
def serve(lifeline, listens):
    server.run_server(app, at._replace(lifeline=lifeline), listens)
Workers(serve, 2, lambda: print(at.port, flush=True)).run()
"""
PATIENCE = 60


@pytest.fixture
def toy():
    process = subprocess.Popen([sys.executable, "-c", TOY], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    yield process, int(process.stdout.readline())
    watchdog.cancel()
    process.kill()
    process.communicate()


def answered_by(port):
    """The process behind one more connection; none where nobody listens."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        try:
            connection.request("GET", "/")
            return int(connection.getresponse().read())
        except OSError:
            return None


def until(found):
    """Wait for it; the watchdog ends a vain wait."""
    end = time.monotonic() + PATIENCE
    while not (done := found()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return done


def both(port, *not_these):
    """Two processes that answer."""
    seen = set()

    def two():
        seen.add(answered_by(port))
        return len(seen - {None, *not_these}) == 2

    until(two)
    return seen - {None, *not_these}


def is_gone(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{process}/stat") as file:  # noqa: PTH123 - dead, and nobody has asked for it yet
        return file.read().rpartition(")")[2].split()[0] == "Z"


def test_two_processes_answer_and_one_signal_ends_both(toy):
    process, port = toy
    workers = both(port)
    assert process.pid not in workers
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert all(is_gone(one) for one in workers)
    assert process.stderr.read() == b""


def test_a_worker_that_dies_is_replaced(toy):
    process, port = toy
    first, other = both(port)
    os.kill(first, signal.SIGKILL)
    assert other in both(port, first)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0


def test_no_worker_outlives_the_first_process(toy):
    process, port = toy
    workers = both(port)
    process.kill()
    process.wait()
    until(lambda: all(is_gone(one) for one in workers))
