"""Where a test mail is answered, and which test a mail that comes in is about.

The address is signed for tests alone: to everything that acknowledges, it is no reply address.
"""

import re
from collections.abc import Collection
from uuid import UUID

from shopops.acknowledgments.reading.message import Read
from shopops.mailing.outgoing import reply_address_for, tag_of
from shopops.mailing.reply_address import ReplyTag

PURPOSE = b"shopops test address 1"
KIND = "test"  # of its Message-ID
_OURS = re.compile(rf"<{KIND}\.([0-9a-f]{{32}})@")


def address_for(tag: ReplyTag) -> str:
    """`tag.mail_id` is the test's number."""
    return reply_address_for(tag, purpose=PURPOSE)


def tag_of_test(address: str) -> ReplyTag | None:
    return tag_of(address, purpose=PURPOSE)


def first_tag_of_test(recipients: Collection[str]) -> ReplyTag | None:
    return next((tag for address in recipients if (tag := tag_of_test(address))), None)


def answered_tokens(read: Read) -> list[UUID]:
    """Of the test mails that a mail answers, or that it reports undelivered."""
    values = (*read.all("in-reply-to"), *read.all("references"))
    reported = read.report.message_ids if read.report else ()
    found = {token for value in (*values, *reported) for token in _OURS.findall(value)}
    return [UUID(token) for token in sorted(found)][:10]
