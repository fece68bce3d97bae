"""What to do about a request that was turned away, by the way it came. Pure."""

from shopops.acknowledgments.doctor.said import Said, Says, Sentences, as_it_is, said
from shopops.acknowledgments.origin import MISSIGNED, NO_TIME, RAW_UNSET, TOO_OLD, no_secret
from shopops.acknowledgments.providers import RAW
from shopops.acknowledgments.reading.limits import MAX_BYTES

# As whoever posted is told.
NOT_SWITCHED_ON = "this way is not switched on"
BROKE_OFF = "The mail broke off."
TOO_LONG = f"The mail is longer than {MAX_BYTES} bytes."
CANT_READ = "This can't be read."
PROBLEMS: dict[str, Said] = {
    NOT_SWITCHED_ON: said(Says.NOT_SWITCHED_ON),
    BROKE_OFF: said(Says.BROKE_OFF),
    TOO_LONG: said(Says.TOO_LONG, number=str(MAX_BYTES)),
    CANT_READ: said(Says.CANT_READ),
    RAW_UNSET: said(Says.RAW_UNSET),
    MISSIGNED: said(Says.MISSIGNED),
    TOO_OLD: said(Says.TOO_OLD),
    NO_TIME: said(Says.NO_TIME),
}


def refused_words(slug: str, way: str, problem: str) -> tuple[Sentences, Sentences]:
    says = said(Says.TURNED_AWAY, path=f"/inbound/{slug}/{way}", problem=_problem(way, problem))
    return (says,), (_advice(slug, way, problem), said(Says.WAIT_ON))


def _problem(way: str, problem: str) -> Said:
    """What a provider's library says is shown as it says it."""
    if problem == no_secret(way):
        return said(Says.NOTHING_PROVES, way=way)
    return PROBLEMS.get(problem) or as_it_is(problem.rstrip("."))


def _advice(slug: str, way: str, problem: str) -> Said:
    if problem == NOT_SWITCHED_ON:
        return said(Says.SWITCH_ON, way=way)
    if "too old" in problem:
        return said(Says.SET_CLOCKS)
    if way == RAW:
        return said(Says.SIGN_RAW, shop=slug)
    if way == "mailgun" and "basic auth" not in problem:
        return said(Says.SET_MAILGUN)
    return said(Says.GIVE_BASIC_AUTH)
