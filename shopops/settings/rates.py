"""How many requests a minute one caller may make (`shopops.guards.rates`)."""

from collections.abc import Sequence

from shopops.settings.environment import SettingRefused

DEFAULT = {
    "api-token": 600,
    "api-source": 1200,
    "inbound": 600,
    "links": 30,
    # The sources of many shops post from a few places, and in bursts.
    "webhooks": 3000,
}
OFF = "off"


def rates(words: Sequence[str]) -> dict[str, int]:
    """From `off`, or such as `links=60`: what is not named stays as it is."""
    if [word.lower() for word in words] == [OFF]:
        return {}
    found = dict(DEFAULT)
    for word in words:
        name, _, number = (part.strip() for part in word.partition("="))
        if name not in DEFAULT or not (number.isascii() and number.isdecimal() and int(number)):
            known = ", ".join(DEFAULT)
            raise SettingRefused(
                f"SHOPOPS_RATE_LIMITS has {word!r}: write it like links=30, with one of {known}; "
                "or off."
            )
        found[name] = int(number)
    return found
