"""An empty shop, its admin, and files of orders as a browser sends them."""

import json
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from shopops.setup.files import working
from shopops.setup.models import OrderFile
from shopops.tenants.models import Tenant

EXAMPLES = Path(__file__).parents[2] / "static" / "examples"


def example(name: str) -> bytes:
    return (EXAMPLES / f"{name}.jsonl").read_bytes()


def many(count: int) -> bytes:
    """As many orders, each made of the first example."""
    order = json.loads(example("orders").splitlines()[0])
    return b"\n".join(json.dumps(order | {"id": f"M-{n}"}).encode() for n in range(count))


def orders_address(shop: Tenant) -> str:
    return f"/t/{shop.slug}/setup/orders/"


def send(client: Client, shop: Tenant, raw: bytes, kind: str = "shopops-orders") -> Any:
    file = SimpleUploadedFile("orders.jsonl", raw)
    return client.post(orders_address(shop), {"kind": kind, "file": file}, follow=True)


def newest_file(shop: Tenant) -> OrderFile:
    return OrderFile.objects.of(shop.pk).latest("pk")


def imported(client: Client, shop: Tenant, raw: bytes, kind: str = "shopops-orders") -> OrderFile:
    """Sent, seen, and given the word for; by the worker."""
    send(client, shop, raw, kind)
    file = newest_file(shop)
    client.post(f"{orders_address(shop)}{file.pk}/import/")
    work(file)
    return newest_file(shop)


def work(file: OrderFile) -> None:
    working.carry_on(tenant_id=file.tenant_id, file_id=file.pk, now=timezone.now)
