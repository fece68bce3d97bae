"""The API keeps to its own document, whatever is sent: no answer that the document does not name,
and nothing breaks off. Through the WSGI application, with a real token on a real database."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.test import override_settings
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi import checks

from shopops.administration.tokens import create_token
from shopops.review.bulk.preview import preview
from shopops.review.handles import mint_handle
from shopops.review.models import BulkKind
from shopops.tenants.models import ApiToken, Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from shopops.wsgi import application
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
DOCUMENT = "/api/v1/openapi.json"
KEPT_TO = (
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
)
ORDERS = ["O-1001", "O-1004", "O-1011", "O-1024"]
EXAMPLES = 25
OPERATIONS = 17


class Caller:
    """A token with every scope, that acts for an admin; and what its holder knows of the shop."""

    def __init__(self, room: Reviewing) -> None:
        self.room, self.admin = room, room.person("Ada", Role.ADMIN)
        made = create_token(
            tenant_id=room.shop.pk,
            name="everything",
            scopes=tuple(Scope),
            author=self.admin,
            acts_for=self.admin,
            now=timezone.now(),
            skill="night-watch",
        )
        self.token: ApiToken = made.token
        self.headers = {"Authorization": f"Bearer {made.secret}"}
        self.items = [room.proposal(order).pk for order in ORDERS]
        self.run: UUID = preview(
            tenant_id=room.shop.pk,
            reviewer=self.admin,
            kind=BulkKind.REJECT,
            proposal_ids=self.items,
            token=self.token,
        )

    def knows(self) -> dict[str, Any]:
        """What is real, by the name of its parameter or member; a handle that decides."""
        with tenant_scope(self.room.shop.pk):
            item = self.room.proposal_in_scope(ORDERS[0])
            handle = mint_handle(
                proposal=item, reviewer=self.admin, now=timezone.now(), token=self.token
            )
        return {
            "item_id": item.pk,
            "proposal_id": item.pk,
            "preview_id": str(self.run),
            "order_id": ORDERS[0],
            "review_items": self.items,
            "to": self.admin.pk,
            "handle": handle,
            "skill": self.token.skill,
        }

    def send(self, case: Case[Any], *, really: bool) -> Any:
        known = self.knows() if really else {}
        for sent in (case.path_parameters, case.body):
            if isinstance(sent, dict):
                sent.update({name: known[name] for name in sent.keys() & known.keys()})
        return case.call(headers=self.headers)


@pytest.fixture
def caller() -> Iterator[Caller]:
    unlimited: Mapping[str, int] = {}
    with override_settings(SHOPOPS_RATE_LIMITS=unlimited):
        yield Caller(reviewing_now(ORDERS))


def operations() -> list[APIOperation[Any, Any, Any, Any]]:
    document = schemathesis.openapi.from_wsgi(DOCUMENT, application)
    return [found.ok() for found in document.get_all_operations()]


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_answer_is_one_that_the_document_names(caller: Caller, mode: GenerationMode) -> None:
    """What fits the document, and what does not; half of it names things that there are."""
    found = operations()
    assert len(found) >= OPERATIONS
    for operation in found:

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate],
        )
        @given(case=operation.as_strategy(generation_mode=mode), really=st.booleans())
        def ask(case: Case[Any], really: bool) -> None:
            case.validate_response(caller.send(case, really=really), checks=list(KEPT_TO))

        ask()


def test_without_a_token_every_operation_answers_as_the_document_says(caller: Caller) -> None:
    for operation in operations():
        case = operation.Case(path_parameters=caller.knows())
        answer = case.call()
        assert answer.status_code == 401, operation.label
        case.validate_response(answer, checks=list(KEPT_TO))
