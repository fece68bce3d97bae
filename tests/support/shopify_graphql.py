"""Running a query of ours on the double's books, and reckoning what it costs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphql import (
    FieldNode,
    GraphQLError,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    build_schema,
    execute_sync,
    get_directive_values,
    get_named_type,
    get_nullable_type,
    parse,
    validate,
)

from tests.support.shopify_books import Books
from tests.support.shopify_telling import Json

SCHEMA = build_schema(Path(__file__).with_name("shopify_schema.graphql").read_text())
MOST_COST = 1000  # of a single query
MUTATION_COST = 10
VALUES = {"MoneyBag", "MoneyV2", "PageInfo", "Attribute"}  # not objects of their own

# The right that each member of a query or mutation needs.
NEEDS = {
    "order": "read_orders",
    "orders": "read_orders",
    "refundCreate": "write_orders",
    "orderCreate": "write_orders",
    "metafieldsSet": "write_orders",
    "draftOrders": "read_draft_orders",
    "draftOrderCreate": "write_draft_orders",
    "storeCreditAccountCredit": "write_store_credit_account_transactions",
    "storeCreditAccounts": "read_store_credit_account_transactions",
    "customer": "read_customers",
}


@dataclass(frozen=True)
class Ran:
    answer: Json
    cost: int


def run(books: Books, query: Json, *, scopes: tuple[str, ...], left: float) -> Ran:
    """`left`: what costs more is not run."""
    document = parse(query["query"])
    (operation,) = (one for one in document.definitions)
    assert isinstance(operation, OperationDefinitionNode)
    assert operation.name is not None
    assert operation.name.value == query["operationName"]
    problems = validate(SCHEMA, document)
    if problems:
        raise AssertionError(f"Shopify knows no such query: {problems}")
    cost = cost_of(operation)
    if cost > left:
        return Ran({}, cost)
    result = execute_sync(
        SCHEMA,
        document,
        root_value=_roots(books, scopes),
        variable_values=query["variables"],
        field_resolver=lambda source, info, **told: _resolved(source, info, told, scopes),
    )
    formatted: Any = result.formatted
    return Ran(dict(formatted), cost)


def cost_of(operation: OperationDefinitionNode) -> int:
    """Each object a point, a connection two and its nodes. Asserts that it is not too much."""
    if operation.operation is OperationType.MUTATION:
        return MUTATION_COST
    assert SCHEMA.query_type is not None
    cost = _cost(operation.selection_set, SCHEMA.query_type)
    assert cost <= MOST_COST, f"{operation.name} costs {cost}"
    return cost


def _cost(selections: SelectionSetNode, parent: GraphQLNamedType) -> int:
    total = 0
    for node in selections.selections:
        if isinstance(node, InlineFragmentNode):
            total += _cost(node.selection_set, SCHEMA.type_map[node.type_condition.name.value])
        elif isinstance(node, FieldNode) and node.selection_set is not None:
            total += _cost_of_field(node, node.selection_set, parent)
    return total


def _cost_of_field(node: FieldNode, selections: SelectionSetNode, parent: GraphQLNamedType) -> int:
    assert isinstance(parent, GraphQLObjectType | GraphQLInterfaceType)
    declared = parent.fields[node.name.value].type
    kind = get_named_type(declared)
    inner, many = _cost(selections, kind), _first(node)
    if kind.name.endswith("Connection"):
        return 2 + inner * many
    times = (many or 1) if isinstance(get_nullable_type(declared), GraphQLList) else 1
    return (inner if kind.name in VALUES else 1 + inner) * times


def _first(node: FieldNode) -> int:
    for argument in node.arguments or ():
        if argument.name.value == "first" and isinstance(argument.value, IntValueNode):
            return int(argument.value.value)
    return 0


def _roots(books: Books, scopes: tuple[str, ...]) -> Json:
    granted = [{"handle": scope, "description": scope} for scope in scopes]
    return {
        "order": lambda told: books.order(told["id"]),
        "fulfillment": lambda told: books.parcel(told["id"]),
        "orders": lambda told: books.found(**told),
        "draftOrders": lambda told: books.listed(books.drafts)(**told),
        "customer": lambda told: books.customer(told["id"]),
        "shop": {"name": "Northline Lamps", "myshopifyDomain": "x", "currencyCode": "USD"},
        "currentAppInstallation": {"accessScopes": granted},
        "refundCreate": lambda told: books.refund(told["key"], told["input"]),
        "orderCreate": lambda told: books.make_order(told["order"]),
        "draftOrderCreate": lambda told: books.make_draft(told["input"]),
        "metafieldsSet": lambda told: books.set_metafields(told["metafields"]),
        "storeCreditAccountCredit": lambda told: books.credit(told["id"], told["creditInput"]),
    }


def _resolved(
    source: Any, info: GraphQLResolveInfo[Any], told: Json, scopes: tuple[str, ...]
) -> Any:
    name = info.field_name
    if not _may(name, scopes):
        raise GraphQLError(f"Access denied for {name} field.", extensions={"code": "ACCESS_DENIED"})
    if name == "refundCreate":
        told["key"] = _key(info)
    value = source.get(name) if isinstance(source, dict) else None
    if not callable(value):
        return value
    is_root = info.path.prev is None
    return value(told) if is_root else value(**told)


def _may(name: str, scopes: tuple[str, ...]) -> bool:
    needed = NEEDS.get(name)
    if needed is None:
        return True
    return needed in scopes or needed.replace("read_", "write_", 1) in scopes


def _key(info: GraphQLResolveInfo[Any]) -> str | None:
    schema: GraphQLSchema = info.schema
    directive = schema.get_directive("idempotent")
    assert directive is not None
    node = info.field_nodes[0]
    found = get_directive_values(directive, node, info.variable_values)
    return found["key"] if found else None
