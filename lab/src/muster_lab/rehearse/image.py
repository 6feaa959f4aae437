"""`muster-lab rehearse image`: the image, built on a base of mmdebstrap, and run as the compose files run it.

It needs root, buildah and podman; storage, base and containers are its own and are removed. Where a machine
lets nobody set limits or has two cgroup trees, the containers run without limits, in a mount namespace.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click
from mkdocs.utils.yaml import yaml_load

from muster_lab import CHECKOUT
from muster_lab.rehearse.machines import free_ports, wait_until
from muster_lab.rehearse.new_machine.clean_root import make_base
from muster_lab.rehearse.releases import older_release

INSTALL: Final = "apt install mmdebstrap buildah podman qemu-user-static"
MOST_BYTES: Final = 480_000_000
SHOWN: Final = 12
STORAGE: Final = '[storage]\ndriver = "vfs"\ngraphroot = "{folder}/graph"\nrunroot = "{folder}/run"\n'
CONTAINERS: Final = (
    '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n'
    '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\n'
)
ONE_TREE: Final = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec "$@"'
USER: Final = 10001
FENCES: Final = """
id -u
grep -E 'CapEff|NoNewPrivs' /proc/self/status
touch /x /opt/muster/x
touch /data/x /tmp/x && rm /data/x
ls /x || true
"""


class Workshop:
    """buildah and podman with a storage of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "storage.conf").write_text(STORAGE.format(folder=folder))
        (folder / "containers.conf").write_text(CONTAINERS)
        settings = {
            "CONTAINERS_STORAGE_CONF": folder / "storage.conf",
            "CONTAINERS_CONF": folder / "containers.conf",
        }
        self.environment = os.environ | {name: str(path) for name, path in settings.items()}

    def runs(self, *words: object, fails: bool = False) -> str:
        """What a command says; it must succeed, or fail."""
        done = subprocess.run(  # noqa: S603
            [str(word) for word in words], env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if bool(done.returncode) is not fails:
            raise click.ClickException(f"{' '.join(map(str, words))}\n{(done.stdout + done.stderr)[-4000:]}")
        return done.stdout + (done.stderr if fails else "")

    def podman(self, *words: object, fails: bool = False) -> str:
        """Podman with one cgroup tree."""
        return self.runs("unshare", "--mount", "sh", "-c", ONE_TREE, "sh", "podman", *words, fails=fails)

    def base(self, tar: Path, name: str, arch: str) -> str:
        """A base image of a Debian in a tar file."""
        container = self.runs("buildah", "from", "--arch", arch, "scratch").strip()
        self.runs("buildah", "add", "--quiet", container, tar, "/")
        self.runs("buildah", "commit", "--quiet", container, name)
        self.runs("buildah", "rm", container)
        return name

    def build(self, base: str, name: str, arch: str) -> None:
        """The image, with this machine's way to its package registries."""
        shared = [
            f"--volume={path}:{path}:ro"
            for path in ("/etc/ssl/certs", "/etc/pip.conf")
            if Path(path).exists()
        ]
        self.runs(
            "buildah", "build", "--quiet", "--isolation=chroot", "--network=host", "--format=docker", *shared,
            f"--arch={arch}", f"--build-arg=BASE={base}", "--tag", name,
            "--file", CHECKOUT / "Containerfile", CHECKOUT,
        )  # fmt: skip

    def weights(self, name: str) -> tuple[int, list[tuple[str, int]]]:
        """Bytes of all files in an image, and of its heaviest parts."""
        container = self.runs("buildah", "from", name).strip()
        root = Path(self.runs("buildah", "mount", container).strip())
        try:
            (packages,) = root.glob("opt/muster/lib/python3*/site-packages")
            heaviest = {part.name: _bytes_in(part) for part in packages.iterdir()}
            parts = sorted(heaviest.items(), key=lambda part: -part[1])[:SHOWN]
            return _bytes_in(root), [("Debian and Python", _bytes_in(root) - _bytes_in(packages)), *parts]
        finally:
            self.runs("buildah", "rm", container)


def _bytes_in(place: Path) -> int:
    """Disk space of a file or folder."""
    done = subprocess.run(["du", "-s", "-B1", str(place)], capture_output=True, text=True, check=True)  # noqa: S603, S607
    return int(done.stdout.split()[0])


class Container:
    """The image, run with what `deploy/compose/sqlite.yml` gives it, on a loopback port."""

    def __init__(self, shop: Workshop, image: str, volume: Path) -> None:
        self.shop, self.image, self.volume = shop, image, volume
        (self.port,) = free_ports(1)
        composed = yaml_load((CHECKOUT / "deploy" / "compose" / "sqlite.yml").read_text())
        service: dict[str, Any] = composed["services"]["muster"]
        self.options = [
            "--network=host", "--cgroups=disabled", "--no-healthcheck", f"--volume={volume}:/data",
            *(["--read-only"] if service["read_only"] else []),
            *(f"--cap-drop={name}" for name in service["cap_drop"]),
            *(f"--security-opt={name}" for name in service["security_opt"]),
            *(f"--tmpfs={place}" for place in service["tmpfs"]),
        ]  # fmt: skip

    def start(self) -> None:
        """Start the server and wait for it."""
        serve = ["serve", "--host", "127.0.0.1", "--port", self.port, "--no-qr"]
        self.shop.podman("run", "--detach", "--replace", "--name=muster", *self.options, self.image, *serve)
        wait_until(lambda: bool(self.health()), "the container's server")

    def health(self) -> dict[str, Any]:
        """What `/health` answers; nothing while nobody does."""
        place = f"http://127.0.0.1:{self.port}/health"
        with suppress(OSError), urllib.request.urlopen(place, timeout=5) as answer:
            return dict(json.load(answer))
        return {}

    def muster(self, *words: object) -> str:
        """Another command on the volume, as `podman-compose run` does it."""
        return self.shop.podman("run", "--rm", *self.options, self.image, *words)

    def inside(self, command: str) -> str:
        """A command in the running container."""
        return self.shop.podman("exec", "muster", "sh", "-c", command)

    def stop(self) -> None:
        """Stop it as compose does; it must end by itself."""
        self.shop.podman("stop", "--time=15", "muster")
        if (code := self.shop.podman("wait", "muster").strip()) != "0":
            raise click.ClickException(f"The container ended with {code}.")


def expect(holds: bool, otherwise: str) -> None:
    """Something that must be so."""
    if not holds:
        raise click.ClickException(otherwise)


def try_fences(container: Container) -> None:
    """No root, no rights, nothing written but the volume and /tmp."""
    lines = container.inside(FENCES).split()
    expect(lines[0] == str(USER), f"It runs as {lines[0]}.")
    expect("0000000000000000" in lines and lines[lines.index("NoNewPrivs:") + 1] == "1", "It has rights.")
    expect("/x" not in lines, "Its root can be written.")


def old_data(folder: Path, volume: Path, before: str) -> None:
    """A small world made by an older release, with that release."""
    tree = folder / "before"
    tree.mkdir()
    older_release(tree, before)
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tree / "src"), "MUSTER_DATA": str(volume)}
    words = [sys.executable, "-c", "from muster.__main__ import main; main()", "demo"]
    subprocess.run(words, env=environment, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    for path in (volume, *volume.rglob("*")):
        os.chown(path, USER, USER)


def run_image(container: Container, say: Callable[[str], None]) -> None:
    """Upgrade an older release's data, serve it, restart, back up."""
    container.muster("upgrade", "--check")
    told = container.muster("upgrade", "--backup", "/data/before-upgrade.backup")
    expect("every log folds" in told and "is of Muster" in told, told)
    say("an older release's data, upgraded")
    container.start()
    try_fences(container)
    container.inside(
        f"sed s/8000/{container.port}/ /opt/muster/bin/muster-is-well >/tmp/well; python /tmp/well"
    )
    say(f"served without root or rights, on a read-only root: {container.health()}")
    container.inside("muster account create lena --link")
    container.stop()
    container.start()
    accounts = container.inside("muster account list")
    expect("lena" in accounts and "ann" in accounts, accounts)
    say("stopped and started again, with everything in its volume")
    told = container.inside("muster backup /data/night.backup && muster audit --logs")
    expect("all fold, and every stored total agrees" in told, told)
    container.stop()
    say("backed up and audited")


@click.command("image")
@click.option(
    "--base", type=click.Path(path_type=Path), help="A Debian made by mmdebstrap (tar); kept if there."
)
@click.option("--arch", default="amd64", show_default=True, help="arm64 needs qemu-user-static.")
@click.option("--before", default="", help="The commit whose data is upgraded. Default: the last release.")
def command(base: Path | None, arch: str, before: str) -> None:
    """Build the image and run it: volume, restart, upgrade of an older release's data, weight, fences."""
    lacking = [name for name in ("mmdebstrap", "buildah", "podman") if shutil.which(name) is None]
    if lacking:
        raise click.ClickException(f"{', '.join(lacking)} not found. On Debian: {INSTALL}.")
    began = time.monotonic()

    def say(words: str) -> None:
        click.echo(f"{time.monotonic() - began:6.1f} s  {words}")

    with tempfile.TemporaryDirectory(prefix="muster-image-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        shop, tar, volume = Workshop(folder), base or folder / "base.tar", folder / "volume"
        volume.mkdir()
        make_base(tar, arch=arch)
        shop.build(shop.base(tar, "localhost/base", arch), "localhost/muster", arch)
        total, parts = shop.weights("localhost/muster")
        say(f"built for {arch}: {total / 1e6:,.0f} MB unpacked")
        for part, size in parts:
            click.echo(f"{size / 1e6:>14,.0f} MB  {part}")
        expect(total <= MOST_BYTES, "The image is too heavy.")
        old_data(folder, volume, before)
        try:
            run_image(Container(shop, "localhost/muster", volume), say)
        finally:
            with suppress(click.ClickException):
                shop.podman("rm", "--force", "--all")
