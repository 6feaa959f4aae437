"""Ranks: how many units of each an army must and may have."""

from collections.abc import Iterator

from muster.rules.armies.checks.registry import check, note
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.rank_counts import LEADING, leader_count
from muster.rules.armies.report import problem
from muster.rules.armies.sources import core, rank_source
from muster.rules.cards.vocabulary import Rank, display_word
from muster.rules.violations import Violation


@check
def rank_minimums(lineup: Lineup) -> Iterator[Violation]:
    """An army must have so many units of a rank; mercenaries do not count (rules 447, 449, 532)."""
    for row in lineup.rank_counts:
        if row.counts_to_min < row.min:
            yield out_of_rank("army.rank_min", lineup, row.rank, row.counts_to_min, min=row.min)


@check
def rank_maximums(lineup: Lineup) -> Iterator[Violation]:
    """Each army may have at most so many units of a rank (rules 447 to 452, 532)."""
    for row in lineup.rank_counts:
        if row.counts_to_max > row.max:
            yield out_of_rank("army.rank_max", lineup, row.rank, row.counts_to_max, max=row.max)


def out_of_rank(code: str, lineup: Lineup, rank: Rank, count: int, **limit: int) -> Violation:
    """Too few or too many units of a rank."""
    about, by = lines_of(lineup, rank), abs(count - sum(limit.values()))
    source = source_of(lineup, rank)
    return problem(code, source, about, rank=display_word(rank), count=count, by=by, of=rank, **limit)


@check
def commanders_and_operatives(lineup: Lineup) -> Iterator[Violation]:
    """Some battle forces cap commanders and operatives together; units lifted out of their rank are free."""
    cap = lineup.ranks.commander_and_operative_max
    if cap is not None and (count := leader_count(lineup.rank_counts)) > cap:
        about = [key for rank in LEADING for key in lines_of(lineup, rank)]
        source = source_of(lineup, "commander")
        yield problem("army.rank_combined", source, about, count=count, max=cap, by=count - cap, of="leading")


@note
def fallback_table(lineup: Lineup) -> Iterator[Violation]:
    """A battle force without a table for the format is checked by the table of another one."""
    if lineup.force is not None and lineup.table_id != lineup.format.id:
        force, used = lineup.force, lineup.catalogue.formats[lineup.table_id].name
        params = {"force": force.name, "format": lineup.format.name, "used": used}
        yield problem("army.fallback_ranks", force.name, (force.id,), **params)


def lines_of(lineup: Lineup, rank: Rank) -> list[str]:
    """The keys of the lines that fill a rank."""
    return [line.key for line in lineup.lines if line.rank == rank]


def source_of(lineup: Lineup, rank: Rank) -> str:
    """The rank table that applies: the battle force's own, or the format's."""
    return core(f"{lineup.force.name}, ranks") if lineup.force else rank_source(lineup.format.id, rank)
