"""Which token gets which answer from the API; patterns below api/v1/."""

from collections.abc import Mapping

from shopops.tenants.tokens import Scope
from tests.support.walls.answers import Endpoint

BELOW = "api/v1/"
# Tokens with the scopes review:read and review:decide, by whom they act for.
REVIEWERS, ADMINS = "a reviewer's", "an admin's"
ALARMS = (Scope.ALARMS_RING, Scope.ALARMS_ACKNOWLEDGE, Scope.ALARMS_RESOLVE)
READERS: Mapping[str, int] = {Scope.REVIEW_READ: 200, REVIEWERS: 200, ADMINS: 200}
# A bulk run is its reviewer's.
THEIRS: Mapping[str, int] = {REVIEWERS: 200, ADMINS: 404}
NEW = {"Idempotency-Key": "once"}

ENDPOINTS: Mapping[tuple[str, str], Endpoint] = {
    (method, BELOW + pattern): endpoint
    for (method, pattern), endpoint in {
        ("POST", "orders"): Endpoint({Scope.ORDERS_WRITE: 200}, {"orders": [{}]}),
        ("POST", "trackers"): Endpoint({Scope.TRACKERS_WRITE: 200}, {"trackers": [{}]}),
        ("POST", "resolutions"): Endpoint({Scope.RESOLVE: 200}, {"order_id": "O-1001"}),
        ("GET", "proposals"): Endpoint({Scope.PROPOSALS_READ: 200}),
        ("GET", "proposals/<int:proposal_id>"): Endpoint({Scope.PROPOSALS_READ: 200}),
        ("POST", "alarms/derive"): Endpoint(dict.fromkeys(ALARMS, 422), {}),
        ("POST", "alarms/events"): Endpoint(dict.fromkeys(ALARMS, 422), {}),
        ("GET", "review-items"): Endpoint(READERS),
        ("GET", "review-items/<int:item_id>"): Endpoint(READERS),
        ("GET", "review-people"): Endpoint(READERS),
        ("POST", "review-items/<int:item_id>/decisions"): Endpoint(
            {REVIEWERS: 403, ADMINS: 403}, {"handle": "made up", "decision": "reject"}, headers=NEW
        ),
        ("POST", "review-items/<int:item_id>/claim"): Endpoint({REVIEWERS: 200, ADMINS: 200}),
        ("POST", "review-items/<int:item_id>/release"): Endpoint({REVIEWERS: 200, ADMINS: 200}),
        ("POST", "review-items/<int:item_id>/assign"): Endpoint(
            {REVIEWERS: 403, ADMINS: 200}, named={"to": "decider_id"}
        ),
        ("POST", "review-items/bulk-decisions"): Endpoint({REVIEWERS: 422, ADMINS: 422}, {}),
        ("GET", "review-items/bulk-decisions/<uuidstr:preview_id>"): Endpoint(THEIRS),
        ("POST", "review-items/bulk-decisions/<uuidstr:preview_id>/confirm"): Endpoint(
            {REVIEWERS: 422, ADMINS: 404}, {}
        ),
    }.items()
}
