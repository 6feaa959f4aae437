"""Splits queries and texts into words: drops filler words, cuts off endings, and maps what players call
a thing to the game's own word."""

from functools import cache, lru_cache

from muster.rules.cards.naming import plain
from muster.rules.core_rules import search_words

LONGEST = 100
MOST_WORDS = 8
DOUBLED = frozenset("bdgmnprt")


def words_in(query: str) -> list[str]:
    """The words to search for, without filler words unless there is nothing else."""
    words = tuple(dict.fromkeys(plain(query[:LONGEST]).split()))
    empty = search_words().say_nothing
    return [word for word in words if word not in empty][:MOST_WORDS] or list(words[:MOST_WORDS])


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word without its grammatical endings, so that moves, moved and moving are the same."""
    word = irregular_forms().get(word, word)
    if len(word) < 4 or word.isdigit():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word[-1] == "s" and word[-2] not in "siu":
        word = word[:-1]
    if word.endswith("ing") and len(word) > 5:
        word = _without_double_letter(word[:-3])
    elif word.endswith("ed") and len(word) > 4:
        word = _without_double_letter(word[:-2])
    elif word.endswith(("sion", "tion")) and len(word) > 6:
        word = word[:-3]
    return word[:-1] if word[-1] == "e" and len(word) > 3 else word


def _without_double_letter(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] in DOUBLED else word


@lru_cache(maxsize=4096)
def phrase(text: str) -> frozenset[str]:
    """The words of a phrase without filler words."""
    return frozenset(map(stem, words_in(text)))


@cache
def irregular_forms() -> dict[str, str]:
    """The word that an irregular form is of: lost is of loss, as lose and losing."""
    return {form: word for word, forms in search_words().forms.items() for form in forms}


@cache
def mode_words() -> dict[str, str]:
    """The documents of the modes, by the stems of words that name them."""
    return {stem(word): document for word, document in search_words().modes.items()}


@cache
def synonyms() -> dict[str, tuple[str, ...]]:
    """The stems of the game's words, by the stem of what players say instead."""
    found: dict[str, tuple[str, ...]] = {}
    for word, meant in search_words().meanings.items():
        root = stem(word)
        found[root] = tuple(dict.fromkeys((*found.get(root, ()), *map(stem, meant))))
    return found
