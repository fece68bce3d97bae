"""One effect with everything that was tried. In the shop's scope."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops import ledger
from shopops.connectors.ports import EffectKind
from shopops.execution import hands
from shopops.execution.codes import EffectCode
from shopops.execution.hands import Hand
from shopops.execution.pages.codes import why
from shopops.execution.pages.exchange import Said, said_back, said_to
from shopops.execution.pages.listing import with_parts
from shopops.execution.pages.offers import Offer, offers
from shopops.execution.pages.rows import Row, row_of, rows_of
from shopops.execution.ways import Way, bar
from shopops.ledger import EventKind
from shopops.outbox.models import Attempt, Effect, EffectNote
from shopops.outbox.states import Ended, Purpose, State
from shopops.review.detail.people import names_of
from shopops.review.words.events import event_sentence
from shopops.review.words.people import people_in
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

BECAME: Mapping[str, tuple[str, str]] = {
    "": ("acc", gettext_noop("on its way")),
    Ended.DONE: ("ok", gettext_noop("done")),
    Ended.REFUSED: ("bad", gettext_noop("refused")),
    Ended.AGAIN: ("warn", gettext_noop("nothing happened, tried again")),
    Ended.ABSENT: ("warn", gettext_noop("not there")),
    Ended.UNKNOWN: ("bad", gettext_noop("outcome unknown")),
    Ended.LOST: ("bad", gettext_noop("cut off")),
}


class Try(Struct, frozen=True, kw_only=True):
    """One attempt. `did`: what it was. `kind` and `became`: a badge and its word; `why` it came to
    that."""

    number: int
    did: str
    began_at: datetime
    ended_at: datetime | None
    kind: str
    became: str
    why: str
    code: str
    status: int | None
    asked: Said
    answered: Said


class Line(Struct, frozen=True, kw_only=True):
    """An entry of the ledger. `note`: why a person did it."""

    at: datetime
    said: str
    seq: int | None
    note: str = ""


class Detail(Struct, frozen=True, kw_only=True):
    effect: Effect
    row: Row
    key: str
    tries: list[Try]
    lines: list[Line]
    earlier: list[Row]
    offers: list[Offer]
    beside: list[Row]  # of the same order, which a person may end as done by hand too

    @property
    def needs_somebody(self) -> bool:
        """It is not over, or was done twice."""
        over = self.effect.state in (State.SUCCEEDED, State.LET_GO)
        return not over or self.effect.code == EffectCode.DONE_TWICE


def find_effect(tenant_id: int, effect_id: int) -> Effect:
    found = Effect.objects.of(tenant_id).filter(pk=effect_id)
    effect = with_parts(found).first()
    if effect is None:
        raise Http404
    return effect


def detail_of(effect: Effect, *, member: Membership, now: datetime) -> Detail:
    decides = allows(member, Role.REVIEWER)
    attempts = list(Attempt.objects.of(effect.tenant_id).filter(effect=effect).order_by("number"))
    hand = hands.hand_of(member.tenant, effect, now)
    return Detail(
        effect=effect,
        row=row_of(effect, now),
        key=bytes(effect.key).hex(),
        tries=[_try(one, is_mail=effect.kind == EffectKind.MAIL) for one in attempts],
        lines=_lines(effect),
        earlier=_earlier(effect, now),
        offers=offers(hand, member=member, now=now) if decides else [],
        beside=rows_of(of_same_order(hand, now), now) if decides else [],
    )


def of_same_order(hand: Hand, now: datetime) -> list[Effect]:
    """Those that a person can mark as done with it; not what can still be undone, nor mails, of
    which nobody should say so in passing."""
    tenant, effect = hand.tenant, hand.effect
    others = Effect.objects.of(tenant.pk).filter(order_id=effect.order_id)
    found = others.exclude(pk=effect.pk).exclude(kind=EffectKind.MAIL).order_by("pk")
    beside = [hands.hand_of(tenant, one, now) for one in with_parts(found)]
    return [one.effect for one in beside if bar(Way.BY_HAND, hands.stands(one, now)) is None]


def _try(attempt: Attempt, *, is_mail: bool) -> Try:
    kind, became = BECAME[attempt.outcome]
    return Try(
        number=attempt.number,
        did=_did(attempt, is_mail=is_mail),
        began_at=attempt.began_at,
        ended_at=attempt.ended_at,
        kind=kind,
        became=_(became),
        why=why(attempt.code, attempt.detail) if attempt.code or attempt.detail else "",
        code=attempt.code,
        status=attempt.status,
        asked=said_to(attempt),
        answered=said_back(attempt, is_mail=is_mail),
    )


def _did(attempt: Attempt, *, is_mail: bool) -> str:
    if attempt.purpose == Purpose.LOOK_UP:
        return _("Looked up in the shop")
    return _("Given to the mail server") if is_mail else _("Sent to the shop")


def _earlier(effect: Effect, now: datetime) -> list[Row]:
    """What has to be done before it."""
    if not effect.after:
        return []
    found = Effect.objects.of(effect.tenant_id).filter(pk__in=effect.after).order_by("pk")
    return rows_of(with_parts(found), now)


def _lines(effect: Effect) -> list[Line]:
    """Oldest first: the entry that wanted it, then what was recorded about it."""
    key = bytes(effect.key).hex()
    found = [
        entry
        for entry in ledger.timeline(effect.tenant_id, effect.order_id)
        if entry.event_id == effect.event_id
        or (entry.kind is EventKind.EXECUTION and entry.body.get("effect") == key)
    ]
    names = names_of(effect.tenant_id, people_in(found))
    notes = _notes(effect, [entry.event_id for entry in found])
    return [
        Line(
            at=entry.recorded_at,
            said=event_sentence(entry, names),
            seq=entry.seq,
            note=notes.get(str(entry.event_id), ""),
        )
        for entry in found
    ]


def _notes(effect: Effect, events: Sequence[object]) -> dict[str, str]:
    found = EffectNote.objects.of(effect.tenant_id).filter(effect=effect, event_id__in=events)
    return {str(event_id): text for event_id, text in found.values_list("event_id", "text")}
