"""A mail is kept before anything else, once: what comes a second time is no second mail."""

from datetime import datetime
from hashlib import sha256

from msgspec import Struct

from shopops.acknowledgments.arrival import replay_key
from shopops.acknowledgments.mailbox import mailbox_of
from shopops.acknowledgments.models import InboundMail, InboundToken
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.reading.message import Read
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, seal

# The rest is attachments that nobody reads. Whoever tries again after a crash can't check a
# signature over more than this, so such a mail is held.
KEPT_BYTES = 3 * 1024 * 1024


class Delivery(Struct, frozen=True, kw_only=True):
    """A mail whose origin is proven. `token` is what proves it, good once; empty where the mail
    was handed over on this machine. `envelope_sender` as `automation_of` has it."""

    raw: bytes
    source: str
    token: str = ""
    envelope_sender: str | None = None


def keep(*, tenant_id: int, delivery: Delivery, read: Read, now: datetime) -> InboundMail | None:
    """None: this delivery, or this mail, came before."""
    with tenant_scope(tenant_id):
        if delivery.token and not _first_use(delivery, now):
            return None
        mail, is_new = InboundMail.objects.of(tenant_id).get_or_create(
            tenant_id=tenant_id,
            replay_hash=sha256("\n".join(replay_key(read)).encode("utf-8", "replace")).digest(),
            defaults={
                "source": delivery.source,
                "received_at": now,
                "sealed": seal(delivery.raw[:KEPT_BYTES], purpose=Purpose.INBOUND_MAIL),
                "size": len(delivery.raw),
                "null_return_path": delivery.envelope_sender == "",
                "sender": _stated_sender(read),
            },
        )
        return mail if is_new else None


def _first_use(delivery: Delivery, now: datetime) -> bool:
    token = f"{delivery.source}\n{delivery.token}".encode("utf-8", "replace")
    _, is_first = InboundToken.objects.get_or_create(
        token_hash=sha256(token).digest(), defaults={"seen_at": now}
    )
    return is_first


def _stated_sender(read: Read) -> str:
    """As the mail says, proven or not; with nothing that a database or a page trips over."""
    mailbox = mailbox_of(read)
    found = read.all("from") if isinstance(mailbox, Reason) else (mailbox.address,)
    stated = ", ".join(found)
    return "".join(sign if sign.isprintable() else "?" for sign in stated)[:254]
