"""How requests are read: the strict JSON of the imports, and no character that cannot be stored."""

from typing import Any

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser

from shopops.api.problems import Problem, ProblemCode
from shopops.connectors import strict_json


class StrictParser(Parser):
    """Raises `RowRefused` for a body, which Ninja wraps, and `Problem` for a query."""

    def parse_body(self, request: HttpRequest) -> Any:
        return strict_json.decode(request.body)

    def parse_querydict(
        self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        for name, values in data.lists():
            if any("\0" in text for text in (name, *values)):
                raise Problem(
                    ProblemCode.INVALID,
                    "The query holds the character U+0000, which no database keeps.",
                )
        return super().parse_querydict(data, list_fields, request)
