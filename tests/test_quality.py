"""The house rules, kept by tests: form, types, layers, size, and a sentence for every code."""

import ast
import gc
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src" / "muster"
LAB = ROOT / "lab" / "src" / "muster_lab"
MOST_LINES = 400
MOST_MODULES = 20

# One worker takes the slow checks one after another, while the others run the tests.
quality = pytest.mark.xdist_group("quality")
reads_codes = pytest.mark.xdist_group("codes")  # one worker reads them, once


def run(*command: str) -> None:
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        pytest.fail(f"{' '.join(command[1:])}\n{done.stdout}{done.stderr}", pytrace=False)


@quality
def test_every_file_is_formatted() -> None:
    run(sys.executable, "-m", "ruff", "format", "--check", "--quiet", "--diff", ".")


@quality
def test_the_linter_finds_nothing() -> None:
    run(sys.executable, "-m", "ruff", "check", "--quiet", ".")


@quality
def test_everything_is_strictly_typed() -> None:
    run(sys.executable, "-m", "mypy")


@quality
def test_imports_go_one_way() -> None:
    run(sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()")


@quality
def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("muster", "muster_lab", cache_dir=None, exclude_type_checking_imports=True)
    order = TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules})
    try:
        order.prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])), pytrace=False)


LONELY = """
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in ("muster", "msgspec", *sys.stdlib_module_names):
            raise ImportError(f"the rules alone must not import {name}")

sys.meta_path.insert(0, Refuse())
import muster.rules
for found in pkgutil.walk_packages(muster.rules.__path__, "muster.rules."):
    importlib.import_module(found.name)
ours = [name for name in sys.modules if name.startswith("muster.")]
assert all(name.startswith(("muster.rules", "muster.data")) for name in ours), ours
"""


def test_the_rules_import_without_django_or_anything_but_msgspec() -> None:
    run(sys.executable, "-c", LONELY)


def test_the_package_says_that_it_is_typed() -> None:
    assert (SRC / "py.typed").is_file()


@cache
def tracked() -> tuple[Path, ...]:
    """Every file of the project, also those about to be added."""
    listing = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return tuple(ROOT / name for name in names if name and (ROOT / name).is_file())


def texts() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        if path.name == "uv.lock":
            continue
        content = path.read_bytes()
        if b"\0" not in content:
            yield path.relative_to(ROOT), content.decode()


def sources() -> list[Path]:
    """Every module of the program and of the laboratory."""
    return [*SRC.rglob("*.py"), *LAB.rglob("*.py")]


def test_no_module_is_too_long() -> None:
    sizes = {path.relative_to(ROOT): len(path.read_text().splitlines()) for path in sources()}
    assert not {str(path): lines for path, lines in sizes.items() if lines >= MOST_LINES}


def test_no_folder_is_too_full() -> None:
    """A folder is read at a glance; beyond that it hides rooms of its own. Migrations only ever grow more."""
    modules = [path for path in sources() if path.name != "__init__.py" and path.parent.name != "migrations"]
    held = Counter(path.parent.relative_to(ROOT) for path in modules)
    assert not {str(folder): modules for folder, modules in held.items() if modules > MOST_MODULES}


def test_the_tree_of_the_house_names_every_package_and_no_other() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    tree = next(block for block in page.split("```")[1::2] if block.startswith("\nrules/"))
    several = re.sub(r"\{([a-z_,]+)\}/", lambda found: found[1].replace(",", "/ ") + "/", tree)
    drawn = {floor.split("/")[0]: set(re.findall(r"([a-z_]+)/", floor)) for floor in _floors(several)}
    packages = [file.parent.relative_to(SRC).parts for file in SRC.rglob("__init__.py")]
    packages += [("lab", *file.parent.relative_to(LAB).parts) for file in LAB.rglob("__init__.py")]
    there = {
        floor: {name for parts in packages if parts[:1] == (floor,) for name in parts} for floor in drawn
    }
    assert drawn == there and {parts[0] for parts in packages if parts} - {"data"} == drawn.keys()


def _floors(tree: str) -> list[str]:
    """The parts of the tree that begin at the edge."""
    return re.split(r"\n(?=[a-z])", tree.strip())


