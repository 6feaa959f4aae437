"""A player's answers to the choices of a reward: checked with every reason, then carried out as effects."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from muster.rules.campaign.battle.offers import (
    BattleRecord,
    Choice,
    Offer,
    OptionOffer,
    order_tokens,
    orders_to_draw,
    reward_dice_count,
)
from muster.rules.campaign.library.rewards import Option, Reward
from muster.rules.campaign.register import effects as register_effects
from muster.rules.campaign.register.effects import Effect
from muster.rules.dice.faces import count_of, impossible_face, shorten_typed
from muster.rules.violations import Refused, Source, Violation

problem = Source("Tours of Duty: rewards of agendas and turning points").problem


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A player's answer to one choice: the option, the unit, and the setback it loses where one is chosen."""

    choice: str
    option: str
    unit: str | None = None
    setback: str | None = None


def check_draws(reward: Reward, record: BattleRecord, marked: int) -> tuple[Violation, ...]:
    """All that is wrong with the dice and order tokens told for a reward: their number, faces and ranks."""
    return (*_check_faces(reward, record, marked), *_check_orders(reward, record, marked))


def check_answers(offer: Offer, record: BattleRecord, answers: Sequence[Answer]) -> tuple[Violation, ...]:
    """All that is wrong with the answers to an offer; nothing, if they may be carried out."""
    if offer.asked is not None:
        return (problem("arc.reward_roll_first"),)
    return tuple(_Desk(offer, record, answers).problems())


def settle(offer: Offer, record: BattleRecord, answers: Sequence[Answer]) -> tuple[Effect, ...]:
    """The effects of an offer with these answers; refused with every reason where one is not allowed."""
    if problems := check_answers(offer, record, answers):
        raise Refused(*problems)
    return (*offer.effects, *_Desk(offer, record, answers).effects())


