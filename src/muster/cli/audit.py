"""`muster audit`: checks the data of this release for consistency; with `--logs`, every log of a server."""

import json
from collections import Counter
from typing import Any, Literal, NamedTuple

import click

from muster.cli.django_setup import need_tables, use_django
from muster.cli.progress import with_progress
from muster.cli.refusal import violations_as_json
from muster.rules.attack.audit import audit_attacks
from muster.rules.cards.audit import audit
from muster.rules.cards.catalogue import CardData, load_card_data
from muster.rules.cards.effect_audit import audit_card_effects
from muster.rules.core_audit import audit_core
from muster.rules.core_rules import core_rules
from muster.rules.game.special_operations.audit import audit_effects
from muster.rules.game.special_operations.squads.audit import audit_squads
from muster.rules.game.special_operations.squads.squads import squads
from muster.rules.messages import explain, plural, remedy
from muster.rules.why.audit import audit_grounds

KINDS = (
    "units",
    "upgrades",
    "commands",
    "battle_cards",
    "counterparts",
    "battle_forces",
    "keywords",
    "products",
)


def counts(data: CardData) -> dict[str, int]:
    """How many cards of each kind there are."""
    cards = {kind: len(getattr(data, kind)) for kind in KINDS}
    more = {"effects": len(data.effects.effects), "formats": len(data.formats.formats)}
    return cards | more | {"core_rules": len(core_rules()), "squads": len(squads("v1.1"))}


class MarkedRecord(NamedTuple):
    """A known defect: the record, what is wrong with it, and its file."""

    id: str
    name: str
    code: str
    note: str
    source: str


def marked_records(data: CardData) -> tuple[MarkedRecord, ...]:
    """All known defects, file by file."""
    shelves = {kind: getattr(data, kind) for kind in KINDS} | {"formats": data.formats.formats}
    return tuple(
        MarkedRecord(getattr(item, "id", ""), full_name(item), mark.code, mark.note, f"{file}.json")
        for file, items in shelves.items()
        for item in items
        for mark in item.marks
    )


class Doubt(NamedTuple):
    """Something to look at again: an uncertain effect, or a difference between a picture and the
    catalogue."""

    kind: Literal["unsure", "open"]
    id: str
    name: str
    fact: str
    note: str


def doubts(data: CardData) -> tuple[Doubt, ...]:
    """All uncertain effects, then all open differences."""
    names = {card.id: card.full_name for card in (*data.upgrades, *data.commands)}
    unsure = ((effect.id, effect.unsure) for effect in data.effects.effects if effect.unsure)
    return (
        *(Doubt("unsure", id, names[id], "effect", note) for id, note in unsure),
        *(Doubt("open", place.id, names[place.id], place.fact, place.note) for place in data.effects.open),
    )


def full_name(item: Any) -> str:
    """The name of a record, including a card's title."""
    return str(getattr(item, "full_name", item.name))


@click.command()
@click.option("--logs", is_flag=True, help="Fold every log of the server again and compare stored totals.")
@click.option("--data", metavar="DIR", help="With --logs: the data folder, as given to `muster serve`.")
@click.option("--json", "as_json", is_flag=True, help="Print counts, marks and violations as JSON.")
def command(logs: bool, data: str | None, as_json: bool) -> None:
    """Look for dangling references, dead restrictions, broken histories, wrong squads; exit 1 if so."""
    if logs:
        use_django(data)
        need_tables()
        raise SystemExit(bool(print_log_audit(as_json)))
    print_release_audit(as_json)


def print_log_audit(as_json: bool = False) -> int:
    """Fold every log and print what is wrong; returns the number of problems."""
    from muster.store.log.audit import audit_logs
    from muster.web.rooms import STREAMS

    deciders = {name: kind.decider for name, kind in STREAMS.items()}
    streams, events, problems = audit_logs(deciders, lambda rows, many: with_progress(rows, "Logs", many))
    if as_json:
        answer = {"streams": streams, "events": events, "violations": violations_as_json(problems)}
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    for violation in () if as_json else problems:
        click.echo(f"{explain(violation)} {remedy(violation)}".strip())
    if not as_json:
        verdict = plural(len(problems), "problem") if problems else "all fold, and every stored total agrees"
        click.echo(f"{plural(streams, 'log')} with {plural(events, 'event')}: {verdict}.")
    return len(problems)


def print_release_audit(as_json: bool) -> None:
    """Print the audit of this release's data."""
    data = load_card_data()
    found = audit(data) + audit_card_effects(data) + audit_core(data) + audit_grounds(data)
    found += audit_attacks(data) + audit_squads() + audit_effects()
    if as_json:
        answer: dict[str, Any] = {"counts": counts(data), "violations": violations_as_json(found)}
        answer["marked"] = Counter(record.code for record in marked_records(data))
        answer["records"] = [record._asdict() for record in marked_records(data)]
        answer["doubts"] = [doubt._asdict() for doubt in doubts(data)]
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    for violation in () if as_json else found:
        click.echo(f"{explain(violation)} {remedy(violation)}".strip())
    for record in () if as_json else marked_records(data):
        who = f"{record.name} ({record.id})" if record.id else record.name
        click.echo(f"Marked: {who}, {record.code}: {record.note} [{record.source}]")
    for doubt in () if as_json else doubts(data):
        click.echo(f"{doubt.kind.capitalize()}: {doubt.name} ({doubt.id}), {doubt.fact}: {doubt.note}")
    if not as_json:
        click.echo(summary(data, len(found)))
    raise SystemExit(1 if found else 0)


def summary(data: CardData, problems: int) -> str:
    """One line: what was checked, what is wrong, and what is known to be wrong."""
    looked_at = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in counts(data).items())
    verdict = "nothing wrong" if not problems else f"{problems} problem{'s' if problems > 1 else ''}"
    doubtful = Counter(doubt.kind for doubt in doubts(data))
    effects = f"{doubtful['unsure']} effects are unsure, {doubtful['open']} places are open"
    return f"{looked_at}: {verdict}; {len(marked_records(data))} known defects are marked, {effects}."
