"""What an effect is called, by everybody and on every try: a hash of what it is an effect of."""

from hashlib import sha256


def effect_key(*parts: bytes | str | int) -> bytes:
    """Each part with its length before it, so that no two lists of parts read alike."""
    hashed = sha256(b"shopops effect 1")
    for part in parts:
        said = part if isinstance(part, bytes) else str(part).encode()
        hashed.update(len(said).to_bytes(4, "big") + said)
    return hashed.digest()
