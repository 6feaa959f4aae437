"""Takes every access check out of the program, one by one: the tables of who may do what must notice each.

`python -m tests.mutate_access` takes some minutes and prints what was taken out, how much of it was noticed
and what was not; `--acts --every 25` tries some of those that acts come by, as the tests do. The checks are
found in the source: refusals that speak of who asks, doors before pages and calls, who may ask for a command,
and the predicates that all of these rest on. A check behind which a second one stands is taken out with it.
"""

import argparse
import ast
import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, ClassVar

ROOT = Path(__file__).parent.parent
LOOKED_THROUGH = (
    "muster.app.", "muster.web.", "muster.store.campaign.stream_roles", "muster.store.collection",
    "muster.store.armies", "muster.rules.tournament.running.roles",
)  # fmt: skip
NOT_ABOUT_PEOPLE = {"card.unknown", "tournament.no_player", "setup.recon", "setup.no_game", "setup.unknown"}
ABOUT_PEOPLE = {"battle.void_by_others", "battle.wait_for_rival", "battle.other_campaign", "table.not_yours"}
EXCEPTIONS = {"Http404", "PermissionDenied", "AuthenticationError"}
DOORS = {"members_only"}
SOME = 4
ASIDE = {  # what looks like a check and is none of who asks, by what its line holds
    "takers - owners": "a rule of dice, with a test of its own (tests/app/campaign/test_campaign_fences.py)",
    ".count()": "how many there are",
    "house.tournaments is None": "a house without events",
    "except ValueError:": "what is no id at all is nobody's",
    "return False": "no command that is for oneself comes so far",
    "raise PermissionDenied": "behind the door of `members_only`",
}
OWNERS = {"account", "account_id", "owner", "owner_id"}
YES = {  # predicates that checks rest on: they say yes to everybody once they are taken out
    "muster.app.campaign.registers owns",
    "muster.app.campaign.logs is_arbitrator",
    "muster.app.campaign.logs is_member",
    "muster.app.game.playing.origins is_official",
    "muster.app.tournament.desk is_own",
    "muster.rules.tournament.running.roles may",
    "muster.web.campaign.requests serves",
}


class Switches:
    """Which checks are taken out, and which were come by."""

    planned: ClassVar[dict[str, None]] = {}
    out: ClassVar[set[str]] = set()
    reached: ClassVar[dict[str, None]] = {}

    @classmethod
    def on(cls, check: str) -> bool:
        cls.planned[check] = cls.reached[check] = None
        return check not in cls.out

    @classmethod
    def of(cls, check: str, **owner: Any) -> dict[str, Any]:
        """Whose rows are asked for; everybody's where it is taken out."""
        return owner if cls.on(check) else {}

    @classmethod
    def door(cls, check: str, door: Callable[..., Any]) -> Callable[..., Any]:
        """A decorator that lets everybody through where it is taken out."""

        def around(view: Callable[..., Any]) -> Callable[..., Any]:
            guarded = door(view)

            def either(*given: Any, **more: Any) -> Any:
                return guarded(*given, **more) if cls.on(check) else view(*given, **more)

            return either

        return around

    @classmethod
    def lock(cls, check: str, keys: Sequence[Any]) -> list[Any]:
        """The ways to say who calls; without them whoever calls is taken as they come."""

        def opened(request: Any) -> Any:
            if not cls.on(check):
                return request.user
            return next((found for key in keys if (found := key(request))), None)

        return [opened]


