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
    """A switch for people: the ruling it comes from, what it means when it is on."""

    ruling: str
    words: str


SWITCHES: Final[dict[str, SwitchWords]] = {
    "resilient_and_dedicated": SwitchWords(
        "R6", "A unit with Resilient and Dedicated to the Cause uses both: up to three dice rerolled."
    ),
    "reinforcements_only_raise_limit": SwitchWords(
        "R12", "Reinforcements raise the points limit, not the size that decides between Recon and Standard."
    ),
    "used_assets_may_be_bought_again": SwitchWords(
        "R15", "An asset used in this battle may be bought again in step 7, before step 8 takes it away."
    ),
    "drawn_turning_point_stays_open": SwitchWords(
        "R17", "A drawn turning point leaves the arc open; off, it counts as lost."
    ),
    "heavy_weapons_are_compulsory": SwitchWords(
        "R22",
        "Heavy weapons that Flexible Response or Heavy Weapon Team ask for come on top when recruiting.",
    ),
    "battle_forces": SwitchWords("R24", "An army may be mustered as a battle force where it fits one."),
    "sealed_rivals": SwitchWords(
        "house rule", "Both players seal their Most Feared Rival; the names are opened together."
    ),
    "agreed_end_counts": SwitchWords(
        "rule 175",
        "A game that both players end early together counts as ended; off, both skip steps 2, 3 and 5.",
    ),
}


def switched(switches: Switches, changes: dict[str, bool]) -> Switches:
    """The switches with some of them set; a switch this program does not know changes nothing."""
    known = {name: on for name, on in changes.items() if name in SWITCHES}
    return msgspec.structs.replace(switches, **known)
