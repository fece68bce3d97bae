"""What of a proposal a person may change, as fields of a form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from shopops.agents.facts import Pack, TransactionMoney
from shopops.agents.proposal import Action, ActionKind, Proposal, Track
from shopops.money import MoneyError
from shopops.proposals.outline_text import Words
from shopops.review.decision_form import typed_in
from shopops.review.editing.apply import takes_amount
from shopops.review.editing.fields import AMOUNT, DRAFT, DRAFTED, KEEP, POINT, SAY
from shopops.review.words.actions import title
from shopops.review.words.added import points
from shopops.review.words.values import money
from shopops.tenants.amounts import editable


@dataclass(frozen=True, slots=True)
class AmountField:
    name: str
    label: str
    value: str
    left: str  # what the payment still holds; empty where there is none

    @property
    def hint(self) -> str:
        """The id of what is said about it."""
        return f"{self.name}-left" if self.left else ""


@dataclass(frozen=True, slots=True)
class OptionField:
    name: str
    label: str
    kinds: list[tuple[str, str]]
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    value: str
    words: str
    stays: bool = True


@dataclass(frozen=True, slots=True)
class OutlineField:
    index: int
    label: str
    points: list[Point]
    says: str = ""
    draft: str = ""
    token: str = ""  # what says that a model began the draft

    @property
    def name(self) -> str:
        """Of the field for what is added."""
        return f"{SAY}{self.index}"

    @property
    def hint(self) -> str:
        """The id of what may be said."""
        return f"{self.name}-hint"

    @property
    def draft_name(self) -> str:
        return f"{DRAFT}{self.index}"

    @property
    def draft_hint(self) -> str:
        return f"{self.draft_name}-hint"

    @property
    def token_name(self) -> str:
        return f"{DRAFTED}{self.index}"


@dataclass(frozen=True, slots=True)
class EditForm:
    amounts: list[AmountField]
    options: list[OptionField]
    outlines: list[OutlineField]
    language: str = ""  # in which its amounts are written
    reason: str = ""

    def __bool__(self) -> bool:
        return bool(self.amounts or self.options or self.outlines)


def edit_form(proposed: Proposal, pack: Pack, words: Mapping[str, Words]) -> EditForm:
    if proposed.track is Track.ESCALATE:
        return EditForm([], [], [])
    numbered = list(enumerate(proposed.actions))
    return EditForm(
        [_amount(index, action, pack) for index, action in numbered if _has_amount(action)],
        _options(proposed.actions),
        [
            OutlineField(index, title(action.kind), _points(action, words))
            for index, action in numbered
            if action.kind is ActionKind.DRAFT_EMAIL
        ],
        get_language(),
    )


def as_typed(form: EditForm, sent: QueryDict) -> EditForm:
    """The form as somebody sent it; what is not a field of it is left out."""
    return EditForm(
        [replace(one, value=sent.get(one.name, one.value)) for one in form.amounts],
        [replace(one, chosen=sent.get(one.name, "")) for one in form.options],
        [_outline_as_typed(one, sent) for one in form.outlines],
        typed_in(sent) or form.language,
        sent.get("reason", ""),
    )


def with_draft(form: EditForm, index: int, text: str, token: str) -> EditForm:
    """With what a model drafted for one of its messages."""
    return replace(
        form,
        outlines=[
            replace(one, draft=text, token=token) if one.index == index else one
            for one in form.outlines
        ],
    )


def _outline_as_typed(field: OutlineField, sent: QueryDict) -> OutlineField:
    stays = sent.getlist(f"{POINT}{field.index}")
    points = [replace(one, stays=one.value in stays) for one in field.points]
    return replace(
        field,
        points=points,
        says=sent.get(field.name, ""),
        draft=sent.get(field.draft_name, ""),
        token=sent.get(field.token_name, ""),
    )


def _has_amount(action: Action) -> bool:
    return takes_amount(action) and action.amount_minor is not None


def _amount(index: int, action: Action, pack: Pack) -> AmountField:
    payment = next((one for one in pack.money if one.id == action.transaction_id), None)
    currency = action.currency or ""
    return AmountField(
        name=f"{AMOUNT}{index}",
        label=_label(action, payment, pack),
        value=_typed(action.amount_minor or 0, currency),
        left=money(payment.remaining, payment.currency) if payment else "",
    )


def _label(action: Action, payment: TransactionMoney | None, pack: Pack) -> str:
    said = _("{what} in {currency}").format(what=title(action.kind), currency=action.currency or "")
    return f"{said}{_to(payment, pack)}"


def _to(payment: TransactionMoney | None, pack: Pack) -> str:
    """Which payment, by what people know of it; by its id where there are several."""
    if payment is None:
        return ""
    which = f" ({payment.id})" if len(pack.money) > 1 else ""
    said = _("to the payment of {amount}")
    return f", {said.format(amount=money(payment.captured, payment.currency))}{which}"


def _typed(minor: int, currency: str) -> str:
    try:
        return editable(minor, currency)
    except MoneyError:
        return str(minor)


def _options(actions: Sequence[Action]) -> list[OptionField]:
    groups: dict[str, dict[str, str]] = {}
    for action in actions:
        if action.alternative:
            groups.setdefault(action.alternative, {})[str(action.kind)] = title(action.kind)
    return [
        OptionField(
            f"{KEEP}{group}",
            _("Option for parcel {id}").format(id=_parcel(group)),
            list(kinds.items()),
        )
        for group, kinds in groups.items()
        if len(kinds) > 1
    ]


def _parcel(group: str) -> str:
    return group.partition(":")[2] or group


def _points(action: Action, words: Mapping[str, Words]) -> list[Point]:
    shown = points(action.body_outline, words)
    return [Point(value, said) for value, said in zip(action.body_outline, shown, strict=True)]
