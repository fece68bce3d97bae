"""Why something can't be asked for at all."""


class CannotAsk(Exception):
    """Something that must be said is not known, or may not be said. `code` is stable."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
