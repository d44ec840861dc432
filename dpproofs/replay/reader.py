"""Safe reading: from bytes of a stranger to checked, frozen data, or one clear rejection.

Trees become nested tuples with exact numbers: ``("num", Fraction)``, ``("sym", name)``,
``("add", x, y)``, ... Nothing here knows any mathematics.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

BYTES, NODES, DEPTH, DIGITS, NAME = 16_000_000, 400_000, 90, 600, 60
STEPS, VARIABLES = 400, 16

Tree: TypeAlias = tuple[Any, ...]

INFINITY: Tree = ("oo",)
MINUS_INFINITY: Tree = ("mul", ("num", Fraction(-1)), INFINITY)
ENDS = ("()", "(]", "[)", "[]")
OPERATORS = ("==", "!=", "<", "<=", ">", ">=")
ARITY = {
    "pi": (0, 0), "pow": (2, 2), "exp": (1, 1), "log": (1, 1), "erf": (1, 1), "abs": (1, 1),
    "add": (2, 999), "mul": (2, 999), "max": (2, 99), "min": (2, 99),
}  # fmt: skip


class Rejected(ValueError):
    """What was given is not accepted; the message says where and why, in one line."""


@dataclass(frozen=True)
class Variable:
    """One variable of a domain; infinite bounds are the trees INFINITY and MINUS_INFINITY."""

    name: str
    lower: Tree
    upper: Tree
    ends: str = "()"
    integer: bool = False
    root: tuple[int, Tree] | None = None


Domain: TypeAlias = tuple[Variable, ...]


@dataclass(frozen=True)
class Proposition:
    """What is said: its kind, and its parts by name."""

    kind: str
    parts: tuple[tuple[str, Any], ...]

    def __getitem__(self, name: str) -> Any:
        return dict(self.parts)[name]

    def changed(self, **new: Any) -> Proposition:
        """The same with some parts replaced."""
        return Proposition(self.kind, tuple((k, new.get(k, v)) for k, v in self.parts))


@dataclass(frozen=True)
class Goal:
    """A proposition and the domain over which it is claimed."""

    claim: Proposition
    domain: Domain


@dataclass(frozen=True)
class Step:
    """One step of a certificate."""

    name: str
    goal: Goal
    method: str
    grade: str
    uses: tuple[str, ...]
    evidence: dict[str, Any]


@dataclass(frozen=True)
class Certificate:
    """A certificate that is well-formed; nothing in it is believed yet."""

    id: str
    definition: bool
    printed: tuple[Goal, ...]
    corrected: tuple[Goal, ...]
    hypotheses: tuple[Goal, ...]
    verdict: str
    grade: str | None
    trusts: tuple[str, ...]
    steps: tuple[Step, ...]
    statement_digest: str


def digest(value: Any) -> str:
    """SHA-256 of a JSON value in its one canonical text."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def parse(data: bytes) -> Any:
    """JSON without repeated keys, floats or numbers of excessive length."""
    if len(data) > BYTES:
        raise Rejected(f"the file has more than {BYTES} bytes")
    try:
        return json.loads(
            data.decode("utf-8"), object_pairs_hook=_pairs, parse_float=_no_float,
            parse_constant=_no_float, parse_int=_short_int,
        )  # fmt: skip
    except Rejected:
        raise
    except RecursionError:
        raise Rejected("the file is nested too deeply") from None
    except ValueError as problem:
        raise Rejected(f"the file is not JSON: {problem}") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Rejected("an object has the same key twice")
    return result


def _no_float(text: str) -> Any:
    raise Rejected(f"{text[:40]} is not an integer")


def _short_int(text: str) -> int:
    if len(text) > 9:
        raise Rejected("an integer is too long")
    return int(text)


