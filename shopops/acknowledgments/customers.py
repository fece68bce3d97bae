"""A customer answers a mail of the shop: their words go to whoever decides about the order."""

from shopops.acknowledgments.answer import own_text
from shopops.acknowledgments.arrival import replay_key
from shopops.acknowledgments.outcomes import DROPPED, Reason
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.stored import shop_tag
from shopops.choosing.came_back import Reply, replied
from shopops.mailing.outgoing import SENDER_NAME
from shopops.mailing.reply_address import CUSTOMERS
from shopops.tenants.models import Tenant

# Whatever a machine wrote is no customer's answer, whichever address it was sent to.
MACHINES = DROPPED - {Reason.STRANGER, Reason.REPEATED, Reason.CUSTOMER_REPLY}


def customer_answered(tenant_id: int, read: Read) -> bool:
    """Nobody vouches for the sender, and nobody has to: it is a claim, and a person reads it."""
    tag = shop_tag(tenant_id, read.recipients, purpose=CUSTOMERS)
    if tag is None:
        return False
    sender, name = replay_key(read)
    # Our mails bear the shop's name, by which a mail program says whom it quotes.
    names = Names([Tenant.objects.get(pk=tenant_id).name, SENDER_NAME])
    own = own_text(read.body, names).own if read.body else ()
    text = "\n".join(line.text for line in own)
    reply = Reply(text=text, sender=sender, name=name)
    return replied(tenant_id=tenant_id, effect_id=tag.mail_id, reply=reply)