def test_a_value_has_a_type_below_the_web() -> None:
    """`Any` is said where a library has no types, and none of those that these floors use is without."""
    said = {
        str(path.relative_to(SRC))
        for floor in ("rules", "app")
        for path in (SRC / floor).rglob("*.py")
        if "Any" in (text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name) and node.id == "Any"
    }
    assert said == set()


def mentions(pattern: str) -> list[str]:
    wanted = re.compile(pattern)
    return [
        f"{path}:{number}: {line.strip()[:100]}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if wanted.search(line)
    ]


def test_nothing_is_left_for_later() -> None:
    assert mentions(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b") == []


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    homes = r"(^|[\s\"'`(=:])/(ho" + r"me|Us" + r"ers|ro" + r"ot|wo" + r"rk)/[\w.]|[A-Z]:\\Us" + r"ers\\"
    assert mentions(homes) == []


def test_no_test_borrows_from_the_tests_of_another() -> None:
    """What two of them share stands in a module of its own beside them."""
    assert mentions(r"^\s*from tests\.([a-z_]+\.)*test_[a-z_]+ imp" + "ort ") == []


# Violation codes ------------------------------------------------------------------------------------------


class Maker(NamedTuple):
    """A function that makes a violation from one of its own arguments: `prefix` + argument."""

    parameter: str
    position: int
    prefix: str
    is_method: bool = False


VIOLATION = ("muster.rules.violations", "Violation")
# Most of a tree: nothing that is looked for stands in one of these.
SAY_NOTHING = (ast.Name, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop, ast.alias)


class Module:
    """One source file: its functions, where its names come from, and the makers found so far."""

    def __init__(self, path: Path) -> None:
        parts = path.relative_to(SRC.parent).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.imported: dict[str, tuple[str, str]] = {}
        self.constants: set[str] = set()
        found: list[tuple[ast.Call, ast.FunctionDef | None]] = []
        self._walk(ast.parse(path.read_bytes()), (), found)
        self.calls = [(call, self.origin(call.func), inside) for call, inside in found]

    def _walk(
        self,
        node: ast.AST,
        around: tuple[ast.FunctionDef, ...],
        found: list[tuple[ast.Call, ast.FunctionDef | None]],
    ) -> None:
        """One walk for all: a call is found by itself, and once for each function around it."""
        if isinstance(node, ast.Call):
            found.extend((node, inside) for inside in (None, *around))
        elif isinstance(node, ast.FunctionDef):
            around = (*around, node)
        elif isinstance(node, ast.Constant):
            self.constants.update([node.value] if isinstance(node.value, str) else [])
        elif isinstance(node, ast.ImportFrom | ast.Assign):
            self._name(node)
        for field in node._fields:
            child = getattr(node, field)
            for one in child if isinstance(child, list) else (child,):
                if isinstance(one, ast.AST) and not isinstance(one, SAY_NOTHING):
                    self._walk(one, around, found)

    def _name(self, node: ast.ImportFrom | ast.Assign) -> None:
        match node:
            case ast.ImportFrom(module=str(module), level=0):
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (module, alias.name)
            case ast.Assign(  # problem = Source("Tours of Duty").problem
                targets=[ast.Name(id=name)],
                value=ast.Attribute(value=ast.Call(func=ast.Name(id="Source")), attr=method),
            ):
                self.imported[name] = (VIOLATION[0], method)

    def origin(self, function: ast.expr) -> tuple[str, str] | None:
        """The module and name of the thing called."""
        if isinstance(function, ast.Name):
            return self.imported.get(function.id, (self.name, function.id))
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            if function.value.id in ("self", "cls"):
                return self.name, function.attr
            module, name = self.imported.get(function.value.id, ("", function.value.id))
            return f"{module}.{name}".strip("."), function.attr
        return None


DOTTED = re.compile(r"[a-z]+(\.[a-z_-]+)+")


class Codes:
    """All codes that the source can be seen to use, directly or through functions that make violations."""

    def __init__(self) -> None:
        self.modules = [Module(path) for path in sorted(SRC.rglob("*.py"))]
        self.names = {(m.name, name): origin for m in self.modules for name, origin in m.imported.items()}
        self.makers: dict[tuple[str, str], Maker] = {VIOLATION: Maker("code", -1, "")}
        self.used: set[str] = set()
        known = 0
        while known != len(self.makers):  # a maker may call a maker
            known = len(self.makers)
            for module in self.modules:
                self._read(module)

    def _read(self, module: Module) -> None:
        methods: dict[str, list[Maker]] = {}
        for (_, name), maker in self.makers.items():
            if maker.is_method:
                methods.setdefault(name, []).append(maker)
        for call, origin, inside in module.calls:
            self._read_call(module, call, inside, self._maker(origin), methods)

    def _maker(self, origin: tuple[str, str] | None) -> Maker | None:
        while origin in self.names and origin not in self.makers:  # a name handed on
            origin = self.names[origin]
        return self.makers.get(origin) if origin else None

    def _read_call(
        self,
        module: Module,
        call: ast.Call,
        inside: ast.FunctionDef | None,
        maker: Maker | None,
        methods: dict[str, list[Maker]],
    ) -> None:
        if maker is None:
            self._read_method(call, methods)
            return
        for value in self._arguments(call, maker):
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                self.used.add(maker.prefix + value.value)
            elif inside is not None:
                self._learn(module, inside, maker.prefix, value)

    def _read_method(self, call: ast.Call, methods: dict[str, list[Maker]]) -> None:
        """A method of some object: the source does not say whose, so its name and a dotted code must do."""
        for maker in methods.get(call.func.attr, ()) if isinstance(call.func, ast.Attribute) else ():
            for value in self._arguments(call, maker):
                if isinstance(value, ast.Constant) and DOTTED.fullmatch(str(value.value)):
                    self.used.add(maker.prefix + str(value.value))

    @staticmethod
    def _arguments(call: ast.Call, maker: Maker) -> list[ast.expr]:
        values = [k.value for k in call.keywords if k.arg == maker.parameter]
        if not values and 0 <= maker.position < len(call.args):
            values = [call.args[maker.position]]
        return [side for v in values for side in ((v.body, v.orelse) if isinstance(v, ast.IfExp) else (v,))]

    def _learn(self, module: Module, function: ast.FunctionDef, prefix: str, value: ast.expr) -> None:
        match value:
            case ast.JoinedStr(
                values=[ast.Constant(value=str(start)), ast.FormattedValue(value=ast.Name(id=name))]
            ):
                prefix += start
            case ast.Name(id=name):
                pass
            case _:
                return
        every = [a.arg for a in function.args.args]
        names = [arg for arg in every if arg not in ("self", "cls")]
        keywords = [a.arg for a in function.args.kwonlyargs]
        if name in names + keywords:
            position = names.index(name) if name in names else -1
            self.makers[(module.name, function.name)] = Maker(name, position, prefix, names != every)


@cache
def codes() -> Codes:
    collects = gc.isenabled()
    gc.disable()  # trees of the whole program are made and none is dropped: looking for litter takes long
    try:
        return Codes()
    finally:
        if collects:
            gc.enable()


def sentences() -> dict[str, dict[str, str]]:
    read: dict[str, dict[str, str]] = json.loads((SRC / "data" / "messages.json").read_text())
    return read


@reads_codes
def test_every_violation_has_a_sentence() -> None:
    assert len(codes().used) >= 20, "the search for codes finds next to nothing; mend the search"
    missing = sorted(codes().used - sentences().keys())
    assert not missing, "no sentence in messages.json for: " + ", ".join(missing)


@reads_codes
def test_every_sentence_belongs_to_a_violation() -> None:
    constants = {constant for module in codes().modules for constant in module.constants}
    prefixes = {maker.prefix for maker in codes().makers.values()}
    built = {prefix + constant for prefix in prefixes for constant in constants}
    idle = sorted(sentences().keys() - codes().used - built)
    assert not idle, "nothing in src uses: " + ", ".join(idle)


def test_the_sentences_stand_once_each() -> None:
    pairs: list[str] = []

    def note(items: list[tuple[str, object]]) -> dict[str, object]:
        pairs.extend(name for name, _ in items if "." in name)
        return dict(items)

    json.loads((SRC / "data" / "messages.json").read_text(), object_pairs_hook=note)
    assert len(pairs) == len(set(pairs))
