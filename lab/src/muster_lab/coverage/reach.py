"""Which code people can reach: what a page, a command or the API names, and everything that leads to.

Nothing is run. Starting from what Django and the command line start with (`ROOTS`), every name that a
reached piece uses is followed. A method is reached when its class is reached and a reached piece or
rendered template uses its name: only within that class family if the class is known, otherwise in all
classes. A function that a decorator puts into a registry (`@HANDLERS.handles`, `@check`, `@router.get`) is
reached when that registry is and its module is loaded; so is whatever a module passes to a registry with a
call. Importing something does not count as using it. Code that only checks, measures or demonstrates
(`ASIDE`) reaches nothing for people.

So a function that no reached piece names is certainly unreachable. The reverse is not certain: a branch
that is never taken, or a method with a common name, can make something look reached.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import partial

from muster_lab.coverage.program import Piece, Program

ROOTS = ("load muster.__main__", "muster.cli.main", "load muster.web.asgi", "load muster.web.wsgi")
DOES_ON_LOADING = ("muster.web", "muster.cli", "muster.__main__")
"""Where loading a module puts addresses and commands in place. Elsewhere it only makes tables ready, and a
table is in use where somebody names it."""
READ_BY_NAME = ("urlpatterns", "handler400", "handler403", "handler404", "handler500", "application")
"""What Django looks for in a module that it is told of."""
LOADED_WHOLE = "FOLDERS"
"""The constant of a module that loads every module of these folders."""
CALLED_BY_DJANGO = (
    ".process_exception",
    ".process_view",
    ".process_template_response",
    ".to_python",
    ".to_url",
)
CALL_NOTHING = ("typing", "enum", "msgspec", "collections")
"""Where bases come from that call no method by name; others may: a click group, a middleware."""

TEMPLATES = "src/muster/web/templates"
RESOURCES = "muster.web.api.resources."
IN_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
WORD_AFTER_POINT = re.compile(r"\.\s*([A-Za-z_]\w*)|attribute\s*=\s*[\"']([\w.]+)")
TEMPLATE_NAME = re.compile(r"[\w/{}-]+\.(?:html|txt|xml|json|js|svg)")
PUT_TOGETHER = re.compile(r"[\"']\s*~.*?~\s*[\"']", re.DOTALL)


class Reach:
    """What is reached, and from where: a walk over pieces, modules (`load …`), templates (`draw …`) and
    words (`.total`)."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reached: dict[str, str] = {}
        """Whatever is reached, with what reaches it first; the roots with nothing."""
        self._both: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        folder = program.root / TEMPLATES
        self._templates = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*.*")}
        self._prepare()
        self._walk()

    def path(self, name: str) -> tuple[str, ...]:
        """The path from the first piece that people call down to this one."""
        steps = [name]
        while before := self.reached[steps[-1]]:
            steps.append(before)
        return tuple(step for step in reversed(steps) if step in self.program.pieces)

    def entry(self, path: tuple[str, ...]) -> str:
        """The page, the part of the API or the command at which a path begins, in words."""
        for name in path:
            if name in self._addresses:
                return f"page {self._addresses[name]}"
            if name.startswith(RESOURCES) and self.program.pieces[name].kind == "function":
                return f"API {name.removeprefix(RESOURCES)}"
            if name.startswith("muster.cli.") and name.endswith(".command"):
                words = name.removeprefix("muster.cli.").split(".")
                return f"command {' '.join(word for word in words if word != 'command')}"
        return f"every page, by {path[min(1, len(path) - 1)]}"

    # What needs two things: a method its class and its name, a handler its registry and its module ----------

    def _prepare(self) -> None:
        self._addresses: dict[str, str] = {}
        for module in filter(None, self.program.modules.values()):
            for address, view in module.addresses:
                for piece in self.program.trail(view)[0][:1]:
                    self._addresses.setdefault(piece.name, address)
            for piece in module.pieces.values():  # import_module("muster.cli.army").command
                self._when(f"told {module.name}", f".{piece.word}", piece.name)
        methods = (piece for piece in self.program.pieces.values() if piece.kind == "method")
        self._keepers = {method.word for method in methods if "" in method.fills}
        for piece in self.program.pieces.values():
            if piece.kind == "class":
                self._prepare_class(piece)
            for name in piece.given_to:
                for registry in self._registries(name):
                    self._when(registry, f"load {piece.module}", piece.name)

    def _prepare_class(self, cls: Piece) -> None:
        bases = list(self.program.bases(cls))
        outside = any(
            not self.program.trail(name)[0] and not name.startswith(CALL_NOTHING)
            for base in bases
            for name in filter(None, base.bases)
        )
        for method in self.program.methods(cls):
            special = outside or method.word.startswith("__")
            self._when(cls.name if special else f".{method.word}", cls.name, method.name)

    def _when(self, by: str, other: str, target: str) -> None:
        self._both[by].append((other, target, by))
        self._both[other].append((by, target, by))

    def _registries(self, name: str) -> Iterator[str]:
        """The registries that store what is passed to this: @router.get, @HANDLERS.handles, a group's
        command decorator, a function that fills a constant. A plain wrapper stores nothing."""
        found, rest = self.program.trail(name)
        if not found or found[0].kind == "class":
            return
        if len(found) > 1 or rest:
            yield found[0].name
        elif found[0].kind == "constant" and found[0].made_by:  # event = KINDS.event
            yield from self._registries(found[0].made_by)
        elif found[0].kind == "function":
            yield from self._constants_filled(found[0], {found[0].name})

    def _constants_filled(self, function: Piece, seen: set[str]) -> Iterator[str]:
        """The constants that a function, or a function it calls in the same module, puts something into."""
        for name in function.fills | function.names:
            found, rest = self.program.trail(name)
            if found and found[0].kind == "constant":
                if name in function.fills or self._keepers.intersection(rest[:1]):
                    yield found[0].name
            elif found and found[0].kind == "function" and found[0].name not in seen:
                seen.add(found[0].name)
                yield from (
                    self._constants_filled(found[0], seen) if found[0].module == function.module else ()
                )

    # The walk --------------------------------------------------------------------------------------------

    def _walk(self) -> None:
        """Follows plain words only when no certain edge is left, the likeliest first."""
        settings = self.program.module("muster.web.settings")
        every_setting = settings.pieces if settings else {}  # Django reads them by their names
        certain = deque((node, "") for node in (*ROOTS, *every_setting, *CALLED_BY_DJANGO))
        guesses: deque[tuple[str, str]] = deque()
        users: dict[str, list[str]] = defaultdict(list)
        while certain or guesses:
            node, by = (certain or guesses).popleft()
            if node in self.reached:
                continue
            self.reached[node] = max(users[by], key=partial(_nearness, node), default=by)
            for after in self._next(node):
                users[after].extend([node] if after.startswith(".") else [])
                certain.append((after, node))
            for other, target, first in self._both[node]:
                if other in self.reached:
                    (guesses if first.startswith(".") else certain).append((target, first))

    def _next(self, node: str) -> Iterator[str]:
        kind, _, name = node.rpartition(" ")
        if kind == "load":
            yield from self._of_module(name)
        elif kind == "draw":
            yield from self._of_template(name)
        elif name in self.program.pieces:
            yield from self._of_piece(self.program.pieces[name])

    def _of_piece(self, piece: Piece) -> Iterator[str]:
        yield f"load {piece.module}"
        yield from self._loads(piece.loads)
        yield from (f".{word}" for word in piece.words)
        for name in piece.names:
            found, words = self.program.trail(name)
            yield from (piece.name for piece in found)
            yield from (f".{word}" for word in words)
        for text in piece.texts:
            yield from self._of_text(text)

    def _of_text(self, text: str) -> Iterator[str]:
        """A string can name a template, a module or a piece of it; `{}` stands for anything."""
        if text.startswith("muster."):
            yield from (piece.name for piece in self.program.trail(text)[0])
            modules = filter(_pattern(text).fullmatch, self.program.modules)
            yield from (node for name in modules for node in (f"load {name}", f"told {name}"))
        else:
            yield from self._templates_like(text)

    def _of_module(self, name: str) -> Iterator[str]:
        """Loading a module loads its imports and the packages around it, and registers what it registers."""
        module = self.program.module(name)
        if module is None:
            return
        yield f"load {name.rpartition('.')[0]}"
        yield from self._loads(module.imports)
        yield from (f"{name}.{word}" for word in READ_BY_NAME)
        if folders := module.pieces.get(f"{name}.{LOADED_WHOLE}"):
            yield from (
                f"load {module}"
                for module in self.program.modules
                if module.rpartition(".")[0] in folders.texts
            )
        if name.startswith(DOES_ON_LOADING):
            yield from (piece.name for piece in module.pieces.values() if piece.kind == "statement")

    def _loads(self, names: Iterable[str]) -> Iterator[str]:
        modules = filter(None, map(self.program.module_of, names))
        return (f"load {module.name}" for module in modules)

    def _of_template(self, name: str) -> Iterator[str]:
        source = self._templates[name].read_text("utf-8", errors="replace")
        code = "\n".join(IN_TEMPLATE.findall(COMMENT.sub("", source)))
        for plain, dotted in WORD_AFTER_POINT.findall(code):
            yield from (f".{word}" for word in (plain or dotted).split("."))
        for inner in TEMPLATE_NAME.findall(PUT_TOGETHER.sub("{}", code)):
            yield from self._templates_like(inner)

    def _templates_like(self, text: str) -> Iterator[str]:
        return (f"draw {name}" for name in filter(_pattern(text).fullmatch, self._templates))


def _nearness(node: str, user: str) -> int:
    return len({*re.split(r"\W", user)} & {*node.split(".")})


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern for a string in which `{}` stands for something known only at run time."""
    return re.compile(re.escape(text).replace(r"\{\}", r"[^/.]*"))
