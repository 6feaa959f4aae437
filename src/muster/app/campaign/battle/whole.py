"""Commands about a battle as a whole: open, muster, record, confirm, and settle for someone who is
missing."""

import dataclasses
from functools import reduce

from msgspec.structs import replace

from muster.app.acting import Act, Done
from muster.app.campaign.battle import access
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.access import HANDLERS, SIDE
from muster.app.campaign.battle.context import BattleContext
from muster.app.campaign.battle.opponents import clean_opponent
from muster.app.campaign.battle.side_handlers import handle_turn
from muster.app.streams import Appended, Write, about_to_write
from muster.rules.campaign.battle import recording
from muster.rules.campaign.battle.battle import SIDES, Battle, evolve, other
from muster.rules.campaign.battle.muster import decide_muster
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.experience import decide_rival
from muster.rules.campaign.club.membership import decide_announce
from muster.rules.campaign.register.register import problem
from muster.rules.log import Event, FacesVoided, Undone, undone_acts
from muster.rules.violations import refuse_unless


@HANDLERS.handles(ask.OpenBattle, who=access.OPENER)
def _open_battle(battle: BattleContext, act: Act, command: ask.OpenBattle) -> Appended:
    """Guards the Registers' streams against changes in the meantime."""
    logs, registers = battle.table.logs, command.registers
    if (done := logs.earlier_answer(act, command)) is not None:
        return done
    found = {key: logs.register(stream) for key, stream in registers.items()}
    club = next((log.state.campaign for log in found.values()), "")
    opening = replace(command.opening, campaign=command.opening.campaign or club)
    states = {key: log.state for key, log in found.items()}
    switches = logs.switches(opening.campaign)
    event = recording.decide_battle(opening, states, registers, switches, logs.library)
    guards = [Write(stream, found[key].version) for key, stream in registers.items()]
    writes = [Write(opening.battle, 0, (event,)), *guards, *_announcement(battle, opening, command)]
    return logs.write(act, command, writes)


def _announcement(battle: BattleContext, opening: Opening, command: ask.OpenBattle) -> list[Write]:
    """Announce the battle in its campaign, so that the opponent finds it."""
    if not opening.campaign:
        return []
    club = battle.table.logs.campaign(opening.campaign)
    registers = {str(key): register for key, register in command.registers.items()}
    event = decide_announce(club.state, opening.battle, registers)
    return [Write(opening.campaign, club.version, (event,))]


handle_turn(ask.Muster, lambda context, command: decide_muster(context, command.plan))
handle_turn(
    ask.ChooseAgenda, lambda context, command: recording.decide_agenda_choice(context, command.agenda)
)
handle_turn(ask.SwitchAgenda, lambda context, command: recording.decide_switch(context, command.agenda))
handle_turn(ask.CombatDrop, lambda context, command: recording.decide_combat_drop(context, command.unit))


@HANDLERS.handles(ask.Record, who=SIDE)
def _record_battle(battle: BattleContext, act: Act, command: ask.Record) -> Appended:
    def decide(found: Battle) -> tuple[Event, ...]:
        seats = [battle.context_of(key) for key in SIDES if found.side(key).register]
        switches = recording.decide_switches(seats, command.switched)
        after = reduce(evolve, switches, found)
        seats = [dataclasses.replace(seat, battle=after) for seat in seats]
        event = recording.decide_record(after, command.winner, command.conceded, command.sides, seats)
        battle.refuse_other_record(command.instead_of)
        return (*switches, event)

    return battle.write(act, command, decide)


@HANDLERS.handles(ask.AcceptRecord, who=SIDE)
def _accept_record(battle: BattleContext, act: Act, command: ask.AcceptRecord) -> Done:
    """Does nothing if the side has already accepted the record or begun its steps."""
    side = battle.battle.side(battle.at.side)
    if side.accepted or side.acted:
        return None
    event = recording.decide_accept(battle.battle, battle.at.side)
    battle.refuse_other_record(command.record)
    return battle.write(act, command, lambda _: (event,))


