"""`muster-lab rehearse club`: docs/operators/club.md, typed word for word into a clean Debian."""

import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import click

from muster_lab import CHECKOUT
from muster_lab.rehearse.new_machine.clean_root import CleanRoot, clean_machine, make_base
from muster_lab.rehearse.releases import build_wheel, next_release

PAGE: Final = CHECKOUT / "docs" / "operators" / "club.md"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
CONTAINERS: Final = "In containers"
CHANGES: Final = {
    # No authority outside can be asked here, so Caddy is its own.
    "muster.example.org {\n": "muster.example.org {\n\ttls internal\n",
}
FIRST, LATER = "lena", "han"


class Block(NamedTuple):
    """Commands of the page, and the heading that they stand under."""

    heading: str
    text: str


def read_blocks(page: str) -> list[Block]:
    """The page's commands in order."""
    found = []
    for chapter in re.split(r"^## ", page, flags=re.M)[1:]:
        heading = chapter.partition("\n")[0]
        found += [Block(heading, text) for text in BLOCK.findall(chapter)]
    return found


class Club:
    """A machine on which the page is followed, and what its people find there."""

    def __init__(self, root: CleanRoot, say: Callable[[str], None]) -> None:
        self.root, self.say = root, say

    def follow(self, block: Block) -> str:
        """Type a block."""
        text = block.text
        for old, new in CHANGES.items():
            text = text.replace(old, new)
        began = time.monotonic()
        told = self.root.run(text)
        self.say(f"{block.heading}: {len(text.splitlines())} lines, {time.monotonic() - began:.0f} s")
        return told

    def expect(self, *handles: str) -> None:
        """Pages answer over TLS, and these are the accounts."""
        front = self.root.run(
            "curl -fsS --retry 60 --retry-delay 1 --retry-all-errors https://muster.example.org/"
        )
        if "<title>" not in front:
            raise click.ClickException("The first page is none.")
        found = {
            line.split()[0] for line in self.root.run("muster account list").splitlines() if line.strip()
        }
        if found & {FIRST, LATER} != set(handles):
            raise click.ClickException(f"The accounts are {found}, not {handles}.")
        self.say(f"    over TLS, with {', '.join(handles)}")


def follow_page(club: Club, blocks: list[Block], new_version: Callable[[], object]) -> None:
    """Every block outside containers, with what must be true after it."""
    after: dict[str, tuple[str, ...]] = {
        "5. The first admin": (FIRST,),
        "6. A backup every night": (FIRST,),
        "7. Upgrade": (FIRST,),
        "9. Restore": (FIRST,),
        "10. Move to PostgreSQL": (FIRST,),
    }
    ways_back = 0
    for block in blocks:
        if block.heading == CONTAINERS:
            continue
        if block.heading == "7. Upgrade":
            new_version()
        club.follow(block)
        if block.heading == "7. Upgrade":
            club.root.run(f"muster account create {LATER} --link")
        if block.heading == "8. The way back":
            ways_back += 1
            club.expect(*((FIRST, LATER) if ways_back == 1 else (FIRST,)))
        elif block.heading in after:
            club.expect(*(after[block.heading] + ((LATER,) if block.heading == "7. Upgrade" else ())))


@click.command("club")
@click.option(
    "--base", type=click.Path(path_type=Path), help="A Debian made by mmdebstrap (tar); kept if there."
)
@click.option("--log", type=click.Path(path_type=Path), help="Keep what was said in this file.")
def command(base: Path | None, log: Path | None) -> None:
    """Follow "Run it for your club" on a new machine. Needs root and mmdebstrap; takes about five minutes."""
    began = time.monotonic()

    def say(words: str) -> None:
        click.echo(f"{time.monotonic() - began:6.1f} s  {words}")

    with tempfile.TemporaryDirectory(prefix="muster-club-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        tree, wheels = folder / "next", folder / "wheels"
        tree.mkdir()
        wheels.mkdir()
        today, coming = build_wheel(CHECKOUT, wheels), build_wheel(next_release(tree), wheels)
        base = base or folder / "base.tar"
        make_base(base)
        say("a clean Debian, and the wheels of this version and of one after it")
        with clean_machine(folder / "root", base) as root:
            offered = folder / "root" / "srv" / "wheels"
            offered.mkdir()
            (offered / today.name).write_bytes(today.read_bytes())
            try:
                follow_page(
                    Club(root, say),
                    read_blocks(PAGE.read_text()),
                    lambda: (offered / coming.name).write_bytes(coming.read_bytes()),
                )
            finally:
                if log:
                    log.write_text(
                        "".join(file.read_text() for file in (folder / "root/var/log").glob("stand-in/*"))
                    )
        say("the whole page")
