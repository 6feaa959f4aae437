"""Brings faults that were mended back, one by one, in a copy of the program: their tests must turn red.

`python -m tests.faults mended` tries every fault of `mended.toml` and prints what happened to each, then
which ones nobody noticed. `--only WORDS` tries those whose claim, file or tests have them, `--from CLAIM`
goes on from one. First every test is tried as it is: one that is red anyway notices nothing. A test that
hangs without the mend has noticed, too. The checkout is left alone. Each fault has a program of its own, so
that all of them take half an hour.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.faults.listing import ROOT, Fault, faults

RED, GREEN = 1, 0
LONGEST, LONGEST_OF_ALL = 120, 3600
"""What pytest answers where a test failed, and where none did; seconds that one fault may take, and all tests
without any."""


class Copy:
    """The program beside the checkout: what is changed here is what the tests find."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        kept = shutil.ignore_patterns("__pycache__", ".*", "node_modules")
        shutil.copytree(ROOT, folder, ignore=kept, dirs_exist_ok=True)

    def tested(self, tests: Iterable[str], longest: float = LONGEST) -> int:
        """What pytest says to these tests. No byte code is kept: a file changed twice in a second is read."""
        place = {"PYTHONPATH": f"{self.root / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-x", "-p", "no:cacheprovider", *tests]
        with tempfile.TemporaryFile() as said:
            try:
                done = subprocess.run(
                    command, cwd=self.root, env=os.environ | place, stdout=said, stderr=said, timeout=longest,
                    stdin=subprocess.DEVNULL, check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                return RED
        return done.returncode

    def without(self, fault: Fault) -> int:
        """What the tests say while the mend is taken out."""
        file = self.root / fault.file
        whole = file.read_text()
        file.write_text(fault.brought_back(whole))
        try:
            return self.tested(fault.tests)
        finally:
            file.write_text(whole)


def main(given: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("listing", help="the name of a list beside this program")
    parser.add_argument(
        "--only", action="append", default=[], help="try the faults that hold these words; may be repeated"
    )
    parser.add_argument("--from", dest="first", default="", help="begin with this claim")
    asked = parser.parse_args(None if given is None else list(given))
    every = faults(asked.listing)
    begin = next((place for place, one in enumerate(every) if one.claim.startswith(asked.first)), 0)
    wanted = [one for one in every[begin:] if not asked.only or any(map(one.holds, asked.only))]
    with tempfile.TemporaryDirectory(prefix="muster-faults-") as folder:
        copy, tests = Copy(Path(folder)), sorted({test for one in wanted for test in one.tests})
        if copy.tested(tests, LONGEST_OF_ALL) != GREEN:
            print("not every test is green as the program is: run", *tests)
            return 1
        return _told([(one, _tried(copy, one)) for one in wanted])


def _tried(copy: Copy, fault: Fault) -> str:
    began = time.monotonic()
    found = {RED: "red", GREEN: "STAYS GREEN"}.get(copy.without(fault), "CANNOT BE RUN")
    print(f"{found:<14}{time.monotonic() - began:>4.0f} s  {fault.claim}", flush=True)
    return found


def _told(found: list[tuple[Fault, str]]) -> int:
    missed = [fault for fault, what in found if what != "red"]
    print(f"{len(found)} faults brought back, {len(found) - len(missed)} noticed")
    for fault in missed:
        print(f"not noticed: {fault.claim} ({fault.file}): {', '.join(fault.tests)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
