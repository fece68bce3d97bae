"""Who gets which answer on the pages of a shop; patterns below t/<slug:slug>/."""

from collections.abc import Mapping

from shopops.tenants.models import Role
from tests.support.walls.answers import (
    ADMINS,
    DECIDERS,
    EVERYBODY,
    INSPECTORS,
    NOT_FOUND,
    Door,
    ShopPage,
)

BELOW = "t/<slug:slug>/"
DONE, REFUSED, CONFLICT = 302, 422, 409

READ = ShopPage(get=Door(EVERYBODY))
INSPECT = ShopPage(get=Door(INSPECTORS))
DECIDE_EMPTY = ShopPage(post=Door(DECIDERS, REFUSED))
SET_EMPTY = ShopPage(post=Door(ADMINS, REFUSED))
SETTINGS = ShopPage(get=Door(INSPECTORS), post=Door(ADMINS, REFUSED))
TYPE = ShopPage(get=Door(ADMINS), post=Door(ADMINS, REFUSED))  # what is secret is typed there
SET = ShopPage(post=Door(ADMINS, DONE))
# A bulk run is the reviewer's who began it; another person's looks like one that never was.
ONLY_THEIRS: Mapping[Role, int] = {Role.ADMIN: NOT_FOUND}

REVIEW: Mapping[str, ShopPage] = {
    "review/": READ,
    "review/live/": READ,
    "review/views/": ShopPage(post=Door(EVERYBODY, DONE)),
    "review/views/<int:view_id>/remove/": ShopPage(post=Door(EVERYBODY, DONE)),
    "review/decide/": ShopPage(post=Door(DECIDERS, REFUSED), form={"handle": "handle"}),
    "review/bulk/": ShopPage(post=Door(DECIDERS, REFUSED), form={"item": "proposal_id"}),
    "review/bulk/<uuid:run_id>/": ShopPage(get=Door(DECIDERS, besides=ONLY_THEIRS)),
    "review/bulk/<uuid:run_id>/decide/": ShopPage(
        post=Door(DECIDERS, REFUSED, besides=ONLY_THEIRS)
    ),
    "review/bulk/<uuid:run_id>/undo/": ShopPage(post=Door(DECIDERS, DONE, besides=ONLY_THEIRS)),
    "review/<int:proposal_id>/": READ,
    "review/<int:proposal_id>/claim/": ShopPage(post=Door(DECIDERS, DONE)),
    "review/<int:proposal_id>/release/": ShopPage(post=Door(DECIDERS, DONE)),
    "review/<int:proposal_id>/assign/": ShopPage(
        post=Door(DECIDERS, REFUSED), form={"to": "decider_id"}
    ),
    "review/<int:proposal_id>/here/": ShopPage(post=Door(EVERYBODY)),
    # Without a model, and until it is switched on, there is nothing there.
    "review/<int:proposal_id>/draft/": ShopPage(post=Door(DECIDERS, NOT_FOUND)),
    "review/<int:proposal_id>/mails/": READ,
    "review/<int:proposal_id>/evidence/": ShopPage(
        get=Door(EVERYBODY), query="?id=oms:order_total"
    ),
    "review/decisions/<int:decision_id>/receipt/": READ,
    "ledger/": READ,
    "audit/": INSPECT,
    "audit/audit.csv": INSPECT,
    "audit/ledger.zip": ShopPage(post=Door(INSPECTORS)),
    "dashboard/": READ,
    "dashboard/<slug:chart>.csv": READ,
}
ALARMS: Mapping[str, ShopPage] = {
    "alarms/": READ,
    "alarms/audit/": READ,
    "alarms/<int:item_id>/": READ,
    "alarms/<int:item_id>/acknowledge/": ShopPage(post=Door(DECIDERS, CONFLICT)),
    "alarms/<int:item_id>/hand-off/": ShopPage(
        post=Door(DECIDERS, REFUSED), form={"holder": "decider_id"}
    ),
    "alarms/<int:item_id>/resolve/": ShopPage(
        post=Door(DECIDERS, CONFLICT), form={"proposal": "proposal_id"}
    ),
    "alarms/<int:item_id>/unacknowledge/": DECIDE_EMPTY,
    "alarms/mail-doctor/": ShopPage(
        get=Door(INSPECTORS), post=Door(ADMINS, DONE), form={"contact": "contact_id"}
    ),
    "quarantine/": ShopPage(get=Door(INSPECTORS), post=Door(ADMINS, DONE), form={"mail": "mail"}),
}
PEOPLE: Mapping[str, ShopPage] = {
    "settings/members/": INSPECT,
    "settings/members/<int:member_id>/": SETTINGS,
    "settings/members/<int:member_id>/turn/": SET_EMPTY,
    "settings/members/<int:member_id>/limit/": SET_EMPTY,
    "settings/members/invite/": SET_EMPTY,
    "settings/members/invitations/<int:invitation_id>/send/": SET,
    "settings/members/invitations/<int:invitation_id>/revoke/": SET,
    "settings/people/": INSPECT,
    "settings/people/add/": ShopPage(post=Door(ADMINS, REFUSED), form={"person": "member_id"}),
    "settings/people/<int:contact_id>/": SET_EMPTY,
    "settings/people/<int:contact_id>/ask/": SET,
    "settings/people/away/": ShopPage(post=Door(ADMINS, REFUSED), form={"person": "member_id"}),
    "settings/people/back/": ShopPage(post=Door(ADMINS, REFUSED), form={"person": "member_id"}),
    "settings/tokens/": ShopPage(
        get=Door(INSPECTORS), post=Door(ADMINS, REFUSED), form={"acts_for": "decider_id"}
    ),
    # Opened again, the address at which a new secret was shown leads back to the list.
    "settings/tokens/<int:token_id>/replace/": ShopPage(
        get=Door(ADMINS, DONE), post=Door(ADMINS, REFUSED)
    ),
    "settings/tokens/<int:token_id>/revoke/": SET,
}
NUMBERS: Mapping[str, ShopPage] = {
    "settings/review/": SETTINGS,
    "settings/review/lend/": ShopPage(
        post=Door(ADMINS, REFUSED), form={"giver": "decider_id", "receiver": "decider_id"}
    ),
    "settings/review/<int:delegation_id>/take-back/": SET,
    "settings/alarms/": SETTINGS,
    "settings/alarms/plan/": SET_EMPTY,
    "settings/alarms/end/": SET_EMPTY,
    "settings/replies/": SETTINGS,
    "settings/wording/": SETTINGS,
    "settings/suppression/": SETTINGS,
    "settings/suppression/<int:entry_id>/take-off/": SET_EMPTY,
    "settings/thresholds/": SETTINGS,
    "settings/thresholds/preview/": SET_EMPTY,
    "settings/thresholds/preview/<int:run_id>/": SETTINGS,
    "settings/thresholds/preview/<int:run_id>/stop/": SET,
    "settings/thresholds/history/": READ,
    "settings/thresholds/history/<int:version>/restore/": SET_EMPTY,
    "settings/thresholds/history/<int:version>/preview/": SET,
}
PRIVACY: Mapping[str, ShopPage] = {
    "settings/privacy/": SETTINGS,
    "settings/privacy/<int:request_id>/": INSPECT,
    "settings/privacy/<int:request_id>/erase/": SET_EMPTY,
    "settings/privacy/<int:request_id>/download/": ShopPage(post=Door(ADMINS)),
    "settings/privacy/<int:request_id>/settle/": SET_EMPTY,
}
CONNECTED: Mapping[str, ShopPage] = {
    "settings/connections/": INSPECT,
    "settings/connections/connect/<slug:connector>/": TYPE,
    "settings/connections/<int:connection_id>/": INSPECT,
    "settings/connections/<int:connection_id>/change/": TYPE,
    "settings/connections/<int:connection_id>/test/": SET,
    "settings/connections/<int:connection_id>/carries-out/": SET_EMPTY,
    "settings/connections/<int:connection_id>/pause/": SET_EMPTY,
    "settings/connections/<int:connection_id>/resume/": SET_EMPTY,
    "settings/connections/<int:connection_id>/remove/": SET_EMPTY,
    "settings/connections/<int:connection_id>/deliveries/": INSPECT,
    "settings/connections/<int:connection_id>/deliveries/<int:delivery_id>/": INSPECT,
    "executions/": READ,
    "executions/live/": READ,
    "executions/write-back/": READ,
    "executions/write-back/again/": DECIDE_EMPTY,
    "executions/<int:effect_id>/": READ,
    "executions/<int:effect_id>/run/": DECIDE_EMPTY,
    "executions/<int:effect_id>/retry/": DECIDE_EMPTY,
    "executions/<int:effect_id>/by-hand/": DECIDE_EMPTY,
    "executions/<int:effect_id>/give-up/": DECIDE_EMPTY,
}
SETUP: Mapping[str, ShopPage] = {
    "setup/": INSPECT,
    "setup/shop/": SETTINGS,
    "setup/amounts/": SETTINGS,
    "setup/orders/": SETTINGS,
    "setup/orders/<int:file_id>/": INSPECT,
    "setup/orders/<int:file_id>/refused.csv": INSPECT,
    "setup/orders/<int:file_id>/import/": SET,
    "setup/orders/<int:file_id>/discard/": SET,
}
SHOP_PAGES: Mapping[str, ShopPage] = {
    BELOW + pattern: page
    for group in (REVIEW, ALARMS, PEOPLE, NUMBERS, PRIVACY, CONNECTED, SETUP)
    for pattern, page in group.items()
}
