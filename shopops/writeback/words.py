"""What was found on the shop's record, in words, and what to do about it."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from shopops.writeback.findings import Code

TITLES: Mapping[Code, str] = {
    Code.MISSING: gettext_noop("On the ledger, and not on the record"),
    Code.FORGED: gettext_noop("On the record, and not on the ledger"),
    Code.DIFFERS: gettext_noop("The record says something else than the ledger"),
    Code.TWICE: gettext_noop("On the record more than once"),
    Code.NAME_ERASED: gettext_noop("The record still shows a name that was erased"),
    Code.UNREADABLE: gettext_noop("The record could not be read"),
}
REMEDIES: Mapping[Code, str] = {
    Code.MISSING: gettext_noop(
        "Somebody removed the note in the shop, or it was never written. The ledger is right. One "
        "that was written can be written again here; for the others see the order’s notes under "
        "Executions."
    ),
    Code.FORGED: gettext_noop(
        "ShopOps did not write this note, or what it tells of was taken back. Believe none of it, "
        "find out in the shop’s admin who wrote it, and remove it there."
    ),
    Code.DIFFERS: gettext_noop(
        "Somebody changed the note in the shop. The ledger is right: put the lines named here back "
        "as the ledger has them, or remove the note there and write it again from here."
    ),
    Code.TWICE: gettext_noop("Remove all but one in the shop’s admin."),
    Code.NAME_ERASED: gettext_noop(
        "The person’s name is to be forgotten in the shop too: replace it by “erased” there."
    ),
    Code.UNREADABLE: gettext_noop(
        "Test the connection under Settings, Connected shops. Until the record can be read, nobody "
        "knows what it says."
    ),
}
