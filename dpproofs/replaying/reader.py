"""Safe reading: from a stranger's bytes to frozen data of a known shape, or one clear rejection.

Trees become nested tuples with exact numbers: ``("num", Fraction)``, ``("sym", name)``,
``("add", x, y)``, ``("mass", ("noise", name, ...), set)``, ... An infinite end becomes None.
Nothing here knows any mathematics.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

BYTES, DEPTH, DIGITS, TEXT, STEPS, VARIABLES = 4_000_000, 40, 600, 100, 400, 16

Tree: TypeAlias = tuple[Any, ...]
End: TypeAlias = Tree | None
Reader: TypeAlias = Callable[[Any, str], Any]


class Rejected(ValueError):
    """What was given is not accepted; the message says where and why, in one line."""


def need(condition: bool, reason: str) -> None:
    """Reject with a reason unless a condition is met."""
    if not condition:
        raise Rejected(reason)


@dataclass(frozen=True)
class Variable:
    """One variable of a domain; None is an infinite bound."""

    name: str
    lower: End
    upper: End
    ends: str = "()"
    integer: bool = False
    root: tuple[int, Tree] | None = None
    hollow: bool = False  # whether its bounds may leave no room, so that nothing is said


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
class Given:
    """An object that is given after the parameters: a function, noise, a set, a cost, a norm or
    noise for vectors.
    """

    name: str
    kind: str
    arity: int
    on: str | None = None  # "line" or "integers" for noise, the norm of its space for a vector
    dimension: str = ""  # of the space of a norm: a parameter


@dataclass(frozen=True)
class Definition:
    """A name and what it stands for: a value, an even function in pieces, or noise."""

    kind: str
    name: str
    arguments: tuple[str, ...]
    domain: Domain
    value: Tree = ()
    variable: str = ""
    period: Tree | None = None
    index: str | None = None
    pieces: tuple[tuple[Tree, End], ...] = ()
    on: str | None = None
    density: str = ""
    atom: Tree = ()


@dataclass(frozen=True)
class Statement:
    """For all parameters and given objects, with these definitions: hypotheses imply goals."""

    id: str
    paper: str
    item: str
    definition: bool
    parameters: Domain
    given: tuple[Given, ...]
    definitions: tuple[Definition, ...]
    hypotheses: tuple[Goal, ...]
    printed: tuple[Goal, ...]
    corrected: tuple[Goal, ...]
    also: tuple[Goal, ...]


@dataclass(frozen=True)
class Certificate:
    """A certificate that is well-formed; nothing in it is believed yet.

    ``digest`` is that of its statement, ``signature`` that of the whole.
    """

    statement: Statement
    digest: str
    signature: str
    verdict: str
    grade: str | None
    trusts: tuple[str, ...]
    steps: tuple[Step, ...]


# -- JSON -----------------------------------------------------------------------------------------


def digest(value: Any) -> str:
    """SHA-256 of a JSON value in its one canonical text."""
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    except (RecursionError, TypeError, ValueError):
        raise Rejected("not JSON, or nested too deeply") from None
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def parse(data: bytes) -> Any:
    """JSON without repeated keys, floats or long integers."""
    need(len(data) <= BYTES, f"the file has more than {BYTES} bytes")
    try:
        return json.loads(
            data.decode("utf-8"), object_pairs_hook=_pairs, parse_float=_no_float,
            parse_constant=_no_float, parse_int=_short_int,
        )  # fmt: skip
    except RecursionError:
        raise Rejected("the file is nested too deeply") from None
    except Rejected:
        raise
    except ValueError as problem:
        raise Rejected(f"the file is not JSON: {problem}") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    need(len(result) == len(pairs), "an object has the same key twice")
    return result


def _no_float(text: str) -> Any:
    raise Rejected(f"{text[:40]} is not an integer")


def _short_int(text: str) -> int:
    need(len(text) <= 9, "an integer is too long")
    return int(text)


# -- readers of the parts -------------------------------------------------------------------------


def fields(value: Any, place: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """An object with exactly these keys, each part read by its own reader."""
    fits = type(value) is dict and set(value) == set(readers)
    need(fits, f"{place}: not an object with exactly the keys {', '.join(readers) or '(none)'}")
    return {key: reader(value[key], f"{place}.{key}") for key, reader in readers.items()}


def many(reader: Reader, most: int = STEPS) -> Reader:
    """A reader of a list."""

    def items(value: Any, place: str) -> tuple[Any, ...]:
        need(type(value) is list and len(value) <= most, f"{place}: not a list of at most {most}")
        return tuple(reader(item, f"{place}[{i}]") for i, item in enumerate(value))

    return items


def by_name(reader: Reader) -> Reader:
    """A reader of things by the names that they have."""

    def table(value: Any, place: str) -> dict[str, Any]:
        need(type(value) is dict, f"{place}: not an object")
        return {name(key, place): reader(part, place) for key, part in value.items()}

    return table


def one_of(*accepted: Any) -> Reader:
    """A reader of one of a few values."""

    def one(value: Any, place: str) -> Any:
        fits = any(type(value) is type(option) and value == option for option in accepted)
        need(fits, f"{place}: not one of {', '.join(map(str, accepted))}")
        return value

    return one


def text(value: Any, place: str) -> str:
    """A short string."""
    need(type(value) is str and len(value) <= TEXT, f"{place}: not a short string")
    return str(value)


def name(value: Any, place: str) -> str:
    """The name of a variable or an object, which is not a word of the language of trees."""
    plain = text(value, place).isidentifier() and value.isascii() and value not in WORDS
    need(plain, f"{place}: not a name")
    return str(value)


def tree(value: Any, place: str, depth: int = 0) -> Tree:
    """A finite expression as nested tuples."""
    tag, rest = _node(value, place, depth)
    if tag in ("int", "rat"):
        return ("num", _number(value, place))
    if tag == "mass" and len(rest) == 2:
        return (tag, noise(rest[0], place, depth + 1), event(rest[1], place, depth + 1))
    head = (name(rest.pop(0), place),) if tag in ("sym", "apply") and rest else ()
    least, most = ARITY.get(tag, (1, 0))
    need(least <= len(rest) + len(head) <= most, f"{place}: no '{tag[:20]}' of {len(rest)} parts")
    return (tag, *head, *(tree(item, place, depth + 1) for item in rest))


def _node(value: Any, place: str, depth: int) -> tuple[str, list[Any]]:
    shaped = type(value) is list and value and type(value[0]) is str
    need(bool(shaped) and depth <= DEPTH, f"{place}: not a tree, or one that is too deep")
    return value[0], value[1:]


def noise(value: Any, place: str, depth: int = 0, kind: str = "noise") -> Tree:
    """Noise: its name, and trees for the arguments of a family."""
    tag, rest = _node(value, place, depth)
    need(tag == kind and 1 <= len(rest) <= MOST + 1, f"{place}: not noise")
    return (tag, name(rest[0], place), *(tree(item, place, depth + 1) for item in rest[1:]))


def vector(value: Any, place: str) -> Tree:
    """Noise for vectors, which is of another kind."""
    return noise(value, place, kind="vector")


def event(value: Any, place: str, depth: int = 0) -> Tree:
    """A set of real numbers."""
    tag, rest = _node(value, place, depth)
    if tag == "set" and len(rest) == 1:
        return (tag, name(rest[0], place))
    if tag == "between" and len(rest) == 3:
        ends, low, high = (
            _ends(rest[0], place),
            lower_end(rest[1], place, depth + 1),
            upper_end(rest[2], place, depth + 1),
        )
        open_ = (low or ends[0] == "(") and (high or ends[1] == ")")
        need(bool(open_), f"{place}: an infinite end that is closed")
        return (tag, ends, low, high)
    shape = {"moved": (event, tree), "mirror": (event,), "not": (event,),
             "meet": (event, event), "join": (event, event)}.get(tag, ())  # fmt: skip
    need(bool(shape) and len(shape) == len(rest), f"{place}: not a set")
    return (tag, *(r(item, place, depth + 1) for r, item in zip(shape, rest, strict=True)))


FUNCTIONS = {
    "atan": (1, 1), "asin": (1, 1), "sin": (1, 1), "cos": (1, 1), "Gamma": (1, 1),
    "lowergamma": (2, 2), "lowerbeta": (3, 3),
}  # whose words may be names as well, of a parameter Gamma say  # fmt: skip
ARITY = {
    "pi": (0, 0), "pow": (2, 2), "exp": (1, 1), "log": (1, 1), "erf": (1, 1), "sym": (1, 1),
    "apply": (1, 10), "add": (2, 999), "mul": (2, 999), "max": (2, 2), **FUNCTIONS,
}  # fmt: skip
WORDS = {
    *(ARITY.keys() - FUNCTIONS.keys()), "num", "mass", "noise", "vector", "set", "between", "moved",
    "mirror", "meet", "join", "not",
}  # fmt: skip


class Number(Fraction):
    """A rational number of a tree, which computes its hash once."""

    hash: int

    def __new__(cls, *parts: int | Fraction) -> Number:
        """The number, or the quotient of two."""
        made = super().__new__(cls, *parts)
        made.hash = Fraction.__hash__(made)
        return made

    def __hash__(self) -> int:  # type: ignore[override]  # the stubs of numbers have none
        return self.hash


@lru_cache(maxsize=4096)
def _exact(*parts: int) -> Number:
    """One object for each number, so that it equals itself at once."""
    return Number(*parts)


def _number(value: list[Any], place: str) -> Fraction:
    """A rational number in lowest terms, written in the one usual way."""
    need(all(type(t) is str and len(t) <= DIGITS for t in value), f"{place}: not a number")
    try:
        number = _exact(*map(int, value[1:3]))
    except (ValueError, ZeroDivisionError):
        raise Rejected(f"{place}: not a number") from None
    usual = ["int", str(number)] if number.denominator == 1 else ["rat", *str(number).split("/")]
    need(value == usual, f"{place}: a number that is not written as usual")
    return number


def lower_end(value: Any, place: str, depth: int = 0) -> End:
    """A tree, or None for minus infinity."""
    return None if value == ["mul", ["int", "-1"], ["oo"]] else tree(value, place, depth)


def upper_end(value: Any, place: str, depth: int = 0) -> End:
    """A tree, or None for infinity."""
    return None if value == ["oo"] else tree(value, place, depth)


# -- certificates ---------------------------------------------------------------------------------


def read(document: Any) -> Certificate:
    """The certificate in a JSON document, its digest compared.

    Raises
    ------
    Rejected
        When anything is missing, unknown, of the wrong type or too large, or of another version.
    """
    need(type(document) is dict, "the document is no JSON object")
    body = {k: v for k, v in document.items() if k != "digest"}
    need(document.get("digest") == digest(body), "digest: not that of the document")
    version = body.get("version")
    if body.get("format") == FORMAT and type(version) is int and version < VERSION:
        raise Rejected(f"a certificate of version {version}; make it again in version {VERSION}")
    top = fields(body, "certificate", {
        "format": one_of(FORMAT), "version": one_of(VERSION), "statement": _statement,
        "verdict": text, "grade": _grade, "trusts": many(text), "steps": many(_step),
    })  # fmt: skip
    parts = {key: top[key] for key in ("statement", "verdict", "grade", "trusts", "steps")}
    known = {"digest": digest(document["statement"]), "signature": document["digest"]}
    return Certificate(**known, **parts)


def _statement(value: Any, place: str) -> Statement:
    found = fields(value, place, {
        "id": text, "paper": text, "item": text, "definition": one_of(True, False),
        "parameters": domain, "given": many(_given, 99), "definitions": many(_definition, 99),
        "hypotheses": many(_goal), "printed": many(_goal), "corrected": many(_goal),
        "also": many(_goal),
    })  # fmt: skip
    scoped(Goal(Proposition("private", ()), found["parameters"]), f"{place}.parameters")
    return Statement(**found)


def _given(value: Any, place: str) -> Given:
    kind = value.get("kind") if type(value) is dict else None
    where: dict[Any, dict[str, Reader]] = {
        "noise": {"on": one_of("line", "integers")}, "vector": {"on": name},
        "norm": {"dimension": name},
    }  # fmt: skip
    families = MOST if kind in ("function", "noise", "vector") else 0
    found = fields(value, place, {
        "name": name, "kind": one_of("function", "noise", "set", "cost", "norm", "vector"),
        "arity": one_of(*range(families + 1)), **(where.get(kind, {}) if type(kind) is str else {}),
    })  # fmt: skip
    return Given(**found)


def _definition(value: Any, place: str) -> Definition:
    kind = value.get("kind") if type(value) is dict else None
    shape: dict[Any, dict[str, Reader]] = {
        "value": {"value": tree},
        "pieces": {
            "variable": name, "period": optional(tree), "index": optional(name),
            "pieces": many(_piece, 99),
        },
        "noise": {"on": one_of("line", "integers"), "density": name, "atom": tree},
    }  # fmt: skip
    found = fields(value, place, {
        "kind": one_of(*shape), "name": name, "arguments": many(name, MOST), "domain": domain,
        **shape.get(kind if type(kind) is str else None, {}),
    })  # fmt: skip
    return Definition(**found)


def _piece(value: Any, place: str) -> tuple[Tree, End]:
    found = fields(value, place, {"value": tree, "upper": upper_end})
    return found["value"], found["upper"]


def _grade(value: Any, place: str) -> str | None:
    return None if value is None else text(value, place)


def optional(reader: Reader) -> Reader:
    """A reader of null or of something else."""
    return lambda value, place: None if value is None else reader(value, place)


def _step(value: Any, place: str) -> Step:
    parts = fields(value, place, {
        "name": text, "proposition": _proposition, "domain": domain, "method": text,
        "grade": text, "uses": many(text), "evidence": lambda v, _: v,
    })  # fmt: skip
    need(type(parts["evidence"]) is dict, f"{place}.evidence: not an object")
    goal = scoped(Goal(parts.pop("proposition"), parts.pop("domain")), place)
    return Step(goal=goal, **parts)


def _goal(value: Any, place: str) -> Goal:
    parts = fields(value, place, {"proposition": _proposition, "domain": domain})
    kind = parts["proposition"].kind
    need(kind not in ("define", "obtain"), f"{place}: '{kind}' stands in steps only")
    return scoped(Goal(parts["proposition"], parts["domain"]), place)


_ends = one_of("()", "(]", "[)", "[]")
values = by_name(tree)


def _variable(value: Any, place: str) -> Variable:
    if type(value) is dict:
        value = {"hollow": False, **value}
    return Variable(**fields(value, place, {
        "name": name, "lower": lower_end, "upper": upper_end, "ends": _ends,
        "integer": one_of(True, False), "root": optional(_root), "hollow": one_of(True, False),
    }))  # fmt: skip


MOST = 9  # arguments of a name
FORMAT, VERSION = "dpproofs-certificate", 2
domain = many(_variable, VARIABLES)


def _root(value: Any, place: str) -> tuple[int, Tree]:
    need(type(value) is list and len(value) == 2, f"{place}: not an order and an expression")
    need(type(value[0]) is int and 2 <= value[0] <= 64, f"{place}: not an order from 2 to 64")
    return value[0], tree(value[1], place)


def _proposition(value: Any, place: str) -> Proposition:
    kind = value.get("kind") if type(value) is dict else None
    need(type(kind) is str and kind in SHAPES, f"{place}: of no known kind")
    found = fields(value, place, {"kind": text, **SHAPES[str(kind)]})
    return Proposition(found.pop("kind"), tuple(found.items()))


def _point(value: Any, place: str) -> tuple[tuple[str, Tree], ...]:
    need(type(value) is list and all(type(p) is list and len(p) == 2 for p in value),
         f"{place}: not a list of names with values")  # fmt: skip
    return tuple((name(key, place), tree(where, place)) for key, where in value)


def _objects(value: Any, place: str) -> tuple[tuple[str, Tree], ...]:
    return tuple(sorted(by_name(noise)(value, place).items()))


def _noise_given(value: Any, place: str) -> Given:
    found = _given(value, place)
    need(found.kind == "noise", f"{place}: promises something that is no noise")
    return found


def _property(value: Any, place: str) -> Goal:
    parts = fields(value, place, {"proposition": _proposition, "domain": domain})
    need(not any(v.hollow for v in parts["domain"]), f"{place}: a range in it may be empty")
    return Goal(parts["proposition"], parts["domain"])


_compared = one_of("==", "<", "<=", ">", ">=")
SHAPES: dict[str, dict[str, Reader]] = {
    "relation": {"lhs": tree, "op": one_of("==", "!=", "<", "<=", ">", ">="), "rhs": tree},
    "derivative": {"function": tree, "variable": name, "value": tree},
    "integral": {
        "integrand": tree, "variable": name, "lower": lower_end, "upper": upper_end, "value": tree,
    },
    "sum": {"term": tree, "index": name, "lower": tree, "upper": upper_end, "value": tree},
    "limit": {
        "expression": tree, "variable": name, "point": upper_end, "side": one_of("+", "-"),
        "value": tree,
    },
    "series": {"expression": tree, "variable": name, "coefficients": many(tree, 60)},
    "minimum": {
        "function": tree, "variable": name, "lower": lower_end, "upper": upper_end, "ends": _ends,
        "at": tree,
    },
    "program": {
        "objective": tree, "variables": many(name, 99), "constraints": many(tree),
        "equations": many(tree), "value": tree,
    },
    "private": {"noise": noise, "epsilon": tree, "delta": tree, "sensitivity": tree},
    "even": {"noise": noise},
    "noise": {"noise": noise},
    "cheaper": {"noise": noise, "than": noise, "cost": name},
    "expected": {
        "noise": noise, "variable": name, "cost": tree, "op": _compared, "value": tree,
    },
    "loss": {
        "noise": noise, "than": noise, "shift": tree, "count": tree, "variable": name,
        "loss": tree, "op": _compared, "value": tree,
    },
    "leak": {
        "noise": noise, "than": noise, "shift": tree, "count": tree, "epsilon": tree,
        "op": _compared, "value": tree,
    },
    "private_vector": {"vector": vector, "epsilon": tree, "delta": tree, "sensitivity": tree},
    "expected_norm": {
        "vector": vector, "variable": name, "cost": tree, "op": _compared, "value": tree,
    },
    "staircase": {"vector": vector, "ratio": tree, "first": tree, "step": tree},
    "levels": {"vector": vector, "variable": name, "radius": tree},
    "exists": {"variables": domain, "all": many(_proposition)},
    "promise": {"given": _noise_given, "variables": domain, "all": many(_property)},
    "define": {"definition": _definition},
    "obtain": {"name": name, "arguments": many(name, MOST), "facts": many(_goal)},
    "fails": {"proposition": _proposition, "point": _point, "objects": _objects},
}  # fmt: skip
BODY = {
    "integral": ("integrand",), "sum": ("term",), "limit": ("expression",),
    "series": ("expression",), "minimum": ("function",), "expected": ("cost",), "loss": ("loss",),
    "program": ("objective", "constraints", "equations"), "expected_norm": ("cost",),
    "levels": ("radius",),
}  # the parts in which bound variables may occur  # fmt: skip
LEAVES = frozenset((str, int, bool, type(None), Number))  # nothing more stands within these
LOCAL = ("exists", "promise", "fails", "define", "obtain")  # not within what is promised


def nodes(value: Any) -> Iterator[Tree]:
    """Every part of everything that is said: trees, noise, sets, and ``("$cost", name)``; of a
    promise itself only, as ``("$promise", claim)``, for inside it a name is new.
    """
    todo = [value]
    while todo:
        value = todo.pop()
        if type(value) is tuple:
            if value and type(value[0]) is str:
                yield value
            todo += [part for part in value if type(part) not in LEAVES]
        elif isinstance(value, dict | list):
            todo += value.values() if isinstance(value, dict) else value
        elif isinstance(value, Proposition):
            if value.kind == "cheaper":
                yield ("$cost", value["cost"])
            if value.kind == "promise":
                yield ("$promise", value)
                continue
            todo += [part for _, part in value.parts]
        elif isinstance(value, Goal | Variable | Definition):
            todo += vars(value).values()


def symbols(value: Any) -> frozenset[str]:
    """The names of the variables in a tree or in anything that is said."""
    return frozenset(node[1] for node in nodes(value) if node[0] == "sym")


def bound_by(claim: Proposition) -> tuple[str, ...]:
    """The names that a proposition binds."""
    if claim.kind == "program":
        return tuple(claim["variables"])
    return (claim["index" if claim.kind == "sum" else "variable"],) if claim.kind in BODY else ()


def declared(domain: Domain, place: str) -> set[str]:
    """The variables of a domain, each of which stands there once, with bounds by earlier ones."""
    known: set[str] = set()
    for v in domain:
        fits = v.name not in known and symbols((v.lower, v.upper, v.root)) <= known
        need(fits, f"{place}: {v.name} occurs twice or is bounded too early")
        known.add(v.name)
    return known


def scoped(goal: Goal, place: str) -> Goal:
    """The same goal, when every variable is bound once and before it is spoken of."""
    known, claim = declared(goal.domain, f"{place}.domain"), goal.claim
    if claim.kind == "fails":
        inner = claim["proposition"]
        need(inner.kind != "fails", f"{place}: a failure of a failure")
        plain = inner.kind not in ("exists", "promise", "define", "obtain")
        need(plain, f"{place}: not something to refute")
        exact = not symbols((claim["point"], claim["objects"]))
        need(exact, f"{place}: the point is not exact")
        scoped(Goal(inner, goal.domain), place)
    elif claim.kind == "exists":
        for inner in claim["all"]:
            need(inner.kind not in LOCAL, f"{place}: '{inner.kind}' within 'exists'")
            scoped(Goal(inner, (*goal.domain, *claim["variables"])), place)
    elif claim.kind == "promise":
        for kept in claim["all"]:
            need(kept.claim.kind not in LOCAL, f"{place}: '{kept.claim.kind}' within 'promise'")
            scoped(Goal(kept.claim, (*goal.domain, *claim["variables"], *kept.domain)), place)
    elif claim.kind == "define":
        need(not goal.domain, f"{place}: a definition has its own domain")
    elif claim.kind == "obtain":
        before = [fact.domain[: len(goal.domain)] == goal.domain for fact in claim["facts"]]
        need(all(before), f"{place}: a fact that is not on the domain of the step")
    else:
        _spoken(claim, known, place)
    return goal


def _spoken(claim: Proposition, known: set[str], place: str) -> None:
    """A proposition binds new variables, and speaks of those that it knows."""
    body, bound = BODY.get(claim.kind, ()), bound_by(claim)
    need(not set(bound) & known and len(set(bound)) == len(bound),
         f"{place}: {', '.join(bound)} is bound twice")  # fmt: skip
    need(claim.kind != "derivative" or claim["variable"] in known, f"{place}: no such variable")
    for key, part in claim.parts:
        fits = symbols(part) <= known.union(bound if key in body else ())
        need(fits, f"{place}.{key}: speaks of a variable that is not in the domain")
