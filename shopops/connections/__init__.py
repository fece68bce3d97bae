"""The shops that a tenant connected: what is known about each, sealed where it is secret."""
