"""What a roster person's mail acknowledges, code by code, and what it does not."""

from collections.abc import Mapping

from msgspec import Struct

from shopops.acknowledgments.outcomes import Outcome
from shopops.acknowledgments.reading.body import Body, BodyKind
from shopops.acknowledgments.reading.codes_in_text import Codes, TypedCode, Why
from shopops.acknowledgments.reading.cut import Cut, cut
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.roster import Person
from shopops.alarms.refusals import RefusalCode


class RepliedTo(Struct, frozen=True):
    """Read from the signed reply address: whom that mail went to, and the episode of each code."""

    person: str
    episodes: Mapping[str, int] = {}


class Item(Struct, frozen=True, kw_only=True):
    """`told`: the identity keys of those who got a ring of this episode."""

    episode: int
    is_open: bool
    told: frozenset[str]
    pre_epoch: bool = False


class RefusedCode(Struct, frozen=True):
    """`why` says where it stood, for a code that is not judged because it did not count."""

    code: str
    reason: RefusalCode
    why: Why | None = None


class Answer(Struct, frozen=True, kw_only=True):
    """`reason` is the mail's own where no code was judged."""

    outcome: Outcome
    accepted: tuple[str, ...] = ()
    refused: tuple[RefusedCode, ...] = ()
    reason: RefusalCode | None = None
    asked_for_all: bool = False


def own_text(body: Body, names: Names) -> Cut:
    """`names`: the roster's and our own sender name."""
    parts = cut(body.lines, names, wraps=body.kind == BodyKind.PLAIN, flowed=body.flowed)
    return Cut(parts.own, (*parts.quoted, *body.quoted))


def refuse_mail(person: Person, tag: RepliedTo | None, body: Body | None) -> RefusalCode | None:
    """Why nothing in this mail can count, whatever it says."""
    if person.shared:
        return RefusalCode.SHARED_MAILBOX
    if tag is not None and tag.person != person.key:
        return RefusalCode.OTHER_REPLY_ADDRESS
    return RefusalCode.UNREADABLE if body is None else None


def judge_codes(
    codes: Codes, *, person: Person, tag: RepliedTo | None, items: Mapping[str, Item]
) -> Answer:
    """`items`: those whose codes were typed. Each code stands for itself."""
    judged = [(code, _refusal(code, person, tag, items.get(code.code))) for code in codes.typed]
    accepted = tuple(code.code for code, refusal in judged if refusal is None)
    refused = [
        RefusedCode(code.code, refusal)
        for code, refusal in judged
        if refusal and not (code.weak and refusal == RefusalCode.CODE_UNKNOWN)
    ]
    refused += _uncounted(codes, quoted_too=not (accepted or refused or codes.asks_for_all))
    none = not accepted and all(code.why is not None for code in refused)
    return Answer(
        outcome=Outcome.GO_ON if accepted else Outcome.REFUSE,
        accepted=accepted,
        refused=tuple(refused),
        reason=RefusalCode.CODE_NOT_ALONE if none else None,
        asked_for_all=codes.asks_for_all,
    )


def _refusal(
    code: TypedCode, person: Person, tag: RepliedTo | None, item: Item | None
) -> RefusalCode | None:
    if code.legacy or (item and item.pre_epoch):
        return RefusalCode.PRE_EPOCH
    if item is None:
        return RefusalCode.CODE_UNKNOWN
    if item.episode == 0 or not (item.told or not item.is_open):
        return RefusalCode.NO_RAISE
    if not item.is_open:
        return RefusalCode.ALREADY_RESOLVED
    if tag is not None and tag.episodes.get(code.code, item.episode) < item.episode:
        return RefusalCode.OLDER_EPISODE
    return None if person.key in item.told else RefusalCode.NOT_TOLD


def _uncounted(codes: Codes, *, quoted_too: bool) -> list[RefusedCode]:
    """Every answer quotes our mail: those codes are worth a word only where there is no other."""
    own = [seen for seen in codes.seen if seen.why != Why.QUOTED]
    return [
        RefusedCode(seen.code, _MISREAD.get(seen.why, RefusalCode.CODE_NOT_ALONE), seen.why)
        for seen in own or (codes.seen if quoted_too else ())
    ]


_MISREAD = {Why.MISTYPED: RefusalCode.CODE_MISTYPED}
