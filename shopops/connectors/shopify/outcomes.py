"""What a mutation's own answer says: that it is done, why not, or nothing that can be relied on."""

from collections.abc import Callable
from datetime import timedelta

from shopops.connectors.members import Node
from shopops.connectors.ports import Done, Refused, Reply, Unknown
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.shopify.answers import Meaning, Told
from shopops.connectors.shopify.client import Came
from shopops.connectors.shopify.dialect import Told as View

Outcome = Done | Refused | Unknown

# Of an idempotency key: an earlier try with it is under way, or differed from this one.
EARLIER_TRY = {"idempotency_concurrent_request", "idempotency_key_parameter_mismatch"}
LONGEST_ID = 64
CLOCKS_DIFFER = timedelta(minutes=10)  # the shop's and ours, at most
UNDER_WAY = "currently in progress"


def reply_of(came: Came, member: str, read: Callable[[View], Outcome]) -> Reply:
    """`read` reads the payload of the mutation `member`, which has no errors of its own."""
    answer = _read(came.meaning, member, read)
    return Reply(answer=answer, status=came.status, body=came.body)


def _read(meaning: Meaning, member: str, read: Callable[[View], Outcome]) -> Outcome:
    if not isinstance(meaning, Told):
        return meaning
    try:
        return _outcome(meaning, member, read)
    except RowRefused as refused:
        return unreadable(str(refused))


def unreadable(why: str) -> Unknown:
    return Unknown(
        code="unreadable_answer", detail=f"Shopify's answer is not understood: {why}"[:400]
    )


def done(node: View, at: str = "createdAt") -> Done:
    """Raises `RowRefused` for an id that could not be kept."""
    remote_id = node.require("id").id()
    if len(remote_id) > LONGEST_ID or not remote_id.isprintable():
        raise node.get("id").refused(RefusalCode.INVALID, "is not an id of Shopify's")
    return Done(remote_id=remote_id, at=node.get(at).instant())


def view(node: Node) -> View:
    return View(node.value, node.path)


def _outcome(told: Told, member: str, read: Callable[[View], Outcome]) -> Outcome:
    payload = view(told.data.get(member))
    if payload.value is None:
        if any(error.path == (member,) for error in told.denied):
            return Refused(code="access_denied", detail=f"Shopify says: {told.denied[0].message}")
        return unreadable(f"{member} is empty")
    errors = list(payload.get("userErrors").items())
    return _denied(errors) if errors else read(payload)


def _denied(errors: list[View]) -> Refused | Unknown:
    said = " ".join(error.get("message").text() or "" for error in errors)[:400]
    codes = [error.get("code").text() for error in errors]
    code = next((code.lower() for code in codes if code), "refused_by_shop")[:48]
    if code in EARLIER_TRY or UNDER_WAY in said:
        return Unknown(code=code, detail=f"Shopify says: {said}", answered=True)
    return Refused(code=code, detail=f"Shopify says: {said}")
