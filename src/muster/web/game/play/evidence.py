"""The evidence of a game: every roll and draw with what the app was bound to, undone ones too."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.proof import Evidence, Fate, evidence_of_roll, fates
from muster.rules.game.log.events import Drawn, GameClosed, Rolled
from muster.rules.game.replaying.game_file import follows_from_seed
from muster.rules.game.table import Table
from muster.rules.log import Recorded, undone_acts
from muster.web.game.play.prompts.prompt import face_words
from muster.web.game.play.telling import roll_name


class Proof(NamedTuple):
    """A roll or a draw: what it was for, what it shows, and what proves it."""

    name: str
    words: str
    one: Evidence


def evidence_of(log: Sequence[Recorded], table: Table) -> Iterator[Proof]:
    """In their order; the seeds are there once the game is closed."""
    fate, gone = fates(log), undone_acts(log)
    closings = [
        entry.event.seeds for entry in log if isinstance(entry.event, GameClosed) and entry.batch not in gone
    ]
    seeds = {commitment: seed for opened in closings for commitment, seed in opened.items()}
    for entry in log:
        event = entry.event
        if isinstance(event, Rolled):
            seed, became = seeds.get(event.roll.commitment or "", ""), fate(entry.batch, event.step)
            evidence = evidence_of_roll(event.step, event.roll, seed, became)
            yield Proof(roll_name(table, event), face_words(event.roll.faces), evidence)
        elif isinstance(event, Drawn):
            drawn = _draw_evidence(event, seeds.get(event.commitment, ""), fate(entry.batch, event.step))
            yield Proof(display_word(event.purpose), drawn.shown[0], drawn)


def _draw_evidence(event: Drawn, seed: str, fate: Fate) -> Evidence:
    return Evidence(
        step=event.step,
        shown=(f"{event.number + 1} of {event.of}",),
        fate=fate,
        commitment=event.commitment,
        seed=seed,
        proven=bool(seed) and follows_from_seed(event, seed),
    )
