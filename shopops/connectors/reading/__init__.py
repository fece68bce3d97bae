"""Cutting a file into rows, byte for byte and in flat memory."""
