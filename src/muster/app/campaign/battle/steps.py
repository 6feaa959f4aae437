"""The ten steps after a battle: what is decided for each thing a player can do."""

from muster.app.acting import Act
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.access import HANDLERS, SIDE
from muster.app.campaign.battle.desk import BattleDesk
from muster.app.campaign.battle.faces import Draw, fresh_draw, kept_draw
from muster.app.campaign.battle.turns import rolls, turns
from muster.app.streams import Appended
from muster.rules.campaign.battle.steps import aid, casualties, closing, commendations, experience, rewards
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.register.editing import decide_unit_name
from muster.rules.campaign.register.register import problem
from muster.rules.dice.faces import Die
from muster.rules.violations import refuse_unless

BLACK = (Die.ATTACK_BLACK,)

# Steps 1 to 3: rewards and supply --------------------------------------------------------------------------

turns(ask.ResolveAgenda, lambda context, _: rewards.decide_agenda(context))
turns(ask.TakeReward, lambda context, told: rewards.decide_reward(context, told.part, told.answers))
rolls(
    ask.RollReward,
    lambda context, told: rewards.reward_dice(context, told.part),
    lambda context, told, roll: rewards.decide_draw(context, told.part, roll=roll),
)
rolls(
    ask.RollSupply,
    lambda *_: experience.SUPPLY_DICE,
    lambda context, _, roll: experience.decide_supply(context, roll),
)


@HANDLERS.handles(ask.DrawOrders, who=SIDE)
def _draw_orders(desk: BattleDesk, act: Act, command: ask.DrawOrders) -> Appended:
    """An undone draw is kept, with what proves it."""

    def decide(context: SideContext) -> Turn:
        held = kept_draw(desk.log, desk.at.side)
        if command.orders is None:
            drawn = held if held.orders else _drawn(desk, context)
        else:
            drawn = Draw(command.orders, held.proof)
        same = not held.orders or drawn.orders == held.orders
        refuse_unless(same, problem("sequence.faces_kept", faces=", ".join(held.orders)))
        turn = rewards.decide_draw(context, "agenda", drawn.orders)
        return Turn((*turn.battle, *drawn.proof), turn.register)

    return desk.turn(act, command, decide)


def _drawn(desk: BattleDesk, context: SideContext) -> Draw:
    wanted = rewards.offer_of(context, "agenda").asked if context.side.marked else None
    tokens = list(context.side.rank_counts.elements())
    return fresh_draw(context.key, tokens, wanted.orders if wanted else 0, desk.table.entropy)


# Step 4: casualties ----------------------------------------------------------------------------------------

turns(ask.UseMedevac, lambda context, told: casualties.decide_medevac(context, told.dossier))
turns(ask.SettleCheck, lambda context, told: casualties.decide_settle(context, told.dossier))
rolls(
    ask.RollCheck,
    lambda context, told: casualties.check_dice_of(context.register.dossier(told.dossier), told.added),
    lambda context, told, roll: casualties.decide_check(context, told.dossier, roll, added=told.added),
)
rolls(
    ask.Reroll,
    lambda _, told: BLACK * len(set(told.places)),
    lambda context, told, roll: casualties.decide_reroll(context, told.dossier, told.by, told.places, roll),
)
rolls(
    ask.RollSetback,
    lambda *_: BLACK,
    lambda context, told, roll: casualties.decide_setback(context, told.dossier, roll),
)
rolls(
    ask.RollTrait,
    lambda *_: BLACK,
    lambda context, told, roll: casualties.decide_trait(context, told.dossier, roll),
)

# Steps 5 and 6: experience and commendations ---------------------------------------------------------------

turns(ask.NameRival, lambda context, told: experience.decide_rival(context, told.dossier))
turns(ask.AwardExperience, lambda context, _: experience.decide_experience(context))
turns(ask.ChooseCard, lambda c, told: commendations.decide_paragon_card(c, told.dossier, told.card))


def _award(context: SideContext, told: ask.AwardCommendation) -> Turn:
    unit, award = told.dossier, told.commendation
    if not award:
        return commendations.decide_waive(context, unit)
    return commendations.decide_commendation(context, unit, award, raise_own=told.raise_own)


turns(ask.AwardCommendation, _award)
# The name stands in the Register alone.
turns(ask.NameUnit, lambda c, told: Turn((), (decide_unit_name(c.register, told.dossier, told.name),)))

# Steps 7 to 10: aid, recruits, the end ---------------------------------------------------------------------

rolls(ask.RollWarden, lambda *_: aid.WARDEN_DICE, lambda context, _, roll: aid.decide_warden(context, roll))
turns(ask.Recruit, lambda context, told: closing.decide_sequence_recruit(context, told.wanted))


@HANDLERS.handles(ask.RequestAid, who=SIDE)
def _request_aid(desk: BattleDesk, act: Act, command: ask.RequestAid) -> Appended:
    """An aid request, with its dice where it has any."""
    request = command.request

    def decide(context: SideContext) -> Turn:
        dice = aid.medical_dice(aid.desk_of(context), request)
        if not dice:
            return aid.decide_aid(context, request)
        return desk.with_dice(command, dice, lambda roll: aid.decide_aid(context, request, roll))

    return desk.turn(act, command, decide)


@HANDLERS.handles(ask.ChooseArc, who=SIDE)
def _choose_arc(desk: BattleDesk, act: Act, command: ask.ChooseArc) -> Appended:
    desk.table.logs.refuse_anothers_arc(command.arc, act.actor)
    return desk.turn(act, command, lambda context: closing.decide_next_arc(context, command.arc))


def _finish_step(context: SideContext, told: ask.FinishStep) -> Turn:
    """The number keeps two people from ending two steps with one press each."""
    refuse_unless(context.side.step == told.step, problem("sequence.other_step", step=told.step))
    return closing.decide_finish(context)


turns(ask.FinishStep, _finish_step)
