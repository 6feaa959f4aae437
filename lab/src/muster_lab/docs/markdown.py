"""Pieces of Markdown that the generated pages share."""


def table_cell(text: str) -> str:
    """Text that fits into one table cell: no bars, no tags, no line breaks."""
    return " ".join(text.replace("|", " or ").replace("<", "&lt;").split())


def code_block(text: str, language: str = "") -> list[str]:
    """A fenced block, with the empty line that ends it."""
    return [f"```{language}", text, "```", ""]
