"""Why the people of a shop stay as they are. The docstring is the message."""

from shopops.administration.refusals import SettingsRefusal


class MemberRefusal(SettingsRefusal):
    """Nothing was changed."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why or super().__str__()


class WhyRequired(MemberRefusal):
    """Say why, in a few words. The reason is kept with the change."""

    code = "reason_required"


class SameAsBefore(MemberRefusal):
    """Nothing differs from how it is, so nothing was saved."""

    code = "nothing_changed"


class MemberMoved(MemberRefusal):
    """Somebody changed this person meanwhile. Look at them as they are now, then save again."""

    code = "member_moved"
    status = 409


class LimitsMoved(MemberRefusal):
    """Somebody changed the review settings meanwhile. Look at the limits again, then save."""

    code = "limits_moved"
    status = 409


class NeededHere(MemberRefusal):
    """The shop can't do without this person in this role; the text says what for."""

    code = "needed"
    status = 409


class NameTaken(MemberRefusal):
    """Somebody in this shop has this name. Add what tells you apart."""

    code = "name_taken"
    status = 409


class NotInvited(MemberRefusal):
    """Nobody was invited; the text says what to do instead."""

    code = "not_invited"


class MailNotTaken(NotInvited):
    """The mail server did not take the mail, so the link reached nobody. Send it again later, or
    ask an operator to look at the mail server."""

    code = "mail_not_taken"


class SentJustNow(NotInvited):
    """The mail was sent a moment ago. Let them look for it, also in the spam folder, before you
    send one more."""

    code = "sent_just_now"


class InvitationOver(NotInvited):
    """This invitation was accepted or revoked meanwhile. The list below is as it is now."""

    code = "invitation_over"
    status = 409
