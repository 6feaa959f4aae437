"""Facts of attacks that only the table shows, as they were last told: by attacker, target and question."""

from collections.abc import Mapping


def fact_key(by: str, on: str, question: str) -> str:
    """Under which name a table keeps what was told."""
    return f"{by} {on} {question}"


def facts_about(facts: Mapping[str, str], by: str, on: str) -> dict[str, str]:
    """What was told of this attacker and this target."""
    before = f"{by} {on} "
    return {name.removeprefix(before): told for name, told in facts.items() if name.startswith(before)}


def facts_without(facts: Mapping[str, str], unit: str) -> Mapping[str, str]:
    """What still holds once a unit is activated, and may move."""
    return {name: told for name, told in facts.items() if unit not in name.split(" ", 2)[:2]}
