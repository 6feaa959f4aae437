"""The open step of a game as one prompt on a phone: what is asked, between what, and what the button says."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import spoken
from muster.rules.dice.faces import SIDES as FACES
from muster.rules.dice.faces import Die, Face
from muster.rules.game import steps
from muster.rules.game.kernel import deciding, open_step
from muster.rules.game.missions import mission_cards
from muster.rules.game.phases.activation import actions, may_pass, ordered, rally_dice, unordered
from muster.rules.game.phases.command import orders_of
from muster.rules.game.phases.ending import holders, near_tokens
from muster.rules.game.phases.setup import deploys, edges, waiting
from muster.rules.game.scoring.commanding import may_be_ordered
from muster.rules.game.scoring.told import marks_offered
from muster.rules.game.table import SIDES, Table, View
from muster.web.cards.words import orders as orders_words
from muster.web.game.play import words


class Option(NamedTuple):
    """One thing that may be chosen. `value` is what the form sends, `unit` the unit it is about."""

    value: str
    name: str
    note: str = ""
    unit: str = ""
    on: bool = False
    pips: int = 0


class Well(NamedTuple):
    """An objective token and who may be at it, or who may hold it."""

    id: str
    letter: str
    name: str
    note: str
    options: tuple[Option, ...]


class Prompt(NamedTuple):
    """What one seat is asked. `kind` names the drawing, `say` the answer that the form makes."""

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
    least: int = 0
    most: int = 0
    dice: tuple[Die, ...] = ()
    faces: tuple[str, ...] = ()
    map: bool = False
    other: Option | None = None
    secret: str = ""
    rules: tuple[int, ...] = ()


CONFIRM: Final[dict[str, tuple[str, str, tuple[int, ...]]]] = {
    "table": (
        "Set the table up",
        "Mark out the table, lay out tokens, dice, measuring tools and command cards.",
        (442, 454),
    ),
    "terrain": (
        "Declare and place the terrain",
        "Agree what each piece does: its cover, what it blocks. Then place it together.",
        (455, 456),
    ),
    "setup-effects": ("Resolve setup effects", "Blue first, then Red.", (462,)),
    "fortified-position": (
        "Place up to 3 barricades",
        "In your own or in Contested Territory, none within range 1 of another.",
        (486,),
    ),
}
CHOOSE: Final[dict[str, tuple[str, str, str, tuple[int, ...]]]] = {
    "name-three": ("Name 3 of your units", "Your opponent gives Intel to 2 of them.", "Name these", (473,)),
    "give-intel": ("Who gains Intel?", "", "Give Intel", (473, 475)),
    "surface-scan": ("Give a Scanner to 2 units", "", "Give Scanners", (487,)),
    "recon-mission": ("Give a Scanner to 1 unit", "", "Give the Scanner", (495,)),
    "cunning-deployment": ("3 units gain a Dodge", "", "Give Dodges", (485,)),
    "scanners-out": (
        "Which Scanner holders are out?",
        "Outside your Territory, and contesting no point of interest inside it.",
        "These are out",
        (488,),
    ),
    "seen": (
        "Which enemy units are seen?",
        "Within range 2 and in sight of the unit leader. Each gains an Observation.",
        "These are seen",
        (496, 498),
    ),
}
ASK: Final[dict[str, tuple[str, str, tuple[int, ...]]]] = {
    "steadied": ("Is a Commander within range 3?", "{unit} then counts its Courage and does not panic.", ()),
    "contests-scanner": (
        "Does a Scanner holder of yours contest an unclaimed enemy Scanner?",
        "2 VP, once a game.",
        (489,),
    ),
    "tick-panicked": ("Tick the box “an enemy unit is panicked”?", "2 VP now, once a game.", (492, 493)),
    "tick-all-suppressed": (
        "Tick the box “every enemy unit has Suppression”?",
        "2 VP now, once a game.",
        (492, 494),
    ),
}

Maker = Callable[[View, Any], Prompt]
MAKERS: Final[dict[type[steps.Step], Maker]] = {}


SECRET: Final = (steps.LayCard,)
"""Steps whose options are a secret of their seat."""


def prompt_for(seen: View) -> Prompt | None:
    """What this audience is asked now, if anything. One phone for both is asked for whoever decides, unless
    the choice is a secret."""
    if seen.audience == "both":
        asked = deciding(seen)
        secret = not asked or isinstance(seen.table.todo[-1], SECRET)
        return None if secret else prompt_for(replace(seen, audience=asked[0]))
    step = open_step(seen)
    return MAKERS[type(step)](seen, step) if step is not None else None


def draws(kind: type[steps.Step]) -> Callable[[Maker], Maker]:
    """Say which step a function puts into words."""

    def register(maker: Maker) -> Maker:
        MAKERS[kind] = maker
        return maker

    return register


def chance_of(die: Die, *faces: Face) -> Fraction:
    """How likely a die shows one of these faces, exactly."""
    return Fraction(sum(face in faces for face in FACES[die]), len(FACES[die]))


def _unit_options(table: Table, units: Iterator[str] | tuple[str, ...], note: str = "") -> tuple[Option, ...]:
    return tuple(Option(unit, words.unit_name(table, unit), note, unit) for unit in units)


# Setup -----------------------------------------------------------------------------------------------------


@draws(steps.Confirm)
def _confirm(seen: View, step: steps.Confirm) -> Prompt:
    known = CONFIRM.get(step.about)
    if known is not None:
        title, lede, rules = known
        return Prompt(step.id, "confirm", "done", title, "Done", lede, rules=rules)
    card = mission_cards()[step.about]
    return Prompt(
        step.id,
        "confirm",
        "done",
        f"Set up {card.name}",
        "Tokens are placed",
        card.setup,
        "obj-poi",
        map=True,
    )


def _roll(
    step: steps.Step, title: str, lede: str, dice: tuple[Die, ...], rules: tuple[int, ...] = ()
) -> Prompt:
    faces = tuple(dict.fromkeys(str(face) for die in dice for face in FACES[die]))
    many = "s" if len(dice) > 1 else ""
    return Prompt(
        step.id,
        "roll",
        "dice",
        title,
        f"Roll {len(dice)} {_die_name(dice[0])}{many}",
        lede,
        dice=dice,
        faces=faces,
        rules=rules,
    )


def _die_name(die: Die) -> str:
    kind, colour = die.value.split("-")
    return f"{colour} {kind} die"


@draws(steps.ColourRoll)
def _colour(_seen: View, step: steps.ColourRoll) -> Prompt:
    odds = chance_of(Die.DEFENCE_RED, Face.BLOCK)
    return _roll(
        step,
        "Who is Blue?",
        f"On a Block you are Blue, otherwise Red: {odds} each.",
        (Die.DEFENCE_RED,),
        (457,),
    )


@draws(steps.ChooseEdge)
def _edge(seen: View, step: steps.ChooseEdge) -> Prompt:
    options = tuple(Option(edge, words.EDGES[edge]) for edge in edges(seen.table))
    lede = "You are Blue. Red has the edge opposite."
    return Prompt(
        step.id,
        "pick",
        "take-edge",
        "Choose your edge",
        "Take this edge",
        lede,
        options=options,
        rules=(458,),
    )


@draws(steps.Deploy)
def _deploy(seen: View, step: steps.Deploy) -> Prompt:
    options = _unit_options(seen.table, waiting(seen.table, deploys(seen.table, step)))
    lede = "Units with Prepared Position are deployed by turns, Blue first. Each gains a Dodge."
    return Prompt(
        step.id, "pick", "units", "Deploy a prepared unit", "It stands", lede, options=options, rules=(463,)
    )


@draws(steps.ChooseUnits)
def _choose(seen: View, step: steps.ChooseUnits) -> Prompt:
    title, lede, button, rules = CHOOSE[step.purpose]
    span = f"{step.least}" if step.least == step.most else f"{step.least} to {step.most}"
    options = _unit_options(seen.table, step.units)
    return Prompt(
        step.id,
        "units",
        "units",
        title,
        button,
        lede,
        small=f"choose {span}",
        options=options,
        least=step.least,
        most=step.most,
        rules=rules,
    )


@draws(steps.Ask)
def _ask(seen: View, step: steps.Ask) -> Prompt:
    title, lede, rules = ASK[step.what]
    unit = words.unit_name(seen.table, step.unit) if step.unit else ""
    lede = lede.format(unit=unit)
    return Prompt(step.id, "ask", "say", title, "Yes", lede, "act-ask", rules=rules)


# Command Phase ---------------------------------------------------------------------------------------------


@draws(steps.LayCard)
def _lay(seen: View, step: steps.LayCard) -> Prompt:
    hand = seen.own.hand if seen.own else ()
    cards = sorted((catalogue().command(card) for card in hand), key=lambda card: (card.pips, card.name))
    options = tuple(Option(card.id, card.name, orders_words(card), pips=card.pips) for card in cards)
    return Prompt(
        step.id, "card", "lay", "Choose a command card", "Play it facedown",
        icon="card-down", small="Command Phase", options=options, secret="Both cards turn over together.",  # noqa: S106 - a sentence
    )  # fmt: skip


@draws(steps.TellPriority)
def _tell_priority(seen: View, step: steps.TellPriority) -> Prompt:
    options = tuple(Option(side, f"{words.side_name(seen.table, side)}, {side.title()}") for side in SIDES)
    lede = "Play your command cards on the table and resolve their effects, Blue first."
    return Prompt(
        step.id,
        "pick",
        "has-priority",
        "Who has priority?",
        "Has priority",
        lede,
        "priority",
        options=options,
    )


@draws(steps.PriorityRoll)
def _priority_roll(_seen: View, step: steps.PriorityRoll) -> Prompt:
    odds = chance_of(Die.DEFENCE_RED, Face.BLOCK)
    return _roll(
        step, "Equal pips: roll for priority", f"On a Block you have priority: {odds}.", (Die.DEFENCE_RED,)
    )


@draws(steps.GiveOrders)
def _orders(seen: View, step: steps.GiveOrders) -> Prompt:
    least, most = orders_of(seen.table, step.seat)
    played = seen.table.chairs[step.seat].played
    card = catalogue().command(played) if played else None
    lede = f"{card.name}: {orders_words(card)}." if card else "As your command card says."
    options = _unit_options(seen.table, may_be_ordered(seen.table, step.seat))
    return Prompt(
        step.id,
        "units",
        "units",
        "Give orders",
        "Give these orders",
        lede,
        "order-up",
        f"up to {most}",
        options,
        least=least,
        most=most,
    )


# Activation Phase ------------------------------------------------------------------------------------------


@draws(steps.Turn)
def _turn(seen: View, step: steps.Turn) -> Prompt:
    table = seen.table
    pool = table.chairs[step.seat].pool
    options = [
        Option(f"activate {unit}", words.unit_name(table, unit), "Faceup order", unit)
        for unit in ordered(table, step.seat)
    ]
    if pool:
        ranks = ", ".join(dict.fromkeys(spoken(rank) for rank in pool))
        options.append(Option("draw", "Draw an order token", f"1 of {len(pool)}, at random: {ranks}"))
    passes = table.chairs[step.seat].passes
    note = "free" if step.free else f"{passes} token{'' if passes == 1 else 's'}"
    other = Option("pass", "Pass", note, on=may_pass(table, step))
    return Prompt(
        step.id, "turn", "turn", "Your turn: choose a unit", "Go", options=tuple(options), other=other
    )


@draws(steps.PickUnit)
def _pick(seen: View, step: steps.PickUnit) -> Prompt:
    options = _unit_options(seen.table, unordered(seen.table, step.seat, step.rank))
    return Prompt(
        step.id,
        "pick",
        "activate",
        f"{spoken(step.rank)}: which unit?",
        "Activate it",
        options=options,
        icon="order-pool",
    )


@draws(steps.Rally)
def _rally(seen: View, step: steps.Rally) -> Prompt:
    unit = seen.table.units[step.unit]
    odds = chance_of(Die.DEFENCE_WHITE, Face.BLOCK, Face.SURGE)
    lede = f"Each Block or Surge removes 1 Suppression: {odds} for each die."
    return _roll(step, f"{words.unit_name(seen.table, unit.id)} rallies", lede, rally_dice(seen.table, unit))


@draws(steps.UnitActs)
def _acts(seen: View, step: steps.UnitActs) -> Prompt:
    unit = seen.table.units[step.unit]
    number = actions(seen.table, unit)
    left = {0: "Panicked: no actions", 1: "Suppressed: 1 action"}.get(number, f"{number} actions")
    other = None if unit.deployed else Option("waits", "Not on the table yet", on=True)
    lede = "Move and fight on the table; tap wounds and tokens in as they come."
    name = words.unit_name(seen.table, unit.id)
    return Prompt(step.id, "acts", "finish", name, f"{name} is done", lede, small=left, other=other)


# End Phase -------------------------------------------------------------------------------------------------


@draws(steps.TellPlaces)
def _places(seen: View, step: steps.TellPlaces) -> Prompt:
    table = seen.table
    standing = [unit.id for unit in table.units.values() if unit.here and unit.deployed]
    wells = tuple(
        Well(
            marker, words.letter(table, marker), table.markers[marker].name, _well_note(table, marker),
            tuple(_at(table, marker, unit) for unit in standing),
        )
        for marker in near_tokens(table)
    )  # fmt: skip
    return Prompt(
        step.id,
        "places",
        "places",
        "Who is where?",
        "Score the round",
        icon="obj-poi",
        small="leader within 3″",
        wells=wells,
    )


def _at(table: Table, marker: str, unit: str) -> Option:
    near = unit in table.places.get(marker, ())
    return Option(f"{marker} {unit}", words.unit_name(table, unit), unit=unit, on=near)


def _well_note(table: Table, marker: str) -> str:
    found = table.markers[marker]
    if found.of:
        enemy = words.side_name(table, "red" if found.of == "blue" else "blue")
        return f"enemy to {enemy}, {found.wounds} of 3 wounds"
    return f"in {words.side_name(table, found.side)}’s Territory" if found.side else "contested ground"


@draws(steps.TellRound)
def _told(seen: View, step: steps.TellRound) -> Prompt:
    table = seen.table
    names = {
        "": "Nobody",
        "blue": words.side_name(table, "blue"),
        "red": words.side_name(table, "red"),
        "both": "Both",
    }
    wells = tuple(
        Well(
            marker, words.letter(table, marker), table.markers[marker].name, _well_note(table, marker),
            tuple(Option(one, names[one], on=table.holds.get(marker, "") == one) for one in holders(table)),
        )
        for marker in near_tokens(table)
    )  # fmt: skip
    marks = tuple(Option(mark, _mark_words(table, mark)) for mark in marks_offered(table))
    return Prompt(
        step.id, "told", "round-told", f"How did round {table.round} end?", f"End round {table.round}",
        icon="nav-mission", small="as last round unless you tap", wells=wells, marks=marks,
    )  # fmt: skip


def _mark_words(table: Table, mark: str) -> str:
    what, _, whose = mark.rpartition(".")
    if what == "leader":
        return f"{words.MARKS['leader']} {words.marker_name(table, whose)}"
    return f"{words.side_name(table, 'blue' if whose == 'blue' else 'red')}: {words.MARKS[what]}"
