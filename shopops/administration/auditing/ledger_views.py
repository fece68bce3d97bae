"""The whole ledger as one archive, with the script that verifies it anywhere."""

from collections.abc import Generator, Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from shopops.ledger.archive import archive, note_archive
from shopops.ledger.exceptions import ExportRefused
from shopops.tenants.access import shop_command
from shopops.tenants.models import Membership, Role


@require_POST
@shop_command(least=Role.AUDITOR)  # type: ignore[arg-type]  # an answer in pieces
def export(request: HttpRequest, member: Membership) -> HttpResponseBase:
    now = timezone.now()
    try:
        extent = note_archive(by=member, now=now)
        pieces = _Begun(archive(tenant=member.tenant, extent=extent, now=now))
    except ExportRefused as refusal:
        messages.error(request, gettext(str(refusal)))
        return redirect("administration:audit", member.tenant.slug)
    name = f"{member.tenant.slug}-ledger-{extent.entries}.zip"
    return StreamingHttpResponse(
        pieces,
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


class _Begun:
    """An archive whose first piece is there, so that what is refused is refused as a page."""

    def __init__(self, pieces: Generator[bytes]) -> None:
        self._pieces = pieces
        self._first: bytes | None = next(pieces)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self._first is not None:
            first, self._first = self._first, None
            return first
        return next(self._pieces)

    def close(self) -> None:
        """Django calls it when the answer is over, or the visitor gone."""
        self._pieces.close()
