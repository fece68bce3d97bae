"""Who may sign in, and who works for which shop."""

from django.db import transaction

from shopops.tenants.models import Membership, Role, Tenant, User


class MemberExists(ValueError):
    """This person already works for this shop: change the role instead of adding them again."""


def create_member(
    *, tenant: Tenant, email: str, display_name: str, role: Role, password: str | None = None
) -> Membership:
    """Put a person on a shop's roster; the account is made when there is none for the address.

    `password` is set on a new account only: nobody's password is changed by adding them to a
    second shop. Without one the account can't sign in until a password is set. Raises
    `MemberExists`.
    """
    with transaction.atomic():
        user = _account(email, password)
        if Membership.objects.filter(tenant=tenant, user=user).exists():
            raise MemberExists(f"{email} already works for {tenant.name}.")
        return Membership.objects.create(
            tenant=tenant, user=user, display_name=display_name, role=role
        )


def account_with(address: str) -> User | None:
    """Whose it is, in whatever case. Not by what the database takes for another case: to it ı and ſ
    are an I and an S, but they are another mailbox."""
    typed = address.strip()
    found = User.objects.filter(email=typed.lower()).first()
    return found if found is not None and found.email.isascii() == typed.isascii() else None


def _account(email: str, password: str | None) -> User:
    address = User.objects.normalize_email(email)
    return account_with(address) or User.objects.create_user(
        username=address, email=address, password=password
    )
