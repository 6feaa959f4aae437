"""Use cases are the only writers: pages, the API and the command line change no row themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import muster

SRC = Path(muster.__file__).parent
WRITES = {
    "bulk_create", "bulk_update", "create", "create_user", "delete", "get_or_create", "save", "set_password",
    "update_or_create",
}  # fmt: skip
"""What Django's rows and their managers write with."""
USE_CASES = {"append", "call_guest", "change_password", "erase", "grant", "issue", "open_guest", "sign_up"}
"""Methods of the stores behind `app`: of the log, of roles, of accounts."""
ELSEWHERE = {
    "web/accounts/devices.py": "a session of Django's, kept before it has a key",
    "web/accounts/throttle.py": "failures to sign in, counted by axes",
    "web/sessions.py": "the store of Django's sessions",
    "web/webhooks/worker.py": "a hook whose owner left the event, where nobody acts",
}
"""Rows that frameworks keep for themselves, or that go where nobody acts."""


def rows_written(path: Path) -> Iterator[str]:
    """The calls of a module that write rows: `row.save()`, `Row.objects.filter(…).update(…)`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        receiver, method = ast.unparse(node.func.value), node.func.attr
        stored = "objects" in receiver or receiver.endswith((".store", ".roles", ".log", "account", "Token"))
        if (method in WRITES and receiver != "router") or (method in USE_CASES | {"update"} and stored):
            yield f"{receiver}.{method}"


def test_pages_and_commands_write_no_rows():
    modules = [path for floor in ("web", "cli") for path in (SRC / floor).rglob("*.py")]
    writers = {path.relative_to(SRC).as_posix() for path in modules if any(rows_written(path))}
    assert writers == ELSEWHERE.keys()


def test_a_page_that_writes_is_noticed(tmp_path):
    page = tmp_path / "page.py"
    page.write_text(
        "Account.objects.filter(pk=1).update(name='x')\naccount.erase()\nkept.update(a=1)\n", "utf-8"
    )
    assert list(rows_written(page)) == ["Account.objects.filter(pk=1).update", "account.erase"]
