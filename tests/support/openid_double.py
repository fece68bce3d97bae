"""An OpenID Connect provider on this machine: discovery, authorization code with PKCE, signed ID
tokens, keys and userinfo, as OpenID Connect Core 1.0 and RFC 7636 have them."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT_ID, CLIENT_SECRET = "shopops", "a-client-s-secret"


@dataclass
class OpenIdDouble:
    """`person` is who sits at the provider's page, as the claims about them; each code is good
    once, for the client and the verifier that it was made for."""

    person: dict[str, Any] = field(default_factory=dict)
    issuer: str = ""
    key: rsa.RSAPrivateKey = field(
        default_factory=lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048)
    )
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
        }

    def authorize(self, query: dict[str, str]) -> str:
        """Where the browser is sent back to; the person agrees at once."""
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT_ID
        assert "openid" in query["scope"].split()
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def exchange(self, form: dict[str, str]) -> dict[str, Any] | None:
        asked = self.codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if (
            asked is None
            or form.get("redirect_uri") != asked["redirect_uri"]
            or (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET)
            or _url64(digest) != asked.get("code_challenge")
        ):
            return None
        token = secrets.token_urlsafe(16)
        self.tokens[token] = dict(self.person)
        claims = {"iss": self.issuer, "aud": CLIENT_ID, "iat": int(time.time())}
        claims |= {"exp": int(time.time()) + 300, **self.person}
        if "nonce" in asked:
            claims["nonce"] = asked["nonce"]
        signed = jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "1"})
        return {
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": 300,
            "id_token": signed,
        }

    def keys(self) -> dict[str, Any]:
        numbers = self.key.public_key().public_numbers()
        key = {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1"}
        return {"keys": [{**key, "n": _number(numbers.n), "e": _number(numbers.e)}]}


class Door(BaseHTTPRequestHandler):
    double: OpenIdDouble

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        match parts.path:
            case "/.well-known/openid-configuration":
                self._json(self.double.discovery())
            case "/keys":
                self._json(self.double.keys())
            case "/authorize":
                self.send_response(302)
                self.send_header("Location", self.double.authorize(query))
                self.end_headers()
            case "/userinfo":
                bearer = self.headers.get("Authorization", "").removeprefix("Bearer ")
                self._json(self.double.tokens.get(bearer))
            case _:
                self._json(None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        self._json(self.double.exchange(form) if self.path == "/token" else None)

    def log_message(self, *args: Any) -> None:
        """Quiet."""

    def _json(self, found: dict[str, Any] | None) -> None:
        body = json.dumps(found or {"error": "invalid_request"}).encode()
        self.send_response(200 if found is not None else 400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def openid_double() -> Iterator[OpenIdDouble]:
    double = OpenIdDouble()
    door = type("OpenIdDoor", (Door,), {"double": double})
    with ThreadingHTTPServer(("127.0.0.1", 0), door) as server:
        double.issuer = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield double
        finally:
            server.shutdown()
            thread.join()


def _url64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _number(value: int) -> str:
    return _url64(value.to_bytes((value.bit_length() + 7) // 8, "big"))
