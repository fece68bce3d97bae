"""Why a setting was not saved. The docstring is the message."""


class SettingsRefusal(Exception):
    """The settings were not saved."""

    code = "refused"

    def __str__(self) -> str:
        return type(self).__doc__ or self.code


class ReasonRequired(SettingsRefusal):
    """Say why the numbers change; the reason is kept with the new version."""

    code = "reason_required"


class NothingChanged(SettingsRefusal):
    """Nothing differs from the version in force, so no new version was made."""

    code = "nothing_changed"


class VersionMoved(SettingsRefusal):
    """Somebody saved other numbers meanwhile. Check the version in force and save again."""

    code = "version_moved"

    def __init__(self, current: int) -> None:
        super().__init__(current)
        self.current = current
