"""Syntax trees of a checkout, each file parsed once."""

import ast
from pathlib import Path


class Trees:
    """Parses files as they are asked for."""

    def __init__(self) -> None:
        self._known: dict[Path, ast.Module | None] = {}

    def tree(self, file: Path, word: bytes = b"") -> ast.Module | None:
        """The tree of a file; an empty one where the word does not occur, none where it is no Python."""
        if file not in self._known:
            source = file.read_bytes()
            if word not in source:
                return ast.Module([], [])
            try:
                self._known[file] = ast.parse(source)
            except (SyntaxError, ValueError):
                self._known[file] = None
        return self._known[file]
