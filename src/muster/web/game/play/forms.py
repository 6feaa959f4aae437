"""How the forms of a game become commands. A button's `do` is a verb and what it is about."""

from collections.abc import Callable
from typing import Any, Final, get_args

from django.http import QueryDict
from msgspec.structs import asdict, replace

from muster.app.campaign.logs import BATTLES
from muster.app.game.playing import commands
from muster.app.tournament.context import TOURNAMENTS
from muster.rules.game import answers
from muster.rules.game.modes import MODES
from muster.rules.game.phases.lobby import CONDITION
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.table import SEATS, Edge, Edition, Holder, Mode, Seat, Side
from muster.rules.violations import Source, refuse_if, refuse_unless
from muster.web.forms import Form, always, fields_under, form_for, whole_number, whole_text, whole_texts
from muster.web.game.play.activation import forms as activation_forms
from muster.web.game.play.attacks import forms as attack_forms

problem, problem_if = Source("form").problem, Source("form").problem_if
MOST: Final = 40
ALONE: Final = "alone"
"""Behind an action: on nobody and nowhere, whatever another tile of it says."""
BEHIND_WEAPONS: Final = "|"
"""Between weapons and the arc of the vehicle that they attack from, where not all may attack from all."""
HULL: Final = "hull"
"""Stands for the cover of a unit that touches its side's vehicle."""


def do_of(form: QueryDict) -> list[str]:
    """The verb of a form, and what it is about."""
    return (whole_text(form, "do") or "say").split(" ")


def verb_of(form: QueryDict) -> str:
    """The verb alone."""
    return (form.get("do") or "say").partition(" ")[0]


def about(form: QueryDict, place: int = 1) -> str:
    """The word behind the verb."""
    words = do_of(form)
    return words[place] if len(words) > place else ""


def seat_in(form: QueryDict) -> Seat | None:
    """The seat a form speaks for; phones of one seat do not say it."""
    return "one" if form.get("seat") == "one" else "two" if form.get("seat") == "two" else None


def _asked_seat(form: QueryDict) -> Seat | None:
    """The seat that answers: the phone's own, or on one phone for both the one that was asked."""
    return seat_in(form) or next((seat for seat in SEATS if seat == form.get("asked")), None)


def _seat_named(form: QueryDict) -> Seat | None:
    """The phone's own seat, or on one phone for both the one that a button names."""
    return seat_in(form) or next((seat for seat in SEATS if seat == about(form)), None)


def _seat(form: QueryDict) -> Seat:
    return seat_in(form) or "one"


def _prompt(form: QueryDict) -> str:
    return whole_text(form, "prompt")


def _pick(form: QueryDict) -> str:
    return whole_text(form, "pick")


def _require_pick(form: QueryDict) -> str:
    """What was picked where nothing is chosen beforehand."""
    refuse_unless(_pick(form), Source("game").problem("game.nothing_picked"))
    return _pick(form)


def _require_sure(form: QueryDict, *chosen: object) -> None:
    """Where nothing was chosen the form asks once more, and the second tap is sure of it."""
    sure = form.get("again") != "on" or about(form) == "sure" or any(chosen)
    refuse_unless(sure, Source("game").problem("game.nothing_chosen"))


def _units(form: QueryDict) -> answers.Units:
    _require_sure(form, form.get("unit"), form.get("pick"))
    return answers.Units(prompt=_prompt(form), units=_chosen_ids(form))


def _chosen_ids(form: QueryDict) -> tuple[str, ...]:
    """What was chosen, one or several; nothing where the button says so, the button itself for yes and no."""
    if about(form) == "none":
        return ()
    if verb_of(form) in ("yes", "no"):
        return (verb_of(form),)
    return (*(_pick(form).split(",") if form.get("pick") else ()), *whole_texts(form, "unit"))


def _change(form: QueryDict) -> answers.ChangeCard:
    changes = answers.ChangeCard.__annotations__["change"]
    change: Any = next((option for option in get_args(changes) if option == _pick(form)), "pass")
    return answers.ChangeCard(prompt=_prompt(form), change=change)


def _faces(form: QueryDict) -> tuple[str, ...]:
    """The faces typed in: of each die, or by their counts."""
    if pool := attack_forms.pool_in(form):
        return pool
    if each := fields_under(form, "face."):
        return tuple(face for _, face in sorted(each.items()) if face)
    counted = ((face, whole_number(number) or 0) for face, number in fields_under(form, "count.").items())
    return tuple(face for face, number in counted for _ in range(min(number, MOST)))[:MOST]


def _dice(form: QueryDict) -> answers.Dice:
    """Who has dice of their own types them in: an empty form is no wish that Muster should roll."""
    faces = _faces(form)
    refuse_unless(faces or "typed" not in form, Source("game").problem("game.no_faces"))
    return answers.Dice(prompt=_prompt(form), faces=faces)


def _tray(form: QueryDict) -> commands.RollTray:
    seat = _seat_named(form)
    dice, faces = attack_forms.tray_in(form, own=seat in whole_text(form, "tray.own").split())
    return commands.RollTray(seat=seat, dice=dice, faces=faces)


def _edge(form: QueryDict) -> answers.TakeEdge:
    edge: Edge = next((option for option in get_args(Edge) if option == _pick(form)), "near")
    return answers.TakeEdge(prompt=_prompt(form), edge=edge)


def _side(form: QueryDict) -> answers.HasPriority:
    side: Side = "blue" if _require_pick(form) == "blue" else "red"
    return answers.HasPriority(prompt=_prompt(form), side=side)


def _turn(form: QueryDict) -> answers.AnyAnswer:
    verb, _, what = _require_pick(form).partition(" ")
    if verb == "draw":
        return answers.DrawToken(prompt=_prompt(form), rank=what)
    return answers.Activate(prompt=_prompt(form), unit=what)


def _places(form: QueryDict) -> answers.Places:
    _require_sure(form, form.get("at"))
    places: dict[str, list[str]] = {}
    for pair in whole_texts(form, "at"):
        marker, _, unit = pair.partition(" ")
        places.setdefault(marker, []).append(unit)
    near = {name: tuple(units) for name, units in places.items()}
    return answers.Places(prompt=_prompt(form), places=near, both=form.get("both") == "on")


def _round(form: QueryDict) -> answers.RoundTold:
    holds: dict[str, Holder] = {
        name: next((option for option in get_args(Holder) if option == holder), "")
        for name, holder in fields_under(form, "hold.").items()
    }
    numbers = ((name, whole_number(number)) for name, number in fields_under(form, "count.").items())
    counts = {name: number for name, number in numbers if number}
    marks = whole_texts(form, "mark")
    _require_sure(form, *holds.values(), marks, counts)
    return answers.RoundTold(prompt=_prompt(form), holds=holds, marks=marks, counts=counts)


def _take(form: QueryDict) -> answers.Take:
    """The action that the button names, and on whom or where its tile says; none where it says so."""
    action = about(form) or _pick(form)
    if action == "none":
        return answers.Take(prompt=_prompt(form))
    on = "" if about(form, 2) == ALONE else whole_text(form, f"on.{action}")
    return answers.Take(prompt=_prompt(form), action=action, on=on)


def _strike(form: QueryDict) -> answers.Strike:
    """Target, weapons, cover by terrain or by the vehicle, the arc of the vehicle itself; each target has its
    own fields."""
    target = "" if about(form) == "none" else _pick(form)
    way, cover, arc = (whole_text(form, f"{name}.{target}") for name in ("weapons", "cover", "arc"))
    weapons, _, side = way.partition(BEHIND_WEAPONS)
    known: Any = next((option for option in ("front", "sides", "rear") if option == (side or arc)), "")
    return answers.Strike(
        prompt=_prompt(form), target=target, weapons=tuple(filter(None, weapons.split(","))),
        cover=whole_number(cover) or 0, arc=known, hull=cover == HULL,
    )  # fmt: skip


def _spend(form: QueryDict) -> answers.Spend:
    """A token, how many of it, on which dice, and whose it is."""
    picked = "none" if about(form) == "none" else _pick(form)
    token, number, dice, lender = (*picked.split(), "", "", "", "")[:4]
    chosen = whole_texts(form, "die") if dice == "?" else ()
    places = (whole_number(place_text) for place_text in chosen)
    return answers.Spend(
        prompt=_prompt(form), token=token.removeprefix("none"), number=whole_number(number) or 1,
        dice=tuple(place for place in places if place is not None), lender=lender,
        faces=_faces(form) if chosen else (),
    )  # fmt: skip


def _defend(form: QueryDict) -> answers.Defend:
    """The defender's sheet, row by row: `later` is asked once those dice lie. The buttons of a single yes or
    no answer its `row`."""
    ticked = {name for name in ("hold", "backup") if form.get(name) == "yes"}
    ticked |= {form.get("row", "")} if verb_of(form) == "yes" else set()
    number, _, lender = whole_text(form, "dodges").partition(" ")
    blocks, _, another = whole_text(form, "surges").partition(" ")
    refuse_if(problem_if(lender and another and lender != another, "game.one_lender"))
    return answers.Defend(
        prompt=_prompt(form), die=whole_text(form, "die").removeprefix("none"),
        hold="hold" in ticked, backup="backup" in ticked, lender=lender or another,
        dodges=whole_number(number), surges=whole_number(blocks),
        shields=whole_number(form.get("shields", "")),
        guardian=attack_forms.guardian_in(form),
    )  # fmt: skip


def _deal(form: QueryDict) -> answers.Units:
    """Units with a token of The Codes!, in the order of the tokens: each goes to one unit (rule 359)."""
    held = fields_under(form, "deal.")
    number = min(whole_number(form.get("tokens", "")) or 0, MOST)
    rows = [[unit for unit, place in held.items() if place == str(token)] for token in range(number)]
    astray = sum(len(units) != 1 for units in rows)
    refuse_unless(not astray, problem("game.one_token_each", given=astray))
    return answers.Units(prompt=_prompt(form), units=tuple(unit for units in rows for unit in units))


def _sides(form: QueryDict) -> answers.Picked:
    """What was picked: among options, one side of each loadout card, or inches that were typed in."""
    if "inches" in form:
        return answers.Picked(prompt=_prompt(form), options=(whole_text(form, "inches"),))
    sides = tuple(side for _, side in sorted(fields_under(form, "side.").items()))
    return answers.Picked(prompt=_prompt(form), options=sides or _chosen_ids(form))


def _order(form: QueryDict) -> answers.Order:
    """An order beyond the card: the button names the unit, the reason and who gives it, or fields do."""
    unit = about(form) or whole_text(form, "order-unit")
    why = about(form, 2) or whole_text(form, f"why.{unit}" if about(form) else "order-why")
    return answers.Order(unit=unit, why=why, by=about(form, 3))


ANSWER_READERS: Final[dict[str, Callable[[QueryDict], answers.AnyAnswer]]] = {
    "done": lambda form: answers.Done(prompt=_prompt(form)),
    "dice": _dice,
    "take-edge": _edge,
    "units": _units,
    "picked": _sides,
    "deal": _deal,
    "change-card": _change,
    "lay": lambda form: answers.Lay(prompt=_prompt(form), card=_require_pick(form)),
    "has-priority": _side,
    "activate": lambda form: answers.Activate(prompt=_prompt(form), unit=_require_pick(form)),
    "turn": _turn,
    "say": lambda form: answers.Say(prompt=_prompt(form), yes=verb_of(form) != "no"),
    "finish": lambda form: answers.Finish(prompt=_prompt(form)),
    "places": _places,
    "round-told": _round,
    "take": _take,
    "strike": _strike,
    "spend": _spend,
    "defend": _defend,
    **attack_forms.SAYINGS,
}


def _answer(form: QueryDict) -> commands.Speak:
    say = form.get("say", "")
    refuse_unless(say in ANSWER_READERS, problem("game.not_now", [_prompt(form)]))
    return commands.Speak(seat=_asked_seat(form), said=ANSWER_READERS[say](form))


def _speak(
    make: Callable[[QueryDict], answers.AnyInput], whose: Callable[[QueryDict], Seat | None] = seat_in
) -> Form:
    return Form(commands.Speak, lambda form: commands.Speak(seat=whose(form), said=make(form)))


def _attacker(form: QueryDict) -> str:
    """The unit named as the attacker of the one that is changed."""
    return whole_text(form, f"by.{about(form)}")


def _correct(form: QueryDict) -> answers.Correct:
    """Other points for a line of the score, by its number; or a new line of a card and a round."""
    line, points, number = (whole_number(form.get(name, "")) for name in ("line", "points", "round"))
    side: Side = "red" if form.get("side") == "red" else "blue"
    return answers.Correct(
        line=-1 if line is None else line, points=points or 0, side=side, card=whole_text(form, "card"),
        round=number or 0,
    )  # fmt: skip


def _open(form: QueryDict) -> commands.Opening:
    """A game from nothing or from an army, of a battle, or at one's table of an event."""
    how = commands.Opening(
        level="score" if form.get("level") == "score" else "full", name=form.get("name", "")[:MOST],
        dice="own" if form.get("dice") == "own" else "app",
        cards="table" if form.get("cards") == "table" else "app", watched=form.get("watched") == "on",
        both=form.get("both") == "on", attacks=attack_forms.mode_in(form.get("attacks", "")),
        minutes=activation_forms.minutes_in(form), switches=activation_forms.switches_in(form),
    )  # fmt: skip
    if battle := whole_text(form, "battle"):
        return commands.PlayBattle(battle=f"{BATTLES}{battle}", **asdict(how))
    if event := whole_text(form, "event"):
        return commands.PlayTable(tournament=f"{TOURNAMENTS}{event}", **asdict(how))
    mode: Mode = next((option for option in get_args(Mode) if option == form.get("mode")), "recon")
    others = {name: False for name in MODES[mode].switches if name in form.getlist("switch")}
    how = replace(how, switches={**how.switches, **others})
    if mode == "special-operations":
        return _open_operation(form, how)
    return commands.OpenGame(
        mode=mode, owner="two" if form.get("owner") == "two" else "one",
        player=form.get("player", "")[:MOST], opponent=form.get("opponent", "")[:MOST],
        army=whole_text(form, "army"),
        mission=whole_text(form, "mission") if mode == "turning-point" else "", **asdict(how),
    )  # fmt: skip


def _open_operation(form: QueryDict, how: commands.Opening) -> commands.OpenGame:
    """Special Operations, always kept whole: the edition with one of its squads, a mission that is agreed
    already, and whether the condition chart is asked for."""
    edition: Edition = next((option for option in EDITIONS if option == form.get("edition")), "")
    switches = {**how.switches, **({} if form.get("condition") == "on" else {CONDITION: False})}
    how = replace(how, level="full", cards="app", switches=switches)
    return commands.OpenGame(
        mode="special-operations", player=form.get("player", "")[:MOST],
        opponent=form.get("opponent", "")[:MOST], edition=edition,
        squad=whole_text(form, f"squad.{edition}"), mission=whole_text(form, "operation"),
        **asdict(how),
    )  # fmt: skip


FORMS: Final[dict[str, Form]] = {
    "open": Form(commands.Opening, _open),
    "army": Form(
        commands.BringArmy, lambda form: commands.BringArmy(seat=_seat(form), saved=whole_text(form, "army"))
    ),
    "squad": form_for(commands.BringSquad, seat=_seat),
    "sit": form_for(commands.TakeSeat, seat=_seat, player=lambda form: form.get("player", "")[:MOST]),
    "retake": form_for(commands.RetakeSeat, seat=_seat),
    "leave": form_for(commands.LeaveSeat, seat=_seat),
    "begin": form_for(commands.BeginGame),
    **dict.fromkeys(("say", "yes", "no"), Form(commands.Speak, _answer)),
    "pass": _speak(lambda form: answers.PassTurn(prompt=_prompt(form)), _asked_seat),
    "waits": _speak(lambda form: answers.Finish(prompt=_prompt(form), waits=True), _asked_seat),
    "correct": _speak(_correct, _seat_named),
    "agree": _speak(lambda _: answers.Agree(yes=True), _seat_named),
    "disagree": _speak(lambda _: answers.Agree(yes=False), _seat_named),
    "wound": _speak(lambda form: answers.Wound(unit=about(form), by=_attacker(form))),
    "heal": _speak(lambda form: answers.Wound(unit=about(form), number=-1)),
    "suppress": _speak(lambda form: answers.Suppress(unit=about(form))),
    "calm": _speak(lambda form: answers.Suppress(unit=about(form), number=-1)),
    "token": _speak(activation_forms.change_tokens),
    "card": _speak(activation_forms.turn_card),
    "count-actions": _speak(activation_forms.count_actions, _seat_named),
    "defeat": _speak(lambda form: answers.Defeat(unit=about(form), by=_attacker(form))),
    "deed": _speak(lambda form: answers.Act(unit=about(form), what=about(form, 2), marker=about(form, 3))),
    "order": _speak(_order),
    "react": _speak(attack_forms.react),
    "attack": _speak(attack_forms.begin_attack),
    **{verb: _speak(read, _seat_named) for verb, read in attack_forms.BESIDE.items()},
    "claim": _speak(lambda form: answers.Claim(unit=about(form), marker=about(form, 2))),
    "end-here": _speak(lambda _: answers.EndHere(), _seat_named),
    "score-only": _speak(lambda _: answers.ScoreOnly(), _seat_named),
    "time": form_for(commands.CallLastRound, seat=_seat_named),
    "concede": _speak(lambda _: answers.Concede(), _seat_named),
    "tray": Form(commands.RollTray, _tray),
    "back": form_for(commands.TakeBack, seat=seat_in, batch=about),
    "reset": form_for(commands.ResetActivation, seat=seat_in),
    "ask": form_for(commands.AskBack, seat=seat_in, batch=about),
    "grant": form_for(commands.AnswerPlea, seat=seat_in, grant=always(True), void=always(False)),
    "free": form_for(commands.AnswerPlea, seat=seat_in, grant=always(True), void=always(True)),
    "keep": form_for(commands.AnswerPlea, seat=seat_in, grant=always(False), void=always(False)),
    "watch": form_for(commands.LetWatch, watched=lambda form: about(form) != "off"),
    "close": form_for(commands.CloseGame),
}
