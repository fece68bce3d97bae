"""The address that an alarm mail asks to be answered at: it says whose mail that was. Pure.

`reply+k5tq….@in.shop.example` names the shop, the person and the mail, signed, so that an answer
to somebody else's mail is told apart. The address that reports go to is signed for another purpose
and stands on the envelope only: whoever sees an answer does not know it. Local parts travel through
systems that change their case, hence base 32; and they have room for 64 characters, hence 80 bits
of HMAC and small numbers.
"""

import base64
import binascii
import hmac

from msgspec import Struct

from shopops.mailing.headers import mail_address

PURPOSE = b"shopops reply address 1"
REPORTS = b"shopops report address 1"
# Of a mail to a customer, who is no member: the person is 0, the mail is the effect's number.
CUSTOMERS = b"shopops customer address 1"
CUSTOMER_REPORTS = b"shopops customer report address 1"
MAC_BYTES = 10
LONGEST_NUMBER = 2**63


class ReplyTag(Struct, frozen=True, kw_only=True):
    """The person (membership) of that shop to whom that mail (ring) was sent."""

    tenant_id: int
    membership_id: int
    mail_id: int


def reply_address(tag: ReplyTag, *, secret: bytes, base: str, purpose: bytes = PURPOSE) -> str:
    """`base` is the mailbox behind which answers arrive, such as reply@in.shop.example. An address
    signed for one purpose is none for another."""
    local, _, domain = mail_address(base).rpartition("@")
    packed = b"".join(map(_packed, (tag.tenant_id, tag.membership_id, tag.mail_id)))
    text = base64.b32encode(packed + _mac(secret, packed, purpose)).decode().rstrip("=").lower()
    return mail_address(f"{local}+{text}@{domain}")


def read_reply_address(
    address: str, *, secrets: list[bytes], purpose: bytes = PURPOSE
) -> ReplyTag | None:
    """What an address of ours names, signed by any of the secrets; None for every other one."""
    _, _, text = address.rpartition("@")[0].rpartition("+")
    try:
        whole = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        return None
    packed, mac = whole[:-MAC_BYTES], whole[-MAC_BYTES:]
    if not any(hmac.compare_digest(mac, _mac(secret, packed, purpose)) for secret in secrets):
        return None
    tenant_id, membership_id, mail_id = _unpacked(packed)
    return ReplyTag(tenant_id=tenant_id, membership_id=membership_id, mail_id=mail_id)


def _mac(secret: bytes, packed: bytes, purpose: bytes) -> bytes:
    return hmac.digest(secret, purpose + packed, "sha256")[:MAC_BYTES]


def _packed(number: int) -> bytes:
    """Its length and its bytes."""
    if not 0 <= number < LONGEST_NUMBER:
        raise ValueError(f"{number} is no row's number")
    size = max(1, (number.bit_length() + 7) // 8)
    return bytes([size]) + number.to_bytes(size, "big")


def _unpacked(packed: bytes) -> list[int]:
    numbers = []
    while packed:
        size = packed[0]
        numbers.append(int.from_bytes(packed[1 : 1 + size], "big"))
        packed = packed[1 + size :]
    return numbers
