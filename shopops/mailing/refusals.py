"""What cannot be put into a mail."""


class NotMailable(ValueError):
    """A header or an address holds what would change the mail's meaning; nothing was built."""
