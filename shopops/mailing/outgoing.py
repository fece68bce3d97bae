"""How this site sends mail: its server, its addresses, and what signs its reply addresses."""

from django.conf import settings
from django.utils.encoding import force_bytes

from shopops.mailing.headers import mail_address
from shopops.mailing.reply_address import PURPOSE, ReplyTag, read_reply_address, reply_address
from shopops.mailing.server import MailServer, read_server

SENDER_NAME = "ShopOps"


class NoMailServer(Exception):
    """No mail can be sent: set SHOPOPS_SMTP_URL to a mail server."""

    def __str__(self) -> str:
        return str(self.__doc__)


def mail_server() -> MailServer:
    """`NoMailServer` when none is set; ServerAddressRefused when the setting names none."""
    if not settings.SHOPOPS_SMTP_URL:
        raise NoMailServer
    return read_server(settings.SHOPOPS_SMTP_URL)


def sender_address() -> str:
    return mail_address(settings.SHOPOPS_MAIL_FROM)


def own_domain() -> str:
    """The domain of our Message-IDs."""
    return sender_address().rpartition("@")[2]


def reply_address_for(tag: ReplyTag, *, purpose: bytes = PURPOSE) -> str:
    """Where that person answers that mail; for another purpose, another address."""
    return reply_address(
        tag,
        secret=force_bytes(settings.SECRET_KEY),
        base=settings.SHOPOPS_REPLY_ADDRESS,
        purpose=purpose,
    )


def tag_of(address: str, *, purpose: bytes = PURPOSE) -> ReplyTag | None:
    """What a reply address of ours says; None for every other address."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return read_reply_address(
        address, secrets=[force_bytes(secret) for secret in secrets], purpose=purpose
    )
