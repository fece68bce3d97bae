"""Why nothing was changed about a connected shop. The docstring is the message."""

from collections.abc import Mapping

from django.utils.translation import gettext

from shopops.administration.refusals import SettingsRefusal


class ConnectionRefusal(SettingsRefusal):
    """Nothing was changed about this shop."""

    def __str__(self) -> str:
        return gettext(type(self).__doc__ or self.code)


class SayWhy(ConnectionRefusal):
    """Say why, in a few words. It is kept with the change."""

    code = "reason_required"


class ConnectedAlready(ConnectionRefusal):
    """A shop of this kind is connected. Change that one, or remove it first."""

    code = "connected_already"
    status = 409


class NothingDiffers(ConnectionRefusal):
    """Nothing differs from what is in force, so nothing was saved."""

    code = "nothing_changed"


class ConnectionMoved(ConnectionRefusal):
    """Somebody changed this connection meanwhile. Look at it as it is now, then do it again."""

    code = "connection_moved"
    status = 409


class OtherPlace(ConnectionRefusal):
    """The address differs, and no secret that is kept here is sent to another one. Type every
    secret anew."""

    code = "other_place"


class NotTested(ConnectionRefusal):
    """Test the connection first: with these settings nothing has been tried yet, or the last test
    failed."""

    code = "not_tested"


class NotConnected(ConnectionRefusal):
    """The connection is paused, uninstalled or removed. Resume a paused one, else connect the shop
    again."""

    code = "not_connected"
    status = 409


class CannotCarryOut(ConnectionRefusal):
    """Nothing can be carried out in this kind of shop. People do it there, and mark it as done
    under Executions."""

    code = "cannot_carry_out"


class WrongSettings(ConnectionRefusal):
    """The settings can't be right; the text says why. `at`: by the name of the setting, where it is
    about one."""

    code = "wrong_settings"

    def __init__(self, why: str, at: Mapping[str, str] | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.at = at or {}

    def __str__(self) -> str:
        return self.why
