"""Why a file was not kept at all. The docstring is the message."""

from django.utils.translation import gettext


class FileRefused(Exception):
    """The file was not kept."""

    def __str__(self) -> str:
        said = type(self).__doc__
        return gettext(said) if said else ""


class Empty(FileRefused):
    """The file is empty: there is nothing in it to import."""


class TooBig(FileRefused):
    """The file is larger than 20 MB. Split it, or let an operator import it on the command line."""


class Packed(FileRefused):
    """This is a packed file (zip or gzip). Unpack it, and send what is inside."""


class OtherEncoding(FileRefused):
    """The text is in UTF-16 or UTF-32. Save the file as UTF-8, and send it again."""


class NotText(FileRefused):
    """This is no text file: a picture, a spreadsheet or a program. Export the orders as JSON."""


class Sheet(FileRefused):
    """This looks like a table (CSV). Amounts and parcels of an order don't fit into one: export the
    orders as JSON, or send them by the API."""


class Markup(FileRefused):
    """This looks like a web page or XML. Was it the sign-in page that was saved? Export the orders
    as JSON."""


class NotJson(FileRefused):
    """The file begins neither with { nor with [, so it is not JSON. Export the orders as JSON."""


class TooMany(FileRefused):
    """20 files wait here already. Import or discard some of them first."""
