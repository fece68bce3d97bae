"""What is to happen outside, written down in the transaction that decided it."""
