"""What the environment decides: where data lies, which database, which hosts, how mail goes out."""

import os
import secrets
import socket
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import platformdirs

# What PostgreSQL's client library is told: seconds, but for the last, which is in milliseconds.
SILENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def data_folder() -> Path:
    """The folder for the database and the server's secrets: MUSTER_DATA, else the user's data folder."""
    chosen = os.environ.get("MUSTER_DATA")
    folder = Path(chosen) if chosen else Path(platformdirs.user_data_dir("muster", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def templates_folder() -> Path:
    """Where compiled templates are kept: MUSTER_TEMPLATES, else a folder beside the database."""
    chosen = os.environ.get("MUSTER_TEMPLATES")
    return Path(chosen) if chosen else data_folder() / "templates"


def secret_key() -> str:
    """The signing key: MUSTER_SECRET_KEY, else one made on first start and kept beside the database."""
    if given := os.environ.get("MUSTER_SECRET_KEY"):
        return given
    path = data_folder() / "secret.key"
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(50))
    return path.read_text().strip()


def _write_once(path: Path, text: str) -> None:
    """Two processes starting together must agree on one key: whoever creates the file first wins."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w") as file:
        file.write(text)


@cache
def lan_addresses() -> tuple[str, ...]:
    """The addresses under which other machines on the local network may reach this one."""
    found = {info[4][0] for info in _resolve(socket.gethostname()) if isinstance(info[4][0], str)}
    # Asking the kernel which address it would use sends no packet, and works where the host name is unknown.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.add(probe.getsockname()[0])
        except OSError:
            pass
    return tuple(sorted(a for a in found if ":" not in a and not a.startswith("127.") and a != "0.0.0.0"))  # noqa: S104


def _resolve(host: str) -> list[tuple]:  # type: ignore[type-arg]
    try:
        return socket.getaddrinfo(host, None)
    except OSError:
        return []


def allowed_hosts() -> list[str]:
    """Names this server answers to: this machine, its local addresses, and MUSTER_HOSTS."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *lan_addresses(), *given_hosts()]


def given_hosts() -> list[str]:
    """The names in MUSTER_HOSTS."""
    return [h.strip() for h in os.environ.get("MUSTER_HOSTS", "").split(",") if h.strip()]


def public_address(port: int = 8000) -> str:
    """Where people reach this server, for links that leave it: MUSTER_ADDRESS, else the first name given,
    else the local network's. Never what a request says: a stranger could have the link point elsewhere."""
    if given := os.environ.get("MUSTER_ADDRESS"):
        if urlsplit(given).scheme not in ("http", "https") or not urlsplit(given).hostname:
            raise ValueError("MUSTER_ADDRESS")
        return given.rstrip("/")
    scheme = "https" if os.environ.get("MUSTER_SECURE") == "1" else "http"
    names = [host for host in given_hosts() if not host.startswith((".", "*"))]
    usual = {"https": 443, "http": 80}[scheme] == port
    return f"{scheme}://{(*names, *lan_addresses(), 'localhost')[0]}{'' if usual else f':{port}'}"


def link(name: str) -> str:
    """A link that the server's owner gives: an address of the web, or of mail; empty without one."""
    given = os.environ.get(name, "").strip()
    if given and urlsplit(given).scheme not in ("http", "https", "mailto"):
        if "@" not in given:
            raise ValueError(name)
        return f"mailto:{given}"
    return given


def api_origins() -> frozenset[str]:
    """The sites whose pages may call the API from a browser: MUSTER_API_ORIGINS, such as
    https://club.example,https://stats.example, or * for all; none without it."""
    given = {origin.strip().rstrip("/") for origin in os.environ.get("MUSTER_API_ORIGINS", "").split(",")}
    for origin in given - {"", "*"}:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query:
            raise ValueError("MUSTER_API_ORIGINS")
    return frozenset(given - {""})


def hsts_seconds() -> int:
    """How long browsers insist on TLS here: MUSTER_HSTS, else a year where the site is secure."""
    usual = 60 * 60 * 24 * 365 if os.environ.get("MUSTER_SECURE") == "1" else 0
    return int(os.environ.get("MUSTER_HSTS") or usual)


class Mail(NamedTuple):
    """The server that takes our mail, and how it is spoken to."""

    host: str
    port: int
    user: str
    password: str
    tls: bool  # from the first byte
    starttls: bool  # after a greeting


def mail(address: str) -> Mail:
    """What MUSTER_MAIL_URL says, such as smtp://user:password@host:587 or smtps://user%40club:word@host.
    Port 587 begins in the clear and turns to TLS; `smtps` speaks nothing else, at port 465 unless told."""
    url = urlsplit(address)
    port = url.port or (465 if url.scheme == "smtps" else 587)
    starttls = port == 587
    user, password = unquote(url.username or ""), unquote(url.password or "")
    return Mail(
        url.hostname or "localhost", port, user, password, url.scheme == "smtps" and not starttls, starttls
    )
