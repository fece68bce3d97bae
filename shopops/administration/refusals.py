"""Why a setting was not saved. The docstring is the message."""

from django.utils.translation import gettext


class SettingsRefusal(Exception):
    """The settings were not saved."""

    code = "refused"
    status = 422  # of the page that shows it

    def __str__(self) -> str:
        return gettext(type(self).__doc__ or self.code)


class ReasonRequired(SettingsRefusal):
    """Say why the numbers change; the reason is kept with the new version."""

    code = "reason_required"


class NothingChanged(SettingsRefusal):
    """Nothing differs from the version in force, so no new version was made."""

    code = "nothing_changed"


class VersionMoved(SettingsRefusal):
    """Somebody saved other settings meanwhile. Check what is in force now, then save again."""

    code = "version_moved"
    status = 409

    def __init__(self, current: int) -> None:
        super().__init__(current)
        self.current = current


class Impossible(SettingsRefusal):
    """Settings that contradict each other; the text says how."""

    code = "impossible"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why


class WindowGone(SettingsRefusal):
    """This maintenance window is over or was taken away already. The list below is as it is now."""

    code = "window_gone"
    status = 409
