"""Where a shop's REST interface is, from what a person copies out of the browser."""

import re
from urllib.parse import urlencode

from shopops.connectors.addresses import AddressRefused, url_of

API = "/wc/v3"

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_BELOW = re.compile(r"/(?:wp-json|wp-admin|wp-login\.php)(?:[/?#].*)?$")
_PLAIN = re.compile(r"/?\?rest_route=.*$")


class Site:
    """`address` may end in /wp-json, in a page of the administration, or in nothing of the kind.
    With `?rest_route=` at its end, the shop's links are taken to be plain ones."""

    def __init__(self, address: str) -> None:
        """Raises `ValueError` for what is no address."""
        said = address.strip()
        if not _SCHEME.match(said):
            said = f"https://{said}"
        self._plain = _PLAIN.search(said) is not None
        bare = _BELOW.sub("", _PLAIN.sub("", said).partition("#")[0])
        self._root = bare.partition("?")[0].rstrip("/")
        try:
            url_of(self._root)
        except AddressRefused as refused:
            raise ValueError(str(refused)) from None

    def index(self) -> str:
        """What the site says of itself, to anybody."""
        return self._url("/", {"_fields": "name"})

    def url(self, path: str, query: dict[str, str] | None = None) -> str:
        """`path` begins below the version: /orders/61."""
        return self._url(API + path, query or {})

    def _url(self, route: str, query: dict[str, str]) -> str:
        if self._plain:
            return f"{self._root}/?rest_route={route}" + (f"&{urlencode(query)}" if query else "")
        return f"{self._root}/wp-json{route}" + (f"?{urlencode(query)}" if query else "")
