"""The language that one may guess, at most weakly, from the country a parcel goes to.

Only countries where one language is both official and most people's. Countries with several, such
as Belgium, Canada, Switzerland, India or South Africa, are left out on purpose: there is no guess.
"""

_COUNTRIES = {
    "ar": "AE BH EG JO KW OM QA SA",
    "cs": "CZ",
    "da": "DK",
    "de": "AT DE LI",
    "el": "GR",
    "en": "AU GB IE NZ US",
    "es": "AR CL CO CR DO EC ES GT HN MX NI PA PE SV UY VE",
    "et": "EE",
    "fr": "FR MC",
    "hr": "HR",
    "hu": "HU",
    "is": "IS",
    "it": "IT SM VA",
    "ja": "JP",
    "ko": "KR",
    "lt": "LT",
    "lv": "LV",
    "nl": "NL",
    "no": "NO",
    "pl": "PL",
    "pt": "BR PT",
    "ro": "RO",
    "sk": "SK",
    "sl": "SI",
    "sv": "SE",
    "th": "TH",
    "tr": "TR",
    "vi": "VN",
}

LANGUAGE_OF = {
    country: language for language, codes in _COUNTRIES.items() for country in codes.split()
}