def read(document: Any) -> Certificate:
    """The certificate in a JSON document, its digest compared.

    Raises
    ------
    Rejected
        When anything is missing, unknown, of the wrong type or too large.
    """
    _bounded(document)
    keys: tuple[str, ...]
    keys = ("format", "version", "statement", "verdict", "grade", "trusts", "steps", "digest")
    top = _object(document, keys, "certificate")
    if top["format"] != "dpproofs-certificate" or type(top["version"]) is not int:
        raise Rejected("format: not a certificate of dpproofs")
    if top["version"] != 1:
        raise Rejected(f"version: {top['version']} is not 1")
    if digest({k: v for k, v in document.items() if k != "digest"}) != top["digest"]:
        raise Rejected("digest: the document is not the one that was signed with its digest")
    keys = ("id", "paper", "item", "definition", "printed", "corrected", "hypotheses")
    statement = _object(top["statement"], keys, "statement")
    goals = {key: _goals(statement[key], f"statement.{key}") for key in keys[4:]}
    _text(statement["paper"], "statement.paper")
    _text(statement["item"], "statement.item")
    steps = _list(top["steps"], "steps")
    if len(steps) > STEPS:
        raise Rejected(f"steps: more than {STEPS}")
    return Certificate(
        id=_text(statement["id"], "statement.id"),
        definition=_bool(statement["definition"], "statement.definition"),
        verdict=_text(top["verdict"], "verdict"),
        grade=None if top["grade"] is None else _text(top["grade"], "grade"),
        trusts=tuple(_text(rule, "trusts") for rule in _list(top["trusts"], "trusts")),
        steps=tuple(_step(step, f"steps[{i}]") for i, step in enumerate(steps)),
        statement_digest=digest(statement),
        **goals,
    )


def _bounded(document: Any) -> None:
    """Only JSON types, a bounded number of them and a bounded depth (and so no cycles)."""
    level, seen = [document], 0
    for _ in range(DEPTH):
        below: list[Any] = []
        for value in level:
            if type(value) is dict:
                below += [*value, *value.values()]
            elif type(value) is list:
                below += value
            elif value is not None and type(value) not in (bool, int, str):
                raise Rejected(f"{type(value).__name__} is not a type of certificates")
            elif type(value) is int and abs(value) >= 10**9:
                raise Rejected("an integer is too long")
            elif type(value) is str and len(value) > DIGITS + 1:
                raise Rejected("a string is too long")
        seen += len(level)
        if seen + len(below) > NODES:
            raise Rejected(f"more than {NODES} values")
        level = below
        if not level:
            return
    raise Rejected(f"nested more than {DEPTH} deep")


def _object(value: Any, keys: tuple[str, ...], place: str) -> dict[str, Any]:
    if type(value) is not dict:
        raise Rejected(f"{place}: not an object")
    if set(value) != set(keys):
        raise Rejected(f"{place}: has not exactly the keys {', '.join(keys)}")
    return value


def _list(value: Any, place: str) -> list[Any]:
    if type(value) is not list:
        raise Rejected(f"{place}: not a list")
    return value


def _text(value: Any, place: str) -> str:
    if type(value) is not str:
        raise Rejected(f"{place}: not a string")
    return value


def _bool(value: Any, place: str) -> bool:
    if type(value) is not bool:
        raise Rejected(f"{place}: not true or false")
    return value


def _one_of(value: Any, options: tuple[str, ...], place: str) -> str:
    if value not in options:
        raise Rejected(f"{place}: not one of {' '.join(options)}")
    return str(value)


def name_of(value: Any, place: str) -> str:
    """A name of a variable or function."""
    text = _text(value, place)
    if not (text.isidentifier() and text.isascii() and len(text) <= NAME):
        raise Rejected(f"{place}: not a name")
    return text


def _step(value: Any, place: str) -> Step:
    keys = ("name", "proposition", "domain", "method", "grade", "uses", "evidence")
    step = _object(value, keys, place)
    if type(step["evidence"]) is not dict:
        raise Rejected(f"{place}.evidence: not an object")
    return Step(
        name=_text(step["name"], f"{place}.name"),
        goal=_goal({k: step[k] for k in keys[1:3]}, place),
        method=_text(step["method"], f"{place}.method"),
        grade=_text(step["grade"], f"{place}.grade"),
        uses=tuple(_text(u, f"{place}.uses") for u in _list(step["uses"], f"{place}.uses")),
        evidence=step["evidence"],
    )


