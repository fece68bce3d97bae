"""The broker's two endpoints: derive types an identity, events take a handle and none."""

from http import HTTPStatus
from typing import NoReturn

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from shopops.alarms import broker
from shopops.alarms.asked import Asker, Written
from shopops.alarms.refusal_log import Attempt, keep_alone
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.api import schemas
from shopops.api.alarm_bodies import DeriveIn, EventIn, claim_of, derive_in, event_in, handle_in
from shopops.api.auth import BearerToken
from shopops.api.bodies import shown_body
from shopops.api.problems import details
from shopops.api.requests import token_of
from shopops.ledger import ActorType, EventKind
from shopops.tenants.models import ApiToken
from shopops.tenants.tokens import ALARM_SCOPES, Scope

router = Router(tags=["alarms"], auth=BearerToken(*ALARM_SCOPES))

# What a token may append. What only a person can do by name has no scope.
KINDS = {
    Scope.ALARMS_RING: {EventKind.OBSERVED, EventKind.RAISED},
    Scope.ALARMS_ACKNOWLEDGE: {EventKind.ACKNOWLEDGED},
    Scope.ALARMS_RESOLVE: {EventKind.RESOLVED, EventKind.WITHDRAWN},
}
STATUS = {
    RefusalCode.SCOPE_MISSING: HTTPStatus.FORBIDDEN,
    RefusalCode.HANDLE_SKILL: HTTPStatus.FORBIDDEN,
    RefusalCode.HANDLE_UNKNOWN: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_RECORD: HTTPStatus.NOT_FOUND,
    RefusalCode.HANDLE_EXPIRED: HTTPStatus.GONE,
    **dict.fromkeys(
        (
            RefusalCode.IDENTITY_SUPPLIED,
            RefusalCode.CONFIRMER_NOT_ALLOWED,
            RefusalCode.CONFIRMER_HALF,
            RefusalCode.CONFIRMER_MALFORMED,
            RefusalCode.CONFIRMER_UNKNOWN,
            RefusalCode.UNTIL_TOO_FAR,
            RefusalCode.UNTIL_PAST,
            RefusalCode.UNTIL_NOT_ALLOWED,
            RefusalCode.NO_AUTHORED_DATE,
        ),
        HTTPStatus.UNPROCESSABLE_ENTITY,
    ),
    **dict.fromkeys(
        (
            RefusalCode.HANDLE_USED,
            RefusalCode.NOT_DUE,
            RefusalCode.NOT_OBSERVED,
            RefusalCode.NO_RAISE,
            RefusalCode.PRE_EPOCH,
            RefusalCode.HANDED_OFF,
            RefusalCode.ALREADY_RESOLVED,
            RefusalCode.ALREADY_RUNG,
            RefusalCode.ALREADY_OPEN,
            RefusalCode.SAME_EVIDENCE,
            RefusalCode.RESOLVED_BEFORE,
        ),
        HTTPStatus.CONFLICT,
    ),
}
REFUSED = "Nothing was written"
ANSWERED = tuple(STATUS)  # what a call can end with; the others are said to people
ANSWERS = dict.fromkeys((400, 403, 404, 409, 410, 422), schemas.ProblemOut)


@router.post(
    "/alarms/derive",
    response={200: schemas.DerivedOut, **ANSWERS},
    openapi_extra=shown_body(DeriveIn),
    summary="Type an item's identity once: its key, its code and a handle for one event",
)
def derive(request: HttpRequest) -> schemas.DerivedOut:
    token, wanted = token_of(request), derive_in(request)
    attempt = Attempt(
        asker=_asker(token), kind=wanted.event_kind, record=msgspec.to_builtins(wanted.record)
    )
    if wanted.skill != token.skill:
        _refuse(token, RefusalCode.HANDLE_SKILL, attempt)
    if wanted.event_kind not in _kinds(token):
        _refuse(token, RefusalCode.SCOPE_MISSING, attempt)
    derived = broker.derive(
        tenant=token.tenant,
        event_kind=wanted.event_kind,
        asker=_asker(token),
        record=wanted.record,
        label=wanted.label,
    )
    return schemas.DerivedOut(
        item_key=derived.item_key,
        code=derived.code,
        handle=derived.handle,
        expires_at=derived.expires_at,
    )


@router.post(
    "/alarms/events",
    response={201: schemas.AlarmEventOut, **ANSWERS},
    openapi_extra=shown_body(EventIn),
    summary="Append the event that a handle was given out for",
)
def append_event(request: HttpRequest) -> Status[schemas.AlarmEventOut]:
    token = token_of(request)
    try:
        wanted = event_in(request)
        confirmer = claim_of(wanted.confirmer)
    except Refused as refusal:
        item_id = broker.item_of_handle(token.tenant_id, handle_in(request))
        keep_alone(token.tenant_id, refusal, Attempt(asker=_asker(token), item_id=item_id))
        raise
    written = broker.append_event(
        tenant_id=token.tenant_id,
        handle=wanted.handle,
        asker=_asker(token),
        kinds=_kinds(token),
        confirmer=confirmer,
        until=wanted.until,
        note=wanted.note,
    )
    return Status(201, _event(written))


def refusal_response(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """A refusal is problem details with its own stable code, and the facts behind its sentence."""
    return details(
        request,
        status=status_of(refusal.code),
        code=refusal.code,
        title=REFUSED,
        detail=str(refusal),
        **{name: value for name, value in refusal.facts.items() if name != "fields"},
        **({"errors": _named(refusal)} if "fields" in refusal.facts else {}),
    )


def status_of(code: RefusalCode) -> HTTPStatus:
    return STATUS.get(code, HTTPStatus.CONFLICT)


def _named(refusal: Refused) -> list[dict[str, str]]:
    return [
        {"path": name, "reason": "must not be supplied"}
        for name in refusal.facts["fields"].split(", ")
    ]


def _asker(token: ApiToken) -> Asker:
    return Asker(skill=token.skill, actor=ActorType.AGENT, token_id=token.pk)


def _kinds(token: ApiToken) -> set[EventKind]:
    return {kind for scope, kinds in KINDS.items() if scope in token.scopes for kind in kinds}


def _refuse(token: ApiToken, code: RefusalCode, attempt: Attempt) -> NoReturn:
    refusal = Refused(code)
    keep_alone(token.tenant_id, refusal, attempt)
    raise refusal


def _event(written: Written) -> schemas.AlarmEventOut:
    state = written.state
    return schemas.AlarmEventOut(
        event_id=str(written.event_id),
        item_key=written.item_key.hex(),
        code=written.code,
        kind=written.kind,
        recorded_at=written.recorded_at,
        status=state.status,
        episode=state.episode,
        rings=state.rings,
        due_at=state.due_at,
        until=state.until,
    )
