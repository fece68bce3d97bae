"""The address is looked up first and called as a number; TLS still proves the name."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from shopops.connectors.http import Exchange, _certificates, call
from shopops.connectors.ports import Refused, Request

BODY = b"{}"
GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def certificate(folder: Path, name: str) -> Path:
    """Of this name, signed by itself, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    path = folder / f"{name}.pem"
    path.write_bytes(
        made.public_bytes(encoding)
        + key.private_bytes(encoding, private, serialization.NoEncryption())
    )
    return path


@contextmanager
def serving(chain: Path) -> Iterator[int]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                try:
                    with context.wrap_socket(line, server_side=True) as secure:
                        asked = b""
                        while not asked.endswith(BODY):  # it comes in pieces
                            asked += secure.recv(65536)
                        secure.sendall(GOOD)
                except OSError:
                    return  # whoever called did not believe the certificate

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5)
        assert not thread.is_alive()


@pytest.mark.parametrize(("name", "believed"), [("localhost", True), ("shop.example", False)])
def test_only_who_has_the_names_certificate_is_told_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, believed: bool
) -> None:
    chain = certificate(tmp_path, name)
    monkeypatch.setenv("SSL_CERT_FILE", str(chain))
    _certificates.cache_clear()
    try:
        with serving(chain) as port:
            request = Request(method="POST", url=f"https://localhost:{port}/", body=BODY)
            answer = call(request, auth_headers={"authorization": "secret"})
    finally:
        _certificates.cache_clear()
    if believed:
        assert answer == Exchange(200, {"content-length": "2"}, b"ok")
    else:
        assert isinstance(answer, Refused)
        assert (answer.code, answer.again) == ("unreachable", True)
        assert answer.detail.startswith("The certificate of the shop's server is not valid: ")
