"""Finds the client address that rate limits are counted by, also behind a proxy."""

import os
from collections.abc import Iterable
from functools import cache, lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.http import HttpRequest

UNKNOWN = "0.0.0.0"  # noqa: S104 - never listened on; stands for a peer without an address
HOUSEHOLD = 64  # bits: whoever holds one IPv6 address usually holds its whole /64


@cache
def trusted_proxies() -> tuple[IPv4Network | IPv6Network, ...]:
    """The proxies whose `X-Forwarded-For` we trust: MUSTER_PROXIES, a comma-separated list of networks."""
    given = os.environ.get("MUSTER_PROXIES", "").split(",")
    return tuple(ip_network(network.strip(), strict=False) for network in given if network.strip())


def client_address(peer: str, forwarded: str = "") -> str:
    """The peer's address or, if the peer is one of our proxies, the last forwarded address that is not.

    Clients can put anything into the header; only the entries our own proxies appended can be trusted.
    """
    address = peer
    for hop in reversed([peer, *forwarded.split(",")][1:] if forwarded else []):
        if not _is_ours(address):
            break
        address = hop.strip()
    return _household_of(address) or _household_of(peer) or UNKNOWN


def address_of(request: HttpRequest) -> str:
    """The client address of a Django request."""
    return client_address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def scope_address(scope: dict[str, object]) -> str:
    """The client address of an ASGI request."""
    client, headers = scope.get("client"), scope.get("headers") or ()
    peer = str(client[0]) if isinstance(client, tuple | list) and client else ""
    assert isinstance(headers, Iterable)  # noqa: S101 - guaranteed by ASGI
    forwarded = [
        bytes(value).decode("latin1") for name, value in headers if bytes(name) == b"x-forwarded-for"
    ]
    return client_address(peer, ",".join(forwarded))


def _is_ours(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in trusted_proxies())


@lru_cache(maxsize=4096)
def _household_of(address: str) -> str:
    """One name per household; empty if the text is not an address."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network(f"{found.exploded.partition('%')[0]}/{HOUSEHOLD}", strict=False).network_address)
