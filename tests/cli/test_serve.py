"""`muster serve` before it starts: certificates, addresses, refusals; and how the server ends."""

import contextlib
import http.client
import os
import re
import runpy
import signal
import ssl
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from muster.cli import main, serve
from muster.web import config
from muster.web.serving import server, tls

BROUGHT = tls.Certificate(Path("chain.crt"), Path("chain.key"), None)
HERE = tls.HostNames.of("Hangar", ["192.168.7.20"])


# Refusals -------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`serve` writes to the environment; this puts it back afterwards."""
    for name in (
        "MUSTER_DATA",
        "MUSTER_SECURE",
        "MUSTER_HOSTS",
        "MUSTER_ADDRESS",
        "MUSTER_HSTS",
        "DJANGO_SETTINGS_MODULE",
    ):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))


def refused(*options: str) -> str:
    result: Result = CliRunner().invoke(main, ["serve", *options])
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    return result.output


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    said = refused("--data", str(taken))
    assert f"Cannot write to the data folder {taken}" in said
    assert "--data DIR" in said


def test_a_data_folder_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    assert "Cannot write to the data folder" in refused("--data", str(tmp_path / "taken" / "below"))


def test_a_data_folder_with_an_absurd_name_is_cut_short() -> None:
    said = refused("--data", "x" * 100_000)
    assert "Cannot write to the data folder" in said
    assert len(said) < 500


@pytest.mark.parametrize("host", ["x" * 100_000, "host..name", ""])
def test_a_host_nobody_knows(host: str) -> None:
    said = refused("--host", host, "--port", "0")
    assert "is not known on this machine" in said
    assert len(said) < 300


def test_an_address_of_another_machine() -> None:
    assert "203.0.113.7 is not an address of this machine" in refused("--host", "203.0.113.7")


@pytest.mark.parametrize("port", ["65536", "-1", "eight"])
def test_a_port_that_is_none(port: str) -> None:
    assert "--port" in refused("--port", port)


def test_certificate_and_key_belong_together(tmp_path: Path) -> None:
    assert "belong together" in refused("--cert", str(tmp_path / "a.crt"))
    assert "belong together" in refused("--key", str(tmp_path / "a.key"))


def test_bad_certificates_are_named(tmp_path: Path) -> None:
    good = tls.own_certificate(tmp_path / "tls", HERE)
    junk = tmp_path / "junk.pem"
    junk.write_bytes(b"\xff\x00 nothing")
    locked = tmp_path / "locked.key"
    locked.write_bytes(
        ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"secret"),
        )
    )
    stranger = tls.own_certificate(tmp_path / "other", HERE)

    def attempt(cert: Path, key: Path) -> str:
        return refused("--port", "0", "--cert", str(cert), "--key", str(key))

    assert "missing.crt cannot be read" in attempt(tmp_path / "missing.crt", good.key)
    assert "missing.key cannot be read" in attempt(good.chain, tmp_path / "missing.key")
    assert "junk.pem is not a certificate" in attempt(junk, good.key)
    assert "junk.pem is not a private key" in attempt(good.chain, junk)
    assert "has a password" in attempt(good.chain, locked)
    assert "does not belong to the certificate" in attempt(good.chain, stranger.key)


def test_an_expired_certificate_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tls, "LIFE", timedelta(hours=1))  # it begins a day early, so it is over already
    old = tls.own_certificate(tmp_path / "tls", HERE)
    assert "expired on" in refused("--port", "0", "--cert", str(old.chain), "--key", str(old.key))


# Certificates ---------------------------------------------------------------------------------------------


def test_the_certificate_names_this_machine_and_its_addresses(tmp_path: Path) -> None:
    made = tls.own_certificate(tmp_path, HERE)
    names = leaf(made).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.DNSName)) == {"localhost", "hangar", "hangar.local"}
    assert {str(a) for a in names.get_values_for_type(x509.IPAddress)} == {"127.0.0.1", "192.168.7.20"}


