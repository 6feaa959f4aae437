"""`muster-lab rehearse hosts`: a database host and an app host, typed word for word from deploy/README.md.

Both are the same clean Debian 12, on addresses of its own loopback network; the members of etcd on the other
database host and on the witness run beside them. What the hosts do when something dies is for `muster-lab
rehearse cluster` to show: it needs no package to be installed.
"""

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from muster_lab import CHECKOUT
from muster_lab.rehearse.new_machine.clean_root import clean_machine, make_base
from muster_lab.rehearse.releases import build_wheel

PAGE: Final = CHECKOUT / "deploy" / "README.md"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
SUITE: Final = "bookworm"  # the page is for Debian 12
OWN: Final = (
    ("10.0.0.", "127.0.0."),
    ("change-me", "only-for-a-rehearsal"),
    ("maxconn 20000", "maxconn 2000"),
)
"""What the page says to put in: addresses and secrets; and as many lines as any machine may open."""
MEMBERS: Final = {"db2": "127.0.0.22", "witness": "127.0.0.23"}
QUIET: Final = "#!/bin/sh\nexit 101\n"
WELL: Final = """
for _ in $(seq 300); do
    nsenter --net=/run/muster.net {ask} && exit 0
    sleep 0.5
done
exit 1
"""
ON_LINES: Final = """
cd /
runuser -u postgres -- psql -XAtc "SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_ssl
    JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL AND usename = 'muster'"
"""
IN_THE_CLEAR: Final = """
export PGPASSWORD=only-for-a-rehearsal
place="host=127.0.0.21 user=muster dbname=muster sslmode=disable"
nsenter --net=/run/muster.net psql "$place" -c "SELECT 1" 2>&1 || true
"""
SITE: Final = "-subj /CN=muster.example.org -addext subjectAltName=DNS:muster.example.org"


def read_blocks(page: str) -> list[str]:
    """The commands of a database host, and those of an app host."""
    return BLOCK.findall(page)


def with_own(text: str) -> str:
    """With addresses and secrets of one's own."""
    for example, own in OWN:
        text = text.replace(example, own)
    return text


def prepare_checkout(place: Path) -> None:
    """A checkout as root has it on a host, with its certificates, and the settings edited."""
    shutil.copytree(CHECKOUT / "deploy", place / "deploy")
    for file in (place / "deploy").rglob("*"):
        if file.is_file():
            file.write_text(with_own(file.read_text()))
    made = place / "certificates"
    maker = place / "deploy" / "db" / "make-certificates"
    subprocess.run([maker, made, "127.0.0.21", *MEMBERS.values()], check=True)  # noqa: S603
    for name, whose in (("ca.crt", "ca.crt"), ("host.crt", "127.0.0.21.crt"), ("host.key", "127.0.0.21.key")):
        shutil.copy(made / whose, place / name)
    key, crt = place / "site.key", place / "site.crt"
    words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 {SITE}"
    subprocess.run(["openssl", *words.split(), "-keyout", key, "-out", crt], check=True, capture_output=True)  # noqa: S603, S607
    (place / "muster.pem").write_text(crt.read_text() + key.read_text())


def start_members(place: Path, root: Path, run: Callable[[str], str]) -> None:
    """etcd on the other database host and on the witness, set up from the same file."""
    settings = (root / "etc/default/etcd").read_text()
    for name, address in MEMBERS.items():
        own = "".join(_moved(line, name, address) for line in settings.splitlines(keepends=True))
        own = own.replace("/etc/etcd/", f"/etc/etcd-{name}/") + f"ETCD_DATA_DIR=/var/lib/etcd/{name}\n"
        (root / f"etc/default/etcd-{name}").write_text(own)
        unit = (root / "lib/systemd/system/etcd.service").read_text()
        (root / f"etc/systemd/system/etcd-{name}.service").write_text(unit)
        keys = root / f"etc/etcd-{name}"
        keys.mkdir()
        for end in ("crt", "key"):
            shutil.copy(place / "certificates" / f"{address}.{end}", keys / f"host.{end}")
        shutil.copy(place / "ca.crt", keys / "ca.crt")
        run(f"chown -R etcd /etc/etcd-{name} && systemctl start etcd-{name}")


def _moved(line: str, name: str, address: str) -> str:
    """A line of a member's settings for another one."""
    if line.startswith("ETCD_NAME="):
        return f"ETCD_NAME={name}\n"
    if line.startswith("ETCD_INITIAL_CLUSTER="):
        return line
    if line.startswith("ETCD_LISTEN_METRICS_URLS="):
        return ""
    return line.replace(",https://127.0.0.1:2379", "").replace("127.0.0.21", address)


def follow(place: Path, root: Path, run: Callable[[str], str], say: Callable[[str], None]) -> None:
    """Type both blocks, and look after each what must be true."""
    database, app = read_blocks(PAGE.read_text())
    etcd, _, patroni = database.partition("\n\n")

    def type_in(text: str) -> None:
        run(f"cd /srv/checkout\n{with_own(text)}")

    def await_answer(*ask: str) -> None:
        run(WELL.format(ask=f"/usr/bin/curl -fsS -o /dev/null {' '.join(ask)} 2>/dev/null"))

    type_in(etcd)
    start_members(place, root, run)
    await_answer("http://127.0.0.1:2381/health")
    say("etcd, with three members")
    type_in(patroni)
    await_answer("http://127.0.0.21:8008/primary")
    run("systemctl start muster-base-backup && ls /srv/muster-archive/base/*Z")
    say("Patroni: a primary, and a base backup of it")
    type_in(app)
    site = "--cacert /srv/checkout/site.crt --resolve muster.example.org:443:127.0.0.1"
    await_answer(site, "https://muster.example.org/health")
    count, secure = map(int, run(ON_LINES).split("|"))
    if not count or count != secure:
        raise click.ClickException(f"{secure} of {count} lines to the database speak TLS.")
    if "no encryption" not in (answer := run(IN_THE_CLEAR)):
        raise click.ClickException(f"A line in the clear was not refused: {answer}")
    say(
        f"the site answers over TLS; so do all {count} lines to the database, and one in the clear is refused"
    )


@click.command("hosts")
@click.option(
    "--base", type=click.Path(path_type=Path), help="A Debian 12 made by mmdebstrap (tar); kept if there."
)
def command(base: Path | None) -> None:
    """Type deploy/README.md on new hosts. Needs root, mmdebstrap and openssl; takes about five minutes."""
    began = time.monotonic()

    def say(words: str) -> None:
        click.echo(f"{time.monotonic() - began:6.1f} s  {words}")

    with tempfile.TemporaryDirectory(prefix="muster-hosts-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        base = base or folder / "base.tar"
        make_base(base, SUITE)
        with clean_machine(folder / "root", base) as machine:
            machine.write_program("usr/sbin/policy-rc.d", QUIET)  # what the page enables is what starts
            offered, place = folder / "root/srv/wheels", folder / "root/srv/checkout"
            offered.mkdir()
            build_wheel(CHECKOUT, offered)
            place.mkdir()
            prepare_checkout(place)
            say("a clean Debian 12 with a checkout")
            try:
                follow(place, folder / "root", machine.run, say)
            except click.ClickException as error:
                logs = sorted((folder / "root/var/log/stand-in").glob("*"))
                told = "".join(f"== {log.name}\n{log.read_text()[-1500:]}" for log in logs)
                raise click.ClickException(f"{error.message}\n{told}") from error
    say("both hosts")
