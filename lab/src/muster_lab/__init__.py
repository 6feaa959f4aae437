"""The laboratory: it benchmarks Muster, breaks it on purpose and counts which rules are proven.

Read `cli.py` first: it lists the four commands, each in a folder of its own. The laboratory imports Muster;
Muster never imports the laboratory.
"""

from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[3]
"""The checkout that the laboratory belongs to and works on."""
