"""Take a file in: look at it, and keep its bytes in pieces. The whole of it is never in memory."""

import hashlib
from collections.abc import Iterator
from datetime import datetime

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext

from shopops.setup.files.refusals import Empty, NotText, TooBig, TooMany
from shopops.setup.files.sniffing import refuse_other_kinds
from shopops.setup.models import OPEN, FilePart, OrderFile
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

MOST_BYTES = 20 * 1024 * 1024
MOST_WAITING = 20
PART = 256 * 1024
HEAD = 4096


def receive(
    *, upload: UploadedFile, source_format: str, sent_by: Membership, now: datetime
) -> OrderFile:
    """Raises `FileRefused`; then nothing is kept. Sent twice while it waits, it is one file."""
    digest = _looked_at(upload)
    with tenant_scope(sent_by.tenant_id):
        waiting = OrderFile.objects.of(sent_by.tenant_id).filter(stage__in=OPEN)
        same = waiting.filter(sha256=digest, source_format=source_format).first()
        if same is not None:
            return same
        if waiting.count() >= MOST_WAITING:
            raise TooMany
        file = OrderFile.objects.create(
            tenant_id=sent_by.tenant_id,
            sent_by=sent_by,
            name=shown_name(upload.name),
            source_format=source_format,
            size=upload.size or 0,
            sha256=digest,
            created_at=now,
            advanced_at=now,
        )
        for number, chunk in enumerate(_pieces(upload)):
            FilePart.objects.create(file=file, number=number, raw=chunk)
    return file


def shown_name(name: str | None) -> str:
    """As a person may read it, whatever their computer or a hostile one called it."""
    letters = "".join(letter for letter in name or "" if letter.isprintable())
    return letters[:200] or gettext("a file without a name")


def _looked_at(upload: UploadedFile) -> bytes:
    """Its SHA-256. Raises `FileRefused`."""
    if not upload.size:
        raise Empty
    if upload.size > MOST_BYTES:
        raise TooBig
    digest, blank = hashlib.sha256(), True
    for number, chunk in enumerate(_pieces(upload)):
        if number == 0:
            refuse_other_kinds(chunk[:HEAD])
        if b"\0" in chunk:
            raise NotText
        blank = blank and not chunk.strip()
        digest.update(chunk)
    if blank:
        raise Empty
    return digest.digest()


def _pieces(upload: UploadedFile) -> Iterator[bytes]:
    """Its own `chunks` gives a small file whole."""
    upload.seek(0)
    while piece := upload.read(PART):
        yield piece
