"""`muster doctor`: which database is in use, which limits apply, and what is missing."""

import json
import platform
from pathlib import Path
from typing import Any, NamedTuple

import click

import muster
from muster.cli.django_setup import AHEAD, NEWER, NOT_READY, tables, use_django
from muster.cli.refusal import wrap_text

PRAGMAS = ("journal_mode", "synchronous", "mmap_size", "wal_autocheckpoint")


class Missing(NamedTuple):
    """Something to fix; if it is `grave`, Muster cannot run here."""

    what: str
    fix: str
    grave: bool = False


@click.command()
@click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(data: str | None, as_json: bool) -> None:
    """Show the database, the limits and what is missing; exit code 1 if Muster can’t run."""
    use_django(data)
    database, missing = _database()
    missing += _missing_settings()
    report: dict[str, Any] = {"muster": muster.__version__, "python": platform.python_version()}
    report |= {"database": database, "limits": limits(), "missing": [gap._asdict() for gap in missing]}
    click.echo(json.dumps(report, ensure_ascii=False, indent=1) if as_json else "\n".join(_lines(report)))
    raise SystemExit(any(gap.grave for gap in missing))


def _lines(report: dict[str, Any]) -> list[str]:
    lines = [f"Muster {report['muster']}, Python {report['python']}"]
    for title in ("database", "limits"):
        rows = (f"  {name.replace('_', ' ')}: {_plain(value)}" for name, value in report[title].items())
        lines += [title.capitalize(), *rows]
    problems = [wrap_text(f"{gap['what']} {gap['fix']}", "  - ", "    ") for gap in report["missing"]]
    return [*lines, "Missing", *(problems or ["  nothing"])]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def limits() -> dict[str, int]:
    """The server's limits, in total and per address."""
    from muster.store import sqlite
    from muster.web import rates
    from muster.web.serving import body_limits, request_queue

    return {
        "threads": request_queue.THREADS,
        "threads_of_one_address": request_queue.THREADS_PER_ADDRESS,
        "writers": request_queue.WRITERS,
        "writers_of_one_address": request_queue.WRITERS_PER_ADDRESS,
        "writes_without_an_account_at_once": rates.WRITES.at_once,
        "writes_of_all_guests_of_one_address_at_once": rates.GUESTS.at_once,
        "costly_questions_at_once": rates.COSTS.at_once,
        "seconds_a_writer_waits": sqlite.PATIENCE,
        "connections": request_queue.CONNECTIONS,
        "live_lines_of_one_address": request_queue.LINES_OF_ONE,
        "bytes_of_a_body": body_limits.LARGEST_BODY,
        "bytes_of_bodies_of_one_address": body_limits.MOST_HELD_PER_ADDRESS,
    }


def _database() -> tuple[dict[str, Any], list[Missing]]:
    """The database as a connection finds it."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError, connection

    settings = connection.settings_dict
    facts: dict[str, Any] = {"kind": connection.vendor, "name": str(settings["NAME"])}
    if connection.vendor == "sqlite" and not Path(settings["NAME"]).is_file():
        # Connecting would create an empty file.
        facts |= _sqlite()
        return facts, [
            Missing("There is no database here yet.", "Start `muster serve` once."),
            *_old_sqlite(facts),
        ]
    try:
        state = tables()
        facts |= {"tables": state} | (_sqlite(connection) if connection.vendor == "sqlite" else _postgres())
    except (DatabaseError, ImproperlyConfigured) as problem:
        first = (str(problem).strip() or type(problem).__name__).splitlines()[0]
        return facts, [
            Missing(f"The database cannot be used: {first}.", "Is it running, and readable?", True)
        ]
    known = {
        "behind": [Missing(NOT_READY, "")],
        "ahead": [Missing(AHEAD, "")],
        "newer": [Missing(NEWER, "", True)],
    }
    return facts, known.get(state, []) + _old_sqlite(facts) + _missing_feed(facts)


def _sqlite(connection: Any = None) -> dict[str, Any]:
    import sqlite3

    from muster.store.sqlite import SERIAL

    facts: dict[str, Any] = {"version": sqlite3.sqlite_version, "may_have_the_wal_reset_bug": SERIAL}
    facts["checkpoints"] = "by the server, while nobody commits" if SERIAL else "by SQLite itself"
    if connection is not None:
        with connection.cursor() as cursor:
            facts |= {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}
    return facts


def _postgres() -> dict[str, Any]:
    from django.db import connection

    from muster.store.log.feed import is_pooled

    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = cursor.fetchone()[0]
    changes = "by hints, and a look every second"
    if is_pooled(connection.connection) and not connection.settings_dict.get("DIRECT"):
        changes = "by looking four times a second"
    return {"version": version, "behind_a_pooler": is_pooled(connection.connection), "changes": changes}


def _old_sqlite(facts: dict[str, Any]) -> list[Missing]:
    if not facts.get("may_have_the_wal_reset_bug"):
        return []
    what = (
        f"SQLite {facts['version']} is older than 3.51.3, which mends a rare bug that can corrupt a database."
    )
    fix = (
        "Muster keeps clear of it; a newer Python or system package ends it. "
        "Until then let no other program write to the file while the server runs."
    )
    return [Missing(what, fix)]


def _missing_feed(facts: dict[str, Any]) -> list[Missing]:
    if not facts.get("changes", "").startswith("by looking"):
        return []
    return [
        Missing("Nobody can listen for changes through a pooler.", "Set MUSTER_FEED_URL to the way past it.")
    ]


def _missing_settings() -> list[Missing]:
    """What this command's environment lacks; the server's own may differ."""
    from django.conf import settings

    from muster.web.serving.addresses import trusted_proxies

    found = []
    if not settings.MAIL_CONFIGURED:
        fix = "Set MUSTER_MAIL_URL, or make one-time links with `muster account`."
        found.append(Missing("No mail goes out for forgotten passwords.", fix))
    if not settings.SECURE:
        fix = "Start with --tls, or set MUSTER_SECURE=1 behind a proxy that speaks TLS."
        found.append(Missing("Nothing says that connections are secure.", fix))
    elif not trusted_proxies():
        fix = "Set MUSTER_PROXIES to its address; without a proxy (--tls) this does not concern you."
        found.append(Missing("No proxy is named: behind one everyone would count as one address.", fix))
    return found
