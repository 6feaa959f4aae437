"""Prompts of the End Phase: who is where, or with the score only who holds what."""

from muster.rules.game import steps
from muster.rules.game.effects.reminders import rules_now
from muster.rules.game.hooks import FIRST_SCORING
from muster.rules.game.keyword_moments import as_the_round_ends
from muster.rules.game.phases.ending import holders
from muster.rules.game.phases.places import near_tokens, standing_units, tellers, tokens_asked
from muster.rules.game.scoring.recon_objectives import BUNKER, BUNKER_WOUNDS
from muster.rules.game.scoring.score_only import counts_offered, marks_offered
from muster.rules.game.special_operations.distances import inches
from muster.rules.game.table import SIDES, Marker, Table, View
from muster.web.game.play import words
from muster.web.game.play.prompts.minding import keyword_lines
from muster.web.game.play.prompts.prompt import Count, Option, Prompt, Well, draws
from muster.web.game.wording import wordings


@draws(steps.TellPlaces)
def places(seen: View, step: steps.TellPlaces) -> Prompt:
    """Each seat is asked about its own units and sees what the other told; one phone for both about all that
    nobody has told."""
    table, left = seen.table, tellers(seen.table, step)
    mine = tuple(seat for seat in left if seen.audience in (seat, "both"))
    theirs = ", ".join(words.name_of(table, seat) for seat in left if seat not in mine)
    own = [unit for seat in mine for unit in standing_units(table, seat)]
    known_units = [unit for seat in step.told for unit in standing_units(table, seat)]
    wells = tuple(
        _well(table, marker, tuple(_at(table, marker, unit) for unit in own))._replace(
            told=tuple(option for unit in known_units if (option := _at(table, marker, unit)).on)
        )
        for marker in tokens_asked(table, step)
    )
    asked = wordings().places.get(table.mission.objective) or wordings().places[""]
    moved = "Something moved: look again. " if step.tokens else ""
    waits = f" Only your own units: {theirs} tells where theirs are." if theirs else ""
    button = "These are mine" if theirs else "Told" if moved else asked.button
    return Prompt(
        step.id, "places", "places", asked.title, button, moved + asked.lede + waits,
        icon="obj-poi", small="", wells=wells, rules=asked.rules or rules_now(table), whole=len(mine) > 1,
        sure="No one is near any" if not moved else "No one is near it",
        keywords=keyword_lines(table, (line for seat in mine for line in as_the_round_ends(table, seat))),
    )  # fmt: skip


def _at(table: Table, marker: str, unit: str) -> Option:
    near = unit in table.places.get(marker, ())
    return Option(f"{marker} {unit}", words.unit_name(table, unit), unit=unit, on=near)


def _well(table: Table, marker: str, options: tuple[Option, ...]) -> Well:
    found = table.markers[marker]
    return Well(marker, words.letter(table, marker), found.name, _note(table, found), options)


def _note(table: Table, found: Marker) -> str:
    if table.mode == "special-operations":
        far = inches(table, "control")
        return f"within {far}″" if far else "in base contact"
    reach = f"within range {found.reach}" if found.reach else "within half range (3″)"
    only = f", {words.RANK_ONLY[found.only]}" if found.only else ""
    if found.of:
        whose = words.side_name(table, found.of)
        wounds = f" {found.wounds} of {BUNKER_WOUNDS} wounds," if found.name == BUNKER else ""
        return f"{whose}’s,{wounds} {reach}{only}"
    ground = f"{words.side_name(table, found.side)}’s Territory" if found.side else "Contested Territory"
    lies = "goods" if found.kind == "poi" else "Suppression"
    goods = f", {found.amount} {lies}" if found.amount else ""
    return f"{ground}, {reach}{only}{goods}"


@draws(steps.TellRound)
def _round(seen: View, step: steps.TellRound) -> Prompt:
    table = seen.table
    names = {"": "No one", "both": "Both"} | {side: words.side_name(table, side) for side in SIDES}
    wells = tuple(
        _well(
            table,
            marker,
            tuple(
                Option(holder, names[holder], on=table.holds.get(marker, "") == holder)
                for holder in holders(table)
            ),
        )
        for marker in near_tokens(table)
    )
    marks = tuple(Option(mark, in_words(table, mark, wordings().marks)) for mark in marks_offered(table))
    counts = tuple(
        Count(name, in_words(table, name, wordings().counts), group.most)
        for group in counts_offered(table)
        for name in group.names
    )
    asks = table.round >= FIRST_SCORING and (wells or marks or counts)  # before, nothing is what one expects
    sure = "No one holds any" if wells else "Nothing to tell"
    return Prompt(
        step.id, "told", "round-told", f"How did round {table.round} end?", f"End round {table.round}",
        icon="nav-mission", small="tap what changed", wells=wells, marks=marks, counts=counts,
        rules=rules_now(table), sure=sure if asks else "",
    )  # fmt: skip


def in_words(table: Table, name: str, known: dict[str, str]) -> str:
    """A mark or a count in words: whose it is, or which token it is about."""
    what, _, whose = name.partition(".")
    if whose in table.markers:
        return f"{known[what]} {words.marker_name(table, whose)}"
    side = next((side for side in SIDES if side == whose), None)
    return f"{words.side_name(table, side)}: {known[what]}" if side else known[what]
