"""The steps of building a Register: which are decided, and which is next."""

from muster.rules.campaign.register.register import CORPS_MINIMUM, Register

STEPS = {
    "paragon": "The Paragon",
    "corps": "Two corps",
    "units": "More units",
    "aid": "Opening aid requests",
    "arc": "The story arc",
    "name": "Its name",
    "found": "Create it",
}


def is_decided(now: Register, step: str) -> bool:
    """Whether a step is decided."""
    return {
        "paragon": now.paragon is not None,
        "corps": now.ranks["corps"] >= CORPS_MINIMUM,
        "units": now.arc is not None,
        "aid": bool(now.requested) or now.arc is not None,
        "arc": now.arc is not None,
        "name": bool(now.name),
        "found": now.status != "building",
    }[step]


def reachable(now: Register, step: str) -> bool:
    """The Paragon comes first and the corps second; then everything is open."""
    if step == "paragon":
        return now.paragon is None
    return now.paragon is not None and (step == "corps" or is_decided(now, "corps"))


def next_step(now: Register) -> str:
    """The first step that is not decided."""
    return next(step for step in STEPS if not is_decided(now, step))
