"""Where a person who left the shop is signed in."""

from allauth.usersessions.models import UserSession

from shopops.tenants.models import User


def end_sessions(user: User) -> int:
    """Sign them out everywhere, unless they work for another shop: this one's door is shut to them
    already. How many sessions it was."""
    if user.memberships.filter(active=True).exists():
        return 0
    open_ones = list(UserSession.objects.filter(user=user))
    for session in open_ones:
        session.end()
    return len(open_ones)
