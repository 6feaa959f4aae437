"""`muster` and `python -m muster`: the command line, or a sentence where what it needs is not installed."""

import sys

EXTRAS = {"mcp": "mcp", "psycopg": "postgres"}
"""Which extra a package comes with, where it is not `app`."""


def main() -> None:
    """Run a command. The rules alone install without the packages that commands need."""
    try:
        from muster.cli import main as run

        run(prog_name="muster")
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in ("", "muster"):
            raise
        extra = EXTRAS.get(package, "app")
        sys.stderr.write(
            f"This command needs the package {package}, which is not installed. "
            f'Install it with: pip install "muster-legion[{extra}]"\n'
        )
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
