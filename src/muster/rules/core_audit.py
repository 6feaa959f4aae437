"""The core rules checked: every link leads somewhere, every number is a rule of the mode that names it."""

from collections.abc import Iterator

from muster.rules import reference
from muster.rules.cards.audit import SLUG, problem, repeated_values
from muster.rules.cards.catalogue import CardData
from muster.rules.core_rules import CoreRule, core_rules, numbers_in
from muster.rules.violations import Violation


def audit_core(data: CardData, rules: tuple[CoreRule, ...] | None = None) -> tuple[Violation, ...]:
    """Every defect of the core rules, and keywords that rest on none of them."""
    rules = core_rules() if rules is None else rules
    twice = repeated_values("core rule id", [(rule.id, rule.title) for rule in rules])
    return (
        *twice,
        *(violation for rule in rules for violation in _entry_problems(rule, rules, data)),
        *_keywords_without_rule(rules, data),
    )


def _entry_problems(rule: CoreRule, rules: tuple[CoreRule, ...], data: CardData) -> Iterator[Violation]:
    about = f"core rule {rule.id}"
    if not SLUG.fullmatch(rule.id):
        yield problem("slug", about, slug=rule.id, kind="core")
    for wanted in set(rule.see) - ({other.id for other in rules} - {rule.id}):
        yield problem("dangling", about, field="see", wanted=f"core rule {wanted}")
    for wanted in set(rule.keywords) - {keyword.id for keyword in data.keywords}:
        yield problem("dangling", about, field="keywords", wanted=f"keyword {wanted}")
    for mode, text in rule.modes.items():
        known = {rule.number for rule in reference.rules(mode)}
        for number in set(numbers_in(text)) - known:
            yield problem("dangling", about, field="modes", wanted=f"rule {number} of document {mode}")


def _keywords_without_rule(rules: tuple[CoreRule, ...], data: CardData) -> Iterator[Violation]:
    """Keywords no entry names: their pages would lead to no core rule."""
    named = {keyword for rule in rules for keyword in rule.keywords}
    return (problem("no-core-rule", keyword.id) for keyword in data.keywords if keyword.id not in named)
