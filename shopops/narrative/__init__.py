"""A model may draft words for a customer's mail. A person reads, changes and saves them, or not.

Everything here is optional, and pure but for the one call to the model. Nothing of it is stored,
sent or decided here.
"""
