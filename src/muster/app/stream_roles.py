"""Which Registers, campaigns and events belong to whom: ties between accounts and streams."""

from typing import Literal, Protocol, TypeAlias

Role: TypeAlias = Literal["owner", "member"]


class CachedRoles:
    """Roles for one request: each question reaches the store once."""

    def __init__(self, roles: "StreamRoles") -> None:
        self._roles = roles
        self._role: dict[tuple[str, str], Role | None] = {}
        self._streams: dict[tuple[str, Role, str], list[str]] = {}

    def grant(self, account: str, stream: str, role: Role) -> None:
        """See `StreamRoles.grant`."""
        self._roles.grant(account, stream, role)
        self._role.clear()
        self._streams.clear()

    def role(self, account: str, stream: str) -> Role | None:
        """See `StreamRoles.role`."""
        if (account, stream) not in self._role:
            self._role[account, stream] = self._roles.role(account, stream)
        return self._role[account, stream]

    def streams(self, account: str, role: Role, prefix: str) -> list[str]:
        """See `StreamRoles.streams`."""
        if (account, role, prefix) not in self._streams:
            self._streams[account, role, prefix] = self._roles.streams(account, role, prefix)
        return self._streams[account, role, prefix]


class StreamRoles(Protocol):
    """Which streams belong to whom."""

    def grant(self, account: str, stream: str, role: Role) -> None:
        """Tie an account to a stream; granting twice changes nothing."""

    def role(self, account: str, stream: str) -> Role | None:
        """The account's role in the stream."""

    def streams(self, account: str, role: Role, prefix: str) -> list[str]:
        """The streams of this kind in which the account has this role, newest first."""
