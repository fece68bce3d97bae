"""Facts that people supplied: kept beside the source's records, and read with them."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Func, OuterRef, TextField, Value
from django.db.models.functions import JSONObject

from shopops.agents import ports
from shopops.agents.canonical import canonical_json, salted
from shopops.agents.supplied import CameBack, FactName
from shopops.connectors.models import SuppliedFact
from shopops.tenants.models import Membership

SOURCE = "supplied:"  # what evidence names as the source object, before the fact's id


class Encoded(Func):
    """Bytes as hex, which JSON can hold."""

    function = "encode"
    output_field = TextField()

    def __init__(self, column: str) -> None:
        super().__init__(F(column), Value("hex"))


def keep_fact(
    *,
    order_id: str,
    name: FactName,
    value: str | bool,
    known_from: str,
    supplied_by: Membership,
    now: datetime,
) -> SuppliedFact:
    """Inside the tenant's scope. The next pack of the order cites it as `claim:<fact_id>`."""
    return SuppliedFact.objects.create(
        tenant_id=supplied_by.tenant_id,
        fact_id=f"p-{secrets.token_hex(8)}",
        order_id=order_id,
        name=name,
        value=value,
        known_from=known_from,
        supplied_by=supplied_by,
        supplied_at=now,
    )


def keep_what_came_back(
    *,
    tenant_id: int,
    fact_id: str,
    order_id: str,
    name: CameBack,
    value: str,
    known_from: str,
    now: datetime,
) -> bool:
    """Inside the tenant's scope. False: something is kept under this id already, and stays."""
    salt = secrets.token_bytes(16)
    SuppliedFact.objects.bulk_create(
        [
            SuppliedFact(
                tenant_id=tenant_id,
                fact_id=fact_id,
                order_id=order_id,
                name=name,
                value=value,
                known_from=known_from,
                supplied_at=now,
                salt=salt,
            )
        ],
        ignore_conflicts=True,
    )
    return SuppliedFact.objects.of(tenant_id).filter(fact_id=fact_id, salt=salt).exists()


def facts_of_order() -> ArraySubquery:
    """Of the source record of an order, to be read with it: oldest first."""
    rows = SuppliedFact.objects.filter(
        tenant=OuterRef("tenant"), order_id=OuterRef("external_id")
    ).order_by("id")
    columns = {name: F(name) for name in ("fact_id", "name", "value", "known_from", "supplied_at")}
    return ArraySubquery(rows.values(told=JSONObject(**columns, salt=Encoded("salt"))))


def supplied_facts(rows: Sequence[dict[str, Any]]) -> list[ports.SuppliedFact]:
    """What `facts_of_order` read."""
    return [_as_told(row) for row in rows]


def payload_of(row: SuppliedFact) -> dict[str, Any]:
    """What its evidence's hash is taken over, as canonical JSON."""
    return _payload(row.name, row.value, row.known_from)


def value_sha256(row: SuppliedFact) -> str:
    return salted(bytes(row.salt), canonical_json(row.value))


def _payload(name: str, value: Any, known_from: str) -> dict[str, Any]:
    return {"known_from": known_from, "name": name, "value": value}


def _as_told(row: dict[str, Any]) -> ports.SuppliedFact:
    salt = bytes.fromhex(row["salt"])
    payload = _payload(row["name"], row["value"], row["known_from"])
    at = datetime.fromisoformat(row["supplied_at"])
    origin = ports.Provenance(
        source_object=f"{SOURCE}{row['fact_id']}",
        payload_sha256=salted(salt, canonical_json(payload)),
        received_at=at,
        salt=salt,
    )
    return ports.SuppliedFact(row["fact_id"], row["name"], row["value"], at, origin)
