"""Use cases of the ten steps after a battle, one for each thing a player can do."""

from collections.abc import Callable, Sequence
from random import SystemRandom

from muster.app.acting import Act
from muster.app.campaign.battles import BattleTable, Faces, SideRef, roll_request
from muster.app.campaign.faces import kept_orders
from muster.app.streams import Appended
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.steps import aid, casualties, closing, commendations, experience, rewards
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die, Roll
from muster.rules.violations import Refused, Violation


class Battles(BattleTable):
    """Battles and their ten steps. `faces` are typed in; without them the app rolls."""

    def resolve_agenda(self, act: Act, place: SideRef) -> Appended:
        """Step 1: mark the agenda."""
        return self.turn(act, place, ("agenda", "resolve"), rewards.decide_agenda)

    def roll_reward(self, act: Act, place: SideRef, part: str, faces: Faces = None) -> Appended:
        """Steps 1 and 2: the dice of a reward."""
        return self.roll(
            act,
            place,
            ("roll reward", part),
            faces,
            lambda seat: rewards.reward_dice(seat, part),
            lambda seat, roll: rewards.decide_draw(seat, part, roll=roll),
        )

    def draw_orders(self, act: Act, place: SideRef, orders: Sequence[Rank] | None = None) -> Appended:
        """Step 1: the order tokens of a reward, drawn by the app or told. An undone draw is kept."""

        def decide(seat: SideContext) -> Turn:
            held = kept_orders(self.store.read(place.battle), place.side)
            told = tuple(orders) if orders is not None else held or self._drawn(seat)
            if held and told != held:
                raise Refused(_kept(", ".join(held)))
            return rewards.decide_draw(seat, "agenda", told)

        return self.turn(act, place, ("draw", orders), decide)

    def _drawn(self, seat: SideContext) -> tuple[Rank, ...]:
        asked = rewards.offer_of(seat, "agenda").asked if seat.side.marked else None
        tokens = list(seat.side.rank_counts.elements())
        return tuple(SystemRandom().sample(tokens, min(len(tokens), asked.orders if asked else 0)))

    def take_reward(self, act: Act, place: SideRef, part: str, answers: Sequence[Answer] = ()) -> Appended:
        """Steps 1 and 2: choose."""
        return self.turn(
            act,
            place,
            ("reward", part, list(answers)),
            lambda seat: rewards.decide_reward(seat, part, answers),
        )

    def roll_supply(self, act: Act, place: SideRef, faces: Faces = None) -> Appended:
        """Step 3."""
        dice = experience.SUPPLY_DICE
        return self.roll(act, place, "supply", faces, lambda _: dice, experience.decide_supply)

    def use_medevac(self, act: Act, place: SideRef, dossier: str) -> Appended:
        """Step 4: Medevac."""
        return self.turn(act, place, ("medevac", dossier), lambda s: casualties.decide_medevac(s, dossier))

    def roll_check(
        self, act: Act, place: SideRef, dossier: str, faces: Faces = None, *, added: bool = False
    ) -> Appended:
        """Step 4: a casualty check."""
        return self.roll(
            act,
            place,
            ("check", dossier, added),
            faces,
            lambda seat: casualties.check_dice_of(seat.register.dossier(dossier), added),
            lambda seat, roll: casualties.decide_check(seat, dossier, roll, added=added),
        )

    def reroll(  # noqa: PLR0913, PLR0917 - who, where, which unit, by what, which dice, faces
        self, act: Act, place: SideRef, dossier: str, by: str, places: Sequence[int], faces: Faces = None
    ) -> Appended:
        """Step 4: reroll dice of a check."""
        return self.roll(
            act,
            place,
            ("reroll", dossier, by, list(places)),
            faces,
            lambda _: (Die.ATTACK_BLACK,) * len(set(places)),
            lambda seat, roll: casualties.decide_reroll(seat, dossier, by, places, roll),
        )

    def settle_check(self, act: Act, place: SideRef, dossier: str) -> Appended:
        """Step 4: what the check comes to."""
        return self.turn(act, place, ("settle", dossier), lambda s: casualties.decide_settle(s, dossier))

    def roll_setback(self, act: Act, place: SideRef, dossier: str, faces: Faces = None) -> Appended:
        """A die on the setback chart."""
        return self._chart(act, place, ("setback", dossier), faces, casualties.decide_setback)

    def roll_trait(self, act: Act, place: SideRef, dossier: str, faces: Faces = None) -> Appended:
        """A die on the chart of defining traits."""
        return self._chart(act, place, ("trait", dossier), faces, casualties.decide_trait)

    def _chart(
        self,
        act: Act,
        place: SideRef,
        asked: tuple[str, str],
        faces: Faces,
        decide: Callable[[SideContext, str, Roll], Turn],
    ) -> Appended:
        black = (Die.ATTACK_BLACK,)
        return self.roll(act, place, asked, faces, lambda _: black, lambda s, roll: decide(s, asked[1], roll))

    def name_rival(self, act: Act, place: SideRef, dossier: str) -> Appended:
        """Step 5: this side names an enemy unit; empty for none."""
        return self.turn(act, place, ("rival", dossier), lambda s: experience.decide_rival(s, dossier))

    def award_experience(self, act: Act, place: SideRef) -> Appended:
        """Step 5."""
        return self.turn(act, place, "experience", experience.decide_experience)

    def award_commendation(
        self, act: Act, place: SideRef, dossier: str, commendation: str, *, raise_own: bool = False
    ) -> Appended:
        """Step 6; an empty commendation waives it where none is possible."""

        def decide(seat: SideContext) -> Turn:
            if not commendation:
                return commendations.decide_waive(seat, dossier)
            return commendations.decide_commendation(seat, dossier, commendation, raise_own=raise_own)

        return self.turn(act, place, ("award", dossier, commendation, raise_own), decide)

    def choose_card(self, act: Act, place: SideRef, dossier: str, card: str) -> Appended:
        """Step 6: a Paragon card, or none."""
        return self.turn(
            act, place, ("card", dossier, card), lambda s: commendations.decide_paragon_card(s, dossier, card)
        )

    def roll_warden(self, act: Act, place: SideRef, faces: Faces = None) -> Appended:
        """Step 7: Selfless Warden."""
        return self.roll(act, place, "warden", faces, lambda _: aid.WARDEN_DICE, aid.decide_warden)

    def request_aid(self, act: Act, place: SideRef, request: aid.AidRequest, faces: Faces = None) -> Appended:
        """Step 7: an aid request, with its dice where it has any."""

        asked = ("aid", request)
        plain = roll_request(asked, faces)
        if (done := self.tours.answered(act, (place, plain))) is not None:
            return done
        dice = aid.medical_dice(aid.desk_of(self.load_side(place).seat), request)
        if not dice:
            return self.turn(act, place, plain, lambda seat: aid.decide_aid(seat, request))
        return self.roll(
            act, place, asked, faces, lambda _: dice, lambda seat, roll: aid.decide_aid(seat, request, roll)
        )

    def recruit(self, act: Act, place: SideRef, wanted: Recruit) -> Appended:
        """Step 8, or the corps that must be filled up at once."""
        return self.turn(
            act, place, ("recruit", wanted), lambda seat: closing.decide_sequence_recruit(seat, wanted)
        )

    def choose_arc(self, act: Act, place: SideRef, arc: str) -> Appended:
        """Step 10: the next story arc."""
        return self.turn(act, place, ("arc", arc), lambda seat: closing.decide_next_arc(seat, arc))

    def finish_step(self, act: Act, place: SideRef, step: int) -> Appended:
        """End a step: the number keeps two people from ending two steps with one press each."""

        def decide(seat: SideContext) -> Turn:
            if seat.side.step != step:
                raise Refused(
                    Violation(code="sequence.other_step", source="Tours of Duty", params={"step": step})
                )
            return closing.decide_finish(seat)

        return self.turn(act, place, ("finish", step), decide)


def _kept(faces: str) -> Violation:
    return Violation(code="sequence.faces_kept", source="Tours of Duty", params={"faces": faces})
