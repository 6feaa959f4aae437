"""Ranges of addresses that lead to no machine of the open internet: the registries of IANA for special
purposes (RFC 6890), wider where a part of a range is public. What Python knows of them differs by version."""

from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import Final

SPECIAL: Final = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  # private
        "100.64.0.0/10",  # shared by a provider's customers
        "127.0.0.0/8",  # this machine
        "169.254.0.0/16",  # this link, and what clouds tell their machines
        "192.0.0.0/24",  # protocols
        "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24",  # documentation
        "192.31.196.0/24", "192.175.48.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # relays of 6to4
        "198.18.0.0/15",  # benchmarks
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
        "::/96",  # nothing, this machine, and IPv4 in a form given up
        "64:ff9b:1::/48",  # NAT64 of one's own network
        "100::/48",  # discarded, dummies
        "2001::/23",  # protocols: Teredo, benchmarks, ORCHID, AS112, AMT, drones
        "2001:db8::/32", "3fff::/20",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "5f00::/16",  # segments of routes
        "fc00::/7",  # private
        "fe80::/10", "fec0::/10",  # this link, this site
        "ff00::/8",  # multicast
    )
)  # fmt: skip
NAT64: Final = ip_network("64:ff9b::/96")


def is_special(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is in one of them, also where IPv6 wraps it."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_special(address.ipv4_mapped)
        if address in NAT64:
            return is_special(IPv4Address(address.packed[12:]))
    return any(address in network for network in SPECIAL)
