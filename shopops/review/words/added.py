"""Words that somebody added to a mail: whose they are, and which model began them."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from shopops.proposals.outline_text import Words, told
from shopops.review.words.actions import outline


def whose(words: Words) -> str:
    """Such as: Words by Maya Andersen, drafted by wordsmith-2 and changed."""
    name = words.author.display_name if words.author else ""
    said = _("Words by {name}").format(name=name) if name else _("Words by a person")
    began = drafted(words)
    return f"{said}, {began}" if began else said


def drafted(words: Words) -> str:
    """Empty: all of it is a person's."""
    if words.drafted is None:
        return ""
    changed = _("drafted by {model} and changed")
    said = changed if words.drafted.changed else _("drafted by {model}")
    return said.format(model=words.drafted.model)


def points(codes: Sequence[str], words: Mapping[str, Words]) -> list[str]:
    """What a mail says, point by point; beside a text of somebody's, which model began it."""
    shown = outline(told(codes, words))
    return [_point(code, said, words) for code, said in zip(codes, shown, strict=True)]


def _point(code: str, said: str, words: Mapping[str, Words]) -> str:
    began = drafted(words[code]) if code in words else ""
    return f"{said} ({began})" if began else said
