"""`muster coverage`: which rules are proven by a test, which are shown to people, which have no home yet."""

from collections.abc import Collection, Iterable
from pathlib import Path

import click
import msgspec

import muster
from muster.cli.coverage.claims import Findings, read_checkout
from muster.cli.coverage.rule_pages import write_pages
from muster.rules.reference import Document, Rule, Tag, documents, rules

COLUMNS = ("total", "proven", "shown", "missing")


class Count(msgspec.Struct, frozen=True):
    """How far a group of rules has come. A rule may be both proven and shown; `missing` ones have no home."""

    total: int
    proven: int
    shown: int
    missing: tuple[int, ...]

    @property
    def figures(self) -> tuple[int, ...]:
        return (self.total, self.proven, self.shown, len(self.missing))


class DocumentCount(msgspec.Struct, frozen=True):
    """The count of one document, as a whole and by tag."""

    document: Document
    whole: Count
    by_tag: dict[Tag, Count]


@click.command("coverage")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--missing", is_flag=True, help="List the rules that have no home yet.")
@click.option("--document", "only", type=click.Choice([d.id for d in documents()]), help="One document only.")
@click.option(
    "--write-docs", is_flag=True, help="Write docs/reference/rules.md and rulings.md from the data."
)
@click.option(
    "--checkout",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The checkout to read, if not the one Muster runs from.",
)
def command(as_json: bool, missing: bool, only: str | None, write_docs: bool, checkout: Path | None) -> None:
    """Count, per document, the rules that a test proves, that the app shows, and that are missing.

    A rule to enforce has a home only when a test carries its number; information and table guidance also when
    the app shows it where the decision is made.
    """
    root = checkout or Path(muster.__file__).parents[2]
    _require_tests(root)
    if write_docs:
        click.echo("\n".join(f"Wrote {path}." for path in write_pages(root)))
        return
    findings = read_checkout(root, (rule.number for rule in rules()))
    counts = [count_document(d, findings) for d in documents() if only in (None, d.id)]
    click.echo(_as_json(counts, findings) if as_json else _as_text(counts, missing))
    _fail_on(findings.problems)


def count_document(document: Document, findings: Findings) -> DocumentCount:
    """Counts of one document."""
    found = rules(document.id)
    by_tag = {tag: count([rule for rule in found if rule.tag is tag], findings) for tag in Tag}
    return DocumentCount(document, count(found, findings), {t: c for t, c in by_tag.items() if c.total})


def count(found: Collection[Rule], findings: Findings) -> Count:
    """Counts of any rules: how many are proven, how many shown, and which have no home."""
    numbers = {rule.number for rule in found}
    homeless = tuple(rule.number for rule in found if not has_home(rule, findings))
    return Count(len(numbers), len(numbers & findings.proven), len(numbers & findings.shown), homeless)


def has_home(rule: Rule, findings: Findings) -> bool:
    """Proven by a test; or, for what is only there to be read, shown."""
    return rule.number in findings.proven or (rule.tag.is_for_reading and rule.number in findings.shown)


def _require_tests(root: Path) -> None:
    if not ((root / "tests").is_dir() and (root / "pyproject.toml").is_file()):
        raise click.UsageError(
            "There are no tests here to read: coverage needs a checkout of Muster; name one with --checkout."
        )


def _fail_on(problems: Collection[str]) -> None:
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise SystemExit(1)


def _total(counts: Iterable[DocumentCount]) -> Count:
    wholes = [c.whole for c in counts]
    return Count(
        sum(w.total for w in wholes),
        sum(w.proven for w in wholes),
        sum(w.shown for w in wholes),
        tuple(number for w in wholes for number in w.missing),
    )


def _as_json(counts: list[DocumentCount], findings: Findings) -> str:
    listed = [_document_json(c) for c in counts]
    answer = {"documents": listed, **msgspec.to_builtins(_total(counts)), "problems": findings.problems}
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()


def _document_json(counted: DocumentCount) -> dict[str, object]:
    tags = {tag: dict(zip(COLUMNS, c.figures, strict=True)) for tag, c in counted.by_tag.items()}
    name = {"id": counted.document.id, "name": counted.document.name}
    return {**name, **msgspec.to_builtins(counted.whole), "tags": tags}


def _as_text(counts: list[DocumentCount], missing: bool) -> str:
    lines = [_line("", COLUMNS)]
    for counted in counts:
        lines.append(_line(f"{counted.document.id} {counted.document.name}", counted.whole.figures))
        lines.extend(_line(f"    {tag}", c.figures) for tag, c in counted.by_tag.items())
    total = _total(counts)
    lines.append(_line("all", total.figures))
    return "\n".join(lines + (_missing_lines(total.missing) if missing else []))


def _line(label: str, cells: Iterable[object]) -> str:
    return f"{label:<30}" + "".join(f"{cell!s:>9}" for cell in cells)


def _missing_lines(numbers: Iterable[int]) -> list[str]:
    wanted = frozenset(numbers)
    return ["", *(f"{r.number:>4} [{r.tag}] {r.text}" for r in rules() if r.number in wanted)]
