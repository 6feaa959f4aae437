"""A prompt: the one thing a seat is asked, between what, and what the button says."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.faces import SIDES as FACES
from muster.rules.dice.faces import Die, Face
from muster.rules.game.phases.other_orders import REASONS
from muster.rules.game.steps.step import Step
from muster.rules.game.table import Table, View
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.wording import wordings


class Option(NamedTuple):
    """One thing that may be chosen. `value` is what the form sends, `unit` the unit it is about, `button`
    what the button says while it is chosen, `dice` how many dice are rolled again for it at most."""

    value: str
    name: str
    note: str = ""
    unit: str = ""
    on: bool = False
    pips: int = 0
    button: str = ""
    dice: int = 0


class Well(NamedTuple):
    """An objective token and who may be at it, or who may hold it; `told` are those of the other side."""

    id: str
    letter: str
    name: str
    note: str
    options: tuple[Option, ...]
    told: tuple[Option, ...] = ()


class Count(NamedTuple):
    """A number that is asked for."""

    name: str
    words: str
    most: int


class WeaponStep(NamedTuple):
    """A weapon of an attack sheet: what the form calls it, its words, and how many minis use it of how many
    that may."""

    name: str
    words: str
    note: str
    number: int
    most: int


class Tile(NamedTuple):
    """An action of a unit: `value` is what the form sends, `on` whom or what it may be taken on."""

    value: str
    name: str
    note: str
    icon: str
    on: tuple[Option, ...] = ()


class Denied(NamedTuple):
    """An action that is not offered, and why."""

    name: str
    icon: str
    why: str


class Aimed(NamedTuple):
    """An enemy unit that may be attacked: with which weapons, and what of it has to be looked at. `told` is
    the cover it had when it was last attacked; `hull`: it may be touching its side's vehicle; `arcs`: those
    of the vehicle that some weapon may attack from; `sided`: each pool names its own."""

    target: str
    pools: tuple[Option, ...]
    cover: bool
    arcs: tuple[str, ...] = ()
    told: int = 0
    hull: bool = False
    sided: bool = False


class Row(NamedTuple):
    """A row of the defender's sheet: what is asked, between what; the first is chosen. `field` is what the
    form calls it."""

    field: str
    title: str
    note: str
    options: tuple[Option, ...]


class Line(NamedTuple):
    """A line of an attack's account: done, now or to come."""

    title: str
    note: str
    sum: str
    state: str


class Bar(NamedTuple):
    """The chance of so many wounds as a bar; a `hot` one defeats the unit."""

    label: str
    x: float
    y: float
    high: float
    hot: bool


class OddsLine(NamedTuple):
    """Exact odds in a line: a number, what it counts, what else, and the bars."""

    number: str
    words: str
    more: str = ""
    bars: tuple[Bar, ...] = ()


class SumSheet(NamedTuple):
    """What may be entered of an attack in place of its dice: for which seat, at most how many wounds, Aims
    and Dodges; `ranged`: whether a Hit or a Critical was shown matters. `open`: nothing else is asked."""

    seat: str
    wounds: int
    aims: int
    dodges: int
    ranged: bool
    open: bool = False


class Bout(NamedTuple):
    """An attack on its way: who, whom, with what, its account, its odds, its dice as they lie. `again` are
    those proposed for a reroll, `keep` proposes none. Who may enter its result has the sheet for that, who
    may deny what was told the buttons."""

    by: str
    on: str
    weapon: str
    lines: tuple[Line, ...] = ()
    odds: OddsLine | None = None
    dice: tuple[tuple[str, str], ...] = ()
    again: tuple[int, ...] = ()
    reroll: int = 0
    keep: bool = False
    sum: SumSheet | None = None
    deny: tuple[Option, ...] = ()


class OptionList(NamedTuple):
    """Options of a kind under a head, of which so many may be chosen."""

    name: str
    options: tuple[Option, ...]
    most: int


class Beside(NamedTuple):
    """Orders beyond the command card: those of keywords in the army, and any unit with a reason that is
    chosen."""

    offers: tuple[Option, ...]
    units: tuple[Option, ...]
    reasons: tuple[Option, ...]


class KeywordLine(NamedTuple):
    """A keyword that has something to say now: its words and page, whose it is, and what it says."""

    name: str
    href: str
    who: str
    text: str


