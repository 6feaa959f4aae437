"""How names are compared: players write them with all kinds of quotes, dashes, accents and case."""

import unicodedata
from functools import lru_cache

LONGEST = 200
SAME = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "•": " ", "*": " ", ",": " "}
)


def plain(text: str) -> str:
    """A name without case, accents, quotes and punctuation: what is left is compared.

    Only the first 200 characters count; no card has a name nearly that long.
    """
    return _plain(text[:LONGEST])


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    spread = unicodedata.normalize("NFKD", text.translate(SAME)).casefold()
    kept = (
        sign if sign.isalnum() else " "
        for sign in spread
        if not unicodedata.combining(sign) and sign not in "'\"."
    )
    return " ".join("".join(kept).split())
