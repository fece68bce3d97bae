"""Who a mail says it is from, where it says so in exactly one way."""

import re
from email.errors import ObsoleteHeaderDefect

from msgspec import Struct

from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reading.parsing import address_list

_LONGEST = 998  # of one header line (RFC 5322)
_LOCAL = re.compile(r"[^\s\"@\\]{1,64}")
# `Ida B. Lund <…>` without quotes: every reader must take it (RFC 5322, 4.1), and all agree on it.
_TAKEN = "period in 'phrase'"


class Mailbox(Struct, frozen=True):
    """`address` in the form of `domains.comparable`."""

    address: str
    name: str

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


def mailbox_of(read: Read) -> Mailbox | Reason:
    """Exactly one From header with exactly one mailbox, or the reason why there is no identity."""
    if read.too_much:
        return Reason.TOO_MUCH
    values = read.all("from")
    if len(values) != 1:
        return Reason.FROM_COUNT
    return Reason.BROKEN_HEADERS if read.broken_headers else _only_mailbox(values[0])


def _only_mailbox(value: str) -> Mailbox | Reason:
    header = address_list(value) if len(value) <= _LONGEST else None
    if header is None:
        return Reason.FROM_DEFECT
    if any(group.display_name is not None for group in header.groups):
        return Reason.FROM_GROUP
    if len(header.addresses) > 1:
        return Reason.FROM_SEVERAL
    if not header.addresses or not all(map(_is_taken, header.defects)):
        return Reason.FROM_DEFECT
    [found] = header.addresses
    address = comparable(f"{found.username}@{found.domain}")
    is_plain = _LOCAL.fullmatch(found.username) and found.addr_spec in value
    if address is None or not is_plain:  # or put together from encoded words
        return Reason.FROM_DEFECT
    return Mailbox(address, found.display_name)


def _is_taken(defect: object) -> bool:
    return isinstance(defect, ObsoleteHeaderDefect) and str(defect) == _TAKEN
