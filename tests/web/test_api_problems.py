"""Below /api/ every error is problem details, and the document shows each."""

from typing import Any

import pytest
from django.test import Client
from ninja import Schema

from shopops.api import review_bodies, review_examples, review_schemas
from tests.support.deciding import ESCALATED, ORDER
from tests.support.review_api import api_of, send
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER, ESCALATED))


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing-here", 404, "not_found"),
        ("GET", "/api/v2/orders", 404, "not_found"),
        ("GET", "/api/", 404, "not_found"),
        ("GET", "/api/v1/proposals/abc", 404, "not_found"),
        ("DELETE", "/api/v1/review-items", 405, "method_not_allowed"),
        ("PUT", "/api/v1/orders", 405, "method_not_allowed"),
        ("POST", "/api/v1/nothing-here", 404, "not_found"),
    ],
)
def test_what_the_api_does_not_have_is_a_problem_too(
    method: str, path: str, status: int, code: str
) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, path)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert (answer.json()["code"], answer.json()["instance"]) == (code, path)
    assert ("Allow" in answer) == (status == 405)
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_host_that_is_not_ours_is_a_problem_too() -> None:
    answer = Client().get("/api/v1/review-items", headers={"Host": "elsewhere.example"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["code"] == "bad_request"


def test_pages_keep_their_own_errors() -> None:
    assert Client().get("/no/such/page")["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("debug", [True, False])
def test_a_crash_says_nothing_of_what_is_inside(
    room: Reviewing, debug: bool, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEBUG = debug
    api = api_of(room)
    monkeypatch.setattr("shopops.api.review_items.queue_page", None)
    answer = send(api.secret, "GET", "review-items")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert answer.json()["code"] == "internal_error"
    assert "NoneType" not in answer.content.decode()
    assert "Traceback" not in answer.content.decode()


def test_bodies_that_cannot_be_read_are_problems(room: Reviewing) -> None:
    api = api_of(room)
    path = f"{api.path(ORDER)}/decisions"
    assert api.sent(path, b"{").json()["code"] == "malformed_body"
    assert api.sent(path, b"[]").json()["code"] == "malformed_body"
    large = api.sent(path, b'{"reason": "' + b"x" * 70_000 + b'"}')
    assert (large.status_code, large.json()["code"]) == (413, "body_too_large")


def test_the_examples_of_the_document_have_their_shapes() -> None:
    shapes: dict[type[Schema], list[dict[str, Any]]] = {
        review_schemas.ReviewItemPage: [review_examples.PAGE],
        review_schemas.ReviewItemDetail: [review_examples.DETAIL],
        review_schemas.DecisionOut: [review_examples.DECIDED],
        review_schemas.ClaimAnswer: [review_examples.CLAIMED, review_examples.RELEASED],
        review_schemas.People: [review_examples.PEOPLE],
        review_schemas.BulkOut: [review_examples.BULK_RUN, review_examples.BULK_DONE],
    }
    for shape, examples in shapes.items():
        for example in examples:
            assert set(shape.model_validate(example).model_dump()) == set(example)


def test_every_problem_of_the_document_has_an_example_of_its_status() -> None:
    document = Client().get("/api/v1/openapi.json").json()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if int(status) < 400:
                    continue
                (media,) = answer["content"]
                assert media == "application/problem+json"
                examples = answer["content"][media].get("examples", {})
                assert examples, (path, status)
                assert {one["value"]["status"] for one in examples.values()} == {int(status)}


def test_the_document_names_every_answer_of_a_decision() -> None:
    document = Client().get("/api/v1/openapi.json").json()
    operation = document["paths"]["/api/v1/review-items/{item_id}/decisions"]["post"]
    answers = operation["responses"]
    assert set(answers) == {
        "201",
        *["400", "401", "403", "404", "409", "410", "411", "413", "422", "429", "500"],
    }
    for status, answer in answers.items():
        if status == "201":
            continue
        problems = answer["content"]["application/problem+json"]
        assert {one["value"]["status"] for one in problems["examples"].values()} == {int(status)}
    conflicts = answers["409"]["content"]["application/problem+json"]["examples"]
    assert {"already_decided", "stale", "not_assignee"} <= set(conflicts)
    assert {one["name"] for one in operation["parameters"]} == {"item_id", "Idempotency-Key"}
    schemas = document["components"]["schemas"]
    assert {one.__name__ for one in review_bodies.SHOWN} <= set(schemas)
