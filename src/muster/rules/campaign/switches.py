"""The contested rulings as switches of a campaign, each with the ruling as its default."""

from typing import Final

import msgspec


class Switches(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a campaign reads the contested rules. A battle keeps the switches it was opened with."""

    resilient_and_dedicated: bool = True
    reinforcements_only_raise_limit: bool = True
    used_assets_may_be_bought_again: bool = False
    drawn_turning_point_stays_open: bool = True
    heavy_weapons_are_compulsory: bool = True
    battle_forces: bool = True
    sealed_rivals: bool = False
    agreed_end_counts: bool = False


class SwitchWords(msgspec.Struct, frozen=True):
    """A switch for people: the ruling it comes from, what is in question, and the two ways to read it."""

    ruling: str
    question: str
    on: str
    off: str


SWITCHES: Final[dict[str, SwitchWords]] = {
    "resilient_and_dedicated": SwitchWords(
        "R6",
        "Resilient and Dedicated to the Cause on one unit",
        "Both apply to a casualty check: up to three dice are rerolled.",
        "Only one of the two applies to a casualty check.",
    ),
    "reinforcements_only_raise_limit": SwitchWords(
        "R12",
        "Reinforcements and the size of a battle",
        "They raise the points limit alone. The agreed size decides between Recon and Standard.",
        "They count: past 800 points with reinforcements, Standard is suggested.",
    ),
    "used_assets_may_be_bought_again": SwitchWords(
        "R15",
        "Buying an asset again that was used in this battle",
        "Allowed in step 7, before step 8 takes the used one away.",
        "Not in the same sequence: in step 7 it is still on the Register.",
    ),
    "drawn_turning_point_stays_open": SwitchWords(
        "R17",
        "A drawn turning point",
        "The story arc stays open, and the turning point can be played again.",
        "It counts as lost, and the story arc ends.",
    ),
    "heavy_weapons_are_compulsory": SwitchWords(
        "R22",
        "Heavy weapons that Flexible Response or Heavy Weapon Team ask for",
        "They come on top of the upgrades a unit may bring when it joins.",
        "They count against the upgrades a unit may bring when it joins.",
    ),
    "battle_forces": SwitchWords(
        "R24",
        "Battle forces",
        "An army may be mustered as a battle force where it fits one.",
        "Armies are mustered without battle forces.",
    ),
    "sealed_rivals": SwitchWords(
        "house rule",
        "Naming the Most Feared Rival",
        "Both players seal a name; the names are opened together.",
        "Each names one when ready, and the other sees it at once.",
    ),
    "agreed_end_counts": SwitchWords(
        "rule 175",
        "A game that both players end early together",
        "It counts as ended: all steps are walked.",
        "It counts as conceded by both: both skip steps 2, 3 and 5.",
    ),
}


def with_switches(switches: Switches, changes: dict[str, bool]) -> Switches:
    """The switches with some of them changed. Switches this version does not know are ignored."""
    known = {name: on for name, on in changes.items() if name in SWITCHES}
    return msgspec.structs.replace(switches, **known)
