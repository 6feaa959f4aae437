"""`muster-lab coverage`: which rules are proven by a test, which are shown in the app, and which have no
home yet."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec

from muster.rules.reference import Document, Rule, Tag, documents, rule, rules
from muster_lab import CHECKOUT
from muster_lab.coverage.findings import Findings, read_checkout
from muster_lab.coverage.rule_pages import write_pages

COLUMNS = ("total", "proven", "shown", "missing")


class Count(msgspec.Struct, frozen=True):
    """How far a group of rules has come. A rule can be both proven and shown; `missing` ones are neither."""

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
@click.option(
    "--where", type=int, help="Where one rule is proven: the test, the code, how people come to it."
)
@click.option("--document", "only", type=click.Choice([d.id for d in documents()]), help="One document only.")
@click.option(
    "--write-docs", is_flag=True, help="Write docs/reference/rules.md and rulings.md from the data."
)
@click.option(
    "--checkout",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The checkout to read, if not the one Muster runs from.",
)
def command(  # noqa: PLR0913, PLR0917
    as_json: bool, missing: bool, where: int | None, only: str | None, write_docs: bool, checkout: Path | None
) -> None:
    """Count, per document, the rules that a test proves, that the app shows, and that are missing.

    A rule to enforce has a home only when a test carries its number and people reach the code it tests: from
    a page, a command or the API. Information and table guidance also have one where the app shows them when
    the decision is made.
    """
    root = checkout or CHECKOUT
    if not ((root / "tests").is_dir() and (root / "pyproject.toml").is_file()):
        raise click.UsageError(
            "There are no tests here to read: coverage needs a checkout of Muster; name one with --checkout."
        )
    if write_docs:
        click.echo("\n".join(f"Wrote {path}." for path in write_pages(root)))
        return
    findings = read_checkout(root, (rule.number for rule in rules()))
    if where is not None:
        click.echo("\n".join(_where(where, findings)))
        return
    counts = [count_document(d, findings) for d in documents() if only in (None, d.id)]
    total = count([rule for counted in counts for rule in rules(counted.document.id)], findings)
    if as_json:
        click.echo(_as_json(counts, total, findings))
    else:
        listed = _missing_lines(total.missing, findings) if missing else ()
        click.echo("\n".join((*_as_text(counts, total), *listed)))
    for problem in findings.problems:
        click.echo(problem, err=True)
    if findings.problems:
        raise SystemExit(1)


def count_document(document: Document, findings: Findings) -> DocumentCount:
    """Counts of one document."""
    found = rules(document.id)
    by_tag = {tag: count([rule for rule in found if rule.tag is tag], findings) for tag in Tag}
    return DocumentCount(document, count(found, findings), {t: c for t, c in by_tag.items() if c.total})


def count(found: Iterable[Rule], findings: Findings) -> Count:
    """Count these rules. A rule has a home if a test proves it on code that people reach; a rule that
    only needs to be read also has one where the app shows it."""
    numbers = {rule.number for rule in found}
    homes = findings.proven | {n for n in findings.shown_numbers & numbers if rule(n).tag.is_for_reading}
    missing = tuple(sorted(numbers - homes))
    return Count(len(numbers), len(numbers & findings.proven), len(numbers & findings.shown_numbers), missing)


def _as_json(counts: list[DocumentCount], total: Count, findings: Findings) -> str:
    answer = {
        "documents": [_document_json(counted) for counted in counts],
        **msgspec.to_builtins(total),
        "where": {str(n): findings.proofs[n] for n in sorted(findings.proven)},
        "refused": {str(n): findings.refusals[n] for n in total.missing if n in findings.refusals},
        "problems": findings.problems,
    }
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()


def _document_json(counted: DocumentCount) -> dict[str, object]:
    tags = {tag: dict(zip(COLUMNS, c.figures, strict=True)) for tag, c in counted.by_tag.items()}
    name = {"id": counted.document.id, "name": counted.document.name}
    return {**name, **msgspec.to_builtins(counted.whole), "tags": tags}


def _as_text(counts: list[DocumentCount], total: Count) -> Iterator[str]:
    yield _line("", COLUMNS)
    for counted in counts:
        yield _line(f"{counted.document.id} {counted.document.name}", counted.whole.figures)
        yield from (_line(f"    {tag}", c.figures) for tag, c in counted.by_tag.items())
    yield _line("all", total.figures)


def _line(label: str, cells: Iterable[object]) -> str:
    return f"{label:<30}" + "".join(f"{cell!s:>9}" for cell in cells)


def _missing_lines(numbers: Iterable[int], findings: Findings) -> Iterator[str]:
    yield ""
    for number in numbers:
        yield f"{number:>4} [{rule(number).tag}] {rule(number).text}"
        yield from _refusal_lines(number, findings)


def _refusal_lines(number: int, findings: Findings) -> Iterator[str]:
    for refusal in findings.refusals.get(number, ()):
        yield f"     {refusal.test} does not count: {refusal.reason}"
        yield from (f"       {piece}" for piece in refusal.pieces)


def _where(number: int, findings: Findings) -> Iterator[str]:
    """Every test that proves a rule, with the path from a page, a command or the API to the code it tests."""
    for proof in findings.proofs.get(number, ()):
        yield f"{number} is proven by {proof.test}"
        yield f"     {proof.piece or 'what it drives'}, reached from {proof.reached_from}"
        yield from (f"       {step}" for step in proof.path)
    yield from _refusal_lines(number, findings)
    for showing in findings.showings:
        if number in showing.numbers:
            yield f"{number} is shown in {showing}"
    if number not in findings.claimed_numbers | findings.shown_numbers:
        yield f"{number} is neither claimed by a test nor shown."