@HANDLERS.handles(ask.Confirm, who=SIDE)
def _confirm_battle(battle: BattleContext, act: Act, command: ask.Confirm) -> Appended:
    return battle.write(act, command, lambda found: (recording.decide_confirm(found, battle.at.side),))


@HANDLERS.handles(ask.Dispute, who=SIDE)
def _dispute_record(battle: BattleContext, act: Act, command: ask.Dispute) -> Appended:
    return battle.write(
        act, command, lambda found: (recording.decide_dispute(found, battle.at.side, command.words),)
    )


@HANDLERS.handles(ask.NameOpponent, who=SIDE)
def _name_opponent(battle: BattleContext, act: Act, command: ask.NameOpponent) -> None:
    """Names of people are stored outside the log."""
    refuse_unless(not battle.battle.side(other(battle.at.side)).register, problem("battle.unknown"))
    name = clean_opponent(command.name)
    about_to_write()
    if battle.table.opponents is not None:
        battle.table.opponents.keep(act.actor, battle.at.battle, name)


@HANDLERS.handles(ask.CallOff, who=access.ANYBODY_THERE)
def _call_off(context: BattleContext, act: Act, command: ask.CallOff) -> Appended:
    """Frees the Registers for other battles."""
    logs, battle, request = context.table.logs, context.at.battle, (context.at.battle, command)
    if (done := logs.earlier_answer(act, request)) is not None:
        return done
    found = context.table.battle(battle)
    streams = {key: found.state.side(key).register for key in SIDES if found.state.side(key).register}
    loaded = {key: logs.register(stream) for key, stream in streams.items()}
    events = recording.decide_call_off(found.state, {key: side.state for key, side in loaded.items()})
    writes = [Write(battle, found.version, events["battle"])]
    writes += [Write(streams[key], loaded[key].version, events.get(key, ())) for key in streams]
    return logs.write(act, request, writes)


# For somebody who is missing -------------------------------------------------------------------------------


@HANDLERS.handles(ask.ConfirmFor, who=access.ARBITRATOR)
def _confirm_for(battle: BattleContext, act: Act, command: ask.ConfirmFor) -> Appended:
    return battle.write(
        act, command, lambda found: (recording.decide_confirm(found, command.side, by_arbitrator=True),)
    )


@HANDLERS.handles(ask.PassRivalFor, who=access.WAITING)
def _pass_rival_for(battle: BattleContext, act: Act, command: ask.PassRivalFor) -> Appended:
    return battle.turn(act, command, lambda context: decide_rival(context, "", passed=True), command.side)


@HANDLERS.handles(ask.NameRivalFor, who=access.ACROSS)
def _name_rival_for(battle: BattleContext, act: Act, command: ask.NameRivalFor) -> Appended:
    """A side with a Register names its rival itself. This is a turn of the side that writes it down, so
    that whatever follows can follow at once."""
    alone = not battle.battle.side(command.side).register
    refuse_unless(alone, problem("sequence.rival_awaited", (other(command.side),), 164))
    return battle.turn(act, command, lambda _: decide_rival(battle.context_of(command.side), command.dossier))


@HANDLERS.handles(ask.VoidFaces, who=access.JUDGES)
def _void_faces(battle: BattleContext, act: Act, command: ask.VoidFaces) -> Appended:
    """Whoever undid the other side's dice cannot also free them."""
    refuse_unless(_is_taken_back(battle, command), problem("battle.no_kept_dice"))
    takers = {entry.actor for entry in battle.log if entry.event == Undone(command.batch)}
    owners = {entry.actor for entry in battle.log if entry.batch == command.batch}
    refuse_unless(act.actor not in takers - owners, problem("battle.void_by_others"))
    return battle.write(act, command, lambda _: (FacesVoided(command.batch, command.step),))


def _is_taken_back(battle: BattleContext, command: ask.VoidFaces) -> bool:
    """Whether this side rolled this step in this act, and the act was undone."""
    log = battle.log
    rolls = [
        entry.event
        for entry in log
        if entry.batch == command.batch and entry.event.step_key() == command.step
    ]
    return command.batch in undone_acts(log) and any(
        getattr(roll, "side", "") == command.side for roll in rolls
    )
