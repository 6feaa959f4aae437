"""The checks of who asks, found in the source: each has a switch with which `mutate_access` takes it out.

A check is a refusal that speaks of who asks, a door before a page or a call, who may ask for a command, whose
rows are read, the secret that opens them, as whom somebody watches, and the predicates below all of these.
"""

import ast
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, ClassVar

LOOKED_THROUGH = ("muster.app.", "muster.web.", "muster.store.", "muster.rules.tournament.running.roles")
LEFT_OUT = {  # modules that are not looked through
    "muster.store.migrations": "what databases look like",
    "muster.store.cleanup": "nobody asks for it",
    "muster.store.backup": "asked for at the server's own machine",
    "muster.store.log": "who may read a stream is asked before it is read",
    "muster.web.look.demo_world": "a door of the demo alone (tests/web/look/test_demo_world.py)",
    "muster.store.guest_work": "moves what was let through (tests/web/accounts/test_guest_work.py)",
}
NOT_ABOUT_PEOPLE = {
    "admin.no_account",
    "card.unknown",
    "tournament.no_player",
    "setup.recon",
    "setup.no_game",
    "setup.unknown",
}
ABOUT_PEOPLE = {
    "battle.void_by_others", "battle.wait_for_rival", "battle.other_campaign", "table.not_yours",
    "game.seat_kept",
}  # fmt: skip
EXCEPTIONS = {"Http404", "PermissionDenied", "AuthenticationError"}
DOORS = {"members_only"}
ASIDE = {  # what looks like a check and is none of who asks, by what its line holds
    "takers - owners": "a rule of dice, with a test of its own (tests/app/campaign/test_campaign_fences.py)",
    ".count()": "how many there are",
    "require(house.tournaments,": "a house without events",
    "require(services.armies,": "a hall without armies",
    "except ValueError:": "what is no id at all is nobody's",
    "return False": "no command that is for oneself comes so far",
    "raise PermissionDenied": "behind the door of `members_only`",
    "digest=digest": "a browser tells one person (tests/web/notifications/test_devices_told.py)",
}
OWNERS = {"account", "account_id", "owner", "owner_id", "owner__id"}
SECRETS = {"code", "token", "digest", "session_key"}
"""Whoever has it reads the row."""
STILL = {"is_active", "account__is_active", "expire_date__gt"}
"""Closed accounts open nothing, nor do sessions that are over."""
SHOWN = {"public", "shared"}
READS = {"filter", "_rows", "_rows_for_question"}
"""What reads rows with these."""
BELONGS = {
    "muster.store.webhooks": {"stream"},
    "muster.store.campaign.stories": {"register"},
    "muster.store.campaign.opponents": {"battle"},
    "muster.store.tournaments": {"tournament"},
}
"""What else says whose rows are read, by module."""
WHOEVER = "__switches__.whoever"
GO_ON = ""
"""No answer: what comes after the check is done."""
ANSWERS = {  # what checks rest on, and what everybody is told once it is taken out
    "muster.app.campaign.registers owns": "True",
    "muster.app.campaign.logs is_arbitrator": "True",
    "muster.app.campaign.logs is_member": "True",
    "muster.app.game.playing.desk audience": "'watch'",
    "muster.app.game.playing.desk seats_of": "('one', 'two')",
    "muster.app.game.playing.origins is_official": "True",
    "muster.app.game.playing.origins keeps": "False",
    "muster.app.game.playing.origins seats_of": "('one', 'two')",
    "muster.app.tournament.context is_own": "True",
    "muster.rules.tournament.running.roles may": "True",
    "muster.store.accounts find_valid": GO_ON,
    "muster.web.accounts.your_passkeys _is_confirmed": "True",
    "muster.web.campaign.battle.live audience": WHOEVER,
    "muster.web.campaign.battle.live audience_of": WHOEVER,
    "muster.web.campaign.requests serves": "True",
    "muster.web.live _admit": GO_ON,
    "muster.web.live _is_signed_in": "True",
    "muster.web.site.service _asks_as_owner": "True",
    "muster.web.webhooks.telling is_run_by": "True",
    "muster.web.tournament.tickets audience_at": WHOEVER,
}
RUNS = {"muster.web.webhooks.pages place_of"}
"""Functions with a small one inside that says who decides."""
BARRED = {"muster.web.live _draw"}
"""Functions that compare who sees something with who may."""
HIDES = {"muster.app.game.setup look_free"}
"""Functions that refuse somebody with the words for what is not there."""


