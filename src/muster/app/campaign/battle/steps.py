"""The ten steps after a battle: which rule decides each command."""

from muster.app.acting import Act
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.access import HANDLERS, SIDE
from muster.app.campaign.battle.context import BattleContext
from muster.app.campaign.battle.faces import Draw, fresh_draw, kept_draw
from muster.app.campaign.battle.side_handlers import handle_roll, handle_turn
from muster.app.streams import Appended
from muster.rules.campaign.battle.steps import aid, casualties, closing, commendations, experience, rewards
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.register.editing import decide_unit_name
from muster.rules.campaign.register.register import problem
from muster.rules.dice.faces import Die
from muster.rules.violations import refuse_unless

BLACK = (Die.ATTACK_BLACK,)

# Steps 1 to 3: rewards and supply --------------------------------------------------------------------------

handle_turn(ask.ResolveAgenda, lambda context, _: rewards.decide_agenda(context))
handle_turn(
    ask.TakeReward, lambda context, command: rewards.decide_reward(context, command.part, command.answers)
)
handle_roll(
    ask.RollReward,
    lambda context, command: rewards.reward_dice(context, command.part),
    lambda context, command, roll: rewards.decide_draw(context, command.part, roll=roll),
)
handle_roll(
    ask.RollSupply,
    lambda *_: experience.SUPPLY_DICE,
    lambda context, _, roll: experience.decide_supply(context, roll),
)


@HANDLERS.handles(ask.DrawOrders, who=SIDE)
def _draw_orders(battle: BattleContext, act: Act, command: ask.DrawOrders) -> Appended:
    """A draw that was undone keeps its result and its proof."""

    def decide(context: SideContext) -> Turn:
        held = kept_draw(battle.log, battle.at.side)
        if command.orders is None:
            drawn = held if held.orders else _draw_for_side(battle, context)
        else:
            drawn = Draw(command.orders, held.proof)
        same = not held.orders or drawn.orders == held.orders
        refuse_unless(same, problem("sequence.faces_kept", faces=", ".join(held.orders)))
        turn = rewards.decide_draw(context, "agenda", drawn.orders)
        return Turn((*turn.battle, *drawn.proof), turn.register)

    return battle.turn(act, command, decide)


def _draw_for_side(battle: BattleContext, context: SideContext) -> Draw:
    wanted = rewards.offer_of(context, "agenda").asked if context.side.marked else None
    tokens = list(context.side.rank_counts.elements())
    return fresh_draw(context.key, tokens, wanted.orders if wanted else 0, battle.table.entropy)


# Step 4: casualties ----------------------------------------------------------------------------------------

handle_turn(ask.UseMedevac, lambda context, command: casualties.decide_medevac(context, command.dossier))
handle_turn(ask.SettleCheck, lambda context, command: casualties.decide_settle(context, command.dossier))
handle_roll(
    ask.RollCheck,
    lambda context, command: casualties.check_dice_of(
        context.register.dossier(command.dossier), command.added
    ),
    lambda context, command, roll: casualties.decide_check(
        context, command.dossier, roll, added=command.added
    ),
)
handle_roll(
    ask.Reroll,
    lambda _, command: BLACK * len(set(command.places)),
    lambda context, command, roll: casualties.decide_reroll(
        context, command.dossier, command.by, command.places, roll
    ),
)
handle_roll(
    ask.RollSetback,
    lambda *_: BLACK,
    lambda context, command, roll: casualties.decide_setback(context, command.dossier, roll),
)
handle_roll(
    ask.RollTrait,
    lambda *_: BLACK,
    lambda context, command, roll: casualties.decide_trait(context, command.dossier, roll),
)

# Steps 5 and 6: experience and commendations ---------------------------------------------------------------

handle_turn(ask.NameRival, lambda context, command: experience.decide_rival(context, command.dossier))
handle_turn(ask.AwardExperience, lambda context, _: experience.decide_experience(context))
handle_turn(
    ask.ChooseCard, lambda c, command: commendations.decide_paragon_card(c, command.dossier, command.card)
)


def _decide_award(context: SideContext, command: ask.AwardCommendation) -> Turn:
    unit, award = command.dossier, command.commendation
    if not award:
        return commendations.decide_waive(context, unit)
    return commendations.decide_commendation(context, unit, award, raise_own=command.raise_own)


handle_turn(ask.AwardCommendation, _decide_award)
# The name is stored only in the Register.
handle_turn(
    ask.NameUnit, lambda c, command: Turn((), (decide_unit_name(c.register, command.dossier, command.name),))
)

# Steps 7 to 10: aid, recruits, the end ---------------------------------------------------------------------

handle_roll(
    ask.RollWarden, lambda *_: aid.WARDEN_DICE, lambda context, _, roll: aid.decide_warden(context, roll)
)
handle_turn(ask.Recruit, lambda context, command: closing.decide_sequence_recruit(context, command.wanted))


@HANDLERS.handles(ask.RequestAid, who=SIDE)
def _request_aid(battle: BattleContext, act: Act, command: ask.RequestAid) -> Appended:
    """An aid request, with its dice where it has any."""
    request = command.request

    def decide(context: SideContext) -> Turn:
        dice = aid.medical_dice(aid.desk_of(context), request)
        if not dice:
            return aid.decide_aid(context, request)
        return battle.with_dice(command, dice, lambda roll: aid.decide_aid(context, request, roll))

    return battle.turn(act, command, decide)


@HANDLERS.handles(ask.ChooseArc, who=SIDE)
def _choose_arc(battle: BattleContext, act: Act, command: ask.ChooseArc) -> Appended:
    battle.table.logs.refuse_anothers_arc(command.arc, act.actor)
    return battle.turn(act, command, lambda context: closing.decide_next_arc(context, command.arc))


def _finish_step(context: SideContext, command: ask.FinishStep) -> Turn:
    """The step number prevents two people from finishing two steps with one press each."""
    refuse_unless(context.side.step == command.step, problem("sequence.other_step", step=command.step))
    return closing.decide_finish(context)


handle_turn(ask.FinishStep, _finish_step)
