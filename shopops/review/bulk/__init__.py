"""Deciding on several orders at once: chosen, previewed, confirmed, each with its own result."""