def test_the_authority_may_vouch_for_the_neighbourhood_alone(tmp_path: Path) -> None:
    tls.own_certificate(tmp_path, tls.HostNames.of("hangar", ["203.0.113.9"]))
    authority = x509.load_pem_x509_certificate((tmp_path / "authority.crt").read_bytes())
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    networks = [n.value for n in limits.value.permitted_subtrees if isinstance(n, x509.IPAddress)]
    assert limits.critical
    assert ip_network("203.0.113.9/32") in networks
    assert not any(ip_address("203.0.113.10") in network for network in networks)


def test_only_the_owner_may_read_the_keys(tmp_path: Path) -> None:
    tls.own_certificate(tmp_path / "tls", HERE)
    for key in (tmp_path / "tls").glob("*.key"):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_a_good_certificate_is_kept(tmp_path: Path) -> None:
    first = contents(tls.own_certificate(tmp_path, HERE))
    assert contents(tls.own_certificate(tmp_path, HERE)) == first


def test_a_new_address_renews_the_certificate_but_not_the_authority(tmp_path: Path) -> None:
    first = contents(tls.own_certificate(tmp_path, HERE))
    second = contents(tls.own_certificate(tmp_path, tls.HostNames.of("hangar", ["10.1.2.3"])))
    assert second["server.crt"] != first["server.crt"]
    assert second["authority.crt"] == first["authority.crt"]


def test_an_address_the_authority_may_not_vouch_for_renews_both(tmp_path: Path) -> None:
    first = contents(tls.own_certificate(tmp_path, HERE))
    second = contents(tls.own_certificate(tmp_path, tls.HostNames.of("hangar", ["203.0.113.9"])))
    assert second["authority.crt"] != first["authority.crt"]


def test_a_certificate_about_to_expire_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(tls, "LIFE", timedelta(days=20))
        first = contents(tls.own_certificate(tmp_path, HERE))
    second = contents(tls.own_certificate(tmp_path, HERE))
    assert second["server.crt"] != first["server.crt"]
    assert second["authority.crt"] == first["authority.crt"]


@pytest.mark.parametrize("name", ["server.crt", "server.key", "authority.crt", "authority.key"])
def test_a_damaged_or_missing_file_is_made_again(tmp_path: Path, name: str) -> None:
    made = tls.own_certificate(tmp_path, HERE)
    (tmp_path / name).write_text("damaged")
    tls.own_certificate(tmp_path, HERE)
    assert verifies(made)
    (tmp_path / name).unlink()
    tls.own_certificate(tmp_path, HERE)
    assert verifies(made)


def test_phones_accept_its_life(tmp_path: Path) -> None:
    certificate = leaf(tls.own_certificate(tmp_path, HERE))
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= timedelta(days=398)
    assert certificate.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=12)


@pytest.mark.parametrize("hostname", ["", "under_score", "x" * 80, "höhle", "a..b", "sp ace"])
def test_an_odd_host_name_is_left_out(tmp_path: Path, hostname: str) -> None:
    place = tls.HostNames.of(hostname, [])
    assert place.names == ("localhost",)
    assert verifies(tls.own_certificate(tmp_path, place))


def leaf(made: tls.Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(made.chain.read_bytes())


def contents(made: tls.Certificate) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in made.chain.parent.iterdir()}


def verifies(made: tls.Certificate) -> bool:
    """A real handshake in memory, trusting the authority alone."""
    assert made.authority is not None
    ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ours.load_cert_chain(made.chain, made.key)
    theirs = ssl.create_default_context(cafile=made.authority)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    browser = theirs.wrap_bio(back, there, server_hostname="localhost")
    site = ours.wrap_bio(there, back, server_side=True)
    for side in (browser, site, browser, site):
        with contextlib.suppress(ssl.SSLWantReadError):
            side.do_handshake()
    return browser.version() is not None and browser.getpeercert()["issuer"] != ()


