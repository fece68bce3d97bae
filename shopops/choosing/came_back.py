"""What came back for a customer's mail: their reply, or a report that it could not be delivered."""

from hashlib import sha256

from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops.agents.supplied import CameBack
from shopops.alarms.clock import database_now
from shopops.choosing.mails import mail_of
from shopops.connectors.models import SuppliedFact
from shopops.connectors.supplied import keep_what_came_back
from shopops.connectors.suppression import plain
from shopops.execution import hands
from shopops.execution.mail import recipient_of
from shopops.execution.mail_back import came_back, fact_id
from shopops.outbox.models import Effect
from shopops.review.renewal import propose_again
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

LONGEST_REPLY = 4000
MOST_REPLIES = 5  # to one mail: each makes another revision, so many would keep the order waiting
NAME_CHARS = 10  # of the mail's key and of the reply's name: a fact's name has room for both
BY_REPLY = gettext_noop("A reply to the mail")
FROM_ANOTHER = gettext_noop("A reply to the mail, from another address")
EMPTY = "(no words that could be read)"


class Reply(Struct, frozen=True, kw_only=True):
    """`sender`: as its From header says; nobody vouches for it. `name`: the same for every copy."""

    text: str
    sender: str
    name: str


def undeliverable(*, tenant_id: int, effect_id: int, said: str) -> None:
    with tenant_scope(tenant_id):
        effect = mail_of(tenant_id, effect_id)
        if effect is None:
            return
        now = database_now()
        hand = hands.hold(Tenant.objects.get(pk=tenant_id), effect_id, now)
        came_back(hand, said=said, now=now)
    propose_again(tenant_id=tenant_id, order_id=effect.order_id, now=now)


def replied(*, tenant_id: int, effect_id: int, reply: Reply) -> bool:
    """False: it answers no mail of ours, or too many answered it before."""
    with tenant_scope(tenant_id):
        effect = mail_of(tenant_id, effect_id)
        if effect is None or not _keep(effect, reply):
            return False
        now = database_now()
    propose_again(tenant_id=tenant_id, order_id=effect.order_id, now=now)
    return True


def _keep(effect: Effect, reply: Reply) -> bool:
    begins = f"{fact_id('r', effect, chars=NAME_CHARS)}-"
    name = f"{begins}{sha256(reply.name.encode('utf-8', 'replace')).hexdigest()[:NAME_CHARS]}"
    before = SuppliedFact.objects.of(effect.tenant_id).filter(fact_id__startswith=begins)
    if before.exclude(fact_id=name).count() >= MOST_REPLIES:
        return False
    keep_what_came_back(
        tenant_id=effect.tenant_id,
        fact_id=name,
        order_id=effect.order_id,
        name=CameBack.REPLY,
        value=_readable(reply.text)[:LONGEST_REPLY] or EMPTY,
        known_from=_known_from(effect, reply),
        now=database_now(),
    )
    return True


def _known_from(effect: Effect, reply: Reply) -> str:
    """From whom nobody can read is from another address, also where nobody knows theirs by now."""
    theirs = plain(recipient_of(effect) or "")
    return BY_REPLY if theirs and theirs == plain(reply.sender) else FROM_ANOTHER


def _readable(text: str) -> str:
    """Nothing that a database or a page trips over."""
    return "".join(one if one.isprintable() or one == "\n" else " " for one in text).strip()
