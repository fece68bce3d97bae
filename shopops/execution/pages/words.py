"""What an effect is and where it stands, as people say it."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from msgspec import Struct

from shopops.connections.models import CarriesOut, Connection
from shopops.connections.models import State as Connected
from shopops.connectors.ports import DRAFT, EffectKind
from shopops.execution.codes import EffectCode
from shopops.execution.pages.codes import rule_of, why
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.review.words.times import moment, short_moment

KINDS: Mapping[str, str] = {
    EffectKind.REFUND: gettext_noop("Refund"),
    EffectKind.RESHIP: gettext_noop("Send again"),
    EffectKind.CREDIT: gettext_noop("Store credit"),
    EffectKind.MAIL: gettext_noop("Mail to the customer"),
    EffectKind.NOTE: gettext_noop("Note in the order"),
}
DO_IT_THERE = gettext_noop("No shop is connected for it. Do it there by hand and mark it as done.")
NOT_CONNECTED: Mapping[str, str] = {
    EffectKind.MAIL: gettext_noop(
        "No shop is connected for it. Send the mail yourself and mark it as sent."
    ),
    EffectKind.NOTE: gettext_noop("No shop is connected, so there is nowhere to write it."),
}
TAGS: Mapping[str, tuple[str, str]] = {
    State.HELD: ("warn", gettext_noop("held")),
    State.RUNNING: ("acc", gettext_noop("running")),
    State.UNKNOWN: ("bad", gettext_noop("outcome unknown")),
    State.SUCCEEDED: ("ok", gettext_noop("done")),
    State.FAILED: ("bad", gettext_noop("failed")),
    State.LET_GO: ("", gettext_noop("taken back")),
}
# Of what counts as done, and somebody has to look at nevertheless.
NOT_WELL: Mapping[str, str] = {
    EffectCode.UNDELIVERED: gettext_noop("came back"),
    EffectCode.DONE_TWICE: gettext_noop("may have happened twice"),
}


class Standing(Struct, frozen=True, kw_only=True):
    """`kind` and `tag`: a badge and its word. `said`: why it stands there. `coming`: when something
    happens next, where it does by itself. `rule`: the id of the rule that no longer allows it."""

    kind: str
    tag: str
    said: str
    coming: str = ""
    rule: str = ""


def kind_words(kind: str) -> str:
    return _(KINDS[EffectKind(kind)])


def what_words(effect: Effect) -> str:
    """What it is about, besides its amount."""
    if effect.kind == EffectKind.REFUND:
        return _("back to payment {payment}").format(payment=effect.transaction_id)
    if effect.kind == EffectKind.RESHIP:
        return _("the goods once more, at no charge")
    if effect.kind == EffectKind.CREDIT:
        return _("to the customer’s account in the shop")
    if effect.kind == EffectKind.NOTE:
        return _("what happened, for whoever looks at the order there")
    return _("what was decided, in the customer’s language")


def standing(effect: Effect, *, now: datetime) -> Standing:
    """With its connection and who settled it read already."""
    kind, tag = TAGS[State(effect.state)]
    said, coming = SAID[State(effect.state)](effect, now)
    if effect.state == State.SUCCEEDED and effect.code in NOT_WELL:
        kind, tag = "bad", NOT_WELL[effect.code]
    elif is_draft(effect):
        kind, tag = "warn", gettext_noop("draft made")
    elif effect.state == State.SUCCEEDED and effect.settled_by_id:
        tag = gettext_noop("done by hand")
    elif effect.state == State.FAILED and effect.settled_by_id:
        kind, tag = "", gettext_noop("given up")
    elif _ended_with_the_one_before(effect):
        kind, tag = "", gettext_noop("not carried out")
    words = pgettext("of a step", "held") if effect.state == State.HELD else _(tag)
    return Standing(kind=kind, tag=words, said=said, coming=coming, rule=rule_of(effect.code))


def is_draft(effect: Effect) -> bool:
    """The shop has it, and a person has to complete it there."""
    done_there = effect.state == State.SUCCEEDED and effect.settled_by_id is None
    return done_there and effect.remote_id.startswith(DRAFT)


def _ended_with_the_one_before(effect: Effect) -> bool:
    """`ended_before`: as listing.with_parts reads it."""
    went_down = effect.state == State.FAILED and effect.code == EffectCode.EARLIER_STEP_FAILED
    return went_down and effect.settled_by_id is None and getattr(effect, "ended_before", False)


def _held(effect: Effect, now: datetime) -> tuple[str, str]:
    if effect.next_at is None:
        return nobody_runs_it(effect), ""
    if stopped := stopped_at(effect.connection):
        return stopped, ""
    if effect.not_before > now:
        undo = _("The decision can be undone until {when}.")
        runs = _("Runs after {when}").format(when=short_moment(effect.not_before))
        return undo.format(when=short_moment(effect.not_before)), runs
    usual = _("The order is read again first.")
    if effect.kind == EffectKind.NOTE:
        usual = _("It is written next.")
    return why(effect.code, effect.detail) or usual, _next(effect, now)


def nobody_runs_it(effect: Effect) -> str:
    """Why it stays held until a person steps in."""
    connection = effect.connection
    if effect.code and (said := why(effect.code, effect.detail)):
        return said
    if connection is None or connection.state == Connected.REMOVED:
        return _(NOT_CONNECTED.get(effect.kind, DO_IT_THERE))
    if stopped := stopped_at(connection):
        return stopped
    if connection.carries_out == CarriesOut.NOTHING:
        said = _("ShopOps does nothing in {shop}. Do it there by hand, or run it.")
    else:
        said = _("It was decided before ShopOps did anything in {shop}. Run it, or do it by hand.")
    return said.format(shop=connection.title)


def stopped_at(connection: Connection | None) -> str:
    """Why nothing goes out there now, where it waits for an admin; else empty."""
    if connection is None:
        return ""
    if connection.state == Connected.PAUSED:
        return _("{shop} is paused. It waits until somebody resumes it.").format(
            shop=connection.title
        )
    if connection.state == Connected.UNINSTALLED:
        said = _("{shop} uninstalled the app. It waits until an admin connects it again.")
        return said.format(shop=connection.title)
    return ""


def _running(effect: Effect, now: datetime) -> tuple[str, str]:
    if stopped := stopped_at(effect.connection):
        return stopped, ""
    said = why(effect.code, effect.detail)
    return said or _("It is being carried out."), _next(effect, now)


def _unknown(effect: Effect, now: datetime) -> tuple[str, str]:
    said = why(effect.code, effect.detail) or _("Nobody here can say whether it happened.")
    if effect.next_at is None:
        return said, ""
    asked = _("The shop is asked now")
    if effect.next_at > now:
        asked = _("The shop is asked {when}").format(when=short_moment(effect.next_at))
    return said, asked


def _done(effect: Effect, now: datetime) -> tuple[str, str]:
    at = moment(effect.ended_at) if effect.ended_at else ""
    if effect.settled_by is not None:
        said = _("Recorded by {name}, {at}").format(name=effect.settled_by.display_name, at=at)
    else:
        said = at
    if effect.code in NOT_WELL:
        said = f"{why(effect.code, effect.detail)} {said}"
    elif is_draft(effect):
        said = f"{_draft_waits(effect)} {said}"
    if effect.remote_id and effect.kind != EffectKind.MAIL:
        there = _("the shop’s own id: {id}").format(id=effect.remote_id.removeprefix(DRAFT))
        said = f"{said} · {there}"
    return said, ""


def _draft_waits(effect: Effect) -> str:
    if effect.connection is None:
        return _("Somebody completes it in the shop; nothing is sent before that.")
    said = _("Somebody completes it in {shop}; nothing is sent before that.")
    return said.format(shop=effect.connection.title)


def _failed(effect: Effect, now: datetime) -> tuple[str, str]:
    if _ended_with_the_one_before(effect):
        return _("The step before it was given up."), ""
    said = why(effect.code, effect.detail) or _("It was not carried out.")
    if effect.settled_by is not None:
        gave_up = _("{name} gave it up.").format(name=effect.settled_by.display_name)
        said = f"{gave_up} {said}"
    return said, ""


def _let_go(effect: Effect, now: datetime) -> tuple[str, str]:
    return _("Nothing of it was carried out."), ""


def _next(effect: Effect, now: datetime) -> str:
    if effect.next_at is None:
        return ""
    if effect.next_at <= now:
        return _("Next: now")
    return _("Next: {when}").format(when=short_moment(effect.next_at))


SAID = {
    State.HELD: _held,
    State.RUNNING: _running,
    State.UNKNOWN: _unknown,
    State.SUCCEEDED: _done,
    State.FAILED: _failed,
    State.LET_GO: _let_go,
}
