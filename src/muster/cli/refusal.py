"""How a refusal is told in the terminal: the sentence on stderr, or as JSON, and exit code 2."""

import json
from collections.abc import Iterable
from typing import Any, NoReturn

import click

from muster.rules.messages import explain, remedy, told
from muster.rules.violations import Refused, Violation


def violations_as_json(violations: Iterable[Violation]) -> list[dict[str, Any]]:
    """The violations with their sentences."""
    return [told(violation) for violation in violations]


def leave(refused: Refused, as_json: bool) -> NoReturn:
    """Say what was refused and end with exit code 2."""
    if as_json:
        click.echo(json.dumps({"violations": violations_as_json(refused.violations)}, ensure_ascii=False))
    for violation in () if as_json else refused.violations:
        click.echo(f"{explain(violation)} {remedy(violation)}".strip(), err=True)
    raise SystemExit(2)