def _goals(value: Any, place: str) -> tuple[Goal, ...]:
    return tuple(_goal(g, f"{place}[{i}]") for i, g in enumerate(_list(value, place)))


def _goal(value: Any, place: str) -> Goal:
    parts = _object(value, ("proposition", "domain"), place)
    rows = _list(parts["domain"], f"{place}.domain")
    if len(rows) > VARIABLES:
        raise Rejected(f"{place}.domain: more than {VARIABLES} variables")
    domain = tuple(_variable(row, f"{place}.domain[{i}]") for i, row in enumerate(rows))
    goal = Goal(_proposition(parts["proposition"], f"{place}.proposition"), domain)
    _scoped(goal, place)
    return goal


def _variable(value: Any, place: str) -> Variable:
    row = _object(value, ("name", "lower", "upper", "ends", "integer", "root"), place)
    root = None
    if row["root"] is not None:
        pair = _list(row["root"], f"{place}.root")
        if len(pair) != 2 or type(pair[0]) is not int or not 2 <= pair[0] <= 12:
            raise Rejected(f"{place}.root: not an order from 2 to 12 and an expression")
        root = (pair[0], tree(pair[1], f"{place}.root"))
    return Variable(
        name_of(row["name"], f"{place}.name"),
        end(row["lower"], f"{place}.lower"),
        end(row["upper"], f"{place}.upper"),
        _one_of(row["ends"], ENDS, f"{place}.ends"),
        _bool(row["integer"], f"{place}.integer"),
        root,
    )


SHAPES: dict[str, dict[str, str]] = {
    "relation": {"lhs": "tree", "op": "op", "rhs": "tree"},
    "derivative": {"function": "tree", "variable": "name", "value": "tree"},
    "integral": {
        "integrand": "tree", "variable": "name", "lower": "end", "upper": "end", "value": "tree",
    },
    "sum": {"term": "tree", "index": "name", "lower": "tree", "upper": "end", "value": "tree"},
    "limit": {
        "expression": "tree", "variable": "name", "point": "end", "side": "side", "value": "tree",
    },
    "series": {"expression": "tree", "variable": "name", "coefficients": "trees"},
    "minimum": {
        "function": "tree", "variable": "name", "lower": "end", "upper": "end", "ends": "ends",
        "at": "tree",
    },
    "fails": {"proposition": "proposition", "point": "point"},
}  # fmt: skip


def _proposition(value: Any, place: str) -> Proposition:
    kind = value.get("kind") if type(value) is dict else None
    if type(kind) is not str or kind not in SHAPES:
        raise Rejected(f"{place}: of no known kind")
    shape = SHAPES[kind]
    parts = _object(value, ("kind", *shape), place)
    read_part: dict[str, Callable[[Any, str], Any]] = {
        "tree": lambda v, p: tree(_bare(v), p),
        "end": lambda v, p: end(_bare(v), p),
        "name": name_of,
        "proposition": _proposition,
        "op": lambda v, p: _one_of(v, OPERATORS, p),
        "side": lambda v, p: _one_of(v, ("+", "-"), p),
        "ends": lambda v, p: _one_of(v, ENDS, p),
        "trees": lambda v, p: tuple(tree(item, p) for item in _list(v, p)),
        "point": _point,
    }
    found = tuple((k, read_part[how](parts[k], f"{place}.{k}")) for k, how in shape.items())
    if kind == "fails" and dict(found)["proposition"].kind == "fails":
        raise Rejected(f"{place}: a failure of a failure")
    return Proposition(kind, found)


def _bare(value: Any) -> Any:
    """A bare name in place of an expression is the variable of that name."""
    return ["sym", value] if type(value) is str else value


