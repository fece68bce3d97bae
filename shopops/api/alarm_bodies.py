"""What the alarm endpoints take. Read by hand, so that a member too many is named."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from msgspec import Meta, Struct

from shopops.alarms.confirming import NOBODY, Claim
from shopops.alarms.given import GivenRecord
from shopops.alarms.models.notes import LONGEST_NOTE
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.api.bodies import invalid, object_of, shaped
from shopops.ledger import EventKind
from shopops.ledger.kinds import ALARM_KINDS


class DeriveIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`label` may be anything: it is ignored."""

    event_kind: EventKind
    skill: Annotated[str, Meta(min_length=1, max_length=64)]
    record: GivenRecord
    label: Any = None


class EventIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`confirmer` is checked on its own, so that each way to be wrong has its name."""

    handle: Annotated[str, Meta(min_length=1, max_length=200)]
    confirmer: Any = None
    until: Annotated[datetime, Meta(tz=True)] | None = None
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""


CONFIRMER = frozenset({"name", "key"})
EVENT = frozenset(EventIn.__struct_fields__)


def derive_in(request: HttpRequest) -> DeriveIn:
    found = shaped(object_of(request), DeriveIn)
    if found.event_kind not in ALARM_KINDS:
        raise invalid("$.event_kind", "is not a kind of an alarm's event")
    return found


def event_in(request: HttpRequest) -> EventIn:
    """Raises `Refused` with the names of the members that an event must not have."""
    body = object_of(request)
    named = [*(body.keys() - EVENT), *request.GET.keys()]
    if isinstance(body.get("confirmer"), dict):
        named += [f"confirmer.{name}" for name in body["confirmer"].keys() - CONFIRMER]
    if named:
        raise Refused(RefusalCode.IDENTITY_SUPPLIED, fields=", ".join(sorted(named)))
    return shaped(body, EventIn)


def handle_in(request: HttpRequest) -> str:
    """Of a body that was refused otherwise; empty where it has none."""
    handle = object_of(request).get("handle")
    return handle if isinstance(handle, str) else ""


def claim_of(confirmer: Any) -> Claim:
    """Raises `Refused` for what is neither nothing nor an object of two texts."""
    if confirmer is None:
        return NOBODY
    if not isinstance(confirmer, dict) or any(
        value is not None and not isinstance(value, str) for value in confirmer.values()
    ):
        raise Refused(RefusalCode.CONFIRMER_MALFORMED)
    return Claim(confirmer.get("name"), confirmer.get("key"))
