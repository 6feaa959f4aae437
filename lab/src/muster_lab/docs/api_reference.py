"""The page of all API calls, generated from the OpenAPI document."""

from muster.web.api.reading import Call, Chapter, chapters
from muster_lab.docs.markdown import code_block, table_cell

OPENING = """# All calls of the API

Generated from the OpenAPI document, which a server publishes at `/api/v1/openapi.json`. [The JSON
API](../reference/api.md) says what all calls have in common: who calls, lists, repeats, errors.
"""
LONGEST_SAMPLE = 40


def api_reference() -> str:
    """All chapters of the API."""
    from muster.web.urls import api

    return "\n".join(
        [OPENING, *(line for chapter in chapters(api.document) for line in chapter_lines(chapter))]
    )


def chapter_lines(chapter: Chapter) -> list[str]:
    """The calls of one resource."""
    return [f"## {chapter.title}", "", *(line for call in chapter.calls for line in call_lines(call))]


def call_lines(call: Call) -> list[str]:
    """What a call does, its parameters, what to send and what comes back."""
    needs = " Needs a token or a session." if call.needs_account else ""
    lines = [f"### {call.title} {{ #{call.id} }}", "", *code_block(f"{call.verb} {call.path}", "http")]
    lines += [call.about.strip() + needs, ""]
    if call.parameters:
        lines += ["| parameter | where | kind | meaning |", "|---|---|---|---|"]
        lines += [
            f"| `{parameter.name}`{' (required)' if parameter.required else ''} | {parameter.place} "
            f"| {table_cell(parameter.kind)} | {table_cell(parameter.about)} |"
            for parameter in call.parameters
        ]
        lines += [""]
    if call.body:
        lines += ["Body:", "", *sample_lines(call.body)]
    for status, meaning, sample in call.answers:
        if sample:
            lines += [f"Answer {status}:", "", *sample_lines(sample)]
        elif int(status) < 400:
            lines += [f"Answer {status}: {meaning}.", ""]
    return lines


def sample_lines(sample: str) -> list[str]:
    """A JSON sample; a long one is cut, because the server shows all of it."""
    lines = sample.splitlines()
    if len(lines) > LONGEST_SAMPLE:
        lines = [*lines[:LONGEST_SAMPLE], f"… {len(lines) - LONGEST_SAMPLE} more lines at /api/v1/docs"]
    return code_block("\n".join(lines), "json")