class _Desk:
    """The answers next to the choices they belong to, with the setbacks left as the answers are carried out
    in turn.

    Two answers cannot remove the same setback.
    """

    def __init__(self, offer: Offer, record: BattleRecord, answers: Sequence[Answer]) -> None:
        self.choices = {choice.id: choice for choice in offer.choices}
        self.given = answers
        self.answers = {a.choice: a for a in answers if a.choice in self.choices}
        self.left = {unit.id: list(unit.setbacks) for unit in record.roster}
        self.paragons = [unit.id for unit in record.roster if unit.paragon]

    def problems(self) -> Iterator[Violation]:
        """Every problem, in the order of the choices."""
        yield from self._misplaced_answers()
        for choice in self.choices.values():
            answer = self.answers.get(choice.id)
            if answer is not None:
                yield from self._check(choice, answer)
            elif not self._may_stay_open(choice):
                yield problem("arc.reward_missing", (choice.id,))

    def effects(self) -> Iterator[Effect]:
        """What the answers come to, in the order of the choices."""
        for choice in self.choices.values():
            if (answer := self.answers.get(choice.id)) is not None:
                yield from self._carry_out(_option(choice, answer.option).option, answer)

    def _misplaced_answers(self) -> Iterator[Violation]:
        counts = Counter(answer.choice for answer in self.given)
        for choice, count in counts.items():
            if choice not in self.choices:
                yield problem("arc.reward_unknown_choice", given=shorten_typed(choice))
            elif count > 1:
                yield problem("arc.reward_twice", (choice,))

    def _may_stay_open(self, choice: Choice) -> bool:
        """A choice may be left open if it is optional, or if everybody it could name was named already."""
        if choice.optional:
            return True
        named = self._units_in_group(choice)
        return all(o.option.who is not None and set(o.units) <= named for o in choice.options)

    def _units_in_group(self, choice: Choice) -> set[str]:
        """The units that other choices of the same group name, where they must differ."""
        others = (c for c in self.choices.values() if c.group == choice.group and c.id != choice.id)
        answers = (self.answers.get(other.id) for other in others if choice.different)
        return {a.unit for a in answers if a is not None and a.unit is not None}

    def _check(self, choice: Choice, answer: Answer) -> Iterator[Violation]:
        known = [o.option.id for o in choice.options]
        if answer.option not in known:
            given = shorten_typed(answer.option)
            yield problem("arc.reward_unknown_option", (choice.id,), given=given, known=", ".join(known))
            return
        picked = _option(choice, answer.option)
        if unit_problems := tuple(self._check_unit(choice, picked, answer)):
            yield from unit_problems
            return
        if (setback := self._check_setback(picked.option, answer)) is not None:
            yield setback
            return
        tuple(self._carry_out(picked.option, answer))

    def _check_unit(self, choice: Choice, picked: OptionOffer, answer: Answer) -> Iterator[Violation]:
        if picked.option.who is None:
            if answer.unit is not None:
                yield problem("arc.reward_no_unit", (choice.id,))
        elif answer.unit is None:
            yield problem("arc.reward_needs_unit", (choice.id,))
        elif answer.unit not in picked.units:
            yield problem("arc.reward_unit", (shorten_typed(answer.unit),))
        elif answer.unit in self._units_in_group(choice):
            yield problem("arc.reward_same_unit", (answer.unit,))

    def _check_setback(self, option: Option, answer: Answer) -> Violation | None:
        chooses = option.relief in ("one", "may-one")
        left = self.left.get(answer.unit or "", [])
        if answer.setback is None:
            needed = option.relief == "one" and left
            return problem("arc.reward_needs_setback", (answer.unit or "",)) if needed else None
        if not chooses:
            return problem("arc.reward_no_setback", (answer.choice,))
        if answer.setback not in left:
            given = shorten_typed(answer.setback)
            return problem("arc.reward_setback", (answer.unit or "",), setback=given)
        return None

    def _carry_out(self, option: Option, answer: Answer) -> Iterator[Effect]:
        if option.supply:
            yield register_effects.GainSupply(amount=option.supply)
        if option.recruits is not None:
            yield register_effects.RecruitUnit(card=option.recruits)
        if answer.unit is not None:
            yield from self._for_unit(option, answer.unit, answer.setback)

    def _for_unit(self, option: Option, unit: str, setback: str | None) -> Iterator[Effect]:
        # A unit that has no setbacks to remove learns instead.
        experience = option.experience + (0 if self.left[unit] else option.without_setbacks)
        if experience:
            yield register_effects.GainExperience(unit=unit, amount=experience)
        if option.paragon_without_setbacks and not self.left[unit]:
            yield from (
                register_effects.GainExperience(unit=p, amount=option.paragon_without_setbacks)
                for p in self.paragons
            )
        if removed := self._remove(option, unit, setback):
            yield register_effects.RemoveSetbacks(unit=unit, setbacks=removed)
        if option.keyword is not None:
            yield register_effects.GainKeyword(
                unit=unit, keyword=option.keyword.id, value=option.keyword.value
            )
        yield from (register_effects.GainSetback(unit=unit) for _ in range(option.setbacks))

    def _remove(self, option: Option, unit: str, setback: str | None) -> tuple[str, ...]:
        removed = tuple(self.left[unit]) if option.relief == "all" else (setback,) if setback else ()
        for each in removed:
            self.left[unit].remove(each)
        return removed


def _option(choice: Choice, option: str) -> OptionOffer:
    return next(each for each in choice.options if each.option.id == option)


def _check_faces(reward: Reward, record: BattleRecord, marked: int) -> Iterator[Violation]:
    wanted, faces, dice = reward_dice_count(reward, record, marked), record.faces, reward.dice
    if dice is not None and dice.times == "count" and not 0 <= record.count <= dice.most:
        yield problem("arc.reward_count", most=dice.most)
    if dice is None or faces is None:
        return
    if len(faces) != wanted:
        yield problem("arc.reward_dice", dice=wanted, faces=len(faces))
        return
    yield from (impossible_face(dice.die, face) for face in faces if not count_of(dice.die, face))


def _check_orders(reward: Reward, record: BattleRecord, marked: int) -> Iterator[Violation]:
    if record.drawn is None:
        return
    wanted = orders_to_draw(reward, record, marked)
    if len(record.drawn) != wanted:
        yield problem("arc.reward_orders", wanted=wanted, drawn=len(record.drawn))
        return
    missing = Counter(record.drawn) - order_tokens(record)
    yield from (problem("arc.reward_no_such_order", (rank,)) for rank in missing)