class Whoever(str):
    """The audience that everybody is asked for."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False


class Switches:
    """Which checks are taken out, and which were come by."""

    planned: ClassVar[dict[str, None]] = {}
    out: ClassVar[set[str]] = set()
    reached: ClassVar[dict[str, None]] = {}
    whoever: ClassVar[str] = Whoever("public")

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


def reach_into(compiled: ModuleType) -> None:
    """A compiled question is put into SQL once, long before a check is taken out of it. Here it is put anew
    for each of its checks that are out, and whoever asks it comes by all of them."""
    put = compiled.Compiled._sql
    within: dict[Any, tuple[str, ...]] = {}
    kept: dict[tuple[Any, frozenset[str]], Any] = {}

    def written(question: Any, connection: Any) -> Any:
        vars(connection).pop(compiled.KEPT, None)
        return put(question, connection)

    def checks_of(question: Any, connection: Any) -> tuple[str, ...]:
        before, Switches.reached = Switches.reached, {}
        written(question, connection)
        found, Switches.reached = tuple(Switches.reached), before
        return found

    def sql(question: Any, connection: Any) -> Any:
        if question not in within:
            within[question] = checks_of(question, connection)
        known = within[question]
        out = frozenset(check for check in known if not Switches.on(check))
        if (question, out) not in kept:
            kept[question, out] = written(question, connection)
        return kept[question, out]

    compiled.Compiled._sql = sql


class Checks(ast.NodeTransformer):
    """Puts a switch before each check of a module."""

    def __init__(self, module: str, source: bytes, codes: set[str]) -> None:
        self.module, self.lines, self.codes = module, source.decode().splitlines(), codes
        self.functions: list[str] = []
        self.may_be_none = False
        self.owners = OWNERS | SECRETS | STILL | SHOWN | BELONGS.get(module, set())

    def name(self, node: ast.AST, text: str = "", more: str = "") -> str:
        first = (text or ast.unparse(node)).split("\n")[0]
        name = f"{self.module}:{getattr(node, 'lineno', 0)} {first}"[:150] + more
        Switches.planned[name] = None
        return name

    def is_about_people(self, node: ast.AST) -> bool:
        if "status" in ast.unparse(node) and "'unknown'" in ast.unparse(node):
            return False  # whether there is such a thing at all
        return any(isinstance(one, ast.Constant) and one.value in self.codes for one in ast.walk(node))

    def is_aside(self, node: ast.expr | ast.stmt) -> bool:
        near = "\n".join(self.lines[max(0, node.lineno - 2) : node.lineno])
        return any(part in near for part in ASIDE)

    @property
    def here(self) -> str:
        """The function that is looked through."""
        return f"{self.module} {self.functions[-1]}" if self.functions else ""

    def switched(self, node: ast.stmt) -> ast.stmt:
        return node if self.is_aside(node) else ast.If(test=self.on(node), body=[node], orelse=[])

    def on(self, node: ast.AST) -> ast.expr:
        return _read(f"__switches__.on({self.name(node)!r})")

    def either(self, node: ast.expr, answer: str) -> ast.expr:
        """What is said, or what everybody is told once that is taken out."""
        return ast.IfExp(test=self.on(node), body=node, orelse=_read(answer))

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
            test = _read(f"handler.who in ('anyone', 'self') or __switches__.on({asked})")
            return ast.If(test=test, body=[node], orelse=[])
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        exc = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if not isinstance(exc, ast.Name):
            return node
        told = self.is_about_people(node) or "refusal" in ast.unparse(node)
        refused = exc.id == "Refused" and (told or self.here in HIDES)
        barred = exc.id == "HttpError" and "HttpError(403" in ast.unparse(node)
        return self.switched(node) if refused or barred or exc.id in EXCEPTIONS else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outside, self.may_be_none = self.may_be_none, "None" in ast.unparse(node.returns or ast.Constant(""))
        self.functions.append(node.name)
        self.generic_visit(node)
        self.functions.pop()
        self.may_be_none = outside
        node.decorator_list = [self._door(one, node.name) for one in node.decorator_list]
        return node

    def _door(self, decorator: ast.expr, view: str) -> ast.expr:
        if ast.unparse(decorator).rpartition(".")[2] not in DOORS:
            return decorator
        name = f"{self.module} @{ast.unparse(decorator)} {view}"
        Switches.planned[name] = None
        return _call("door", name, decorator)

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        self.generic_visit(node)
        answer = ANSWERS.get(self.here)
        if answer is None or node.value is None or self.is_aside(node):
            return node
        if isinstance(node.value, ast.Name) or (self.may_be_none and not _says_none(node.value)):
            return node  # nobody is shut out here
        if answer == GO_ON:
            return self.switched(node)
        node.value = self.either(node.value, answer)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        if self.here in RUNS:
            node.body = self.either(node.body, "True")
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        return self.either(node, "False") if self.here in BARRED else node

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        if node.arg == "auth" and ast.unparse(node.value) == "ACCOUNT":
            name = f"{self.module} auth=ACCOUNT"
            Switches.planned[name] = None
            node.value = _call("lock", name, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called == "require" and self.is_about_people(node) and not self.is_aside(node):
            # without it goes on with whatever there is
            return ast.IfExp(test=self.on(node), body=node, orelse=node.args[0])
        if called not in READS or self.is_aside(node):
            return node
        text = ast.unparse(node)
        for keyword in node.keywords:
            if keyword.arg in self.owners:
                whose = _call("of", self.name(node, text, f" without {keyword.arg}"))
                whose.keywords = [ast.keyword(keyword.arg, keyword.value)]
                keyword.arg, keyword.value = None, whose
        return node


def _call(method: str, name: str, *given: ast.expr) -> ast.Call:
    return ast.Call(func=_read(f"__switches__.{method}"), args=[ast.Constant(name), *given], keywords=[])


def _read(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def _says_none(value: ast.expr) -> bool:
    """Whether nobody is let in here, or not everybody."""
    last = value.orelse if isinstance(value, ast.IfExp) else value
    return isinstance(last, ast.Constant) and last.value is None


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
        if not fullname.startswith(LOOKED_THROUGH) or fullname.startswith(tuple(LEFT_OUT)):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec
