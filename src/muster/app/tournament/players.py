"""Players of an event: entering, checking in, phones, names, leaving and coming back."""

from collections.abc import Sequence

from muster.app.acting import Act
from muster.app.streams import Appended, about_to_write
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, Desk
from muster.app.tournament.roster import Person
from muster.rules.log import Event
from muster.rules.tournament.games import Player
from muster.rules.tournament.running import registration
from muster.rules.tournament.running.plan import clean, problem
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Refused


@HANDLERS.handles(commands.Enter, who="players")
def enter(desk: Desk, act: Act, command: commands.Enter) -> Appended:
    """Players enter by hand or from a list of names; beyond the capacity they wait."""

    def decide(now: Tournament) -> Sequence[Event]:
        desk.check_fresh(command.names)
        return registration.decide_enter(now, len(command.names), present=command.present)

    return desk.enrol(desk.decide_and_append(act, command, decide), command.names)


@HANDLERS.handles(commands.EnterMe, who="anyone")
def enter_me(desk: Desk, act: Act, command: commands.EnterMe) -> Appended:
    """A person enters by the event's link, with the account they use."""

    def decide(now: Tournament) -> Sequence[Event]:
        if not now.plan.self_entry:
            raise Refused(problem("tournament.no_self_entry"))
        desk.check_fresh([command.name])
        return registration.decide_enter(now, 1, [act.actor])

    done = desk.granted(desk.decide_and_append(act, command, decide), act.actor)
    return desk.enrol(done, [command.name])


@HANDLERS.handles(commands.Admit, who="players")
def admit(desk: Desk, act: Act, command: commands.Admit) -> Appended:
    """Players are let in from the waiting list."""
    return desk.decide_and_append(act, command, registration.decide_admit, command.players)


@HANDLERS.handles(commands.CheckIn, who="players")
def check_in(desk: Desk, act: Act, command: commands.CheckIn) -> Appended:
    """Players are there, or not after all; after round 1 was published they are late (T12)."""
    return desk.decide_and_append(
        act, command, registration.decide_check_in, command.players, command.present
    )


@HANDLERS.handles(commands.FixTable, who="players")
def fix_table(desk: Desk, act: Act, command: commands.FixTable) -> Appended:
    """A player always sits at this table."""
    return desk.decide_and_append(
        act, command, registration.decide_fixed_table, command.player, command.table
    )


# Phones and names ------------------------------------------------------------------------------------------


@HANDLERS.handles(commands.Link, who="players")
def link(desk: Desk, act: Act, command: commands.Link) -> Appended:
    """A player is tied to an account, or with an empty one untied."""
    desk.an_account(command.account)
    done = desk.decide_and_append(act, command, registration.decide_link, command.player, command.account)
    return desk.granted(done, command.account)


@HANDLERS.handles(commands.Claim, who="anyone")
def claim(desk: Desk, act: Act, command: commands.Claim) -> Appended:
    """A person says which player they are, with the code from their slip."""
    wanted = clean(command.code, "the code", 20).upper()
    people = desk.places.roster.people(desk.tournament)
    player = next((key for key, one in people.items() if one.code and one.code == wanted), "")
    if not player:
        raise Refused(problem("tournament.wrong_code"))

    def decide(now: Tournament) -> Event:
        if registration.known(now, player).account not in ("", act.actor):
            raise Refused(problem("tournament.code_used"))
        return registration.decide_link(now, player, act.actor)

    return desk.granted(desk.decide_and_append(act, command, decide), act.actor)


@HANDLERS.handles(commands.Rename, who="players")
def rename(desk: Desk, act: Act, command: commands.Rename) -> None:  # noqa: ARG001 - as every handler
    """A name is spelt otherwise. Names are in no log, so this is no entry of the event's."""
    registration.known(desk.now, command.player)
    [name] = desk.check_fresh([command.name], but=command.player)
    held = desk.places.roster.people(desk.tournament).get(command.player)
    about_to_write()
    person = Person(name, held.code if held else desk.fresh_code())
    desk.places.roster.enrol(desk.tournament, {command.player: person})


@HANDLERS.handles(commands.Erase, who="self or players")
def erase(desk: Desk, act: Act, command: commands.Erase) -> None:  # noqa: ARG001 - as every handler
    """A name is forgotten for good: the organiser's or the player's own wish."""
    registration.known(desk.now, command.player)
    about_to_write()
    desk.places.roster.erase(desk.tournament, command.player)


# Leaving and coming back -----------------------------------------------------------------------------------


@HANDLERS.handles(commands.Withdraw, who="self or players")
def withdraw(desk: Desk, act: Act, command: commands.Withdraw) -> Appended:
    """A player leaves before round 1; the next who waits moves up."""
    return _withdrawn(desk, act, command, command.player)


@HANDLERS.handles(commands.Drop, who="self or players")
def drop(desk: Desk, act: Act, command: commands.Drop) -> Appended:
    """A player plays no further rounds."""
    return desk.decide_and_append(
        act, command, registration.decide_drop, command.player, command.why, act.actor
    )


@HANDLERS.handles(commands.Leave, who="player")
def leave(desk: Desk, act: Act, command: commands.Leave) -> Appended:
    """Before round 1 a player withdraws, later they drop out."""
    if desk.before:
        return desk.before
    player = desk.me(act).player
    if not desk.now.rounds:
        return _withdrawn(desk, act, command, player)
    return desk.decide_and_append(act, command, registration.decide_drop, player, "asked", act.actor)


def _withdrawn(desk: Desk, act: Act, command: commands.Withdraw | commands.Leave, player: Player) -> Appended:
    return desk.indexed(desk.decide_and_append(act, command, registration.decide_withdraw, player))


@HANDLERS.handles(commands.RemoveMissing, who="players")
def remove_missing(desk: Desk, act: Act, command: commands.RemoveMissing) -> Appended:
    """Rule 553: no replacement when the next round begins."""
    return desk.decide_and_append(
        act, command, registration.decide_drop, command.player, "components", act.actor
    )


@HANDLERS.handles(commands.Rejoin, who="players")
def rejoin(desk: Desk, act: Act, command: commands.Rejoin) -> Appended:
    """A dropped player is back, with an unpaired loss for each missed round."""
    return desk.decide_and_append(act, command, registration.decide_rejoin, command.player)
