"""Propositions of certificates as propositions of Coq."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from dpproofs.coq.names import local
from dpproofs.coq.terms import Tree, end, is_infinite, noise, number
from dpproofs.kernel.errors import UnsupportedExpression

Row: TypeAlias = Mapping[str, Any]

OPERATORS = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
EXPECTED = {
    "==": "expectation_is", ">=": "expectation_at_least", ">": "expectation_above",
    "<=": "expectation_at_most", "<": "expectation_below",
}  # fmt: skip
COMPARED = {"==": "is", ">=": "at_least", ">": "above", "<=": "at_most", "<": "below"}
OF_VECTORS = {
    "private_vector": ("vector_private", ("epsilon", "delta", "sensitivity")),
    "staircase": ("vector_staircase", ("ratio", "first", "step")),
}  # fmt: skip
SIDES = {"+": "limit_from_above", "-": "limit_from_below"}


def proposition(said: Row, integers: Collection[str]) -> str:
    """What a proposition says, as a term that stands alone.

    Parameters
    ----------
    said
        The proposition as it stands in a certificate.
    integers
        The names of noise on the integers.

    Raises
    ------
    UnsupportedExpression
        When it cannot be said.
    """
    match said["kind"]:
        case "relation":
            return f"{number(said['lhs'], 50)} {OPERATORS[said['op']]} {number(said['rhs'], 50)}"
        case "derivative":
            x, value = said["variable"], number(said["value"], 0)
            return f"is_derive {function(x, said['function'])} {local(x)} {value}"
        case "integral":
            ends = f"{end(said['lower'])} {end(said['upper'])}"
            integrand = function(said["variable"], said["integrand"])
            return f"integral {integrand} {ends} {number(said['value'], 0)}"
        case "sum":
            return _sum(said)
        case "limit":
            expression = function(said["variable"], said["expression"])
            ends = f"{end(said['point'])} {end(said['value'])}"
            return f"{SIDES[said['side']]} {expression} {ends}"
        case "series":
            listed = " ".join(f"{number(part, 35)} ::" for part in said["coefficients"])
            return f"expansion {function(said['variable'], said['expression'])} ({listed} nil)%list"
        case "minimum":
            x = local(said["variable"])
            inside = " /\\ ".join(bounds(x, said["lower"], said["upper"], said["ends"])) or "True"
            least = function(said["variable"], said["function"])
            return f"unique_minimum {least} (fun {x} => {inside}) {number(said['at'], 0)}"
        case "program":
            return _program(said)
        case "exists":
            return _exists(said, integers)
    return _of_vectors(said) if "vector" in said else _of_noise(said, integers)


def function(variable: str, body: Tree) -> str:
    """An expression as a function of a variable, as an argument."""
    return f"(fun {local(variable)} => {number(body)})"


def ranges(domain: Sequence[Row]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every variable of a domain with what is known of it."""
    for row in domain:
        yield local(row["name"]), conditions(row)


def conditions(row: Row) -> tuple[str, ...]:
    """What the domain says of one of its variables."""
    name = local(row["name"])
    found = [f"integer {name}"] if row["integer"] else []
    found += bounds(name, row["lower"], row["upper"], row["ends"])
    if row["root"] is not None:
        order, radicand = row["root"]
        found += [f"0 < {name}", f"{name} ^ {order} = {number(radicand, 50)}"]
    return tuple(dict.fromkeys(found))


def bounds(name: str, lower: Tree, upper: Tree, ends: str) -> list[str]:
    """The bounds of a variable; an infinite one says nothing."""
    found = []
    if not is_infinite(lower):
        found.append(f"{number(lower, 50)} {'<=' if ends[0] == '[' else '<'} {name}")
    if not is_infinite(upper):
        found.append(f"{name} {'<=' if ends[1] == ']' else '<'} {number(upper, 50)}")
    return found


def _sum(said: Row) -> str:
    term = function(said["index"], said["term"])
    lower, value = number(said["lower"], 0), number(said["value"], 0)
    if is_infinite(said["upper"]):
        return f"infinite_sum {term} {lower} {value}"
    return f"finite_sum {term} {lower} {number(said['upper'], 0)} {value}"


