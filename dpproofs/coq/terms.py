"""Numbers and sets of certificates as terms of Coq."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from dpproofs.coq.names import local
from dpproofs.kernel.errors import UnsupportedExpression

Tree: TypeAlias = Sequence[Any]

# How tightly a term binds, as in Coq: the least number binds tightest.
ATOM, APPLICATION, POWER, MINUS, PRODUCT, SUM, ANY = 0, 10, 30, 35, 40, 50, 100

FUNCTIONS = {
    "exp": "exp", "log": "ln", "erf": "erf", "abs": "Rabs", "sin": "sin", "cos": "cos",
    "atan": "atan", "asin": "asin",
}  # fmt: skip
CIRCULAR = frozenset(("sin", "cos", "atan", "asin"))
CHOICES = {"max": "Rmax", "min": "Rmin"}
ENDS = {
    "()": "open_open", "(]": "open_closed", "[)": "closed_open", "[]": "closed_closed",
}  # fmt: skip
SETS = {"meet": "meet", "join": "join", "not": "outside", "mirror": "mirror"}
HALF = ("rat", "1", "2")


def number(tree: Tree, level: int = ANY) -> str:
    """A real number, in parentheses where something that binds tighter stands around it.

    Raises
    ------
    UnsupportedExpression
        For a node that is no real number.
    """
    text, binds = _number(tree)
    return text if binds <= level else f"({text})"


def end(tree: Tree) -> str:
    """An end of an interval, of type ``Rbar``."""
    if infinite := _infinite(tree):
        return infinite
    return f"(Finite {number(tree, ATOM)})"


def is_infinite(tree: Tree) -> bool:
    """Whether an end is an infinity."""
    return bool(_infinite(tree))


def noise(tree: Tree) -> str:
    """A noise, on the line or for vectors: the application of a name, as an argument.

    Raises
    ------
    UnsupportedExpression
        For a node that is no noise.
    """
    tag, name, *arguments = tree
    if tag not in ("noise", "vector"):
        raise UnsupportedExpression(f"no noise of Coq for the node {tag!r}")
    return applied(name, arguments, ATOM)


def borel_set(tree: Tree) -> str:
    """A set, as an argument.

    Raises
    ------
    UnsupportedExpression
        For a node that is no set.
    """
    tag, *parts = tree
    if tag == "set":
        return local(parts[0])
    if tag == "between":
        return f"({ENDS[parts[0]]} {end(parts[1])} {end(parts[2])})"
    if tag == "moved":
        return f"(moved {borel_set(parts[0])} {number(parts[1], ATOM)})"
    if tag in SETS:
        return f"({' '.join([SETS[tag], *map(borel_set, parts)])})"
    raise UnsupportedExpression(f"no set of Coq for the node {tag!r}")


def applied(name: str, arguments: Sequence[Tree], level: int = ANY) -> str:
    """A name at some numbers."""
    text = " ".join([local(name), *(number(part, ATOM) for part in arguments)])
    return text if not arguments or level >= APPLICATION else f"({text})"


def has_circular(tree: Any) -> bool:
    """Whether an arc or an angle occurs in a tree, or in a certificate."""
    if isinstance(tree, Mapping):
        return any(map(has_circular, tree.values()))
    if not isinstance(tree, (list, tuple)):
        return False
    arc = len(tree) == 2 and isinstance(tree[0], str) and tree[0] in CIRCULAR
    return arc or any(map(has_circular, tree))


def put(tree: Any, at: Mapping[str, Tree]) -> Any:
    """A tree with trees in the place of variables."""
    if not isinstance(tree, (list, tuple)):
        return tree
    if len(tree) == 2 and tree[0] == "sym":
        return at.get(tree[1], tree)
    return [put(part, at) for part in tree]


def _infinite(tree: Tree) -> str:
    if tree[0] == "oo":
        return "p_infty"
    negated = tree[0] == "mul" and len(tree) == 3 and ["oo"] in map(list, tree[1:])
    return "m_infty" if negated and ["int", "-1"] in map(list, tree[1:]) else ""


def _number(tree: Tree) -> tuple[str, int]:  # noqa: C901  (one case a node)
    tag, *parts = tree
    match tag:
        case "int":
            return parts[0], MINUS if parts[0].startswith("-") else ATOM
        case "rat":
            return f"{parts[0]} / {parts[1]}", PRODUCT
        case "sym":
            return local(parts[0]), ATOM
        case "pi":
            return "PI", ATOM
        case "apply":
            return applied(parts[0], parts[1:]), APPLICATION if len(parts) > 1 else ATOM
        case "mass":
            return f"mass {noise(parts[0])} {borel_set(parts[1])}", APPLICATION
        case "add":
            return _sum(parts), SUM
        case "mul":
            return _product(parts)
        case "pow":
            return _power(parts[0], parts[1])
    if tag in FUNCTIONS:
        return f"{FUNCTIONS[tag]} {number(parts[0], ATOM)}", APPLICATION
    if tag in CHOICES:
        *first, last = (number(part, ATOM) for part in parts)
        for one in reversed(first):
            last = f"({CHOICES[tag]} {one} {last})"
        return last, ATOM
    raise UnsupportedExpression(f"no number of Coq for the node {tag!r}")


def _sum(parts: Sequence[Tree]) -> str:
    """A sum; what is subtracted is not put first, if anything is not."""
    text = ""
    for part in sorted(parts, key=_negative):
        positive = negated(part)
        if positive is None:
            text += (" + " if text else "") + number(part, PRODUCT)
        elif text:
            text += f" - {number(positive, PRODUCT if positive[0] != 'add' else ATOM)}"
        else:
            text = f"- {number(positive, APPLICATION)}"
    return text


def _negative(tree: Tree) -> bool:
    return negated(tree) is not None


def negated(tree: Tree) -> Tree | None:
    """The negative of a term that has a negative coefficient."""
    tag, *parts = tree
    if tag in ("int", "rat") and parts[0].startswith("-"):
        return [tag, parts[0][1:], *parts[1:]]
    if tag != "mul":
        return None
    for place, part in enumerate(parts):
        if part[0] in ("int", "rat") and (positive := negated(part)):
            rest = [*parts[:place], *parts[place + 1 :]]
            whole = rest if list(positive) == ["int", "1"] else [positive, *rest]
            return ["mul", *whole] if len(whole) > 1 else whole[0]
    return None


def _product(parts: Sequence[Tree]) -> tuple[str, int]:
    """A product, with what has a negative power below the bar."""
    if (positive := negated(["mul", *parts])) is not None:
        return f"- {number(positive, APPLICATION)}", MINUS
    above: list[Tree] = []
    below: list[Tree] = []
    for part in sorted(parts, key=lambda part: part[0] not in ("int", "rat")):
        if part[0] == "rat":
            above += [] if part[1] == "1" else [["int", part[1]]]
            below.append(["int", part[2]])
        elif part[0] == "pow" and part[2][0] in ("int", "rat") and _negative(part[2]):
            below.append(_inverted(part))
        else:
            above.append(part)
    return _fraction(above, below)


def _fraction(above: Sequence[Tree], below: Sequence[Tree]) -> tuple[str, int]:
    top = " * ".join(number(part, POWER) for part in above) or "1"
    if not below:
        return top, PRODUCT
    bottom = " * ".join(number(part, POWER) for part in below)
    return f"{top} / {bottom if len(below) == 1 else f'({bottom})'}", PRODUCT


def _inverted(power: Tree) -> Tree:
    """One over a power with a negative number as its exponent."""
    _, base, exponent = power
    positive = negated(exponent)
    return base if positive is None or list(positive) == ["int", "1"] else ["pow", base, positive]


def _power(base: Tree, exponent: Tree) -> tuple[str, int]:
    if exponent[0] in ("int", "rat") and _negative(exponent):
        return f"/ {number(_inverted(['pow', base, exponent]), POWER)}", MINUS
    if exponent[0] == "int":
        return f"{number(base, APPLICATION)} ^ {exponent[1]}", POWER
    if tuple(exponent) == HALF:
        return f"sqrt {number(base, ATOM)}", APPLICATION
    return f"power {number(base, ATOM)} {number(exponent, ATOM)}", APPLICATION
