"""Which code people reach: what a page, a command or the API names, and so on from there.

Nothing is run. From what Django and the command line start with (`ROOTS`) everything is followed that a
reached piece names. A method is reached when its class is, and a reached piece or a drawn template uses its
name: on `self`, or on what an annotation or a call gives a type, only in that family of classes; elsewhere in
all. A function that a decorator puts into a registry (`@HANDLERS.handles`, `@check`, `@router.get`) is
reached when that registry is, and its module is loaded; so is what a module hands to one by a call of its
own. Importing something is no use of it. What only
measures or shows off (`ASIDE`) reaches nothing for people.

So a function that no reached piece names is certainly not reached. The opposite is not certain: a branch that
is never taken, or a common word for a method, may make something look reached.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from pathlib import Path

from muster.cli.coverage.pieces import Piece
from muster.cli.coverage.program import Program

ROOTS = ("muster.__main__", "muster.cli.main", "muster.web.settings", "muster.web.asgi", "muster.web.wsgi")
DOES_ON_LOADING = ("muster.web", "muster.cli", "muster.__main__")
"""Where loading a module puts addresses and commands in place. Elsewhere it only makes tables ready, and a
table is in use where somebody names it."""

READ_BY_NAME = frozenset(
    {"urlpatterns", "handler400", "handler403", "handler404", "handler500", "application"}
)
"""What Django looks for in a module that it is told of."""

TEMPLATES = Path("src/muster/web/templates")
IN_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
WORD_AFTER_POINT = re.compile(r"\.\s*([A-Za-z_]\w*)|attribute\s*=\s*[\"']([\w.]+)")
TEMPLATE_NAME = re.compile(r"[\w/{}-]+\.(?:html|txt|xml|json|js|svg)")
PUT_TOGETHER = re.compile(r"[\"']\s*~.*?~\s*[\"']", re.DOTALL)
CALLED_BY_DJANGO = ("process_exception", "process_view", "process_template_response", "to_python", "to_url")


class Reach:
    """What is reached, and from where."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reached: dict[str, str] = {}
        """Each piece that is reached, with the one that reaches it first; the roots with nothing."""
        self._queue: deque[str] = deque()
        self._guesses: deque[Piece] = deque()
        self._loaded: set[str] = set()
        self._words: dict[str, list[str]] = {}
        self._wanted: dict[str, str] = {}
        self._methods: dict[str, list[Piece]] = defaultdict(list)
        self._with_method: dict[str, list[Piece]] = defaultdict(list)
        self._children: dict[str, list[str]] = defaultdict(list)
        self._registered: dict[str, list[Piece]] = defaultdict(list)
        self._waiting: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._templates: set[str] = set()
        self._drawn: set[str] = set()
        self._addresses: dict[str, str] = {}
        self._prepare()
        self._words.update({word: ["muster.web.settings"] for word in CALLED_BY_DJANGO})
        for root in ROOTS:
            self._start(root)
        self._spread()

    def path(self, name: str) -> tuple[str, ...]:
        """From the first piece that people call down to this one."""
        steps = [name]
        while before := self.reached[steps[-1]]:
            steps.append(before)
        return tuple(reversed(steps))

    def entry(self, path: tuple[str, ...]) -> str:
        """The page, the part of the API or the command that a path begins with, in words."""
        for name in path:
            if name in self._addresses:
                return f"page {self._addresses[name]}"
            if name.startswith("muster.web.api.") and self.program.pieces[name].kind == "function":
                return f"API {name.removeprefix('muster.web.api.')}"
            if name.startswith("muster.cli.") and name.endswith(".command"):
                words = name.removeprefix("muster.cli.").split(".")
                return f"command {' '.join(word for word in words if word != 'command')}"
        return f"every page, by {path[min(1, len(path) - 1)]}"

    # Before ----------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        folder = self.program.root / TEMPLATES
        self._templates = {
            file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()
        }
        for source in self.program.sources.values():
            for address, view in source.addresses:
                self._addresses.setdefault(self.program.resolve(view)[0], address)
        for piece in self.program.pieces.values():
            if piece.kind == "method":
                self._methods[piece.owner].append(piece)
                self._with_method[piece.name.rpartition(".")[2]].append(piece)
            elif piece.kind == "class":
                for base in self.program.bases(piece.name):
                    self._children[base].append(piece.name)
            for decorator in piece.decorators:
                for registry in self._registries(decorator):
                    self._registered[registry].append(piece)

    def _registries(self, decorator: str) -> Iterator[str]:
        """The collections of ours that a decorator puts something into; a mere wrapper has none."""
        found, rest = self.program.resolve(decorator)
        piece = self.program.pieces.get(found)
        if piece is None or piece.kind in ("class", "module"):
            return
        if rest:  # a method of something: @router.get, @HANDLERS.handles, a command of a group
            yield found
        elif piece.kind == "constant" and piece.returns:  # event = KINDS.event
            yield from self._registries(piece.returns)
        elif piece.kind == "function":
            yield from self._filled(piece, {found})

    def _filled(self, piece: Piece, seen: set[str]) -> Iterator[str]:
        """The constants that a function, or one it calls beside it, puts something into."""
        for name in piece.fills:
            found, _ = self.program.resolve(name)
            if found in self.program.pieces and self.program.pieces[found].kind == "constant":
                yield found
        for name in piece.names:
            found, rest = self.program.resolve(name)
            inner = self.program.pieces.get(found)
            if inner and rest and inner.kind == "constant" and self._keeps(found, rest[0]):
                yield found
            if inner and inner.kind == "function" and inner.module == piece.module and found not in seen:
                seen.add(found)
                yield from self._filled(inner, seen)

    def _keeps(self, constant: str, word: str) -> bool:
        """Whether a method of what a constant holds puts something into its own object."""
        cls = self.program.class_of(constant)
        method = self.program.method(cls, word) if cls else None
        return method is not None and any(name.startswith("?") for name in method.fills)

    def _start(self, root: str) -> None:
        found, rest = self.program.resolve(root)
        if found and not rest:
            self._reach(found, "")
        if found == "muster.web.settings":  # every setting is read by its name
            for piece in self.program.sources[found].pieces.values():
                self._reach(piece.name, "")

    # Spreading -------------------------------------------------------------------------------------------

    def _reach(self, name: str, by: str) -> None:
        if name not in self.reached:
            self.reached[name] = by
            self._queue.append(name)

    def _guess(self, method: Piece) -> None:
        """Reached by a mere word: only when no certain way is left to follow, and from where it is likely."""
        if method.name not in self.reached:
            self._guesses.append(method)

    def _likely(self, method: Piece) -> str:
        """Of those who use a word, the one that lives nearest to the method."""
        near = set(method.module.split("."))
        users = self._words[method.name.rpartition(".")[2]]
        return max(users, key=lambda user: len(near & set(self.program.pieces[user].module.split("."))))

    def _spread(self) -> None:
        while self._queue or self._guesses:
            if not self._queue:
                method = self._guesses.popleft()
                if method.name not in self.reached:
                    self._reach(method.name, self._likely(method))
                continue
            piece = self.program.pieces[self._queue.popleft()]
            self._load(piece.module, piece.name)
            for wanted in piece.loads:
                self._load_imported(wanted, piece.name)
            for name in piece.names:
                self._name(name, piece)
            for cls, word in piece.of_types:
                self._part(self.program.class_of(cls), word, piece.name)
            for word in piece.words:
                self._word(word, piece.name)
            for text in piece.texts:
                self._text(text, piece)
            if piece.kind == "class":
                self._class(piece)
            for registered in self._registered.get(piece.name, ()):
                self._when_loaded(registered.module, registered.name, piece.name)

    def _load(self, module: str, by: str) -> None:
        source = self.program.sources.get(module)
        if source is None or module in self._loaded:
            return
        self._loaded.add(module)
        self._load(module.rpartition(".")[0], by)
        if module.startswith(DOES_ON_LOADING):
            for piece in source.pieces.values():
                if piece.kind == "statement":
                    self._reach(piece.name, by)
        for name in READ_BY_NAME & {n.rpartition(".")[2] for n in source.pieces}:
            self._reach(f"{module}.{name}", by)
        for wanted in source.imports:
            self._load_imported(wanted, by)
        for name, registry in self._waiting.pop(module, ()):
            self._reach(name, registry)

    def _load_imported(self, name: str, by: str) -> None:
        """What is imported by name loads the module it is imported from; that one loads the next."""
        while name and name not in self.program.sources:
            name = name.rpartition(".")[0]
        self._load(name, by)

    def _when_loaded(self, module: str, name: str, by: str) -> None:
        if module in self._loaded:
            self._reach(name, by)
        else:
            self._waiting[module].append((name, by))

    def _name(self, name: str, piece: Piece) -> None:
        found, rest = self.program.resolve(name)
        known = self.program.pieces.get(found)
        if known is None:
            for word in name.split(".")[1:]:
                self._word(word, piece.name)
            return
        self._reach(found, piece.name)
        if rest:
            kind = found if known.kind == "class" else self.program.class_of(found)
            self._part(kind, rest[0], piece.name)
            for word in rest[1:]:
                self._word(word, piece.name)

    def _part(self, cls: str, word: str, by: str) -> None:
        """`word` is used on something of a class, or of one made from it; on anything, if it is not known."""
        if not cls or self.program.is_protocol(cls):
            self._word(word, by)
            return
        if method := self.program.method(cls, word):
            self._reach(method.name, by)
        for child in self._children[cls]:
            name = f"{child}.{word}"
            if name in self.program.pieces and name not in self._wanted:
                self._wanted[name] = by
                if child in self.reached:
                    self._reach(name, by)

    def _word(self, word: str, by: str) -> None:
        if word in self._words:
            self._words[word].append(by)
            return
        self._words[word] = [by]
        for method in self._with_method.get(word, ()):
            if method.owner in self.reached:
                self._guess(method)

    def _class(self, piece: Piece) -> None:
        outside = self.program.is_called_from_outside(piece.name)
        for method in self._methods[piece.name]:
            word = method.name.rpartition(".")[2]
            if outside or (word.startswith("__") and word.endswith("__")):
                self._reach(method.name, piece.name)
            elif word in self._words:
                self._guess(method)
            elif method.name in self._wanted:
                self._reach(method.name, self._wanted[method.name])

    def _text(self, text: str, piece: Piece) -> None:
        """A text may name a module or a piece of it, or a template; `{}` in it stands for anything."""
        if TEMPLATE_NAME.fullmatch(text):
            self._draw(text, piece.name)
        elif text.startswith("muster.") and "{}" in text:
            for name in filter(_pattern(text).fullmatch, self.program.sources):
                self._text(name, piece)
        elif text.startswith("muster."):
            found, rest = self.program.resolve(text)
            if found in self.program.sources:
                self._load(found, piece.name)
                self._asked_of(found, piece)
            elif found and not rest:
                self._reach(found, piece.name)

    def _asked_of(self, module: str, piece: Piece) -> None:
        """`import_module(name).router`: what the module that holds the name asks of those it loads."""
        for other in self.program.sources[piece.module].pieces.values():
            for word in other.words:
                name = f"{module}.{word}"
                if name in self.program.pieces:
                    self._reach(name, piece.name)
            for _, word in other.of_types:
                if (name := f"{module}.{word}") in self.program.pieces:
                    self._reach(name, piece.name)

    def _draw(self, text: str, by: str) -> None:
        pattern = _pattern(text)
        for name in self._templates - self._drawn:
            if pattern.fullmatch(name):
                self._drawn.add(name)
                source = (self.program.root / TEMPLATES / name).read_text("utf-8", errors="replace")
                code = "\n".join(IN_TEMPLATE.findall(COMMENT.sub("", source)))
                for plain, dotted in WORD_AFTER_POINT.findall(code):
                    for word in (plain or dotted).split("."):
                        self._word(word, by)
                for inner in TEMPLATE_NAME.findall(PUT_TOGETHER.sub("{}", code)):
                    self._draw(inner, by)


def _pattern(text: str) -> re.Pattern[str]:
    """A text in which `{}` stands for something that is not known before it runs."""
    return re.compile(re.escape(text).replace(r"\{\}", r"[^/.]*"))