class Prompt(NamedTuple):
    """What one seat is asked. `kind` names the drawing, `say` the answer that the form makes, `seat` for whom
    a phone that has both answers; `whole`: it answers for both at once. `costly`: nothing is chosen before
    somebody chooses it. `lists` are the options where each kind has a number of its own. `sure` is what a
    second tap says where nothing was chosen. `step` names what it rests on, `why` the ways to what is on
    file: about what, and the address; `keywords` are minded now."""

    id: str
    kind: str
    say: str
    title: str
    button: str
    lede: str = ""
    icon: str = "nav-now"
    small: str = ""
    options: tuple[Option, ...] = ()
    wells: tuple[Well, ...] = ()
    marks: tuple[Option, ...] = ()
    counts: tuple[Count, ...] = ()
    least: int = 0
    most: int = 0
    dice: tuple[Die, ...] = ()
    faces: tuple[str, ...] = ()
    odds: str = ""
    map: bool = False
    other: Option | None = None
    secret: str = ""
    rules: tuple[int, ...] = ()
    stop: bool = False
    seat: str = ""
    tiles: tuple[Tile, ...] = ()
    denied: tuple[Denied, ...] = ()
    pairs: tuple[tuple[Option, ...], ...] = ()
    aimed: tuple[Aimed, ...] = ()
    rows: tuple[Row, ...] = ()
    weapons: tuple[WeaponStep, ...] = ()
    bout: Bout | None = None
    tokens: tuple[str, ...] = ()
    unit: str = ""
    whole: bool = False
    costly: bool = False
    sure: str = ""
    beside: Beside | None = None
    step: str = ""
    why: tuple[tuple[str, str], ...] = ()
    keywords: tuple[KeywordLine, ...] = ()
    lists: tuple[OptionList, ...] = ()

    @property
    def colours(self) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
        """The dice of an attack by colour: how many, and the faces that are not blank."""
        if not self.bout:
            return ()
        kinds = dict.fromkeys(self.dice)
        return tuple(
            (die.value, self.dice.count(die), tuple(face for face in typed_faces((die,)) if face != "blank"))
            for die in kinds
        )

    @property
    def each(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Every die with its faces, where dice of different faces are thrown together and which shows what
        matters; else how many show what is enough."""
        shown = [(die.value, typed_faces((die,))) for die in self.dice]
        return tuple(shown) if len({faces for _, faces in shown}) > 1 else ()


Maker = Callable[[View, Any], Prompt]
MAKERS: Final[dict[type[Step], Maker]] = {}


def draws(kind: type[Step]) -> Callable[[Maker], Maker]:
    """Say which step a function puts into words."""

    def register(maker: Maker) -> Maker:
        MAKERS[kind] = maker
        return maker

    return register


def unit_options(table: Table, units: Iterable[str], note: str = "") -> tuple[Option, ...]:
    """Units to choose from."""
    return tuple(Option(unit, words.unit_name(table, unit), note, unit) for unit in units)


def order_reasons() -> tuple[Option, ...]:
    """Why any unit may have been ordered beyond the card."""
    return tuple(Option(why, wordings().orders[why]) for why in REASONS)


# Dice ------------------------------------------------------------------------------------------------------


def roll_button(dice: tuple[Die, ...]) -> str:
    """`Roll 2 white defence dice`; of several kinds only how many."""
    if len(set(dice)) > 1:
        return f"Roll {plural(len(dice), 'die', 'dice')}"
    kind, colour = dice[0].value.split("-")
    return f"Roll {len(dice)} {colour} {kind} {'die' if len(dice) == 1 else 'dice'}"


def reroll_button(number: int) -> str:
    """`Reroll 2 dice`; a token may be spent on none."""
    return f"Reroll {plural(number, 'die', 'dice')}" if number else "Spend it, reroll none"


def roll_prompt(id: str, title: str, dice: tuple[Die, ...], lede: str = "", **more: Any) -> Prompt:
    """Dice to be thrown: Muster's, or one's own with the faces they may show."""
    button, faces = roll_button(dice), typed_faces(dice)
    return Prompt(id, "roll", "dice", title, button, lede, dice=dice, faces=faces, **more)


def face_words(faces: Sequence[Face]) -> str:
    """`2 Hits, 1 Blank`."""
    counts = {face: faces.count(face) for face in dict.fromkeys(faces)}
    return ", ".join(
        f"{count} {display_word(face)}{'s' if count > 1 else ''}" for face, count in counts.items()
    )


def typed_faces(dice: Iterable[Die]) -> tuple[str, ...]:
    """The faces that one's own dice may show."""
    return tuple(dict.fromkeys(str(face) for die in dice for face in FACES[die]))