def _program(said: Row) -> str:
    names = [local(name) for name in said["variables"]]
    rows = [f"0 <= {name}" for name in names]
    rows += [f"0 <= {number(row, 50)}" for row in said["constraints"]]
    rows += [f"{number(row, 50)} = 0" for row in said["equations"]]
    feasible, bound = " /\\ ".join(rows), " ".join(names)
    objective, value = number(said["objective"], 50), number(said["value"], 50)
    return (
        f"(exists {bound} : R, {feasible} /\\ {objective} = {value}) /\\ "
        f"(forall {bound} : R, {feasible} -> {value} <= {objective})"
    )


def _exists(said: Row, integers: Collection[str]) -> str:
    parts: list[str] = []
    names: list[str] = []
    for name, known in ranges(said["variables"]):
        names.append(name)
        parts += known
    parts += [f"({proposition(claim, integers)})" for claim in said["all"]]
    return f"exists {' '.join(names)} : R, " + " /\\ ".join(parts)


def is_noise(given: Row) -> str:
    """That a given noise, or every member of a family, is noise."""
    name, arity = local(given["name"]), given["arity"]
    kind = "noise_on_integers" if given["on"] == "integers" else "noise"
    if given["kind"] == "vector":
        kind = "vector_noise"
    places = " ".join(f"i{place}_" for place in range(1, arity + 1))
    return f"(forall {places}, {kind} ({name} {places}))" if arity else f"{kind} {name}"


def _promise(said: Row, integers: Collection[str]) -> str:
    given = said["given"]
    inside = {*integers, *([given["name"]] if given["on"] == "integers" else ())}
    first = "".join(
        f"exists {name} : R, " + "".join(f"{known} /\\ " for known in told)
        for name, told in ranges(said["variables"])
    )
    parts = [is_noise(given)]
    for kept in said["all"]:
        lead = "".join(
            f"forall {name} : R, " + "".join(f"{known} -> " for known in told)
            for name, told in ranges(kept["domain"])
        )
        parts.append(f"({lead}{proposition(kept['proposition'], inside)})")
    head = f"{first}exists {local(given['name'])} : {'R -> ' * given['arity']}law, "
    return head + " /\\ ".join(parts)


def _of_rounds(said: Row) -> str:
    pair = f"{noise(said['noise'])} {noise(said['than'])}"
    shift, count, value = (number(said[part], 0) for part in ("shift", "count", "value"))
    if said["kind"] == "leak":
        words = f"leak_{COMPARED[said['op']]} {pair} {shift} {count} {number(said['epsilon'], 0)}"
        return f"{words} {value}"
    loss = function(said["variable"], said["loss"])
    return f"loss_{COMPARED[said['op']]} {pair} {shift} {count} {loss} {value}"


def _of_vectors(said: Row) -> str:
    kind, vector = said["kind"], noise(said["vector"])
    if kind == "levels":
        return f"vector_levels {vector} {function(said['variable'], said['radius'])}"
    if kind == "expected_norm":
        cost, value = function(said["variable"], said["cost"]), number(said["value"], 0)
        return f"vector_cost_{COMPARED[said['op']]} {vector} {cost} {value}"
    head, parts = OF_VECTORS[kind]
    return " ".join([head, vector, *(number(said[part], 0) for part in parts)])


def _of_noise(said: Row, integers: Collection[str]) -> str:
    kind = said["kind"]
    if kind == "promise":
        return _promise(said, integers)
    if kind in ("loss", "leak"):
        return _of_rounds(said)
    if kind == "cheaper":
        return f"cheaper {noise(said['noise'])} {noise(said['than'])} {local(said['cost'])}"
    if kind == "expected":
        cost, value = function(said["variable"], said["cost"]), number(said["value"], 0)
        return f"{EXPECTED[said['op']]} {noise(said['noise'])} {cost} {value}"
    if kind not in ("private", "even", "noise"):
        raise UnsupportedExpression(f"no proposition of Coq for the kind {kind!r}")
    where = "_on_integers" if said["noise"][1] in integers and kind != "even" else ""
    parts = ("epsilon", "delta", "sensitivity") if kind == "private" else ()
    words = [kind + where, noise(said["noise"]), *(number(said[part], 0) for part in parts)]
    return " ".join(words)
