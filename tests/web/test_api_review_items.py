"""The list of review items and one item, as a program with a token reads them."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from shopops.administration.tokens import DelegationRefused, create_token
from shopops.ledger import EventKind
from shopops.review.models import DecisionHandle
from shopops.tenants.models import ApiToken, Membership, Role, User
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from tests.support.deciding import ESCALATED, ORDER, RESHIP
from tests.support.ledger_reading import bodies_of_kind
from tests.support.review_api import REVIEW, ReviewApi, api_of, reading_token, send
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER, ESCALATED))


def test_an_item_says_everything_that_a_decision_needs(room: Reviewing) -> None:
    item = api_of(room).item(ORDER)
    row = room.proposal(ORDER)
    assert (item["id"], item["revision"], item["digest"]) == (
        row.pk,
        row.revision,
        bytes(row.digest).hex(),
    )
    assert item["can_decide"] is True
    assert item["cannot_decide_reason"] is None
    assert {"approve", "edit", "reject", "respond"} <= set(item["allowed_decisions"])
    assert (item["approvals_required"], item["approvals_given"]) == (1, 0)
    assert item["expires_at"] is not None
    assert item["decision_handle"]
    cited = {one for action in item["actions"] for one in action["evidence_ids"]}
    assert cited
    assert cited <= {one["id"] for one in item["evidence"]}
    assert [one["action"] for one in item["verdicts"]] == [one["index"] for one in item["actions"]]
    assert all(one["results"] for one in item["verdicts"])


def test_looking_again_shows_the_same_handle_and_makes_no_row(room: Reviewing) -> None:
    api = api_of(room)
    assert api.item(ORDER)["decision_handle"] == api.item(ORDER)["decision_handle"]
    assert DecisionHandle.objects.count() == 1


def test_the_page_and_the_token_have_handles_of_their_own(room: Reviewing) -> None:
    assert api_of(room).item(ORDER)["decision_handle"] != room.handle(ORDER)


def test_an_escalation_is_handled_or_answered_and_never_approved(room: Reviewing) -> None:
    item = api_of(room).item(ESCALATED)
    assert item["allowed_decisions"] == ["handled_outside", "reject", "respond"]
    assert (item["can_decide"], item["approvals_required"]) == (True, 0)


def test_a_token_that_acts_for_nobody_reads_only(room: Reviewing) -> None:
    for scopes in ((Scope.REVIEW_READ,), REVIEW):
        api = ReviewApi(room, reading_token(room.shop, *scopes))
        item = api.item(ORDER)
        assert (item["allowed_decisions"], item["decision_handle"]) == ([], None)
        assert item["can_decide"] is False
        assert item["cannot_decide_reason"]["code"] == "token_not_bound"
        assert item["acts_for"] is None
    status, problem = api.post(f"{api.path(ORDER)}/claim")
    assert (status, problem["code"]) == (403, "token_not_bound")
    assert not DecisionHandle.objects.exists()


def test_a_token_that_reads_may_not_decide(room: Reviewing) -> None:
    api = ReviewApi(room, reading_token(room.shop))
    for path in ("decisions", "claim", "release", "assign"):
        status, problem = api.post(f"{api.path(ORDER)}/{path}", {})
        assert (status, problem["code"]) == (403, "scope_missing")
    assert api.post("review-items/bulk-decisions", {})[1]["code"] == "scope_missing"


def test_a_token_of_another_kind_may_not_even_look(room: Reviewing) -> None:
    api = ReviewApi(room, reading_token(room.shop, Scope.PROPOSALS_READ))
    for path in ("review-items", api.path(ORDER), "review-people"):
        status, problem = api.get(path)
        assert (status, problem["code"]) == (403, "scope_missing")


def test_why_somebody_cannot_decide_is_said_with_its_code(room: Reviewing) -> None:
    maya, leo = api_of(room), api_of(room, "Leo")
    assert leo.post(f"{leo.path(ORDER)}/claim")[0] == 200
    item = maya.item(ORDER)
    assert item["can_decide"] is False
    assert item["cannot_decide_reason"]["code"] == "not_assignee"
    assert "Leo" in item["cannot_decide_reason"]["detail"]
    assert (item["allowed_decisions"], item["held_by"]) == ([], "Leo")
    # an admin may set the claim aside, and only that
    admin = api_of(room, "Ada", Role.ADMIN).item(ORDER)
    assert (admin["allowed_decisions"], admin["bypassable"]) == (["approve"], ["not_assignee"])


def test_what_is_decided_says_so_and_can_be_undone_by_its_decider(room: Reviewing) -> None:
    maya, leo = api_of(room), api_of(room, "Leo")
    assert maya.decide(ORDER, "approve", actions=[RESHIP])[0] == 201
    mine, theirs = maya.item(ORDER), leo.item(ORDER)
    assert mine["allowed_decisions"] == ["undo"]
    assert theirs["allowed_decisions"] == []
    assert mine["cannot_decide_reason"]["code"] == "already_decided"
    assert mine["decisions"][0]["by"]["name"] == "Maya"
    assert mine["approvals_given"] == 1


def test_ids_of_another_shop_look_nonexistent(room: Reviewing) -> None:
    stranger = api_of(reviewing_now((ORDER,), slug="store_southline"))
    path = api_of(room).path(ORDER)
    never = "review-items/999999999"
    beyond = f"review-items/{10**30}"
    body = {"handle": "x", "decision": "reject", "reason": "no"}
    for one in (path, never, beyond):
        answers = [
            stranger.get(one),
            stranger.post(f"{one}/claim"),
            stranger.post(f"{one}/release"),
            (404, stranger.sent(f"{one}/decisions", body).json()),
        ]
        for status, problem in answers:
            assert (status, problem["code"]) == (404, "unknown_review_item")
            assert problem["detail"] == "This shop has no review item with that id."
    listed = stranger.get("review-items")[1]["review_items"]
    assert room.proposal(ORDER).pk not in [one["id"] for one in listed]


def test_the_list_is_filtered_like_the_queue(room: Reviewing) -> None:
    api = api_of(room)
    orders = {
        query: [one["order_id"] for one in api.get(f"review-items?{query}")[1]["review_items"]]
        for query in (
            "",
            "track=escalate",
            "kind=propose_refund",
            "currency=USD&min_amount_minor=12900",
            "currency=USD&max_amount_minor=12899",
            "status=approved",
            "due=overdue",
            "assignee=me",
            f"q={ESCALATED}",
        )
    }
    assert orders == {
        "": [ORDER, ESCALATED],
        "track=escalate": [ESCALATED],
        "kind=propose_refund": [ORDER],
        "currency=USD&min_amount_minor=12900": [ORDER],
        "currency=USD&max_amount_minor=12899": [],
        "status=approved": [],
        "due=overdue": [],
        "assignee=me": [],
        f"q={ESCALATED}": [ESCALATED],
    }
    api.post(f"{api.path(ESCALATED)}/claim")
    assert [one["order_id"] for one in api.get("review-items?assignee=me")[1]["review_items"]] == [
        ESCALATED
    ]


def test_what_is_overdue_is_marked(room: Reviewing) -> None:
    late = reviewing((ORDER,), slug="store_late", now=timezone.now() - timedelta(days=3))
    (overdue,) = api_of(late).get("review-items")[1]["review_items"]
    assert overdue["overdue"] is True
    fresh = api_of(room).get("review-items")[1]["review_items"]
    assert [one["overdue"] for one in fresh] == [False, False]


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("track=sideways", "query.track"),
        ("status=unjudged", "query.status"),
        ("trak=escalate", "query.trak"),
        ("min_amount_minor=5", "query.currency"),
        ("currency=XAU", "query.currency"),
        ("currency=usd", "query.currency"),
        ("min_amount_minor=-1&currency=USD", "query.min_amount_minor"),
        ("assignee=leo", "query.assignee"),
        ("age_hours=0", "query.age_hours"),
    ],
)
def test_a_filter_that_cannot_be_read_is_named_and_nothing_is_listed(
    room: Reviewing, query: str, named: str
) -> None:
    status, problem = api_of(room).get(f"review-items?{query}")
    assert (status, problem["code"]) == (422, "invalid")
    assert any(named.split(".")[1] in one["path"] for one in problem["errors"])


def test_a_token_that_acts_for_nobody_has_no_me(room: Reviewing) -> None:
    api = ReviewApi(room, reading_token(room.shop))
    status, problem = api.get("review-items?assignee=me")
    assert (status, problem["errors"][0]["path"]) == (422, "query.assignee")


def test_a_made_up_cursor_is_refused(room: Reviewing) -> None:
    for cursor in ("nonsense", "MTc3", "%C2%B2", "MQ=="):
        status, problem = api_of(room, "Maya").get(f"review-items?cursor={cursor}")
        known = (status, problem.get("code")) == (422, "unknown_cursor")
        assert known or (cursor == "MTc3" and status == 200)


def test_the_list_walks_by_cursor_without_repeats(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopops.review.queue.PAGE", 1)
    api, seen, path = api_of(room), [], "review-items"
    while path:
        page = api.get(path)[1]
        seen += [one["order_id"] for one in page["review_items"]]
        path = f"review-items?cursor={page['next_cursor']}" if page["next_cursor"] else ""
    assert seen == [ORDER, ESCALATED]


def test_the_list_and_the_item_cost_the_same_however_much_waits(room: Reviewing) -> None:
    every = reviewing_now(slug="store_full")

    def statements(api: ReviewApi, path: str) -> int:
        api.get(path)  # the first look makes the handle
        with CaptureQueriesContext(connection) as seen:
            assert api.get(path)[0] == 200
        return len(seen)

    few, many = api_of(room), api_of(every)
    assert len(many.get("review-items")[1]["review_items"]) > 5
    assert statements(few, "review-items") == statements(many, "review-items") <= 14
    assert statements(few, few.path(ORDER)) == statements(many, many.path(ORDER))


def test_only_an_admin_lets_a_token_act_for_somebody_who_may_decide(room: Reviewing) -> None:
    ada, maya = room.person("Ada", Role.ADMIN), room.person("Maya")
    viewer = room.person("Vic", Role.VIEWER)
    stranger = reviewing_now((), slug="store_southline").person("Sam")
    tried = [
        (None, maya, REVIEW),
        (maya, maya, REVIEW),
        (ada, viewer, REVIEW),
        (ada, stranger, REVIEW),
        (ada, maya, (Scope.REVIEW_READ,)),
    ]
    for author, person, scopes in tried:
        with pytest.raises(DelegationRefused):
            create_token(
                tenant_id=room.shop.pk,
                name="no",
                scopes=scopes,
                author=author,
                acts_for=person,
                now=timezone.now(),
            )
    assert not ApiToken.objects.filter(tenant=room.shop).exists()


def test_whom_a_token_acts_for_stands_on_the_ledger(room: Reviewing) -> None:
    api_of(room)
    with tenant_scope(room.shop.pk):
        (event,) = bodies_of_kind(room.shop.pk, EventKind.TOKEN)
    assert event["acts_for"] == bytes(room.person("Maya").identity_key).hex()
    assert event["author"] == bytes(room.person("Ada").identity_key).hex()


def test_a_token_ends_with_the_person_that_it_acts_for(room: Reviewing) -> None:
    """Off the roster, or with an account that may sign in no more."""
    maya, leo = api_of(room), api_of(room, "Leo")
    Membership.objects.filter(pk=room.person("Maya").pk).update(active=False)
    User.objects.filter(pk=room.person("Leo").user_id).update(is_active=False)
    for api in (maya, leo):
        status, problem = api.get("review-items")
        assert (status, problem["code"]) == (401, "token_refused")


@pytest.mark.parametrize("changed", [{"active": False}, {"role": Role.REVIEWER}])
def test_a_token_ends_with_the_admin_on_whose_word_it_acts(
    room: Reviewing, changed: dict[str, object]
) -> None:
    """They may hold its secret, and would go on deciding as somebody else."""
    api = api_of(room)
    Membership.objects.filter(pk=room.person("Ada").pk).update(**changed)
    status, problem = api.get("review-items")
    assert (status, problem["code"]) == (401, "token_refused")


def test_no_answer_with_a_handle_is_kept_on_its_way(room: Reviewing) -> None:
    api = api_of(room)
    assert send(api.secret, "GET", api.path(ORDER))["Cache-Control"] == "no-store"


def test_claim_release_and_assign(room: Reviewing) -> None:
    maya, leo, ada = api_of(room), api_of(room, "Leo"), api_of(room, "Ada", Role.ADMIN)
    path = maya.path(ORDER)
    status, answer = maya.post(f"{path}/claim")
    assert (status, answer["claim"]["holder"]["name"]) == (200, "Maya")
    assert answer["claim"]["until"] > timezone.now().isoformat()
    status, problem = leo.post(f"{path}/claim")
    assert (status, problem["code"], problem["held_by"]) == (409, "not_assignee", "Maya")
    assert leo.post(f"{path}/release")[1]["code"] == "not_assignee"
    people = {one["name"]: one["id"] for one in ada.get("review-people")[1]["people"]}
    assert set(people) == {"Ada", "Leo", "Maya"}
    assert leo.post(f"{path}/assign", {"to": people["Leo"]})[1]["code"] == "may_not_assign"
    status, answer = ada.post(f"{path}/assign", {"to": people["Leo"]})
    assert (status, answer["claim"]) == (
        200,
        {"holder": {"id": people["Leo"], "name": "Leo"}, "until": None},
    )
    assert ada.post(f"{path}/assign", {"to": 10**9})[1]["code"] == "unknown_assignee"
    assert leo.post(f"{path}/release") == (200, {"claim": None})
    assert leo.post(f"{path}/release") == (200, {"claim": None})
    assert leo.decide(ORDER, "reject", reason="no")[0] == 201
    assert maya.post(f"{path}/claim")[1]["code"] == "not_waiting"


def test_who_takes_an_order_is_known_from_the_token_alone(room: Reviewing) -> None:
    api = api_of(room)
    for path in ("claim", "release"):
        status, problem = api.post(f"{api.path(ORDER)}/{path}", {"person": 1})
        assert (status, problem["code"]) == (422, "identity_supplied")
        assert problem["errors"] == [{"path": "person", "reason": "must not be supplied"}]


def test_an_operator_makes_such_a_token_in_the_name_of_an_admin(room: Reviewing) -> None:
    ada, maya = room.person("Ada", Role.ADMIN), room.person("Maya")
    asked = ["--tenant", room.shop.slug, "--name", "bot", "--scope", "review:decide"]
    asked += ["--acts-for", maya.user.email.upper()]
    with pytest.raises(CommandError, match="Only an administrator"):
        call_command("create_api_token", *asked)
    with pytest.raises(CommandError, match="Nobody of"):
        call_command("create_api_token", *asked, "--granted-by", "nobody@example.com")
    told = StringIO()
    call_command("create_api_token", *asked, "--granted-by", ada.user.email, stdout=told)
    item = ReviewApi(room, told.getvalue().strip()).item(ORDER)
    assert item["acts_for"] == {"id": maya.pk, "name": "Maya"}
