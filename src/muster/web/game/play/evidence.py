"""The evidence of a game: every roll and draw with what the app was bound to, undone ones too."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from muster.rules.cards.vocabulary import spoken
from muster.rules.game.log.events import Drawn, GameClosed, Rolled
from muster.rules.game.replaying.game_file import commitment_of, follows
from muster.rules.game.table import Table
from muster.rules.log import FacesVoided, Recorded, undone
from muster.web.game.play.telling import faces, roll_name

Fate = Literal["counts", "undone", "voided"]


class Evidence(NamedTuple):
    """A roll or a draw with what proves it. Without a commitment people rolled their own dice; the seed is
    there once the game is closed, and then `proven` says whether faces and commitment follow from it."""

    step: str
    name: str
    faces: str
    fate: Fate
    commitment: str
    seed: str
    proven: bool


def evidence_of(log: Sequence[Recorded], table: Table) -> Iterator[Evidence]:
    """In their order. Dice that were rolled again after an undo show the same faces unless they were freed,
    so what was undone belongs to the proof."""
    gone = undone(log)
    freed = {
        (one.event.batch, one.event.step)
        for one in log
        if isinstance(one.event, FacesVoided) and one.batch not in gone
    }
    closings = [one.event.seeds for one in log if isinstance(one.event, GameClosed) and one.batch not in gone]
    seeds = {commitment: seed for opened in closings for commitment, seed in opened.items()}
    for entry in log:
        event = entry.event
        if not isinstance(event, Rolled | Drawn):
            continue
        fate: Fate = "undone" if entry.batch in gone else "counts"
        fate = "voided" if (entry.batch, event.step) in freed else fate
        commitment = commitment_of(event)
        seed = seeds.get(commitment, "")
        shown = faces(event.roll) if isinstance(event, Rolled) else f"{event.number + 1} of {event.of}"
        name = roll_name(table, event) if isinstance(event, Rolled) else spoken(event.purpose)
        proven = bool(seed) and follows(event, seed)
        yield Evidence(event.step, name, shown, fate, commitment, seed, proven)
