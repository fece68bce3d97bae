"""What became of mails that name items and acknowledged nothing, for the items' timelines."""

from collections.abc import Collection

from shopops.alarms.clock import database_now
from shopops.alarms.models import AlarmReply, ReplyOutcome
from shopops.tenants.models import Membership


def note_reply(
    *,
    tenant_id: int,
    mail_id: int,
    item_ids: Collection[int],
    outcome: ReplyOutcome,
    why: str,
    sender: Membership | None = None,
) -> None:
    """In the scope that decided it, once for each mail. `sender` where they are proven: of those
    that are refused, and of no other. `why` holds nothing that the mail says."""
    now = database_now()
    AlarmReply.objects.bulk_create(
        [
            AlarmReply(
                tenant_id=tenant_id,
                item_id=item_id,
                mail_id=mail_id,
                at=now,
                outcome=outcome,
                why=why,
                membership=sender,
            )
            for item_id in sorted(item_ids)
        ]
    )


def let_go(tenant_id: int, mail_ids: Collection[int]) -> None:
    """These mails were held and are deleted now. In the scope that deletes them."""
    held = AlarmReply.objects.of(tenant_id).filter(mail_id__in=mail_ids, gone_at=None)
    held.update(gone_at=database_now())
