"""What an organiser decides about an event before it begins (rules 471, 590, 647 to 649)."""

from datetime import date
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from muster.rules.tournament.clock.clock import TIMES, Timekeeping
from muster.rules.violations import Refused, Source, Violation, refuse_unless

SOURCE: Final = "Tournament Regulations"
problem = Source(SOURCE).problem
problem_if = Source(SOURCE).problem_if
MOST_LETTERS: Final = 80
MOST_PLAYERS: Final = 10_000
MOST_TABLES: Final = 9_999
MOST_ROUNDS: Final = 30
MOST_MINUTES: Final = 600
MOST_POINTS: Final = 10_000

Tier: TypeAlias = Literal["casual", "competitive"]
Kind: TypeAlias = Literal["standard", "recon"]
Aid: TypeAlias = Literal["score", "clock", "judge-call", "rules", "army-list", "notes", "odds", "dice"]

# Rule 585: no notes and no outside material; official rules may be read, and a judge may always be called.
ALWAYS_ALLOWED: Final[tuple[Aid, ...]] = ("score", "clock", "judge-call", "rules")


class TournamentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The frame of an event, locked when it is announced.

    `profile` names the rules profile, `structure` the way to count rounds; `rounds` and `cut` are read for a
    custom structure only. `minutes` replaces the profile's round time where it is not 0; `tables` is how many
    the hall has (0: as many as needed); `capacity` 0 takes everybody. `allowed` is what players may use in a
    round beyond rule 585. With `self_check_in` players say on their phones that they are there.
    With `avoid_clubs` nobody meets somebody of their own club in round 1 while any pairing avoids it.
    `starts` is the time of the first round on the clock of the place, `zone` its time zone. `no_show_minutes`
    is the reasonable time limit of rule 593.
    """

    profile: Literal["regulations", "current"] = "regulations"
    structure: Literal["basic", "advanced", "current", "current-no-cut", "custom"] = "basic"
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    cut: Annotated[int, Meta(ge=0, le=MOST_PLAYERS)] = 0
    tier: Tier = "casual"
    kind: Kind = "standard"
    points: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 800
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    no_show_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 15
    tables: Annotated[int, Meta(ge=0, le=MOST_TABLES)] = 0
    capacity: Annotated[int, Meta(ge=0, le=MOST_PLAYERS)] = 0
    bye_moves: bool = True
    avoid_clubs: bool = False
    allowed: Annotated[tuple[Aid, ...], Meta(max_length=12)] = ()
    short_names: bool = False
    public: bool = True
    self_entry: bool = True
    self_check_in: bool = False
    lists: Literal["none", "wanted", "required"] = "wanted"
    fixed_terrain: bool = True
    day: date | None = None
    place: Annotated[str, Meta(max_length=MOST_LETTERS)] = ""
    starts: Annotated[str, Meta(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?$")] = ""
    zone: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_+-]{1,30}(/[A-Za-z0-9_+-]{1,30}){0,2})?$")] = ""

    @property
    def aids(self) -> tuple[Aid, ...]:
        """Everything players may use during a round (rule 585); where the length is secret, not the clock."""
        always = [aid for aid in ALWAYS_ALLOWED if aid != "clock" or not self.secret_length]
        return (*always, *(aid for aid in self.allowed if aid not in always))

    @property
    def start_time(self) -> str:
        """13:30, Europe/Berlin time; nothing where no start is known."""
        zone = f", {self.zone.replace('_', ' ')} time" if self.zone else ""
        return f"{self.starts}{zone}" if self.starts else ""

    @property
    def secret_length(self) -> bool:
        """Rules 467 to 469: the length of a round is rolled and told to nobody before time is called."""
        return TIMES[self.timekeeping].dice

    @property
    def timekeeping(self) -> Timekeeping:
        """Whose round times hold: Recon has its own (rule 468)."""
        return "recon" if self.kind == "recon" else self.profile


S = TypeVar("S")


def too_many(have: int, most: int, what: str) -> Violation | None:
    """So many of something no event holds."""
    return problem_if(have > most, "tournament.too_many", (), "", what=what, max=most)


def require_valid(value: S) -> S:
    """A value made in code, checked against the limits a decoder would enforce. Refuses with what is
    wrong."""
    try:
        return msgspec.convert(msgspec.to_builtins(value), type(value))
    except (msgspec.MsgspecError, UnicodeError, OverflowError) as error:
        raise Refused(problem("tournament.bad_value", (), "", why=str(error)[:200])) from None


def clean_words(text: str, what: str, most: int = MOST_LETTERS) -> str:
    """Words as they are kept: trimmed, one line, printable, not too long; may be empty."""
    if len(text) > 10 * most:
        raise Refused(problem("tournament.too_long", (what,), what=what, have=len(text), max=most))
    kept = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(kept) > most:
        raise Refused(problem("tournament.too_long", (what,), what=what, have=len(kept), max=most))
    return kept


def required_words(text: str, what: str, most: int) -> str:
    """Words that must not be empty."""
    kept = clean_words(text, what, most)
    refuse_unless(kept, problem("tournament.no_words", (what,), what=what))
    return kept
