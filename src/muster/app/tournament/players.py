"""Players of an event: entering, checking in, phones, names, dropping out and coming back."""

from collections.abc import Sequence

from muster.app.acting import Act
from muster.app.streams import Appended, about_to_write
from muster.app.tournament import commands
from muster.app.tournament.context import HANDLERS, TournamentContext
from muster.app.tournament.roster import Person
from muster.rules.log import Event
from muster.rules.tournament.running import registration
from muster.rules.tournament.running.plan import clean_words, problem
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Refused

HANDLERS.decides(commands.Admit, "players", registration.decide_admit)
HANDLERS.decides(commands.CheckIn, "players", registration.decide_check_in)
HANDLERS.decides(commands.CheckMeIn, "player", registration.decide_own_check_in)
HANDLERS.decides(commands.SetClub, "self or players", registration.decide_club)
HANDLERS.decides(commands.FixTable, "players", registration.decide_fixed_table)
HANDLERS.decides(commands.Withdraw, "self or players", registration.decide_withdraw, listed=True)
HANDLERS.decides(commands.Link, "players", registration.decide_link, admits="account")
HANDLERS.decides(commands.Leave, "player", registration.decide_leave, listed=True)
HANDLERS.decides(commands.Drop, "self or players", registration.decide_drop)
HANDLERS.decides(commands.RemoveMissing, "players", registration.decide_removal)
HANDLERS.decides(commands.Rejoin, "players", registration.decide_rejoin)


@HANDLERS.handles(commands.Enter, who="players")
def enter_players(context: TournamentContext, act: Act, command: commands.Enter) -> Appended:
    """Enter players by hand or from a list of names; beyond the capacity they are put on the waiting list."""

    def decide(now: Tournament) -> Sequence[Event]:
        context.check_fresh(command.names)
        count, clubs = len(command.names), command.clubs
        return registration.decide_enter(now, count, present=command.present, clubs=clubs)

    return context.enrol(context.decide_and_append(act, command, decide), command.names)


@HANDLERS.handles(commands.EnterMe, who="anyone")
def enter_me(context: TournamentContext, act: Act, command: commands.EnterMe) -> Appended:
    """Enter oneself through the event's link, with one's own account."""

    def decide(now: Tournament) -> Sequence[Event]:
        if not now.plan.self_entry:
            raise Refused(problem("tournament.no_self_entry"))
        context.check_fresh([command.name])
        return registration.decide_enter(now, 1, [act.actor], clubs=[command.club])

    done = context.grant_to(context.decide_and_append(act, command, decide), act.actor)
    return context.enrol(done, [command.name])


# Phones and names ------------------------------------------------------------------------------------------


@HANDLERS.handles(commands.Claim, who="anyone")
def claim_player(context: TournamentContext, act: Act, command: commands.Claim) -> Appended:
    """Claim a player's seat with the code from their slip."""
    wanted = clean_words(command.code, "the code", 20).upper()
    people = context.places.roster.people(context.tournament)
    player = next((key for key, person in people.items() if person.code and person.code == wanted), "")
    if not player:
        raise Refused(problem("tournament.wrong_code"))

    def decide(now: Tournament) -> Event:
        if registration.entry_of(now, player).account not in ("", act.actor):
            raise Refused(problem("tournament.code_used"))
        return registration.decide_link(now, player, act.actor)

    return context.grant_to(context.decide_and_append(act, command, decide), act.actor)


@HANDLERS.handles(commands.Rename, who="players")
def rename_player(context: TournamentContext, act: Act, command: commands.Rename) -> None:  # noqa: ARG001 - as every handler
    """Change a name. Names are not in the log, so this writes no event."""
    registration.entry_of(context.now, command.player)
    [name] = context.check_fresh([command.name], but=command.player)
    held = context.places.roster.people(context.tournament).get(command.player)
    about_to_write()
    person = Person(name, held.code if held else context.fresh_code())
    context.places.roster.enrol(context.tournament, {command.player: person})


@HANDLERS.handles(commands.Erase, who="self or players")
def erase_name(context: TournamentContext, act: Act, command: commands.Erase) -> None:  # noqa: ARG001 - as every handler
    """Erase a name for good, at the organiser's or the player's own request."""
    registration.entry_of(context.now, command.player)
    about_to_write()
    context.places.roster.erase(context.tournament, command.player)
