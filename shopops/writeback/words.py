"""What was found on the shop's record, in words, and what to do about it."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from shopops.writeback.findings import Code

TITLES: Mapping[Code, str] = {
    Code.MISSING: gettext_noop("A note is missing in the shop"),
    Code.FORGED: gettext_noop("A note in the shop that ShopOps did not write"),
    Code.DIFFERS: gettext_noop("A note in the shop says something else than the ledger"),
    Code.TWICE: gettext_noop("A note stands in the shop more than once"),
    Code.NAME_ERASED: gettext_noop("A note in the shop still shows a name that was erased"),
    Code.UNREADABLE: gettext_noop("The notes in the shop could not be read"),
}
REMEDIES: Mapping[Code, str] = {
    Code.MISSING: gettext_noop(
        "Somebody removed the note in the shop, or it was never written. The ledger is right. One "
        "that was written can be written again here; for the others see the order’s notes under "
        "Executions."
    ),
    Code.FORGED: gettext_noop(
        "ShopOps did not write this note, or what it tells of was taken back. Do not "
        "trust it: find out in the shop’s admin who wrote it, and remove it there."
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
        "Test the connection under Settings, Connected shops. Until the notes can be read, nobody "
        "knows what they say."
    ),
}
