"""Carrying out what was decided: each effect once, whatever breaks off in between."""
