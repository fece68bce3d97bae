"""What the dashboard does not answer. The sentence says what to do next."""

from django.utils.translation import gettext


class PeriodRefused(ValueError):
    """A range of days that can't be shown."""


class PeriodUnreadable(PeriodRefused):
    def __init__(self, what: str) -> None:
        super().__init__(
            gettext("The {what} day is no date. Write it like 2026-03-31.").format(what=what)
        )


class PeriodHalf(PeriodRefused):
    def __init__(self) -> None:
        super().__init__(gettext("A range needs both its first and its last day."))


class PeriodBackwards(PeriodRefused):
    def __init__(self) -> None:
        super().__init__(gettext("The first day comes after the last. Swap them."))


class PeriodAhead(PeriodRefused):
    def __init__(self, today: str) -> None:
        super().__init__(
            gettext("The range begins after today, {today}. Choose an earlier first day.").format(
                today=today
            )
        )


class PeriodTooLong(PeriodRefused):
    def __init__(self, most: int) -> None:
        super().__init__(
            gettext("A range has at most {most} days. Choose a shorter one.").format(most=most)
        )


class PeriodTooEarly(PeriodRefused):
    def __init__(self) -> None:
        super().__init__(
            gettext("The range begins before the year 2000. Choose a later first day.")
        )
