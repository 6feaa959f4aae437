"""A clean Debian in a folder, made by mmdebstrap, in which commands are typed as on a new machine.

It has no systemd: a stand-in starts the units, with their user, their settings and those of their fences
that need no systemd (no privileges, no memory that is written and run). What listens does so in a network of
its own.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import click

SUITE: Final = "trixie"
MOUNTS: Final = ("proc", "dev")
NET: Final = "run/muster.net"
STAND_IN: Final = Path(__file__).with_name("stand_in_systemctl.py")
LOOPBACK_UP: Final = """
import fcntl, socket, struct, time
with socket.socket() as line:
    fcntl.ioctl(line, 0x8914, struct.pack("16sh", b"lo", 1))
print("up", flush=True)
time.sleep(86400)
"""
CURL: Final = """#!/bin/sh
root=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
case "$*" in *https://*)
    for _ in $(seq 60); do [ -e $root ] && break; sleep 0.5; done
    set -- --cacert $root "$@" ;;
esac
exec nsenter --net=/run/muster.net /usr/bin/curl --resolve muster.example.org:443:127.0.0.1 "$@"
"""


def make_base(file: Path, suite: str = SUITE, arch: str = "") -> None:
    """A minimal Debian in a tar file; kept where it is there already."""
    if file.exists():
        return
    if shutil.which("mmdebstrap") is None:
        raise click.ClickException("mmdebstrap was not found. On Debian: apt install mmdebstrap.")
    words = ["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", suite, str(file)]
    subprocess.run(words + ([f"--arch={arch}"] if arch else []), check=True)  # noqa: S603


class CleanRoot:
    """A Debian in a folder, and a network for what listens in it."""

    def __init__(self, folder: Path, base: Path) -> None:
        self.folder = folder
        folder.mkdir()
        subprocess.run(["tar", "-xf", str(base), "-C", str(folder)], check=True)  # noqa: S603, S607
        self._registry_settings()
        self.write_program("usr/local/bin/systemctl", STAND_IN.read_text())
        self.write_program("usr/local/bin/curl", CURL)
        self.write_program("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 0\n")  # packages start what has no unit
        self._network = subprocess.Popen(  # noqa: S603
            ["unshare", "--net", sys.executable, "-c", LOOPBACK_UP],  # noqa: S607
            stdout=subprocess.PIPE,
        )
        if self._network.stdout is not None:
            self._network.stdout.readline()
        for name in MOUNTS:
            self._mount("--rbind", f"/{name}", name)
        (folder / NET).touch()
        self._mount("--bind", f"/proc/{self._network.pid}/ns/net", NET)

    def _registry_settings(self) -> None:
        """How this machine reaches its package registries."""
        for name in ("etc/pip.conf", "etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
            if Path("/", name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path("/", name), self.folder / name)

    def write_program(self, name: str, text: str) -> None:
        """A program of the rehearsal in place of the machine's."""
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o755)

    def _mount(self, how: str, source: str, name: str) -> None:
        subprocess.run(["mount", how, source, str(self.folder / name)], check=True)  # noqa: S603, S607

    def run(self, text: str) -> str:
        """Type a block of commands; every one of them must succeed."""
        done = subprocess.run(  # noqa: S603
            ["chroot", str(self.folder), "/usr/bin/env", "-i", *self._environment(), "sh", "-e", "-c", text],  # noqa: S607
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise click.ClickException(f"Exit code {done.returncode} from:\n{text}\n{done.stdout[-4000:]}")
        return done.stdout

    def _environment(self) -> list[str]:
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return [f"PATH={path}", "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
                "PIP_FIND_LINKS=/srv/wheels", "PIP_ROOT_USER_ACTION=ignore"]  # fmt: skip

    def close(self) -> None:
        """End what runs in it, and leave no mount behind."""
        for process in self._processes():
            with suppress(ProcessLookupError):
                process.kill()
        for name in (NET, *MOUNTS):
            subprocess.run(["umount", "--recursive", "--lazy", str(self.folder / name)], check=False)  # noqa: S603, S607
        self._network.kill()
        self._network.communicate()

    def _processes(self) -> list["_Process"]:
        """Whatever has this folder as its root."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if Path(place / "root").readlink() == self.folder.resolve():
                    found.append(_Process(int(place.name)))
        return found


@contextmanager
def clean_machine(folder: Path, base: Path) -> Iterator[CleanRoot]:
    """A clean root that is taken down whatever happens."""
    root = CleanRoot(folder, base)
    try:
        yield root
    finally:
        root.close()


class _Process(int):
    """A process by its number."""

    def kill(self) -> None:
        import os
        import signal

        os.kill(self, signal.SIGKILL)
