"""Each row of the ledger as a sentence."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.ledger import Entry, EventKind
from shopops.review.words.alarms import ALARMS
from shopops.review.words.decided import decided
from shopops.review.words.executing import connection_changed, execution
from shopops.review.words.people import CUSTOMER, Names, name_of
from shopops.review.words.values import money

Body = Mapping[str, Any]
ROSTER = {
    "added": gettext_noop("{who} added an address of {person}"),
    "changed": gettext_noop("{who} changed an address of {person}"),
    "removed": gettext_noop("{who} removed an address of {person}"),
    "verified": gettext_noop("{who} confirmed an address of {person}"),
    "away": gettext_noop("{who} entered an absence of {person}"),
    "back": gettext_noop("{who} ended the absence of {person}"),
}
MEMBERS = {
    "joined": gettext_noop("{person} joined the shop as {after}"),
    "role": gettext_noop("{who} changed the role of {person} from {before} to {after}"),
    "name": gettext_noop("{who} gave {person} another name"),
    "left": gettext_noop("{who} deactivated {person}"),
    "returned": gettext_noop("{who} reactivated {person}"),
}
INVITATIONS = {
    "invited": gettext_noop("{who} invited somebody as {role}"),
    "sent_again": gettext_noop("{who} sent an invitation again"),
    "revoked": gettext_noop("{who} revoked an invitation"),
}
SETTINGS = {
    "alarms": gettext_noop("alarm settings"),
    "review": gettext_noop("review settings"),
    "replies": gettext_noop("rules for answers"),
    "wording": gettext_noop("wording settings"),
}
TOKENS = {
    "created": gettext_noop("{who} created {token}"),
    "replaced": gettext_noop("{who} replaced {token}"),
    "revoked": gettext_noop("{who} revoked {token}"),
}
ROLES = (  # as the ledger has them
    gettext_noop("viewer"),
    gettext_noop("auditor"),
    gettext_noop("reviewer"),
    gettext_noop("admin"),
)
THRESHOLDS = gettext_noop("thresholds")
OF_SHOP = (gettext_noop("name"), gettext_noop("time zone"))  # what of it may change
TRACKS = (gettext_noop("standard"), gettext_noop("exception"), gettext_noop("escalate"))


def event_sentence(entry: Entry, names: Names) -> str:
    """`names`: identity key to display name; who is erased from the roster stays "Somebody"."""
    of_alarms = ALARMS.get(entry.kind)
    if of_alarms is not None:
        return of_alarms(entry, names)
    return SENTENCES[entry.kind](entry.body, names)


def _intake(body: Body, _: Names) -> str:
    return gettext("Intake recorded {number} pieces of evidence").format(
        number=body.get("evidence")
    )


def _proposal(body: Body, _: Names) -> str:
    number = len(body.get("actions", []))
    steps = ngettext("{number} action", "{number} actions", number).format(number=number)
    said = gettext("Resolution proposed, revision {revision}: {track}, {steps}")
    track = gettext(str(body.get("track")))
    return said.format(revision=body.get("revision"), track=track, steps=steps)


def _verdict(body: Body, _: Names) -> str:
    verdicts = body.get("verdicts", [])
    rules = list(dict.fromkeys(rule for one in verdicts for rule in one.get("rules", [])))
    outcomes = {one.get("outcome") for one in verdicts}
    said = gettext("Policy, thresholds version {version}").format(
        version=body.get("thresholds_version")
    )
    if outcomes <= {"permit"}:
        return ": ".join([said, gettext("permitted")])
    worst = gettext("needs a person")
    if "deny" in outcomes:
        worst = gettext("denied") if outcomes == {"deny"} else gettext("denied in part")
    return f"{said}: {worst} ({', '.join(rules)})"


def _settings(body: Body, names: Names) -> str:
    """Of what has no entry of its own, a new version came into force."""
    said = OF_SETTINGS.get(str(body.get("of")), _version)
    return said(body, names)


def _shop(body: Body, names: Names) -> str:
    if body.get("change") == "opened":
        if body.get("through") == "page":
            return gettext("An operator opened the shop")
        return gettext("An operator opened the shop at the command line")
    changed = gettext(" and ").join(gettext(str(one)) for one in body.get("changed", []))
    said = gettext("{who} changed the shop’s {what}")
    return said.format(who=name_of(body.get("author"), names), what=changed)


def _version(body: Body, names: Names) -> str:
    what = gettext(SETTINGS.get(str(body.get("of")), THRESHOLDS))
    version = gettext("{what} version {version}").format(what=what, version=body.get("version"))
    lowered = body.get("proof") == "lowered"
    less = ", " + gettext("which ask for less proof of the sender") if lowered else ""
    if not body.get("author"):
        version = f"{version[0].upper()}{version[1:]}"
        return gettext("{version} came into force{less}").format(version=version, less=less)
    said = gettext("{who} put {version} into force{less}")
    if body.get("of") == "review" and body.get("changed") == ["people"]:
        said = gettext("{who} changed what one person may approve: {version}")
    return said.format(who=name_of(body.get("author"), names), version=version, less=less)


def _suppression(body: Body, names: Names) -> str:
    addresses = body.get("addresses")
    count = len(addresses) if isinstance(addresses, list) else 0
    if body.get("change") == "added":
        said = ngettext(
            "{who} put {number} address on the suppression list",
            "{who} put {number} addresses on the suppression list",
            count,
        )
    else:
        said = ngettext(
            "{who} took {number} address off the suppression list",
            "{who} took {number} addresses off the suppression list",
            count,
        )
    by_customer = body.get("by") == CUSTOMER
    who = gettext("The customer") if by_customer else name_of(body.get("author"), names)
    return said.format(who=who, number=count)


def _delegation(body: Body, names: Names) -> str:
    author, giver, receiver = (
        name_of(body.get(role), names) for role in ("author", "giver", "receiver")
    )
    amount = money(body.get("most_minor"), str(body.get("currency")))
    if body.get("change") == "lent":
        said = gettext("{author} lent the limit of {giver}, up to {amount}, to {receiver}")
        return said.format(author=author, giver=giver, amount=amount, receiver=receiver)
    said = gettext("{author} took the limit of {giver} back from {receiver}")
    return said.format(author=author, giver=giver, receiver=receiver)


def _token(body: Body, names: Names) -> str:
    scopes = ", ".join(str(scope) for scope in body.get("scopes", []))
    said = TOKENS.get(str(body.get("change")))
    change = gettext(said) if said else f"{{who}} {body.get('change')} {{token}}"
    token = gettext("the API token {prefix}…").format(prefix=body.get("prefix"))
    return f"{change.format(who=_author(body, names), token=token)} ({scopes})"


def _roster(body: Body, names: Names) -> str:
    who = _author(body, names)
    person = name_of(body.get("person"), names)
    change = str(body.get("change"))
    words = {"member": MEMBERS, "invitation": INVITATIONS}.get(str(body.get("of")), {}).get(change)
    if words is not None:
        said = {key: gettext(str(body.get(key, ""))) for key in ("before", "after", "role")}
        return gettext(words).format(who=who, person=person, **said)
    step = ", " + gettext("step {step}").format(step=body["step"]) if "step" in body else ""
    if change not in ROSTER:
        other = gettext("{who} changed the roster: {person}, {change}{step}")
        return other.format(who=who, person=person, change=change.replace("_", " "), step=step)
    told = gettext(ROSTER[change]).format(who=who, person=person)
    roster = gettext("roster")
    return f"{told} ({roster}{step})"


def _write_back(body: Body, _: Names) -> str:
    return gettext("The outcome was written into the shop’s own system")


def _erased(body: Body, names: Names) -> str:
    if body.get("of") == "order":
        said = gettext("{who} erased what was kept of order {order}")
        return said.format(who=_author(body, names), order=body.get("order"))
    return gettext("A name was erased: the ledger keeps a hash that nothing opens any more")


def _imported(body: Body, _: Names) -> str:
    row = body.get("imported")
    if isinstance(row, Mapping):
        kind = str(row.get("kind")).replace("_", " ")
        said = gettext("Imported from an older system: alert {code}, {kind}")
        return said.format(code=row.get("code"), kind=kind)
    said = gettext("{rows} rows of an older system’s ledger were imported")
    return said.format(rows=body.get("rows"))


def _export(body: Body, names: Names) -> str:
    said = gettext("{who} exported {what}")
    return said.format(who=_author(body, names), what=_taken_out(body))


def _author(body: Body, names: Names) -> str:
    return name_of(body["author"], names) if body.get("author") else gettext("An operator")


def _taken_out(body: Body) -> str:
    """`of` is missing where the ledger was exported by a command."""
    match body.get("of"):
        case "audit":
            rows = body.get("rows") or 0
            said = ngettext(
                "{number} row of the audit page", "{number} rows of the audit page", rows
            )
            return said.format(number=rows)
        case "dashboard":
            return gettext("the numbers of the chart {chart}").format(chart=body.get("chart"))
        case "customer":
            orders = body.get("orders") or 0
            said = ngettext(
                "what is kept of {number} order for its customer",
                "what is kept of {number} orders for their customer",
                orders,
            )
            return said.format(number=orders)
        case "refused rows":
            rows = body.get("rows") or 0
            said = ngettext(
                "{number} refused row of a file of orders",
                "{number} refused rows of a file of orders",
                rows,
            )
            return said.format(number=rows)
        case "receipt":
            said = gettext("the receipt of decision {decision}")
            return said.format(decision=body.get("decision"))
    return gettext("the ledger, {entries} entries").format(entries=body.get("entries"))


OF_SETTINGS: dict[str, Callable[[Body, Names], str]] = {
    "connection": connection_changed,
    "delegation": _delegation,
    "shop": _shop,
    "suppression": _suppression,
}
SENTENCES: dict[EventKind, Callable[[Body, Names], str]] = {
    EventKind.INTAKE: _intake,
    EventKind.PROPOSAL: _proposal,
    EventKind.VERDICT: _verdict,
    EventKind.DECISION: decided,
    EventKind.SETTINGS: _settings,
    EventKind.TOKEN: _token,
    EventKind.EXPORT: _export,
    EventKind.EXECUTION: execution,
    EventKind.WRITE_BACK: _write_back,
    EventKind.ROSTER: _roster,
    EventKind.ERASED: _erased,
    EventKind.IMPORTED: _imported,
}
