"""What the queue's page needs beside its rows, in one statement: the settings in force, the saved
views that this person sees, the people who may work on an order, and how far the queue has come."""

from dataclasses import dataclass
from typing import Any

from django.db import connection
from msgspec import Struct
from msgspec.json import decode

from shopops.review.config import ReviewConfig
from shopops.tenants.models import Membership, Role

MOST_PEOPLE = 200

BESIDE = """
SELECT (SELECT body || jsonb_build_object('version', version) FROM review_reviewconfigversion
        WHERE tenant_id = %(tenant)s ORDER BY version DESC LIMIT 1),
       (SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name, 'query', query,
                                            'shared', shared, 'mine', owner_id = %(me)s)
                         ORDER BY lower(name), id)
        FROM review_savedview WHERE tenant_id = %(tenant)s AND (owner_id = %(me)s OR shared)),
       (SELECT jsonb_agg(jsonb_build_object('id', id, 'name', display_name)
                         ORDER BY lower(display_name), id)
        FROM (SELECT * FROM tenants_membership WHERE tenant_id = %(tenant)s AND active
              AND role = ANY (%(roles)s) LIMIT %(most)s) AS people),
       (SELECT max(id) FROM review_queueentry
        WHERE tenant_id = %(tenant)s AND status = %(status)s AND facet = '')
"""


class View(Struct, frozen=True):
    """A saved view, as `member` sees it: theirs, or one that an admin shares."""

    id: int
    name: str
    query: str
    shared: bool
    mine: bool


class Person(Struct, frozen=True):
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Beside:
    """`newest`: what comes later has a larger number (`models.QueueEntry`)."""

    config: ReviewConfig
    views: list[View]
    people: list[Person]
    newest: int


def beside_queue(member: Membership, status: str) -> Beside:
    """Inside a tenant scope. `newest` is of what has this status."""
    values: dict[str, Any] = {
        "tenant": member.tenant_id,
        "me": member.pk,
        "roles": [Role.REVIEWER, Role.ADMIN],
        "most": MOST_PEOPLE,
        "status": str(status),
    }
    with connection.cursor() as cursor:
        cursor.execute(BESIDE, values)
        config, views, people, newest = cursor.fetchone()
    return Beside(
        config=decode(config, type=ReviewConfig) if config else ReviewConfig(version=0),
        views=decode(views or "[]", type=list[View]),
        people=decode(people or "[]", type=list[Person]),
        newest=newest or 0,
    )
