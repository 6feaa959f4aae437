"""The laboratory: what measures Muster, breaks it on purpose and counts what is proven.

Read `cli.py` first: it lists the four commands, each a folder. The laboratory imports Muster; Muster never
imports the laboratory.
"""

from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[3]
"""The checkout that the laboratory belongs to and works on."""
