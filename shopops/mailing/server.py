"""Which mail server, and how it is talked to, from one address in the settings. Pure."""

from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct

EXAMPLE = "smtp+starttls://name:password@mail.example.com:587"
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class ServerAddressRefused(ValueError):
    """The address names no mail server; the message says how one is written."""


class MailServer(Struct, frozen=True, kw_only=True):
    """`timeout` in seconds, for each answer of the server."""

    host: str
    port: int
    starttls: bool = False
    implicit_tls: bool = False
    user: str = ""
    password: str = ""
    timeout: float = 20.0

    @property
    def is_encrypted(self) -> bool:
        return self.starttls or self.implicit_tls


def read_server(url: str) -> MailServer:
    """`smtp://` is plain, `smtp+starttls://` insists on STARTTLS, `smtps://` is TLS at once."""
    try:
        parts = urlsplit(url)
        port = parts.port
        timeout = float(parse_qs(parts.query).get("timeout", ["20"])[0])
    except ValueError:  # which quotes what it could not read, perhaps a part of the password
        written = "with / and # in the password as %2F and %23"
        raise ServerAddressRefused(f"write it like {EXAMPLE}, {written}") from None
    if parts.scheme not in PORTS or not parts.hostname or not 0 < timeout <= 600:
        raise ServerAddressRefused(f"write it like {EXAMPLE}, or with smtp:// or smtps://")
    server = MailServer(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        starttls=parts.scheme == "smtp+starttls",
        implicit_tls=parts.scheme == "smtps",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        timeout=timeout,
    )
    if server.password and not server.is_encrypted:
        raise ServerAddressRefused(
            "a password needs encryption: write smtp+starttls:// or smtps://"
        )
    return server
