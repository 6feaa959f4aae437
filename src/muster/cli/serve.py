"""`muster serve`: the whole site with one command."""

import contextlib
import gc
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import structlog

from muster.cli.django_setup import AHEAD, NEWER, NO_DRIVER, tables

if TYPE_CHECKING:
    from muster.web.serving.server import ListenAddress
    from muster.web.serving.tls import Certificate

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - phones on the local network are meant to reach us


class Stop(click.ClickException):
    """The server cannot start; the message says why. Exit code 2."""

    exit_code = 2


@click.command("serve")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 picks a free one."
)
@click.option(
    "--data", type=click.Path(path_type=Path), help="Folder for the database and the server's secrets."
)
@click.option("--tls", is_flag=True, help="Serve over TLS with a certificate made for the local network.")
@click.option("--cert", type=click.Path(path_type=Path), help="Your own certificate (PEM); implies --tls.")
@click.option("--key", type=click.Path(path_type=Path), help="The private key of your certificate (PEM).")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes on the one port."
)
@click.option("--qr/--no-qr", default=None, help="Show the address as a QR code (default: in a terminal).")
def command(  # noqa: PLR0913, PLR0917 - one per option
    host: str,
    port: int,
    data: Path | None,
    tls: bool,
    cert: Path | None,
    key: Path | None,
    workers: int,
    qr: bool | None,
) -> None:
    """Start Muster: pages, API and live updates on one port."""
    if (cert is None) != (key is None):
        raise click.UsageError("--cert and --key belong together: give both or none.")
    if workers > 1 and not hasattr(os, "fork"):
        raise Stop("This system can't run --workers. Start Muster without it.")
    folder = _data_folder(data)
    address, port = _listen_on(host, port)
    certificate = _certificate(folder, tls, cert, key)
    _set_environment(host, port, certificate)
    if workers > 1:
        from muster.web.serving.shared_figures import share_figures

        share_figures()
    application = _application()
    from muster.web.serving.server import ListenAddress

    lines = _greeting(_addresses(address, port, secure=certificate is not None), folder, certificate, qr)
    _run(application, ListenAddress(address, port, certificate), workers, lines)


def _data_folder(chosen: Path | None) -> Path:
    """The data folder, created and checked to be writable before anything else happens."""
    if chosen is not None:
        os.environ["MUSTER_DATA"] = str(chosen.expanduser().absolute())
    from muster.web import config

    try:
        folder = config.data_folder()
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, ValueError) as error:
        where = os.environ.get("MUSTER_DATA", "in your home folder")[:200]
        reason = getattr(error, "strerror", None) or "not a usable path"
        raise Stop(
            f"Cannot write to the data folder {where}: {reason}. Choose another: --data DIR."
        ) from error


def _listen_on(host: str, port: int) -> tuple[str, int]:
    from muster.web.serving import server

    try:
        address = server.resolve_host(host)
        return address, server.claim_port(address, port)
    except server.CannotListen as error:
        raise Stop(str(error)) from error


def _certificate(folder: Path, wanted: bool, cert: Path | None, key: Path | None) -> "Certificate | None":
    if not wanted and cert is None:
        return None
    from muster.web import config
    from muster.web.serving import tls

    try:
        if cert and key:
            return tls.check_certificate(cert, key)
        return tls.own_certificate(
            folder / "tls", tls.HostNames.of(socket.gethostname(), config.lan_addresses())
        )
    except tls.BadCertificate as error:
        raise Stop(f"TLS cannot start: {error}.") from error
    except OSError as error:
        raise Stop(f"TLS cannot start: {error.filename or folder}: {error.strerror}.") from error


