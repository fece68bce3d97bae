"""From a letter to the bytes that the mail server is given, and the thread that they belong to."""

from shopops.alarms.clock import database_now
from shopops.connectors.ports import EffectKind, MailAsk
from shopops.connectors.suppression import ever_ref_of, ref_of
from shopops.execution.cannot import CannotAsk
from shopops.execution.codes import EffectCode
from shopops.mailing.mime import Mail, compose
from shopops.mailing.outgoing import own_domain, reply_address_for, sender_address
from shopops.mailing.refusals import NotMailable
from shopops.mailing.reply_address import CUSTOMER_REPORTS, CUSTOMERS, ReplyTag
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.outreach.letter import Letter

LONGEST_THREAD = 8
KEY_CHARS, REF_CHARS = 32, 16


def ask_for(
    effect: Effect, key: str, letter: Letter, *, to: str, shop: str, leave: str = ""
) -> MailAsk:
    """In a scope. Raises `CannotAsk`. Who it is for stands in the mail's name as a keyed hash, so
    that mails to one address form a thread and a changed address begins another."""
    name = message_id(effect, key, to)
    thread = _thread(effect, name)
    tag = ReplyTag(tenant_id=effect.tenant_id, membership_id=0, mail_id=effect.pk)
    mail = Mail(
        sender=sender_address(),
        sender_name=" ".join(shop.split()),
        recipient=to,
        reply_to=reply_address_for(tag, purpose=CUSTOMERS),
        subject=letter.subject,
        date=database_now(),
        message_id=name,
        in_reply_to=thread[-1] if thread else "",
        references=thread,
        text=letter.text,
        unsubscribe=leave,
    )
    try:
        message = compose(mail)
    except NotMailable as problem:
        raise CannotAsk(EffectCode.NO_SUCH_ADDRESS) from problem
    return MailAsk(
        key=key,
        order_id=effect.order_id,
        order_number=effect.order_number,
        sender=reply_address_for(tag, purpose=CUSTOMER_REPORTS),
        recipient=to,
        message_id=name,
        message=message,
    )


def message_id(effect: Effect, key: str, to: str) -> str:
    return f"<{_named(key, ref_of(effect.tenant_id, to))}@{own_domain()}>"


def went_to(effect: Effect, to: str) -> bool:
    """Whether the name that this mail had on its way is of this address: by any secret that is
    kept, and whatever this site's own domain was by then."""
    key = bytes(effect.key).hex()
    named = {_named(key, ref) for ref in ever_ref_of(effect.tenant_id, to)}
    return effect.remote_id.partition("@")[0].removeprefix("<") in named


def _named(key: str, who: bytes) -> str:
    return f"{key[:KEY_CHARS]}.{who.hex()[:REF_CHARS]}"


def _thread(effect: Effect, name: str) -> list[str]:
    """The mails of this order that this address got, oldest first; of many some are left out."""
    earlier = Effect.objects.of(effect.tenant_id).filter(
        kind=EffectKind.MAIL, order_id=effect.order_id, state=State.SUCCEEDED
    )
    ends = name[1 + KEY_CHARS :]
    sent = earlier.filter(remote_id__endswith=ends, pk__lt=effect.pk).order_by("ended_at", "pk")
    names = list(sent.values_list("remote_id", flat=True))
    return names if len(names) <= LONGEST_THREAD else [names[0], *names[1 - LONGEST_THREAD :]]
