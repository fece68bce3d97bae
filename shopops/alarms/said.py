"""A refusal in the words of the language that is active. Programs and the log have it in English,
as `str` of it says."""

from django.utils.translation import gettext

from shopops.alarms.refusals import SENTENCES, UNSAID, RefusalCode, Refused


def said(refusal: Refused) -> str:
    return sentence(refusal.code, **refusal.facts)


def sentence(code: RefusalCode, **facts: str) -> str:
    unsaid = {name: gettext(words) for name, words in UNSAID.items()}
    return gettext(SENTENCES[code]).format_map(unsaid | facts)