def _set_environment(host: str, port: int, certificate: "Certificate | None") -> None:
    """Must come first, because Django reads its settings once, on import."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "muster.web.settings"
    from muster.web import config
    from muster.web.serving import addresses, error_reports

    try:
        error_reports.error_url()
    except ValueError as error:
        raise Stop("MUSTER_ERROR_URL is not understood. It looks like https://example.org/errors.") from error
    behind_proxy = not certificate and os.environ.get("MUSTER_SECURE") == "1"
    if certificate:
        os.environ["MUSTER_SECURE"] = "1"
        if certificate.authority and not os.environ.get("MUSTER_HSTS"):
            # With HSTS, browsers would refuse this machine and all of localhost without --tls for a year.
            os.environ["MUSTER_HSTS"] = "0"
    try:
        config.hsts_seconds()
    except ValueError as error:
        raise Stop("MUSTER_HSTS is not understood. It is a number of seconds, such as 31536000.") from error
    try:
        config.mail(os.environ.get("MUSTER_MAIL_URL", ""))
    except ValueError as error:
        raise Stop(
            "MUSTER_MAIL_URL is not understood. It looks like smtp://user:password@host:587."
        ) from error
    try:
        addresses.trusted_proxies()
    except ValueError as error:
        raise Stop(
            "MUSTER_PROXIES is not understood. It looks like 127.0.0.1, 10.0.0.0/8: addresses or networks."
        ) from error
    if host not in EVERYWHERE:
        hosts = [os.environ.get("MUSTER_HOSTS", ""), f"[{host}]" if ":" in host else host]
        os.environ["MUSTER_HOSTS"] = ",".join(filter(None, hosts))
    try:
        os.environ["MUSTER_ADDRESS"] = config.public_address(443 if behind_proxy else port)
    except ValueError as error:
        raise Stop("MUSTER_ADDRESS is not understood. It looks like https://muster.example.org.") from error


def _application() -> Any:
    """The site, with its database migrated."""
    from muster.web.serving import logs

    gc.disable()  # what is loaded now stays for good; collecting garbage would be a tenth of the startup
    logs.configure_logging()
    try:
        import django
        from django.db import connection

        django.setup()
        _migrate()
        _clean_up()
        connection.close()
    except Stop:
        raise
    except Exception as error:
        raise Stop(_database_trouble(error)) from error
    from django.urls import get_resolver

    from muster.web.asgi import application

    _ = get_resolver().url_patterns  # load every page now, not while the first visitor waits
    gc.freeze()
    gc.enable()
    return application


def _migrate() -> None:
    from muster.store.schema import migrate_tables

    if tables() == "behind":
        migrate_tables()
    if (state := tables()) == "newer":
        raise Stop(NEWER)
    if state == "ahead":
        structlog.get_logger("muster").warning(AHEAD)


def _clean_up() -> None:
    from django.db import DatabaseError
    from django.utils import timezone

    from muster.store.cleanup import AT_START, clean_up, trusted_time

    with contextlib.suppress(DatabaseError):  # it can wait until the next start
        clean_up(trusted_time(timezone.now()), AT_START)


def _database_trouble(error: Exception) -> str:
    """A message for problems that people can fix; anything else is a bug and keeps its traceback."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError

    if isinstance(error, ImproperlyConfigured) and "psycopg" in str(error):
        return NO_DRIVER
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, DatabaseError):
        return f"The database cannot be used: {first}."
    if os.environ.get("DATABASE_URL") and isinstance(error, ValueError | ImproperlyConfigured):
        return "DATABASE_URL is not understood. It looks like postgres://user:password@host:5432/name."
    raise error


def _addresses(address: str, port: int, *, secure: bool) -> list[str]:
    """The addresses of the site: this machine first, then the local network."""
    from muster.web import config

    scheme = "https" if secure else "http"
    hosts = ["localhost", *config.lan_addresses()] if address in EVERYWHERE else [address]
    return [f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/" for host in hosts]


def _greeting(urls: list[str], folder: Path, certificate: "Certificate | None", qr: bool | None) -> list[str]:
    lines = [f"Muster is at {urls[0]}"]
    lines += [f"  on the local network: {url}" for url in urls[1:]]
    if sys.stdout.isatty() if qr is None else qr:
        lines.append(_qr(urls[-1]))
    database = "PostgreSQL (DATABASE_URL)" if os.environ.get("DATABASE_URL") else folder / "muster.sqlite3"
    lines += [f"Data folder: {folder}", f"Database: {database}", *_about_tls(certificate)]
    return [*lines, "Stop with Ctrl-C."]


def _about_tls(certificate: "Certificate | None") -> list[str]:
    if certificate is None:
        return [
            "Phones allow the camera and offline pages only over a secure connection: add --tls for those."
        ]
    if certificate.authority is None:
        return []
    return [
        "Browsers warn once about a home-made certificate. Phones keep offline pages only after installing:",
        f"  {certificate.authority}",
    ]


def _qr(url: str) -> str:
    import io

    import segno

    drawn = io.StringIO()
    segno.make(url, error="l").terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()


def _run(application: Any, at: "ListenAddress", workers: int, lines: list[str]) -> NoReturn:
    from muster.web.serving import server
    from muster.web.serving.workers import Workers

    def ready() -> None:
        for line in lines:
            click.echo(line)

    def serve(lifeline: int, listens: Callable[[], None]) -> None:
        server.run_server(application, at._replace(lifeline=lifeline), listens)

    if workers == 1:
        server.run_server(application, at, ready)
    Workers(serve, workers, ready).run()
