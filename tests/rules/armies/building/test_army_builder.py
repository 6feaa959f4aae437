"""A player at the builder: picks what is offered, takes cards off again, and is never misled."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from muster.rules.armies.army import from_json, to_json
from muster.rules.armies.building.edits import add_unit, equip, new_army, remove_unit, set_force, unequip
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.report import worsened_problems
from tests.rules.armies.army_building import CARDS, check
from tests.rules.armies.random_armies import RICH

FRAMES = [(faction, None) for faction in ("rebels", "empire", "republic", "separatists")]
FRAMES += [(force.faction, force.id) for force in CARDS.data.battle_forces]
CHOICES = ("Tools of the Trade", "Guns for Hire")


class Builder(RuleBasedStateMachine):
    """One sitting: every option that the picker offers keeps its promise."""

    @initialize(frame=st.sampled_from(FRAMES), format_id=st.sampled_from(["standard", "recon", "grand-army"]))
    def begin(self, frame, format_id):
        faction, force = frame
        self.army = set_force(
            new_army(faction, CARDS, format_id), CARDS, force, CHOICES if force == "cc" else ()
        )

    def change(self, option, changed):
        """An option causes nothing but what it says is still to do, and costs what it says."""
        old, new = check(self.army), check(changed)
        caused = worsened_problems(old.violations, new.violations)
        assert {each.code for each in caused} == {each.code for each in option.todo}
        assert new.points - old.points == option.points
        self.army = changed

    @rule(data=st.data())
    def add(self, data):
        offered = [option for option in Picker(self.army, CARDS).units() if option.may_add]
        if offered:
            option = data.draw(st.sampled_from(offered))
            self.change(option, add_unit(self.army, CARDS, option.card))

    @precondition(lambda self: self.army.units)
    @rule(data=st.data())
    def equip(self, data):
        key = data.draw(st.sampled_from(self.army.units)).key
        offered = [option for option in Picker(self.army, CARDS).upgrades(key) if option.may_add]
        if offered:
            option = data.draw(st.sampled_from(offered))
            self.change(option, equip(self.army, key, option.card))

    @precondition(lambda self: any(entry.upgrades for entry in self.army.units))
    @rule(data=st.data())
    def take_off(self, data):
        entry = data.draw(st.sampled_from([entry for entry in self.army.units if entry.upgrades]))
        card = data.draw(st.sampled_from(entry.upgrades))
        bare = unequip(self.army, CARDS, entry.key, card)
        caused = worsened_problems(check(self.army).violations, check(bare).violations)
        assert "army.slots" not in {each.code for each in caused}
        assert card not in bare.entry(entry.key).upgrades
        self.army = bare

    @precondition(lambda self: self.army.units)
    @rule(data=st.data())
    def remove(self, data):
        self.army = remove_unit(self.army, data.draw(st.sampled_from(self.army.units)).key)

    @invariant()
    def it_can_be_saved(self):
        if hasattr(self, "army"):
            assert from_json(to_json(self.army)) == self.army


TestBuilder = Builder.TestCase
TestBuilder.settings = settings(RICH, max_examples=15, stateful_step_count=15)
