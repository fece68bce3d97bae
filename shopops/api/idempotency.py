"""A request with an `Idempotency-Key` counts once, however often it is sent.

Who comes first works on it, in transactions of its own, and writes its answer down; who comes later
with the same request gets that answer. After an error of ours the request can be sent again at
once: what it did after all is found, and is not done twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse

from shopops.api.models import KeptAnswer
from shopops.api.problems import CONTENT_TYPE, Problem, ProblemCode
from shopops.tenants.models import ApiToken
from shopops.tenants.scope import tenant_scope

HEADER = "Idempotency-Key"
LONGEST_KEY = 255
# Nobody works longer than that on one request: then whoever did is gone.
GIVEN_UP_AFTER = timedelta(minutes=2)
KEPT_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Asked:
    token: ApiToken
    key: str
    sha256: bytes


@dataclass(frozen=True, slots=True)
class _Turn:
    """`again`: somebody began before and gave no answer, so it may have been done."""

    attempt: UUID
    again: bool


def key_of(request: HttpRequest) -> str:
    """Raises `Problem` for a request without a usable key."""
    key = request.headers.get(HEADER, "").strip()
    if not key:
        raise Problem(
            ProblemCode.IDEMPOTENCY_KEY_MISSING,
            f"Send the header '{HEADER}': a new random text for each thing you want done, the same "
            "one when you send it again.",
        )
    if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise Problem(
            ProblemCode.INVALID, f"'{HEADER}' has up to {LONGEST_KEY} visible ASCII characters."
        )
    return key


def once(
    asked: Asked,
    *,
    act: Callable[[], HttpResponse],
    recover: Callable[[], HttpResponse | None],
    now: datetime,
) -> HttpResponse:
    """The answer of `act`, or the one that was given to this key before.

    `recover`: the answer to what a broken attempt did after all; None when it did nothing.
    """
    turn = _begin(asked, now)
    if isinstance(turn, HttpResponse):
        return turn
    answer = None
    try:
        answer = (recover() if turn.again else None) or act()
    finally:
        _end(asked, turn, answer, now)
    return answer


def purge(*, tenant_id: int, now: datetime) -> None:
    with tenant_scope(tenant_id):
        KeptAnswer.objects.of(tenant_id).filter(started_at__lt=now - KEPT_FOR).delete()


def _begin(asked: Asked, now: datetime) -> _Turn | HttpResponse:
    tenant_id, attempt = asked.token.tenant_id, uuid4()
    with tenant_scope(tenant_id):
        new = KeptAnswer(
            tenant_id=tenant_id,
            token=asked.token,
            key=asked.key,
            request_sha256=asked.sha256,
            attempt=attempt,
            started_at=now,
        )
        KeptAnswer.objects.bulk_create([new], ignore_conflicts=True)
        row = (
            KeptAnswer.objects.of(tenant_id)
            .select_for_update()
            .get(token=asked.token, key=asked.key)
        )
        if row.attempt == attempt:
            return _Turn(attempt, again=False)
        _refuse_other_request(row, asked)
        if row.status is not None:
            return _replayed(row)
        _refuse_running(row, now)
        row.attempt, row.started_at = attempt, now
        row.save(update_fields=("attempt", "started_at"))
    return _Turn(attempt, again=True)


def _end(asked: Asked, turn: _Turn, answer: HttpResponse | None, now: datetime) -> None:
    """Only by whose turn it still is."""
    tenant_id = asked.token.tenant_id
    with tenant_scope(tenant_id):
        mine = KeptAnswer.objects.of(tenant_id).filter(
            token=asked.token, key=asked.key, attempt=turn.attempt
        )
        if answer is None:
            mine.update(started_at=now - GIVEN_UP_AFTER)
        else:
            mine.update(status=answer.status_code, body=answer.content.decode())


def _refuse_other_request(row: KeptAnswer, asked: Asked) -> None:
    if bytes(row.request_sha256) != asked.sha256:
        raise Problem(
            ProblemCode.IDEMPOTENCY_KEY_REUSED,
            f"This '{HEADER}' was sent with another request. Use a new one.",
        )


def _refuse_running(row: KeptAnswer, now: datetime) -> None:
    if row.started_at > now - GIVEN_UP_AFTER:
        raise Problem(
            ProblemCode.REQUEST_IN_PROGRESS,
            "The same request is being worked on. Send it again in a moment for its answer.",
        )


def _replayed(row: KeptAnswer) -> HttpResponse:
    status = row.status or 0
    kind = CONTENT_TYPE if status >= 400 else "application/json"
    answer = HttpResponse(row.body, status=status, content_type=kind)
    answer["Idempotent-Replayed"] = "true"
    return answer
