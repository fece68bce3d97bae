"""What people do with an item: each command is one transaction, and what it refuses is kept.

Handles are given out and used up inside. Raises `Refused` where nothing was written.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shopops.alarms.asked import Asked, Asker, Outcome, Skill, VerifiedBy, Written
from shopops.alarms.events import key_of
from shopops.alarms.models.notes import LONGEST_NOTE
from shopops.alarms.refusal_log import Attempt, in_scope, keep, written
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.ringing.proof import prove_arrival
from shopops.alarms.writing import write
from shopops.ledger import ActorType, EventKind, Json
from shopops.tenants.models import Membership


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An item that a person acknowledges. `raise_id` and `episode`: of the ring that is answered,
    where the answer says which."""

    item_id: int
    raise_id: UUID | None = None
    episode: int | None = None


def acknowledge(
    *,
    confirmer: Membership,
    item_id: int,
    until: datetime | None = None,
    note: str = "",
) -> Written:
    """The signed-in person takes note: quiet until then, or for the shop's usual snooze."""
    outcomes = acknowledge_many(
        confirmer=confirmer,
        answers=[Answer(item_id=item_id)],
        verified_by=VerifiedBy.SIGNED_IN,
        skill=Skill.BROWSER,
        until=until,
        note=note,
    )
    return written(outcomes[0])


def acknowledge_many(
    *,
    confirmer: Membership,
    answers: Sequence[Answer],
    verified_by: VerifiedBy,
    skill: str,
    proof: str = "",
    until: datetime | None = None,
    note: str = "",
    then: Callable[[list[Outcome]], None] | None = None,
) -> list[Outcome]:
    """Acknowledge what can be, and say of the rest why not: an outcome per item, in order. No item
    may come twice. An answer to a mail of which nobody knew whether it had arrived proves that it
    had: its raise is written first.

    `proof`: what made sure of the person, such as the check that their mail passed. `then` runs in
    the same transaction: what it keeps is kept if the acknowledgments are, and what it raises
    undoes them.
    """
    says: dict[str, Json] = {"verified_by": str(verified_by)}
    if proof:
        says["proof"] = proof
    asker = _person(confirmer, skill)
    only = answers[0].item_id if len(answers) == 1 else None

    def after_its_raise() -> list[Asked]:
        _prove(confirmer, answers, by_mail=skill == Skill.MAIL)
        return [
            Asked(
                item_id=one.item_id,
                kind=EventKind.ACKNOWLEDGED,
                asker=asker,
                confirmer=confirmer,
                until=until,
                note=note[:LONGEST_NOTE],
                episode=one.episode,
                says=says | ({"raise": str(one.raise_id)} if one.raise_id else {}),
            )
            for one in answers
        ]

    attempt = Attempt(asker=asker, kind=EventKind.ACKNOWLEDGED, item_id=only)
    return _answer(confirmer.tenant_id, attempt, after_its_raise, then)


def hand_off(
    *,
    by: Membership,
    item_id: int,
    holder: Membership,
    until: datetime,
    note: str = "",
    skill: str = Skill.BROWSER,
    then: Callable[[list[Outcome]], None] | None = None,
) -> Written:
    """Somebody else takes over until then. Call it when a mail server has accepted the mail that
    tells the new holder. `then` as `acknowledge_many` has it."""
    asker = _person(by, skill)

    def asked() -> Asked:
        if holder.tenant_id != by.tenant_id or not _is_here(holder):
            raise Refused(RefusalCode.HOLDER_UNKNOWN)
        return Asked(
            item_id=item_id,
            kind=EventKind.HANDED_OFF,
            asker=asker,
            holder=key_of(holder),
            until=until,
            note=note[:LONGEST_NOTE],
        )

    attempt = Attempt(asker=asker, kind=EventKind.HANDED_OFF, item_id=item_id)
    return _one(by.tenant_id, attempt, asked, then)


def unacknowledge(
    *, by: Membership, item_id: int, reason: str, skill: str = Skill.BROWSER
) -> Written:
    """Take a snooze back: the item rings again at once."""
    return _with_reason(by, EventKind.UNACKNOWLEDGED, item_id, reason, skill)


def resolve(
    *,
    by: Membership,
    item_id: int,
    reason: str,
    evidence: bytes | None = None,
    skill: str = Skill.BROWSER,
) -> Written:
    """It is done. The item opens again only on other evidence than this, or than the newest."""
    return _with_reason(by, EventKind.RESOLVED, item_id, reason, skill, evidence)


def withdraw(*, by: Membership, item_id: int, reason: str, skill: str = Skill.BROWSER) -> Written:
    """It came to nothing before anybody was told."""
    return _with_reason(by, EventKind.WITHDRAWN, item_id, reason, skill)


def _with_reason(
    by: Membership,
    kind: EventKind,
    item_id: int,
    reason: str,
    skill: str,
    evidence: bytes | None = None,
) -> Written:
    asker = _person(by, skill)

    def asked() -> Asked:
        if not reason.strip():
            raise Refused(RefusalCode.REASON_REQUIRED)
        note = reason.strip()[:LONGEST_NOTE]
        return Asked(item_id=item_id, kind=kind, asker=asker, evidence=evidence, note=note)

    return _one(by.tenant_id, Attempt(asker=asker, kind=kind, item_id=item_id), asked)


def _prove(confirmer: Membership, answers: Sequence[Answer], *, by_mail: bool) -> None:
    """The raises of mails that are known to have arrived by now come before their answers."""
    if not _is_here(confirmer):
        raise Refused(RefusalCode.CONFIRMER_UNKNOWN)
    prove_arrival(
        tenant_id=confirmer.tenant_id,
        membership_id=confirmer.pk,
        item_ids=[one.item_id for one in answers],
        raise_ids=[one.raise_id for one in answers if one.raise_id],
        unnamed=by_mail and any(one.raise_id is None for one in answers),
    )


def _is_here(person: Membership) -> bool:
    """Asked anew: whoever was looked up before a mail was sent or judged may have left since."""
    return Membership.objects.filter(pk=person.pk, active=True).exists()


def _person(member: Membership, skill: str) -> Asker:
    return Asker(skill=skill, actor=ActorType.HUMAN, member=member)


def _one(
    tenant_id: int,
    attempt: Attempt,
    asked: Callable[[], Asked],
    then: Callable[[list[Outcome]], None] | None = None,
) -> Written:
    return written(_answer(tenant_id, attempt, lambda: [asked()], then)[0])


def _answer(
    tenant_id: int,
    attempt: Attempt,
    asked: Callable[[], list[Asked]],
    then: Callable[[list[Outcome]], None] | None = None,
) -> list[Outcome]:
    def work() -> list[Outcome]:
        outcomes = write(tenant_id, asked())
        keep(tenant_id, attempt.asker, outcomes)
        if then is not None:
            then(outcomes)
        return outcomes

    return in_scope(tenant_id, attempt, work)
