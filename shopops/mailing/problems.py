"""What is wrong with a setting, with what its sentences are filled with: the mail doctor says the
same in its reader's language."""

from collections.abc import Mapping

from django.core.checks import ERROR, WARNING, CheckMessage

HINT = "/hint"  # behind an id: what to do about it


class SettingsProblem(CheckMessage):
    """`code`: its id. `sentences`: by the id, and by the id and `HINT` where there is one."""

    def __init__(self, code: str, sentences: Mapping[str, str], **named: str) -> None:
        hint = sentences.get(code + HINT)
        super().__init__(
            WARNING if code.startswith("shopops.W") else ERROR,
            sentences[code].format(**named),
            hint=hint.format(**named) if hint else None,
            id=code,
        )
        self.code, self.named, self.has_hint = code, named, hint is not None
