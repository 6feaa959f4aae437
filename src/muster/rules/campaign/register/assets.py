"""Strategic assets: what may be requested, what may be used, whom they let in, what leaves afterwards.

Source: rules 184 to 186 and 258 to 272; rulings A32 to A36, R14, R15.
"""

from collections import Counter
from collections.abc import Sequence

from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import Asset
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Face, shorten_typed
from muster.rules.violations import Source, Violation

problem = Source("Tours of Duty: strategic assets").problem


def check_request(
    asset: Asset, held: Sequence[str], requested: Sequence[str] = (), leaving: Sequence[str] = ()
) -> tuple[Violation, ...]:
    """Why this asset cannot be requested now, the price apart (rules 185, 186, 258, 261, 266; ruling A34).

    `held` is what the Register has, `requested` what was requested earlier in this sequence. `leaving` are
    the assets about to leave in Edit Register, told only where the campaign lets them be bought again (R15).
    """
    found = []
    if Counter(requested)[asset.id] >= asset.per_sequence:
        found.append(_asset_violation("asset.per_sequence", asset, most=asset.per_sequence))
    if Counter(held)[asset.id] - Counter(leaving)[asset.id] >= asset.held:
        found.append(_asset_violation("asset.held", asset, most=asset.held))
    return tuple(found)


def check_use(
    chosen: Sequence[str], held: Sequence[str], own_turning_point: bool = False, known: Library | None = None
) -> tuple[Violation, ...]:
    """Why these assets cannot all be used in a battle: unknown, not held, or barred from one's own Turning
    Point (rules 136, 262, 264, 266)."""
    table = (known or library()).assets
    have, problems = Counter(held), []
    for id, count in Counter(chosen).items():
        if id not in table:
            problems.append(problem("asset.unknown", (), given=shorten_typed(id)))
        elif count > have[id]:
            problems.append(_asset_violation("asset.not_held", table[id], have=have[id], wanted=count))
        elif own_turning_point and not table[id].in_own_turning_point:
            problems.append(_asset_violation("asset.own_turning_point", table[id]))
    return tuple(problems)


def check_guest_unit(asset: Asset, rank: Rank, unique: bool) -> tuple[Violation, ...]:
    """Whom an asset lets into the army: a unique unit, no Commander for Request Assistance, only a Commander
    for Heroic Intervention (rules 260, 263)."""
    if asset.effect not in ("guest-unit", "guest-commander"):
        return (_asset_violation("asset.no_guest", asset),)
    found = [] if unique else [_asset_violation("asset.not_unique", asset)]
    if asset.effect == "guest-unit" and rank == "commander":
        found.append(_asset_violation("asset.no_commander", asset))
    if asset.effect == "guest-commander" and rank != "commander":
        found.append(_asset_violation("asset.only_commander", asset))
    return tuple(found)


def check_guest_upgrade(asset: Asset, unique: bool) -> tuple[Violation, ...]:
    """Requisition Special Equipment lets in one unique upgrade (rule 265)."""
    if asset.effect != "guest-upgrade":
        return (_asset_violation("asset.no_guest", asset),)
    return () if unique else (_asset_violation("asset.not_unique", asset),)


def assets_used_up(
    used: Sequence[str], switched_agenda: bool = False, known: Library | None = None
) -> tuple[str, ...]:
    """The assets that leave the Register in Edit Register.

    All that were chosen do, whatever came of them; only an unused Contingency Plan stays (rules 137, 259,
    272; R14).
    """
    table = (known or library()).assets
    return tuple(id for id in used if switched_agenda or not table[id].kept_unless_used)


def bombardment_suppression(faces: Sequence[Face]) -> int:
    """Suppression that Orbital Bombardment gives each unit near: 1 for each Hit or Critical (rule 268)."""
    return sum(face in (Face.HIT, Face.CRITICAL) for face in faces)


BOMBARDMENT_DICE = 5
"""Black attack dice of Orbital Bombardment (rule 268)."""


def _asset_violation(code: str, asset: Asset, **params: int | str) -> Violation:
    return problem(code, (asset.id,), asset=asset.name, **params)
