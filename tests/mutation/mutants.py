"""Every way in which one decision of a module can be flipped."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Change = Callable[[ast.AST], None]

# Each operator with what it may be mistaken for: its edge, and its opposite.
FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SWAPS = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Mutant:
    line: int
    change: str
    tree: ast.Module


def mutants(source: str) -> Iterator[Mutant]:
    """One changed tree for each flip of a comparison, `and`, `or`, `not`, condition or `any`."""
    tree = ast.parse(source)
    for place, node in enumerate(ast.walk(tree)):
        for change, apply in _changes(node):
            mutated = copy.deepcopy(tree)
            apply(list(ast.walk(mutated))[place])
            yield Mutant(_line_of(node), change, ast.fix_missing_locations(mutated))


def _line_of(node: ast.AST) -> int:
    placed = node.iter if isinstance(node, ast.comprehension) else node
    return placed.lineno if isinstance(placed, ast.expr | ast.stmt) else 0


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BoolOp):
        yield from _bool_op(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"drop not: {ast.unparse(node)}", _negate("operand")
    elif isinstance(node, ast.If | ast.IfExp):
        if _is_bare(node.test):
            yield f"negate: {ast.unparse(node.test)}", _negate("test")
    elif isinstance(node, ast.comprehension):
        yield from _conditions(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPS:
        name = SWAPS[node.func.id]
        yield f"{node.func.id} -> {name}: {ast.unparse(node)}", _rename(name)


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, Change]]:
    for index, op in enumerate(node.ops):
        for flipped in FLIPS[type(op)]:
            yield (
                f"{type(op).__name__} -> {flipped.__name__}: {ast.unparse(node)}",
                _set_op(index, flipped()),
            )


def _bool_op(node: ast.BoolOp) -> Iterator[tuple[str, Change]]:
    flipped = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield (
        f"{type(node.op).__name__} -> {type(flipped).__name__}: {ast.unparse(node)}",
        lambda found: setattr(found, "op", flipped),
    )


def _conditions(node: ast.comprehension) -> Iterator[tuple[str, Change]]:
    for index, test in enumerate(node.ifs):
        if _is_bare(test):
            yield f"negate: {ast.unparse(test)}", _negate_condition(index)


def _is_bare(test: ast.expr) -> bool:
    """Whether the test has no operator of its own that is flipped anyway."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp)


def _set_op(index: int, op: ast.cmpop) -> Change:
    def apply(found: ast.AST) -> None:
        assert isinstance(found, ast.Compare)
        found.ops[index] = op

    return apply


def _negate(attribute: str) -> Change:
    def apply(found: ast.AST) -> None:
        setattr(found, attribute, ast.UnaryOp(ast.Not(), getattr(found, attribute)))

    return apply


def _negate_condition(index: int) -> Change:
    def apply(found: ast.AST) -> None:
        assert isinstance(found, ast.comprehension)
        found.ifs[index] = ast.UnaryOp(ast.Not(), found.ifs[index])

    return apply


def _rename(name: str) -> Change:
    def apply(found: ast.AST) -> None:
        assert isinstance(found, ast.Call)
        found.func = ast.Name(name, ast.Load())

    return apply
