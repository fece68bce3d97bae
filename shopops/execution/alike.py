"""Telling what is ours from what only looks like it."""

from msgspec.structs import replace

from shopops.connectors.ports import Done, EffectKind, Found, Unknown
from shopops.execution.codes import EffectCode
from shopops.outbox.models import Effect

SHOWN_ONCE = (EffectKind.REFUND, EffectKind.RESHIP, EffectKind.CREDIT)


def not_anothers(effect: Effect, found: Found) -> Found:
    """Some shops keep no key, so a look-up finds what is alike: what is known as another effect's
    says nothing of this one, and only a person can tell."""
    if not isinstance(found.answer, Done) or effect.kind not in SHOWN_ONCE:
        return found
    others = Effect.objects.of(effect.tenant_id).filter(
        connection=effect.connection_id,
        kind=effect.kind,
        remote_id=found.answer.remote_id,
    )
    if not others.exclude(pk=effect.pk).exists():
        return found
    detail = f"The shop shows {found.answer.remote_id}, which is another step's."
    answer = Unknown(code=EffectCode.TWO_ALIKE, detail=detail, for_good=True, answered=True)
    return replace(found, answer=answer)
