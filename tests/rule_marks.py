"""Checks that the tests which claim rules are really collected.

`muster-lab coverage` reads the claims from the sources. A claim on a function that pytest never collects (a
misspelt class, a name used twice, a folder left out) would count without ever running; this finds it.
"""

import inspect
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

if TYPE_CHECKING:
    from muster_lab.coverage.claims import Claim

Place: TypeAlias = tuple[Path, int]
COLLECTED = pytest.StashKey[frozenset[Place]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remember what was collected, before -k and -m take items away."""
    functions = (item.function for item in items if isinstance(item, pytest.Function))
    config.stash[COLLECTED] = frozenset(_place(function) for function in functions)


@pytest.fixture
def uncollected_claims(pytestconfig: pytest.Config) -> list[str]:
    """The claims, among the folders this run was asked for, on functions that were not collected."""
    from muster_lab.coverage.claims import read_claims

    root = pytestconfig.rootpath
    claims = read_claims(root, lambda _problem: None)
    asked = [claim for claim in claims if _is_within(root / claim.file, _folders(pytestconfig))]
    return [str(claim) for claim in uncollected(root, asked, pytestconfig.stash[COLLECTED])]


def uncollected(root: Path, claims: Iterable["Claim"], collected: Collection[Place]) -> list["Claim"]:
    """The claims whose function is not among those collected."""
    return [claim for claim in claims if ((root / claim.file).resolve(), claim.line) not in collected]


def _place(function: Any) -> Place:
    """Where a test is written: a parametrised test, or one inherited from a contract class, has one place."""
    function = inspect.unwrap(function)
    inner = getattr(getattr(function, "hypothesis", None), "inner_test", function)
    code = inspect.unwrap(inner).__code__
    return _resolved(code.co_filename), code.co_firstlineno


@cache
def _resolved(filename: str) -> Path:
    return Path(filename).resolve()


def _folders(config: pytest.Config) -> list[Path]:
    """The folders asked for. Single files and tests say nothing about what a contract class is used for."""
    paths = (config.invocation_params.dir / arg for arg in config.args)
    return [path.resolve() for path in paths if path.is_dir()]


def _is_within(file: Path, folders: Iterable[Path]) -> bool:
    return any(file.resolve().is_relative_to(folder) for folder in folders)
