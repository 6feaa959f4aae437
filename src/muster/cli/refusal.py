"""How refusals appear in the terminal: the sentence on stderr, or JSON, and exit code 2."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, NoReturn

import click

from muster.rules.messages import as_values, explain, remedy
from muster.rules.violations import Refused, Violation


def wrap_text(sentences: str, first: str, rest: str) -> str:
    """Indented and wrapped sentences; no word is split at the end of a line."""
    return click.wrap_text(sentences, get_terminal_size().columns, first, rest)


def violations_as_json(violations: Iterable[Violation]) -> list[dict[str, Any]]:
    """The violations with their sentences."""
    return [as_values(violation) for violation in violations]


def exit_with_refusal(refused: Refused, as_json: bool) -> NoReturn:
    """Print the refusal and exit with code 2."""
    if as_json:
        click.echo(json.dumps({"violations": violations_as_json(refused.violations)}, ensure_ascii=False))
    for violation in () if as_json else refused.violations:
        click.echo(f"{explain(violation)} {remedy(violation)}".strip(), err=True)
    raise SystemExit(2)


class Refusing(click.Command):
    """A command that prints refusals; with `--json` as JSON."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and exit with code 2 if it refuses."""
        try:
            return super().invoke(ctx)
        except Refused as refused:
            exit_with_refusal(refused, bool(ctx.params.get("as_json")))


def read_file(file: str, most: int, unusable: Callable[[str], Refused]) -> bytes:
    """The content of a file, or of standard input for `-`; reads at most one byte more than the maximum."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(most + 1)
        with Path(file).open("rb") as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as problem:
        raise unusable(getattr(problem, "strerror", None) or "there can be no such file") from None


def write_file(file: str, raw: bytes, unusable: Callable[[str], Refused]) -> None:
    """Write to a file, or to standard output for `-`."""
    try:
        if file == "-":
            sys.stdout.buffer.write(raw)
            sys.stdout.buffer.flush()
        else:
            Path(file).write_bytes(raw)
    except (OSError, ValueError) as problem:
        raise unusable(getattr(problem, "strerror", None) or "there can be no such file") from None
