"""Can a parcel be sent to this address?"""

from shopops.agents.records import Address

# Countries whose post delivers without a postcode, or where addresses commonly lack one.
_NO_POSTCODE = (
    "AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GM GQ GY HK IE KI KM "
    "KP ML MO MR MW NR NU PA QA RW SB SC SL SR ST SY TD TG TK TO TV UG VU YE ZW"
)
NO_POSTCODE = frozenset(_NO_POSTCODE.split())


def is_given(address: Address) -> bool:
    """Does the address say anything at all? Sources send empty ones for "none"."""
    return address != Address()


def is_complete(address: Address) -> bool:
    """Country, a street line, a city, and a postcode where the country has them."""
    street = any(line.strip() for line in address.lines)
    postcode = bool(address.postcode) or address.country in NO_POSTCODE
    return bool(address.country and street and address.city and postcode)
