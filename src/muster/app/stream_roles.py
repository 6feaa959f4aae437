"""Which Registers, campaigns and events belong to whom: an account is tied to a stream."""

from typing import Literal, Protocol, TypeAlias

Role: TypeAlias = Literal["owner", "member"]


class StreamRoles(Protocol):
    """Which streams belong to whom."""

    def grant(self, account: str, stream: str, role: Role) -> None:
        """Tie an account to a stream; doing it twice changes nothing."""

    def role(self, account: str, stream: str) -> Role | None:
        """What the account is to the stream."""

    def streams(self, account: str, role: Role, prefix: str) -> list[str]:
        """The streams of this kind that the account has this role in, newest first."""
