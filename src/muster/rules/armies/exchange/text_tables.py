"""Lists out of a spreadsheet: cells between tabs, or rows with commas under a heading that names them."""

import csv
import re
from typing import Final

# What people call the columns; a table has a column of names and at least one of the others.
COLUMNS: Final = {
    "count": ("qty", "quantity", "count", "number", "no", "amount", "#", "x"),
    "name": ("name", "unit", "units", "card", "model"),
    "points": ("points", "pts", "cost", "price"),
    "upgrades": ("upgrades", "upgrade", "equipment", "gear", "options"),
}
SEPARATORS: Final = (",", ";", "\t")
BETWEEN_UPGRADES: Final = re.compile(r"\s*[;|/]\s*")
LONGEST_TABLE: Final = 100_000


def tables_as_lines(text: str) -> str:
    """The text with the rows of a table written as people write lines: `3x Stormtroopers (42): …`."""
    lines = text.splitlines()
    top = next((line for line in lines if line.strip()), "")
    columns = next((found for sign in SEPARATORS if (found := columns_of(top, sign))), None)
    if columns and len(text) <= LONGEST_TABLE:
        sign, names = columns
        rows = csv.reader(lines[lines.index(top) + 1 :], delimiter=sign, skipinitialspace=True)
        return "\n".join(row_as_line(dict(zip(names, row, strict=False))) for row in rows)
    return "\n".join(map(cells_as_line, lines)) if "\t" in text else text


def columns_of(line: str, sign: str) -> tuple[str, list[str]] | None:
    """The columns that a heading names; nothing where it is no heading."""
    cells = [cell.strip().strip('"').casefold() for cell in line.split(sign)]
    names = [next((name for name, words in COLUMNS.items() if cell in words), "") for cell in cells]
    return (sign, names) if "name" in names and len(set(names) - {""}) > 1 else None


def row_as_line(row: dict[str, str]) -> str:
    """A row under a heading as a line; an empty one where it names nothing."""
    given = {name: cell.strip() for name, cell in row.items() if name and cell.strip()}
    if "name" not in given:
        return ""
    count = f"{given['count']}x " if given.get("count", "").isdecimal() else ""
    points = f" ({given['points']})" if given.get("points", "").isdecimal() else ""
    upgrades = ", ".join(BETWEEN_UPGRADES.split(given.get("upgrades", ""))).strip(", ")
    return f"{count}{given['name']}{points}" + (f": {upgrades}" if upgrades else "")


def cells_as_line(line: str) -> str:
    """Cells between tabs as a line: a number in front counts, one behind is points; the indent stays."""
    indent = line[: len(line) - len(line.lstrip())]
    cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
    if len(cells) < 2:
        return line
    front = f"{cells[0]}x " if cells[0].isdecimal() and not cells[1].isdecimal() else f"{cells[0]} "
    return indent + front + " ".join(f"({cell})" if cell.isdecimal() else cell for cell in cells[1:])
