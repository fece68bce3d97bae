"""The two mails of a test: the one that asks for an answer, and the answer to that answer."""

from collections.abc import Sequence

from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from shopops.acknowledgments.doctor.address import KIND, address_for
from shopops.acknowledgments.doctor.sentences import shown
from shopops.acknowledgments.doctor.steps import STEP_TITLES, Finding, State, first_failure
from shopops.acknowledgments.models import InboundMail, MailTest
from shopops.alarms.clock import database_now
from shopops.alarms.codes import bracketed
from shopops.mailing.message_ids import message_id
from shopops.mailing.mime import AUTO_GENERATED, AUTO_REPLIED, Mail, compose
from shopops.mailing.outgoing import SENDER_NAME, own_domain, sender_address
from shopops.mailing.reply_address import ReplyTag
from shopops.tenants.languages import language_of
from shopops.tenants.models import Membership

ANSWER_KIND = "answer"


def reply_address_of(test: MailTest) -> str:
    return address_for(
        ReplyTag(tenant_id=test.tenant_id, membership_id=test.membership_id, mail_id=test.pk)
    )


def letter_of(test: MailTest) -> bytes:
    """Raises `NotMailable`."""
    member = test.membership
    filled = {
        "name": member.display_name,
        "shop": member.tenant.name,
        "code": bracketed(test.code),
        "page": page_of(member.tenant.slug, test),
    }
    with translation.override(language_of(member)):
        return compose(
            Mail(
                sender=sender_address(),
                sender_name=SENDER_NAME,
                recipient=test.recipient,
                recipient_name=member.display_name,
                reply_to=reply_address_of(test),
                subject=_("Mail test: please answer with the code"),
                date=database_now(),
                message_id=message_id(test.token, kind=KIND, domain=own_domain()),
                auto_submitted=AUTO_GENERATED,
                text=get_template("mail/test.txt").render(filled),
                html=get_template("mail/test.html").render(filled),
            )
        )


def answer_to_test(
    mail: InboundMail,
    member: Membership,
    recipient: str,
    *,
    answers: str,
    findings: Sequence[Finding],
) -> bytes:
    """`answers`: the Message-ID of the mail that is answered, or empty. Raises `NotMailable`."""
    failure = first_failure(findings)
    with translation.override(language_of(member)):
        filled = {
            "name": member.display_name,
            "shop": member.tenant.name,
            "failure": failure,
            "step": _(STEP_TITLES[failure.step]) if failure else "",
            "says": shown(failure.says) if failure else "",
            "do": shown(failure.do) if failure else "",
            "whole": bool(findings) and all(found.state is State.PASSED for found in findings),
        }
        return compose(
            Mail(
                sender=sender_address(),
                sender_name=SENDER_NAME,
                recipient=recipient,
                recipient_name=member.display_name,
                reply_to=settings.SHOPOPS_REPLY_ADDRESS,
                subject=_("Mail test: a step failed")
                if failure
                else _("Mail test: your answer arrived"),
                date=database_now(),
                message_id=message_id(mail.reply_token, kind=ANSWER_KIND, domain=own_domain()),
                auto_submitted=AUTO_REPLIED,
                in_reply_to=answers,
                text=get_template("mail/test_answer.txt").render(filled),
                html=get_template("mail/test_answer.html").render(filled),
            )
        )


def page_of(slug: str, test: MailTest) -> str:
    path = reverse("acknowledgments:mail_doctor", args=[slug])
    return f"{settings.SHOPOPS_SITE_URL}{path}?test={test.pk}"
