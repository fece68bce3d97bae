"""Who was invited joins the shop: with a new account, or with the one they have."""

import unicodedata
from datetime import datetime

from django.db import IntegrityError

from shopops.accounts.enrol import needs_password
from shopops.administration.members.links import Found, State, state_of
from shopops.administration.members.recording import record_change
from shopops.administration.members.refusals import NameTaken
from shopops.administration.models import Change, Invitation
from shopops.alarms.lookalikes import LOOK_ALIKES, is_nothing
from shopops.ledger import Json
from shopops.tenants.models import Membership, Role, User
from shopops.tenants.people import MemberExists, account_with, create_member
from shopops.tenants.refusals import sqlstate_of
from shopops.tenants.scope import tenant_scope
from shopops.tenants.vault import name_sha256

UNIQUE_VIOLATION = "23505"


class NotOpen(Exception):
    """The invitation can't be accepted; `state` says why."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.state = state


class SignInFirst(Exception):
    """The address has an account: its person signs in, and then joins."""


def account_of(invitation: Invitation) -> User | None:
    """The account with this address, if somebody can sign in to it."""
    found = account_with(invitation.email)
    return None if found is None or needs_password(found) else found


def join_with_password(*, found: Found, name: str, password: str, now: datetime) -> Membership:
    """For an address without an account. Whoever holds the link reads its mailbox. Raises
    `NotOpen`, `NameTaken` and `SignInFirst`; then no account and no password came of it."""
    try:
        with tenant_scope(found.invitation.tenant_id):
            invitation = _held(found, now)
            if account_of(invitation) is not None:
                raise SignInFirst
            member = _add(invitation, name, now, password=password)
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
        raise SignInFirst from error  # another shop's invitation made the account at this moment
    return member


def join_as(*, found: Found, name: str, user: User, now: datetime) -> Membership:
    """For who is signed in with the invited address. Raises `NotOpen`, `NameTaken`, and
    `SignInFirst` for anybody else."""
    with tenant_scope(found.invitation.tenant_id):
        invitation = _held(found, now)
        if user.email.lower() != invitation.email.lower():
            raise SignInFirst
        return _add(invitation, name, now)


def _held(found: Found, now: datetime) -> Invitation:
    """Of two at once one goes on; the other is told that it was accepted."""
    held = Invitation.objects.of(found.invitation.tenant_id).select_for_update(
        no_key=True, of=("self",)
    )
    invitation = held.select_related("tenant", "invited_by").get(pk=found.invitation.pk)
    state = state_of(invitation, now, found.token_hash)
    if state is not State.OPEN:
        raise NotOpen(state)
    return invitation


def _add(
    invitation: Invitation, name: str, now: datetime, password: str | None = None
) -> Membership:
    _refuse_taken(invitation, name)
    try:
        member = create_member(
            tenant=invitation.tenant,
            email=invitation.email,
            display_name=name,
            role=Role(invitation.role),
            password=password,
        )
    except MemberExists:
        raise NotOpen(State.ACCEPTED) from None
    if password is not None and needs_password(member.user):
        member.user.set_password(password)
        member.user.save(update_fields=["password"])
    invitation.accepted_at, invitation.membership = now, member
    invitation.save(update_fields=["accepted_at", "membership"])
    says: dict[str, Json] = {"invitation": invitation.pk}
    if name != invitation.display_name:
        says["name_sha256"] = name_sha256(member).hex()
    record_change(member, Change.JOINED, member, now, after=member.role, says=says)
    return member


def _refuse_taken(invitation: Invitation, name: str) -> None:
    """Nobody takes a colleague's name, unless an admin gave it to them."""
    working = Membership.objects.filter(tenant=invitation.tenant_id, active=True)
    taken = map(_looks, working.values_list("display_name", flat=True))
    if name != invitation.display_name and _looks(name) in taken:
        raise NameTaken


def _looks(name: str) -> str:
    """To a reader: however its letters are put together, and of whatever alphabet they are."""
    letters = unicodedata.normalize("NFKC", name)
    latin = (LOOK_ALIKES.get(letter, letter) for letter in letters if not is_nothing(letter))
    return "".join(latin).casefold()
