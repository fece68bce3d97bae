"""The demo's shops as systems of their own, which speak the protocol of docs/connect-own-system.md.

They have tables of their own and know of ShopOps only what a shop knows: two secrets, and where to
send webhooks. There are none outside of the demo.
"""
