"""What an event's states and aids are called in public."""

from typing import Final

AID_WORDS: Final = {
    "score": "The score",
    "clock": "The clock",
    "judge-call": "Calling a judge",
    "rules": "The official rules",
    "army-list": "Your army list in Muster",
    "notes": "Notes",
    "odds": "Odds",
    "dice": "Dice of the app",
}
STATUS_WORDS: Final = {
    "planned": "Being planned",
    "announced": "Announced",
    "running": "Running",
    "ended": "Over",
    "called-off": "Called off",
}
