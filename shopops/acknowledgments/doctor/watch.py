"""What the way in tells the doctor. Nothing that fails here may stop a mail, or its answer."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from msgspec import Struct

from shopops.acknowledgments.arrival import Arrival
from shopops.acknowledgments.doctor.address import answered_tokens, first_tag_of_test
from shopops.acknowledgments.doctor.judging import Answered, judge
from shopops.acknowledgments.doctor.recording import findings_of, note
from shopops.acknowledgments.doctor.refused_words import refused_words
from shopops.acknowledgments.doctor.said import Says, said
from shopops.acknowledgments.doctor.steps import Finding, State, Step, failed, passed
from shopops.acknowledgments.doctor.waiting import awaiting_answer
from shopops.acknowledgments.models import MailTest
from shopops.acknowledgments.outcomes import DROPPED, Reason
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reports import status_of
from shopops.acknowledgments.sender import Trust
from shopops.acknowledgments.shop_roster import ShopRoster
from shopops.acknowledgments.stored import shop_tag
from shopops.alarms.clock import database_now
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

logger = logging.getLogger(__name__)
READING = (Step.READ, Step.SENDER, Step.ROSTER, Step.TAG, Step.CODE)
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Observed(Struct, frozen=True, kw_only=True):
    """A mail that was judged, and what with."""

    read: Read
    arrival: Arrival
    trust: Trust
    shop: ShopRoster


def harmless(hook: Callable[Asked, Answer]) -> Callable[Asked, Answer | None]:
    """Called in no scope: an error of the database would end it."""

    @wraps(hook)
    def watched(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer | None:
        try:
            return hook(*args, **kwargs)
        except Exception:
            logger.exception("the mail doctor missed something")
            return None

    return watched


@harmless
def turned_away(slug: str, way: str, problem: str) -> None:
    """A request without proof of where it comes from, or that could not be read. It is written only
    to tests that wait for an answer, so nobody can fill anything up with it."""
    found = Tenant.objects.filter(slug=slug).values_list("pk", flat=True).first()
    tenant_id = found or 0  # the same work for no shop: it takes as long
    finding = failed(Step.ARRIVED, *refused_words(slug, way, problem))
    with tenant_scope(tenant_id):
        waiting = awaiting_answer(tenant_id, database_now())
        tests = [test.pk for test in waiting if finding not in findings_of(test)]
    for test_id in tests:
        note(tenant_id, test_id, [finding], if_=_has_no_answer)


@harmless
def came_in(tenant_id: int, read: Read, *, way: str, is_kept: bool) -> None:
    """Its origin is proven. `is_kept`: False where it came before."""
    test = _about(tenant_id, read)
    if test is None:
        return
    arrived = passed(Step.ARRIVED, said(Says.CAME_IN, way=way))
    if is_kept:
        found = [arrived, passed(Step.KEPT, said(Says.KEPT))]
        if test.steps.get(Step.SENT, {}).get("state") != State.PASSED:
            found.append(passed(Step.SENT, said(Says.ANSWERED_SO_SENT)))
        note(tenant_id, test.pk, found, if_=_was_not_read)
        return
    again = failed(Step.KEPT, said(Says.CAME_BEFORE), said(Says.ANSWER_ANEW))
    note(tenant_id, test.pk, [arrived, again], if_=_has_no_answer)


@harmless
def answered_test(tenant_id: int, read: Read) -> MailTest | None:
    """The test that a mail answers. One that is also addressed to an alarm is an alarm's."""
    if shop_tag(tenant_id, read.recipients) is not None:
        return None
    return _about(tenant_id, read)


@harmless
def judged(test: MailTest, observed: Observed) -> list[Finding] | None:
    read, arrival = observed.read, observed.arrival
    if arrival.reason is Reason.DELIVERY_REPORT:
        _came_back(test, read)
        return None
    found = judge(_answered(test, observed))
    reached = {finding.step for finding in found}
    further = [step for step in READING if step not in reached]
    forgotten = [Finding(step=step, state=State.WAITING) for step in further]
    is_machine = arrival.reason in DROPPED and arrival.reason is not Reason.STRANGER
    only_if = _was_not_read if is_machine else None
    note(test.tenant_id, test.pk, [*found, *forgotten], if_=only_if)
    return found


def _about(tenant_id: int, read: Read) -> MailTest | None:
    tag = first_tag_of_test(read.recipients)
    tokens = [] if tag else answered_tokens(read)
    if tag is None and not tokens:
        return None
    with tenant_scope(tenant_id):
        tests = MailTest.objects.of(tenant_id).select_related("membership")
        if tag is None:
            return tests.filter(token__in=tokens).order_by("-id").first()
        return tests.filter(pk=tag.mail_id, membership_id=tag.membership_id).first()


def _answered(test: MailTest, observed: Observed) -> Answered:
    return Answered(
        read=observed.read,
        arrival=observed.arrival,
        trust=observed.trust,
        roster=observed.shop.roster,
        names=observed.shop.names,
        key=bytes(test.membership.identity_key).hex(),
        name=test.membership.display_name,
        address=test.recipient,
        code=test.code,
        tagged=first_tag_of_test(observed.read.recipients) is not None,
    )


def _came_back(test: MailTest, read: Read) -> None:
    """Reports of delays and of success change nothing."""
    if read.report is None or not read.report.says_undelivered:
        return
    status = status_of(read.report)
    says = said(Says.CAME_BACK_WITH, status=status) if status else said(Says.CAME_BACK)
    back = failed(Step.SENT, says, said(Says.CORRECT_ADDRESS, recipient=test.recipient))
    waiting = [Finding(step=step, state=State.WAITING) for step in (Step.ARRIVED, Step.KEPT)]
    note(test.tenant_id, test.pk, [back, *waiting], if_=_was_not_read)


def _was_not_read(test: MailTest) -> bool:
    return all(finding.step is not Step.READ for finding in findings_of(test))


def _has_no_answer(test: MailTest) -> bool:
    return all(
        finding.step is not Step.KEPT or finding.state is not State.PASSED
        for finding in findings_of(test)
    )