def _point(value: Any, place: str) -> tuple[tuple[str, Tree], ...]:
    found: dict[str, Tree] = {}
    for pair in _list(value, place):
        if type(pair) is not list or len(pair) != 2:
            raise Rejected(f"{place}: not a list of names and values")
        name, where = name_of(pair[0], place), tree(pair[1], place)
        if name in found or symbols(where):
            raise Rejected(f"{place}: {name} is given twice or not a number")
        found[name] = where
    return tuple(found.items())


def end(value: Any, place: str) -> Tree:
    """A tree, or one of the two infinities."""
    if value == ["oo"]:
        return INFINITY
    if value == ["mul", ["int", "-1"], ["oo"]]:
        return MINUS_INFINITY
    return tree(value, place)


def tree(value: Any, place: str) -> Tree:
    """A finite expression as nested tuples."""
    if type(value) is not list or not value or type(value[0]) is not str:
        raise Rejected(f"{place}: not a tree")
    tag, rest = value[0], value[1:]
    if tag in ("int", "rat"):
        if len(rest) != (1 if tag == "int" else 2):
            raise Rejected(f"{place}: a number of the wrong shape")
        return ("num", _number([_integer(text, place) for text in rest], place))
    if tag == "sym" and len(rest) == 1:
        return ("sym", name_of(rest[0], place))
    if tag == "apply" and rest:
        return ("apply", name_of(rest[0], place), *(tree(item, place) for item in rest[1:]))
    least, most = ARITY.get(tag, (1, 0))
    if not least <= len(rest) <= most:
        raise Rejected(f"{place}: no node '{tag[:20]}' with {len(rest)} arguments here")
    return (tag, *(tree(item, place) for item in rest))


def _integer(text: Any, place: str) -> int:
    digits = text[1:] if type(text) is str and text[:1] == "-" else text
    if type(digits) is not str or not (digits.isascii() and digits.isdigit()):
        raise Rejected(f"{place}: not an integer")
    if len(digits) > DIGITS or str(int(text)) != text:
        raise Rejected(f"{place}: an integer that is too long or not in its usual form")
    return int(text)


def _number(values: list[int], place: str) -> Fraction:
    if len(values) == 1:
        return Fraction(values[0])
    number = Fraction(*values) if values[1] > 1 else None
    if number is None or number.denominator != values[1]:
        raise Rejected(f"{place}: a fraction that is not in lowest terms")
    return number


def symbols(node: Tree) -> frozenset[str]:
    """The names of the variables in a tree."""
    if node[0] == "sym":
        return frozenset((node[1],))
    return frozenset().union(*(symbols(part) for part in node[1:] if type(part) is tuple))


def _scoped(goal: Goal, place: str) -> None:
    """Every variable is bound once, before it is spoken of."""
    known: set[str] = set()
    for variable in goal.domain:
        spoken = symbols(variable.lower) | symbols(variable.upper)
        spoken |= symbols(variable.root[1]) if variable.root else frozenset()
        if variable.name in known or not spoken <= known:
            raise Rejected(f"{place}.domain: {variable.name} occurs twice or is bounded too early")
        known.add(variable.name)
    claim = goal.claim
    if claim.kind == "fails":
        point = dict(claim["point"])
        claim = claim["proposition"]
        expected = known | ({claim["variable"]} if claim.kind == "minimum" else set())
        if set(point) != expected:
            raise Rejected(f"{place}: the point is not one of the domain")
    bound = dict(claim.parts).get("index", dict(claim.parts).get("variable"))
    inside = {"integrand", "term", "expression"} | ({"function"} - _outer(claim))
    if bound is not None and (bound in known) != (claim.kind == "derivative"):
        raise Rejected(f"{place}: the variable {bound} is bound wrongly")
    for key, part in claim.parts:
        allowed = known | {bound} if key in inside else known
        trees = part if key == "coefficients" else (part,)
        if any(type(t) is tuple and not symbols(t) <= allowed for t in trees):
            raise Rejected(f"{place}.{key}: speaks of a variable that is not in the domain")


def _outer(claim: Proposition) -> set[str]:
    return {"function"} if claim.kind == "derivative" else set()
