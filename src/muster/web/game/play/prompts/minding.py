"""Keywords that have something to say beside a question, as lines of its prompt."""

from collections.abc import Iterable

from muster.rules.game.keyword_moments import KeywordNow
from muster.rules.game.table import Table
from muster.web.environment import url
from muster.web.game.play import words
from muster.web.game.play.prompts.prompt import KeywordLine


def keyword_lines(table: Table, found: Iterable[KeywordNow], named: bool = True) -> tuple[KeywordLine, ...]:
    """Each with the units that have it, where it is not plain whose it is."""
    return tuple(
        KeywordLine(
            line.words, url("keyword", line.id),
            ", ".join(words.unit_name(table, unit) for unit in line.units) if named else "", line.meaning,
        )
        for line in found
    )  # fmt: skip
