"""Reintroduces fixed bugs one by one in a copy of the program: their tests must turn red.

`muster-lab faults mended` tries every fault in `mended.toml`, prints what happened to each, and then lists
those that no test noticed. `--only WORDS` tries those whose claim, file or tests contain the words, `--from
CLAIM` resumes at one. First every test runs unchanged: one that is red anyway notices nothing. A test that
hangs without the fix has noticed as well. The checkout is left alone. Each fault runs in a fresh process,
so all of them take half an hour.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import click

from muster_lab import CHECKOUT
from muster_lab.faults.listing import LISTS, Fault, faults

RED, GREEN = 1, 0
LONGEST, LONGEST_OF_ALL = 120, 3600
"""What pytest answers where a test failed, and where none did; seconds that one fault may take, and all tests
without any."""


class Copy:
    """A copy of the program next to the checkout; the tests import this copy."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        kept = shutil.ignore_patterns("__pycache__", ".*", "node_modules")
        shutil.copytree(CHECKOUT, folder, ignore=kept, dirs_exist_ok=True)

    def run_tests(self, tests: Iterable[str], longest: float = LONGEST) -> int:
        """Run these tests and return pytest's exit code. No byte code is written: a file changed twice
        within a second would look unchanged."""
        sources = os.pathsep.join(str(self.root / folder) for folder in ("src", "lab/src"))
        place = {"PYTHONPATH": sources, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-x", "-p", "no:cacheprovider", *tests]
        with tempfile.TemporaryFile() as output:
            try:
                done = subprocess.run(  # noqa: S603 - our own tests
                    command, cwd=self.root, env=os.environ | place, stdout=output, stderr=output,
                    timeout=longest, stdin=subprocess.DEVNULL, check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                return RED
        return done.returncode

    def without(self, fault: Fault) -> int:
        """Run the fault's tests with its fix removed."""
        file = self.root / fault.file
        whole = file.read_text()
        file.write_text(fault.brought_back(whole))
        try:
            return self.run_tests(fault.tests)
        finally:
            file.write_text(whole)


@click.command("faults")
@click.argument("listing", type=click.Choice(LISTS))
@click.option("--only", multiple=True, help="Try the faults that hold these words; may be repeated.")
@click.option("--from", "first", default="", help="Begin with this claim.")
def command(listing: str, only: tuple[str, ...], first: str) -> None:
    """Bring mended faults back one by one in a copy of the program: their tests must turn red."""
    every = faults(listing)
    begin = next((place for place, fault in enumerate(every) if fault.claim.startswith(first)), 0)
    wanted = [fault for fault in every[begin:] if not only or any(map(fault.holds, only))]
    with tempfile.TemporaryDirectory(prefix="muster-faults-") as folder:
        copy, tests = Copy(Path(folder)), sorted({test for fault in wanted for test in fault.tests})
        if copy.run_tests(tests, LONGEST_OF_ALL) != GREEN:
            click.echo(f"not every test is green as the program is: run {' '.join(tests)}")
            raise SystemExit(1)
        missed = report_unnoticed([(fault, try_fault(copy, fault)) for fault in wanted])
    raise SystemExit(1 if missed else 0)


def try_fault(copy: Copy, fault: Fault) -> str:
    """Reintroduce a fault and print what its tests say as soon as that is known."""
    began = time.monotonic()
    found = {RED: "red", GREEN: "STAYS GREEN"}.get(copy.without(fault), "CANNOT BE RUN")
    click.echo(f"{found:<14}{time.monotonic() - began:>4.0f} s  {fault.claim}")
    return found


def report_unnoticed(found: list[tuple[Fault, str]]) -> list[Fault]:
    """The faults that no test noticed, printed at the end."""
    missed = [fault for fault, what in found if what != "red"]
    click.echo(f"{len(found)} faults brought back, {len(found) - len(missed)} noticed")
    for fault in missed:
        click.echo(f"not noticed: {fault.claim} ({fault.file}): {', '.join(fault.tests)}")
    return missed
