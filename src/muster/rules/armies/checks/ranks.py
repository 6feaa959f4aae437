"""Ranks: how many units of each an army must and may have."""

from collections.abc import Iterator

from muster.rules.armies.checks.rank_counts import LEADING, leading
from muster.rules.armies.checks.registry import check, note
from muster.rules.armies.lineup import Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import core, rank_source
from muster.rules.cards.vocabulary import Rank, spoken
from muster.rules.violations import Violation


@check
def rank_minimums(lineup: Lineup) -> Iterator[Violation]:
    """An army must have so many units of a rank; mercenaries do not count (rules 447, 449, 532)."""
    for counted in lineup.rank_counts:
        if (short := counted.min - counted.counts_to_min) > 0:
            yield problem(
                "army.rank_min",
                source_of(lineup, counted.rank),
                lines_of(lineup, counted.rank),
                rank=spoken(counted.rank),
                count=counted.counts_to_min,
                min=counted.min,
                by=short,
                of=counted.rank,
            )


@check
def rank_maximums(lineup: Lineup) -> Iterator[Violation]:
    """Each army may have at most so many units of a rank (rules 447 to 452, 532)."""
    for counted in lineup.rank_counts:
        if (over := counted.counts_to_max - counted.max) > 0:
            yield problem(
                "army.rank_max",
                source_of(lineup, counted.rank),
                lines_of(lineup, counted.rank),
                rank=spoken(counted.rank),
                count=counted.counts_to_max,
                max=counted.max,
                by=over,
                of=counted.rank,
            )


@check
def commanders_and_operatives(lineup: Lineup) -> Iterator[Violation]:
    """Some battle forces cap commanders and operatives together; units lifted out of their rank are free."""
    cap = lineup.ranks.commander_and_operative_max
    count = leading(lineup.rank_counts)
    if cap is not None and count > cap:
        about = [key for rank in LEADING for key in lines_of(lineup, rank)]
        source = source_of(lineup, "commander")
        yield problem("army.rank_combined", source, about, count=count, max=cap, by=count - cap, of="leading")


@note
def fallback_table(lineup: Lineup) -> Iterator[Violation]:
    """A battle force without a table for the format is checked by the table of another one."""
    if lineup.force is not None and lineup.table_id != lineup.format.id:
        yield problem(
            "army.fallback_ranks",
            lineup.force.name,
            (lineup.force.id,),
            force=lineup.force.name,
            format=lineup.format.name,
            used=lineup.catalogue.formats[lineup.table_id].name,
        )


def lines_of(lineup: Lineup, rank: Rank) -> list[str]:
    """The keys of the lines that fill a rank."""
    return [line.key for line in lineup.lines if line.rank == rank]


def source_of(lineup: Lineup, rank: Rank) -> str:
    """The rank table that applies: the battle force's own, or the format's."""
    return core(f"{lineup.force.name}, ranks") if lineup.force else rank_source(lineup.format.id, rank)
