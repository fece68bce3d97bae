"""Tests on real payloads, which lie beside the checkout and are not part of it."""
