"""What the last test of a connection found, which is kept as it was heard, in English: our part is
said in the language of whoever reads, and what the other side wrote stands behind it."""

from django.utils.translation import gettext, gettext_noop

BEHIND = (gettext_noop("It says: {words}"), gettext_noop("The shop says: {words}"))


def heard(said: str) -> str:
    for behind in BEHIND:
        ours, found, theirs = said.partition(f" {behind.format(words='')}")
        if found:
            return f"{gettext(ours)} {gettext(behind).format(words=theirs)}"
    return gettext(said)
