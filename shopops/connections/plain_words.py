"""Which names stand for what, where what went over the line is shown (`masking`)."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# By the words of a name: covered, whatever the value is.
SECRET = _words(
    "authorization auth bearer secret token password pass pwd signature hmac cookie session "
    "credential credentials account bank house cvv cvc card iban bic pin otp "
)
PERSONAL = _words(
    "name names first last firstname lastname fullname middle email emails mail phone phones "
    "mobile fax address addresses address1 address2 street street1 street2 street3 city town "
    "region province zip postal postcode lat lng lon latitude longitude ip browser agent "
    "company birth birthday dob gender username login avatar signed passport ssn note notes "
    "comment comments gift value whatsapp landing referring url urls link href "
)
# Whatever stands inside of one of these is about somebody.
PERSONS = _words(
    "customer customers billing address addresses recipient buyer contact contacts person "
    "people user client staff sender owner "
)
ABOUT_PERSONS = _words("id country country_code countrycode currency __typename")
# A string under one of these is shown; under one of MESSAGES without what stands for somebody.
PLAIN = _words(
    "id ids gid typename status state currency kind type topic event amount price total "
    "subtotal quantity sku code reason gateway carrier number numbers country version cents "
    "minor scope scopes field fields path method key count locale language unit rate "
)
PLAIN_NAMES = _words("operationName namespace")  # whole ones
MESSAGES = _words("message messages title detail error errors")
TAXES, OF_TAXES = _words("tax vat"), _words("id ids number code")
HEADERS = _words(
    "accept message-id content-type content-length date idempotency-key retry-after user-agent "
    "webhook-id webhook-timestamp x-request-id x-shopify-topic x-shopify-api-version "
    "x-shopify-webhook-id x-wc-webhook-topic x-wc-webhook-delivery-id x-wc-webhook-event "
)
# What the lines of our own notes are called (execution.notes): labels, and nothing of anybody.
NOTE_LINES = frozenset(
    {
        "Code",
        "Item",
        "What",
        "By",
        "Identity key",
        "Verified by",
        "At",
        "Ledger entry",
        "Ledger leaf",
        "Recorded by",
    }
)