class Checks(ast.NodeTransformer):
    """Puts a switch before each check of a module."""

    def __init__(self, module: str, source: bytes, codes: set[str]) -> None:
        self.module, self.lines, self.codes = module, source.decode().splitlines(), codes
        self.functions: list[str] = []

    def name(self, node: ast.AST) -> str:
        first = ast.unparse(node).split("\n")[0]
        name = f"{self.module}:{getattr(node, 'lineno', 0)} {first}"[:150]
        Switches.planned[name] = None
        return name

    def is_about_people(self, node: ast.AST) -> bool:
        if "status" in ast.unparse(node) and "'unknown'" in ast.unparse(node):
            return False  # whether there is such a thing at all
        return any(isinstance(one, ast.Constant) and one.value in self.codes for one in ast.walk(node))

    def is_aside(self, node: ast.expr | ast.stmt) -> bool:
        near = "\n".join(self.lines[max(0, node.lineno - 2) : node.lineno])
        return any(part in near for part in ASIDE)

    def switched(self, node: ast.stmt) -> ast.stmt:
        if self.is_aside(node):
            return node
        test = ast.parse(f"__switches__.on({self.name(node)!r})", mode="eval").body
        return ast.If(test=test, body=[node], orelse=[])

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        if not isinstance(call, ast.Call):
            return node
        self.generic_visit(node)
        called = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if called in ("refuse_unless", "refuse_if") and (
            self.is_about_people(call) or "not_allowed" in ast.unparse(call)
        ):
            return self.switched(node)
        if called == "permit" and self.module == "muster.app.acting":
            asked = "f'permit {type(command).__module__} {type(command).__name__}'"
            test = ast.parse(
                f"handler.who in ('anyone', 'self') or __switches__.on({asked})", mode="eval"
            ).body
            return ast.If(test=test, body=[node], orelse=[])
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        exc = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if not isinstance(exc, ast.Name):
            return node
        told = self.is_about_people(node) or "refusal" in ast.unparse(node)
        refused = exc.id == "Refused" and told
        return self.switched(node) if refused or exc.id in EXCEPTIONS else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.functions.append(node.name)
        self.generic_visit(node)
        self.functions.pop()
        node.decorator_list = [self._door(one, node.name) for one in node.decorator_list]
        return node

    def _door(self, decorator: ast.expr, view: str) -> ast.expr:
        if ast.unparse(decorator).rpartition(".")[2] not in DOORS:
            return decorator
        name = f"{self.module} @{ast.unparse(decorator)} {view}"
        Switches.planned[name] = None
        return _call("door", name, decorator)

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        predicate = self.functions and f"{self.module} {self.functions[-1]}" in YES
        if predicate and node.value is not None and not self.is_aside(node):
            test = ast.parse(f"__switches__.on({self.name(node)!r})", mode="eval").body
            node.value = ast.IfExp(test=test, body=node.value, orelse=ast.Constant(True))
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        if node.arg == "auth" and ast.unparse(node.value) == "ACCOUNT":
            name = f"{self.module} auth=ACCOUNT"
            Switches.planned[name] = None
            node.value = _call("lock", name, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if getattr(node.func, "attr", "") != "filter" or self.is_aside(node):
            return node
        for keyword in node.keywords:
            if keyword.arg in OWNERS:
                whose = ast.parse(f"__switches__.of({self.name(node)!r})", mode="eval").body
                assert isinstance(whose, ast.Call)
                whose.keywords = [ast.keyword(keyword.arg, keyword.value)]
                keyword.arg, keyword.value = None, whose
        return node


def _call(method: str, name: str, value: ast.expr) -> ast.Call:
    func = ast.parse(f"__switches__.{method}", mode="eval").body
    return ast.Call(func=func, args=[ast.Constant(name), value], keywords=[])


class Loader(SourceFileLoader):
    """Reads a module with its switches; nothing of it is kept on disk."""

    codes: ClassVar[set[str]] = set()

    def path_stats(self, path: Any) -> Any:
        raise OSError("never from the kept bytes")

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:  # type: ignore[override]
        tree = Checks(self.name, bytes(data), self.codes).visit(ast.parse(data))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__switches__"] = Switches
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Finds the modules that are looked through."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if not fullname.startswith(LOOKED_THROUGH):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


def prepared() -> Any:
    """The site with its switches on a database in memory, and the world of the tables."""
    messages = json.loads((ROOT / "src/muster/data/messages.json").read_text())
    meant = {code for code, one in messages.items() if one.get("means") in ("missing", "forbidden")}
    Loader.codes = meant - NOT_ABOUT_PEOPLE | ABOUT_PEOPLE
    sys.meta_path.insert(0, Finder())
    os.environ |= {
        "MUSTER_DATA": tempfile.mkdtemp(prefix="muster-mutate-"),
        "MUSTER_SECRET_KEY": "only for tests",
        "DATABASE_URL": "sqlite://:memory:",
        "DJANGO_SETTINGS_MODULE": "muster.web.settings",
    }
    import django
    from django.conf import settings

    settings.WHITENOISE_AUTOREFRESH = True
    settings.LOGGING_CONFIG = None
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    _quiet()
    from tests.web.access_world import World

    return World()


def _quiet() -> None:
    import structlog

    logging.disable(logging.CRITICAL)

    def drop(*_: object) -> Any:
        raise structlog.DropEvent

    structlog.configure(processors=[drop], cache_logger_on_first_use=False)


class Run:
    """The tables, and which of their lines come by which check."""

    def __init__(self, *, acts: bool = False) -> None:
        self.world = prepared()
        from tests.web.access_asking import rows, wrong
        from tests.web.route_rows import Access

        self.wrong, self.page = wrong, Access
        self.rows = {name: row for name, row in rows(self.world) if not acts or not isinstance(row, Access)}
        self.reached: dict[str, list[str]] = {}

    def begin(self) -> list[str]:
        """Every line once, with every check in its place; what is wrong already. Acts are asked for first:
        they cost least."""
        found = []
        for name in sorted(self.rows, key=lambda name: isinstance(self.rows[name], self.page)):
            Switches.reached.clear()
            if self.is_red(name):
                found.append(name)
            for check in Switches.reached:
                self.reached.setdefault(check, []).append(name)
        return found

    def is_red(self, name: str) -> bool:
        try:
            return next(self.wrong(self.world, self.rows[name]), "") != ""
        except Exception:  # without the check the program breaks: that is noticed, too
            return True

    def notices(self, *checks: str) -> str:
        """The first line that turns red without these checks."""
        Switches.out = set(checks)
        try:
            lines = self.reached.get(checks[0], ())
            return next((name for name in lines if self.is_red(name)), "")
        finally:
            Switches.out = set()

    def second(self, check: str) -> str:
        """Another check that stands behind this one: without both a line turns red, without it none."""
        lines = self.reached.get(check, ())[:SOME]
        near = [one for one, names in self.reached.items() if one != check and set(lines) & set(names)]
        near = [one for one in near if not one.startswith("permit")]
        twice = check.startswith("permit")  # the act looks up the seat or the player it needs once more
        return next(
            (one for one in near if self._turn(lines, check, one) and (twice or not self._turn(lines, one))),
            "",
        )

    def _turn(self, lines: Sequence[str], *checks: str) -> bool:
        """Whether one of these lines turns red without these checks."""
        Switches.out = set(checks)
        try:
            return any(self.is_red(name) for name in lines)
        finally:
            Switches.out = set()


def main(given: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="try every n-th check (default: all)")
    parser.add_argument("--acts", action="store_true", help="leave the pages out: acts and live lines alone")
    parser.add_argument("--only", default="", help="try the checks whose name holds this")
    asked = parser.parse_args(None if given is None else list(given))
    began = time.monotonic()
    run = Run(acts=asked.acts)
    for line in run.begin():
        print("wrong before anything was taken out:", line)
        return 1
    known = run.reached if asked.acts else Switches.planned
    checks = [one for one in sorted(known) if asked.only in one][:: asked.every]
    return _told(run, list(_tried(run, checks)), time.monotonic() - began)


def _tried(run: Run, checks: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    for check in checks:
        line = run.notices(check)
        second = "" if line else run.second(check)
        if not line:
            missed = "NOT NOTICED" if check in run.reached else "NO LINE COMES BY"
            print(f"{'second check ' + second if second else missed}: {check}", flush=True)
        yield check, line, second


def _told(run: Run, found: Sequence[tuple[str, str, str]], seconds: float) -> int:
    missed = [check for check, line, second in found if not line and not second]
    doubled = sum(not line and bool(second) for _, line, second in found)
    print(
        f"{len(found)} checks taken out, {len(found) - len(missed)} noticed, {doubled} of them with a second "
        f"check behind them; {len(run.rows)} lines, {seconds:.0f} s"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
