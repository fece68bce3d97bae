"""How a row of the table says who gets which answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shopops.tenants.models import Role

EVERYBODY = frozenset(Role)
DECIDERS = frozenset({Role.REVIEWER, Role.ADMIN})
INSPECTORS = frozenset({Role.AUDITOR, Role.ADMIN})
ADMINS = frozenset({Role.ADMIN})

SIGN_IN = "to the sign-in"
FORBIDDEN, NOT_FOUND, NOT_TAKEN = 403, 404, 405


@dataclass(frozen=True)
class Door:
    """`roles` of the shop get `answer`, or what `besides` says of their role; the others 403."""

    roles: frozenset[Role]
    answer: int = 200
    besides: Mapping[Role, int] = field(default_factory=dict)

    def of(self, role: Role) -> int:
        return self.besides.get(role, self.answer if role in self.roles else FORBIDDEN)


@dataclass(frozen=True)
class ShopPage:
    """A page of a shop. Without a door a method gets 405, from whomever. The form is empty, unless
    it names a thing by an id: the names of those fields, with what they name."""

    get: Door | None = None
    post: Door | None = None
    query: str = ""
    form: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SitePage:
    """A page of no shop: what somebody gets who is not signed in, a shop's person, and an operator;
    shops' people get the same whatever their role is."""

    get: tuple[int | str, int | str, int | str]
    post: tuple[int | str, int | str, int | str]
    path: str = ""  # where the pattern does not say it


def alike(answer: int | str) -> tuple[int | str, int | str, int | str]:
    return (answer, answer, answer)


@dataclass(frozen=True)
class Endpoint:
    """`opens`: what a token of this scope gets, with this body; every other token gets 403, and
    none 401. `named`: members of the body that name a thing by an id, with what they name."""

    opens: Mapping[str, int]
    body: Mapping[str, Any] | None = None
    named: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def raw(self, ids: Mapping[str, Any]) -> bytes:
        if self.body is None and not self.named:
            return b""
        members = {member: ids[name] for member, name in self.named.items()}
        return json.dumps({**(self.body or {}), **members}).encode()
