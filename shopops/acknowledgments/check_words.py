"""What the checks of the ways in say, by their ids."""

SENTENCES: dict[str, str] = {
    "shopops.E030": "SHOPOPS_INBOUND names {name}, which is no way in.",
    "shopops.E030/hint": "Choose from {ways}.",
    "shopops.E031": "{name} posts mail, but {missing} is not set, so anybody could post it.",
    "shopops.E031/hint": "Set {missing}, or take {name} out of SHOPOPS_INBOUND.",
    "shopops.E032": (
        "Mail may be posted raw, but SHOPOPS_INBOUND_SECRET is not set, so none is taken."
    ),
    "shopops.E032/hint": "Set SHOPOPS_INBOUND_SECRET, or take raw out of SHOPOPS_INBOUND.",
    "shopops.W033": "Mail comes in by {ways}, and of each the results of {server} are believed.",
    "shopops.W033/hint": (
        "Make sure that all of them take such headers away from mail that comes in with one, or "
        "leave a single way in SHOPOPS_INBOUND."
    ),
}
