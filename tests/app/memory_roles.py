"""Roles of streams in memory."""


class Ties:
    """Ties kept in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def grant(self, account, stream, role):
        self.kept.setdefault((account, stream), role)

    def role(self, account, stream):
        return self.kept.get((account, stream))

    def streams(self, account, role, prefix):
        mine = [s for (who, s), what in self.kept.items() if who == account and what == role]
        return [s for s in reversed(mine) if s.startswith(prefix)]
