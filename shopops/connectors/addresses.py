"""Where a shop's name leads, and whether anybody may be sent there.

A shop's address is typed in by a person of the shop, and answered by a name server of theirs. So
that nobody reaches what is behind this site's own walls, the addresses are looked up once, judged,
and the call goes to exactly those; the name is only what TLS and the Host header say.
"""

import ipaddress
import socket
from dataclasses import dataclass

import httpx
from django.conf import settings

MOST_ADDRESSES = 3
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# All that is given out to anybody. Outside of it are addresses of a site's own, and some that carry
# one of IPv4.
GIVEN_OUT = ipaddress.ip_network("2000::/3")
PROTOCOLS = ipaddress.ip_network("192.0.0.0/24")  # nobody's shop; some clouds answer there
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class AddressRefused(Exception):
    """Nobody was called. `again`: it may be otherwise later."""

    def __init__(self, code: str, detail: str, *, again: bool = False) -> None:
        super().__init__(detail)
        self.code = code
        self.again = again


@dataclass(frozen=True, slots=True)
class Place:
    """`addresses`: of the host of `url`, in the order in which to try them."""

    url: httpx.URL
    addresses: list[str]


def place_of(url: str, *, private: bool | None = None) -> Place:
    """`private`: whether it may be one of a private network; None: as the site's setting says.
    Raises `AddressRefused`."""
    allowed = settings.SHOPOPS_PRIVATE_SHOPS if private is None else private
    parsed = url_of(url)
    found = _looked_up(parsed)
    inside = [one for one in found if not is_public(one)]
    if inside and not allowed:
        raise AddressRefused(
            "private_address",
            f"{parsed.host} is an address of a private network, which this site sends nothing to.",
        )
    if parsed.scheme == "http" and len(inside) < len(found):
        raise AddressRefused("not_encrypted", f"Write https:// before {parsed.host}.")
    return Place(parsed, [str(one) for one in found[:MOST_ADDRESSES]])


def url_of(url: str) -> httpx.URL:
    """Whether it is one, without asking anybody. Raises `AddressRefused`."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as problem:
        raise AddressRefused("no_address", f"This is no address: {problem}.") from problem
    if parsed.scheme not in ("https", "http") or not parsed.host or parsed.userinfo:
        raise AddressRefused(
            "no_address", "This is no address: write one like https://shop.example."
        )
    return parsed


def is_public(address: Address) -> bool:
    """Whether it is anybody's on the internet, also by the IPv4 address that it carries."""
    if isinstance(address, ipaddress.IPv6Address):
        carried = _carried(address)
        if carried is not None:
            return is_public(carried)
        if address not in GIVEN_OUT:
            return False
    return address not in PROTOCOLS and address.is_global and not address.is_multicast


def _carried(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]


def _looked_up(url: httpx.URL) -> list[Address]:
    host = url.raw_host.decode("ascii").strip("[]")
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as problem:
        raise AddressRefused("name_not_found", _not_found(problem, host), again=True) from problem
    found = dict.fromkeys(str(row[4][0]).partition("%")[0] for row in rows)
    return [ipaddress.ip_address(one) for one in found]


def _not_found(problem: Exception, host: str) -> str:
    if isinstance(problem, socket.gaierror) and problem.errno == socket.EAI_AGAIN:
        return f"No name server answers now, so nobody knows where {host} is."
    return f"There is no server of this name: {host}."
