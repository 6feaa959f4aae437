"""Which rules the tests claim and which the pages show, read from the sources without running them.

A test claims rules with `@pytest.mark.rule(12, 13)` on its own function. A page shows them with
`rule_note(12)` or `rules_here("The rule", 12)` in a template or `shows(12)` in code.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TypeAlias

import msgspec

from muster_lab.coverage.program import parts_of

MOST_NUMBERS_PER_TEST = 3
TEMPLATE_COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
RULE_NOTE = re.compile(r"""(?:rule_note|rules_here)\(\s*(?:"[^"]*"\s*,\s*)?(\d+(?:\s*,\s*\d+)*)""")

Complain: TypeAlias = Callable[[str], None]
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Claim(msgspec.Struct, frozen=True):
    """The numbers at one place: on a test function, with the line of its first decorator; or, without a name,
    where a template or code shows rules to people."""

    file: Path
    line: int
    numbers: tuple[int, ...]
    test: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.test}".rstrip()


def read_claims(root: Path, complain: Complain) -> tuple[Claim, ...]:
    """Every test function with a rule mark; complains about marks anywhere else."""
    found = (_claims_in(root, file, complain) for file in _files(root, "tests", "*.py"))
    return tuple(claim for claims in found for claim in claims)


def read_showings(root: Path, complain: Complain) -> tuple[Claim, ...]:
    """Each `rule_note(...)` in the templates and each `shows(...)` in the code, with literal numbers."""
    notes = (_notes_in(root, file) for file in _files(root, "src/muster/web/templates", "*.html"))
    calls = (_shows_in(root, file, complain) for file in _files(root, "src/muster", "*.py"))
    return tuple(showing for showings in chain(notes, calls) for showing in showings)


def _files(root: Path, folder: str, pattern: str) -> list[Path]:
    return sorted(file.relative_to(root) for file in (root / folder).rglob(pattern))


def _parse(root: Path, file: Path, word: bytes, complain: Complain) -> ast.Module:
    """The syntax tree, or an empty one if the word does not occur: most files need not be parsed."""
    source = (root / file).read_bytes()
    try:
        return ast.parse(source if word in source else b"")
    except (SyntaxError, ValueError):
        complain(f"{file}: is not Python that can be read.")
        return ast.Module([], [])


def _claims_in(root: Path, file: Path, complain: Complain) -> Iterator[Claim]:
    tree = _parse(root, file, b"mark.rule", complain)
    on_tests: set[ast.expr] = set()
    for function in _test_functions(tree):
        marks = [mark for mark in function.decorator_list if _is_mark(mark, "rule")]
        on_tests.update(marks)
        if marks:
            yield from _claim(file, function, marks, complain)
    for node in parts_of(tree):
        if isinstance(node, ast.Call) and _is_mark(node, "rule") and node not in on_tests:
            complain(f"{file}:{node.lineno}: a rule mark belongs on a test function, and nowhere else.")


def _claim(file: Path, function: Function, marks: list[ast.expr], complain: Complain) -> Iterator[Claim]:
    line = min(decorator.lineno for decorator in function.decorator_list)
    numbers = tuple(number for mark in marks for number in _literal_numbers(mark))
    claim = Claim(file, line, numbers, function.name)
    if any(_is_mark(mark, "skip") or _is_mark(mark, "xfail") for mark in function.decorator_list):
        complain(f"{claim}: a test that is skipped or expected to fail proves no rule.")
    elif not all(isinstance(mark, ast.Call) and _is_literal(mark) for mark in marks):
        complain(f"{claim}: a rule mark holds plain numbers, such as rule(12, 13).")
    elif len(numbers) > MOST_NUMBERS_PER_TEST:
        complain(f"{claim}: claims {len(numbers)} rules; a test proves {MOST_NUMBERS_PER_TEST} at most.")
    else:
        if len(set(numbers)) < len(numbers):
            complain(f"{claim}: names a rule twice.")
        yield claim


def _test_functions(scope: ast.AST) -> Iterator[Function]:
    """Functions that pytest could collect: named test…, in the module or in a class, never in a function."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, Function):
            if node.name.startswith("test"):
                yield node
        elif not isinstance(node, ast.expr):
            yield from _test_functions(node)


def _is_mark(node: ast.expr, name: str) -> bool:
    match node.func if isinstance(node, ast.Call) else node:
        case ast.Attribute(value=ast.Name(id="mark"), attr=attr):
            return attr == name
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="pytest"), attr="mark"), attr=attr):
            return attr == name
    return False


def _is_literal(call: ast.Call) -> bool:
    return bool(call.args) and not call.keywords and len(_literal_numbers(call)) == len(call.args)


def _literal_numbers(node: ast.expr) -> tuple[int, ...]:
    args = node.args if isinstance(node, ast.Call) else []
    return tuple(a.value for a in args if isinstance(a, ast.Constant) and type(a.value) is int)


def known_only(claims: Iterable[Claim], known: frozenset[int], complain: Complain) -> Iterator[Claim]:
    """The claims, reduced to rule numbers that exist."""
    for claim in claims:
        for number in claim.numbers:
            if number not in known:
                complain(f"{claim}: there is no rule {number}.")
        yield msgspec.structs.replace(claim, numbers=tuple(n for n in claim.numbers if n in known))


def _notes_in(root: Path, file: Path) -> Iterator[Claim]:
    source = (root / file).read_text("utf-8", errors="replace")
    text = TEMPLATE_COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)
    for note in RULE_NOTE.finditer(text):
        line = text.count("\n", 0, note.start()) + 1
        yield Claim(file, line, tuple(int(number) for number in note[1].split(",")))


def _last_word(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def _shows_in(root: Path, file: Path, complain: Complain) -> Iterator[Claim]:
    for node in parts_of(_parse(root, file, b"shows(", complain)):
        if isinstance(node, ast.Call) and _last_word(node.func) == "shows":
            yield Claim(file, node.lineno, _literal_numbers(node))