# Addresses ------------------------------------------------------------------------------------------------


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.web.config.lan_addresses", lambda: ("192.168.7.20",))


@pytest.mark.usefixtures("network")
def test_the_addresses_are_those_browsers_can_use() -> None:
    both = ["http://localhost:8000/", "http://192.168.7.20:8000/"]
    assert serve._addresses("0.0.0.0", 8000, secure=False) == both
    assert serve._addresses("127.0.0.1", 81, secure=True) == ["https://127.0.0.1:81/"]
    assert serve._addresses("::1", 81, secure=False) == ["http://[::1]:81/"]


def greeting(*urls: str, certificate: tls.Certificate | None = None, qr: bool | None = None) -> str:
    return "\n".join(serve._greeting(list(urls), Path("data"), certificate, qr))


def test_the_greeting_says_where_and_what_is_missing() -> None:
    said = greeting("http://localhost:8000/", "http://192.168.7.20:8000/")
    assert "http://localhost:8000/" in said
    assert "on the local network: http://192.168.7.20:8000/" in said
    assert "add --tls" in said
    assert "█" not in said  # nobody points a phone at a log file


def test_the_code_is_drawn_when_asked_for() -> None:
    assert "█" in greeting("http://192.168.7.20:8000/", qr=True)


def test_over_tls_the_greeting_names_what_a_phone_installs(tmp_path: Path) -> None:
    made = tls.own_certificate(tmp_path, HERE)
    assert str(made.authority) in greeting("https://localhost:8000/", certificate=made)
    brought = greeting("https://localhost:8000/", certificate=tls.check_certificate(made.chain, made.key))
    assert "--tls" not in brought
    assert "authority" not in brought


def test_a_chosen_host_name_is_answered_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_HOSTS", "club.example")
    serve._set_environment("hangar", 8000, BROUGHT)
    assert os.environ["MUSTER_HOSTS"] == "club.example,hangar"
    assert os.environ["MUSTER_SECURE"] == "1"
    serve._set_environment("0.0.0.0", 8000, BROUGHT)
    assert os.environ["MUSTER_HOSTS"] == "club.example,hangar"


@pytest.mark.parametrize(
    ("given", "certificate", "address"),
    [
        ({}, None, "http://192.168.7.20:8123"),
        ({"MUSTER_HOSTS": "club.example"}, BROUGHT, "https://club.example:8123"),
        ({"MUSTER_HOSTS": ".x.example, club.example", "MUSTER_SECURE": "1"}, None,
         "https://club.example"),
        ({"MUSTER_ADDRESS": "https://club.example/", "MUSTER_HOSTS": "b.example"}, None,
         "https://club.example"),
    ],
)  # fmt: skip
def test_links_that_leave_begin_with_the_servers_address(monkeypatch, given, certificate, address) -> None:
    monkeypatch.setattr(config, "lan_addresses", lambda: ("192.168.7.20",))
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    serve._set_environment("0.0.0.0", 8123, certificate)
    assert os.environ["MUSTER_ADDRESS"] == address


def test_an_address_that_is_none_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_ADDRESS", "muster.example.org")
    assert "It looks like https://muster.example.org." in refused("--port", "0")


YEAR = 365 * 24 * 60 * 60
SETTINGS = str(Path(config.__file__).with_name("settings.py"))


@pytest.mark.parametrize(
    ("given", "certificate", "seconds"),
    [
        ({}, None, 0),
        ({}, BROUGHT, YEAR),
        ({"MUSTER_SECURE": "1"}, None, YEAR),
        ({}, BROUGHT._replace(authority=Path("authority.crt")), 0),
        ({"MUSTER_HSTS": "60"}, BROUGHT._replace(authority=Path("authority.crt")), 60),
        ({"MUSTER_SECURE": "1", "MUSTER_HSTS": "0"}, None, 0),
    ],
)
def test_how_long_browsers_insist_on_tls(monkeypatch, given, certificate, seconds) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    serve._set_environment("0.0.0.0", 8000, certificate)
    assert runpy.run_path(SETTINGS)["SECURE_HSTS_SECONDS"] == seconds


