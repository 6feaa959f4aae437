"""Style sheets and scripts without what only their readers need: comments, indentation, line breaks.

They are written for people and sent to phones. What is left out here changes no rule and no statement; a test
holds every file against its original.
"""

import re
from typing import Final

STRING: Final = re.compile(r'("[^"\n]*"|\'[^\'\n]*\')')
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
AROUND: Final = re.compile(r" ?([{};,]) ?")


def shorten_file(path: str, body: bytes) -> bytes:
    """The file at this address as phones get it."""
    if path.endswith(".css"):
        return shorten_styles(body.decode()).encode()
    return shorten_script(body.decode()).encode() if path.endswith(".js") else body


def shorten_styles(text: str) -> str:
    """A style sheet with single spaces and none beside braces, semicolons and commas. Strings stay."""
    parts = STRING.split(COMMENT.sub("", text))
    outside = (AROUND.sub(r"\1", re.sub(r"\s+", " ", part)) for part in parts[::2])
    strings = [*parts[1::2], ""]
    return "".join(plain + string for plain, string in zip(outside, strings, strict=True)).strip()


def shorten_script(text: str) -> str:
    """A script without indentation, empty lines and lines that are a comment. Line breaks stay, since
    statements may end with them."""
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("//"))
