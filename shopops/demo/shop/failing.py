"""What a visitor lets fail in a demo shop, each once, to see what ShopOps makes of it."""

from collections.abc import Callable
from enum import StrEnum

from django.conf import settings

from shopops.demo.shop.books import Declined
from shopops.demo.shop.models import Kind, Shop

LATER = 1.2  # times what ShopOps waits for an answer


class Fault(StrEnum):
    REFUSE = "refuse"
    SLOW = "slow"


WORDS = {
    Fault.REFUSE: "Refuse the next refund",
    Fault.SLOW: "Answer the next refund too late",
}
WAITS = {
    Fault.REFUSE: "The next refund will be refused.",
    Fault.SLOW: "The next refund will be made, and answered too late.",
}
REFUSED = "This shop refuses one refund, as somebody asked on its page. The next one goes through."


def let_fail(shop: Shop, fault: Fault) -> None:
    Shop.objects.filter(pk=shop.pk).update(next_refund=fault)


def taken_fault(shop: Shop, kind: Kind, key: str) -> Fault | None:
    """The one that waits for this, which is used up by it. What was done already is no new try."""
    if kind is not Kind.REFUND or shop.entries.filter(key=key).exists():
        return None
    for fault in Fault:
        if Shop.objects.filter(pk=shop.pk, next_refund=fault).update(next_refund=""):
            return fault
    return None


def refuse(fault: Fault | None) -> None:
    """Raises `Declined` before anything is done."""
    if fault is Fault.REFUSE:
        raise Declined(422, "refused_once", REFUSED)


def dawdle(fault: Fault | None, wait: Callable[[float], object]) -> None:
    """After it was done, so that whoever asked can't know whether it was."""
    if fault is Fault.SLOW:
        wait(LATER * settings.SHOPOPS_SHOP_TIMEOUT)
