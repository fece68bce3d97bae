"""A copy of a tenant's ledger as a ZIP archive, given while it is read: no file, however long."""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db import connection
from django.utils.translation import gettext_noop

from shopops.ledger.copying import LINES, MANIFEST, NAMES, README, SCRIPT, VERIFIER, Copy
from shopops.ledger.exceptions import ExportRefused
from shopops.ledger.pages import head_of, last_verified
from shopops.ledger.taken_out import note_taken_out
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope

ALONE = "SELECT pg_try_advisory_xact_lock(hashtextextended('shopops.ledger.archive', %s))"
CHUNK = 256 * 1024
BUSY = gettext_noop(
    "This ledger is being exported already. Wait until that is done, then try again."
)
FAILED = gettext_noop(
    "The last verification of this ledger failed. An operator has to look at it first."
)


@dataclass(frozen=True, slots=True)
class Extent:
    """The first so many entries, the last of which has this leaf."""

    entries: int
    head: bytes


def note_archive(*, by: Membership, now: datetime) -> Extent:
    """Say on the ledger who takes it out, before anything is given: how far it goes now.

    Raises `ExportRefused` where the verifier found something.
    """
    with tenant_scope(by.tenant_id):
        verified = last_verified(by.tenant_id)
        if verified is not None and not verified.clean:
            raise ExportRefused(FAILED)
        extent = Extent(*head_of(by.tenant_id))
        note_taken_out("ledger", by=by, now=now, entries=extent.entries, head=extent.head.hex())
    return extent


def archive(*, tenant: Tenant, extent: Extent, now: datetime) -> Generator[bytes]:
    """The archive in pieces, from a scope of its own, which ends with the last of them.

    Raises `ExportRefused` before the first piece while another one is given. Breaks off where the
    chain does not fit together; then the archive has no end and does not open.
    """
    with tenant_scope(tenant.pk):
        with connection.cursor() as cursor:
            cursor.execute(ALONE, [tenant.pk])
            if cursor.fetchone() != (True,):
                raise ExportRefused(BUSY)
        yield from _zipped(Copy(tenant), extent, now)


def _zipped(copy: Copy, extent: Extent, now: datetime) -> Generator[bytes]:
    out = _Out()
    folder = f"{copy.tenant.slug}-ledger"
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:

        def named(name: str) -> ZipInfo:
            info = ZipInfo(f"{folder}/{name}", now.timetuple()[:6])
            info.compress_type = ZIP_DEFLATED
            return info

        with archive.open(named(LINES), "w", force_zip64=True) as file:
            for line in copy.lines(extent.entries):
                file.write(line)
                if out.size >= CHUNK:
                    yield out.take()
        if (copy.entries, copy.head) != (extent.entries, extent.head):
            raise ExportRefused(FAILED)
        names = copy.opened_names()
        archive.writestr(named(NAMES), names)
        archive.writestr(named(MANIFEST), copy.manifest(names, now))
        archive.writestr(named(SCRIPT), VERIFIER.read_bytes())
        archive.writestr(named(README.name), README.read_bytes())
    yield out.take()


class _Out:
    """A file that only goes forwards, as `ZipFile` takes it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.size = 0

    def write(self, data: bytes, /) -> int:
        self._pieces.append(bytes(data))
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """There is nothing to close."""

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces, self.size = [], 0
        return taken
