"""What happens to a Register, as values: rewards come down to these, and state is changed by nothing else."""

import msgspec


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Something that happens to a Register or to one of its units."""


class GainSupply(Effect, frozen=True, kw_only=True):
    """The Register gains supply points."""

    amount: int


class RaisePotential(Effect, frozen=True, kw_only=True):
    """The Register's Combat Potential rises (ruling A57)."""

    amount: int


class GainExperience(Effect, frozen=True, kw_only=True):
    """A unit gains experience, as far as its maximum rank lets it."""

    unit: str
    amount: int


class RemoveSetbacks(Effect, frozen=True, kw_only=True):
    """A unit loses these setbacks; one that it holds twice stands here once for each that goes."""

    unit: str
    setbacks: tuple[str, ...]


class GainSetback(Effect, frozen=True, kw_only=True):
    """A unit gains a setback: roll on the chart."""

    unit: str


class GainKeyword(Effect, frozen=True, kw_only=True):
    """A unit gains a keyword for good."""

    unit: str
    keyword: str
    value: int | str | None = None


class LoseKeyword(Effect, frozen=True, kw_only=True):
    """A unit loses a campaign keyword, if it has it."""

    unit: str
    keyword: str


class GainTrait(Effect, frozen=True, kw_only=True):
    """A Paragon gains this defining trait; it replaces the one it has (rule 214)."""

    unit: str
    trait: str


class AwardCommendation(Effect, frozen=True, kw_only=True):
    """A unit is awarded one commendation now, apart from any new rank."""

    unit: str


class RecruitUnit(Effect, frozen=True, kw_only=True):
    """A unit of this name joins the Register, whatever its faction (ruling A56)."""

    card: str


class SpareFromCasualty(Effect, frozen=True, kw_only=True):
    """In this sequence: should the unit become a casualty, it gains this instead and stays."""

    unit: str
    experience: int
    setbacks: int


class ByHand(Effect, frozen=True, kw_only=True):
    """Something the app does not know: the players do it and write it down."""

    words: str


def without_agenda_gains(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """What is left of an agenda's reward under Tunnel Vision: no SP and no experience (rule 218)."""
    return tuple(e for e in effects if not isinstance(e, GainSupply | GainExperience))
