"""When things happened in the demo: in the days before it was made, so that what is open is open now."""

from datetime import UTC, datetime, timedelta
from typing import Final

NOW: Final = datetime.now(UTC).replace(second=0, microsecond=0)
GAME_NIGHT: Final = (NOW - timedelta(days=7)).replace(hour=19, minute=30)
CAMPAIGN_NIGHT: Final = (NOW - timedelta(days=2)).replace(hour=19, minute=0)
TONIGHT: Final = NOW - timedelta(minutes=90)
