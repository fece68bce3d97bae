"""A shop with a system of its own, which speaks the protocol of docs/connect-own-system.md."""