@pytest.mark.parametrize(
    ("given", "server"),
    [
        ("smtp://ada:word@host.example", ("host.example", 587, "ada", "word", False, True)),
        ("smtp://host.example:25", ("host.example", 25, "", "", False, False)),
        ("smtps://ada%40club:w%2Fd@host.example", ("host.example", 465, "ada@club", "w/d", True, False)),
        ("smtps://ada:word@host.example:2465", ("host.example", 2465, "ada", "word", True, False)),
        ("smtps://ada:word@host.example:587", ("host.example", 587, "ada", "word", False, True)),
    ],
)
def test_how_mail_goes_out(given: str, server: tuple[object, ...]) -> None:
    assert config.mail(given) == server


def test_port_zero_picks_a_free_one() -> None:
    assert 1024 <= server.claim_port("127.0.0.1", 0) <= 65535


def test_every_option_and_variable_is_described() -> None:
    root = Path(__file__).resolve().parents[2]
    page = (root / "docs" / "reference" / "running.md").read_text()
    options = [name for parameter in serve.command.params for name in parameter.opts]
    source = "".join(path.read_text() for path in (root / "src").rglob("*.py"))
    variables = {"DATABASE_URL", *re.findall(r"\bMUSTER_[A-Z_]+\b", source)}
    assert [name for name in (*options, *sorted(variables)) if name not in page] == []


# How it ends ----------------------------------------------------------------------------------------------

TOY = """
import asyncio, os, signal
from muster.web.serving import server

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        return await send({"type": "lifespan.shutdown.complete"})
    live = scope["path"] == "/live"
    if scope["path"] == "/work":
        # The stop arrives while this request is still at work.
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0.3)
    kind = b"text/event-stream" if live else b"text/plain"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
    await send({"type": "http.response.body", "body": b"first\\n", "more_body": True})
    if live:
        await asyncio.Event().wait()
    await send({"type": "http.response.body", "body": b"last\\n"})

port = server.claim_port("127.0.0.1", 0)
server.run_server(app, server.ListenAddress("127.0.0.1", port), lambda: print(port, flush=True))
"""


Toy = tuple[subprocess.Popen[bytes], int]


@pytest.fixture
def toy() -> Iterator[Toy]:
    process = subprocess.Popen([sys.executable, "-c", TOY], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    watchdog = threading.Timer(60, process.kill)
    watchdog.start()
    yield process, int(process.stdout.readline())
    watchdog.cancel()
    process.kill()
    process.communicate()


@contextlib.contextmanager
def asked(port: int, path: str) -> Iterator[http.client.HTTPResponse]:
    while True:  # the port is announced a moment before it answers; the watchdog ends a vain wait
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            try:
                connection.request("GET", path)
            except ConnectionRefusedError:
                continue
            with connection.getresponse() as answer:
                yield answer
            return


def test_a_stop_ends_live_streams_at_once_and_quietly(toy: Toy) -> None:
    process, port = toy
    with asked(port, "/live") as stream:
        assert stream.readline() == b"first\n"
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(http.client.IncompleteRead):
            assert stream.read() == b""
        assert process.wait(60) == 0
    assert process.stderr.read() == b""


def test_a_stop_lets_a_request_at_work_finish(toy: Toy) -> None:
    process, port = toy
    with asked(port, "/work") as answer:
        assert answer.read() == b"first\nlast\n"
    assert process.wait(60) == 0


def test_ctrl_c_ends_it_as_well(toy: Toy) -> None:
    process, port = toy
    with asked(port, "/") as answer:
        assert answer.read() == b"first\nlast\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
