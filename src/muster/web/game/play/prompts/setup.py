"""Prompts of setup: the table, colours, edge, mission, prepared units."""

from typing import Final

from muster.rules.dice.faces import Die, Face
from muster.rules.dice.pools import chance_of
from muster.rules.game import steps
from muster.rules.game.effects.reminders import rules_now
from muster.rules.game.missions import mission_cards
from muster.rules.game.phases.building import may_change
from muster.rules.game.phases.setup import deploying_seat, edges, prepared_units
from muster.rules.game.table import View
from muster.web.dice.odds import percent
from muster.web.game.play import words
from muster.web.game.play.prompts.prompt import Option, Prompt, draws, roll_prompt, unit_options
from muster.web.game.wording import word_list, wordings

CHANGES: Final[dict[str, str]] = word_list("mission-changes")


@draws(steps.Confirm)
def _confirm(seen: View, step: steps.Confirm) -> Prompt:
    known = wordings().confirm
    about = f"operation-{step.about}" if seen.table.mode == "special-operations" else step.about
    if text := known.get(about) or known.get(step.about):
        return Prompt(step.id, "confirm", "done", text.title, text.button, text.lede, rules=text.rules)
    card = mission_cards()[step.about]
    title = f"Set up {card.name}"
    return Prompt(
        step.id, "confirm", "done", title, "Tokens are placed", card.setup, "obj-poi", map=bool(card.board),
        rules=rules_now(seen.table),
    )  # fmt: skip


@draws(steps.ColourRoll)
def _colour(_seen: View, step: steps.ColourRoll) -> Prompt:
    dice = (Die.DEFENCE_RED,)
    odds = percent(chance_of(Die.DEFENCE_RED, Face.BLOCK))
    lede = "On a Block you are Blue, otherwise Red."
    return roll_prompt(step.id, "Who is Blue?", dice, lede, odds=f"{odds} for a Block", rules=(457,))


@draws(steps.ColourPools)
def _pools(_seen: View, step: steps.ColourPools) -> Prompt:
    dice = (Die.ATTACK_BLACK,) * 4
    again = "Level. Roll again: " if step.tries > 1 else ""
    lede = f"{again}more Criticals, then Hits, then Surges decides who is Blue."
    return roll_prompt(step.id, "Who is Blue?", dice, lede)


@draws(steps.ChooseEdge)
def _edge(seen: View, step: steps.ChooseEdge) -> Prompt:
    options = tuple(Option(edge, words.EDGES[edge]) for edge in edges(seen.table))
    lede = "You are Blue. Red has the edge opposite."
    title, button = "Choose your edge", "Take this edge"
    return Prompt(step.id, "pick", "take-edge", title, button, lede, options=options, rules=(458,))


@draws(steps.ChangeMission)
def _change(seen: View, step: steps.ChangeMission) -> Prompt:
    options = tuple(
        Option(change, name) for change, name in CHANGES.items() if may_change(seen.table, step, change)
    )
    mission = seen.table.mission
    cards = (mission.objective, mission.secondary, mission.blue_advantage, mission.red_advantage)
    lede = f"So far: {', '.join(words.card_name(card) for card in cards if card)}."
    return Prompt(
        step.id, "pick", "change-card", "Change the mission?", "As chosen", lede, "nav-mission",
        f"change {5 - step.left} of 4", options,
    )  # fmt: skip


@draws(steps.Deploy)
def _deploy(seen: View, step: steps.Deploy) -> Prompt:
    options = unit_options(seen.table, prepared_units(seen.table, deploying_seat(seen.table, step)))
    lede = "Units with Prepared Position deploy one at a time, Blue first. Each gains a Dodge."
    return Prompt(
        step.id,
        "pick",
        "units",
        "Deploy a prepared unit",
        "Deployed",
        lede,
        options=options,
        rules=(463,),
        costly=True,
    )
